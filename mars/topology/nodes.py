"""Nodes: ports joined by links, and open ports, which have separate nodes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from mars.component.base import Joint
from mars.component.domains import ELECTRICAL, FRAME, HYDRAULIC, SIGNAL, SIGNALS, THERMAL
from mars.document.links import node_numbers
from mars.errors import Complaint
from mars.flat_names import INSIDE
from mars.kinds.resolved import ResolvedComponent
from mars.messages import Message, all_of
from mars.topology.flat_circuit import FlatCircuit
from mars.topology.implicit_kinds import wire_of
from mars.topology.topology import Node, PortKey

Group = tuple[PortKey, ...]  # ports that share a node


@dataclass(frozen=True)
class Wiring:
    """Which port is at which node."""

    components: dict[str, ResolvedComponent]  # the circuit's, then implicit wires
    nodes: list[Node]
    node_of: dict[PortKey, int]
    complaints: list[Complaint]


def find_nodes(flat: FlatCircuit, components: Mapping[str, ResolvedComponent]) -> Wiring:
    """Linked ports share a node; a free open port has its own; an open reference port has none."""
    linked, excused, complaints = _linked_ports(flat, components)
    alone, about_open_ports = _open_ports(flat, components, {key for group in linked for key in group}, excused)
    groups, wires = _separate_joints(linked + alone, components)
    known = {**components, **wires}
    order = {key: i for i, key in enumerate((name, port) for name, each in known.items() for port in each.ports)}
    groups = [tuple(sorted(group, key=order.__getitem__)) for group in groups]
    groups.sort(key=lambda group: order[group[0]])
    nodes = [Node(index, _domain(known, group[0]), group) for index, group in enumerate(groups)]
    about_domains = [complaint for group in groups if len(group) > 1 for complaint in _check_domains(known, group)]
    node_of = {key: index for index, group in enumerate(groups) for key in group}
    return Wiring(known, nodes, node_of, [*complaints, *about_open_ports, *about_domains])


def _domain(components: Mapping[str, ResolvedComponent], key: PortKey) -> str:
    return components[key[0]].ports[key[1]].domain.name


def _linked_ports(
    flat: FlatCircuit, components: Mapping[str, ResolvedComponent]
) -> tuple[list[Group], set[PortKey], list[Complaint]]:
    """Groups of linked ports; open ports not to be reported, since the other end already has a complaint; complaints."""
    groups: list[Group] = []
    excused: set[PortKey] = set()
    complaints: list[Complaint] = []
    for ends in flat.circuit.nodes():
        keys = [(name, port) for name, _, port in (end.partition(".") for end in ends)]
        group = []
        for name, port in keys:
            if name not in components:
                continue
            if port in components[name].ports:
                group.append((name, port))
            else:
                has = ", ".join(components[name].ports)
                cause = Message("a link ends at port “{port}”, which {name} does not have", port=port, name=name)
                complaints.append(Complaint(name, cause, Message("Its ports: {has}", has=has), code="no-such-port"))
        if len(group) > 1:  # a port is open if everything else there is disabled
            groups.append(tuple(group))
        if any(name not in components and not flat.circuit.components[name].disabled for name, _ in keys):
            excused.update(group)
    return groups, excused, complaints


def _open_ports(
    flat: FlatCircuit, components: Mapping[str, ResolvedComponent], linked: set[PortKey], excused: set[PortKey]
) -> tuple[list[Group], list[Complaint]]:
    """A separate node for each open port that is not a reference, and complaints about those that must not be open."""
    groups: list[Group] = []
    missing: list[tuple[str, str]] = []
    for name, component in components.items():
        for port in component.ports.values():
            key = (name, port.name)
            if key in linked:
                continue
            if port.open == "required" and key not in excused:
                missing.append(key)
            if port.open != "reference":
                groups.append((key,))
    outside = _ports_outside(flat, {f"{name}.{port}" for name, port in missing}) if missing and flat.ports else {}
    return groups, [_open_port(components[name], port, outside.get(f"{name}.{port}", "")) for name, port in missing]


def _open_port(component: ResolvedComponent, name: str, outside: str) -> Complaint:
    port, where = component.ports[name], f"{component.name}.{name}"
    cause = Message("port {port} is not connected", port=port.name)
    if outside:
        cause = Message("port {port} is not connected, but {inside} needs it", port=outside.rpartition(".")[2], inside=where)
        where = outside
    return Complaint(
        where, cause, Message("Connect {where} to another {domain} port", where=where, domain=port.domain.name), code="open-port"
    )


def _ports_outside(flat: FlatCircuit, ends: set[str]) -> dict[str, str]:
    """The outermost port of a subcircuit to which each open inner port leads, if any: the link is missing there."""
    number = node_numbers(flat.circuit)
    outermost: dict[int, str] = {}
    for junction, port in flat.ports.items():
        if (node := number.get(junction)) is None:
            continue
        if node not in outermost or port.count(INSIDE) < outermost[node].count(INSIDE):
            outermost[node] = port
    return {end: outermost[number[end]] for end in ends if end in number and number[end] in outermost}


def _separate_joints(
    groups: list[Group], components: Mapping[str, ResolvedComponent]
) -> tuple[list[Group], dict[str, ResolvedComponent]]:
    """Each joint's scalar port has its own node, because its motion belongs to the tree: further joints get implicit wires."""
    found: list[Group] = []
    wires: dict[str, ResolvedComponent] = {}
    for group in groups:
        domain = components[group[0][0]].ports[group[0][1]].domain
        if domain is FRAME or len(group) == 1:
            found.append(group)
            continue
        joints = [key for key in group if issubclass(components[key[0]].kind, Joint)]
        kept = list(group)
        for key in joints[1:]:
            name, kind = unused_name(f"Wire_{key[0]}", components, wires), wire_of(domain)
            wires[name] = ResolvedComponent(name, kind, {}, kind.ports)
            kept[kept.index(key)] = (name, "a")
            found.append((key, (name, "b")))
        found.append(tuple(kept))
    return found, wires


def unused_name(name: str, *taken: Mapping[str, ResolvedComponent]) -> str:
    """The name, followed by underscores if it is taken."""
    return unused_name(f"{name}_", *taken) if any(name in each for each in taken) else name


def _check_domains(components: Mapping[str, ResolvedComponent], group: Group) -> list[Complaint]:
    domains = {_domain(components, key): ".".join(key) for key in reversed(group)}
    if len(domains) == 1:
        return []
    what = all_of(Message("{where} ({domain})", where=where, domain=domain) for domain, where in domains.items())
    cause = Message("ports of different domains are connected: {what}", what=what)
    return [Complaint(group[0][0], cause, _remedy_between({*domains}), code="unlike-domains")]


def _remedy_between(domains: set[str]) -> str:
    """The remedy for a link between different domains."""
    signals = {SIGNAL.name, SIGNALS.name}
    if domains == signals:
        return "Insert a bundle block (signals.bundle) or an unbundle block (signals.unbundle)"
    if domains & signals:
        return "A signal carries no power. Use a sensor or a meter to read a value, or a driven source to apply one"
    if HYDRAULIC.name in domains:
        return "Put a pump, a hydraulic motor or a cylinder between hydraulic and mechanical ports"
    if THERMAL.name in domains:
        return "Connect to a thermal port, such as that of a heated motor"
    if ELECTRICAL.name in domains:
        return "Put a motor between electrical and mechanical ports"
    return "Connect ports of the same domain: frame to frame, rotation to rotation, translation to translation"
