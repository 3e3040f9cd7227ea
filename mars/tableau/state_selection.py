"""Selects the states of the tableau: levels of the scalar nodes, found by numerical rank and not by elimination.

An equation between positions (a gear, a given movement) also applies to speeds and accelerations, so each such row makes one
position and one speed dependent. A shaft without inertia has no acceleration in the tableau (its speed, or even its position, is
algebraic). Loops are open here; `mars.tableau.loop_closure` decides which further states they make dependent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import casadi as ca
import numpy as np
from scipy import sparse
from scipy.sparse.linalg import splu

from mars.component.base import Joint
from mars.component.domains import AXES, FRAME, SIGNAL
from mars.errors import CircuitError, Complaint
from mars.messages import Message, all_of
from mars.model.symbols import Symbols
from mars.tableau.circuit_laws import CircuitLaws, TableauRow

NO_MASS = "no mass"  # the law of an acceleration on which nothing depends


@dataclass(frozen=True)
class TableauVariable:
    """One entry of y. `level`: position, quaternion, speed, acceleration, twist, stream, signal, own, rate or result."""

    name: str
    unit: str
    level: str
    symbol: ca.SX
    node: int = -1
    start: float = 0.0  # default
    scale: float = 1.0  # unit of its absolute tolerance


class Levels:
    """All rows at all levels, and the variables they need."""

    def __init__(self, laws: CircuitLaws):
        self.laws, self.symbols = laws, laws.symbols
        self.balls = _ball_nodes(self.symbols)
        self._refuse_positions_of_balls()
        rows = [[row for level, row in laws.kinematic if level == 0]]
        rows.append(self._rates(rows[0]) + [row for level, row in laws.kinematic if level == 1])
        rows.append(self._rates(rows[1]))
        self.kinematic: list[list[TableauRow]] = rows
        self.twist_rates = self._rates(laws.twists)
        self.closing_rates = self._rates([c.twist for c in laws.conditions])
        # highest level that a scalar node has: 2 acceleration, 1 speed, 0 position
        self.top = {node: 2 if node in self.symbols.position else 1 for node in self.symbols.speed}
        joints = {n for n in self.top if _joint_port(self.symbols, n)}
        order = [n for n in self.symbols.position if n not in joints] + list(joints)
        self.dependent = [
            self._dependent(rows[0], [n for n in order if n not in self.balls], self.symbols.position),
            self._dependent(rows[1], order, self.symbols.speed),
        ]
        self.balanced: dict[int, TableauRow] = {}  # joints' nodes that move no mass, and the law that determines their speed
        self._fixed = joints | (self.symbols.speed.keys() - self.symbols.position.keys())

    def _rates(self, rows: list[TableauRow]) -> list[TableauRow]:
        rates = self.laws.rate([row.residual for row in rows])
        return [TableauRow(row.owner, Message("rate of {law}", law=row.law), rate) for row, rate in zip(rows, rates, strict=True)]

    def rows(self) -> list[TableauRow]:
        """All algebraic rows of the circuit with its loops open: the closing reactions are zero (the last rows)."""
        carried = [
            TableauRow(c.twist.owner, Message("reaction to {law}", law=c.twist.law), c.stream) for c in self.laws.conditions
        ]
        kinematic = [row for level in range(3) for row in self.kept(level)]
        return [*self.laws.twists, *self.twist_rates, *kinematic, *self.laws.balances, *carried]

    def kept(self, level: int) -> list[TableauRow]:
        """Scalar kinematic rows of a level, without those about levels that their nodes do not have."""
        if level == 0:
            return self.kinematic[0]
        table = (self.symbols.position, self.symbols.speed, self.symbols.acceleration)[level]
        missing = {symbol.name() for n, symbol in table.items() if self.top[n] < level}
        everywhere = {symbol.name() for symbol in table.values()}
        found = []
        for row in self.kinematic[level]:
            present = {s.name() for s in ca.symvar(row.residual)} & everywhere
            if not present or not present <= missing:
                found.append(row)
        return found

    def split(self) -> tuple[list[TableauVariable], list[TableauVariable]]:
        """Differential and algebraic variables."""
        states: list[TableauVariable] = []
        algebraic: list[TableauVariable] = []
        for level, variable in self._scalar_variables():
            differential = level < self.top[variable.node] and variable.node not in self.dependent[level]
            (states if differential else algebraic).append(variable)
        for (joint, attitude), q in self.laws.quaternions.items():
            for i, letter in enumerate("wxyz"):
                states.append(TableauVariable(f"{joint}.{attitude}.{letter}", "1", "quaternion", q[i], start=float(i == 0)))
        placed = self.symbols.topology.placed
        for (name, state), symbol in self.symbols.states.items():
            declared = placed[name].states[state]
            states.append(
                TableauVariable(f"{name}.{state}", declared.unit, "own", symbol, start=declared.start, scale=declared.scale)
            )
            rate = self.symbols.state_rates[name, state]
            algebraic.append(TableauVariable(f"{name}.{state}.rate", f"{declared.unit}/s", "rate", rate, scale=declared.scale))
        algebraic += self._vector_variables()
        for node, column in self.symbols.signals.items():
            for symbol, label in zip(ca.vertsplit(column), self._signal_names(node), strict=True):
                algebraic.append(TableauVariable(label, "1", "signal", symbol, node))
        for (name, result), symbol in self.symbols.results.items():
            algebraic.append(TableauVariable(f"{name}.{result}", placed[name].kind.results[result].unit, "result", symbol))
        order = {"position": 0, "quaternion": 1, "speed": 2}
        return sorted(states, key=lambda v: order.get(v.level, 3)), algebraic

    def ground(self, undetermined: Sequence[TableauVariable]) -> bool:
        """If only voltages are undetermined there is no ground: they are relative to one of the nodes, whose law is redundant."""
        nodes = [variable.node for variable in undetermined]
        if not nodes or any(n < 0 or n in self.symbols.position or n not in self.symbols.speed for n in nodes):
            return False
        zero = self.symbols.topology.zero_of(nodes)
        law = self.laws.node_law[zero]
        self.laws.balances[law] = TableauRow(self.laws.balances[law].owner, "zero potential", self.symbols.speed[zero])
        return True

    def balance(self, undetermined: Sequence[TableauVariable]) -> bool:
        """Joints that move no mass: the sum of their loads determines the speed or the position instead of the acceleration.

        Nothing depends on the acceleration, which is set to zero.
        """
        nodes = [v.node for v in undetermined if v.level == "acceleration" and v.node in self.laws.joint_law]
        for node in nodes:
            law = self.laws.joint_law[node]
            self.balanced[node] = self.laws.balances[law]
            self.laws.balances[law] = TableauRow(self.balanced[node].owner, NO_MASS, self.symbols.acceleration[node])
        return bool(nodes)

    def lower(self, undetermined: Sequence[TableauVariable]) -> bool:
        """Remove the highest level of shafts without inertia; False if something else is undetermined."""
        for variable in undetermined:
            highest = ("position", "speed", "acceleration")[self.top.get(variable.node, 0)]
            if variable.level != highest or highest == "position" or variable.node in self._fixed:
                return False
        for variable in undetermined:
            self.top[variable.node] -= 1
        return True

    def _signal_names(self, node: int) -> list[str]:
        """`SUM1.out.value`; for a bundle `BUN1.out.values.1`, …"""
        topology = self.symbols.topology
        where = ".".join(topology.nodes[node].ports[0])
        if topology.domain_of(topology.nodes[node]) is SIGNAL:
            return [f"{where}.value"]
        return [f"{where}.values.{i + 1}" for i in range(self.symbols.signals[node].numel())]

    def _scalar_variables(self) -> list[tuple[int, TableauVariable]]:
        found = []
        symbols = self.symbols
        for node in self.top:
            name, port = _joint_port(symbols, node) or symbols.topology.nodes[node].ports[0]
            domain = symbols.topology.placed[name].ports[port].domain
            component = symbols.components[name]
            position = f"{name}.{port}.{domain.position}"
            if isinstance(component, Joint):
                position = next((f"{name}.{c.name}" for c in component.coordinates.values() if c.port == port), position)
            if node in symbols.position and node not in self.balls:
                found.append((0, TableauVariable(position, domain.position_unit, "position", symbols.position[node], node)))
            if self.top[node] >= 1:
                speed = f"{name}.{port}.{domain.potential}"
                found.append((1, TableauVariable(speed, domain.potential_unit, "speed", symbols.speed[node], node)))
            if self.top[node] >= 2:
                acceleration = f"{name}.{port}.acceleration"
                found.append(
                    (2, TableauVariable(acceleration, domain.rate_unit, "acceleration", symbols.acceleration[node], node))
                )
        return found

    def _vector_variables(self) -> list[TableauVariable]:
        """Twists and their rates at nodes and of bodies, then the stream of every branch."""
        found: list[TableauVariable] = []

        def add(prefix: str, letter: str, unit: str, level: str, vector: ca.SX, node: int = -1) -> None:
            axes = self.laws.along if letter in ("v", "a", "v0", "a0", "F") else self.laws.about
            found.extend(TableauVariable(f"{prefix}.{letter}.{AXES[i]}", unit, level, vector[i], node) for i in axes)

        for node, frame in self.symbols.frames.items():
            where = ".".join(self.symbols.topology.nodes[node].ports[0])
            for letter, unit in (("v", "m/s"), ("w", "rad/s"), ("a", "m/s²"), ("b", "rad/s²")):
                add(where, letter, unit, "twist", getattr(frame, letter), node)
        for name, own in self.laws.bodies.items():
            for letter, unit in (("v0", "m/s"), ("w", "rad/s"), ("a0", "m/s²"), ("b", "rad/s²")):
                add(name, letter, unit, "own", getattr(own, letter))
        for name, placed in self.symbols.topology.placed.items():
            for port in placed.ports.values():
                where = f"{name}.{port.name}"
                if port.domain.informs:
                    continue
                stream = self.symbols.streams[name, port.name]
                if port.domain is FRAME:
                    add(where, "F", "N", "stream", stream[0])
                    add(where, "M", "N·m", "stream", stream[1])
                else:
                    found.append(TableauVariable(f"{where}.{port.domain.stream}", port.domain.stream_unit, "stream", stream))
        return found

    def _dependent(self, rows: list[TableauRow], nodes: list[int], table: dict[int, ca.SX]) -> set[int]:
        """As many nodes as there are rows, the first ones with independent columns."""
        if not rows:
            return set()
        matrix = ca.jacobian(ca.vertcat(*(row.residual for row in rows)), ca.vertcat(*(table[n] for n in nodes)))
        numbers = self._somewhere(matrix)
        chosen: list[int] = []
        for column in range(len(nodes)):
            if len(chosen) < len(rows) and np.linalg.matrix_rank(numbers[:, [*chosen, column]], tol=1e-9) > len(chosen):
                chosen.append(column)
        if len(chosen) < len(rows):
            names = list(dict.fromkeys(row.owner for row in rows))
            cause = Message("{names} prescribe the same motion", names=all_of(names))
            raise CircuitError([Complaint(names[-1], cause, Message("Remove {names}", names=names[-1]), code="two-motions")])
        return {nodes[column] for column in chosen}

    def _somewhere(self, matrix: ca.SX) -> np.ndarray:
        """The matrix at the circuit's parameters and at arbitrary values of everything else, rows scaled."""
        parameters = self.symbols.parameters
        known = dict(zip((s.name() for s in parameters.symbols), parameters.numbers, strict=True))
        free = ca.symvar(matrix)
        random = np.random.default_rng(0).uniform(0.3, 1.2, len(free))
        values = np.array([known.get(s.name(), value) for s, value in zip(free, random, strict=True)])
        numbers = np.array(ca.Function("matrix", [ca.vertcat(*free)], [matrix])(values)).reshape(matrix.shape)
        return numbers / np.maximum(np.abs(numbers).max(axis=1, keepdims=True), 1e-300)

    def _refuse_positions_of_balls(self) -> None:
        """The integral of an angular velocity component is not a coordinate."""
        positions = {self.symbols.position[node].name() for node in self.balls}
        for row in [row for _, row in self.laws.kinematic] + self.laws.balances:
            if positions and positions & {s.name() for s in ca.symvar(row.residual)}:
                cause = "it needs an angle of a ball joint, but a ball joint has no angles, only angular velocities"
                remedy = "Use a bushing (dynamics.bushing) between the bodies; torque sources and dampers still work here"
                raise CircuitError([Complaint(row.owner, cause, remedy, code="ball-angle")])


