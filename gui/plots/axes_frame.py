"""The background of a plot: grid, border, ticks and titles of the axes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen

from mars.pictures.charts.ticks import Marks, with_scale
from mars.translation import languages

from ..theme import Theme, made_font
from .axis import Axis

TITLES, NUMBERS = 18, 17  # height of the row of titles above, of the numbers below
LEFT, RIGHT, STEP = 34, 10, 8  # minimum margins; widths of axes grow in steps, to avoid jitter
_FLAG = Qt.AlignmentFlag


@dataclass(frozen=True)
class AxisTitle:
    """Title of an axis: quantity and unit."""

    quantity: str
    unit: str

    def scaled(self, found: Marks) -> tuple[str, str]:
        return with_scale(self.quantity, self.unit, found)


def font(weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    return made_font(11, weight)


def most_marks(height: float) -> int:
    return max(2, int(height / 30))


def axis_width(axis: Axis, height: float) -> int:
    """Width of its numbers."""
    metrics = QFontMetricsF(font())
    widest = max((metrics.horizontalAdvance(label) for label in axis.marks(most_marks(height)).labels), default=0.0)
    return STEP * math.ceil((widest + 8) / STEP)


def right_width(axis: Axis, height: float) -> int:
    """Width of the numbers of one of several axes at the right, which has its unit above them."""
    unit = QFontMetricsF(font()).horizontalAdvance(axis.written_unit)
    return max(axis_width(axis, height), STEP * math.ceil((unit + 10) / STEP))


class AxesFrame:
    """Paints into the rectangle of a plot's widget; `area` is that of the curves."""

    def __init__(self, theme: Theme, area: QRectF, size: tuple[float, float]):
        self.theme, self.area = theme, area
        self.width, self.height = size

    def paint(
        self,
        painter: QPainter,
        x: Axis,
        axes: Sequence[Axis],
        titles: Sequence[AxisTitle],
        heading: str,
        x_title: AxisTitle | None,
    ) -> None:
        area = self.area
        painter.setFont(font())
        painter.fillRect(area, self.theme.colour("panel"))
        across = x.marks(max(2, int(area.width() / 64)))
        self._lines_across(painter, across, x)
        if axes:
            self._up(painter, axes[0])
        painter.setPen(QPen(self.theme.colour("border"), 1))
        painter.drawRect(area.adjusted(0.5, 0.5, -0.5, -0.5))
        left = area.right()
        for axis in axes[1:]:
            wide = right_width(axis, area.height())
            self._numbers_up(painter, axis, QRectF(left + 5, 0, wide, self.height), _FLAG.AlignLeft)
            left += wide
        if x_title is not None:
            self._numbers_across(painter, across, x, x_title)
        self._titles(painter, axes, titles, heading)

    def _lines_across(self, painter: QPainter, found: Marks, x: Axis) -> None:
        area = self.area
        for tick, written in zip(found.ticks, found.labels, strict=True):
            place = math.floor(x.place(tick, area.left(), area.right())) + 0.5
            if area.left() + 3 < place < area.right() - 3:
                painter.setPen(self._grid_pen(written))
                painter.drawLine(QPointF(place, area.top()), QPointF(place, area.bottom()))

    def _up(self, painter: QPainter, axis: Axis) -> None:
        area, found = self.area, axis.marks(most_marks(self.area.height()))
        for tick, written in zip(found.ticks, found.labels, strict=True):
            place = math.floor(axis.place(tick, area.bottom(), area.top())) + 0.5
            if area.top() + 3 < place < area.bottom() - 3:
                painter.setPen(self._grid_pen(written))
                painter.drawLine(QPointF(area.left(), place), QPointF(area.right(), place))
        self._numbers_up(painter, axis, QRectF(0, 0, area.left() - 5, self.height), _FLAG.AlignRight)

    def _numbers_up(self, painter: QPainter, axis: Axis, box: QRectF, side: Qt.AlignmentFlag) -> None:
        area, found = self.area, axis.marks(most_marks(self.area.height()))
        painter.setPen(self.theme.colour("text2"))
        for tick, written in zip(found.ticks, found.labels, strict=True):
            place = axis.place(tick, area.bottom(), area.top())
            if area.top() - 1 < place < area.bottom() + 1:
                painter.drawText(QRectF(box.left(), place - 7.5, box.width(), 14), side | _FLAG.AlignVCenter, written)

    def _numbers_across(self, painter: QPainter, found: Marks, x: Axis, title: AxisTitle) -> None:
        """Numbers of the x axis; those that overlap the title in their row are left out."""
        area, metrics = self.area, QFontMetricsF(font())
        quantity, unit = title.scaled(found)
        words = ", ".join(filter(None, (quantity, languages.unit_text(unit))))
        row = QRectF(area.left(), area.bottom() + 2, area.width(), 14)
        painter.setPen(self.theme.colour("text2"))
        painter.drawText(row, _FLAG.AlignRight | _FLAG.AlignVCenter, words)
        end = area.right() - metrics.horizontalAdvance(words) - 8
        for tick, written in zip(found.ticks, found.labels, strict=True):
            place, half = x.place(tick, area.left(), area.right()), metrics.horizontalAdvance(written) / 2 + 1
            if area.left() - 1 <= place and place + half < end:
                painter.drawText(QRectF(place - half, row.top(), 2 * half, 14), _FLAG.AlignCenter, written)

    def _titles(self, painter: QPainter, axes: Sequence[Axis], titles: Sequence[AxisTitle], heading: str) -> None:
        """Title of the left axis at the left, of the others at the right, above their numbers."""
        area, left, right = self.area, self.area.left(), self.width - 4
        metrics = QFontMetricsF(font())
        for number, (axis, title) in reversed(list(enumerate(zip(axes, titles, strict=True)))):
            quantity, unit = title.scaled(axis.marks(most_marks(area.height())))
            unit = languages.unit_text(unit)
            if number and len(axes) > 2:  # the unit alone, above its numbers
                begin = area.right() + 5 + sum(right_width(each, area.height()) for each in axes[1:number])
                painter.setPen(self.theme.colour("text2"))
                painter.drawText(QRectF(begin, 1, 80, TITLES - 3), _FLAG.AlignLeft | _FLAG.AlignVCenter, unit)
                right = area.right()
                continue
            if number:
                room = area.width() / 2.2 - metrics.horizontalAdvance(unit)
                quantity = metrics.elidedText(quantity, Qt.TextElideMode.ElideMiddle, room)
                words = ", ".join(filter(None, (quantity, unit)))
                painter.setPen(self.theme.colour("text2"))
                painter.drawText(QRectF(left, 1, right - left, TITLES - 3), _FLAG.AlignRight | _FLAG.AlignVCenter, words)
                right -= max(metrics.horizontalAdvance(words) + 12, axis_width(axis, area.height()))
                continue
            bold, behind = heading or quantity, f" · {quantity}" if heading and quantity and len(axes) < 2 else ""
            behind += f", {unit}" if unit else ""
            painter.setFont(font(QFont.Weight.DemiBold))
            room = right - left - metrics.horizontalAdvance(behind) - 8
            bold = painter.fontMetrics().elidedText(bold, Qt.TextElideMode.ElideRight, max(30, int(room)))
            painter.setPen(self.theme.colour("text"))
            box = QRectF(left, 1, right - left, TITLES - 3)
            used = painter.boundingRect(box, _FLAG.AlignLeft | _FLAG.AlignVCenter, bold)
            painter.drawText(box, _FLAG.AlignLeft | _FLAG.AlignVCenter, bold)
            painter.setFont(font())
            painter.setPen(self.theme.colour("text2"))
            painter.drawText(box.adjusted(used.width(), 0, 0, 0), _FLAG.AlignLeft | _FLAG.AlignVCenter, behind)

    def _grid_pen(self, written: str) -> QPen:
        return QPen(self.theme.colour("zero" if written.strip("0.") == "" else "grid"), 1)
