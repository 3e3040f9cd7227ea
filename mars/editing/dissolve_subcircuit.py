"""Replaces an instance of a subcircuit by its contents."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

import networkx as nx

from mars.component.base import Component
from mars.document.circuit import Circuit
from mars.document.entries import PlacedComponent, Variable
from mars.document.links import node_numbers
from mars.document.rename import with_new_names
from mars.editing.make_subcircuit import remove_but_for_curves, rename_results, shift
from mars.errors import DocumentError
from mars.kinds.definitions import read_sheet
from mars.kinds.registry import kinds_in
from mars.kinds.subcircuit_kind import Subcircuit, terminal_of
from mars.names import component_of, first_free
from mars.plain_values import section


def dissolve(circuit: Circuit, instance: str) -> list[str]:
    """Replace an instance by the contents of its sheet; returns the new names of the components."""
    entry = circuit.component(instance)
    known = kinds_in(circuit)
    if not issubclass(known.get(entry.kind, Component), Subcircuit):
        raise DocumentError("{instance} is not a subcircuit and cannot be dissolved", code="not-a-subcircuit", instance=instance)
    sheet = read_sheet(circuit, entry.kind).copy()
    terminals = {each.name for each in sheet.components.values() if terminal_of(each.kind) is not None}
    parts = [name for name in sheet.components if name not in terminals]
    place = section(circuit.drawing, "components").get(instance, {}).get("at")
    names = _new_names(circuit, instance, parts)
    variables = _put_variables(circuit, entry, sheet, known[entry.kind])
    off = {*terminals} if entry.disabled else {name for name in terminals if sheet.components[name].disabled}
    joined = _joined_nodes(circuit, instance, sheet, names, terminals, off)
    own_start = {key: start for key, start in circuit.start.items() if component_of(key) == instance}
    remove_but_for_curves(circuit, instance)
    for old in parts:
        part = sheet.components[old]
        declared = known[part.kind].parameters if part.kind in known else {}
        values = {key: with_new_names(value, declared.get(key), variables) for key, value in part.values.items()}
        circuit.components[names[old]] = PlacedComponent(
            names[old], part.kind, values, part.disabled or entry.disabled, part.extra
        )
    for ends in joined:
        _connect(circuit, ends)
    _put_looks(circuit, sheet, names, place)

    def outside(path: str) -> str:
        owner, _, rest = path.partition(".")
        return f"{names[owner]}.{rest}" if owner in names else path

    for key, start in sheet.start.items():
        start.value = with_new_names(start.value, None, variables)
        circuit.start[outside(key)] = start
    circuit.start |= {outside(key.partition(".")[2]): start for key, start in own_start.items()}
    rename_results(circuit, lambda path: outside(path.partition(".")[2]) if component_of(path) == instance else path)
    return [names[old] for old in parts]


def _new_names(circuit: Circuit, instance: str, parts: list[str]) -> dict[str, str]:
    taken = set(circuit.components) - {instance}
    found: dict[str, str] = {}
    for old in parts:
        new = old if old not in taken else f"{instance}_{old}"
        new = new if new not in taken else first_free(f"{new}_", taken)
        found[old] = new
        taken.add(new)
    return found


def _put_variables(circuit: Circuit, entry: PlacedComponent, sheet: Circuit, kind: type[Component]) -> dict[str, str]:
    """Names of the sheet's variables outside: the variable that the instance sets it to, else a new one."""
    found: dict[str, str] = {}
    for name, variable in sheet.variables.items():
        given = entry.values.get(name) if name in kind.parameters else None
        if isinstance(given, str) and given in circuit.variables:
            found[name] = given
            continue
        new = f"{entry.name}_{name}"
        new = new if new not in circuit.variables else first_free(f"{new}_", circuit.variables)
        value = given if given is not None else with_new_names(variable.value, None, found)
        unit = kind.parameters[name].unit if given is not None else variable.unit
        low, high = (with_new_names(limit, None, found) for limit in (variable.minimum, variable.maximum))
        if unit != variable.unit:  # plain numbers are in this unit
            parameter = kind.parameters[name]
            low = low if parameter.minimum is None else parameter.minimum
            high = high if parameter.maximum is None else parameter.maximum
        circuit.variables[new] = Variable(value, unit, low, high, variable.note)
        found[name] = new
    return found


def _joined_nodes(
    circuit: Circuit, instance: str, sheet: Circuit, names: Mapping[str, str], terminals: set[str], off: set[str]
) -> list[list[str]]:
    """Ports to be connected without the instance: those of inner nodes, and the outer ports that its ports join to them."""
    graph = nx.Graph()
    for node in sheet.nodes():
        there = [end for end in node if component_of(end) not in off]
        nx.add_path(
            graph, [f"{instance}.{component_of(end)}" if component_of(end) in terminals else ("inside", end) for end in there]
        )
    for node in circuit.nodes():
        if any(component_of(end) == instance for end in node):
            nx.add_path(graph, [end for end in node if component_of(end) != instance or end.partition(".")[2] not in off])
    found = []
    for group in nx.connected_components(graph):
        inside = [end[1] for end in group if isinstance(end, tuple)]
        ends = [f"{names[component_of(end)]}.{end.partition('.')[2]}" for end in inside]
        ends += [end for end in group if isinstance(end, str) and component_of(end) != instance]
        found.append(sorted(ends))
    return [ends for ends in found if len(ends) > 1]


def _connect(circuit: Circuit, ends: list[str]) -> None:
    """Make one node of the ends, some of which may already be linked."""
    number = node_numbers(circuit)
    apart = list({number.get(end, end): end for end in reversed(ends)}.values())[::-1]
    if len(apart) > 1:
        circuit.connect(*apart)


def _put_looks(circuit: Circuit, sheet: Circuit, names: Mapping[str, str], place: Any) -> None:
    looks = {names[name]: look for name, look in section(sheet.drawing, "components").items() if name in names}
    if not looks or place is None:
        return
    drawing = {"components": copy.deepcopy(looks)}
    shift(drawing, *place)
    circuit.drawing.setdefault("components", {}).update(drawing["components"])
