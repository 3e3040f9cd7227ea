"""Messages in the status bar."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QStatusBar

from mars.translation import languages

MESSAGE_TIME = 10_000  # ms: enough to read two sentences


class StatusMessages(QObject):
    def __init__(self, bar: QStatusBar):
        super().__init__(bar)
        self._bar = bar

    def say(self, text: str, lasting: bool = False) -> None:
        """Show a message, for a time or until the next one."""
        self._bar.showMessage(languages.message(text), 0 if lasting else MESSAGE_TIME)

    def clear(self) -> None:
        self._bar.clearMessage()
