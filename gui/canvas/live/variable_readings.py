"""The variables of a port, a node or a component, most useful first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from mars.component.base import Body, Joint
from mars.component.domains import AXES, DOMAINS, FRAME, SIGNALS
from mars.pictures.sheet.symbols import Symbol
from mars.translation import languages

from ...i18n import translate
from ..sheet_layout import SheetLayout
from .reading import Pairs, Reading, Variables

MOST = 12  # rows of a popup


def port_rows(layout: SheetLayout, end: str, variables: Variables) -> list[Reading]:
    """Potentials, streams and power of one port."""
    owner, _, port = end.partition(".")
    domain = layout.symbols[owner].terminals[port].domain
    return [*_potentials(end, domain, variables), *_streams(end, domain, variables), *_power([end], layout, variables)]


def node_rows(layout: SheetLayout, ends: Sequence[str], variables: Variables) -> list[Reading]:
    """The potentials shared by all ports, then the stream into each."""
    if not ends:
        return []
    domain = _domain(layout, ends[0])
    known = next((end for end in ends if _potentials(end, domain, variables)), ends[0])
    rows = _potentials(known, domain, variables)
    for end in ends:
        for row in _streams(end, domain, variables)[:1]:
            label = translate("Live", "{0} into {1}").format(row.label, end.partition(".")[0])
            rows.append(replace(row, label=label))
    for row in _power([ends[-1]], layout, variables) if len(ends) == 2 else ():
        label = translate("Live", "power into {0}").format(ends[-1].partition(".")[0])
        rows.append(replace(row, label=label))
    return rows[:MOST]


def component_rows(layout: SheetLayout, name: str, variables: Variables) -> list[Reading]:
    symbol = layout.symbols[name]
    if symbol.kind is None:
        return []
    if issubclass(symbol.kind, Joint):
        rows = _joint(symbol, variables)
    elif issubclass(symbol.kind, Body):
        rows = _body(symbol, variables)
    else:
        own = _own(symbol, variables)
        labels = {row.label for row in own}
        rows = own + [row for row in _of_ports(symbol, variables) if row.label not in labels]
    sign = -1.0 if symbol.kind.is_source else 1.0
    ends = [f"{name}.{t.name}" for t in symbol.terminals.values()]
    if issubclass(symbol.kind, Joint):  # the stream in at one side comes out at the other
        ends = [f"{name}.{t.name}" for t in symbol.terminals.values() if t.domain != "frame"]
    return [*rows[: MOST - 1], *_power(ends, layout, variables, sign)]


def main_rows(symbol: Symbol, variables: Variables) -> list[Reading]:
    """Values worth a chip: a joint's coordinates, a meter's first result, the output of a source."""
    kind = symbol.kind
    if kind is None or issubclass(kind, Body):
        return []
    if issubclass(kind, Joint):
        names = [f"{symbol.name}.{name}" for name in kind.coordinates]
        return [Reading("", variables[name], (name,)) for name in names if name in variables][:3]
    candidates = _given(symbol) if kind.is_source else [f"{symbol.name}.{name}" for name in kind.results]
    if kind.is_source and (pins := _pins(symbol)):
        return _across(symbol, pins, variables, _given_unit(symbol))
    found = [name for name in candidates if name in variables][:1]
    sign = -1.0 if kind.is_source and found and not _is_potential(symbol, found[0]) else 1.0
    return [Reading("", variables[name], (name,), sign=sign) for name in found]


def _given(symbol: Symbol) -> list[str]:
    """The variable of a source that has the unit of its law."""
    wanted = _given_unit(symbol)
    found = []
    for terminal in symbol.terminals.values():
        domain = DOMAINS.get(terminal.domain)
        if domain is not None and domain is not FRAME:
            end = f"{symbol.name}.{terminal.name}"
            parts = (
                (domain.position, domain.position_unit),
                (domain.potential, domain.potential_unit),
                (domain.stream, domain.stream_unit),
            )
            found += [f"{end}.{what}" for what, unit in parts if unit and unit == wanted]
    return found


def _given_unit(symbol: Symbol) -> str:
    assert symbol.kind is not None
    return next((p.unit for p in symbol.kind.parameters.values() if p.key_parameter), "")


def _pins(symbol: Symbol) -> list[str]:
    """The two pins of a component with exactly two of one domain, without a position."""
    by_domain: dict[str, list[str]] = {}
    for terminal in symbol.terminals.values():
        domain = DOMAINS.get(terminal.domain)
        if domain is not None and not domain.moves and not domain.informs:
            by_domain.setdefault(domain.name, []).append(terminal.name)
    return next((found for found in by_domain.values() if len(found) == 2), [])


def _across(symbol: Symbol, pins: list[str], variables: Variables, unit: str = "") -> list[Reading]:
    """Voltage across and current through the pins, or only the one in `unit`; a source's current is positive out of the first."""
    (p, n), domain = (f"{symbol.name}.{pin}" for pin in pins), DOMAINS[symbol.terminals[pins[0]].domain]
    against = other if (other := f"{n}.{domain.potential}") in variables else ""
    rows = [
        Reading(_words(domain.potential), domain.potential_unit, (f"{p}.{domain.potential}",), against=against),
        Reading(_words(domain.stream), domain.stream_unit, (f"{p}.{domain.stream}",)),
    ]
    if unit:
        rows = [replace(row, label="", sign=-1.0 if row.unit == domain.stream_unit else 1.0) for row in rows if row.unit == unit]
    return [row for row in rows if row.names[0] in variables]


def _is_potential(symbol: Symbol, name: str) -> bool:
    what = name.rpartition(".")[2]
    return any(what in (d.position, d.potential) for t in symbol.terminals.values() if (d := DOMAINS.get(t.domain)))


