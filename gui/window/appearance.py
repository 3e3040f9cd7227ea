"""Theme and language of the window, and the icons and check marks of its actions."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QAction

from ..theme import CHOICES, Theme
from ..translations import language
from . import commands


class Appearance(QObject):
    """`outdated`: another language was chosen, so the window must be rebuilt."""

    outdated = Signal()

    def __init__(self, theme: Theme, actions: dict[str, QAction], parent: QObject):
        super().__init__(parent)
        self._theme, self._actions = theme, actions
        theme.changed.connect(self._paint_icons)
        self._paint_icons()

    def choose_theme(self, choice: str) -> None:
        self._theme.choose(choice)
        self._paint_icons()  # the current choice keeps its mark when chosen again

    def choose_language(self, choice: str) -> None:
        """Rebuild the whole window in the other language; everything open stays open."""
        before = language.current()
        language.choose(choice)
        self._paint_icons()
        if language.current() != before:
            QTimer.singleShot(0, self.outdated.emit)  # not inside the menu that is deleted

    def _paint_icons(self) -> None:
        commands.paint_icons(self._actions, self._theme)
        for choice in CHOICES:
            self._actions[choice].setChecked(choice == self._theme.choice)
        for choice in language.CHOICES:
            self._actions[f"language_{choice}"].setChecked(choice == language.chosen())
        self._actions["run"].setIcon(self._theme.icon("ph.play-fill", "good"))
