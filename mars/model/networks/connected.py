"""The connected scalar networks of a circuit, each with its share of the components' equations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import casadi as ca
import networkx as nx

from mars.component.base import Joint
from mars.model.networks.network import ScalarConstraint
from mars.model.networks.ports import joint_ports, scalar_ports
from mars.model.symbols import Equation, Symbols, depends
from mars.topology.topology import PortKey


@dataclass
class ConnectedNetwork:
    """One connected scalar network."""

    nodes: list[int]
    moving: list[int]  # those with a position; the others have voltages
    joint_port: dict[int, PortKey]  # nodes that belong to a joint
    components: list[str]
    kinematic: list[tuple[int, Equation]] = field(default_factory=list)  # level 0 or 1
    dynamic: list[Equation] = field(default_factory=list)
    couplings: list[ScalarConstraint] = field(default_factory=list)  # between its joints

    @property
    def has_potentials(self) -> bool:
        """Whether it has voltages or the like."""
        return len(self.moving) < len(self.nodes)


def find_connected_networks(symbols: Symbols, equations: dict[str, list[Equation]]) -> list[ConnectedNetwork]:
    """The connected networks, each with its share of the components' equations."""
    topology = symbols.topology
    graph = nx.Graph()
    joint_port: dict[int, PortKey] = {}
    for node in topology.nodes:
        if node.index not in symbols.speed:
            continue
        graph.add_node(node.index)
        graph.add_edges_from((node.index, name) for name, _ in node.ports if not isinstance(symbols.components[name], Joint))
        if joints := joint_ports(symbols, node.index):
            joint_port[node.index] = joints[0]
    graph.add_edges_from(_read_at_once(symbols, equations, joint_port))
    found = []
    for members in nx.connected_components(graph):
        nodes = sorted(n for n in members if isinstance(n, int))
        names = [name for name in topology.placed if name in members]
        joints = {n: joint_port[n] for n in nodes if n in joint_port}
        found.append(ConnectedNetwork(nodes, [n for n in nodes if n in symbols.position], joints, names))
    for connected in found:
        _sort_equations(symbols, connected, equations)
    return sorted(found, key=lambda connected: connected.nodes[0])


def _read_at_once(
    symbols: Symbols, equations: dict[str, list[Equation]], joint_port: dict[int, PortKey]
) -> Iterator[tuple[str, int | str]]:
    """Variables solved together because signals connect them directly: streams, voltages, motions of shafts without inertia."""
    if not symbols.signals:
        return
    owner: dict[str, int | str] = {}
    for (name, _), stream in symbols.streams.items():
        if not isinstance(stream, tuple) and not isinstance(symbols.components[name], Joint):
            owner[stream.name()] = name
    everything = ca.vertcat(ca.SX(0, 1), *(e.residual for own in equations.values() for e in own))
    accelerated = {s.name() for s in ca.symvar(everything)}
    for node in symbols.speed:
        if node not in symbols.position:
            owner[symbols.speed[node].name()] = node
        elif node not in joint_port:
            inert = symbols.acceleration[node].name() in accelerated
            tables = [symbols.acceleration] if inert else [symbols.speed, symbols.position]
            owner |= {table[node].name(): node for table in tables}
    for name, own in equations.items():
        for equation in own:
            yield from ((name, owner[s.name()]) for s in ca.symvar(equation.residual) if s.name() in owner)


def _sort_equations(symbols: Symbols, connected: ConnectedNetwork, equations: dict[str, list[Equation]]) -> None:
    positions = [symbols.position[n] for n in connected.moving]
    speeds = [symbols.speed[n] for n in connected.moving]
    accelerations = [symbols.acceleration[n] for n in connected.moving]
    streams = [symbols.streams[key] for name in connected.components for key in scalar_ports(symbols, name)]
    voltages = [symbols.speed[n] for n in connected.nodes if n not in symbols.position]
    for name in connected.components:
        for equation in equations[name]:
            if depends(equation.residual, [*streams, *accelerations, *voltages]):
                connected.dynamic.append(equation)
            elif depends(equation.residual, positions):
                connected.kinematic.append((0, equation))
            elif depends(equation.residual, speeds):
                connected.kinematic.append((1, equation))
            else:
                connected.dynamic.append(equation)
