"""A line edit: Enter, Tab or losing the focus enters a changed text, Escape restores the old one."""

from __future__ import annotations

from typing import Protocol, cast

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QWidget

LINE_HEIGHT = 28  # pixels of every line and box, and of the labels beside them, to align their texts
LINE_GAP = 3  # pixels between a line and the text below it


class Typed(Protocol):
    @property
    def is_modified(self) -> bool: ...


class UndoKeyFilter(QObject):
    """An event filter for the focused line: undo belongs to the window unless the line contains unfinished text."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return False
        is_modified = cast(Typed, watched).is_modified
        if event.matches(QKeySequence.StandardKey.Undo) or event.matches(QKeySequence.StandardKey.Redo):
            if not is_modified:
                event.ignore()
                return True
        elif event.key() == Qt.Key.Key_Escape and is_modified:
            event.accept()
            return True
        return False


UNDO_KEY_FILTER = UndoKeyFilter()


class LineEdit(QLineEdit):
    """Keeps unfinished text while the document changes: `_shown` is the document's, `text()` the user's."""

    entered = Signal()
    returned = Signal()  # with every Enter
    restored = Signal()
    focused = Signal()

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        self._shown = ""
        self.setFixedHeight(LINE_HEIGHT)

    @property
    def is_modified(self) -> bool:
        """Whether the text differs from the document's."""
        return self.text() != self._shown

    def restore(self) -> None:
        """Discard the typed text."""
        raise NotImplementedError

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.is_modified:
                self.entered.emit()
            self.returned.emit()
            event.accept()
        elif event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
        elif self.is_modified:
            self.restore()
            self.restored.emit()
            event.accept()
        else:
            event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.installEventFilter(UNDO_KEY_FILTER)
        self.focused.emit()
        if event.reason() != Qt.FocusReason.MouseFocusReason:
            self.selectAll()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.removeEventFilter(UNDO_KEY_FILTER)
        if event.reason() != Qt.FocusReason.PopupFocusReason and self.is_modified:
            self.entered.emit()
