"""The order of the tab key, which Qt otherwise takes from the order in which widgets were made."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from PySide6.QtWidgets import QWidget


def in_order(widgets: Iterable[QWidget]) -> None:
    for first, second in pairwise(widgets):
        QWidget.setTabOrder(first, second)
