"""Signals as expressions: each is given by one component, chains are composed.

Signals that depend on each other algebraically are a loop. A linear one is solved here; the signals of a nonlinear one are torn,
so that Newton finds them in every evaluation.
"""

from __future__ import annotations

from dataclasses import replace

import casadi as ca
import networkx as nx

from mars.errors import Complaint
from mars.messages import Message, all_of
from mars.model.networks.elimination import SingularError, eliminate
from mars.model.networks.network import Network
from mars.model.networks.tearing import TornUnknown, nonlinear
from mars.model.symbols import Equation, Symbols


def given_signal(symbols: Symbols, component: str, name: str) -> bool:
    """Whether the symbol of this name is a signal given by the component."""
    node = _node(name)
    return node is not None and any(giver == component for giver, _ in symbols.topology.givers(symbols.topology.nodes[node]))


def label(symbols: Symbols, name: str) -> str:
    """The name of a signal at the port that gives it: `SUM1.out.value`."""
    index = _node(name)
    assert index is not None
    node = symbols.topology.nodes[index]
    giver, port = (symbols.topology.givers(node) or node.ports)[0]
    return names_at(symbols, index, giver, port)[name]


def names_at(symbols: Symbols, node: int, component: str, port: str) -> dict[str, str]:
    """Symbols of the signals at a node, and their names at one of its ports."""
    parts = [s.name() for s in ca.vertsplit(symbols.signals[node])]
    word = symbols.topology.domain_of(symbols.topology.nodes[node]).potential
    ends = [""] if word == "value" else [f".{i + 1}" for i in range(len(parts))]
    return {name: f"{component}.{port}.{word}{end}" for name, end in zip(parts, ends, strict=True)}


def insert_signals(symbols: Symbols, network: Network, implicit: dict[str, list[Equation]]) -> None:
    """Insert the values of signals everywhere; report missing ones."""
    every = {s.name(): s for column in symbols.signals.values() for s in ca.vertsplit(column)}
    missing = [name for name in every if name not in network.signals]
    for name in missing:
        component, port = symbols.topology.nodes[_node(name) or 0].ports[0]
        cause = Message("its equations do not determine the signal at port {port}", port=port)
        network.complaints.append(
            Complaint(component, cause, Message("Fix the component kind: add self.{port}.value == …", port=port), code="kind")
        )
    if missing or not every:
        return
    _put_together(symbols, network, every)
    torn = {torn.symbol.name() for torn in network.torn}
    known = [name for name in network.signals if name not in torn]
    old, new = [every[name] for name in known], [network.signals[name] for name in known]
    for name, equations in implicit.items():
        if equations and known:
            sides = ca.vertcat(*(side for e in equations for side in (e.left, e.right)))
            sides = ca.vertsplit(ca.substitute(sides, ca.vertcat(*old), ca.vertcat(*new)))
            implicit[name] = [replace(e, left=sides[2 * i], right=sides[2 * i + 1]) for i, e in enumerate(equations)]
    network.replace(old, new)


def _node(name: str) -> int | None:
    return int(name[6:].split(".")[0]) if name.startswith("signal") and name[6:7].isdigit() else None


def _put_together(symbols: Symbols, network: Network, every: dict[str, ca.SX]) -> None:
    """Each signal without other signals, in order of dependence."""
    graph = nx.DiGraph()
    graph.add_nodes_from(network.signals)
    for name, value in network.signals.items():
        graph.add_edges_from((s.name(), name) for s in ca.symvar(value) if s.name() in every)
    order = nx.condensation(graph)
    for group in nx.lexicographical_topological_sort(order):
        names = sorted(order.nodes[group]["members"], key=list(every).index)
        before = [name for name in dict.fromkeys(n for m in names for n in graph.predecessors(m)) if name not in names]
        before = [name for name in before if not _is_torn(network, name)]
        if before:
            old, new = ca.vertcat(*(every[n] for n in before)), ca.vertcat(*(network.signals[n] for n in before))
            network.signals |= {name: ca.substitute(network.signals[name], old, new) for name in names}
        if len(names) > 1 or graph.has_edge(names[0], names[0]):
            _solve_ring(symbols, network, every, names)


def _is_torn(network: Network, name: str) -> bool:
    return any(torn.symbol.name() == name for torn in network.torn)


def _solve_ring(symbols: Symbols, network: Network, every: dict[str, ca.SX], names: list[str]) -> None:
    unknowns = [every[name] for name in names]
    rows = [every[name] - network.signals[name] for name in names]
    torn = nonlinear(rows, unknowns)
    others = [i for i in range(len(names)) if i not in torn]
    left: list[ca.SX] = []
    members = {label(symbols, name).split(".")[0] for name in names}
    network.rings.append([name for name in symbols.topology.placed if name in members])
    try:
        found = eliminate(symbols.parameters, rows, [unknowns[i] for i in others], spare=left if torn else None)
        if len(left) != len(torn):
            raise SingularError([], torn)
    except SingularError:
        cause = Message(
            "the signals of {rings} form a loop with gain 1, so they are undetermined", rings=all_of(network.rings[-1])
        )
        remedy = "Remove a link, change a gain, or insert a lag (signals.lag) in the loop"
        network.complaints.append(Complaint(network.rings[-1][0], cause, remedy, code="signal-ring"))
        return
    network.signals |= {names[others[i]]: value for i, value in found.items()}
    network.signals |= {names[i]: unknowns[i] for i in torn}
    network.torn += [TornUnknown(label(symbols, names[i]), "1", unknowns[i], r) for i, r in zip(torn, left, strict=True)]
