"""Paints symbols, ports, ties and wires in the style of `mars.pictures`; pixmaps of symbols for lists."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QBrush, QPainter, QPainterPath, QPen, QPixmap, QPolygonF, QTransform

from mars.component.base import Component
from mars.component.icon_paths import outlines
from mars.kinds.registry import kinds
from mars.pictures.sheet.symbols import Direction, Place, Shape, Symbol, ghost_shape, outer_box, shape_of, symbol
from mars.pictures.sheet.symbols_svg import (
    PORT_ROUNDING,
    hatch_data,
    is_turning_arrow,
    lead_domain,
    meets_port,
    port_corners,
    tie_data,
)
from mars.pictures.style import VALUE_SIZE, domain_look
from mars.pictures.svg import shorten

from ..theme import Theme
from .painter_paths import path_of, turned
from .pens import ThemePens, theme_pens
from .sheet_text import write

Stroke = tuple[QPainterPath, QPen, QBrush]
NO_BRUSH = QBrush(Qt.BrushStyle.NoBrush)


def strokes_of(shape: Shape, turn: int, flip: bool, theme: str) -> tuple[Stroke, ...]:
    """The strokes of a symbol around its origin, turned and flipped; letters stay upright, rotation arrows keep their sense."""
    return _strokes(shape, turn % 4, flip, theme)


@lru_cache(2048)
def _strokes(shape: Shape, turn: int, flip: bool, theme: str) -> tuple[Stroke, ...]:
    transform, colours = turned(turn, flip), theme_pens(theme)
    found: list[tuple[str, Stroke]] = []
    for role, data in sorted(shape.strokes, key=lambda stroke: stroke[0] == "letter"):
        path = path_of(data)
        if role != "letter":
            if flip and is_turning_arrow(role, data, shape):
                line = outlines(data)[0]
                path = QTransform(-1, 0, 0, 1, line[0][0] + line[-1][0], 0).map(path)
            path = transform.map(path)
        pen, brush, style = _style(role, data, shape, colours)
        if found and found[-1][0] == style and brush is NO_BRUSH:  # merge strokes with the same pen
            joined = QPainterPath(found[-1][1][0])
            joined.addPath(path)
            found[-1] = (style, (joined, pen, brush))
        else:
            found.append((style, (path, pen, brush)))
    return tuple(stroke for _, stroke in found)


def _style(role: str, data: str, shape: Shape, colours: ThemePens) -> tuple[QPen, QBrush, str]:
    if role == "solid":
        return colours.solid, colours.ink, role
    if role == "face":
        return colours.line, colours.tint, role
    if role == "frame" or role.startswith("lead"):
        domain, round_ends = lead_domain(role, shape), not meets_port(data, shape)
        return colours.lead(domain, round_ends), NO_BRUSH, f"lead {domain} {round_ends}"
    if role in ("thin", "dash"):
        return (colours.thin if role == "thin" else colours.dash), NO_BRUSH, role
    return colours.line, NO_BRUSH, "line"


@lru_cache(256)
def port_path(domain: str, direction: Direction = (1, 0), scale: float = 1.0) -> QPainterPath:
    """The outline of a port around its own position."""
    look = domain_look(domain)
    half = look.size / 2
    path = QPainterPath()
    if look.port == "rounded square":
        path.addRoundedRect(-half, -half, 2 * half, 2 * half, PORT_ROUNDING, PORT_ROUNDING)
    elif look.port == "square":
        path.addRect(-half, -half, 2 * half, 2 * half)
    elif look.port in ("circle", "dotted circle"):
        path.addEllipse(QPointF(0, 0), half, half)
    else:
        (dx, dy), corners = direction, port_corners(look)
        path.addPolygon(QPolygonF([QPointF(a * dx - b * dy, a * dy + b * dx) for a, b in corners]))
        path.closeSubpath()
    return QTransform.fromScale(scale, scale).map(path) if scale != 1 else path


@lru_cache(64)
def tie_path(domain: str, direction: Direction) -> QPainterPath:
    transform = QTransform()
    transform.rotate({(1, 0): 0, (0, 1): 90, (-1, 0): 180, (0, -1): 270}[direction])
    return transform.map(path_of(tie_data(domain)))


def paint_port(
    painter: QPainter,
    x: float,
    y: float,
    domain: str,
    direction: Direction,
    colours: ThemePens,
    filled: bool = False,
    scale: float = 1.0,
) -> None:
    """An open port: outline in the domain's colour, filled with the sheet colour, or with its own as a target for wires."""
    painter.translate(x, y)
    painter.setPen(colours.rim(domain))
    painter.setBrush(QBrush(colours.domain(domain)) if filled else colours.sheet)
    painter.drawPath(port_path(domain, direction, scale))
    if domain_look(domain).port == "dotted circle" and not filled:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QBrush(colours.domain(domain)))
        painter.drawEllipse(QPointF(0, 0), scale, scale)
    painter.translate(-x, -y)


