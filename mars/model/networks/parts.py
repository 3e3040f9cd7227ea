"""The scalar networks of a circuit, one by one, and what is known of their variables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

import casadi as ca
import networkx as nx

from mars.component.base import Joint
from mars.component.domains import FRAME
from mars.component.rules import Switch
from mars.errors import Complaint
from mars.model.networks.substitution import completed
from mars.model.symbols import Equation, Symbols, depends, total_rate
from mars.topology.topology import PortKey

Table = dict[int, ca.SX]  # by scalar node


@dataclass
class Tie:
    """A constraint with a multiplier of its own: a coupling between joints, or one line of a component's hold."""

    component: str
    what: str  # «coupling», or the name of the hold
    w: ca.SX
    gap: ca.SX
    rate: ca.SX
    acceleration: ca.SX
    flag: int = -1  # place in p of the switch; −1: always on


@dataclass
class Torn:
    """An unknown of nonlinear algebraic equations, found by Newton from its last value, and the expression that it makes zero."""

    name: str
    unit: str
    symbol: ca.SX
    residual: ca.SX
    node: int = -1  # whose position or speed it is; −1: a stream


@dataclass
class Wanted:
    """A demand: streams, in the end as expressions, at joints' nodes for accelerations that are wanted there."""

    component: str
    what: str
    nodes: list[int]
    streams: ca.SX
    accelerations: ca.SX


@dataclass
class Network:
    """What the scalar equations say, solved. Expressions hold states, time, parameters, vector-node symbols and accelerations."""

    position: Table = field(default_factory=dict)  # every scalar node that has one
    speed: Table = field(default_factory=dict)
    acceleration: Table = field(default_factory=dict)
    streams: dict[PortKey, ca.SX] = field(default_factory=dict)  # of components and of joints' scalar ports
    position_states: list[int] = field(default_factory=list)  # nodes whose position is a state
    speed_states: list[int] = field(default_factory=list)
    given: dict[int, int] = field(default_factory=dict)  # joint nodes whose motion is given: 0 movement, 1 velocity
    wrenches: dict[PortKey, tuple[ca.SX, ca.SX]] = field(default_factory=dict)  # of components at vector nodes
    state_rates: dict[tuple[str, str], ca.SX] = field(default_factory=dict)
    results: dict[tuple[str, str], ca.SX] = field(default_factory=dict)
    signals: dict[str, ca.SX] = field(default_factory=dict)  # by the names of the signals' symbols
    rings: list[list[str]] = field(default_factory=list)  # components whose signals follow at once from each other
    floating: list[int] = field(default_factory=list)  # nodes from which voltages count for want of a ground
    following: dict[tuple[str, str], ca.SX] = field(default_factory=dict)  # states that follow from others, and how
    ties: list[Tie] = field(default_factory=list)
    torn: list[Torn] = field(default_factory=list)
    switches: list[tuple[str, Switch]] = field(default_factory=list)  # by component
    demands: list[Wanted] = field(default_factory=list)
    complaints: list[Complaint] = field(default_factory=list)

    def replace(self, old: list[ca.SX], new: list[ca.SX]) -> None:
        """Put expressions in the place of symbols, everywhere."""
        if not old:
            return
        before, after = ca.vertcat(*old), ca.vertcat(*new)

        def put(expression: ca.SX) -> ca.SX:
            return ca.substitute(expression, before, after)

        tables = (self.position, self.speed, self.acceleration, self.streams, self.state_rates, self.results, self.signals)
        for table in (*tables, self.following):
            for key, value in table.items():  # type: ignore[attr-defined]
                table[key] = put(value)  # type: ignore[index]
        self.wrenches = {key: (put(F), put(M)) for key, (F, M) in self.wrenches.items()}
        self.ties = [completed(tie, put) for tie in self.ties]
        self.torn = [replace(torn, residual=put(torn.residual)) for torn in self.torn]
        self.switches = [(name, completed(switch, put)) for name, switch in self.switches]
        self.demands = [completed(wanted, put) for wanted in self.demands]


@dataclass
class Part:
    """One connected scalar network."""

    nodes: list[int]
    moving: list[int]  # those with a position; the others have voltages
    joint_port: dict[int, PortKey]  # nodes that are a joint's freedom
    components: list[str]
    kinematic: list[tuple[int, Equation]] = field(default_factory=list)  # level 0 or 1
    dynamic: list[Equation] = field(default_factory=list)
    ties: list[Tie] = field(default_factory=list)  # couplings between its joints

    @property
    def wired(self) -> bool:
        """Whether there are voltages in it."""
        return len(self.moving) < len(self.nodes)


