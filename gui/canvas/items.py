"""Items of the scene: components with their labels, wires, dots and notes. They paint; the scene decides."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QPainter
from PySide6.QtWidgets import QGraphicsItem

from mars.component.icon_paths import Box, Point
from mars.pictures.sheet.draw import NOTE_LINE, NOTE_SIZE, note_box, note_rows, note_width
from mars.pictures.sheet.labels import Label
from mars.pictures.sheet.symbols import Symbol, SymbolPort
from mars.pictures.style import DISABLED_OPACITY, NAME_SIZE, VALUE_SIZE, domain_look, junction_radius

from ..symbols.painter_paths import rect, wire_path
from ..symbols.pens import ThemePens
from ..symbols.sheet_text import width, write
from ..symbols.symbol_painter import paint_ghost_words, paint_hatch, paint_port, paint_strokes, paint_tie, strokes_of
from .sheet_layout import FARTHEST
from .state_painter import HALO, paint_freedom, paint_halo, paint_light, paint_problem_ring, paint_ring

WIRES, STRANDS, COMPONENTS, DOTS, NOTES, BADGES, VEIL, PREVIEWS, CHIPS = range(9)  # from bottom to top
VALUES_FROM, NAMES_FROM = 0.6, 0.35  # minimum zooms for values and names
PORT_NAME = 9.0


def zoom_of(painter: QPainter) -> float:
    return painter.worldTransform().m11()


class ComponentItem(QGraphicsItem):
    """A symbol with its open ports and its label. Its origin is the symbol's."""

    def __init__(self, symbol: Symbol, label: Label, linked: set[str], box: Box, colours: ThemePens, crowded: bool = False):
        super().__init__()
        self.setZValue(COMPONENTS)
        self.is_hovered = self.is_selected = False
        self.lit_ports: frozenset[str] = frozenset()
        self.is_lit = False
        self.severity = ""
        self.freedom = ""  # of a joint: free, given, partly or locked
        self.offset = (0.0, 0.0)  # while it is being moved
        self.take(symbol, label, linked, box, colours, crowded)

    def take(self, symbol: Symbol, label: Label, linked: set[str], box: Box, colours: ThemePens, crowded: bool) -> None:
        """Take the current state of a component; `box` includes its open ports."""
        self.prepareGeometryChange()
        self.symbol, self.label, self.colours, self.crowded = symbol, label, colours, crowded
        x, y = symbol.place.at
        self.strokes = strokes_of(symbol.shape, symbol.place.turn, symbol.place.flip, colours.theme)
        self.open = [t for t in symbol.terminals.values() if f"{symbol.name}.{t.name}" not in linked]
        self.box = rect(symbol.box).translated(-x, -y)
        self.outer = rect(box).translated(-x, -y)
        names = max((width(name, PORT_NAME) for name in symbol.terminals), default=0.0)
        margin = HALO + max(12.0, names + 4)  # port names are shown under the mouse
        reach = self.outer.adjusted(-margin, -margin, margin, margin)
        self._bounds = reach.united(rect(label.box, 3).translated(-x, -y))
        self.setPos(x + self.offset[0], y + self.offset[1])
        self.update()

    def shift(self, dx: float, dy: float) -> None:
        self.offset = (dx, dy)
        x, y = self.symbol.place.at
        self.setPos(x + dx, y + dy)

    def boundingRect(self) -> QRectF:
        return self._bounds

    def paint(self, painter: QPainter, option: Any, widget: Any = None) -> None:
        colours = self.colours
        if self.is_selected:
            paint_halo(painter, self.box, colours)
        if self.is_lit:
            paint_light(painter, self.box, colours)
        if self.severity:
            paint_problem_ring(painter, self.box, self.severity, colours)
        if self.is_hovered and not self.is_selected:
            paint_ring(painter, self.box, colours)
        if self.symbol.disabled:
            painter.setOpacity(DISABLED_OPACITY)
        paint_component(painter, self.symbol, self.strokes, self.open, colours)
        if self.freedom and not self.symbol.disabled:
            paint_freedom(painter, self.symbol, self.freedom, colours)
        painter.setOpacity(1)
        zoom = zoom_of(painter)
        if zoom >= NAMES_FROM:
            paint_label(painter, self.label, self.symbol, colours, zoom >= VALUES_FROM, self.crowded)
        if self.is_hovered:
            self._paint_all_ports(painter)
        for name in self.lit_ports:
            if name in self.symbol.terminals:
                self._paint_lit_port(painter, self.symbol.terminals[name])

    def _at(self, terminal: SymbolPort) -> Point:
        return terminal.at[0] - self.symbol.place.at[0], terminal.at[1] - self.symbol.place.at[1]

    def _paint_all_ports(self, painter: QPainter) -> None:
        """Paint all ports with their names; those of adjacent ports at the top or bottom are slanted to avoid overlap."""
        terminals = list(self.symbol.terminals.values())
        for t in terminals:
            paint_port(painter, *self._at(t), t.domain, t.points, self.colours)
        for t in terminals:
            beside = [other for other in terminals if other.direction == t.direction]
            self._paint_port_name(painter, t, slanted=t.direction[0] == 0 and len(beside) > 1)

    def _paint_port_name(self, painter: QPainter, terminal: SymbolPort, slanted: bool) -> None:
        """Paint a port name beside the port, clear of the wire that leaves it."""
        (x, y), (dx, dy) = self._at(terminal), terminal.direction
        colour, rim = self.colours.colour("text2"), self.colours.colour("sheet")
        if slanted:
            painter.save()
            painter.translate(x + 4, y + 6 * dy)
            painter.rotate(45 * dy)
            write(painter, 0, 3, terminal.name, colour, PORT_NAME, rim=rim)
            painter.restore()
        elif dx:
            write(painter, x + 7 * dx, y - 7, terminal.name, colour, PORT_NAME, anchor="start" if dx > 0 else "end", rim=rim)
        else:
            write(painter, x + 7, y + (12 if dy > 0 else -5), terminal.name, colour, PORT_NAME, rim=rim)

    def _paint_lit_port(self, painter: QPainter, terminal: SymbolPort) -> None:
        painter.setPen(self.colours.accent)
        painter.setBrush(QBrush(self.colours.colour("accent", 0.25)))
        painter.drawEllipse(QPointF(*self._at(terminal)), 9, 9)