def _domain(layout: SheetLayout, end: str) -> str:
    owner, _, port = end.partition(".")
    return layout.symbols[owner].terminals[port].domain


def _words(name: str) -> str:
    return languages.word(name)


def _vector(end: str, letter: str, variables: Variables) -> tuple[str, ...]:
    return tuple(name for axis in AXES if (name := f"{end}.{letter}.{axis}") in variables)


def _potentials(end: str, domain: str, variables: Variables) -> list[Reading]:
    if domain == "frame":
        parts = (
            ("r", "m", translate("Live", "position")),
            ("v", "m/s", translate("Live", "velocity")),
            ("w", "rad/s", translate("Live", "angular velocity")),
        )
        found = [(label, unit, _vector(end, letter, variables), letter == "r") for letter, unit, label in parts]
        return [Reading(label, unit, names, is_place=place) for label, unit, names, place in found if names]
    if domain == SIGNALS.name:
        names = [name for name in variables if name.startswith(f"{end}.{SIGNALS.potential}.")]
        return [Reading(name.rpartition(".")[2], variables[name], (name,)) for name in names]
    known = DOMAINS.get(domain)
    tails = [known.position, known.potential] if known is not None else []
    return [Reading(_words(tail), variables[name], (name,)) for tail in tails if (name := f"{end}.{tail}") in variables]


def _streams(end: str, domain: str, variables: Variables) -> list[Reading]:
    if domain == "frame":
        parts = (("F", "N", translate("Live", "force")), ("M", "N·m", translate("Live", "moment")))
        found = [(label, unit, _vector(end, letter, variables)) for letter, unit, label in parts]
        return [Reading(label, unit, names) for label, unit, names in found if names]
    known = DOMAINS.get(domain)
    if known is None or known.informs or f"{end}.{known.stream}" not in variables:
        return []
    name = f"{end}.{known.stream}"
    return [Reading(_words(known.stream), variables[name], (name,))]


def power_pairs(end: str, domain: str, variables: Variables) -> Pairs:
    """Pairs of stream and potential whose products add up to the power into a port; for heat, the stream alone."""
    if domain == "frame":
        names = [(f"{end}.{s}.{axis}", f"{end}.{p}.{axis}") for s, p in (("F", "v"), ("M", "w")) for axis in AXES]
    else:
        known = DOMAINS.get(domain)
        names = [] if known is None or known.informs else [(f"{end}.{known.stream}", f"{end}.{known.potential}")]
        if known is not None and known.stream_is_power:
            return tuple((s, "") for s, _ in names if s in variables)
    return tuple((s, p) for s, p in names if s in variables and p in variables)


def _power(ends: Iterable[str], layout: SheetLayout, variables: Variables, sign: float = 1.0) -> list[Reading]:
    pairs = tuple(pair for end in ends for pair in power_pairs(end, _domain(layout, end), variables))
    label = translate("Live", "power out") if sign < 0 else translate("Live", "power in")
    return [Reading(label, "W", pairs=pairs, sign=sign)] if pairs else []


def _joint(symbol: Symbol, variables: Variables) -> list[Reading]:
    """Coordinate, speed and force or torque of each degree of freedom."""
    scalar = [t for t in symbol.terminals.values() if t.domain in DOMAINS and t.domain != "frame"]
    rows = []
    for terminal in scalar:
        end, domain = f"{symbol.name}.{terminal.name}", DOMAINS[terminal.domain]
        prefix = f"{_words(terminal.name)} " if len(scalar) > 1 else ""
        found = [(tail, f"{end}.{tail}") for tail in (domain.position, domain.potential, domain.stream)]
        rows += [Reading(f"{prefix}{_words(tail)}", variables[name], (name,)) for tail, name in found if name in variables]
    return rows


def _body(symbol: Symbol, variables: Variables) -> list[Reading]:
    """Motion of its points, and its rotation."""
    found = [(port, _vector(f"{symbol.name}.{port}", "v", variables)) for port in list(symbol.terminals)[:4]]
    rows = [Reading(translate("Live", "velocity of {0}").format(port), "m/s", names) for port, names in found if names]
    return [*rows, *_potentials(f"{symbol.name}.{next(iter(symbol.terminals), '')}", "frame", variables)[2:]]


def _own(symbol: Symbol, variables: Variables) -> list[Reading]:
    """Results, states and constraint streams."""
    assert symbol.kind is not None
    rows = []
    for what in (*symbol.kind.results, *symbol.kind.states_for(symbol.values), *symbol.kind.holds):
        numbered = tuple(name for i in (1, 2, 3) if (name := f"{symbol.name}.{what}.{i}") in variables)
        names = (f"{symbol.name}.{what}",) if f"{symbol.name}.{what}" in variables else numbered
        if names:
            rows.append(Reading(_words(what), variables[names[0]], names))
    return rows


def _of_ports(symbol: Symbol, variables: Variables) -> list[Reading]:
    """Potentials and streams of the ports; with several ports, by their names, and only the speed of the potentials. For two
    pins, the voltage across and the current through."""
    if len(symbol.terminals) == 1:
        ((name, terminal),) = symbol.terminals.items()
        end = f"{symbol.name}.{name}"
        return [*_potentials(end, terminal.domain, variables), *_streams(end, terminal.domain, variables)]
    pins = _pins(symbol)
    rows = _across(symbol, pins, variables) if pins else []
    for name, terminal in symbol.terminals.items():
        if name in pins:
            continue
        end = f"{symbol.name}.{name}"
        speeds = [] if terminal.domain == "frame" else _potentials(end, terminal.domain, variables)[-1:]
        found = [*speeds, *_streams(end, terminal.domain, variables)]
        rows += [replace(row, label=f"{_words(name)} {row.label}") for row in found]
    return rows
