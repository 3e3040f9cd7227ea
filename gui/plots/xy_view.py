"""X–Y and phase plots. They show the same time range as the plots over time."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPen

from ..theme import Theme
from .axes_frame import AxisTitle
from .axis import Axis
from .plot_view import FINEST, PlotView, Points
from .series import Series
from .trace import PlotContext, Trace, curve_colour
from .value_text import label

MOST = 20_000  # points of all curves; beyond this, every second, third, … one
BEFORE = 20.0  # seconds of history kept when pages change
REACH = 24  # pixels within which a click finds a curve


class XYView(PlotView):
    """`equal`: the same scale for x and y, if both have the same unit."""

    def __init__(self, theme: Theme, context: PlotContext):
        super().__init__(theme, context)
        self._x = Axis("")
        self._x_name = ""
        self.equal = False

    def set_x(self, name: str, unit: str, scale: float) -> None:
        self._x_name = name
        if (unit, scale) != (self._x.unit, self._x.scale):
            self._x = Axis(unit, scale)

    @property
    def x(self) -> Axis:
        return self._x

    @property
    def x_title(self) -> AxisTitle:
        return AxisTitle(label(self._x_name), self._x.unit)

    def points(self, trace: Trace, pixels: int) -> Points:
        """Unlike times, positions can recur: points are left out only if there are very many."""
        empty = np.empty(0), np.empty(0)
        if trace.x is None:
            return empty
        time = self.context.time
        begin = time.low if time.is_manual or not self.is_live else time.low - BEFORE
        times, across = trace.x.stretch(begin, self.context.end)
        _, up = trace.series.stretch(begin, self.context.end)
        if across.size != up.size:
            return empty
        inside = slice(int(times[0] < begin), across.size - int(times[-1] > self.context.end)) if times.size > 2 else slice(None)
        step = max(1, -(-across.size * len(self.traces) // (FINEST if self.is_live else MOST)))
        return across[inside][::step], up[inside][::step]

    def hold(self, tighten: bool) -> None:
        super().hold(tighten)
        found = [across[np.isfinite(across)] for _, (across, _) in self._points]
        found = [across for across in found if across.size]
        if found:
            scale = self._x.scale
            low, high = min(float(a.min()) for a in found), max(float(a.max()) for a in found)
            self._x.hold(low * scale, high * scale, tighten=tighten)
        if self.equal and self.can_be_equal:
            self._make_equal()

    @property
    def can_be_equal(self) -> bool:
        return len(self.axes) == 1 and self.axes[0].unit == self._x.unit

    def _make_equal(self) -> None:
        area, up = self.area, self.axes[0]
        pixel = max((self._x.high - self._x.low) / area.width(), (up.high - up.low) / area.height())
        self._x.widen(pixel * area.width())
        up.widen(pixel * area.height())

    def time_at(self, place: QPointF) -> float | None:
        """Time of the nearest point of a curve."""
        best, area = (REACH**2, None), self.area
        for trace in self.traces:
            if trace.is_hidden or trace.run is not None or trace.x is None:
                continue
            times, across = trace.x.stretch(self.context.time.low, self.context.end)
            _, up = trace.series.stretch(self.context.time.low, self.context.end)
            if across.size == 0 or across.size != up.size:
                continue
            dx = self._x.place(self._x.scale * across, area.left(), area.right()) - place.x()
            dy = trace.axis.place(trace.axis.scale * up, area.bottom(), area.top()) - place.y()
            away = np.where(np.isfinite(dx + dy), dx * dx + dy * dy, np.inf)
            nearest = int(np.argmin(away))
            if away[nearest] < best[0]:
                best = float(away[nearest]), float(times[nearest])
        return best[1]

    def paint_over(self, painter: QPainter) -> None:
        """The current point, and the point at the second cursor."""
        for trace in self.traces:
            if trace.is_hidden or trace.run is not None or trace.x is None:
                continue
            colour = curve_colour(self.theme, trace.number)
            if self.context.b is not None:
                self._paint_point(painter, trace, trace.x, self.context.b, QPen(colour, 1.75), self.theme.colour("panel"))
            self._paint_point(painter, trace, trace.x, self.context.a, QPen(self.theme.colour("panel"), 1.5), colour)

    def _paint_point(self, painter: QPainter, trace: Trace, x: Series, t: float, pen: QPen, fill: object) -> None:
        area = self.area
        across, up = self._x.scale * x.value(t), trace.axis.scale * trace.series.value(t)
        if np.isfinite(across + up):
            place = self._x.place(across, area.left(), area.right()), trace.axis.place(up, area.bottom(), area.top())
            painter.setPen(pen)
            painter.setBrush(fill)  # pyright: ignore[reportArgumentType, reportCallIssue]
            painter.drawEllipse(QPointF(*place), 4.5, 4.5)
