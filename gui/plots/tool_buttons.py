"""The buttons at the left of the plots: they take no height, which is scarce in a dock at the bottom."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QToolButton, QVBoxLayout, QWidget

from ..theme import Theme
from ..widgets.plain_text import set_tip

SIDE, ICON = 26, 16


class PlotTools(QWidget):
    """One attribute per button."""

    def __init__(self, theme: Theme, parent: QWidget | None = None):
        super().__init__(parent)
        self._theme = theme
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(4, 6, 0, 4)
        self._column.setSpacing(2)
        self._icons: dict[QToolButton, str] = {}
        self.add = self._button("ph.plus", self.tr("Add plot"))
        self.fit = self._button("ph.arrows-out", self.tr("Zoom to fit (double-click a plot)"))
        self.freeze = self._button("ph.snowflake", self.tr("Pause the view; the run continues"), checkable=True)
        self.second = self._button("ph.ruler", self.tr("Second cursor for differences (Shift+click a plot)"), checkable=True)
        self.runs = self._button("ph.stack", self.tr("Compare with earlier runs and tables"))
        self.export = self._button("ph.export", self.tr("Save the plots as an image or a table"))
        self._column.addStretch(1)
        self.setFixedWidth(SIDE + 4)
        self.restyle()

    def restyle(self) -> None:
        for button, icon in self._icons.items():
            button.setIcon(self._theme.icon(icon, "ink"))
        checked = f"background: {self._theme.colours['tint']}; border: 1px solid {self._theme.colours['accent']};"
        self.setStyleSheet(f"QToolButton:checked {{ {checked} border-radius: 6px; }}")

    def _button(self, icon: str, words: str, *, checkable: bool = False) -> QToolButton:
        button = QToolButton()
        button.setAutoRaise(True)
        button.setCheckable(checkable)
        button.setFixedSize(SIDE, SIDE)
        button.setIconSize(QSize(ICON, ICON))
        set_tip(button, words)
        button.setAccessibleName(words)
        self._icons[button] = icon
        self._column.addWidget(button)
        return button
