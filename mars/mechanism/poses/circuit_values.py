"""Reads a drawing leniently, with numbers: an invalid value counts as its default, an invalid link as none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import isfinite
from typing import Any

import networkx as nx

from mars.component.author_errors import is_foreign
from mars.component.base import Base, Body, Component, Joint, Slide, Turn
from mars.component.declarations import Points
from mars.component.domains import FRAME
from mars.document.circuit import Circuit
from mars.document.entries import Link, PlacedComponent
from mars.errors import CircuitError, Complaint, DocumentError, MarsError
from mars.formulas.expressions import Quantity, measure, quantity
from mars.formulas.units import parse_unit
from mars.kinds.registry import kinds, kinds_in
from mars.kinds.resolved import ResolvedComponent, resolve_values
from mars.kinds.subcircuit_kind import Subcircuit
from mars.mechanism.poses.coordinate_couplings import port_of
from mars.topology.analyse import topology_of
from mars.topology.topology import Topology


@dataclass
class Reading:
    """A circuit whose components are bound to numbers."""

    topology: Topology
    components: dict[str, Component]
    variables: dict[str, Quantity]
    loose_roots: set[str]  # of parts without a drawn base


def read(circuit: Circuit) -> Reading:
    """Never raises on an invalid or incomplete drawing."""
    variables = known_variables(circuit)
    clean = Circuit(motions=circuit.motions)
    clean.variables = {name: circuit.variables[name] for name in variables}
    clean.definitions = circuit.definitions
    ports, known = {}, kinds_in(circuit)
    for name, component in circuit.components.items():
        kind = known.get(component.kind)
        if kind is None or component.disabled or issubclass(kind, Subcircuit):
            continue
        usable, values = _usable(kind, name, component.values, variables)
        declared = kind.ports_for(values)
        if is_foreign(kind) and not _can_be_drawn(_bound(None, ResolvedComponent(name, kind, values, declared))):
            continue
        clean.components[name] = PlacedComponent(name, component.kind, usable)
        ports[name] = declared
    clean.links = _clean_links(circuit, ports)
    topology = topology_of(clean)
    added = _hold_loose_joints(clean, topology)
    if added:
        topology = topology_of(clean)
    roots = {root for root in topology.roots if root in added or root not in circuit.components}
    components = {name: _bound(topology, placed) for name, placed in topology.placed.items()}
    _set_states(circuit, components, variables)
    return Reading(topology, components, variables, roots)


def mistakes_in_pictures(topology: Topology) -> list[Complaint]:
    """Errors of plug-in kinds in methods called only for drawing: shapes and paths."""
    found = []
    for placed in topology.placed.values():
        if not is_foreign(placed.kind):
            continue
        try:
            component = _with(topology, placed, placed.values)
            component.shapes(1.0)
            list(component.paths(0.0, 0.0))
        except CircuitError as error:
            found += [replace(complaint, severity="warning") for complaint in error.complaints]
        except DocumentError as error:
            found.append(Complaint(placed.name, error.message, "", "warning", "value"))
    return found


def known_variables(circuit: Circuit) -> dict[str, Quantity]:
    """The variables that can be evaluated."""
    known: dict[str, Quantity] = {}
    for name, variable in circuit.variables.items():
        try:
            if variable.unit:
                value = quantity(variable.value, known, variable.unit)
                known[name] = Quantity(value, parse_unit(variable.unit).dimension)
            else:
                known[name] = measure(variable.value, known)
        except DocumentError:
            continue
    return known


def _usable(
    kind: type[Component], name: str, typed: Mapping[str, Any], variables: Mapping[str, Quantity]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The typed values that can be read, and all values as numbers."""
    values, complaints = resolve_values(kind, name, typed, variables)
    if not complaints:
        return dict(typed), values
    kept = {parameter: typed[parameter] for parameter in values if parameter in typed}
    for parameter in kind.parameters.values():
        points = typed.get(parameter.name)
        if isinstance(parameter, Points) and parameter.name not in kept and isinstance(points, Mapping):
            kept[parameter.name] = _usable_points(parameter, points, variables)
    values, complaints = resolve_values(kind, name, kept, variables)
    return (kept, values) if not complaints else ({}, resolve_values(kind, name, {}, {})[0])


def _usable_points(parameter: Points, points: Mapping[str, Any], variables: Mapping[str, Quantity]) -> dict[str, Any]:
    """A point whose position cannot be read is put at the origin, so that its links stay."""
    kept: dict[str, Any] = {}
    for name, point in points.items():
        for place in (point, [0, 0, 0]):
            try:
                parameter.resolve({name: place}, variables, "")
            except DocumentError:
                continue
            kept[name] = place
            break
    return kept


