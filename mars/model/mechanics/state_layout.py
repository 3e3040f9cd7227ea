"""The states of a model: their variables, order and rates."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import casadi as ca

from mars.component import algebra as al
from mars.component.base import Joint
from mars.mechanism.frames import Skeleton
from mars.model.mechanics.kinematics import Kinematics
from mars.model.networks.network import Network
from mars.model.networks.ports import joint_ports
from mars.model.symbols import Symbols, depends


@dataclass(frozen=True)
class StateVariable:
    """One entry of x. `level` is position, quaternion, speed, own, or torn (not a state: found by Newton from its last value)."""

    name: str
    unit: str
    level: str
    node: int = -1
    start: float = 0.0
    scale: float = 1.0  # unit of its absolute tolerance


class Quaternion(NamedTuple):
    """Four states, of which the first has this index in x."""

    index: int
    symbols: list[ca.SX]


Quaternions = dict[tuple[str, str], Quaternion]  # by joint and attitude


@dataclass
class States:
    """x: positions, quaternions, speeds, states of components, torn unknowns; each in file order."""

    variables: list[StateVariable] = field(default_factory=list)
    symbols: list[ca.SX] = field(default_factory=list)
    quaternions: Quaternions = field(default_factory=dict)

    @property
    def x(self) -> ca.SX:
        return ca.vertcat(*self.symbols) if self.symbols else ca.SX(0, 1)

    def add(self, symbol: ca.SX, variable: StateVariable) -> None:
        self.symbols.append(symbol)
        self.variables.append(variable)


def lay_out_states(symbols: Symbols, network: Network, skeleton: Skeleton, mode: str, known: Quaternions | None = None) -> States:
    """In kinematic mode only the joints' own motions count, and the states that define them. `known` are quaternions whose
    symbols are in use already."""
    states = States()
    labels = node_labels(symbols)
    joint_nodes = {node for frame in skeleton.frames for node in frame.nodes}
    looked_at = joint_nodes if mode == "kinematic" else set(network.speed)
    for node in (n for n in network.position_states if n in looked_at):
        start = network.starts.get(node, 0.0)
        states.add(symbols.position[node], StateVariable(*labels[node][0], "position", node, start))
    for frame in skeleton.frames:
        if frame.motion == "ball":
            joint, attitude = frame.attitude
            own = known.get(frame.attitude) if known else None
            q = own.symbols if own else [ca.SX.sym(f"{joint}.{attitude}.{letter}") for letter in "wxyz"]
            states.quaternions[frame.attitude] = Quaternion(len(states.variables), q)
            for i, symbol in enumerate(q):
                states.add(symbol, StateVariable(symbol.name(), "1", "quaternion", start=float(i == 0)))
    for node in (n for n in network.speed_states if n in looked_at):
        states.add(symbols.speed[node], StateVariable(*labels[node][1], "speed", node))
    moving = [table[n] for table in (network.position, network.speed) for n in looked_at if n in table]
    for (name, state), symbol in symbols.states.items():
        if (name, state) in network.following:
            continue
        if mode == "kinematic" and not any(depends(motion, [symbol]) for motion in moving):
            continue
        declared = symbols.topology.placed[name].states[state]
        states.add(symbol, StateVariable(f"{name}.{state}", declared.unit, "own", start=declared.start, scale=declared.scale))
    for torn in network.torn if mode == "dynamic" else ():
        usual = symbols.topology.domain_of(symbols.topology.nodes[torn.node]).usual if torn.node >= 0 else 0.0
        usual = usual if torn.start is None else torn.start
        states.add(torn.symbol, StateVariable(torn.name, torn.unit, "torn", start=usual))
    return states


def node_labels(symbols: Symbols) -> dict[int, tuple[tuple[str, str], tuple[str, str]]]:
    """Name and unit of a scalar node's position and speed, from a joint's coordinate if there is one."""
    labels = {}
    for node in symbols.topology.nodes:
        if node.index not in symbols.speed:
            continue
        name, port = (joint_ports(symbols, node.index) or node.ports)[0]
        domain = symbols.topology.placed[name].ports[port].domain
        position = f"{name}.{port}.{domain.position}"
        component = symbols.components[name]
        if isinstance(component, Joint):
            position = next((f"{name}.{c.name}" for c in component.coordinates.values() if c.port == port), position)
        speed = f"{name}.{port}.{domain.potential}"
        labels[node.index] = ((position, domain.position_unit), (speed, domain.potential_unit))
    return labels


def complete(symbols: Symbols, accelerations: dict[int, ca.SX], kinematics: Kinematics, expression: ca.SX) -> ca.SX:
    """Insert joint accelerations and variables of vector nodes."""
    old = [symbols.acceleration[n] for n in accelerations]
    new = list(accelerations.values())
    return kinematics.insert(ca.substitute(expression, ca.vertcat(*old), ca.vertcat(*new)) if old else expression)


def state_rates(
    symbols: Symbols, network: Network, states: States, accelerations: dict[int, ca.SX], kinematics: Kinematics
) -> ca.SX:
    """dx; rates of component states and free shafts may depend on joint accelerations and vector nodes, inserted here."""

    def inserted(expression: ca.SX) -> ca.SX:
        return complete(symbols, accelerations, kinematics, expression)

    quaternion_rates = {q.index: quaternion_rate(symbols, network, key, q) for key, q in states.quaternions.items()}
    rates: list[ca.SX] = []
    for index, state in enumerate(states.variables):
        if state.level == "quaternion":
            rates += quaternion_rates.get(index, [])  # all four at the first
        elif state.level == "torn":
            rates.append(ca.SX(0.0))
        elif state.level == "position":
            rates.append(network.speed[state.node])
        elif state.level == "speed":
            rates.append(accelerations[state.node] if state.node in accelerations else inserted(network.acceleration[state.node]))
        else:
            name, own = state.name.split(".", 1)
            rates.append(inserted(network.state_rates[name, own]))
    return ca.vertcat(*rates) if rates else ca.SX(0, 1)


def quaternion_rate(symbols: Symbols, network: Network, key: tuple[str, str], quaternion: Quaternion) -> list[ca.SX]:
    joint, attitude = key
    component = symbols.components[joint]
    assert isinstance(component, Joint)
    w = [network.speed[symbols.topology.node_of[joint, port]] for port in component.attitudes[attitude].ports]
    return [ca.SX(value) for value in al.quaternion_rate(quaternion.symbols, w)]