def find_parts(symbols: Symbols, equations: dict[str, list[Equation]]) -> list[Part]:
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
    parts = []
    for connected in nx.connected_components(graph):
        nodes = sorted(n for n in connected if isinstance(n, int))
        names = [name for name in topology.placed if name in connected]
        joints = {n: joint_port[n] for n in nodes if n in joint_port}
        parts.append(Part(nodes, [n for n in nodes if n in symbols.position], joints, names))
    for part in parts:
        _sort_equations(symbols, part, equations)
    return sorted(parts, key=lambda part: part.nodes[0])


def _read_at_once(
    symbols: Symbols, equations: dict[str, list[Equation]], joint_port: dict[int, PortKey]
) -> Iterator[tuple[str, int | str]]:
    """What is solved together because signals carry it at once: streams, voltages, motions of shafts without inertia."""
    if not symbols.signals:
        return
    owner: dict[str, int | str] = {}
    for (name, _), stream in symbols.streams.items():
        if not isinstance(stream, tuple) and not isinstance(symbols.components[name], Joint):
            owner[stream.name()] = name
    everything = ca.vertcat(ca.SX(0, 1), *(e.residual for said in equations.values() for e in said))
    accelerated = {s.name() for s in ca.symvar(everything)}
    for node in symbols.speed:
        if node not in symbols.position:
            owner[symbols.speed[node].name()] = node
        elif node not in joint_port:
            inert = symbols.acceleration[node].name() in accelerated
            tables = [symbols.acceleration] if inert else [symbols.speed, symbols.position]
            owner |= {table[node].name(): node for table in tables}
    for name, said in equations.items():
        for equation in said:
            yield from ((name, owner[s.name()]) for s in ca.symvar(equation.residual) if s.name() in owner)


def _sort_equations(symbols: Symbols, part: Part, equations: dict[str, list[Equation]]) -> None:
    positions = [symbols.position[n] for n in part.moving]
    speeds = [symbols.speed[n] for n in part.moving]
    accelerations = [symbols.acceleration[n] for n in part.moving]
    streams = [symbols.streams[key] for name in part.components for key in scalar_ports(symbols, name)]
    voltages = [symbols.speed[n] for n in part.nodes if n not in symbols.position]
    for name in part.components:
        for equation in equations[name]:
            if depends(equation.residual, [*streams, *accelerations, *voltages]):
                part.dynamic.append(equation)
            elif depends(equation.residual, positions):
                part.kinematic.append((0, equation))
            elif depends(equation.residual, speeds):
                part.kinematic.append((1, equation))
            else:
                part.dynamic.append(equation)


def joint_ports(symbols: Symbols, node: int) -> list[PortKey]:
    """The joints' own ports at a scalar node."""
    return [key for key in symbols.topology.nodes[node].ports if isinstance(symbols.components[key[0]], Joint)]


def scalar_ports(symbols: Symbols, name: str) -> list[PortKey]:
    ports = symbols.topology.placed[name].ports.values()
    return [(name, port.name) for port in ports if port.domain is not FRAME and not port.domain.informs]


def ball_nodes(symbols: Symbols) -> dict[int, str]:
    """Nodes that carry a component of angular velocity, which is not the rate of a coordinate."""
    found = {}
    for component in symbols.components.values():
        if isinstance(component, Joint):
            for attitude in component.attitudes.values():
                for port in attitude.ports:
                    found[symbols.topology.node_of[component.name, port]] = component.name
    return found


def levels(symbols: Symbols, network: Network) -> list[tuple[Table, Table]]:
    """Position, speed and acceleration: the symbols of all nodes, and what is known of them."""
    return [
        (symbols.position, network.position),
        (symbols.speed, network.speed),
        (symbols.acceleration, network.acceleration),
    ]


def dependents(symbols: Symbols, network: Network, nodes: Iterable[int]) -> tuple[list[ca.SX], list[ca.SX]]:
    """Symbols of positions, speeds and accelerations that depend on others, and the expressions that say how."""
    old, new = [], []
    for table, variables in levels(symbols, network):
        for node in nodes:
            if node in variables and not is_same(variables[node], table[node]):
                old.append(table[node])
                new.append(variables[node])
    return old, new


def is_same(expression: ca.SX, symbol: ca.SX) -> bool:
    return expression.is_symbolic() and expression.name() == symbol.name()


def rate(symbols: Symbols, network: Network, expression: ca.SX) -> ca.SX:
    """Total time derivative of an expression of positions, speeds, components' states and time."""
    found = total_rate(symbols, expression)
    moved = [key for key, symbol in symbols.state_rates.items() if depends(found, [symbol])]
    if not moved:
        return found
    return ca.substitute(
        found, ca.vertcat(*(symbols.state_rates[k] for k in moved)), ca.vertcat(*(network.state_rates[k] for k in moved))
    )
