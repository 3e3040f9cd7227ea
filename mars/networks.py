"""Scalar networks around the tree: shafts and sliders, their sources, springs, dampers, inertias and gears.

Three levels: movement (positions), velocity, acceleration. Equations that hold potentials only (gears, given motions) make some
positions and speeds dependent; the others are states. Then the remaining equations and the node laws give every stream, and
the acceleration of every shaft that is not a joint's own. The joints' accelerations stay symbols: the tree solves for them.
Pivots are chosen by number; that is safe here, because the coefficients hardly change (engine design, section 5).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import casadi as ca
import networkx as nx
import numpy as np

from mars.component import Joint
from mars.domains import FRAME
from mars.equations import Equation, Symbols, depends, equations_of
from mars.errors import CircuitError, Complaint
from mars.topology import PortKey


@dataclass
class Network:
    """What the scalar equations say, solved. Expressions hold states, time, parameters, vector-node symbols and accelerations."""

    position: dict[int, ca.SX] = field(default_factory=dict)  # every scalar node that has one
    speed: dict[int, ca.SX] = field(default_factory=dict)
    acceleration: dict[int, ca.SX] = field(default_factory=dict)
    streams: dict[PortKey, ca.SX] = field(default_factory=dict)  # of components and of joints' scalar ports
    position_states: list[int] = field(default_factory=list)  # nodes whose position is a state
    speed_states: list[int] = field(default_factory=list)
    given: dict[int, int] = field(default_factory=dict)  # joint nodes whose motion is given: 0 movement, 1 velocity
    wrenches: dict[PortKey, tuple[ca.SX, ca.SX]] = field(default_factory=dict)  # of components at vector nodes
    state_rates: dict[tuple[str, str], ca.SX] = field(default_factory=dict)
    results: dict[tuple[str, str], ca.SX] = field(default_factory=dict)
    complaints: list[Complaint] = field(default_factory=list)


@dataclass
class Part:
    """One connected scalar network."""

    nodes: list[int]
    joint_port: dict[int, PortKey]  # nodes that are a joint's freedom
    components: list[str]
    kinematic: list[tuple[int, Equation]] = field(default_factory=list)  # level 0 or 1
    dynamic: list[Equation] = field(default_factory=list)


class SingularError(Exception):
    """Elimination stopped: these rows and unknowns were left."""

    def __init__(self, rows: list[int], unknowns: list[int]):
        self.rows, self.unknowns = rows, unknowns


def solve_networks(symbols: Symbols, kinematic: bool = False) -> Network:
    """All scalar networks of a circuit; in kinematic mode only motions count, so streams are left out."""
    network = Network()
    sorted_equations = {c.name: equations_of(symbols, c) for c in symbols.others()}
    scalar: dict[str, list[Equation]] = {}
    for name, found in sorted_equations.items():
        scalar[name] = [e for e in found if not _take_explicit(symbols, network, e)]
    _complain_incomplete(symbols, network)
    for part in _parts(symbols, scalar):
        _sort_equations(symbols, part, scalar)
        try:
            _solve_levels(symbols, network, part)
            if not kinematic:
                _solve_streams(symbols, network, part)
        except CircuitError as error:
            network.complaints += error.complaints
    if not network.complaints:
        _finish(symbols, network)
    return network


def _take_explicit(symbols: Symbols, network: Network, equation: Equation) -> bool:
    """State rates, results and wrenches of vector ports are given as `symbol == expression`; take them out."""
    for side, other in ((equation.left, equation.right), (equation.right, equation.left)):
        if not side.is_symbolic():
            continue
        name = side.name()
        if name.startswith("rate "):
            component, state = name[5:].split(".", 1)
            network.state_rates[component, state] = other
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
            cause = f"the rate of its state «{key[1]}» is not given by its equations"
            network.complaints.append(Complaint(key[0], cause, f"Mend the kind: add der(self.{key[1]}) == …", code="kind"))


def _parts(symbols: Symbols, scalar: dict[str, list[Equation]]) -> list[Part]:
    topology = symbols.topology
    graph = nx.Graph()
    joint_port: dict[int, PortKey] = {}
    for node in topology.nodes:
        if node.domain == FRAME.name:
            continue
        graph.add_node(node.index)
        for name, port in node.ports:
            if isinstance(symbols.components[name], Joint):
                joint_port.setdefault(node.index, (name, port))
            else:
                graph.add_edge(node.index, name)
    parts = []
    for connected in nx.connected_components(graph):
        nodes = sorted(n for n in connected if isinstance(n, int))
        names = [name for name in topology.placed if name in connected]
        parts.append(Part(nodes, {n: joint_port[n] for n in nodes if n in joint_port}, names))
    return sorted(parts, key=lambda part: part.nodes[0])


def _sort_equations(symbols: Symbols, part: Part, scalar: dict[str, list[Equation]]) -> None:
    positions = [symbols.position[n] for n in part.nodes]
    speeds = [symbols.speed[n] for n in part.nodes]
    accelerations = [symbols.acceleration[n] for n in part.nodes]
    for name in part.components:
        streams = [symbols.streams[key] for key in _scalar_ports(symbols, name)]
        for equation in scalar[name]:
            if depends(equation.residual, [*streams, *accelerations]):
                part.dynamic.append(equation)
            elif depends(equation.residual, positions):
                part.kinematic.append((0, equation))
            elif depends(equation.residual, speeds):
                part.kinematic.append((1, equation))
            else:
                part.dynamic.append(equation)


def _scalar_ports(symbols: Symbols, name: str) -> list[PortKey]:
    ports = symbols.topology.placed[name].ports.values()
    return [(name, port.name) for port in ports if port.domain is not FRAME]


def _ball_nodes(symbols: Symbols) -> dict[int, str]:
    """Nodes that carry a component of angular velocity, which is not the rate of a coordinate."""
    found = {}
    for component in symbols.components.values():
        if isinstance(component, Joint):
            for attitude in component.attitudes.values():
                for port in attitude.ports:
                    found[symbols.topology.node_of[component.name, port]] = component.name
    return found


def _solve_levels(symbols: Symbols, network: Network, part: Part) -> None:
    """Which positions and speeds depend on others (or on time), and how."""
    balls = _ball_nodes(symbols)
    order = [n for n in part.nodes if n not in part.joint_port] + [n for n in part.nodes if n in part.joint_port]
    _refuse_positions_of_balls(symbols, part, balls)
    doubled = [
        n for n in part.nodes if sum(isinstance(symbols.components[c], Joint) for c, _ in symbols.topology.nodes[n].ports) > 1
    ]
    if doubled:
        names = [f"{c}.{p}" for c, p in symbols.topology.nodes[doubled[0]].ports if isinstance(symbols.components[c], Joint)]
        _refuse_coupling(names)

    level0 = [e for level, e in part.kinematic if level == 0]
    level1 = [e for level, e in part.kinematic if level == 1]
    position_nodes = [n for n in order if n not in balls]
    dependent0 = _dependent(symbols, level0, [symbols.position[n] for n in position_nodes])
    position = {n: symbols.position[n] for n in position_nodes}
    for i, expression in dependent0.items():
        position[position_nodes[i]] = expression

    rates = [_rate(symbols, part, e.residual) for e in level0]
    speed_rows = [Equation(e.component, r, ca.SX(0.0)) for e, r in zip(level0, rates, strict=True)] + level1
    dependent1 = _dependent(symbols, speed_rows, [symbols.speed[n] for n in order])
    speed = {n: symbols.speed[n] for n in order}
    for i, expression in dependent1.items():
        speed[order[i]] = expression

    acceleration_rows = [Equation(e.component, _rate(symbols, part, e.residual), ca.SX(0.0)) for e in speed_rows]
    dependent2 = _dependent(symbols, acceleration_rows, [symbols.acceleration[n] for n in order])
    acceleration = {n: symbols.acceleration[n] for n in order}
    for i, expression in dependent2.items():
        acceleration[order[i]] = expression

    for i in dependent1:
        node = order[i]
        if node in part.joint_port:
            others = [symbols.speed[n] for n in part.nodes if n != node]
            if depends(speed[node], others):
                names = [".".join(part.joint_port[n]) for n in part.joint_port]
                _refuse_coupling(names)
            network.given[node] = 0 if node in position_nodes and position_nodes.index(node) in dependent0 else 1
    network.position |= position
    network.speed |= speed
    network.acceleration |= acceleration


def _refuse_coupling(names: Sequence[str]) -> None:
    cause = f"{' and '.join(names)} are tied together rigidly; couplings between joints cannot run yet"
    remedy = "Put a spring between them (dynamics.spring), or drive each joint by its own source"
    raise CircuitError([Complaint(names[0], cause, remedy, code="coupling")])


def _refuse_positions_of_balls(symbols: Symbols, part: Part, balls: dict[int, str]) -> None:
    """The integral of an angular velocity component is no coordinate, so springs and movements there mean nothing."""
    for node in part.nodes:
        if node not in balls:
            continue
        for equation in [e for _, e in part.kinematic] + part.dynamic:
            if depends(equation.residual, [symbols.position[node]]):
                port = next(f"{c}.{p}" for c, p in symbols.topology.nodes[node].ports if c == balls[node])
                cause = f"it needs the angle of {port}, but the three turns of a ball are no angles"
                remedy = "Use a dynamics.bushing between the bodies; torques and dampers are fine here"
                raise CircuitError([Complaint(equation.component, cause, remedy, code="ball-angle")])


def _rate(symbols: Symbols, part: Part, residual: ca.SX) -> ca.SX:
    """Total time derivative of an expression of positions, speeds and time."""
    variables = [symbols.position[n] for n in part.nodes] + [symbols.speed[n] for n in part.nodes] + [symbols.t]
    rates = [symbols.speed[n] for n in part.nodes] + [symbols.acceleration[n] for n in part.nodes] + [ca.SX(1.0)]
    return ca.jtimes(residual, ca.vertcat(*variables), ca.vertcat(*rates))


def _dependent(symbols: Symbols, rows: list[Equation], unknowns: list[ca.SX]) -> dict[int, ca.SX]:
    """Solve the rows for as many unknowns as there are rows, preferring the first; {index of unknown: expression}."""
    if not rows:
        return {}
    try:
        return eliminate(symbols, [e.residual for e in rows], unknowns, prefer_first=True)
    except SingularError as singular:
        names = list(dict.fromkeys(e.component for e in rows))
        at = rows[singular.rows[0]].component
        cause = f"{' and '.join(names)} prescribe the same motion twice" if len(names) > 1 else "its motion is prescribed twice"
        raise CircuitError(
            [Complaint(at, cause, f"Take away {at}, or make it a torque, a spring or a damper", code="two-motions")]
        ) from None


def _solve_streams(symbols: Symbols, network: Network, part: Part) -> None:
    """All streams of the part, the accelerations of free shafts, and what the joints get."""
    topology = symbols.topology
    keys = [key for name in part.components for key in _scalar_ports(symbols, name)]
    joint_keys = list(part.joint_port.values())
    rows = [e.residual for e in part.dynamic]
    names = [e.component for e in part.dynamic]
    for node in part.nodes:
        law = ca.SX(0.0)
        for key in topology.nodes[node].ports:
            law += symbols.streams[key]
        rows.append(law)
        names.append(topology.nodes[node].ports[0][0])
    stacked = _replace_dependents(symbols, network, part, ca.vertcat(*rows))

    free = [n for n in part.nodes if n not in part.joint_port and _is_same(network.speed[n], symbols.speed[n])]
    free_unknowns: dict[int, ca.SX] = {}
    for node in free:
        # A shaft with inertia has its speed as a state; one without follows its springs and dampers at once.
        for level in (symbols.acceleration[node], symbols.speed[node], symbols.position[node]):
            if depends(stacked, [level]):
                free_unknowns[node] = level
                break
        else:
            where = topology.nodes[node].ports[0]
            cause = "nothing says how this shaft moves: it has no inertia, spring, damper or source"
            raise CircuitError([Complaint(".".join(where), cause, "Link it to a joint or to a dynamics.rotor", code="massless")])

    unknown_streams = keys + [key for n, key in part.joint_port.items() if n not in network.given]
    unknowns = [symbols.streams[key] for key in unknown_streams] + list(free_unknowns.values())
    try:
        solved = eliminate(symbols, ca.vertsplit(stacked), unknowns)
    except SingularError as singular:
        left = [
            unknown_streams[i] if i < len(unknown_streams) else topology.nodes[free[i - len(unknown_streams)]].ports[0]
            for i in singular.unknowns
        ]
        where = ".".join(left[0]) if left else names[singular.rows[0]]
        cause = "the equations around it do not determine its stream or its motion: a massless part that can move, or a conflict"
        raise CircuitError(
            [Complaint(where, cause, "Give it an inertia (dynamics.rotor) or take a source away", code="massless")]
        ) from None
    for i, key in enumerate(unknown_streams):
        network.streams[key] = solved[i]
    for key in joint_keys:
        network.streams.setdefault(key, symbols.streams[key])
    replaced: list[ca.SX] = []
    by: list[ca.SX] = []
    for i, (node, symbol) in enumerate(free_unknowns.items(), start=len(unknown_streams)):
        replaced.append(symbol)
        by.append(solved[i])
        if _is_same(symbol, symbols.acceleration[node]):
            network.acceleration[node] = solved[i]
        elif _is_same(symbol, symbols.speed[node]):
            network.speed[node] = solved[i]
        else:
            network.position[node] = solved[i]
    if replaced:
        _substitute_part(network, part, replaced, by)
    for node, symbol in free_unknowns.items():
        # A shaft without inertia follows others at once; so do its higher rates, and whatever is geared to it.
        levels = [
            (symbols.position, network.position),
            (symbols.speed, network.speed),
            (symbols.acceleration, network.acceleration),
        ]
        first = next(i for i, (table, _) in enumerate(levels) if _is_same(symbol, table[node]))
        for (_, lower), (table, upper) in pairwise(levels[first:]):
            upper[node] = _replace_dependents(symbols, network, part, _rate(symbols, part, lower[node]))
            _substitute_part(network, part, [table[node]], [upper[node]])


def _replace_dependents(symbols: Symbols, network: Network, part: Part, expression: ca.SX) -> ca.SX:
    """Dependent positions, speeds and accelerations of the part by what they depend on."""
    old, new = [], []
    for table, variables in (
        (symbols.position, network.position),
        (symbols.speed, network.speed),
        (symbols.acceleration, network.acceleration),
    ):
        for node in part.nodes:
            if node in variables and not _is_same(variables[node], table[node]):
                old.append(table[node])
                new.append(variables[node])
    return ca.substitute(expression, ca.vertcat(*old), ca.vertcat(*new)) if old else expression


def _substitute_part(network: Network, part: Part, old: list[ca.SX], new: list[ca.SX]) -> None:
    for table in (network.position, network.speed, network.acceleration):
        for node in part.nodes:
            if node in table:
                table[node] = ca.substitute(table[node], ca.vertcat(*old), ca.vertcat(*new))


def _finish(symbols: Symbols, network: Network) -> None:
    """States, and everything else in terms of states, time, parameters, vector symbols and joint accelerations."""
    balls = _ball_nodes(symbols)
    for node in sorted(network.speed):
        if node not in balls and _is_same(network.position[node], symbols.position[node]):
            network.position_states.append(node)
        if _is_same(network.speed[node], symbols.speed[node]):
            network.speed_states.append(node)
    old, new = [], []
    for table, variables in (
        (symbols.position, network.position),
        (symbols.speed, network.speed),
        (symbols.acceleration, network.acceleration),
    ):
        for node, expression in variables.items():
            if not _is_same(expression, table[node]):
                old.append(table[node])
                new.append(expression)
    for key, expression in network.streams.items():
        symbol = symbols.streams[key]
        if not _is_same(expression, symbol):
            old.append(symbol)
            new.append(expression)
    if not old:
        return
    before, after = ca.vertcat(*old), ca.vertcat(*new)

    def complete(expression: ca.SX) -> ca.SX:
        return ca.substitute(expression, before, after)

    network.wrenches = {key: (complete(F), complete(M)) for key, (F, M) in network.wrenches.items()}
    network.state_rates = {key: complete(rate) for key, rate in network.state_rates.items()}
    network.results = {key: complete(value) for key, value in network.results.items()}
    network.streams = {key: complete(stream) for key, stream in network.streams.items()}


def _is_same(expression: ca.SX, symbol: ca.SX) -> bool:
    return expression.is_symbolic() and expression.name() == symbol.name()


def eliminate(symbols: Symbols, rows: list[ca.SX], unknowns: list[ca.SX], prefer_first: bool = False) -> dict[int, ca.SX]:
    """Solve linear rows for unknowns by elimination with pivots chosen by number; {index of unknown: expression}.

    With `prefer_first` there may be more unknowns than rows: earlier unknowns are taken as dependent first.
    """
    if not rows:
        return {}
    unknown = ca.vertcat(*unknowns)
    residual = ca.vertcat(*rows)
    matrix = ca.jacobian(residual, unknown)
    if ca.depends_on(matrix, unknown):
        raise CircuitError(
            [
                Complaint(
                    "",
                    "a scalar network has nonlinear algebraic equations, which cannot run yet",
                    "Use linear laws",
                    code="nonlinear",
                )
            ]
        )
    constant = ca.substitute(residual, unknown, ca.SX.zeros(*unknown.shape))
    numbers = _sample(symbols, matrix)
    A = [[matrix[i, j] if matrix.sparsity().has_nz(i, j) else ca.SX(0.0) for j in range(len(unknowns))] for i in range(len(rows))]
    b = [-constant[i] for i in range(len(rows))]
    scale = max(1e-300, float(np.abs(numbers).max(initial=0.0)))
    left_rows, left_columns = list(range(len(rows))), list(range(len(unknowns)))
    pivots: list[tuple[int, int]] = []
    while left_rows and left_columns:
        block = np.abs(numbers[np.ix_(left_rows, left_columns)])
        if prefer_first:
            columns = [j for j, c in enumerate(left_columns) if block[:, j].max() > 1e-12 * scale]
            if not columns:
                break
            j = columns[0]
            i = int(block[:, j].argmax())
        else:
            # Few entries first (keeps expressions small), then the larger pivot.
            count = (block > 1e-12 * scale).sum(axis=1)[:, None] + (block > 1e-12 * scale).sum(axis=0)[None, :]
            merit = np.where(block > 1e-9 * scale, 1.0 / count + 1e-3 * block / scale, 0.0)
            i, j = np.unravel_index(int(merit.argmax()), merit.shape)
            if merit[i, j] == 0.0:
                break
        r, c = left_rows[int(i)], left_columns[int(j)]
        pivots.append((r, c))
        left_rows.remove(r)
        left_columns.remove(c)
        for other in left_rows:
            if numbers[other, c] == 0.0:
                continue
            factor = A[other][c] / A[r][c]
            ratio = numbers[other, c] / numbers[r, c]
            for k in left_columns:
                if numbers[r, k] != 0.0:
                    A[other][k] = A[other][k] - factor * A[r][k]
                    numbers[other, k] -= ratio * numbers[r, k]
                    if abs(numbers[other, k]) < 1e-13 * scale:
                        numbers[other, k] = 0.0
            b[other] = b[other] - factor * b[r]
            numbers[other, c] = 0.0
    if left_rows or (left_columns and not prefer_first):
        raise SingularError(left_rows, left_columns)
    solution: dict[int, ca.SX] = {}
    for r, c in reversed(pivots):
        value = b[r]
        for k in range(len(unknowns)):
            if k != c and numbers[r, k] != 0.0 and not _eliminated_before(pivots, (r, c), k):
                value = value - A[r][k] * solution.get(k, unknowns[k])
        solution[c] = value / A[r][c]
    return solution


def _eliminated_before(pivots: list[tuple[int, int]], pivot: tuple[int, int], column: int) -> bool:
    return any(c == column for _, c in pivots[: pivots.index(pivot)])


def _sample(symbols: Symbols, matrix: ca.SX) -> np.ndarray:
    """The matrix at the circuit's own parameters and at arbitrary values of everything else."""
    free = ca.symvar(matrix)
    if not free:
        return np.array(ca.DM(matrix), dtype=float)
    known = dict(zip((s.name() for s in symbols.parameters.symbols), symbols.parameters.numbers, strict=True))
    values = [known.get(s.name(), 0.3 + 0.1 * (i % 7)) for i, s in enumerate(free)]
    return np.array(ca.DM(ca.Function("sample", free, [matrix])(*values)), dtype=float).reshape(matrix.shape)
