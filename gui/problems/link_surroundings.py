"""The surroundings of a link's end: computed once and used many times while looking for remedies."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from math import dist

from mars.component.base import Component, Joint
from mars.document.circuit import Circuit
from mars.kinds.registry import kind_in
from mars.names import component_of
from mars.pictures.sheet.layout import placed_symbols
from mars.pictures.sheet.symbols import Symbol, SymbolPort

from .. import edits

NEAR = 600  # sheet units: ports farther away are not neighbours
MOST_TRIED = 4
MOST_PROPOSED = 20  # each proposal checks all links, and more would not be read


class LinkSurroundings:
    """A circuit in its current state; invalid after its next change."""

    def __init__(self, circuit: Circuit):
        self.circuit = circuit
        self._proposals = 0

    @cached_property
    def symbols(self) -> dict[str, Symbol]:
        return placed_symbols(self.circuit)

    @cached_property
    def linked(self) -> set[str]:
        return {end for link in self.circuit.links for end in link.ends}

    @cached_property
    def nodes(self) -> list[tuple[str, ...]]:
        return self.circuit.nodes()

    @cached_property
    def parts(self) -> list[set[str]]:
        """Groups of connected components."""
        parts: list[set[str]] = []
        part_of: dict[str, set[str]] = {}
        for node in self.nodes:
            owners = {component_of(end) for end in node}
            found = owners.union(*(part_of.get(name, ()) for name in owners))
            parts = [part for part in parts if not part & owners] + [found]
            part_of.update(dict.fromkeys(found, found))
        return parts

    @cached_property
    def ports(self) -> dict[str, list[tuple[str, SymbolPort]]]:
        """Ports of enabled components, by domain."""
        found: dict[str, list[tuple[str, SymbolPort]]] = defaultdict(list)
        for name, symbol in self.symbols.items():
            for port, terminal in symbol.terminals.items() if not symbol.disabled else ():
                found[terminal.domain].append((f"{name}.{port}", terminal))
        return found

    def kind(self, end: str) -> type[Component] | None:
        component = self.circuit.components.get(component_of(end))
        return kind_in(self.circuit, component.kind) if component is not None else None

    def is_a(self, end: str, cls: type[Component]) -> bool:
        kind = self.kind(end)
        return kind is not None and issubclass(kind, cls)

    def is_source(self, name: str) -> bool:
        kind = self.kind(name)
        return kind is not None and kind.is_source

    def gives(self, name: str) -> str:
        """The unit of a source's output."""
        kind = self.kind(name) if self.is_source(name) else None
        return next((p.unit for p in kind.parameters.values() if p.key_parameter), "") if kind is not None else ""

    def terminal(self, end: str) -> SymbolPort | None:
        owner, _, port = end.partition(".")
        return self.symbols[owner].terminals.get(port) if owner in self.symbols else None

    def domain(self, end: str) -> str:
        terminal = self.terminal(end)
        return terminal.domain if terminal is not None else ""

    def domains(self, ends: tuple[str, ...]) -> set[str]:
        return {domain for end in ends if (domain := self.domain(end))}

    def node_of(self, end: str) -> tuple[str, ...]:
        return next((node for node in self.nodes if end in node), ())

    def part(self, name: str) -> list[str]:
        """All components connected to one, in file order."""
        name = component_of(name)
        found = next((part for part in self.parts if name in part), {name})
        return [each for each in self.circuit.components if each in found]

    def neighbour(self, end: str) -> str | None:
        """The nearest port that this one could be linked to: an open one, or the shaft or slider of a joint.

        Not joint to joint by their frames, which leaves no body between them.
        """
        here = self.terminal(end)
        self._proposals += 1
        if here is None or self._proposals > MOST_PROPOSED:
            return None
        found = []
        for other, terminal in self.ports[here.domain]:
            far = dist(here.at, terminal.at)
            if far < NEAR and component_of(other) != component_of(end):
                of_joint = self.is_a(other, Joint)
                is_open = other not in self.linked
                fits = is_open and not (of_joint and self.is_a(end, Joint)) if here.domain == "frame" else is_open or of_joint
                if here.domain in ("signal", "signals"):  # one output, any number of inputs
                    fits = terminal.reads != here.reads
                if fits:
                    found.append((far, other))
        refusals = edits.LinkRules(self.circuit, end, self.symbols)
        return next((other for _, other in sorted(found)[:MOST_TRIED] if refusals.why(other) is None), None)
