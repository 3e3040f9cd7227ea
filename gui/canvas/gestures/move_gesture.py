"""Moves the selection, and drags segments of wires."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF

from mars.component.icon_paths import Point
from mars.document.circuit import Circuit
from mars.document.entries import Link
from mars.editing.reroute import SheetWiring

from ... import edits
from ...edits.link_rules import LinkRules
from ...i18n import translate
from .entry_words import entry_words, link_words
from .gesture import PORT_SNAP, WIRE_LENGTH, Gesture, Modifiers, snapped

if TYPE_CHECKING:
    from .gesture_context import GestureContext


class MoveGesture(Gesture):
    """Moves components, notes and junctions on the grid, with live wires; a port released on an open one of its kind is
    linked."""

    def __init__(self, context: GestureContext, junctions: frozenset[str] = frozenset()):
        super().__init__(context)
        chosen = context.selection
        self.names, self.notes = (frozenset(), frozenset()) if junctions else (chosen.components, chosen.notes)
        self.junctions = junctions
        self.offset = (0, 0)
        self.pair: tuple[str, str] | None = None

    def start(self, at: QPointF, modifiers: Modifiers) -> None:
        self.corner = at
        self.wiring = SheetWiring(self.context.circuit, self.context.layout.symbols)
        self.targets = self._targets() if len(self.names) == 1 and not self.notes else {}

    def move(self, at: QPointF, modifiers: Modifiers) -> None:
        delta = at - self.corner
        offset, pair = (snapped(delta.x()), snapped(delta.y())), None
        found = self._meeting(delta)
        if found is not None:
            offset, pair = found
        if (offset, pair) == (self.offset, self.pair):
            return
        self.offset, self.pair = offset, pair
        moved = dict.fromkeys([*self.names, *self.junctions], offset)
        routes = self.wiring.preview(moved)
        self.context.scene.preview_move(moved | dict.fromkeys(self.notes, offset), routes)
        if pair is not None:
            self.context.scene.mark_targets({pair[1]}, pair[1])

    def end(self, at: QPointF, modifiers: Modifiers) -> None:
        self.move(at, modifiers)
        self.context.scene.clear_previews()
        (dx, dy), pair = self.offset, self.pair
        if not dx and not dy:
            return

        def change(circuit: Circuit) -> None:
            edits.move(circuit, self.names, dx, dy, junctions=self.junctions, notes=self.notes)
            if pair is not None:
                edits.connect(circuit, *pair)

        words = entry_words(self.context.circuit, self.names, (), self.notes) or translate("Gestures", "junction")
        text = translate("Gestures", "Move {0}").format(words)
        if pair is not None:
            text = translate("Gestures", "Connect {0}").format(link_words(" ".join(pair)))
        self.context.edit(text, change)

    def _targets(self) -> dict[str, tuple[LinkRules, list[tuple[str, Point, tuple[int, int]]]]]:
        """For each open port of the moved component, the open ports of the same domain elsewhere."""
        context = self.context
        layout, (name,) = context.layout, self.names
        found = {}
        for port, terminal in layout.symbols[name].terminals.items():
            end = f"{name}.{port}"
            if end in layout.linked:
                continue
            others = [
                (f"{other}.{t.name}", t.at, t.direction)
                for other, symbol in layout.symbols.items()
                if other != name
                for t in symbol.terminals.values()
                if t.domain == terminal.domain and f"{other}.{t.name}" not in layout.linked
            ]
            if others:
                found[end] = (LinkRules(context.circuit, end, layout.symbols), others)
        return found

    def _meeting(self, delta: QPointF) -> tuple[tuple[int, int], tuple[str, str]] | None:
        """The offset that leaves room for a wire, and the two ports that meet."""
        reach = PORT_SNAP / self.context.zoom()
        for end, (refusals, others) in self.targets.items():
            name, _, port = end.partition(".")
            x, y = self.context.layout.symbols[name].terminals[port].at
            for other, (a, b), (dx, dy) in others:
                near = abs(x + delta.x() - a) <= reach and abs(y + delta.y() - b) <= reach
                if near and refusals.why(other) is None:
                    return (round(a + WIRE_LENGTH * dx - x), round(b + WIRE_LENGTH * dy - y)), (end, other)
        return None


class SegmentGesture(Gesture):
    """Drags one segment of a wire sideways; the wire keeps its new shape."""

    def __init__(self, context: GestureContext, link: Link, segment: int):
        super().__init__(context)
        self.link, self.segment = link, segment
        self.delta = 0

    def start(self, at: QPointF, modifiers: Modifiers) -> None:
        self.corner = at
        layout = self.context.layout
        points = layout.wires[self.link.key]
        (_, ay), (_, by) = points[self.segment], points[self.segment + 1]
        self.is_level = ay == by

    def move(self, at: QPointF, modifiers: Modifiers) -> None:
        way = at - self.corner
        delta = snapped(way.y() if self.is_level else way.x())
        if delta != self.delta:
            self.delta = delta
            points = edits.dragged_segment(self.context.circuit, self.link.key, self.segment, delta)
            self.context.scene.preview_move({}, {self.link.key: points} if points else {})

    def end(self, at: QPointF, modifiers: Modifiers) -> None:
        self.move(at, modifiers)
        self.context.scene.clear_previews()
        if self.delta:
            text = translate("Gestures", "Reroute link {0}").format(link_words(self.link.key))
            key, segment, delta = self.link.key, self.segment, self.delta
            self.context.edit(text, lambda circuit: edits.move_segment(circuit, key, segment, delta))
