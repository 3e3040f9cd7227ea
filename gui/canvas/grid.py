"""The sheet and its grid dots: one tile of dots per zoom, repeated."""

from __future__ import annotations

from functools import lru_cache
from math import ceil, floor

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPixmap

from mars.pictures.style import DOT, DOT_PITCH

from ..symbols.pens import ThemePens, pen, theme_pens

DOTS_FROM = 0.5  # minimum zoom for dots


def paint_grid(painter: QPainter, area: QRectF, zoom: float, colours: ThemePens) -> None:
    """Fill an area of the sheet; the painter's transformation is that of the view."""
    if zoom < DOTS_FROM:
        painter.fillRect(area, colours.sheet)
        return
    dots = 20 if zoom <= 1 else 10
    side, half = dots * DOT_PITCH, DOT_PITCH / 2
    tile = _tile(zoom, dots, colours.theme, painter.device().devicePixelRatio())
    view = painter.worldTransform()
    painter.save()
    painter.resetTransform()
    for i in range(floor((area.left() + half) / side), floor((area.right() + half) / side) + 1):
        for j in range(floor((area.top() + half) / side), floor((area.bottom() + half) / side) + 1):
            corner = view.map(QPointF(i * side - half, j * side - half))  # halfway between dots, so that no seam cuts one
            painter.drawPixmap(round(corner.x()), round(corner.y()), tile)
    painter.restore()


@lru_cache(4)
def _tile(zoom: float, dots: int, theme: str, ratio: float) -> QPixmap:
    colours = theme_pens(theme)
    size = ceil(dots * DOT_PITCH * zoom) + 1
    tile = QPixmap(ceil(size * ratio), ceil(size * ratio))
    tile.setDevicePixelRatio(ratio)
    tile.fill(colours.sheet.color())
    painter = QPainter(tile)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(pen(colours.colour("grid"), max(1.2, 2 * DOT * zoom)))
    steps = [(i + 0.5) * DOT_PITCH * zoom for i in range(dots)]
    painter.drawPoints([QPointF(x, y) for x in steps for y in steps])
    painter.end()
    return tile
