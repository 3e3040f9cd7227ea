"""Signals in terms of what they are made of: each node's value by the one component that gives it, chains put together."""

from __future__ import annotations

from dataclasses import replace

import casadi as ca

from mars.equations import Equation, Symbols, depends
from mars.errors import Complaint
from mars.networks.parts import Network
from mars.networks.ties import completed


def given_signal(symbols: Symbols, component: str, name: str) -> int | None:
    """The node whose value the symbol of this name is, if the component gives it."""
    topology = symbols.topology
    for port in topology.placed[component].ports.values():
        node = topology.node_of.get((component, port.name))
        if port.gives and node is not None and symbols.signals[node].name() == name:
            return node
    return None


def insert_signals(symbols: Symbols, network: Network, implicit: dict[str, list[Equation]]) -> None:
    """Put the values of signals into everything that reads them; complain where they are missing or feed themselves."""
    missing = [node for node in symbols.signals if node not in network.signals]
    for node in missing:
        name, port = symbols.topology.nodes[node].ports[0]
        cause = f"its equations do not give the signal at its port {port}"
        network.complaints.append(Complaint(name, cause, f"Mend the kind: add self.{port}.value == …", code="kind"))
    if missing or not _put_together(symbols, network):
        return
    before, after = _both(symbols, network)

    def inserted(expression: ca.SX) -> ca.SX:
        return ca.substitute(expression, before, after)

    for name, equations in implicit.items():
        implicit[name] = [replace(e, left=inserted(e.left), right=inserted(e.right)) for e in equations]
    network.state_rates = {key: inserted(rate) for key, rate in network.state_rates.items()}
    network.results = {key: inserted(value) for key, value in network.results.items()}
    network.wrenches = {key: (inserted(F), inserted(M)) for key, (F, M) in network.wrenches.items()}
    network.switches = [(name, completed(switch, inserted)) for name, switch in network.switches]


def _giver(symbols: Symbols, node: int) -> str:
    placed = symbols.topology.placed
    return next(name for name, port in symbols.topology.nodes[node].ports if placed[name].ports[port].gives)


def _both(symbols: Symbols, network: Network) -> tuple[ca.SX, ca.SX]:
    nodes = list(network.signals)
    return ca.vertcat(*(symbols.signals[n] for n in nodes)), ca.vertcat(*(network.signals[n] for n in nodes))


def _put_together(symbols: Symbols, network: Network) -> bool:
    """Signals made of other signals; false where there is none, or where a ring of them has no beginning."""
    all_signals = list(symbols.signals.values())
    for _ in network.signals:
        waiting = [node for node, value in network.signals.items() if depends(value, all_signals)]
        if not waiting:
            return True
        before, after = _both(symbols, network)
        for node in waiting:
            network.signals[node] = ca.substitute(network.signals[node], before, after)
    ring = [_giver(symbols, n) for n, value in network.signals.items() if depends(value, all_signals)]
    if ring:
        cause = f"the signals of {', '.join(ring)} go round in a ring, each at once from the other"
        network.complaints.append(Complaint(ring[0], cause, "Take one of the links away", code="signal-ring"))
    return bool(network.signals) and not ring
