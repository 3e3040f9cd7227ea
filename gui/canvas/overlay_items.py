"""Overlays on the drawing that are not part of the document: badges, strands of vector links, previews of gestures."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QPainter
from PySide6.QtWidgets import QGraphicsItem

from mars.component.icon_paths import Point
from mars.pictures.sheet.symbols import Symbol, SymbolPort
from mars.pictures.style import domain_look

from ..symbols.painter_paths import rect, wire_path
from ..symbols.pens import FLAT, ThemePens, pen
from ..symbols.sheet_text import width, write
from ..symbols.symbol_painter import paint_port, paint_symbol
from .items import BADGES, CHIPS, PREVIEWS, STRANDS, VEIL, zoom_of
from .state_painter import BADGE, chip_size, paint_badge, paint_chip

STRAND_PITCH, STRAND_BUNDLE, STRAND_WIDTH, STRAND_NAME = 3.5, 9.0, 1.0, 8.5  # a bundle leaves room for its neighbour
CHIP_OFF = 14
SMALLEST_BADGE = 9.0  # on the screen


class BadgeItem(QGraphicsItem):
    """The badge of a component with a problem, at its upper right; it stays readable when zoomed out."""

    def __init__(self, name: str, severity: str, colours: ThemePens):
        super().__init__()
        self.setZValue(BADGES)
        self.name, self.severity, self.colours = name, severity, colours

    def boundingRect(self) -> QRectF:
        return QRectF(-3 * BADGE, -3 * BADGE, 6 * BADGE, 6 * BADGE)

    def covers(self, at: Point, zoom: float) -> bool:
        reach = BADGE / 2 * self.enlarged(zoom) + 1 / zoom
        return math.dist(at, (self.x(), self.y())) <= reach

    @staticmethod
    def enlarged(zoom: float) -> float:
        return min(5.0, max(1.0, SMALLEST_BADGE / BADGE / zoom))

    def paint(self, painter: QPainter, option: Any, widget: Any = None) -> None:
        larger = self.enlarged(zoom_of(painter))
        painter.scale(larger, larger)
        paint_badge(painter, self.severity, self.colours)


class StrandsItem(QGraphicsItem):
    """A vector link as the scalar links it bundles, one strand for each motion of the class."""

    def __init__(self, points: list[Point], motions: tuple[str, ...], colours: ThemePens):
        super().__init__()
        self.setZValue(STRANDS)
        self.colours, self.motions = colours, motions
        pitch = min(STRAND_PITCH, STRAND_BUNDLE / max(1, len(motions) - 1))
        self.half = pitch * (len(motions) - 1) / 2
        self.paths = [wire_path(_beside(points, i * pitch - self.half)) for i in range(len(motions))]
        self.longest = max(pairwise(points), key=lambda piece: math.dist(*piece))
        self._bounds = wire_path(points).controlPointRect().adjusted(-70, -40, 70, 40)

    def boundingRect(self) -> QRectF:
        return self._bounds

    def paint(self, painter: QPainter, option: Any, widget: Any = None) -> None:
        colours = self.colours
        for path, motion in zip(self.paths, self.motions, strict=True):
            painter.strokePath(path, pen(colours.domain(strand_domain(motion)), STRAND_WIDTH, cap=FLAT))
        if zoom_of(painter) >= 0.6:
            self._paint_names(painter)

    def _paint_names(self, painter: QPainter) -> None:
        """Beside the longest piece: in one line above, in two if that is too wide, stacked if the piece is vertical."""
        (ax, ay), (bx, by) = self.longest
        x, y = (ax + bx) / 2, (ay + by) / 2
        if ax == bx:
            top = y + 3 - 5 * (len(self.motions) - 1)
            for i, motion in enumerate(self.motions):
                self._write(painter, x + self.half + 4, top + 10 * i, motion)
            return
        rows = [self.motions]
        if sum(map(_room, self.motions)) > abs(bx - ax):
            rows = [[m for m in self.motions if strand_domain(m) == domain] for domain in ("rotation", "translation")]
        baseline = y - self.half - 4
        for row in filter(None, rows):
            left = x - sum(map(_room, row)) / 2 + 2
            for motion in row:
                self._write(painter, left, baseline, motion)
                left += _room(motion)
            baseline -= 10

    def _write(self, painter: QPainter, x: float, baseline: float, motion: str) -> None:
        colour = self.colours.domain(strand_domain(motion))
        write(painter, x, baseline, motion, colour, STRAND_NAME, 600, rim=self.colours.colour("sheet"))


def _room(motion: str) -> float:
    return width(motion, STRAND_NAME, 600) + 4


def strand_domain(motion: str) -> str:
    return "rotation" if motion.startswith("R") else "translation"


def _beside(points: list[Point], offset: float) -> list[Point]:
    """An orthogonal wire shifted sideways; corners stay square."""
    if len(points) < 2:
        return points
    normals = []
    for (ax, ay), (bx, by) in pairwise(points):
        length = math.hypot(bx - ax, by - ay) or 1.0
        normals.append((-(by - ay) / length, (bx - ax) / length))
    shifted = []
    for i, (x, y) in enumerate(points):
        before, after = normals[max(0, i - 1)], normals[min(i, len(normals) - 1)]
        sideways = before if before == after else (before[0] + after[0], before[1] + after[1])
        shifted.append((x + offset * sideways[0], y + offset * sideways[1]))
    return shifted


class VeilItem(QGraphicsItem):
    """Fades the drawing to 35 % while a wire is drawn; compatible ports stay bright."""

    def __init__(self, ends: frozenset[str], targets: list[SymbolPort], colours: ThemePens, extent: QRectF):
        super().__init__()
        self.setZValue(VEIL)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)  # reports the exposed area
        self.ends, self.targets, self.colours = ends, targets, colours
        self.current: SymbolPort | None = None
        self._bounds = extent

    def choose(self, current: SymbolPort | None) -> None:
        for each in (self.current, current):
            if each is not None and self.current != current:
                self.update(each.at[0] - 14, each.at[1] - 14, 28, 28)
        self.current = current

    def boundingRect(self) -> QRectF:
        return self._bounds

    def paint(self, painter: QPainter, option: Any, widget: Any = None) -> None:
        exposed = option.exposedRect.intersected(self._bounds)
        near = exposed.adjusted(-14, -14, 14, 14)
        painter.fillRect(exposed, self.colours.colour("sheet", 0.65))
        for terminal in self.targets:
            x, y = terminal.at
            if not near.contains(x, y):
                continue
            paint_port(painter, x, y, terminal.domain, terminal.points, self.colours, filled=True, scale=1.5)
            if terminal == self.current:
                painter.setPen(self.colours.accent)
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawEllipse(QPointF(x, y), 11, 11)


class PreviewWireItem(QGraphicsItem):
    """A wire being drawn."""

    def __init__(self, points: list[Point], domain: str, refused: bool, colours: ThemePens):
        super().__init__()
        self.setZValue(PREVIEWS)
        self.points, self.domain, self.refused = points, domain, refused
        self.path = wire_path(points)
        self.line = pen(colours.colour("error"), domain_look(domain).width, "5 4") if refused else colours.wire(domain)
        self._bounds = self.path.controlPointRect().adjusted(-6, -6, 6, 6)

    def boundingRect(self) -> QRectF:
        return self._bounds

    def paint(self, painter: QPainter, option: Any, widget: Any = None) -> None:
        painter.strokePath(self.path, self.line)


class GhostItem(QGraphicsItem):
    """A component about to be placed."""

    def __init__(self, symbol: Symbol, colours: ThemePens):
        super().__init__()
        self.setZValue(PREVIEWS)
        self.setOpacity(0.6)
        self.symbol, self.colours = symbol, colours
        self._bounds = rect(symbol.box, 12)

    def boundingRect(self) -> QRectF:
        return self._bounds

    def paint(self, painter: QPainter, option: Any, widget: Any = None) -> None:
        painter.setPen(self.colours.accent_thin)
        painter.setBrush(QBrush(self.colours.colour("accent", 0.08)))
        painter.drawRoundedRect(rect(self.symbol.box, 6), 6, 6)
        paint_symbol(painter, self.symbol, self.colours.theme)


class ChipItem(QGraphicsItem):
    """A sentence at the mouse, of the same size at every zoom."""

    def __init__(self, text: str, tone: str, colours: ThemePens):
        super().__init__()
        self.setZValue(CHIPS)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)
        self.text, self.tone, self.colours = text, tone, colours
        self.corner = (float(CHIP_OFF), float(CHIP_OFF))  # from the mouse, which it must not cover

    def keep_within(self, x: float, y: float, wide: float, high: float) -> None:
        """Switch sides of the mouse at (x, y) at the edge of the window."""
        self.prepareGeometryChange()
        own_wide, own_high = chip_size(self.text)
        left = min(CHIP_OFF, wide - x - own_wide - 2)
        top = CHIP_OFF if y + CHIP_OFF + own_high < high else -CHIP_OFF - own_high
        self.corner = (max(left, 2 - x), top)

    def boundingRect(self) -> QRectF:
        wide, high = chip_size(self.text)
        return QRectF(*self.corner, wide + 1, high + 1)

    def paint(self, painter: QPainter, option: Any, widget: Any = None) -> None:
        painter.translate(*self.corner)
        paint_chip(painter, self.text, self.tone, self.colours)
