"""Streams of a scalar network, its voltages, and the motions of shafts that do not belong to a joint."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from itertools import pairwise

import casadi as ca
import numpy as np

from mars.errors import CircuitError, Complaint
from mars.messages import Message
from mars.model.networks.complaints import undetermined
from mars.model.networks.connected import ConnectedNetwork
from mars.model.networks.elimination import NumericSample, SingularError, dependent_columns, eliminate, sample
from mars.model.networks.network import Network, NodeTable, dependents, is_same, levels, rate
from mars.model.networks.ports import scalar_ports
from mars.model.networks.potential_networks import solve_potentials
from mars.model.networks.tearing import SolvedUnknowns, TornUnknown, nonlinear
from mars.model.symbols import Symbols, depends
from mars.topology.topology import PortKey

LOSSLESS = 1e-9  # of the unit power tried


def solve_streams(symbols: Symbols, network: Network, connected: ConnectedNetwork, started: Collection[str] = ()) -> None:
    """All streams and voltages of a connected network, the accelerations of free shafts, and the streams at the joints."""
    rows, owners = _equations_and_node_laws(symbols, network, connected)
    shafts = _free_shafts(symbols, network, connected, rows)
    keys = [key for name in connected.components for key in scalar_ports(symbols, name)]
    keys += [key for n, key in connected.joint_port.items() if n not in network.given]
    unknowns = [symbols.streams[key] for key in keys] + list(shafts.values())
    known: list[int] = []
    try:
        if connected.couplings:
            known = _undetermined_by_couplings(symbols, connected, rows, unknowns, keys)
        others = [i for i in range(len(unknowns)) if i not in known]
        if connected.has_potentials:
            insert = partial(_insert_dependents, symbols, network, connected)
            wanted = [unknowns[i] for i in others]
            solved = solve_potentials(symbols, network, ca.vertsplit(rows), owners, wanted, started, insert)
        else:
            solved = _solve_torn(symbols, ca.vertsplit(rows), [unknowns[i] for i in others])
    except SingularError as singular:
        places = keys + [symbols.topology.nodes[n].ports[0] for n in shafts]
        if connected.has_potentials and not connected.couplings:
            raise CircuitError([undetermined(symbols, connected, [places[i] for i in singular.unknowns])]) from None
        where = ".".join(places[singular.unknowns[0]]) if singular.unknowns else owners[singular.rows[0]]
        cause = (
            "the equations around it do not determine its stream or its motion: a massless part can move, or equations conflict"
        )
        remedy = "Add an inertia (dynamics.rotor), or remove a source"
        if connected.has_potentials:
            remedy = "Ground the circuit, or put a spring (dynamics.spring) between the coupling and one of the joints"
        raise CircuitError([Complaint(where, cause, remedy, code="massless")]) from None
    found = {others[i]: value for i, value in solved.found.items()} | {others[i]: unknowns[others[i]] for i in solved.torn}
    if known:
        found = _with_multipliers(symbols, connected, known, found, list(solved.torn.values()), unknowns, keys)
    _record_torn(symbols, network, {others[i]: residual for i, residual in solved.torn.items()}, unknowns, keys, list(shafts))
    for i, key in enumerate(keys):
        network.streams[key] = found[i]
    for key in connected.joint_port.values():
        network.streams.setdefault(key, symbols.streams[key])
    _insert_shafts(symbols, network, connected, shafts, [found[i] for i in range(len(keys), len(unknowns))])
    _refuse_massless_holds(symbols, network, shafts)


def _solve_torn(symbols: Symbols, rows: list[ca.SX], unknowns: list[ca.SX]) -> SolvedUnknowns:
    """Unknowns in nonlinear laws are torn out and left to Newton; the others follow linearly from them."""
    torn = nonlinear(rows, unknowns)
    others = [i for i in range(len(unknowns)) if i not in torn]
    residuals: list[ca.SX] = []
    found = eliminate(symbols.parameters, rows, [unknowns[i] for i in others], spare=residuals if torn else None)
    if len(residuals) != len(torn):
        raise SingularError([], torn)
    return SolvedUnknowns({others[i]: value for i, value in found.items()}, dict(zip(torn, residuals, strict=True)))


def _record_torn(
    symbols: Symbols, network: Network, torn: dict[int, ca.SX], unknowns: list[ca.SX], keys: list[PortKey], shafts: list[int]
) -> None:
    for i, residual in torn.items():
        node = -1 if i < len(keys) else shafts[i - len(keys)]
        name, port = keys[i] if node < 0 else symbols.topology.nodes[node].ports[0]
        domain = symbols.topology.placed[name].ports[port].domain
        words = {
            symbols.streams[name, port].name(): (domain.stream, domain.stream_unit),
            f"position{node}": (domain.position, domain.position_unit),
            f"speed{node}": (domain.potential, domain.potential_unit),
        }
        word, unit = words.get(unknowns[i].name(), ("acceleration", domain.rate_unit))
        network.torn.append(TornUnknown(f"{name}.{port}.{word}", unit, unknowns[i], residual, node))


def _undetermined_by_couplings(
    symbols: Symbols, connected: ConnectedNetwork, rows: ca.SX, unknowns: list[ca.SX], keys: list[PortKey]
) -> list[int]:
    """As many streams as there are couplings, preferably of their components: those that the other unknowns do not determine."""
    coupling, count = {each.component for each in connected.couplings}, len(connected.couplings)
    order = sorted(range(len(unknowns)), key=lambda i: i < len(keys) and keys[i][0] in coupling)
    numbers = sample(symbols.parameters, ca.jacobian(rows, ca.vertcat(*(unknowns[i] for i in order))))
    known = [order[j] for j in dependent_columns(numbers)]
    if len(known) < count:
        raise SingularError([], known)
    return known[-count:]  # with hidden constraints there are more, before them


def _with_multipliers(
    symbols: Symbols,
    connected: ConnectedNetwork,
    known: list[int],
    solved: dict[int, ca.SX],
    residuals: list[ca.SX],
    unknowns: list[ca.SX],
    keys: list[PortKey],
) -> dict[int, ca.SX]:
    """The undetermined streams u become multipliers w, so that the joints get Q = Jᵀ w.

    J are the derivatives of the couplings' rates. The streams u give Q = B u; a lossless coupling has B = Jᵀ C, and u = C⁻¹ w.
    """
    nodes = [n for n, key in connected.joint_port.items() if key in keys]
    joints = {n: keys.index(connected.joint_port[n]) for n in nodes}
    streams = ca.vertcat(*(solved.get(joints[n], unknowns[joints[n]]) for n in nodes))
    u = ca.vertcat(*(unknowns[i] for i in known))
    w = ca.vertcat(*(each.w for each in connected.couplings))
    J = ca.jacobian(ca.vertcat(*(each.rate for each in connected.couplings)), ca.vertcat(*(symbols.speed[n] for n in nodes)))
    B = ca.jacobian(streams, u)
    if depends(ca.vertcat(B, *residuals), [unknowns[i] for i in known]):
        _refuse_nonlinear(connected)
    C = ca.solve(ca.densify(J @ J.T), ca.densify(J @ B))
    _refuse_losses(symbols, connected, B - J.T @ C)
    opened = ca.solve(ca.densify(C), w)
    opened, own = _apart(symbols, nodes, J, w, opened, ca.substitute(streams, u, opened))
    solved = {i: ca.substitute(value, u, opened) for i, value in solved.items()} | {i: opened[n] for n, i in enumerate(known)}
    return solved | {joints[n]: value for n, value in own.items()}


def _refuse_nonlinear(connected: ConnectedNetwork) -> None:
    """The multipliers enter the equations of motion linearly, and no unknown left to Newton may depend on them."""
    cause = "the torque or force of a rigid coupling between two joints enters a nonlinear law"
    remedy = "Put a spring (dynamics.spring) between it and one of the joints"
    raise CircuitError([Complaint(connected.couplings[0].component, cause, remedy, code="lossy-coupling")])


def _apart(
    symbols: Symbols, nodes: list[int], J: ca.SX, w: ca.SX, opened: ca.SX, streams: ca.SX
) -> tuple[ca.SX, dict[int, ca.SX]]:
    """Multipliers chosen so that each joint's stream contains only its own acceleration; the undetermined streams, and the
    joints' own.

    An inertia on a shaft between coupled joints may be assigned to any of them. Where all are coupled to one degree of freedom,
    X + Jᵀ c with X = ∂Q/∂q̈ is made diagonal column by column, and c q̈ is absorbed into w.
    """
    accelerations = ca.vertcat(*(symbols.acceleration[n] for n in nodes))
    X = ca.jacobian(streams, accelerations)
    mixed = any(X.sparsity().has_nz(i, j) for i in range(len(nodes)) for j in range(len(nodes)) if i != j)
    if not mixed or J.shape[0] != len(nodes) - 1:
        return opened, {}
    at_rest = ca.substitute(streams, accelerations, ca.SX.zeros(len(nodes)))
    shift, own = ca.SX.zeros(J.shape[0]), {}
    for m, node in enumerate(nodes):
        others = [i for i in range(len(nodes)) if i != m]
        c = -ca.solve(ca.densify(J[:, others].T), ca.densify(X[others, m]))
        shift += c * accelerations[m]
        own[node] = at_rest[m] + (X[m, m] + ca.dot(ca.densify(J[:, m]), c)) * accelerations[m]
    return ca.substitute(opened, w, w + shift), own


def _refuse_losses(symbols: Symbols, connected: ConnectedNetwork, rest: ca.SX) -> None:
    """Streams other than those of an ideal coupling would make the small system unsymmetric."""
    losses = NumericSample(rest)
    symbols.parameters.decisions.append(lambda parameters: np.abs(losses(parameters)).max() <= LOSSLESS)
    if np.abs(losses(symbols.parameters)).max() > LOSSLESS:
        name = connected.couplings[0].component
        cause = "a rigid coupling between two joints cannot have losses"
        raise CircuitError(
            [Complaint(name, cause, "Put a spring (dynamics.spring) between it and one of the joints", code="lossy-coupling")]
        )


def _equations_and_node_laws(symbols: Symbols, network: Network, connected: ConnectedNetwork) -> tuple[ca.SX, list[str]]:
    """Everything that contains streams, in independent variables, and the component of each row."""
    rows = [e.residual for e in connected.dynamic]
    owners = [e.component for e in connected.dynamic]
    for node in connected.nodes:
        ports = symbols.topology.nodes[node].ports
        rows.append(sum((symbols.streams[key] for key in ports), ca.SX(0.0)))
        owners.append(ports[0][0])
    return _insert_dependents(symbols, network, connected, ca.vertcat(*rows)), owners


def _free_shafts(symbols: Symbols, network: Network, connected: ConnectedNetwork, rows: ca.SX) -> dict[int, ca.SX]:
    """Nodes moved neither by a joint nor by an equation of motion, each with the variable determined by the streams.

    A shaft with inertia has its speed as a state; one without follows its springs and dampers algebraically.
    """
    found: dict[int, ca.SX] = {}
    for node in connected.nodes:
        if node not in symbols.position:
            found[node] = symbols.speed[node]
            continue
        if node in connected.joint_port or not is_same(network.speed[node], symbols.speed[node]):
            continue
        decided = [table[node] for table, _ in reversed(levels(symbols, network)) if depends(rows, [table[node]])]
        if not decided:
            where = ".".join(symbols.topology.nodes[node].ports[0])
            cause = "the motion of this shaft is undetermined: it has no inertia, spring, damper or source"
            raise CircuitError([Complaint(where, cause, "Connect it to a joint or to a rotor (dynamics.rotor)", code="massless")])
        found[node] = decided[0]
    return found


def _insert_shafts(
    symbols: Symbols, network: Network, connected: ConnectedNetwork, shafts: dict[int, ca.SX], solved: list[ca.SX]
) -> None:
    """Store the results; higher rates of a shaft without inertia follow, and so does everything geared to it."""
    if not shafts:
        return
    first = {}  # level at which each shaft was solved for
    for (node, symbol), value in zip(shafts.items(), solved, strict=True):
        if node not in symbols.position:
            network.speed[node] = value
            continue
        first[node] = next(i for i, (table, _) in enumerate(levels(symbols, network)) if is_same(symbol, table[node]))
        levels(symbols, network)[first[node]][1][node] = value
    _substitute(network, connected, list(shafts.values()), solved)
    torn = {t.node: t for t in network.torn if t.node >= 0}
    for node, level in first.items():
        for (_, lower), (table, upper) in pairwise(levels(symbols, network)[level:]):
            is_implicit = is_torn(torn, node, lower)
            found = _torn_rate(symbols, network, torn[node]) if is_implicit else rate(symbols, network, lower[node])
            upper[node] = _insert_dependents(symbols, network, connected, found)
            _substitute(network, connected, [table[node]], [upper[node]])


def is_torn(torn: dict[int, TornUnknown], node: int, table: NodeTable) -> bool:
    return node in torn and is_same(table[node], torn[node].symbol)


def _torn_rate(symbols: Symbols, network: Network, torn: TornUnknown) -> ca.SX:
    """Rate of an implicit function: r(z, y) = 0 gives ż = −(∂r/∂z)⁻¹ ∂r/∂y ẏ, for all torn unknowns together."""
    z = ca.vertcat(*(t.symbol for t in network.torn))
    r = ca.vertcat(*(t.residual for t in network.torn))
    held = ca.SX.sym("held", z.numel())  # the same unknowns, at rest
    moving = ca.substitute(rate(symbols, network, ca.substitute(r, z, held)), held, z)
    rates = ca.solve(ca.densify(ca.jacobian(r, z)), -moving)
    return rates[[t.name for t in network.torn].index(torn.name)]


def _refuse_massless_holds(symbols: Symbols, network: Network, shafts: dict[int, ca.SX]) -> None:
    """A shaft held by a stop or stuck friction must have inertia, not just a spring."""
    holds = {hold.symbol[i].name(): name for (name, _), hold in symbols.holds.items() for i in range(hold.symbol.numel())}
    for node in shafts:
        if node not in symbols.position:
            continue
        known = [network.position[node], network.speed[node], *(t.residual for t in network.torn if t.node == node)]
        found = next((holds[s.name()] for s in ca.symvar(ca.vertcat(*known)) if s.name() in holds), None)
        if found:
            where = ".".join(symbols.topology.nodes[node].ports[0])
            cause = Message("{found} can lock this shaft, which has no inertia, so its speed would jump", found=found)
            raise CircuitError(
                [Complaint(where, cause, "Connect it to a rotor (dynamics.rotor) or to a joint with a body", code="massless")]
            )


def _insert_dependents(symbols: Symbols, network: Network, connected: ConnectedNetwork, expression: ca.SX) -> ca.SX:
    old, new = dependents(symbols, network, connected.nodes)
    return ca.substitute(expression, ca.vertcat(*old), ca.vertcat(*new)) if old else expression


def _substitute(network: Network, connected: ConnectedNetwork, old: list[ca.SX], new: list[ca.SX]) -> None:
    for table in (network.position, network.speed, network.acceleration):
        for node in connected.nodes:
            if node in table:
                table[node] = ca.substitute(table[node], ca.vertcat(*old), ca.vertcat(*new))
