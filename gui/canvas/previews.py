"""Previews of gestures. They are not part of the document; `clear` removes them all."""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtWidgets import QGraphicsItem

from mars.component.base import Component
from mars.component.icon_paths import Point
from mars.pictures.sheet.symbols import Place, Symbol, SymbolPort

from ..symbols.symbol_painter import symbol_of_kind
from .overlay_items import ChipItem, GhostItem, PreviewWireItem, VeilItem
from .sheet_layout import FARTHEST

if TYPE_CHECKING:
    from .scene import SheetScene

EVERYWHERE = QRectF(-2 * FARTHEST, -2 * FARTHEST, 4 * FARTHEST, 4 * FARTHEST)


class Previews:
    def __init__(self, scene: SheetScene):
        self.scene = weakref.proxy(scene)  # the scene owns this: a reference back would be a cycle
        self.moved: set[str | int] = set()
        self.bent: set[str] = set()  # keys of links
        self.widened: set[int] = set()  # notes
        self.wire: PreviewWireItem | None = None
        self.ghost: GhostItem | None = None
        self.veil: VeilItem | None = None
        self.chip: ChipItem | None = None

    def __bool__(self) -> bool:
        return bool(self.moved or self.bent or self.widened or self.wire or self.ghost or self.veil or self.chip)

    def move(self, offsets: Mapping[str | int, Point], routes: Mapping[str, Sequence[Point]]) -> None:
        """Show components (by name) and notes (by number) in other positions, with these routes of their wires."""
        scene = self.scene
        for name in self.moved - offsets.keys():
            self._shift(name, (0.0, 0.0))
        for name, offset in offsets.items():
            self._shift(name, offset)
        self.moved = set(offsets)
        layout = scene.layout
        new = {key: [(float(x), float(y)) for x, y in points] for key, points in routes.items() if key in layout.links}
        touched = self.bent | new.keys()
        self.bent = set(new)
        wires = {**layout.wires, **new} if touched else layout.wires
        for node in {layout.node[layout.links[key].a] for key in touched if key in layout.links}:
            links = layout.nodes[node]
            for key, points in layout.stroked(links, wires).items():
                scene.show_wire(key, points, wires[key])
            scene.show_dots(node, layout.parted(links, wires, self._moved_symbols(offsets) if len(links) > 1 else None))

    def _shift(self, name: str | int, offset: Point) -> None:
        scene = self.scene
        if isinstance(name, int):
            if name in scene.notes:
                scene.notes[name].shift(*offset)
        elif name in scene.components:
            scene.components[name].shift(*offset)
            if name in scene.badges:
                scene.marks.place_badge(name)

    def _moved_symbols(self, offsets: Mapping[str | int, Point]) -> dict[str, Symbol]:
        symbols = dict(self.scene.layout.symbols)
        for name, (dx, dy) in offsets.items():
            if isinstance(name, str) and name in symbols:
                place = symbols[name].place
                at = (round(place.at[0] + dx), round(place.at[1] + dy))
                symbols[name] = symbols[name].put(Place(at, place.turn, place.flip))
        return symbols

    def draw_wire(self, points: Sequence[Point], domain: str, refused: bool) -> None:
        self._drop(self.wire)
        self.wire = PreviewWireItem(list(points), domain, refused, self.scene.colours)
        self.scene.addItem(self.wire)

    def draw_ghost(self, kind: str | type[Component], at: Point, turn: int, flip: bool) -> None:
        symbol = symbol_of_kind(kind, turn, flip)
        if self.ghost is None or self.ghost.symbol != symbol:
            self._drop(self.ghost)
            self.ghost = GhostItem(symbol, self.scene.colours)
            self.scene.addItem(self.ghost)
        self.ghost.setPos(*at)

    def mark(self, compatible: Iterable[str], current: str | None) -> None:
        ends = frozenset(compatible)
        if self.veil is None or self.veil.ends != ends:
            self._drop(self.veil)
            self.veil = None
            if ends:
                targets = [t for end in ends if (t := self._terminal(end)) is not None]
                self.veil = VeilItem(ends, targets, self.scene.colours, EVERYWHERE)
                self.scene.addItem(self.veil)
        if self.veil is not None:
            self.veil.choose(self._terminal(current) if current else None)

    def _terminal(self, end: str) -> SymbolPort | None:
        """A port with its position on the sheet; a junction counts as one."""
        layout = self.scene.layout
        if not layout.has_end(end):
            return None
        if end.startswith("#"):
            return SymbolPort(end, layout.domains.get(end, ""), layout.junctions[end], (1, 0))
        owner, _, port = end.partition(".")
        return layout.symbols[owner].terminals[port]

    def say(self, at: QPointF, text: str, tone: str) -> None:
        if self.chip is None or (self.chip.text, self.chip.tone) != (text, tone):
            self._drop(self.chip)
            self.chip = None
            if not text:
                return
            self.chip = ChipItem(text, tone, self.scene.colours)
            self.scene.addItem(self.chip)
        self.chip.setPos(at)
        for view in self.scene.views()[:1]:
            place = view.mapFromScene(at)
            self.chip.keep_within(place.x(), place.y(), view.viewport().width(), view.viewport().height())

    def widen(self, number: int, width: float | None) -> None:
        """Show a note with another width; None: its own."""
        if number in self.scene.notes:
            self.scene.notes[number].widen(width)
            self.widened = self.widened | {number} if width is not None else self.widened - {number}

    def clear(self) -> None:
        self.move({}, {})
        for number in self.widened:
            self.widen(number, None)
        for item in (self.wire, self.ghost, self.veil, self.chip):
            self._drop(item)
        self.wire = self.ghost = self.veil = self.chip = None

    def _drop(self, item: QGraphicsItem | None) -> None:
        if item is not None:
            self.scene.removeItem(item)