def paint_component(painter: QPainter, symbol: Symbol, strokes: Any, open_ports: list[SymbolPort], colours: ThemePens) -> None:
    """Paint the symbol around its origin with its open ports and ties, and the arrowheads of its input signals."""
    paint_strokes(painter, strokes)
    if symbol.kind is None:
        paint_ghost_words(painter, symbol, colours)
    if symbol.disabled:
        paint_hatch(painter, symbol, colours)
    left, top = symbol.place.at
    for t in symbol.terminals.values():
        if t.reads and t not in open_ports:
            paint_port(painter, t.at[0] - left, t.at[1] - top, t.domain, t.points, colours, filled=True)
    for t in open_ports:
        x, y = t.at[0] - left, t.at[1] - top
        if t.open == "reference":
            paint_tie(painter, x, y, t.domain, t.direction, colours)
        paint_port(painter, x, y, t.domain, t.points, colours)


def paint_label(painter: QPainter, label: Label, symbol: Symbol, colours: ThemePens, values: bool, crowded: bool) -> None:
    """Paint name and values, positioned on the sheet, relative to the symbol's origin."""
    x, y = symbol.place.at
    rim = colours.colour("sheet") if crowded else None
    name_colour, value_colour = ("disabled", "disabled") if symbol.disabled else ("text", "text2")
    left, anchor = label.x - x, label.anchor
    write(painter, left, label.name_y - y, label.name, colours.colour(name_colour), NAME_SIZE, 600, anchor, rim)
    if values:
        write(painter, left, label.values_y - y, label.values, colours.colour(value_colour), VALUE_SIZE, 400, anchor, rim)


class WireItem(QGraphicsItem):
    """A wire, in sheet coordinates."""

    def __init__(self, key: str, points: list[Point], whole: list[Point], look: str, is_off: bool, colours: ThemePens):
        super().__init__()
        self.key = key
        self.setZValue(WIRES)
        self.is_hovered = self.is_selected = self.is_lit = self.is_exploded = False
        self.take(points, whole, look, is_off, colours)

    def take(self, points: list[Point], whole: list[Point], look: str, is_off: bool, colours: ThemePens) -> None:
        """`points` are stroked; `whole` is the route, part of which another wire of the node may cover."""
        self.prepareGeometryChange()
        self.whole = whole
        self.points, self.look, self.is_off, self.colours = points, look, is_off, colours
        self.path = wire_path(points)
        xs, ys = [x for x, _ in whole], [y for _, y in whole]
        self._bounds = rect((min(xs), min(ys), max(xs), max(ys)), 6)
        self.update()

    def boundingRect(self) -> QRectF:
        return self._bounds

    def paint(self, painter: QPainter, option: Any, widget: Any = None) -> None:
        if self.is_selected or self.is_lit:
            wide = domain_look(self.look).width + 6
            painter.strokePath(self.path, self.colours.underlay(wide, 0.45 if self.is_selected else 0.28))
        if self.is_exploded:
            return
        if self.is_off:
            painter.setOpacity(DISABLED_OPACITY)
        painter.strokePath(self.path, self.colours.wire(self.look, 1.0 if self.is_hovered else 0.0))
        painter.setOpacity(1)


