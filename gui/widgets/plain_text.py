"""Texts as they are written: only `Markup` is shown as rich text.

Qt guesses from the letters of a text whether it is rich, and loads the files that rich text names. Names, notes, messages and
file names come from outside, so labels, tooltips and message boxes get their texts here, where nothing is guessed.
"""

from __future__ import annotations

from typing import Any, Protocol

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import Qt as RichText
from PySide6.QtWidgets import QLabel, QMessageBox, QToolTip, QWidget

LONGEST_TIP = 1000  # characters: tooltips are windows, and Qt makes them as large as their text
LONGEST_ENTRY = 120  # characters of a menu entry


class Markup(str):
    """Rich text composed by the program, which has escaped everything in it that comes from outside."""


class HasTip(Protocol):
    """A widget, an action or an item."""

    def setToolTip(self, text: str, /) -> None: ...


class Label(QLabel):
    """Shows a text as it is, and `Markup` as rich text."""

    def __init__(self, text: str = "", parent: QWidget | None = None, **properties: Any):
        super().__init__(parent, **properties)
        self.setText(text)

    def setText(self, text: str) -> None:
        self.setTextFormat(Qt.TextFormat.RichText if isinstance(text, Markup) else Qt.TextFormat.PlainText)
        super().setText(text)


def tip_text(text: str) -> str:
    """For tooltips, where Qt guesses: `Markup`, or text that is shown as it is."""
    if isinstance(text, Markup):
        return text
    text = text if len(text) <= LONGEST_TIP else text[:LONGEST_TIP] + "…"
    return RichText.convertFromPlainText(text) if RichText.mightBeRichText(text) else text


def set_tip(target: HasTip, text: str) -> None:
    """The tooltip of a widget, an action or an item."""
    target.setToolTip(tip_text(text))


def show_tip(at: QPoint, text: str, widget: QWidget) -> None:
    """A tooltip at a point of the screen, now."""
    QToolTip.showText(at, tip_text(text), widget)


def menu_text(text: str) -> str:
    """For menus and buttons, where & underlines a letter and a tab starts the column of shortcuts."""
    text = " ".join(text.split())
    return (text if len(text) <= LONGEST_ENTRY else text[:LONGEST_ENTRY] + "…").replace("&", "&&")


def message_box(icon: QMessageBox.Icon, title: str, text: str, parent: QWidget, detail: str = "") -> QMessageBox:
    """A message box with a text, `detail` below it in smaller letters; it deletes itself when it is closed."""
    box = QMessageBox(parent)
    box.setIcon(icon)
    box.setWindowTitle(title)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(text)
    box.setInformativeText(detail)
    for label in box.findChildren(QLabel):  # not all versions of Qt apply the format to the detail
        label.setTextFormat(Qt.TextFormat.PlainText)
    box.finished.connect(box.deleteLater)
    return box
