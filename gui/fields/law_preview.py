"""The curve of a law over the duration of the run."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from mars.component.laws import Law
from mars.formulas.units import convert_factor
from mars.pictures.sheet.value_labels import figure
from mars.translation import languages

from ..theme import Theme
from .display_units import display_unit, readable
from .slider import round_step

POINTS = 240


class LawPreview(QWidget):
    """Axes with units, time from zero to the end of the run."""

    def __init__(self, theme: Theme, unit: str, parent: QWidget | None = None):
        super().__init__(parent)
        self.theme, self.unit = theme, unit
        self.times, self.values = np.zeros(0), np.zeros(0)
        self.end = 10.0
        self.setFixedHeight(104)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_law(self, law: Law, end: float) -> None:
        """Sample the law; corners are sampled on both sides so that jumps are vertical."""
        self.end = end if math.isfinite(end) and end > 0 else 10.0
        self.times, self.values = law.curve(self.end, POINTS)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.theme.colour("sheet"))
        painter.drawRoundedRect(self.rect(), 6, 6)
        font = QFont(self.font())
        font.setPixelSize(10)
        painter.setFont(font)
        good = np.isfinite(self.values)
        if not good.any():
            return
        largest = float(np.abs(self.values[good]).max())
        unit = display_unit(self.unit, largest)
        values = self.values * convert_factor(self.unit, unit)
        low, high = float(values[good].min()), float(values[good].max())
        low, high = min(low, 0.0), max(high, 0.0)
        if high - low < 1e-12 * max(1.0, abs(high)):
            low, high = low - 1.0, high + 1.0
        ticks = _ticks(low, high)
        margin = max(painter.fontMetrics().horizontalAdvance(figure(tick)) for tick in ticks) + 8
        plot = QRectF(margin, 18, self.width() - margin - 10, self.height() - 18 - 18)

        def place(t: float, v: float) -> QPointF:
            return QPointF(plot.left() + t / self.end * plot.width(), plot.bottom() - (v - low) / (high - low) * plot.height())

        self._axes(painter, plot, place, ticks, unit)
        self._curve(painter, place, values, good)

    def _axes(self, painter: QPainter, plot: QRectF, place, ticks: list[float], unit: str) -> None:
        grid = QPen(self.theme.colour("border"), 1)
        text = self.theme.colour("text2")
        for tick in ticks:
            y = place(0, tick).y()
            painter.setPen(QPen(self.theme.colour("zero"), 1) if tick == 0 else grid)
            painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
            painter.setPen(text)
            box = QRectF(0, y - 7, plot.left() - 4, 14)
            painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, figure(tick))
        below = QRectF(plot.left(), plot.bottom() + 3, plot.width(), 14)
        painter.setPen(text)
        painter.drawText(below, Qt.AlignmentFlag.AlignLeft, "0")
        painter.drawText(below, Qt.AlignmentFlag.AlignRight, languages.unit_text(f"{figure(self.end)} s"))
        painter.drawText(below, Qt.AlignmentFlag.AlignHCenter, "t")
        painter.drawText(QRectF(6, 2, self.width() - 12, 14), Qt.AlignmentFlag.AlignLeft, readable(unit))

    def _curve(self, painter: QPainter, place, values: np.ndarray, good: np.ndarray) -> None:
        path, is_down = QPainterPath(), False
        for t, v, is_good in zip(self.times, values, good, strict=True):
            if is_good and is_down:
                path.lineTo(place(t, v))
            elif is_good:
                path.moveTo(place(t, v))
            is_down = bool(is_good)
        pen = QPen(self.theme.colour("accent"), 1.75)
        pen.setColor(self.theme.colours["curves"][0])
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(path)


def _ticks(low: float, high: float) -> list[float]:
    """A few round numbers."""
    step = round_step((high - low) / 3)
    first = math.ceil(low / step - 1e-9)
    return [i * step for i in range(first, math.floor(high / step + 1e-9) + 1)] or [0.0]
