"""Small buttons over the picture: standard views, fit, labels, zero pose."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from ..theme import Theme

SIDE = 24
# A cube seen from a corner: its three faces, in a square of 20.
_TOP = [(10, 2), (17, 5.5), (10, 9), (3, 5.5)]
_LEFT = [(3, 5.5), (10, 9), (10, 17.5), (3, 14)]
_RIGHT = [(17, 5.5), (17, 14), (10, 17.5), (10, 9)]
_FACES = {"front": _LEFT, "side": _RIGHT, "top": _TOP, "iso": None}


class ViewButtons(QWidget):
    """Sits at the upper right of the motion view."""

    view_chosen = Signal(str)
    fit_chosen = Signal()
    labels_toggled = Signal(bool)
    zero_toggled = Signal(bool)

    def __init__(self, theme: Theme, parent: QWidget):
        super().__init__(parent)
        self.theme = theme
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(1)
        tips = {
            "front": self.tr("From the front"),
            "top": self.tr("From above"),
            "side": self.tr("From the right"),
            "iso": self.tr("From a corner"),
        }
        self.views = {name: self._button(tip, self._view_clicked) for name, tip in tips.items()}
        for name, button in self.views.items():
            button.setObjectName(name)
        self.fit = self._button(self.tr("Show all (F)"), self.fit_chosen)
        self.labels = self._button(self.tr("Name all points"), self.labels_toggled, is_switch=True)
        self.zero = self._button(
            self.tr("Zero pose: all joint coordinates zero\nagain: start pose"), self.zero_toggled, is_switch=True
        )
        for button in self.all():
            row.addWidget(button)
        theme.changed.connect(self._paint_icons)
        self._paint_icons()

    def all(self) -> list[QToolButton]:
        return [*self.views.values(), self.fit, self.labels, self.zero]

    def _button(self, tip: str, clicked: Any, is_switch: bool = False) -> QToolButton:
        button = QToolButton(self)
        button.setToolTip(tip)
        button.setAccessibleName(tip)
        button.setFixedSize(SIDE, SIDE)
        button.setIconSize(QSize(18, 18))
        button.setCheckable(is_switch)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(clicked)
        return button

    def _view_clicked(self) -> None:
        self.view_chosen.emit(self.sender().objectName())

    def _paint_icons(self) -> None:
        for name, button in self.views.items():
            button.setIcon(cube(_FACES[name], self.theme.colour("ink"), self.theme.colour("accent")))
        self.fit.setIcon(self.theme.icon("ph.corners-out"))
        self.labels.setIcon(self.theme.icon("ph.tag"))
        self.zero.setIcon(self.theme.icon("ph.number-circle-zero"))
        colours = self.theme.colours
        self.setStyleSheet(
            f"QToolButton {{ background: transparent; border: 0; border-radius: 6px; padding: 2px; }}"
            f"QToolButton:hover {{ background: {colours['tint']}; }}"
            f"QToolButton:checked {{ background: {colours['panel']}; border: 1px solid {colours['accent']}; padding: 1px; }}"
            f"QToolButton:focus {{ border: 2px solid {colours['accent']}; padding: 0; }}"
        )


def cube(face: list[tuple[float, float]] | None, ink: QColor, accent: QColor) -> QIcon:
    """A cube with the face that one looks at filled; None: the corner."""
    pixmap = QPixmap(40, 40)
    pixmap.setDevicePixelRatio(2)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for each in (_TOP, _LEFT, _RIGHT):
        painter.setPen(QPen(ink, 1.4, j=Qt.PenJoinStyle.RoundJoin))
        painter.setBrush(accent if each is face else Qt.BrushStyle.NoBrush)
        painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in each]))
    if face is None:
        painter.setBrush(accent)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawEllipse(QPointF(10, 9), 3, 3)
    painter.end()
    return QIcon(pixmap)
