"""Path data of symbols and routes of wires as painter paths."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainterPath, QTransform

from mars.component.icon_paths import Box, Point, absolute, arc
from mars.pictures.style import CORNER

OVERLAP = 0.3  # of wires and leads


@lru_cache(4096)
def path_of(data: str) -> QPainterPath:
    """A painter path of a symbol's stroke. It is shared: copy it before changing it."""
    path = QPainterPath()
    for command, n in absolute(data):
        if command == "M":
            path.moveTo(n[0], n[1])
        elif command == "L":
            path.lineTo(n[0], n[1])
        elif command == "C":
            path.cubicTo(*n)
        elif command == "Q":
            path.quadTo(*n)
        elif command == "A":
            _arc_to(path, n)
        else:
            path.closeSubpath()
    return path


def _arc_to(path: QPainterPath, n: tuple[float, ...]) -> None:
    here = path.currentPosition()
    found = arc((here.x(), here.y()), n)
    if found is not None:
        (x, y), rx, ry, begin, turn = found
        path.arcTo(x - rx, y - ry, 2 * rx, 2 * ry, -math.degrees(begin), -math.degrees(turn))


def turned(turn: int, flip: bool) -> QTransform:
    """Flipped left to right first, then turned clockwise by quarter turns, like `Place`."""
    transform = QTransform()
    transform.rotate(90 * turn)
    if flip:
        transform.scale(-1, 1)
    return transform


def wire_path(points: Sequence[Point], radius: float = CORNER) -> QPainterPath:
    """A wire with round corners; it extends slightly beyond its ends, so that no seam shows where a lead continues."""
    path = QPainterPath()
    if len(points) < 2:
        return path
    path.moveTo(*_beyond(points[1], points[0]))
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        a, b = math.dist(before, corner), math.dist(corner, after)
        r = min(radius, a / 2, b / 2)
        if r:
            path.lineTo(corner[0] + (before[0] - corner[0]) * r / a, corner[1] + (before[1] - corner[1]) * r / a)
            path.quadTo(*corner, corner[0] + (after[0] - corner[0]) * r / b, corner[1] + (after[1] - corner[1]) * r / b)
    path.lineTo(*_beyond(points[-2], points[-1]))
    return path


def _beyond(before: Point, end: Point) -> Point:
    length = math.dist(before, end)
    if not length:
        return end
    return end[0] + (end[0] - before[0]) * OVERLAP / length, end[1] + (end[1] - before[1]) * OVERLAP / length


def rect(box: Box, grow: float = 0.0) -> QRectF:
    """A box as a rectangle, `grow` larger on every side."""
    left, top, right, bottom = box
    return QRectF(left - grow, top - grow, right - left + 2 * grow, bottom - top + 2 * grow)
