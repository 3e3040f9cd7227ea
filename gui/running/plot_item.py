"""One of the stacked plots: the curves of one unit over time, with the time cursor."""

from __future__ import annotations

from typing import Any

import numpy as np
from PySide6.QtGui import QFont, QPen

from ..i18n import translate
from ..theme import Theme
from .curves import Curve, Height, thinned


def _with_true_minus(strings: Any) -> Any:
    return lambda *given: [text.replace("-", "−") for text in strings(*given)]


class Plot:
    """Curves of one unit."""

    def __init__(self, item: Any, unit: str, curves: list[Curve], *, last: bool):
        import pyqtgraph

        self.item, self.unit, self.curves, self._is_last = item, unit, curves, last
        self.box, self.height = item.getViewBox(), Height(unit)
        item.setMenuEnabled(False)
        item.hideButtons()
        item.showGrid(x=True, y=True, alpha=1.0)
        for side in ("left", "bottom"):
            axis = item.getAxis(side)
            axis.setZValue(-1)  # the grid lies below the curves
            axis.enableAutoSIPrefix(False)
            axis.tickStrings = _with_true_minus(axis.tickStrings)
        item.getAxis("left").setWidth(60)  # all the same, so that times lie above each other
        item.getAxis("bottom").setHeight(34 if last else 4)
        self.box.disableAutoRange()
        self.lines = [pyqtgraph.PlotCurveItem(antialias=True, skipFiniteCheck=True) for _ in curves]
        for line in self.lines:
            item.addItem(line)
        self.cursor = pyqtgraph.InfiniteLine(angle=90, movable=True)
        item.addItem(self.cursor)

    @property
    def title(self) -> str:
        titles = {"deg": translate("Plots", "angle"), "m": translate("Plots", "travel")}
        what = self.curves[0].label if len(self.curves) == 1 else titles.get(self.unit, "")
        return f"{what}, {self.unit}" if what else self.unit

    def draw(self, times: np.ndarray, values: list[np.ndarray], finest: int, *, follow: bool, tighten: bool) -> None:
        """What lies in the stretch of time that is shown, in no more than `finest` columns."""
        begin, end = self.box.viewRange()[0]
        first = max(0, int(np.searchsorted(times, begin)) - 1)
        last = int(np.searchsorted(times, end, side="right")) + 1
        pixels = max(64, min(finest, int(self.box.width())))
        low, high = np.inf, -np.inf
        for line, known in zip(self.lines, values, strict=True):
            part = known[first:last]
            line.setData(*thinned(times[first:last], part, pixels))
            if part.size and line.isVisible():
                low, high = min(low, float(part.min())), max(high, float(part.max()))
        if follow and self.height.hold(low, high, tighten=tighten):
            self.box.setYRange(self.height.low, self.height.high, padding=0.0)

    def restyle(self, theme: Theme) -> None:
        colours, font = theme.colours, QFont("Inter")
        font.setPixelSize(10)
        style = {"color": colours["text2"], "font-size": "10.5px"}
        for side in ("left", "bottom"):
            axis = self.item.getAxis(side)
            axis.setPen(colours["border"])
            axis.setTextPen(colours["text2"])
            axis.setStyle(tickFont=font, tickLength=0, tickTextOffset=4, maxTickLevel=1, hideOverlappingLabels=False)
        self.item.setLabel("left", self.title, **style)
        if self._is_last:
            self.item.setLabel("bottom", translate("Plots", "time, s"), **style)
        self.item.getAxis("bottom").setStyle(showValues=self._is_last)
        accent = QPen(theme.colour("accent"), 1.25)
        accent.setCosmetic(True)
        self.cursor.setPen(accent)
        self.cursor.setHoverPen(QPen(theme.colour("accent"), 0))