class DotsItem(QGraphicsItem):
    """The dots where the wires of one node branch."""

    def __init__(self, places: list[Point], domain: str, colours: ThemePens):
        super().__init__()
        self.setZValue(DOTS)
        self.is_hovered = False
        self.take(places, domain, colours)

    def take(self, places: list[Point], domain: str, colours: ThemePens) -> None:
        self.prepareGeometryChange()
        self.places, self.domain, self.colours = places, domain, colours
        xs, ys = [x for x, _ in places] or [0.0], [y for _, y in places] or [0.0]
        self._bounds = rect((min(xs), min(ys), max(xs), max(ys)), 8)
        self.update()

    def boundingRect(self) -> QRectF:
        return self._bounds

    def paint(self, painter: QPainter, option: Any, widget: Any = None) -> None:
        paint_dots(painter, self.places, self.domain, self.colours, 0.5 if self.is_hovered else 0.0)


def paint_dots(painter: QPainter, places: list[Point], domain: str, colours: ThemePens, larger: float = 0.0) -> None:
    radius = junction_radius(domain_look(domain)) + larger
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QBrush(colours.domain(domain)))
    for x, y in places:
        painter.drawEllipse(QPointF(x, y), radius, radius)


class NoteItem(QGraphicsItem):
    """A note: lines of text, wrapped to its width."""

    def __init__(self, number: int, note: Any, colours: ThemePens):
        super().__init__()
        self.number = number
        self.setZValue(NOTES)
        self.is_hovered = self.is_selected = False
        self.shown_width: float | None = None  # while it is being widened
        self.take(note, colours)

    def take(self, note: Any, colours: ThemePens) -> None:
        self.prepareGeometryChange()
        self.note, self.colours = note, colours
        resized = note if self.shown_width is None or not isinstance(note, dict) else {**note, "width": self.shown_width}
        found = note_rows(resized)
        self.is_readable = found is not None
        (x, y), self.rows = found or ((0.0, 0.0), [])
        box = note_box((0, 0), self.rows) if self.rows else (0.0, 0.0, 0.0, 0.0)
        wide = note_width(resized) if found else 0.0
        self.frame = rect((0, 0, max(box[2], wide, 24.0), max(box[3], NOTE_LINE)), 4)
        self._bounds = self.frame.adjusted(-4, -4, 4, 4)
        self.at = (max(-FARTHEST, min(FARTHEST, x)), max(-FARTHEST, min(FARTHEST, y)))
        self.setPos(*self.at)
        self.update()

    def widen(self, width: float | None) -> None:
        self.shown_width = width
        self.take(self.note, self.colours)

    def shift(self, dx: float, dy: float) -> None:
        self.setPos(self.at[0] + dx, self.at[1] + dy)

    def boundingRect(self) -> QRectF:
        return self._bounds

    def paint(self, painter: QPainter, option: Any, widget: Any = None) -> None:
        if self.is_selected:
            painter.setPen(self.colours.accent)
            painter.setBrush(QBrush(self.colours.colour("accent", 0.08)))
            painter.drawRoundedRect(self.frame, 4, 4)
            grip = QRectF(self.frame.right() - 2.5, self.frame.center().y() - 8, 5, 16)
            painter.setBrush(self.colours.sheet)
            painter.drawRoundedRect(grip, 2.5, 2.5)
        elif self.is_hovered:
            painter.setPen(self.colours.accent_thin)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(self.frame, 4, 4)
        if zoom_of(painter) >= NAMES_FROM:
            paint_note(painter, self.rows, self.colours)


def paint_note(painter: QPainter, rows: list[str], colours: ThemePens) -> None:
    for i, row in enumerate(rows):
        write(painter, 0, 11 + i * NOTE_LINE, row, colours.colour("text2"), NOTE_SIZE)
