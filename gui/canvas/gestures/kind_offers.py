"""Which kinds can be placed on the current sheet: all, those that fit a port, those a component can be swapped to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mars.component.base import Component, Terminal
from mars.kinds.definitions import kinds_of
from mars.kinds.registry import kinds, kinds_in
from mars.kinds.resolved import default_ports

from ... import edits
from ...kinds.kind_groups import groups
from ..popups.kind_list import KindList
from .gesture_context import GestureContext

if TYPE_CHECKING:
    from ...kinds.custom_kinds import CustomKinds

Offer = tuple[str, str]  # a kind, and its port to link


class KindOffers:
    """`own` are the custom kinds of the file and of the user's library."""

    def __init__(self, context: GestureContext):
        self.context = context
        self.own: CustomKinds | None = None

    def everything(self) -> list[Offer]:
        own = self.own.groups() if self.own is not None else []
        everything = [*own, *groups(inside=bool(self.context.document.sheet))]
        return [(kind, "") for group in everything for kind in group.kinds if self._may_be_here(kind)]

    def fitting(self, domain: str, end: str) -> list[Offer]:
        """Kinds that can be linked to an end."""
        return [offer for offer in edits.fitting_kinds(domain, self.context.circuit, end) if self._may_be_here(offer[0])]

    def swaps(self, name: str) -> list[Offer]:
        """Kinds that a component can be swapped to: its own family, then others that would keep all its links."""
        circuit, layout = self.context.circuit, self.context.layout
        own = circuit.components[name].kind
        family = own.rpartition(".")[0]
        symbol = layout.symbols[name]
        domains = {t.domain for t in symbol.terminals.values() if f"{name}.{t.name}" in layout.linked}
        of_file = kinds_of(circuit.definitions)
        offered = [*of_file, *(kind for group in groups(inside=bool(self.context.document.sheet)) for kind in group.kinds)]
        offered = [kind for kind in offered if kind != own and self._may_be_here(kind)]
        related = [kind for kind in offered if kind.rpartition(".")[0] == family]
        known = kinds_in(circuit)
        domains_of = {kind: {port.domain.name for port in default_ports(known[kind]).values()} for kind in offered}
        keeping = [kind for kind in offered if domains <= {"", *domains_of[kind]}]
        return [(kind, "") for kind in dict.fromkeys([*related, *keeping])]

    def popup(self, offers: Sequence[Offer], heading: str = "") -> KindList:
        own = self.own.kinds if self.own is not None else kinds_of(self.context.circuit.definitions)
        return KindList(self.context.view, self.context.theme, offers, heading, own)

    def next_name(self, kind: str) -> str:
        """The name that a new component of this kind would get."""
        cls = edits.kind_class(self.context.circuit, kind)
        return self.context.circuit.next_name(kind, cls.letters if cls is not None else None)

    def _may_be_here(self, kind: str) -> bool:
        """Ports belong on sheets of subcircuits, and no subcircuit contains itself."""
        sheet = self.context.document.sheet
        return not edits.ring(self.context.circuit, sheet, kind) if sheet else not _is_port(kind)


def _is_port(kind: str) -> bool:
    """Whether it is a port of a subcircuit, which has no use on the main sheet."""
    return issubclass(kinds().get(kind, Component), Terminal)
