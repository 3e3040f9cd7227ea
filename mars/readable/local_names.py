"""The author's names for the parts of an equation: local variables of the kind's methods, and their return values.

SX discards these names, but they make an equation readable, so the methods are observed while they run.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any, TypeVar

import casadi as ca

from mars.component.base import Component

T = TypeVar("T")
ANONYMOUS = {"equations", "kinematics", "switches", "dot", "left", "right", "value"}  # these names are not informative


class Listener:
    """Names with the elements of their values, in the order in which they were found."""

    def __init__(self, kind: type[Component]):
        self.heard: list[tuple[str, list[ca.SX]]] = []
        home = kind.__module__.split(".")
        self._home = ".".join(home[:2]) if home[0] == "mars" else home[0]

    def listen(self, write: Callable[[], T]) -> T:
        """The result of the function, observed while it runs."""
        before = sys.getprofile()
        sys.setprofile(self._look)
        try:
            return write()
        finally:
            sys.setprofile(before)

    def _look(self, frame: FrameType, event: str, given: Any) -> None:
        if event != "return" or not str(frame.f_globals.get("__name__")).startswith(self._home):
            return
        for name, value in frame.f_locals.items():
            self._hear(name, value)
            for word, part in value.items() if isinstance(value, dict) else ():  # as for equations from a text
                self._hear(str(word), part)
        if not frame.f_code.co_flags & inspect.CO_GENERATOR:
            self._hear(frame.f_code.co_name, given)

    def _hear(self, name: str, value: Any) -> None:
        is_name = name.isidentifier() and not name.startswith("_") and name not in ANONYMOUS
        if is_name and isinstance(value, ca.SX) and value.shape in ((1, 1), (3, 1)):
            self.heard.append((name, ca.vertsplit(ca.vec(ca.densify(value)))))
