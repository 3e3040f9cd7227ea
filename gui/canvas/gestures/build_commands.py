"""Adds components: place a kind, extend a port, insert into a wire, add to a joint."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise

from PySide6.QtCore import QPoint, QPointF

from mars.component.base import Joint
from mars.component.icon_paths import Point
from mars.document.circuit import Circuit
from mars.editing.reroute import SheetWiring
from mars.kinds.registry import kind_in

from ... import edits
from ...i18n import translate
from ..popups.kind_list import KindList
from ..popups.value_popup import has_key_parameters
from .definition_requests import DefinitionRequests
from .entry_words import fresh_merge, link_words
from .gesture import on_grid
from .gesture_context import GestureContext
from .kind_offers import KindOffers
from .popup_holder import PopupHolder
from .value_commands import ValueCommands

Place = Callable[[str], str | None]  # takes a kind and returns the name of the component
STEP, TRIES = 20, 40  # sheet units to the right and down per attempt to find a free position, and number of attempts
BESIDE_MOUSE = QPoint(12, 8)  # pixels: the list of kinds opens clear of the wire's end


class BuildCommands:
    """Placing a component selects it and asks for its key parameters, all as one undo entry."""

    def __init__(
        self,
        context: GestureContext,
        popups: PopupHolder,
        kinds: KindOffers,
        values: ValueCommands,
        requests: DefinitionRequests,
    ):
        self.context, self.popups, self.kinds, self.values, self.requests = context, popups, kinds, values, requests

    def with_kind(self, kind: str, place: Place) -> str | None:
        """Place a kind; for a library kind, first settle any conflict with a kind of the same name in the file."""
        if self.kinds.own is None or not kind.startswith(edits.LIBRARY):
            return place(kind)
        self.requests.library_kind.emit(kind, place)
        return None

    def place(self, kind: str) -> str | None:
        """Place at the mouse if it is over the drawing, else in the centre, at a free position."""
        return self.with_kind(kind, self._place_somewhere)

    def _place_somewhere(self, kind: str) -> str | None:
        def change(circuit: Circuit) -> str:
            name = edits.add(circuit, kind, on_grid(self.context.mouse_or_centre()))
            _find_room(circuit, name)
            return name

        return self.place_by(translate("Gestures", "Add {0}").format(self.kinds.next_name(kind)), change)

    def place_by(self, text: str, change: Callable[[Circuit], str]) -> str | None:
        """Let a function add a component, as one entry together with the values typed for it."""
        context, merge = self.context, fresh_merge()
        name = context.edit(text, change, merge)
        if name is not None:
            context.selection.set([name])
            context.reveal(name)
            context.view.setFocus()
            if has_key_parameters(context.circuit, name):
                self.values.edit(name, merge)
            else:
                context.document.end_merging()
        return name

    def offer_kinds(self, end: str, at: QPointF, points: list[Point], domain: str) -> KindList:
        """Open the list of kinds that fit an end where its wire was released; the wire stays visible meanwhile."""
        popup = self.kinds.popup(self.kinds.fitting(domain, end), translate("Gestures", "Connect to {0}").format(end))

        def chosen(kind: str, port: str) -> None:
            text = translate("Gestures", "Add {0} to {1}").format(self.kinds.next_name(kind), end)
            self.place_by(text, lambda circuit: edits.add_linked(circuit, kind, end, (at.x(), at.y()), port=port))

        self.context.scene.preview_wire(points, domain, False)
        popup.closed.connect(self.context.scene.clear_previews)
        popup.chosen.connect(chosen)
        self.popups.show(popup, self.context.on_view(at) + BESIDE_MOUSE)
        return popup

    def offer_all(self, at: QPointF) -> KindList:
        """Open the list of all kinds to place one on the empty sheet."""
        popup = self.kinds.popup(self.kinds.everything())

        def place(kind: str) -> str | None:
            text = translate("Gestures", "Add {0}").format(self.kinds.next_name(kind))
            return self.place_by(text, lambda circuit: edits.add(circuit, kind, (at.x(), at.y())))

        popup.chosen.connect(lambda kind, _port: self.with_kind(kind, place))
        self.popups.show(popup, self.context.on_view(at))
        return popup

    def attach(self, what: str, joint: str = "", port: str | None = None) -> str | None:
        """Add a `drive`, `damper`, `spring` or `limits` to a joint, by default the selected one."""
        circuit = self.context.circuit
        joint = joint or self.context.selection.only or ""
        kind = kind_in(circuit, circuit.components[joint].kind) if joint in circuit.components else None
        if kind is None or not issubclass(kind, Joint):
            self.context.say(translate("Gestures", "Select one joint first"), "note")
            return None
        words = {
            "drive": translate("Gestures", "Add drive to {0}"),
            "damper": translate("Gestures", "Add damper to {0}"),
            "spring": translate("Gestures", "Add spring to {0}"),
            "limits": translate("Gestures", "Add limits to {0}"),
        }
        return self.place_by(words[what].format(joint), lambda circuit: edits.attach(circuit, joint, what, port))

    def insert_joint(self, key: str, kind: str = "joints.rotation") -> str | None:
        """Insert a joint in the middle of a vector wire, so that it is no longer a weld."""
        points = self.context.layout.wires[key]
        a, b = max(pairwise(points), key=lambda piece: math.dist(*piece))
        at = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)

        def change(circuit: Circuit) -> str:
            name = edits.add(circuit, kind, at)
            edits.insert(circuit, name, key)
            return name

        text = translate("Gestures", "Insert {0} into {1}").format(self.kinds.next_name(kind), link_words(key))
        return self.place_by(text, change)


def _find_room(circuit: Circuit, name: str) -> None:
    """Move a new component right and down until it overlaps no other."""
    for _ in range(TRIES):
        wiring = SheetWiring(circuit)
        if sum(1 for _ in wiring.near(wiring.box(name))) <= 1:
            return
        edits.move(circuit, [name], STEP, STEP)
