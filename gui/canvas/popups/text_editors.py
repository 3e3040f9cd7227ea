"""In-place editors for a name and a note."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QWidget

from mars.errors import DocumentError
from mars.translation import languages

from ...theme import Theme
from ...widgets.labels import SMALL, ReasonLabel, TintedLabel
from ...widgets.popup import Popup

NAME_WIDTH, REASON_WIDTH = 140, 240  # pixels of a name, and of a reason below it
NOTE_WIDTH, NOTE_HEIGHT = 180, 96  # minimum pixels of a note


class NameEditor(Popup):
    """`take(text)` may refuse with a DocumentError: the reason is shown and the popup stays. Losing the focus applies a valid
    name."""

    def __init__(self, parent: QWidget, theme: Theme, name: str, take: Callable[[str], object]):
        super().__init__(parent, theme)
        self.take = take
        self.column.setContentsMargins(4, 4, 4, 4)
        self.edit = QLineEdit(name, self)
        self.edit.setMinimumWidth(NAME_WIDTH)
        self.edit.selectAll()
        self.edit.returnPressed.connect(self.finish)
        self.edit.textEdited.connect(lambda _: self.say(""))
        self.reason = ReasonLabel(theme, self)
        self.column.addWidget(self.edit)
        self.column.addWidget(self.reason)

    def focus_first(self) -> None:
        self.edit.setFocus()

    def say(self, reason: str) -> None:
        self.edit.setMinimumWidth(REASON_WIDTH if reason else NAME_WIDTH)
        self.reason.say(languages.message(reason))
        self.fit()

    def finish(self) -> None:
        try:
            self.take(self.edit.text().strip())
        except DocumentError as error:
            self.say(error.message)
            self.edit.setFocus()
        else:
            self.close_popup()

    def leave(self) -> None:
        if not self.is_closed:
            with suppress(DocumentError):  # invalid name: the old one stays
                self.take(self.edit.text().strip())
            self.close_popup()


class NoteEditor(Popup):
    """A note's text: Ctrl+Enter or losing the focus applies it, Escape restores the note."""

    def __init__(self, parent: QWidget, theme: Theme, text: str, width: int, take: Callable[[str], object]):
        super().__init__(parent, theme)
        self.take = take
        self.edit = QPlainTextEdit(text, self)
        self.edit.setFixedSize(max(NOTE_WIDTH, width), NOTE_HEIGHT)
        self.edit.setTabChangesFocus(True)
        self.edit.setPlaceholderText(self.tr("Note on the sheet"))
        self.edit.installEventFilter(self)
        hint = TintedLabel(theme, "text2", self.tr("Ctrl+Enter: save · Escape: cancel"), size=SMALL, parent=self)
        self.column.addWidget(self.edit)
        self.column.addWidget(hint)

    def focus_first(self) -> None:
        self.edit.setFocus()
        self.edit.selectAll()

    def leave(self) -> None:
        self.finish()

    def finish(self) -> None:
        if not self.is_closed:
            text = self.edit.toPlainText().strip()
            self.close_popup()
            self.take(text)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.edit and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            if enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                self.finish()
                return True
            if event.key() == Qt.Key.Key_Escape:
                self.cancel()
                return True
        return super().eventFilter(watched, event)
