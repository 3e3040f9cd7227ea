"""A run as seen from the current sheet: its components by their local names, and the streams through the ports of subcircuits.

A run has `Axis1.KN1.turn.torque`. On the sheet of Axis that is `KN1.turn.torque`; on the main sheet it is the stream into the
port `Axis1.shaft`, which leads to KN1. Such variables are computed here, as sums of variables of the run.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, partial

from mars.component.base import Component, Terminal
from mars.component.domains import AXES, DOMAINS, SIGNALS
from mars.kinds.hierarchy import ends_behind
from mars.kinds.subcircuit_kind import Subcircuit

from ...document.document import Document
from ..sheet_layout import SheetLayout

Terms = tuple[tuple[float, str], ...]  # factors and names; the products are added
POTENTIALS, STREAMS = ("r", "v", "w"), ("F", "M")


class SheetVariables:
    """`variables` with their units, by their names on the sheet; those of the run if there are no subcircuits."""

    def __init__(self, document: Document, layout: SheetLayout, variables: Mapping[str, str]):
        self.prefix = "".join(f"{instance}." for instance in document.way)
        self.made: dict[str, Terms] = {}
        self.variables = document.on_sheet(variables) if document.sheet else variables
        if document.root.definitions and self.variables:
            self._make_ports(document, layout)

    def names(self, names: Iterable[str]) -> list[str]:
        """Names in the run."""
        found: dict[str, None] = {}
        for name in names:
            found |= dict.fromkeys(f"{self.prefix}{each}" for _, each in self.made.get(name, ((1.0, name),)))
        return list(found)

    def now(self, values: Mapping[str, float]) -> Mapping[str, float]:
        """The current values, by their names on the sheet."""
        if not self.prefix and not self.made:
            return values
        cut = len(self.prefix)
        found = {name[cut:]: value for name, value in values.items() if name.startswith(self.prefix)}
        for name, terms in self.made.items():
            if all(each in found for _, each in terms):
                found[name] = sum(factor * found[each] for factor, each in terms)
        return found

    def _make_ports(self, document: Document, layout: SheetLayout) -> None:
        units = dict(self.variables)
        terminals: list[str] = []
        behind = cache(partial(ends_behind, document.root))
        for name, symbol in layout.symbols.items():
            kind = symbol.kind or Component
            if issubclass(kind, Subcircuit) and not symbol.disabled:
                for port in symbol.terminals:
                    inside = behind(kind.kind, port) if port in kind.ports else None
                    ends = [(1.0, f"{name}.{end}") for end in inside or ()]
                    self._make(f"{name}.{port}", symbol.terminals[port].domain, ends, units)
            elif issubclass(kind, Terminal):
                terminals.append(name)
        for name in terminals:
            self._make_terminal(layout, name, terminals, units)
        self.variables = units

    def _make_terminal(self, layout: SheetLayout, name: str, terminals: Sequence[str], units: dict[str, str]) -> None:
        """The stream in through a port of the sheet goes into everything else at its node."""
        for terminal in layout.symbols[name].terminals.values():
            end = f"{name}.{terminal.name}"
            links = layout.nodes.get(layout.node.get(end, ""), ())
            others = dict.fromkeys(each for link in links for each in link.ends if each != end and not each.startswith("#"))
            if not any(each.partition(".")[0] in terminals for each in others):
                self._make(end, terminal.domain, [(-1.0, each) for each in others], units)

    def _make(self, end: str, domain: str, ends: Sequence[tuple[float, str]], units: dict[str, str]) -> None:
        """The variables of a port: potentials from one of the ends it consists of, streams from all of them."""
        potentials, streams = _quantities(domain, [each for _, each in ends], units)
        for quantity in potentials:
            name = next((f"{each}.{quantity}" for _, each in ends if f"{each}.{quantity}" in units), "")
            if name:
                self._add(f"{end}.{quantity}", [(1.0, name)], units)
        for quantity in streams:
            terms = [(factor, f"{each}.{quantity}") for factor, each in ends]
            if terms and all(name in units for _, name in terms):
                self._add(f"{end}.{quantity}", terms, units)

    def _add(self, name: str, terms: Sequence[tuple[float, str]], units: dict[str, str]) -> None:
        known = [(factor * more, each) for factor, of in terms for more, each in self.made.get(of, ((1.0, of),))]
        self.made[name] = tuple(known)
        units[name] = units[terms[0][1]]


def _quantities(domain: str, ends: Sequence[str], units: Mapping[str, str]) -> tuple[list[str], list[str]]:
    if domain == "frame":
        potentials, streams = ([f"{each}.{axis}" for each in letters for axis in AXES] for letters in (POTENTIALS, STREAMS))
        return potentials, streams
    known = DOMAINS.get(domain)
    if known is None:
        return [], []
    if known is SIGNALS:
        starts = tuple(f"{end}.{SIGNALS.potential}." for end in ends)
        found = dict.fromkeys(f"{SIGNALS.potential}.{n.rpartition('.')[2]}" for n in units if starts and n.startswith(starts))
        return list(found), []
    return [each for each in (known.position, known.potential) if each], [] if known.informs else [known.stream]
