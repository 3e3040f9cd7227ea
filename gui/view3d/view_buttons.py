"""Small buttons over the image: standard views, fit, labels, zero pose; trails, forces, centre of mass."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import QGridLayout, QToolButton, QWidget

from ..theme import Theme
from ..widgets.plain_text import set_tip

SIDE = 24
# A cube seen from a corner: its three faces, in a square of 20.
_TOP = [(10, 2), (17, 5.5), (10, 9), (3, 5.5)]
_LEFT = [(3, 5.5), (10, 9), (10, 17.5), (3, 14)]
_RIGHT = [(17, 5.5), (17, 14), (10, 17.5), (10, 9)]
_FACES = {"front": _LEFT, "side": _RIGHT, "top": _TOP, "iso": None}


class ViewButtons(QWidget):
    """At the upper right of the motion view."""

    view_chosen = Signal(str)
    fit_chosen = Signal()
    labels_toggled = Signal(bool)
    zero_toggled = Signal(bool)
    trails_toggled = Signal(bool)
    forces_toggled = Signal(bool)
    centre_toggled = Signal(bool)

    def __init__(self, theme: Theme, parent: QWidget):
        super().__init__(parent)
        self.theme = theme
        rows = QGridLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(1)
        tips = {
            "front": self.tr("Front view (1)"),
            "top": self.tr("Top view (7)"),
            "side": self.tr("Right view (3)"),
            "iso": self.tr("Isometric view (0)"),
        }
        self.views = {name: self._button(tip, self._view_clicked) for name, tip in tips.items()}
        for name, button in self.views.items():
            button.setObjectName(name)
        self.fit = self._button(self.tr("Zoom to fit (F)"), self.fit_chosen)
        self.labels = self._button(self.tr("Label all points"), self.labels_toggled, is_switch=True)
        self.zero = self._button(
            self.tr("Zero pose: all joint coordinates at zero\nClick again for the start pose"), self.zero_toggled, is_switch=True
        )
        self.trails = self._button(self.tr("Trails: paths of points"), self.trails_toggled, is_switch=True)
        self.forces = self._button(self.tr("Forces and moments at the joints"), self.forces_toggled, is_switch=True)
        self.centre = self._button(self.tr("Centre of mass"), self.centre_toggled, is_switch=True)
        for place, button in enumerate(self.all()):
            rows.addWidget(button, 0, place)
        for place, button in enumerate(self.of_a_run()):
            rows.addWidget(button, 1, len(self.all()) - len(self.of_a_run()) + place)
        theme.changed.connect(self._paint_icons)
        self._paint_icons()

    def all(self) -> list[QToolButton]:
        return [*self.views.values(), self.fit, self.labels, self.zero]

    def of_a_run(self) -> list[QToolButton]:
        return [self.trails, self.forces, self.centre]

    def show_states(self, trails: bool, forces: bool, centre: bool) -> None:
        for button, is_on in zip(self.of_a_run(), (trails, forces, centre), strict=True):
            button.setChecked(is_on)

    def _button(self, tip: str, clicked: Any, is_switch: bool = False) -> QToolButton:
        button = QToolButton(self)
        set_tip(button, tip)
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
        self.trails.setIcon(self.theme.icon("ph.path"))
        self.forces.setIcon(pull(self.theme.colour("ink")))
        self.centre.setIcon(quartered(self.theme.colour("ink")))
        colours, back = self.theme.colours, self.theme.colour("panel", 0.7)
        clear = f"rgba({back.red()}, {back.green()}, {back.blue()}, {back.alpha()})"  # readable over any background
        self.setStyleSheet(
            f"QToolButton {{ background: {clear}; border: 0; border-radius: 6px; padding: 2px; }}"
            f"QToolButton:hover {{ background: {colours['tint']}; }}"
            f"QToolButton:checked {{ background: {colours['panel']}; border: 1px solid {colours['accent']}; padding: 1px; }}"
            f"QToolButton:focus {{ border: 2px solid {colours['accent']}; padding: 0; }}"
        )


def _blank() -> tuple[QPixmap, QPainter]:
    """A square of 20 to draw an icon in."""
    pixmap = QPixmap(40, 40)
    pixmap.setDevicePixelRatio(2)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    return pixmap, painter


def quartered(ink: QColor) -> QIcon:
    """The mark of a centre of mass."""
    pixmap, painter = _blank()
    painter.setPen(QPen(ink, 1.4))
    painter.drawEllipse(QPointF(10, 10), 7, 7)
    painter.setBrush(ink)
    for start in (0, 180):
        painter.drawPie(QRectF(3, 3, 14, 14), 16 * start, 16 * 90)
    painter.end()
    return QIcon(pixmap)


def pull(ink: QColor) -> QIcon:
    """A point with the force on it."""
    pixmap, painter = _blank()
    painter.setPen(QPen(ink, 1.6, c=Qt.PenCapStyle.RoundCap, j=Qt.PenJoinStyle.RoundJoin))
    painter.drawLine(QPointF(5, 15), QPointF(16, 4))
    painter.drawPolyline([QPointF(10, 4), QPointF(16, 4), QPointF(16, 10)])
    painter.setBrush(ink)
    painter.drawEllipse(QPointF(5, 15), 2.4, 2.4)
    painter.end()
    return QIcon(pixmap)


def cube(face: list[tuple[float, float]] | None, ink: QColor, accent: QColor) -> QIcon:
    """A cube with the face towards the viewer filled; None: the corner."""
    pixmap, painter = _blank()
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
