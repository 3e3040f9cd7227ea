"""Mouse handling of a plot: cursors, zoom and pan. A double-click resets any changed range."""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent

from ..widgets.plain_text import set_tip
from .axis import Axis

if TYPE_CHECKING:
    from .plot_view import PlotView

SLACK = 5  # pixels that the mouse may move during a click
GRIP = 6  # pixels beside a cursor within which it can be grabbed
ZOOM = 0.8  # per step of the wheel
_BUTTON, _KEY, _SHAPE = Qt.MouseButton, Qt.KeyboardModifier, Qt.CursorShape


class PlotMouse:
    """See `press` for the buttons."""

    def __init__(self, view: PlotView):
        self._view: PlotView = weakref.proxy(view)
        self._doing = ""  # seek, b, band, pan, stretch
        self._axes: list[Axis] = []
        self._from = self._last = QPointF()

    def press(self, event: QMouseEvent) -> None:
        """Left: drag the time cursor. Shift or right: a frame to zoom into. Middle, or left on an axis: pan."""
        view, place, button = self._view, event.position(), event.button()
        self._from = self._last = place
        axis = view.axis_at(place)
        in_plot = view.area.contains(place)
        stretches = button == _BUTTON.RightButton or bool(event.modifiers() & (_KEY.ShiftModifier | _KEY.ControlModifier))
        self._doing, self._axes = "", []
        if axis is not None and button != _BUTTON.MiddleButton:
            self._doing, self._axes = ("stretch" if stretches else "pan"), [axis]
        elif in_plot and button == _BUTTON.MiddleButton:
            self._doing, self._axes = "pan", [view.x, *view.axes]
        elif in_plot and button == _BUTTON.LeftButton and self._is_at_b(place):
            self._doing = "b"
        elif in_plot and (button == _BUTTON.RightButton or event.modifiers() & _KEY.ShiftModifier):
            self._doing = "band"
        elif in_plot and button == _BUTTON.LeftButton:
            self._doing = "seek"
            self._seek(place)

    def move(self, event: QMouseEvent) -> None:
        view, place = self._view, event.position()
        if event.buttons() == _BUTTON.NoButton:
            self._show_shape(place)
            return
        if self._doing == "seek":
            self._seek(place)
        elif self._doing == "b":
            self._set_b(place)
        elif self._doing == "band" and (view.band is not None or self._went(place)):
            view.band = QRectF(self._from, place).normalized().intersected(view.area)
            view.update()
        elif self._doing in ("pan", "stretch"):
            if (place - self._from).manhattanLength() < SLACK and self._last == self._from:
                return
            for axis in self._axes:
                self._drag_axis(axis, place)
            view.zoomed.emit()
        self._last = place

    def release(self, event: QMouseEvent) -> None:
        view, place, doing = self._view, event.position(), self._doing
        band, view.band, self._doing = view.band, None, ""
        view.update()
        if band is not None:
            if band.width() > SLACK and band.height() > SLACK:
                self._zoom_into(band)
        elif event.button() == _BUTTON.RightButton and not self._went(place):
            view.menu_asked.emit(event.globalPosition().toPoint())
        elif doing == "band" and event.button() == _BUTTON.LeftButton:  # a click with Shift
            self._set_b(place)

    def double_click(self, event: QMouseEvent) -> None:
        """Fit an axis, or all of them."""
        axis = self._view.axis_at(event.position())
        if event.button() != _BUTTON.LeftButton:
            return
        if axis is None or axis is self._view.x:
            self._view.fit_asked.emit()
        else:
            axis.release()
            self._view.gather()
            self._view.zoomed.emit()

    def wheel(self, event: QWheelEvent) -> None:
        """Zoom the x axis; with Ctrl the y axes; over an axis, that axis."""
        view, place = self._view, event.position()
        steps = (event.angleDelta().y() or event.angleDelta().x()) / 120
        axis = view.axis_at(place)
        axes = [axis] if axis is not None else view.axes if event.modifiers() & _KEY.ControlModifier else [view.x]
        if steps and (axis is not None or view.area.contains(place)):
            for each in axes:
                each.zoom(ZOOM**steps, self._value(each, place))
            view.zoomed.emit()
            event.accept()
        else:
            event.ignore()

    def _drag_axis(self, axis: Axis, place: QPointF) -> None:
        before, after = self._value(axis, self._last), self._value(axis, place)
        if self._doing == "pan":
            axis.pan(before - after)
            return
        moved = self._last.x() - place.x() if axis is self._view.x else place.y() - self._last.y()
        axis.zoom(1.01**moved, (axis.low + axis.high) / 2)

    def _zoom_into(self, band: QRectF) -> None:
        view, area = self._view, self._view.area
        ranges = [(view.x, self._value(view.x, band.bottomLeft()), self._value(view.x, band.topRight()))]
        if band.height() < 0.94 * area.height():  # a frame over the whole height zooms only the time
            ranges += [(axis, self._value(axis, band.bottomLeft()), self._value(axis, band.topRight())) for axis in view.axes]
        for axis, low, high in ranges:
            axis.show(low, high)
        view.zoomed.emit()

    def _value(self, axis: Axis, place: QPointF) -> float:
        area = self._view.area
        if axis is self._view.x:
            return axis.value(place.x(), area.left(), area.right())
        return axis.value(place.y(), area.bottom(), area.top())

    def _seek(self, place: QPointF) -> None:
        t = self._view.time_at(place)
        if t is not None:
            self._view.sought.emit(t)

    def _set_b(self, place: QPointF) -> None:
        t = self._view.time_at(place)
        if t is not None:
            self._view.b_asked.emit(t)

    def _is_at_b(self, place: QPointF) -> bool:
        return self._nearness(self._view.b_place(), place) and not self._nearness(self._view.a_place(), place)

    def _nearness(self, line: float | None, place: QPointF) -> bool:
        return line is not None and abs(line - place.x()) <= GRIP

    def _went(self, place: QPointF) -> bool:
        return (place - self._from).manhattanLength() >= SLACK

    def _show_shape(self, place: QPointF) -> None:
        view, axis = self._view, self._view.axis_at(place)
        set_tip(view, view.tip(place))
        if axis is not None:
            view.setCursor(_SHAPE.SizeHorCursor if axis is view.x else _SHAPE.SizeVerCursor)
        elif view.area.contains(place) and (self._nearness(view.a_place(), place) or self._nearness(view.b_place(), place)):
            view.setCursor(_SHAPE.SplitHCursor)
        else:
            view.setCursor(_SHAPE.CrossCursor if view.area.contains(place) else _SHAPE.ArrowCursor)
