"""Scalar networks around the tree: shafts and sliders, their sources, springs, dampers, inertias and gears; wires; signals.

Motion has three levels: position, velocity, acceleration. Equations with potentials only (gears, given motions) make some
positions and speeds dependent; the others are states. Then the remaining equations and the node laws give every stream, every
voltage, and the acceleration of every shaft that does not belong to a joint. The joints' accelerations stay symbols: the tree
solves for them.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import casadi as ca

from mars.component.author_errors import call_author
from mars.errors import CircuitError, Complaint
from mars.messages import Message
from mars.model.networks.connected import find_connected_networks
from mars.model.networks.demands import demands_of
from mars.model.networks.hold_rows import hold_rows
from mars.model.networks.motions import solve_motions
from mars.model.networks.network import Network, dependents, is_same
from mars.model.networks.ports import ball_nodes
from mars.model.networks.signals import given_signal, insert_signals
from mars.model.networks.streams import solve_streams
from mars.model.symbols import Equation, Symbols, depends, equations_of


def solve_networks(symbols: Symbols, kinematic: bool = False, started: Collection[str] = ()) -> Network:
    """All scalar networks of a circuit; in kinematic mode only motions matter, so streams are omitted.

    Where states depend on each other, those `started`, with a start value, stay independent if possible.
    """
    network = Network()
    implicit: dict[str, list[Equation]] = {}
    for component in symbols.others():
        implicit[component.name] = [e for e in equations_of(symbols, component) if not _take_explicit(symbols, network, e)]
    _complain_incomplete(symbols, network)
    network.switches = [(c.name, switch) for c in symbols.others() for switch in call_author(c, lambda c=c: list(c.switches()))]
    network.demands = [wanted for c in symbols.others() for wanted in demands_of(symbols, c)]
    insert_signals(symbols, network, implicit)
    for connected in find_connected_networks(symbols, implicit):
        try:
            solve_motions(symbols, network, connected)
            if not kinematic:
                solve_streams(symbols, network, connected, started)
        except CircuitError as error:
            network.complaints += [c if c.where else replace(c, where=connected.components[0]) for c in error.complaints]
    if not network.complaints:
        network.constraints += [row for name, switch in network.switches for row in hold_rows(symbols, name, switch)]
        _choose_states(symbols, network)
        _insert_dependents(symbols, network)
    return network


def _take_explicit(symbols: Symbols, network: Network, equation: Equation) -> bool:
    """State rates, signals, results and wrenches of vector ports are given as `symbol == expression`; take them out."""
    for side, other in ((equation.left, equation.right), (equation.right, equation.left)):
        if not side.is_symbolic():
            continue
        name = side.name()
        if name.startswith("rate "):
            component, state = name[5:].split(".", 1)
            network.state_rates[component, state] = other
            return True
        if given_signal(symbols, equation.component, name):
            network.signals[name] = other
            return True
        head, _, last = name.rpartition(".")
        if (head, last) in symbols.results and head == equation.component:
            network.results[head, last] = other
            return True
        for letter in ("F", "M"):
            if f".{letter}_" in name or name.endswith(f".{letter}"):
                port = name.removeprefix(f"{equation.component}.").rpartition(f".{letter}")[0]
                key = (equation.component, port)
                if key in symbols.streams and isinstance(symbols.streams[key], tuple):
                    F, M = network.wrenches.setdefault(key, (ca.SX(3, 1), ca.SX(3, 1)))
                    (F if letter == "F" else M)[int(name.rpartition("_")[2])] = other
                    return True
    return False


def _complain_incomplete(symbols: Symbols, network: Network) -> None:
    for key in symbols.states:
        if key not in network.state_rates:
            cause = Message("its equations do not determine the rate of its state “{key}”", key=key[1])
            network.complaints.append(
                Complaint(key[0], cause, Message("Fix the code: add der(self.{key}) == …", key=key[1]), code="kind")
            )


def _choose_states(symbols: Symbols, network: Network) -> None:
    balls, torn = ball_nodes(symbols), {t.symbol.name() for t in network.torn}
    for node in sorted(n for n in network.speed if n in symbols.position):
        position, speed = symbols.position[node], symbols.speed[node]
        if node not in balls and is_same(network.position[node], position) and position.name() not in torn:
            network.position_states.append(node)
        if is_same(network.speed[node], speed) and speed.name() not in torn:
            network.speed_states.append(node)


def _insert_dependents(symbols: Symbols, network: Network) -> None:
    """Express everything in terms of states, time, parameters, vector symbols and joint accelerations."""
    network.replace([symbols.states[key] for key in network.following], list(network.following.values()))
    for _ in network.speed:  # motions, and streams below, may depend on those of other networks through signals
        old, new = dependents(symbols, network, network.speed)
        network.replace(old, new)
        if not old or not depends(ca.vertcat(*new), old):
            break
    keys = [key for key, expression in network.streams.items() if not is_same(expression, symbols.streams[key])]
    network.replace([symbols.streams[key] for key in keys], [network.streams[key] for key in keys])
