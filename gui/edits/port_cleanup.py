"""Ports and states that appear and disappear with the values of a component, and their links and start values."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from mars.component.base import Component, Joint
from mars.document.circuit import Circuit
from mars.document.links import unlink
from mars.kinds.registry import kind_in
from mars.names import component_of
from mars.pictures.sheet.symbols import known_variables, lenient_values, linked_ports


def owned(circuit: Circuit, name: str) -> frozenset[str]:
    """Names of the ports and variables of a component, by its kind and current values; none for a ghost."""
    component = circuit.components[name]
    kind = kind_in(circuit, component.kind)
    if kind is None:
        return frozenset()
    values, _ = lenient_values(kind, name, component.values, known_variables(circuit))
    return frozenset((*kind.ports_for(values), *startable(kind, values)))


def startable(kind: type[Component], values: Mapping[str, Any]) -> set[str]:
    """Its variables that can have a start value."""
    known = {*kind.states_for(values), *kind.results}
    return known | {*kind.coordinates, *kind.attitudes} if issubclass(kind, Joint) else known


def drop_vanished(circuit: Circuit, name: str, before: Collection[str]) -> None:
    """Remove links and start values of ports and variables that the component no longer has."""
    gone = set(before) - owned(circuit, name)
    lost = {f"{name}.{port}" for port in linked_ports(circuit).get(name, []) if port in gone}
    if lost:
        unlink(circuit, [link for link in circuit.links if link.a in lost or link.b in lost])
    for key in [key for key in circuit.start if component_of(key) == name and key.split(".")[1] in gone]:
        del circuit.start[key]