def _clean_links(circuit: Circuit, ports: Mapping[str, Mapping[str, Any]]) -> list[Link]:
    """The same nodes, each within one domain, as chains of links between ports that exist."""
    known = Circuit()
    known.components = circuit.components
    known.links = [link for link in circuit.links if all(_exists(circuit, end) for end in (link.a, link.b))]
    links = []
    for ends in known.nodes():
        last: dict[str, str] = {}
        for end in ends:
            name, port = end.split(".", 1)
            if name not in ports or port not in ports[name]:
                continue
            domain = ports[name][port].domain.name
            if domain in last:
                links.append(Link(last[domain], end))
            last[domain] = end
    return links


def _exists(circuit: Circuit, end: str) -> bool:
    owner, dot, _ = end.partition(".")
    return end.startswith("#") or (bool(dot) and owner in circuit.components)


def _hold_loose_joints(clean: Circuit, topology: Topology) -> set[str]:
    """Joints without base and body get a base, so that they are visible; returns the names of the bases."""
    kind = next((name for name, cls in kinds().items() if issubclass(cls, Base)), None)
    node_of, placed = topology.node_of, topology.placed

    def nodes(name: str) -> set[int]:
        return {node_of[name, p.name] for p in placed[name].ports.values() if p.domain is FRAME and (name, p.name) in node_of}

    reached = {node for name in [*topology.roots, *(reach.component for reach in topology.tree)] for node in nodes(name)}
    graph = nx.Graph()
    for name, component in placed.items():
        if issubclass(component.kind, Body | Joint) and not nodes(name) & reached:
            graph.add_node(name)
            graph.add_edges_from((name, node) for node in nodes(name))
    added = set()
    for part in nx.connected_components(graph) if kind else ():
        first = next(name for name in placed if name in part)
        port = next(p.name for p in placed[first].ports.values() if p.domain is FRAME)
        base = f"World_{first}"
        while base in clean.components:
            base += "_"
        clean.components[base] = PlacedComponent(base, str(kind), {})
        clean.links.append(Link(f"{base}.{next(iter(kinds()[str(kind)].ports))}", f"{first}.{port}"))
        added.add(base)
    return added


def _bound(topology: Topology | None, placed: ResolvedComponent) -> Component:
    """The component with numbers; if its values are inconsistent, with defaults for as few of them as possible."""
    parameters = placed.kind.parameters
    values = dict(placed.values)
    component = _with(topology, placed, values)
    if _can_be_drawn(component):
        return component
    spare, _ = resolve_values(placed.kind, placed.name, {}, {})
    plain = {name for name, parameter in parameters.items() if not isinstance(parameter, Points)}
    for replaced in [*({name} for name in parameters if name in plain), plain, set(parameters)]:
        component = _with(topology, placed, {**values, **{name: spare[name] for name in replaced}})
        if _can_be_drawn(component):
            break
    return component


def _set_states(circuit: Circuit, components: Mapping[str, Component], variables: Mapping[str, Quantity]) -> None:
    """States that define a motion start from their start values."""
    for name, component in components.items():
        for state in component.states.values():
            start = circuit.start.get(f"{name}.{state.name}")
            if start is not None and isinstance(start.value, int | float | str):
                try:
                    setattr(component, state.name, quantity(start.value, variables, state.unit))
                except DocumentError:
                    continue


def _with(topology: Topology | None, placed: ResolvedComponent, values: Mapping[str, Any]) -> Component:
    numbers = {p.name: p.symbolise(values[p.name], lambda _, number: number) for p in placed.kind.parameters.values()}
    component = placed.kind()
    ports = {}
    if topology is not None and not issubclass(placed.kind, Body | Joint | Base):
        scalar = (port for port in placed.ports.values() if port.domain is not FRAME and port.domain.moves)
        ports = {port.name: port_of(topology.node_of.get((placed.name, port.name)), port.domain) for port in scalar}
    own = {state.name: state.start for state in placed.states.values()} | {"time": 0.0, "segment": 0.0}
    component.bind(placed.name, numbers, ports, own)
    return component


def _can_be_drawn(component: Component) -> bool:
    """Whether a body or a joint can be drawn."""
    try:
        if isinstance(component, Body):
            return all(isfinite(a) for place, _ in component.solid().points.values() for a in place)
        if isinstance(component, Joint):
            axes = [motion.axis for motion in component.motion() if isinstance(motion, Turn | Slide)]
            return all(abs(sum(a * a for a in axis) - 1) < 1e-9 for axis in axes)
    except (MarsError, ArithmeticError, ValueError):
        return False
    return True