def _joint_port(symbols: Symbols, node: int) -> tuple[str, str] | None:
    return next((key for key in symbols.topology.nodes[node].ports if isinstance(symbols.components[key[0]], Joint)), None)


def _ball_nodes(symbols: Symbols) -> set[int]:
    joints = [c for c in symbols.components.values() if isinstance(c, Joint)]
    return {symbols.topology.node_of[j.name, port] for j in joints for a in j.attitudes.values() for port in a.ports}


class DeficientError(Exception):
    """A square matrix without full rank; `columns` are those in its null space."""

    def __init__(self, columns: list[int]):
        self.columns = columns


def _equilibrated(matrix: sparse.csc_matrix) -> tuple[sparse.csc_matrix, np.ndarray, np.ndarray]:
    """Rows, then columns, scaled to a largest entry of one: the rank check is independent of the size of masses and lengths."""
    rows = np.asarray(abs(matrix).max(axis=1).todense()).ravel()
    rows = 1.0 / np.where(rows > 0, rows, 1.0)
    scaled = sparse.diags(rows) @ matrix
    columns = np.asarray(abs(scaled).max(axis=0).todense()).ravel()
    columns = 1.0 / np.where(columns > 0, columns, 1.0)
    return sparse.csc_matrix(scaled @ sparse.diags(columns)), rows, columns


