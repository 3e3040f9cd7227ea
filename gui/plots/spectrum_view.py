"""Amplitude over frequency for the visible time range."""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QPainter

from mars.pictures.charts.spectrum import shown_frequency, spectrum

from ..i18n import translate
from ..theme import Theme
from .axes_frame import AxisTitle
from .axis import Axis
from .plot_view import PlotView, Points
from .trace import PlotContext, Trace


class SpectrumView(PlotView):
    """`peak` of a trace returns its highest line."""

    def __init__(self, theme: Theme, context: PlotContext):
        super().__init__(theme, context)
        self._x = Axis("Hz")

    @property
    def x(self) -> Axis:
        return self._x

    @property
    def x_title(self) -> AxisTitle:
        return AxisTitle(translate("Plots", "frequency"), "Hz")

    def titles(self) -> list[AxisTitle]:
        return [AxisTitle(translate("Plots", "amplitude"), axis.unit) for axis in self.axes]

    def points(self, trace: Trace, pixels: int) -> Points:
        begin = max(self.context.time.low, trace.series.recording.begin)
        return spectrum(*trace.series.stretch(begin, self.context.end))

    def peak(self, trace: Trace) -> tuple[float, float]:
        """Frequency and amplitude, in the shown unit; NaN if nothing oscillates."""
        for each, (frequencies, amplitudes) in self._points:
            if each is trace and amplitudes.size > 1:
                highest = 1 + int(np.argmax(amplitudes[1:]))
                return float(frequencies[highest]), trace.axis.scale * float(amplitudes[highest])
        return float("nan"), float("nan")

    def hold(self, tighten: bool) -> None:
        """From zero to the frequency that contains nearly all of the motion."""
        super().hold(tighten)
        for axis in self.axes:
            if not axis.is_manual:
                axis.low = 0.0
        highest = [shown_frequency(*points) for _, points in self._points if points[0].size]
        if highest and not self._x.is_manual:
            self._x.hold(0.0, max(highest), tighten=tighten)
            self._x.low = 0.0

    def paint_over(self, painter: QPainter) -> None:
        """It has no time cursor."""
