"""Streams and power on the wires: arrows for the stream, width for the power, chevrons that move in the direction of the
power."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem

from mars.component.icon_paths import Point
from mars.pictures.style import domain_look

from ...symbols.painter_paths import wire_path
from ...symbols.pens import ThemePens, pen
from ..items import NAMES_FROM, STRANDS, zoom_of
from .wire_sections import WireSection

WIDEST = 12.0  # added to a wire's width by the largest power
SPACING = 12.0  # of chevrons; they move this far in PHASES steps
PHASES = 12
LEAST = 0.02  # of the largest: smaller ones are not shown
SHORTEST, LONGEST = 5.0, 13.0  # of arrows


class FlowItem(QGraphicsItem):
    """One strand. `power` and `stream` are fractions of the largest, −1 to 1, positive along the strand."""

    def __init__(self, strand: WireSection, colours: ThemePens):
        super().__init__()
        self.setZValue(STRANDS)
        self.strand, self.colours = strand, colours
        self.power = self.stream = 0.0
        self.phase = 0
        self.path = wire_path(strand.points)
        self.longest = max(pairwise(strand.points), key=lambda piece: math.dist(*piece))
        self._pen = pen(colours.domain(strand.domain), 1.6)
        self._rim = pen(colours.colour("sheet"), 1.25)
        self._faint = colours.domain(strand.domain)
        self._faint.setAlphaF(0.30)
        margin = WIDEST / 2 + domain_look(strand.domain).width
        self._bounds = self.path.controlPointRect().adjusted(-margin, -margin, margin, margin)

    def take(self, power: float, stream: float, phase: int) -> bool:
        """Take new values; whether it looks different now."""
        now = (round(power * 48) / 48, round(stream * 24) / 24)
        phase = phase % PHASES if abs(now[0]) >= LEAST else 0
        if (*now, phase) == (self.power, self.stream, self.phase):
            return False
        (self.power, self.stream), self.phase = now, phase
        self.update()
        return True

    def boundingRect(self) -> QRectF:
        return self._bounds

    def paint(self, painter: QPainter, option: Any, widget: Any = None) -> None:
        if abs(self.power) >= LEAST:
            thin = domain_look(self.strand.domain).width / 2
            half = thin + WIDEST / 2 * abs(self.power)
            self._paint_band(painter, half)
            if zoom_of(painter) >= NAMES_FROM:
                painter.setPen(self._pen)
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawPath(self._chevrons(max(thin + 2.0, half)))
        if abs(self.stream) >= LEAST:
            painter.setPen(self._rim)
            painter.setBrush(self._pen.color())
            for head in self.heads():
                painter.drawPolygon(head)

    def _paint_band(self, painter: QPainter, half: float) -> None:
        """Along the strand; rectangles where it is vertical or horizontal, which is nearly always the case and much faster than a
        stroke."""
        pieces = list(pairwise(self.strand.points))
        if any(ax != bx and ay != by for (ax, ay), (bx, by) in pieces):
            painter.strokePath(self.path, QPen(self._faint, 2 * half))
            return
        for number, ((ax, ay), (bx, by)) in enumerate(pieces):
            before, after = half * (number > 0), half * (number < len(pieces) - 1)  # each corner belongs to one of its pieces
            length = abs(bx - ax) + abs(by - ay) or 1.0
            ux, uy = (bx - ax) / length, (by - ay) / length
            start_x, start_y, end_x, end_y = ax + before * ux, ay + before * uy, bx + after * ux, by + after * uy
            wide, high = (half, 0.0) if ux == 0 else (0.0, half)
            corner = QPointF(min(start_x, end_x) - wide, min(start_y, end_y) - high)
            painter.fillRect(QRectF(corner, QPointF(max(start_x, end_x) + wide, max(start_y, end_y) + high)), self._faint)

    def _chevrons(self, half: float) -> QPainterPath:
        """Chevrons spread over the strand, pointing in the direction of the power; none at a corner, where it would be bent."""
        path = QPainterPath()
        points = self.strand.points if self.power > 0 else self.strand.points[::-1]
        before = 0.0
        walked = SPACING * self.phase / PHASES
        room = self._size + 3 if abs(self.stream) >= LEAST else 0.0  # for the arrow
        for a, b in pairwise(points):
            is_clear = not room or {a, b} != set(self.longest)
            length = math.dist(a, b)
            ux, uy = ((b[0] - a[0]) / length, (b[1] - a[1]) / length) if length else (0.0, 0.0)
            along = (walked - before) % SPACING
            while along < length:
                if 3 <= along <= length - 1 and (is_clear or abs(along - 0.3 * half - length / 2) > room):
                    x, y = a[0] + ux * along, a[1] + uy * along
                    back_x, back_y = x - 0.6 * half * ux, y - 0.6 * half * uy
                    path.moveTo(back_x - half * uy, back_y + half * ux)
                    path.lineTo(x, y)
                    path.lineTo(back_x + half * uy, back_y - half * ux)
                along += SPACING
            before += length
        return path

    @property
    def _size(self) -> float:
        """Size of an arrow."""
        return SHORTEST + (LONGEST - SHORTEST) * min(1.0, abs(self.stream))

    def heads(self) -> list[QPolygonF]:
        """One arrowhead in the direction of the stream; a vector has no sign along a wire and acts on both sides: two."""
        (ax, ay), (bx, by) = self.longest
        length = math.dist((ax, ay), (bx, by)) or 1.0
        along = ((bx - ax) / length, (by - ay) / length)
        middle = ((ax + bx) / 2, (ay + by) / 2)
        size = self._size
        if self.strand.domain == "frame":
            size = min(size, length / 2)
            return [_head(middle, along, size, 0.0), _head(middle, (-along[0], -along[1]), size, 0.0)]
        way = along if self.stream > 0 else (-along[0], -along[1])
        return [_head(middle, way, min(size, length), -size / 2)]


def _head(at: Point, way: Point, size: float, shift: float) -> QPolygonF:
    """A triangle with its base `shift` before a point, pointing in a direction."""
    (x, y), (dx, dy) = at, way
    foot_x, foot_y, half = x + shift * dx, y + shift * dy, 0.45 * size
    corners = (
        (foot_x - half * dy, foot_y + half * dx),
        (foot_x + size * dx, foot_y + size * dy),
        (foot_x + half * dy, foot_y - half * dx),
    )
    return QPolygonF([QPointF(*corner) for corner in corners])