def paint_tie(painter: QPainter, x: float, y: float, domain: str, direction: Direction, colours: ThemePens) -> None:
    painter.translate(x, y)
    painter.strokePath(tie_path(domain, direction), colours.tie(domain))
    painter.translate(-x, -y)


def paint_strokes(painter: QPainter, strokes: tuple[Stroke, ...]) -> None:
    for path, pen, brush in strokes:
        painter.setPen(pen)
        painter.setBrush(brush)
        painter.drawPath(path)


def paint_hatch(painter: QPainter, each: Symbol, colours: ThemePens) -> None:
    """Diagonal strokes over a disabled component, painted around its origin."""
    (x, y), (left, top, right, bottom) = each.place.at, each.box
    painter.strokePath(path_of(hatch_data((left - x, top - y, right - x, bottom - y))), colours.hatch)


def paint_ghost_words(painter: QPainter, each: Symbol, colours: ThemePens) -> None:
    """The name of a kind that is not installed, in its dashed box."""
    (x, y), (left, top, right, bottom) = each.place.at, each.box
    word = shorten(each.kind_name.rpartition(".")[2].replace("_", " "), right - left - 16, VALUE_SIZE)
    write(painter, (left + right) / 2 - x, (top + bottom) / 2 + 4 - y, word, colours.colour("text2"), anchor="middle")


def paint_symbol(painter: QPainter, kind: str | type[Component] | Symbol, theme: str, ports: bool = True) -> None:
    """A symbol around the painter's origin, with its ports open; for a placed one only turn and flip count."""
    each = symbol_of_kind(kind) if not isinstance(kind, Symbol) else kind
    colours = theme_pens(theme)
    paint_strokes(painter, strokes_of(each.shape, each.place.turn, each.place.flip, theme))
    if each.kind is None:
        paint_ghost_words(painter, each, colours)
    if ports:
        x, y = each.place.at
        for t in each.terminals.values():
            paint_port(painter, t.at[0] - x, t.at[1] - y, t.domain, t.points, colours)


def symbol_of_kind(kind: str | type[Component], turn: int = 0, flip: bool = False) -> Symbol:
    """A kind's symbol at the origin; a ghost if it is not installed."""
    found = kinds().get(kind) if isinstance(kind, str) else kind
    name = kind if isinstance(kind, str) else kind.kind
    shape = ghost_shape([]) if found is None else shape_of(found)
    return symbol("", name, found, {}, shape, Place(turn=turn, flip=flip))


def symbol_pixmap(kind: str | type[Component], size: int, theme: Theme, ratio: float = 1.0) -> QPixmap:
    """The symbol of a kind, as large as fits a square of `size` pixels but no larger than on the sheet at 100 %."""
    return _pixmap(kind, size, theme.name, ratio)


@lru_cache(512)
def _pixmap(kind: str | type[Component], size: int, theme: str, ratio: float) -> QPixmap:
    each = symbol_of_kind(kind)
    left, top, right, bottom = outer_box(each, {f".{name}" for name in each.terminals}, 5)
    scale = min(1.0, size / max(right - left, bottom - top, 1.0))
    pixmap = QPixmap(round(size * ratio), round(size * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(size / 2, size / 2)
    painter.scale(scale, scale)
    painter.translate(-(left + right) / 2, -(top + bottom) / 2)
    paint_symbol(painter, each, theme)
    painter.end()
    return pixmap
