"""Lines and boxes for names, titles and notes."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from .line_edit import LineEdit


class TextLine(LineEdit):
    """A line for any text."""

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        self.setMinimumWidth(36)

    @property
    def shown(self) -> str:
        return self._shown

    def show_text(self, text: str) -> None:
        was_modified = self.is_modified
        self._shown = text
        if not was_modified:
            self.restore()

    def accept(self) -> None:
        self._shown = self.text()

    def restore(self) -> None:
        if self.text() != self._shown:
            self.setText(self._shown)
            self._shown = self.text()  # Qt drops characters that a line cannot contain
        self.setCursorPosition(0 if not self.hasFocus() else len(self._shown))


class TextBox(QPlainTextEdit):
    """Several lines of text; entered on losing the focus or with Ctrl+Enter."""

    entered = Signal()

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        self._shown = ""
        self.setTabChangesFocus(True)

    @property
    def is_modified(self) -> bool:
        return self.toPlainText() != self._shown

    def show_text(self, text: str) -> None:
        was_modified = self.is_modified
        self._shown = text
        if not was_modified and self.toPlainText() != text:
            self.setPlainText(text)

    def accept(self) -> None:
        self._shown = self.toPlainText()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.entered.emit()
        elif event.key() == Qt.Key.Key_Escape and self.is_modified:
            self.setPlainText(self._shown)
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason and self.is_modified:
            self.entered.emit()
