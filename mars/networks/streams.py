"""Streams of a scalar network, and the motions of the shafts in it that are no joint's own."""

from __future__ import annotations

from itertools import pairwise

import casadi as ca

from mars.equations import Symbols, depends
from mars.errors import CircuitError, Complaint
from mars.networks.elimination import SingularError, eliminate
from mars.networks.parts import Network, Part, dependents, is_same, levels, rate, scalar_ports


def solve_streams(symbols: Symbols, network: Network, part: Part) -> None:
    """All streams of the part, the accelerations of free shafts, and what the joints get."""
    rows, owners = _equations_and_node_laws(symbols, network, part)
    shafts = _free_shafts(symbols, network, part, rows)
    keys = [key for name in part.components for key in scalar_ports(symbols, name)]
    keys += [key for n, key in part.joint_port.items() if n not in network.given]
    unknowns = [symbols.streams[key] for key in keys] + list(shafts.values())
    try:
        solved = eliminate(symbols.parameters, ca.vertsplit(rows), unknowns)
    except SingularError as singular:
        places = keys + [symbols.topology.nodes[n].ports[0] for n in shafts]
        where = ".".join(places[singular.unknowns[0]]) if singular.unknowns else owners[singular.rows[0]]
        cause = "the equations around it do not determine its stream or its motion: a massless part that can move, or a conflict"
        remedy = "Give it an inertia (dynamics.rotor) or take a source away"
        raise CircuitError([Complaint(where, cause, remedy, code="massless")]) from None
    for i, key in enumerate(keys):
        network.streams[key] = solved[i]
    for key in part.joint_port.values():
        network.streams.setdefault(key, symbols.streams[key])
    _settle_shafts(symbols, network, part, shafts, [solved[i] for i in range(len(keys), len(unknowns))])


def _equations_and_node_laws(symbols: Symbols, network: Network, part: Part) -> tuple[ca.SX, list[str]]:
    """Everything that holds streams, in independent variables, and the component that each row belongs to."""
    rows = [e.residual for e in part.dynamic]
    owners = [e.component for e in part.dynamic]
    for node in part.nodes:
        ports = symbols.topology.nodes[node].ports
        rows.append(sum((symbols.streams[key] for key in ports), ca.SX(0.0)))
        owners.append(ports[0][0])
    return _insert_dependents(symbols, network, part, ca.vertcat(*rows)), owners


def _free_shafts(symbols: Symbols, network: Network, part: Part, rows: ca.SX) -> dict[int, ca.SX]:
    """Nodes that neither a joint nor an equation of motion moves, each with the variable that the streams decide.

    A shaft with inertia has its speed as a state; one without follows its springs and dampers at once.
    """
    found: dict[int, ca.SX] = {}
    for node in part.nodes:
        if node in part.joint_port or not is_same(network.speed[node], symbols.speed[node]):
            continue
        decided = [table[node] for table, _ in reversed(levels(symbols, network)) if depends(rows, [table[node]])]
        if not decided:
            where = ".".join(symbols.topology.nodes[node].ports[0])
            cause = "nothing says how this shaft moves: it has no inertia, spring, damper or source"
            raise CircuitError([Complaint(where, cause, "Link it to a joint or to a dynamics.rotor", code="massless")])
        found[node] = decided[0]
    return found


def _settle_shafts(symbols: Symbols, network: Network, part: Part, shafts: dict[int, ca.SX], solved: list[ca.SX]) -> None:
    """Note what was found; higher rates of a shaft without inertia follow, and so does whatever is geared to it."""
    if not shafts:
        return
    first = {}  # level at which each shaft was solved for
    for (node, symbol), value in zip(shafts.items(), solved, strict=True):
        first[node] = next(i for i, (table, _) in enumerate(levels(symbols, network)) if is_same(symbol, table[node]))
        levels(symbols, network)[first[node]][1][node] = value
    _substitute(network, part, list(shafts.values()), solved)
    for node, level in first.items():
        for (_, lower), (table, upper) in pairwise(levels(symbols, network)[level:]):
            upper[node] = _insert_dependents(symbols, network, part, rate(symbols, part, lower[node]))
            _substitute(network, part, [table[node]], [upper[node]])


def _insert_dependents(symbols: Symbols, network: Network, part: Part, expression: ca.SX) -> ca.SX:
    old, new = dependents(symbols, network, part.nodes)
    return ca.substitute(expression, ca.vertcat(*old), ca.vertcat(*new)) if old else expression


def _substitute(network: Network, part: Part, old: list[ca.SX], new: list[ca.SX]) -> None:
    for table in (network.position, network.speed, network.acceleration):
        for node in part.nodes:
            if node in table:
                table[node] = ca.substitute(table[node], ca.vertcat(*old), ca.vertcat(*new))