def undetermined_columns(matrix: sparse.csc_matrix) -> list[int]:
    """As `null_support`, which is called only if the pivots of sparse factors are doubtful."""
    try:
        scaled_solve(matrix, np.zeros(matrix.get_shape()[0]))
    except DeficientError as deficient:
        return deficient.columns
    return []


def null_support(matrix: sparse.csc_matrix, tolerance: float = 1e-11) -> list[int]:
    """Columns in the null space of a square matrix; empty if it has full rank."""
    scaled, _, _ = _equilibrated(matrix)
    _, sizes, right = np.linalg.svd(scaled.toarray())
    null = right[sizes < tolerance * max(1.0, sizes[0])] if sizes.size else right[:0]
    return [int(i) for i in np.flatnonzero(np.abs(null).max(axis=0) > 1e-7)] if len(null) else []


def scaled_solve(matrix: sparse.csc_matrix, right: np.ndarray) -> np.ndarray:
    """Solve by sparse factors; raises `DeficientError` if a pivot indicates a rank deficiency and the null space confirms it."""
    scaled, rows, columns = _equilibrated(matrix)
    try:
        factors = splu(scaled)
    except RuntimeError:  # exactly singular
        raise DeficientError(null_support(matrix)) from None
    pivots = np.abs(factors.U.diagonal())
    if pivots.min() < 1e-9 * pivots.max():
        undetermined = null_support(matrix)
        if undetermined:
            raise DeficientError(undetermined)
    target = rows * right
    solution = factors.solve(target)
    solution += factors.solve(target - scaled @ solution)
    return columns * solution
