"""A kind dragged from the palette: a ghost follows the mouse; on a wire it is inserted, at a port it is linked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QPointF

from mars.component.base import Component
from mars.document.circuit import Circuit
from mars.kinds.resolved import default_ports, default_values
from mars.pictures.sheet.symbols import Place, SymbolPort, shape_of, symbol

from ... import edits
from ...edits.candidate_kinds import faced, port_for
from ...edits.link_rules import LinkRules
from ...i18n import translate
from ..hit_test import PORT_REACH, Hit
from .entry_words import link_words
from .gesture import PORT_SNAP, WIRE_LENGTH, on_grid, snapped
from .wire_gesture import wire_of

if TYPE_CHECKING:
    from .build_commands import BuildCommands
    from .gesture_context import GestureContext

MIME = "application/x-mars-kind"


def dragged_kind(mime: QMimeData, circuit: Circuit) -> tuple[str, type[Component] | None]:
    """The dragged kind, by its palette name; empty if the drag is not from the palette."""
    kind = bytes(mime.data(MIME).data()).decode("utf-8", "replace") if mime.hasFormat(MIME) else ""
    return kind, edits.kind_class(circuit, kind) if kind else None


@dataclass(frozen=True)
class DropTarget:
    """Where a new component goes and what it is linked to."""

    place: Place
    wire: str = ""  # inserted into this wire
    end: str = ""  # linked to this end
    port: str = ""  # with this port


class PaletteDrop:
    """Like a gesture, but the mouse button belongs to the palette."""

    def __init__(self, context: GestureContext, build: BuildCommands, kind: str, cls: type[Component]):
        self.context, self.build, self.kind, self.cls = context, build, kind, cls
        self.symbol = symbol("", kind, self.cls, default_values(self.cls), shape_of(self.cls), Place())

    def move(self, at: QPointF) -> None:
        landing, scene = self.landing(at), self.context.scene
        place = landing.place
        scene.preview_ghost(self.cls, place.at, place.turn, place.flip)
        scene.mark_targets({landing.end} if landing.end else set(), landing.end or None)
        self.context.hover_wire(landing.wire)

    def end(self, at: QPointF) -> str | None:
        """Place it; returns its name, unless the user must answer a question first."""
        landing = self.landing(at)
        self.cancel()
        return self.build.with_kind(self.kind, lambda kind: self._place(kind, landing))

    def _place(self, kind: str, landing: DropTarget) -> str | None:
        place = landing.place

        def change(circuit: Circuit) -> str:
            name = edits.add(circuit, kind, place.at, turn=place.turn, flip=place.flip)
            if landing.wire:
                edits.insert(circuit, name, landing.wire)
            elif landing.end:
                edits.connect(circuit, landing.end, f"{name}.{landing.port}")
            return name

        name = self.context.circuit.next_name(self.kind, self.cls.letters)
        text = translate("Gestures", "Add {0}").format(name)
        if landing.wire:
            text = translate("Gestures", "Insert {0} into {1}").format(name, link_words(landing.wire))
        return self.build.place_by(text, change)

    def cancel(self) -> None:
        self.context.scene.clear_previews()
        self.context.hover_wire("")

    def landing(self, at: QPointF) -> DropTarget:
        return self._at_port(at) or self._in_wire(at) or self._port_on_port(at) or DropTarget(Place(on_grid(at)))

    def _in_wire(self, at: QPointF) -> DropTarget | None:
        hit = self.context.scene.hit(at, self.context.zoom())
        key = wire_of(hit)
        domain = self.context.layout.domains.get(key, "")
        if not key or not any(port.domain.name == domain for port in default_ports(self.cls).values()):
            return None
        points, segment = self.context.layout.wires[key], max(hit.segment, 0)
        upright = points[segment][0] == points[segment + 1][0]
        x, y = hit.at
        return DropTarget(Place((snapped(x), snapped(y)), 1 if upright else 0), wire=key)

    def _at_port(self, at: QPointF) -> DropTarget | None:
        """The mouse is at a port."""
        hit = self.context.scene.hit(at, self.context.zoom())
        if hit.what != "port":
            return None
        port = port_for(self.cls, self._terminal(hit).domain, self._is_given(hit.end))
        return self._linked(hit, port.name) if port is not None else None

    def _port_on_port(self, at: QPointF) -> DropTarget | None:
        """One of the ghost's own ports is at a port."""
        for terminal in self.symbol.terminals.values():
            hit = self.context.scene.hit(at + QPointF(*terminal.at), self.context.zoom() * PORT_REACH / PORT_SNAP)
            if hit.what != "port" or self._terminal(hit).domain != terminal.domain:
                continue
            if terminal.reads or not self._is_given(hit.end):
                return self._linked(hit, terminal.name)
        return None

    def _terminal(self, hit: Hit) -> SymbolPort:
        return self.context.layout.symbols[hit.component].terminals[hit.port]

    def _linked(self, hit: Hit, port: str) -> DropTarget | None:
        """Facing the port that it is linked to, with room for a wire between them."""
        target = self._terminal(hit)
        if not self._may_link(hit.end):
            return None
        (x, y), (dx, dy) = target.at, target.direction
        lying = faced(self.symbol, port, (-dx, -dy))
        own = lying.terminals[port].at
        at = (round(x + WIRE_LENGTH * dx - own[0]), round(y + WIRE_LENGTH * dy - own[1]))
        return DropTarget(Place(at, lying.place.turn, lying.place.flip), end=hit.end, port=port)

    def _is_given(self, end: str) -> bool:
        refusals = LinkRules(self.context.circuit, end)
        return any(map(refusals.gives_signal, refusals.node))

    def _may_link(self, end: str) -> bool:
        offers = edits.fitting_kinds(LinkRules(self.context.circuit, end).domain, self.context.circuit, end)
        return self.kind.startswith(edits.LIBRARY) or any(kind == self.kind for kind, _ in offers)
