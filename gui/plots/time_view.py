"""Curves over time, with the two time cursors and a tick at each intervention. `PlotView` paints the curves."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from ..i18n import translate
from .axes_frame import AxisTitle, font
from .axis import Axis
from .plot_view import PlotView, Points
from .trace import Trace

TICK = 5  # half the width of an intervention's mark


class TimeView(PlotView):
    """Its x axis is shared by all plots over time."""

    grows = True

    @property
    def x(self) -> Axis:
        return self.context.time

    @property
    def x_title(self) -> AxisTitle:
        return AxisTitle(translate("Plots", "time"), "s")

    def points(self, trace: Trace, pixels: int) -> Points:
        return trace.series.thinned(self.x.low, self.context.end, pixels)

    def time_at(self, place: QPointF) -> float:
        return self.x.value(place.x(), self.area.left(), self.area.right())

    def a_place(self) -> float:
        return self._place(self.context.a)

    def b_place(self) -> float | None:
        return None if self.context.b is None else self._place(self.context.b)

    def paint_over(self, painter: QPainter) -> None:
        for t, _ in self.marks_at:
            self._paint_mark(painter, self._place(t))
        both = self.context.b is not None
        if self.context.b is not None:
            self._paint_cursor(painter, self._place(self.context.b), self.theme.colour("text2"), "B")
        self._paint_cursor(painter, self.a_place(), self.theme.colour("accent"), "A" if both else "")

    def tip(self, place: QPointF) -> str:
        area = self.area
        near = [words for t, words in self.marks_at if abs(self._place(t) - place.x()) <= TICK]
        return "\n".join(near) if near and place.y() > area.bottom() - 3 * TICK else super().tip(place)

    def _place(self, t: float) -> float:
        return float(self.x.place(t, self.area.left(), self.area.right()))

    def _paint_cursor(self, painter: QPainter, at: float, colour: QColor, letter: str) -> None:
        area = self.area
        if not area.left() - 1 <= at <= area.right() + 1:
            return
        painter.setPen(QPen(colour, 1.25))
        painter.drawLine(QPointF(at, area.top()), QPointF(at, area.bottom()))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        if letter:
            tag = QRectF(at - 7, area.top(), 14, 13)
            painter.drawRoundedRect(tag, 4, 4)
            painter.setFont(font())
            painter.setPen(self.theme.colour("panel"))
            painter.drawText(tag, Qt.AlignmentFlag.AlignCenter, letter)
        else:
            top = area.top()
            painter.drawPolygon(QPolygonF([QPointF(at - 4.5, top), QPointF(at + 4.5, top), QPointF(at, top + 6)]))

    def _paint_mark(self, painter: QPainter, at: float) -> None:
        bottom = self.area.bottom()
        if self.area.left() <= at <= self.area.right():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self.theme.colour("warning"))
            half = TICK - 0.5
            painter.drawPolygon(QPolygonF([QPointF(at - half, bottom), QPointF(at + half, bottom), QPointF(at, bottom - 7)]))
