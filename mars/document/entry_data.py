"""Conversion of variables, components, links and start values to and from file data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from unicodedata import is_normalized

from mars.document.entries import Link, PlacedComponent, Start, Variable
from mars.document.links import checked_end
from mars.errors import DocumentError
from mars.formulas.syntax_tree import RESERVED
from mars.messages import Message
from mars.names import fresh_name, nfc, within
from mars.plain_values import filled, with_texts

if TYPE_CHECKING:
    from mars.document.circuit import Circuit


def variable_data(v: Variable) -> dict[str, Any]:
    optional = {"unit": v.unit, "minimum": v.minimum, "maximum": v.maximum, "note": v.note}
    return {"value": v.value, **filled(optional), **v.extra}


def component_data(c: PlacedComponent) -> dict[str, Any]:
    return {"kind": c.kind, **filled({"values": c.values}), **({"disabled": True} if c.disabled else {}), **c.extra}


def start_data(s: Start) -> dict[str, Any]:
    return {**({} if s.value is None else {"value": s.value}), "how": s.how, **s.extra}


def write_variables(variables: dict[str, Variable]) -> dict[str, Any]:
    return {name: variable_data(variable) for name, variable in variables.items()}


def read_variables(circuit: Circuit, entries: dict[str, Any]) -> None:
    for name, entry in entries.items():
        known = {key: entry.pop(key) for key in ("value", "unit", "minimum", "maximum", "note") if key in entry}
        circuit.variables[fresh_name(name, "variable", circuit.variables, RESERVED)] = Variable(**known, extra=entry)


def write_components(components: dict[str, PlacedComponent]) -> dict[str, Any]:
    return {name: component_data(component) for name, component in components.items()}


def read_components(circuit: Circuit, entries: dict[str, Any]) -> None:
    for name, entry in entries.items():
        name = fresh_name(name, "component", circuit.components)
        known = {key: entry.pop(key) for key in ("kind", "values", "disabled") if key in entry}
        circuit.components[name] = PlacedComponent(name, **known, extra=entry)


def write_links(links: list[Link]) -> list[list[str]]:
    return [[link.a, link.b] for link in links]


def read_links(circuit: Circuit, pairs: list[list[str]]) -> None:
    """As `Circuit.connect`, without searching all links for each one."""
    seen: set[frozenset[str]] = set()
    for a, b in pairs:
        link = Link(*(within(Message("link {a} – {b}", a=a[:80], b=b[:80]), checked_end, circuit, end) for end in (a, b)))
        if len(link.ends) < 2:
            raise DocumentError("link {a} – {b}: both ends are the same. Remove the link", code="self-link", a=link.a, b=link.b)
        if link.ends in seen:
            raise DocumentError("link {a} – {b}: appears twice. Remove one of the two", code="linked-twice", a=link.a, b=link.b)
        seen.add(link.ends)
        circuit.links.append(link)


def write_start(start: dict[str, Start]) -> dict[str, Any]:
    return {name: start_data(each) for name, each in start.items()}


def read_start(circuit: Circuit, entries: dict[str, Any]) -> None:
    for name, entry in entries.items():
        circuit.set_start(name, entry.pop("value", None), entry.pop("how", "fixed"))
        circuit.start[nfc(name)].extra = entry


def read_definitions(circuit: Circuit, definitions: dict[str, Any]) -> None:
    """Normalise names inside definitions to the Unicode form of all names."""
    is_plain = is_normalized("NFC", repr(definitions))
    circuit.definitions = definitions if is_plain else with_texts(definitions, nfc, keys=True)
