"""Painting of states: halo, rings, badge, chip. Only states may fill an area or use the accent colour."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QPainter, QPainterPath, QPen

from mars.pictures.sheet.symbols import Symbol

from ..symbols.pens import ThemePens, pen
from ..symbols.sheet_text import width, write

HALO, RING, LIT = 8.0, 4.0, 5.0  # outside the symbol's box
HALO_RADIUS = 6.0
BADGE = 14.0
FREEDOM, BAR = 4.0, (2.0, 6.0)  # radius of a joint's mark; half the width and half the length of a bar
FREEDOM_AT = {"joints.planar": (13.0, -3.0)}  # exceptions to the middle, where there are arrows
CHIP_LINE, CHIP_WIDEST, CHIP_RADIUS, CHIP_SIZE = 16.0, 360.0, 8.0, 12.0


def paint_halo(painter: QPainter, box: QRectF, colours: ThemePens) -> None:
    """Selected."""
    painter.setPen(pen(colours.colour("accent"), 1.5))
    painter.setBrush(QBrush(colours.colour("accent", 0.14)))
    painter.drawRoundedRect(box.adjusted(-HALO, -HALO, HALO, HALO), HALO_RADIUS, HALO_RADIUS)


def paint_ring(painter: QPainter, box: QRectF, colours: ThemePens) -> None:
    """Under the mouse."""
    _ring(painter, box, RING, pen(colours.colour("accent"), 1.0))


def paint_light(painter: QPainter, box: QRectF, colours: ThemePens) -> None:
    """Pointed at from elsewhere."""
    _ring(painter, box, LIT, pen(colours.colour("accent"), 2.0))


def paint_problem_ring(painter: QPainter, box: QRectF, severity: str, colours: ThemePens) -> None:
    _ring(painter, box, 6.0, pen(colours.colour(token_of(severity)), 1.25, "4 3"))


def _ring(painter: QPainter, box: QRectF, out: float, line: QPen) -> None:
    painter.setPen(line)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(box.adjusted(-out, -out, out, out), HALO_RADIUS, HALO_RADIUS)


def token_of(severity: str) -> str:
    return {"error": "error", "warning": "warning"}.get(severity, "accent")


def paint_badge(painter: QPainter, severity: str, colours: ThemePens) -> None:
    """Around the origin: a disc with “!” for an error, a triangle for a warning, a disc with “i” for a note."""
    half = BADGE / 2
    fill = QBrush(colours.colour(token_of(severity)))
    path = QPainterPath()
    if severity == "warning":
        path.moveTo(0, -half)
        path.lineTo(half + 0.5, half - 1)
        path.lineTo(-half - 0.5, half - 1)
        path.closeSubpath()
    else:
        path.addEllipse(QPointF(0, 0), half, half)
    painter.setBrush(fill)
    painter.setPen(pen(colours.colour("sheet"), 1.5))
    painter.drawPath(path)
    mark = pen(colours.colour("sheet"), 1.8)
    down = 1.0 if severity == "warning" else 0.0
    top, low, dot = (-3.4, 0.6, 3.4) if severity != "note" else (3.4, -0.6, -3.4)
    painter.setPen(mark)
    painter.drawLine(QPointF(0, top * 0.85 + down), QPointF(0, low + down))
    painter.drawPoint(QPointF(0, dot + down))


def paint_freedom(painter: QPainter, symbol: Symbol, state: str, colours: ThemePens) -> None:
    """In the middle of a joint: a ring if it is free, a disc if its motion is given, a half disc if partly, a bar if locked."""
    middle = QPointF(*symbol.place.turned(FREEDOM_AT.get(symbol.kind_name, (0.0, 0.0))))
    painter.setPen(colours.thin if state == "locked" else colours.line)
    painter.setBrush(colours.tint if state in ("free", "partly") else colours.ink)
    if state == "locked":
        wide, long = BAR if symbol.place.turn % 2 == 0 else reversed(BAR)
        painter.drawRoundedRect(QRectF(middle.x() - wide, middle.y() - long, 2 * wide, 2 * long), 1, 1)
        return
    around = QRectF(middle.x() - FREEDOM, middle.y() - FREEDOM, 2 * FREEDOM, 2 * FREEDOM)
    painter.drawEllipse(around)
    if state == "partly":
        painter.setBrush(colours.ink)
        painter.drawPie(around, -90 * 16, 180 * 16)


@lru_cache(64)
def chip_rows(text: str) -> tuple[str, ...]:
    """A sentence wrapped into short lines."""
    rows = [""]
    for word in text.split():
        longer = f"{rows[-1]} {word}".lstrip()
        if rows[-1] and width(longer, CHIP_SIZE) > CHIP_WIDEST:
            rows.append(word)
        else:
            rows[-1] = longer
    return tuple(rows)


def chip_size(text: str) -> tuple[float, float]:
    rows = chip_rows(text)
    return max(width(row, CHIP_SIZE) for row in rows) + 20, CHIP_LINE * len(rows) + 9


def paint_chip(painter: QPainter, text: str, tone: str, colours: ThemePens) -> None:
    """A sentence at the mouse; the origin is its upper left corner."""
    wide, high = chip_size(text)
    is_error = tone == "error"
    painter.setPen(pen(colours.colour("error" if is_error else "border"), 1.0))
    painter.setBrush(QBrush(colours.colour("panel")))
    painter.drawRoundedRect(QRectF(0.5, 0.5, wide - 1, high - 1), CHIP_RADIUS, CHIP_RADIUS)
    for index, row in enumerate(chip_rows(text)):
        write(painter, 10, 16.5 + CHIP_LINE * index, row, colours.colour("error" if is_error else "text"), CHIP_SIZE)
