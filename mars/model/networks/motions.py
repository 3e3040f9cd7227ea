"""Motions of a scalar network: which positions, speeds and accelerations depend on others or on time, and how."""

from __future__ import annotations

import casadi as ca

from mars.errors import CircuitError, Complaint
from mars.messages import Message, all_of
from mars.model.networks.connected import ConnectedNetwork
from mars.model.networks.elimination import SingularError, eliminate
from mars.model.networks.network import Network, NodeTable, ScalarConstraint, rate
from mars.model.networks.ports import ball_nodes
from mars.model.symbols import Equation, Symbols, depends


def solve_motions(symbols: Symbols, network: Network, connected: ConnectedNetwork) -> None:
    """Level by level: equations of positions, their rates with those of speeds, and the rates of all of them."""
    balls = ball_nodes(symbols)
    _refuse_positions_of_balls(symbols, network, connected, balls)
    order = [n for n in connected.moving if n not in connected.joint_port] + [
        n for n in connected.moving if n in connected.joint_port
    ]
    rows = [e for level, e in connected.kinematic if level == 0]
    position, given_positions = _solve_level(symbols, rows, symbols.position, [n for n in order if n not in balls])
    rows = _rates(symbols, network, rows) + [e for level, e in connected.kinematic if level == 1]
    speed, given_speeds = _solve_level(symbols, rows, symbols.speed, order)
    rows = _rates(symbols, network, rows)
    acceleration, _ = _solve_level(symbols, rows, symbols.acceleration, order)

    for node in given_speeds:
        if _couples(symbols, connected, node, speed[node]):
            _couple(symbols, connected, node, position if node in given_positions else {}, speed, acceleration)
            if node in position:
                position[node] = symbols.position[node]
        elif node in connected.joint_port:
            network.given[node] = 0 if node in given_positions else 1
    network.constraints += connected.couplings
    network.position |= position
    network.speed |= speed | {n: symbols.speed[n] for n in connected.nodes if n not in symbols.position}
    network.acceleration |= acceleration


def _solve_level(symbols: Symbols, rows: list[Equation], table: NodeTable, nodes: list[int]) -> tuple[NodeTable, list[int]]:
    """The variables of one level, and the nodes where they are dependent; the first nodes are preferred for that."""
    try:
        solved = eliminate(symbols.parameters, [e.residual for e in rows], [table[n] for n in nodes], prefer_first=True)
    except SingularError as singular:
        names = list(dict.fromkeys(e.component for e in rows))
        at = rows[singular.rows[0]].component
        cause = (
            Message("{names} prescribe the same motion", names=all_of(names))
            if len(names) > 1
            else "its motion is prescribed twice"
        )
        remedy = Message("Remove {at}, or replace it with a torque, a spring or a damper", at=at)
        raise CircuitError([Complaint(at, cause, remedy, code="two-motions")]) from None
    return {n: solved.get(i, table[n]) for i, n in enumerate(nodes)}, [nodes[i] for i in solved]


def _rates(symbols: Symbols, network: Network, rows: list[Equation]) -> list[Equation]:
    return [Equation(e.component, rate(symbols, network, e.residual), ca.SX(0.0)) for e in rows]


def _couples(symbols: Symbols, connected: ConnectedNetwork, node: int, speed: ca.SX) -> bool:
    """Whether a dependent speed needs a multiplier: it couples joints, or couples an inertia to several joints."""
    others = sum(depends(speed, [symbols.speed[n]]) for n in connected.joint_port if n != node)
    if node in connected.joint_port:
        return others > 0
    return others > 1 and any(depends(e.residual, [symbols.acceleration[node]]) for e in connected.dynamic)


def _couple(
    symbols: Symbols, connected: ConnectedNetwork, node: int, position: NodeTable, speed: NodeTable, acceleration: NodeTable
) -> None:
    """Make the node independent again, constrained by a multiplier."""
    gap = symbols.position[node] - position[node] if node in position else ca.SX(0.0)
    rate_, change = symbols.speed[node] - speed[node], symbols.acceleration[node] - acceleration[node]
    owners = (e.component for _, e in connected.kinematic if depends(e.residual, [symbols.position[node], symbols.speed[node]]))
    w = ca.SX.sym(f"coupling{node}")
    connected.couplings.append(ScalarConstraint(next(owners, connected.components[0]), "coupling", w, gap, rate_, change))
    speed[node], acceleration[node] = symbols.speed[node], symbols.acceleration[node]


def _refuse_positions_of_balls(symbols: Symbols, network: Network, connected: ConnectedNetwork, balls: dict[int, str]) -> None:
    """The integral of an angular velocity component is not a coordinate, so springs and movements there are meaningless."""
    expressions = [(e.component, e.residual) for e in [*(e for _, e in connected.kinematic), *connected.dynamic]]
    expressions += [(component, value) for (component, _), value in network.results.items() if component in connected.components]
    expressions += [(wanted.component, wanted.accelerations) for wanted in network.demands]
    for node in connected.moving:
        if node not in balls:
            continue
        for component, expression in expressions:
            if depends(expression, [symbols.position[node]]):
                port = next(f"{c}.{p}" for c, p in symbols.topology.nodes[node].ports if c == balls[node])
                cause = Message(
                    "it needs the angle of {port}, but a ball joint has no angles, only angular velocities", port=port
                )
                remedy = "Use a bushing (dynamics.bushing) between the bodies; torque sources and dampers still work here"
                raise CircuitError([Complaint(component, cause, remedy, code="ball-angle")])
