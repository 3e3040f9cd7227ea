"""Keys of a line that is being typed into: undo belongs to the window unless something half-typed stands there."""

from __future__ import annotations

from typing import Protocol, cast

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence


class Typed(Protocol):
    @property
    def is_modified(self) -> bool: ...


class TypingKeys(QObject):
    """An event filter for the line that has the focus."""

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


TYPING_KEYS = TypingKeys()
