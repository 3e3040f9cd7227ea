"""Paints curves in pieces: one long polyline with a pen wider than a pixel takes Qt five times as long."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from shiboken6 import Shiboken

SPACING = 1.5  # pixels
FAR = 1e5  # pixels; Qt's painter has a limited number range
WILD, PIECE = 4.0, 16  # vertical pixels between points; points painted together
LONGEST_DASHED = 30_000  # pixels of a line; one that fills its plot is drawn solid
DASHES = ((7.0, 4.0), (2.5, 3.0), (11.0, 4.0), (1.5, 5.0))  # on, off; in the order of the runs


Points = tuple[np.ndarray, np.ndarray]


class PointPool:
    """Points and lines in the memory of an array, so that no objects are created per frame."""

    def __init__(self, kind: type, numbers: int):
        self._kind, self._width = kind, numbers
        self._numbers, self._objects = np.empty((0, numbers)), []

    def of(self, *columns: np.ndarray) -> list:
        """The same objects each time: paint them before the next call."""
        size = columns[0].size
        if size > len(self._objects):
            room = max(1024, 2 * size)
            self._objects = []  # before their memory is freed
            self._numbers = np.empty((room, self._width))
            start, step = self._numbers.ctypes.data, self._numbers.strides[0]
            self._objects = [Shiboken.wrapInstance(start + step * i, self._kind) for i in range(room)]
        for place, numbers in enumerate(columns):
            self._numbers[:size, place] = numbers
        return self._objects[:size]


_points, _lines = PointPool(QPointF, 2), PointPool(QLineF, 4)


def draw_curve(painter: QPainter, x: np.ndarray, y: np.ndarray, pen: QPen, dash: int | None = None) -> None:
    """A curve through points in pixels, with gaps at NaN. `dash` is an index into `DASHES`."""
    x, y = _spaced(np.clip(x, -FAR, FAR), np.clip(y, -FAR, FAR))
    painter.setPen(pen)
    good = np.isfinite(x + y)
    if dash is not None:
        painter.drawLines(_lines.of(*_dashed(x[good], y[good], *DASHES[dash % len(DASHES)])))
        return
    for first, last in _stretches(good):
        _draw(painter, x[first:last], y[first:last])


def _draw(painter: QPainter, x: np.ndarray, y: np.ndarray) -> None:
    """Smooth curves as short polylines, which have no seams; rough ones as single lines, which are faster."""
    if x.size == 1:
        painter.drawPoint(QPointF(x[0], y[0]))
    elif np.abs(np.diff(y)).mean() > WILD:
        painter.drawLines(_lines.of(x[:-1], y[:-1], x[1:], y[1:]))
    else:
        points = _points.of(x, y)
        for first in range(0, x.size - 1, PIECE):
            painter.drawPolyline(points[first : first + PIECE + 1])


def _stretches(good: np.ndarray) -> list[list[int]]:
    """First and last row of each part between gaps."""
    if good.all():
        return [[0, good.size]] if good.size else []
    return np.flatnonzero(np.diff(good.astype(np.int8), prepend=0, append=0)).reshape(-1, 2).tolist()


def _spaced(x: np.ndarray, y: np.ndarray) -> Points:
    """Without points closer together, along the curve, than the line width: short pieces look like beads."""
    if x.size < 3:
        return x, y
    steps = np.hypot(np.diff(x), np.diff(y))
    along = np.floor(np.cumsum(np.where(np.isfinite(steps), steps, SPACING)) / SPACING)
    kept = np.concatenate([[True], np.diff(along, prepend=0.0) > 0])
    kept[-1] = True
    return x[kept], y[kept]


def _dashed(x: np.ndarray, y: np.ndarray, on: float, off: float) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Chords of equal length along the curve."""
    along = np.concatenate([[0.0], np.cumsum(np.hypot(np.diff(x), np.diff(y)))])
    if x.size < 2 or along[-1] > LONGEST_DASHED:
        return x[:-1], y[:-1], x[1:], y[1:]
    starts = np.arange(0.0, along[-1], on + off)
    ends = np.minimum(starts + on, along[-1])
    return np.interp(starts, along, x), np.interp(starts, along, y), np.interp(ends, along, x), np.interp(ends, along, y)


def pen(colour: QColor, width: float) -> QPen:
    return QPen(colour, width, c=Qt.PenCapStyle.FlatCap)


def mixed(colour: QColor, other: QColor, part: float) -> QColor:
    """Opaque, because pieces of a line overlap."""
    one, two = colour.getRgbF(), other.getRgbF()
    red, green, blue = (one[i] + part * (two[i] - one[i]) for i in range(3))  # pyright: ignore[reportIndexIssue]
    return QColor.fromRgbF(red, green, blue)
