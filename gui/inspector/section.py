"""A titled, foldable part of the inspector; folded content is built when opened."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QToolButton, QVBoxLayout, QWidget

from ..theme import Theme
from ..widgets.labels import TintedLabel


class Section(QWidget):
    """`fill(section)` adds the rows with `add`; it is called when the section is first opened."""

    opened = Signal()

    def __init__(
        self, title: str, theme: Theme, fill: Callable[[Section], None], *, foldable: bool = False, is_open: bool = True,
        parent: QWidget | None = None,
    ):  # fmt: skip
        super().__init__(parent)
        self.title, self._theme, self._fill = title, theme, fill
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 4, 0, 0)
        self._layout.setSpacing(6)
        self.body: QWidget | None = None
        self.button: QToolButton | None = None
        if foldable:
            self.button = QToolButton(self)
            self.button.setAutoRaise(True)
            self.button.setText(title)
            self.button.setObjectName("sectionButton")
            font = self.button.font()
            font.setPixelSize(11)
            font.setWeight(font.Weight.DemiBold)
            self.button.setFont(font)
            self.button.setIconSize(QSize(12, 12))
            self.button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            self.button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            self.button.clicked.connect(lambda: self.set_open(not self.is_open))
            self._layout.addWidget(self.button)
        elif title:
            self._layout.addWidget(TintedLabel(theme, "text2", title, 11, True, self))
        self.set_open(is_open or not foldable)

    @property
    def is_open(self) -> bool:
        return self.body is not None and not self.body.isHidden()

    def set_open(self, is_open: bool) -> None:
        if is_open and self.body is None:
            self.body = QWidget(self)
            layout = QVBoxLayout(self.body)
            layout.setContentsMargins(0, 0, 0, 0)
            layout.setSpacing(6)
            self._layout.addWidget(self.body)
            self._fill(self)
        if self.body is not None:
            self.body.setVisible(is_open)
        if self.button is not None:
            self.button.setIcon(self._theme.icon("ph.caret-down" if is_open else "ph.caret-right", "text2"))
        if is_open:
            self.opened.emit()

    @property
    def inside(self) -> QWidget:
        """Parent of the rows while the section is filled."""
        assert self.body is not None
        return self.body

    def add(self, widget: QWidget) -> None:
        layout = self.inside.layout()
        assert layout is not None
        layout.addWidget(widget)
