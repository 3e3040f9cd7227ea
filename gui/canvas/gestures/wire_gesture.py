"""Draws a wire from a port to a port, a wire or the empty sheet; moves the end of a wire."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt

from mars.component.icon_paths import Point
from mars.document.circuit import Circuit
from mars.document.entries import Link
from mars.editing.reroute import SheetWiring
from mars.names import component_of
from mars.pictures.sheet.router import WINDOW, route
from mars.pictures.sheet.walls import Walls
from mars.pictures.sheet.wire_shape import nearest

from ... import edits
from ...edits.link_rules import LinkRules
from ...i18n import translate
from ..hit_test import Hit
from .entry_words import link_words
from .gesture import Gesture, Modifiers, plain

if TYPE_CHECKING:
    from .build_commands import BuildCommands
    from .gesture_context import GestureContext

SHORTEST = 24  # pixels: a wire released closer to its start was accidental


def wire_of(hit: Hit) -> str:
    """Key of the wire that was hit, also at a bare branching point; empty for ports and junctions."""
    if hit.what == "wire":
        return str(hit.name)
    return hit.key if hit.what == "junction" and not hit.end else ""


class WireGesture(Gesture):
    """The preview is routed like the link will be; ports that can be linked are highlighted, a refused one shows why."""

    def __init__(self, context: GestureContext, build: BuildCommands, end: str, without: Link | None = None):
        super().__init__(context)
        self.build = build
        self.end_at_start, self.without = end, without
        self.target: Hit | None = None
        self.reason: str | None = None
        self.is_at_home = False  # the mouse is still on the component where the wire starts

    def start(self, at: QPointF, modifiers: Modifiers) -> None:
        context = self.context
        layout = context.layout
        self.place, self.way = layout.end_place(self.end_at_start)
        self.refusals = LinkRules(context.circuit, self.end_at_start, layout.symbols, without=self.without)
        self.wiring = SheetWiring(context.circuit, layout.symbols)
        self.compatible = {
            end
            for name, symbol in layout.symbols.items()
            for terminal in symbol.terminals.values()
            if terminal.domain in (self.refusals.domain, "") and self.refusals.why(end := f"{name}.{terminal.name}") is None
        }
        context.view.viewport().setCursor(Qt.CursorShape.CrossCursor)
        context.scene.mark_targets(self.compatible, None)

    def move(self, at: QPointF, modifiers: Modifiers) -> None:
        context = self.context
        self.target = self._target(at)
        self.reason = self._refused()
        end = self.target.end or None if self.target is not None else None
        point, way = (plain(at), None) if self.target is None else self._landing(self.target)
        context.scene.preview_wire(self._route(point, way), self.refusals.domain, self.reason is not None)
        context.scene.mark_targets(self.compatible, end)
        context.hover_wire(wire_of(self.target) if self.target is not None and self.reason is None else "")
        context.scene.say_at(at, self.reason or "", "error")
        context.view.viewport().setCursor(Qt.CursorShape.ForbiddenCursor if self.reason else Qt.CursorShape.CrossCursor)

    def end(self, at: QPointF, modifiers: Modifiers) -> None:
        self.move(at, modifiers)
        target, reason = self.target, self.reason
        self._clear()
        if reason:
            self.context.say(reason)
        elif target is not None:
            self.link_to(target)
        elif self._is_long(at) and not self.is_at_home:
            self.open_end(at)

    def link_to(self, target: Hit) -> None:
        start, at, key = self.end_at_start, target.at, wire_of(target)
        if key:
            text = translate("Gestures", "Connect {0} to {1}").format(start, link_words(key))
            self.context.edit(text, lambda circuit: edits.join(circuit, start, key, at))
        else:
            end = target.end
            text = translate("Gestures", "Connect {0}").format(link_words(f"{start} {end}"))
            self.context.edit(text, lambda circuit: edits.connect(circuit, start, end))

    def open_end(self, at: QPointF) -> None:
        """Released on the empty sheet: ask which kind to place."""
        self.build.offer_kinds(self.end_at_start, at, self._route(plain(at), None), self.refusals.domain)

    def cancel(self) -> None:
        self._clear()

    def _clear(self) -> None:
        self.context.scene.clear_previews()
        self.context.hover_wire("")
        self.context.view.viewport().unsetCursor()

    def _target(self, at: QPointF) -> Hit | None:
        """The port, junction or wire at the mouse; on a symbol, its nearest port that fits."""
        hit = self.context.scene.hit(at, self.context.zoom())
        self.is_at_home = hit.component != "" and hit.component == component_of(self.end_at_start)
        if hit.what == "component" and not self.is_at_home:
            return self._nearest_port(hit.component, plain(at))
        if hit.what not in ("port", "wire", "junction") or hit.end == self.end_at_start:
            return None
        return hit

    def _nearest_port(self, name: str, at: Point) -> Hit | None:
        terminals = self.context.layout.symbols[name].terminals.values()
        fitting = [t for t in terminals if f"{name}.{t.name}" in self.compatible] or terminals
        found = min(fitting, key=lambda t: math.dist(t.at, at), default=None)
        return Hit("port", found.at, name, found.name, f"{name}.{found.name}") if found is not None else None

    def _refused(self) -> str | None:
        if self.target is None:
            return None
        link = self.context.link(wire_of(self.target))
        return self.refusals.why(link.a if link is not None else self.target.end)

    def _landing(self, target: Hit) -> tuple[Point, tuple[int, int] | None]:
        if wire_of(target):
            return nearest(self.context.layout.wires[wire_of(target)], target.at)[1], None
        return self.context.layout.end_place(target.end)

    def _route(self, point: Point, way: tuple[int, int] | None) -> list[Point]:
        (ax, ay), (bx, by) = self.place, point
        region = (min(ax, bx) - WINDOW, min(ay, by) - WINDOW, max(ax, bx) + WINDOW, max(ay, by) + WINDOW)
        walls = [box for box in self.wiring.near(region) if way or not (box[0] <= bx <= box[2] and box[1] <= by <= box[3])]
        return route(self.place, self.way, point, way, Walls(walls))

    def _is_long(self, at: QPointF) -> bool:
        far = self.context.on_view(at) - self.context.on_view(QPointF(*self.place))
        return far.manhattanLength() >= SHORTEST


class ReattachGesture(WireGesture):
    """Moves one end of a selected wire to another port or wire; released on the empty sheet, it returns."""

    def __init__(self, context: GestureContext, build: BuildCommands, link: Link, moved: str):
        super().__init__(context, build, link.other(moved), without=link)
        self.link, self.moved = link, moved

    def _refused(self) -> str | None:
        if self.target is not None and (self.target.end == self.moved or wire_of(self.target) == self.link.key):
            return None
        return super()._refused()

    def link_to(self, target: Hit) -> None:
        key, old = self.link.key, self.moved
        new = wire_of(target) or target.end
        if new in (old, key):
            return
        at = target.at if wire_of(target) else None
        text = translate("Gestures", "Reconnect link {0}").format(link_words(key))

        def change(circuit: Circuit) -> str:
            return edits.reattach(circuit, key, old, new, at)

        made = self.context.edit(text, change)
        if made is not None:
            self.context.selection.set((), [made])

    def open_end(self, at: QPointF) -> None:
        self.context.say(translate("Gestures", "Drop the end on a port or a wire"), "note")
