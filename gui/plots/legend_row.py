"""Painting of a legend row: line, name and values; in columns or stacked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from ..theme import Theme
from .axes_frame import font
from .legend_model import ENTRY, Index, LegendEntry
from .polylines import DASHES

if TYPE_CHECKING:
    from .legend import Legend

ROW, TALL, EDGE, SWATCH, CROSS = 19, 34, 6, 14, 14
COLUMN = 38  # minimum width of a value
GAP, APART = 6, 10  # between name and value, between columns
LEAST = 96  # minimum width of a column
_FLAG = Qt.AlignmentFlag


def natural_width(entry: LegendEntry) -> int:
    """The width that shows a row in full."""
    metrics = QFontMetrics(font())
    if not entry.name:
        return metrics.horizontalAdvance(entry.label) + 2 * EDGE
    value = max(COLUMN, metrics.horizontalAdvance("0" * entry.longest)) + metrics.horizontalAdvance(
        f" {entry.shown_unit}".rstrip()
    )
    return EDGE + SWATCH + GAP + metrics.horizontalAdvance(entry.label) + GAP + value + APART


class LegendRow(QStyledItemDelegate):
    def __init__(self, theme: Theme, legend: Legend):
        super().__init__(legend)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        legend = self._legend
        if not legend.is_flowing:
            return QSize(80, TALL if len(index.data(ENTRY).values) > 1 else ROW)
        room = legend.width() - 2
        if legend.has_two_cursors:
            return QSize(room, ROW)
        return QSize(min(legend.natural_width, room // legend.across(room)), ROW)

    @property
    def _legend(self) -> Legend:
        return self.parent()  # pyright: ignore[reportReturnType]

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        entry, colour = index.data(ENTRY), self._theme.colour
        rect, state = option.rect, option.state  # pyright: ignore[reportAttributeAccessIssue]
        is_over, legend = bool(state & QStyle.StateFlag.State_MouseOver), self._legend
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(font())
        if is_over or (legend.hasFocus() and state & QStyle.StateFlag.State_Selected):
            painter.setPen(Qt.PenStyle.NoPen if not legend.hasFocus() or is_over else QPen(colour("accent"), 1))
            painter.setBrush(colour("tint"))
            painter.drawRoundedRect(rect.adjusted(1, 0, -2, -1), 4, 4)
        left, right, top = rect.left() + EDGE, rect.right() - EDGE, rect.top()
        if legend.is_flowing and not legend.has_two_cursors:
            right = rect.right() - APART
        if not entry.name:
            painter.setPen(colour("accent"))
            painter.drawText(QRect(left, top, right - left, ROW), _FLAG.AlignVCenter, entry.label)
            painter.restore()
            return
        self._paint_swatch(painter, entry, QPointF(left, top + ROW / 2))
        if is_over and entry.can_go:
            self._paint_cross(painter, legend.cross_of(index))
            right -= CROSS
        painter.setOpacity(0.4 if entry.is_hidden else 1.0)
        if legend.is_flowing and len(entry.values) > 1:
            right = self._paint_columns(painter, entry, QRect(left + SWATCH + 30, top, right - left - SWATCH - 30, ROW))
        beside = f"{entry.values[0]} {entry.shown_unit}".strip() if len(entry.values) == 1 else entry.shown_unit
        metrics = painter.fontMetrics()
        wide = metrics.horizontalAdvance(beside)
        painter.setPen(colour("text"))
        painter.drawText(QRect(right - wide, top, wide + 1, ROW), _FLAG.AlignVCenter, beside)
        painter.setPen(colour("text2"))
        begin = left + SWATCH + 6
        name = metrics.elidedText(entry.label, Qt.TextElideMode.ElideMiddle, right - wide - 6 - begin)
        painter.drawText(QRect(begin, top, right - wide - 6 - begin, ROW), _FLAG.AlignVCenter, name)
        if len(entry.values) > 1 and not legend.is_flowing:
            self._paint_columns(painter, entry, QRect(left, top + ROW - 3, rect.right() - EDGE - left, TALL - ROW))
        painter.restore()

    def _paint_columns(self, painter: QPainter, entry: LegendEntry, box: QRect) -> int:
        """Values at A, at B, and the difference; returns where they start."""
        painter.setPen(self._theme.colour("text"))
        widest = max(painter.fontMetrics().horizontalAdvance(value) for value in entry.values) + 10
        third = min(box.width() / len(entry.values), max(widest, COLUMN))
        box.setLeft(round(box.right() + 1 - third * len(entry.values)))
        for place, value in enumerate(entry.values):
            cell = QRect(round(box.left() + place * third), box.top(), round(third), box.height())
            painter.drawText(cell, _FLAG.AlignVCenter | _FLAG.AlignRight, value)
        return box.left() + 4

    def _paint_swatch(self, painter: QPainter, entry: LegendEntry, at: QPointF) -> None:
        pen = QPen(entry.pen)
        if entry.dash is not None:
            pen.setDashPattern([length / pen.widthF() for length in DASHES[entry.dash % len(DASHES)]])
        painter.setPen(pen)
        painter.setOpacity(0.3 if entry.is_hidden else 1.0)
        painter.drawLine(at, at + QPointF(SWATCH, 0))

    def _paint_cross(self, painter: QPainter, box: QRect) -> None:
        painter.setOpacity(1.0)
        painter.setPen(QPen(self._theme.colour("text2"), 1.5))
        middle = QPointF(box.center()) + QPointF(0.5, 0.5)
        for slope in (1, -1):
            painter.drawLine(middle + QPointF(-3.5, -3.5 * slope), middle + QPointF(3.5, 3.5 * slope))
