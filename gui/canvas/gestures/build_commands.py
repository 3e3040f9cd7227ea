"""Building: place a kind, let one grow out of a port, put one into a wire, swap a kind, add to a joint."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPoint, QPointF

from mars.component.base import Component, Joint, Terminal
from mars.component.icon_paths import Point
from mars.document.circuit import Circuit
from mars.editing.reroute import SheetWiring
from mars.kinds.definitions import kinds_of
from mars.kinds.registry import kind_in, kinds, kinds_in
from mars.kinds.resolved import default_ports

from ... import edits
from ...i18n import translate
from ...kinds.kind_groups import groups, title
from ..popups.kind_list import KindList
from ..popups.value_popup import ValuePopup, has_key_parameters, put
from .gesture import on_grid
from .host_core import HostCore, fresh_merge, link_words

if TYPE_CHECKING:
    from ...kinds.custom_kinds import CustomKinds

Place = Callable[[str], str | None]  # of a kind; the answer is the name of the component
STEP, TRIES = 20, 40


class BuildCommands(HostCore):
    """Whatever places a component selects it and asks for its key parameters; all of it is one undo entry."""

    own: CustomKinds | None = None  # the file's kinds and those of the user's library

    def with_kind(self, kind: str, place: Place) -> str | None:
        """Place a kind; one of the library once it is settled what becomes of another one that has its name."""
        if self.own is None or not kind.startswith(edits.LIBRARY):
            return place(kind)
        self.library_kind_asked.emit(kind, place)
        return None

    def place(self, kind: str) -> str | None:
        """At the mouse if it is over the drawing, else in the middle, on a free spot."""
        return self.with_kind(kind, self._place_somewhere)

    def _place_somewhere(self, kind: str) -> str | None:
        def change(circuit: Circuit) -> str:
            name = edits.add(circuit, kind, on_grid(self.mouse_or_centre()))
            _find_room(circuit, name)
            return name

        return self.place_by(translate("Gestures", "Add {0}").format(self._next_name(kind)), change)

    def place_by(self, text: str, change: Callable[[Circuit], str]) -> str | None:
        """Let a function add a component, as one entry with the values that are typed for it at once."""
        merge = fresh_merge()
        name = self.edit(text, change, merge)
        if name is not None:
            self.selection.set([name])
            self.reveal(name)
            self.view.setFocus()
            if has_key_parameters(self.circuit, name):
                self.edit_values(name, merge)
            else:
                self.document.end_merging()
        return name

    def offer_kinds(self, end: str, at: QPointF, points: list[Point], domain: str) -> KindList:
        """The list of kinds that fit to an end, where its wire was let go; the wire stays visible meanwhile."""
        offers = [offer for offer in edits.fitting_kinds(domain, self.circuit, end) if self._may_be_here(offer[0])]
        popup = self._kind_list(offers, translate("Gestures", "What comes to {0}?").format(end))

        def chosen(kind: str, port: str) -> None:
            text = translate("Gestures", "Add {0} to {1}").format(self._next_name(kind), end)
            self.place_by(text, lambda circuit: edits.add_linked(circuit, kind, end, (at.x(), at.y()), port=port))

        self.scene.preview_wire(points, domain, False)
        popup.closed.connect(self.scene.clear_previews)
        popup.chosen.connect(chosen)
        self.show_popup(popup, self.on_view(at) + QPoint(12, 8))
        return popup

    def offer_all(self, at: QPointF) -> KindList:
        """The list of all kinds, to place one on the empty sheet."""
        own = self.own.groups() if self.own is not None else []
        everything = [*own, *groups(inside=bool(self.document.sheet))]
        offers = [(kind, "") for group in everything for kind in group.kinds if self._may_be_here(kind)]
        popup = self._kind_list(offers)

        def place(kind: str) -> str | None:
            text = translate("Gestures", "Add {0}").format(self._next_name(kind))
            return self.place_by(text, lambda circuit: edits.add(circuit, kind, (at.x(), at.y())))

        popup.chosen.connect(lambda kind, _port: self.with_kind(kind, place))
        self.show_popup(popup, self.on_view(at))
        return popup

    def edit_values(self, name: str = "", merge: str = "") -> ValuePopup | None:
        """The popup with the key parameters of a component, by default of the selected one; of a joint where it starts."""
        name = name or self.selection.only or ""
        if name not in self.circuit.components:
            return None

        def take(values: dict[str, Any]) -> None:
            text = translate("Gestures", "Set {0}").format(", ".join(f"{name}.{key.lstrip('.')}" for key in values))
            self.edit(text, lambda circuit: put(circuit, name, values), merge)

        popup = ValuePopup(self.view, self.theme, self.document, name, take)
        if not popup.rows:
            popup.deleteLater()
            self.document.end_merging()
            if not merge:
                self.say(translate("Gestures", "{0} has no telling values. See the inspector").format(name), "note")
            return None
        popup.closed.connect(lambda: None if merge else self.document.end_merging())
        self.show_popup_by(popup, name)
        return popup

    def attach(self, what: str, joint: str = "", port: str | None = None) -> str | None:
        """Add a `drive`, `damper`, `spring` or `limits` to a joint, by default the selected one."""
        joint = joint or self.selection.only or ""
        kind = kind_in(self.circuit, self.circuit.components[joint].kind) if joint in self.circuit.components else None
        if kind is None or not issubclass(kind, Joint):
            self.say(translate("Gestures", "Select one joint first, then add to it"), "note")
            return None
        words = {
            "drive": translate("Gestures", "Add drive to {0}"),
            "damper": translate("Gestures", "Add damper to {0}"),
            "spring": translate("Gestures", "Add spring to {0}"),
            "limits": translate("Gestures", "Add limits to {0}"),
        }
        return self.place_by(words[what].format(joint), lambda circuit: edits.attach(circuit, joint, what, port))

    def insert_joint(self, key: str, kind: str = "joints.rotation") -> str | None:
        """Put a joint into the middle of a vector wire, so that it is no longer a weld."""
        points = self.layout.wires[key]
        a, b = max(pairwise(points), key=lambda piece: math.dist(*piece))
        at = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)

        def change(circuit: Circuit) -> str:
            name = edits.add(circuit, kind, at)
            edits.insert(circuit, name, key)
            return name

        text = translate("Gestures", "Insert {0} into {1}").format(self._next_name(kind), link_words(key))
        return self.place_by(text, change)

    def unlink_port(self, end: str) -> None:
        """Take away all links at a port."""
        keys = [link.key for link in self.circuit.links if end in link.ends]
        if keys:
            self.edit(translate("Gestures", "Unlink {0}").format(end), lambda circuit: edits.disconnect(circuit, keys))

    def straighten(self, keys: frozenset[str] | None = None) -> None:
        """Let bent wires be routed by the program again."""
        chosen = self.selection.links if keys is None else keys
        if chosen:
            text = translate("Gestures", "Straighten {0}").format(self.words((), chosen))
            self.edit(text, lambda circuit: edits.straighten(circuit, chosen))

    def swap_kind(self, kind: str = "") -> None:
        """Another kind for the selected component, its links kept; without a kind the list of them opens."""
        name = self.selection.only
        if name is None:
            self.say(translate("Gestures", "Select one component first, then swap its kind"), "note")
        elif kind:
            self._swap(name, kind)
        else:
            popup = self._kind_list(self.swaps(name), translate("Gestures", "{0} becomes").format(name))
            popup.chosen.connect(lambda chosen, _: self._swap(name, chosen))
            self.show_popup_by(popup, name)

    def swaps(self, name: str) -> list[tuple[str, str]]:
        """Kinds that a component can become: its own family, then others that would keep all its links."""
        own = self.circuit.components[name].kind
        family = own.rpartition(".")[0]
        symbol = self.layout.symbols[name]
        domains = {t.domain for t in symbol.terminals.values() if f"{name}.{t.name}" in self.layout.linked}
        of_file = kinds_of(self.circuit.definitions)
        offered = [*of_file, *(kind for group in groups(inside=bool(self.document.sheet)) for kind in group.kinds)]
        offered = [kind for kind in offered if kind != own and self._may_be_here(kind)]
        related = [kind for kind in offered if kind.rpartition(".")[0] == family]
        known = kinds_in(self.circuit)
        domains_of = {kind: {port.domain.name for port in default_ports(known[kind]).values()} for kind in offered}
        keeping = [kind for kind in offered if domains <= {"", *domains_of[kind]}]
        return [(kind, "") for kind in dict.fromkeys([*related, *keeping])]

    def _swap(self, name: str, kind: str) -> None:
        text = translate("Gestures", "Swap {0} for {1}").format(name, title(kind))
        dropped = self.edit(text, lambda circuit: edits.swap_kind(circuit, name, kind))
        if dropped:
            words = translate("Gestures", "{0} has no port for the link at {1}, so that link is gone")
            self.say(words.format(title(kind), ", ".join(dropped)), "note")

    def _kind_list(self, offers: Sequence[tuple[str, str]], heading: str = "") -> KindList:
        own = self.own.kinds if self.own is not None else kinds_of(self.circuit.definitions)
        return KindList(self.view, self.theme, offers, heading, own)

    def _may_be_here(self, kind: str) -> bool:
        """Ports are for sheets of subcircuits, and no subcircuit holds itself."""
        sheet = self.document.sheet
        return not edits.ring(self.circuit, sheet, kind) if sheet else not _is_port(kind)

    def _next_name(self, kind: str) -> str:
        cls = edits.kind_class(self.circuit, kind)
        return self.circuit.next_name(kind, cls.letters if cls is not None else None)


def _is_port(kind: str) -> bool:
    """Whether it is a port of a subcircuit, which the main sheet has no use for."""
    return issubclass(kinds().get(kind, Component), Terminal)


def _find_room(circuit: Circuit, name: str) -> None:
    """Move a new component on, to the right and down, until it stands on no other one."""
    for _ in range(TRIES):
        wiring = SheetWiring(circuit)
        if sum(1 for _ in wiring.near(wiring.box(name))) <= 1:
            return
        edits.move(circuit, [name], STEP, STEP)
