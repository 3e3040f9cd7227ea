"""The scalar equations of a circuit, solved for its variables."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields, replace
from typing import Any, TypeVar

import casadi as ca

from mars.component.rules import Switch
from mars.errors import Complaint
from mars.model.networks.tearing import TornUnknown
from mars.model.symbols import Symbols, depends, total_rate
from mars.topology.topology import PortKey

NodeTable = dict[int, ca.SX]  # by scalar node
Item = TypeVar("Item")


@dataclass
class ScalarConstraint:
    """A constraint with its own multiplier: a coupling between joints, or one row of a component's hold."""

    component: str
    what: str  # «coupling», or the name of the hold
    w: ca.SX
    gap: ca.SX
    rate: ca.SX
    acceleration: ca.SX
    flag: int = -1  # index of the switch in p; −1: always on


@dataclass
class JointDemand:
    """Streams, eventually as expressions, at joints' nodes for the accelerations demanded by a component."""

    component: str
    what: str
    nodes: list[int]
    streams: ca.SX
    accelerations: ca.SX


@dataclass
class Network:
    """The solved scalar equations. Expressions contain states, time, parameters, vector-node symbols and accelerations."""

    position: NodeTable = field(default_factory=dict)  # every scalar node that has one
    speed: NodeTable = field(default_factory=dict)
    acceleration: NodeTable = field(default_factory=dict)
    streams: dict[PortKey, ca.SX] = field(default_factory=dict)  # of components and of joints' scalar ports
    position_states: list[int] = field(default_factory=list)  # nodes whose position is a state
    speed_states: list[int] = field(default_factory=list)
    given: dict[int, int] = field(default_factory=dict)  # joint nodes whose motion is given: 0 movement, 1 velocity
    balanced: set[int] = field(default_factory=set)  # joint nodes without inertia whose loads balance (`mechanics/massless.py`)
    starts: dict[int, float] = field(default_factory=dict)  # positions of such nodes at the start, if none are given
    wrenches: dict[PortKey, tuple[ca.SX, ca.SX]] = field(default_factory=dict)  # of components at vector nodes
    state_rates: dict[tuple[str, str], ca.SX] = field(default_factory=dict)
    results: dict[tuple[str, str], ca.SX] = field(default_factory=dict)
    signals: dict[str, ca.SX] = field(default_factory=dict)  # by the names of the signals' symbols
    rings: list[list[str]] = field(default_factory=list)  # components in algebraic loops of signals
    floating: list[int] = field(default_factory=list)  # nodes used as zero potential in the absence of a ground
    following: dict[tuple[str, str], ca.SX] = field(default_factory=dict)  # states that depend on others, and their expressions
    constraints: list[ScalarConstraint] = field(default_factory=list)  # couplings and holds
    torn: list[TornUnknown] = field(default_factory=list)
    switches: list[tuple[str, Switch]] = field(default_factory=list)  # by component
    demands: list[JointDemand] = field(default_factory=list)
    complaints: list[Complaint] = field(default_factory=list)

    def replace(self, old: list[ca.SX], new: list[ca.SX]) -> None:
        """Replace symbols by expressions everywhere."""
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
        self.constraints = [completed(constraint, put) for constraint in self.constraints]
        self.torn = [replace(torn, residual=put(torn.residual)) for torn in self.torn]
        self.switches = [(name, completed(switch, put)) for name, switch in self.switches]
        self.demands = [completed(demand, put) for demand in self.demands]


def levels(symbols: Symbols, network: Network) -> list[tuple[NodeTable, NodeTable]]:
    """Position, speed and acceleration: the symbols of all nodes, and their known values."""
    return [
        (symbols.position, network.position),
        (symbols.speed, network.speed),
        (symbols.acceleration, network.acceleration),
    ]


def dependents(symbols: Symbols, network: Network, nodes: Iterable[int]) -> tuple[list[ca.SX], list[ca.SX]]:
    """Symbols of dependent positions, speeds and accelerations, and their expressions."""
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
    """Total time derivative of an expression of positions, speeds, component states and time."""
    found = total_rate(symbols, expression)
    moved = [key for key, symbol in symbols.state_rates.items() if depends(found, [symbol])]
    if not moved:
        return found
    return ca.substitute(
        found, ca.vertcat(*(symbols.state_rates[k] for k in moved)), ca.vertcat(*(network.state_rates[k] for k in moved))
    )


def completed(item: Item, complete: Callable[[ca.SX], ca.SX]) -> Item:
    """The same constraint, demand or rule with every expression completed."""
    found = {f.name: getattr(item, f.name) for f in fields(item)}  # type: ignore[arg-type]
    changed: dict[str, Any] = {name: complete(value) for name, value in found.items() if isinstance(value, ca.SX)}
    if pose := found.get("pose", ()):
        changed["pose"] = [(mode, complete(ca.SX(value))) for mode, value in pose]
    return replace(item, **changed)  # type: ignore[type-var]
