"""Theme and language of the window, and the icons and marks of its actions."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QAction

from ..theme import CHOICES, Theme
from ..translations import language
from . import commands


class Appearance(QObject):
    """`outdated`: another language is chosen; the texts of this window stay as they are, so it must be rebuilt."""

    outdated = Signal()

    def __init__(self, theme: Theme, actions: dict[str, QAction], parent: QObject):
        super().__init__(parent)
        self._theme, self._actions = theme, actions
        theme.changed.connect(self._paint_icons)
        self._paint_icons()

    def choose_theme(self, choice: str) -> None:
        self._theme.choose(choice)
        self._paint_icons()  # the chosen one keeps its mark when it is chosen again

    def choose_language(self, choice: str) -> None:
        """The whole window is rebuilt in the other language; what is open stays open."""
        before = language.current()
        language.choose(choice)
        self._paint_icons()
        if language.current() != before:
            QTimer.singleShot(0, self.outdated.emit)  # not from within the menu that goes

    def _paint_icons(self) -> None:
        commands.paint_icons(self._actions, self._theme)
        for choice in CHOICES:
            self._actions[choice].setChecked(choice == self._theme.choice)
        for choice in language.CHOICES:
            self._actions[f"language_{choice}"].setChecked(choice == language.chosen())
        self._actions["run"].setIcon(self._theme.icon("ph.play-fill", "good"))
