"""The tableau's equations F(t, y, y') = 0 for one selection of states: variables, rows, functions."""

from __future__ import annotations

from functools import cached_property

import casadi as ca
import numpy as np
from scipy import sparse

from mars.component.base import Joint
from mars.component.domains import AXES, FRAME
from mars.errors import CircuitError, Complaint
from mars.flat_names import shown
from mars.messages import Message
from mars.tableau.circuit_laws import CircuitLaws, TableauRow
from mars.tableau.loop_closure import LoopClosure, StateChoice
from mars.tableau.poses import SymbolicPose
from mars.tableau.state_selection import Levels, TableauVariable


class EquationSystem:
    """`states` come first in `variables`; the rows are those of the circuit with its loops open, then those that close them."""

    def __init__(self, laws: CircuitLaws, poses: dict[int, SymbolicPose], levels: Levels):
        self.laws, self.symbols, self.topology, self.poses = laws, laws.symbols, laws.symbols.topology, poses
        self.states, self.algebraic = levels.split()
        self.variables: list[TableauVariable] = [*self.states, *self.algebraic]
        self.open_rows = levels.rows()
        self.closure = LoopClosure(laws, levels, poses, self.states, self.algebraic)
        self.rows: list[TableauRow] = [
            *self.open_rows,
            *self.closure.rows,
        ]  # the last: positions, velocities, accelerations of loops
        if len(self.open_rows) != len(self.algebraic):
            cause = Message(
                "the tableau has {equations} equations for {unknowns} unknowns",
                equations=len(self.open_rows),
                unknowns=len(self.algebraic),
            )
            raise CircuitError(
                [
                    Complaint(
                        "", cause, "This is a bug, please report it: a component has the wrong number of equations", code="kind"
                    )
                ]
            )
        speeds = {v.node: i for i, v in enumerate(self.states) if v.level == "speed"}
        self.balances = {speeds[node]: row for node, row in levels.balanced.items()}  # by state: in place of its rate
        self.outside_class = _outside_class(laws)
        self.y: ca.SX = ca.vertcat(*(variable.symbol for variable in self.variables))
        self.p: ca.SX = ca.vertcat(*self.symbols.parameters.symbols)

    def parameters(self, segment: float = 0.0) -> np.ndarray:
        numbers = np.array(self.symbols.parameters.numbers)
        numbers[0] = segment
        return numbers

    @property
    def _rates(self) -> ca.SX:
        """Rates of the states, as variables or expressions of variables."""
        quaternion = {}
        for key, q in self.laws.quaternions.items():
            for symbol, rate in zip(ca.vertsplit(q), ca.vertsplit(self.laws.quaternion_rate(key)), strict=True):
                quaternion[symbol.name()] = rate
        rates = self.symbols.rates
        return ca.vertcat(*(quaternion.get(v.symbol.name(), rates.get(v.symbol.name())) for v in self.states))

    def geometric(self, expression: ca.SX) -> ca.SX:
        """Poses by the coordinates, and zero for everything outside the class."""
        old, new = list(self.outside_class), [ca.SX(0.0)] * len(self.outside_class)
        for node, (r, R) in self.poses.items():
            frame = self.symbols.frames[node]
            old += [frame.r, ca.vec(frame.R)]
            new += [r, ca.vec(R)]
        return ca.substitute(expression, ca.vertcat(*old), ca.vertcat(*new)) if old else expression

    @cached_property
    def _algebraic_residual(self) -> ca.SX:
        return self.geometric(ca.vertcat(*(row.residual for row in self.rows))) if self.rows else ca.SX(0, 1)

    @cached_property
    def _algebraic(self) -> tuple[ca.Function, ca.Function]:
        """(t, y, p) -> residuals of all rows except rates, and their Jacobian."""
        arguments = [self.symbols.t, self.y, self.p]
        residual = self._algebraic_residual
        return (
            ca.Function("algebraic", arguments, [residual], {"cse": True}),
            ca.Function("algebraic_matrix", arguments, [ca.jacobian(residual, self.y)], {"cse": True}),
        )

    def algebraic_residuals(self, t: float, y: np.ndarray, p: np.ndarray) -> np.ndarray:
        """Residuals of all rows except the rates of the states."""
        return np.array(self._algebraic[0](t, y, p)).ravel()

    def matrix(self, choice: StateChoice, t: float, y: np.ndarray, p: np.ndarray) -> sparse.csc_matrix:
        """Derivatives of the chosen rows by the variables they are solved for."""
        rows = choice.rows[choice.solved] - len(self.states)
        return sparse.csc_matrix(_at_rest(self._algebraic[1](t, y, p).sparse())[rows][:, choice.solved])

    def sensitivities(self, choice: StateChoice, t: float, y: np.ndarray, p: np.ndarray) -> np.ndarray:
        """Derivatives of the solved variables by the free states; zero where they are not determined."""
        rows = choice.rows[choice.solved] - len(self.states)
        matrix = _at_rest(self._algebraic[1](t, y, p).sparse())[rows]
        try:
            found = -np.linalg.solve(matrix[:, choice.solved].toarray(), matrix[:, choice.free].toarray())
        except np.linalg.LinAlgError:
            found = np.zeros((choice.solved.size, choice.free.size))
        return np.nan_to_num(found)

    def growth(self, choice: StateChoice, t: float, y: np.ndarray, p: np.ndarray, sensitivities: np.ndarray) -> float:
        """The rate in 1/s at which the fastest unstable mode of the free states grows; zero if there is none."""
        if self.balances:
            return 0.0
        rows = _at_rest(self._rate_matrix(t, y, p).sparse())[choice.free]
        matrix = rows[:, choice.free].toarray() + rows[:, choice.solved] @ sensitivities
        return max(0.0, float(np.linalg.eigvals(np.nan_to_num(matrix)).real.max(initial=0.0)))

    @cached_property
    def rate_function(self) -> ca.Function:
        """(t, y, p) -> rates of the states."""
        return ca.Function("rates", [self.symbols.t, self.y, self.p], [self._rates])

    @cached_property
    def _rate_matrix(self) -> ca.Function:
        """(t, y, p) -> derivatives of the rates of the states by all variables."""
        return ca.Function("rate_matrix", [self.symbols.t, self.y, self.p], [ca.jacobian(self._rates, self.y)], {"cse": True})

    @cached_property
    def residual(self) -> ca.Function:
        """F(t, y, y', p): rates of the states, then all other rows; a choice selects as many as there are variables."""
        return ca.Function("residual", [self.symbols.t, self.y, self._yp, self.p], [self._residual], {"cse": True})

    @cached_property
    def jacobian(self) -> ca.Function:
        """(t, y, y', cj, p) -> dF/dy + cj dF/dy'."""
        cj = ca.SX.sym("cj")
        matrix = ca.jacobian(self._residual, self.y) + cj * ca.jacobian(self._residual, self._yp)
        return ca.Function("jacobian", [self.symbols.t, self.y, self._yp, cj, self.p], [matrix], {"cse": True})

    @cached_property
    def _yp(self) -> ca.SX:
        return ca.SX.sym("yp", len(self.variables))

    @cached_property
    def _residual(self) -> ca.SX:
        rows = self._yp[: len(self.states)] - self._rates
        for i, row in self.balances.items():
            rows[i] = self.geometric(row.residual)
        return ca.vertcat(rows, self._algebraic_residual)

    @cached_property
    def known_rates(self) -> ca.Function:
        """dg/dy·y' + dg/dt for the rows g, with y' of the free states and zero elsewhere."""
        rates = ca.SX.sym("rates", len(self.variables))
        known = ca.jtimes(self._algebraic_residual, ca.vertcat(self.y, self.symbols.t), ca.vertcat(rates, 1))
        return ca.Function("slopes", [self.symbols.t, self.y, rates, self.p], [known], {"cse": True})

    def table(self, letters: str = "rR") -> dict[str, ca.SX]:
        """Every variable by all of its names (each port of a node names the node's variables), poses included."""
        found = {variable.name: variable.symbol for variable in self.variables}
        found |= {".".join(key): mode.symbol for key, mode in self.symbols.modes.items() if mode.symbol.numel() == 1}
        at_node: dict[int, list[TableauVariable]] = {}
        for variable in self.variables:
            if variable.node >= 0:
                at_node.setdefault(variable.node, []).append(variable)
        for node in self.topology.nodes:
            for name, port in node.ports:
                prefix = f"{name}.{port}"
                for variable in at_node.get(node.index, []):
                    found[f"{prefix}.{self._tail(variable, node.index)}"] = variable.symbol
                component = self.symbols.components[name]
                if isinstance(component, Joint) and node.index in at_node:
                    coordinates = [c.name for c in component.coordinates.values() if c.port == port]
                    found |= {f"{name}.{c}": self.symbols.position[node.index] for c in coordinates}
                if node.domain == FRAME.name:
                    r, R = self.poses[node.index]
                    if "r" in letters:
                        found |= {f"{prefix}.r.{AXES[i]}": r[i] for i in range(3)}
                    if "R" in letters:
                        found |= {f"{prefix}.R.{AXES[i]}{AXES[j]}": R[i, j] for i in range(3) for j in range(3)}
        return {shown(name): symbol for name, symbol in found.items()}

    def _tail(self, variable: TableauVariable, node: int) -> str:
        """The part of a node variable's name after the port."""
        if variable.level != "position":
            return variable.name.split(".", 2)[2]
        name, port = self.topology.nodes[node].ports[0]
        return self.topology.placed[name].ports[port].domain.position

    def equations(self) -> list[tuple[str, str, str]]:
        """(component or node, law, residual as text): the rates of the states, then all other rows."""
        labels = self._labels()
        old = ca.vertcat(*self.outside_class, *(symbol for symbol, _ in labels))
        new = ca.vertcat(ca.SX.zeros(len(self.outside_class)), *(ca.SX.sym(label) for _, label in labels))
        both = ca.vertcat(self._rates, *(row.residual for row in self.rows))
        texts = [str(text) for text in ca.vertsplit(ca.substitute(both, old, new))]
        heads = [(v.name.split(".", 1)[0], "rate", f"d({v.name})/dt = ") for v in self.states]
        heads += [(row.owner, row.law, "0 = ") for row in self.rows]
        return [(owner, law, f"{head}{text}") for (owner, law, head), text in zip(heads, texts, strict=True)]

    def _labels(self) -> list[tuple[ca.SX, str]]:
        """Every symbol of the rows with its readable name."""
        found = [(v.symbol, v.name) for v in self.variables]
        for node, frame in self.symbols.frames.items():
            where = ".".join(self.topology.nodes[node].ports[0])
            found += [(frame.r[i], f"{where}.r.{AXES[i]}") for i in range(3)]
            found += [(frame.R[i, j], f"{where}.R.{AXES[i]}{AXES[j]}") for i in range(3) for j in range(3)]
        return found


def _outside_class(laws: CircuitLaws) -> list[ca.SX]:
    """Potentials and streams outside the class; they are zero."""
    symbols = laws.symbols
    found = [s for name in symbols.topology.placed for s in laws.dropped_streams(name)]
    vectors = [(getattr(frame, letter), letter) for frame in symbols.frames.values() for letter in "vwab"]
    vectors += [(getattr(own, letter), letter) for own in laws.bodies.values() for letter in ("v0", "w", "a0", "b")]
    for vector, letter in vectors:
        axes = laws.along if letter in ("v", "a", "v0", "a0") else laws.about
        found += [vector[i] for i in range(3) if i not in axes]
    return found


def _at_rest(matrix: sparse.csc_matrix) -> sparse.csc_matrix:
    """Derivatives of laws such as |v| v, whose formulas give 0/0 at rest: they are zero there."""
    matrix.data[np.isnan(matrix.data)] = 0.0
    return matrix
