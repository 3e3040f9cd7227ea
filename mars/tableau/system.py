"""The independent witness: the paper's equations of a circuit as one index-1 system F(t, y, y') = 0 in the global basis.

y holds every variable of the circuit: twists and their rates at vector nodes, positions, speeds and accelerations at scalar
nodes, the stream of every branch, bodies' own velocities, components' states and results. The first of them, `states`, are
differential; all others are algebraic. Nothing here is shared with the fast model: no node equivalents, no own bases, no
elimination. Every equation between velocities stands there with its time derivative (made by automatic differentiation).

Closed loops add rows, and make some of the states dependent; a `Choice` says which, at a configuration. Where a loop is
over-constrained, the reactions to its redundant conditions are zero here: a statically possible solution, but not the one of
least norm that the fast road gives. `undetermined` names every variable that this concerns, so that nobody compares it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import NoReturn

import casadi as ca
import numpy as np
from scipy import sparse

from mars.component.base import Joint
from mars.component.domains import AXES, FRAME
from mars.component.rules import Piece
from mars.document.circuit import Circuit
from mars.errors import CircuitError, Complaint
from mars.flat_names import shown
from mars.model.symbols import Symbols, bind_symbols
from mars.tableau.laws import Laws, Row
from mars.tableau.loop_closure import Choice, Closure
from mars.tableau.piecewise import Pieces, Watch, rules_of
from mars.tableau.poses import poses
from mars.tableau.state_selection import DeficientError, Levels, Variable, scaled_solve, undetermined_columns
from mars.topology.analyse import topology_of
from mars.topology.topology import Topology

FAR, LEAST = 1e-6, 1 / 16  # relative: steps of Newton's method below this are never shortened; and not to less than this part
TOGETHER = 4  # times that all pieces which do not fit change at once, before they do one by one


class Tableau:
    """Variables, equations and functions of a circuit. `states` come first in `variables`, their equations first in `rows`."""

    def __init__(self, circuit: Circuit, topology: Topology | None = None):
        self.topology = topology or topology_of(circuit)
        if self.topology.errors():
            raise CircuitError(self.topology.errors())
        self.symbols: Symbols = bind_symbols(self.topology)
        self._refuse_events()
        self.laws = Laws(self.symbols, circuit.gravity_vector())
        self._poses = poses(self.laws)
        self._dropped = self._outside_class()
        self._levels = Levels(self.laws)
        self._choose_states()
        self._check_class()

    def _refuse_events(self) -> None:
        switching = list(dict.fromkeys(name for name, rule in rules_of(self.symbols) if not isinstance(rule, Piece)))
        inverse = [name for name, placed in self.topology.placed.items() if placed.kind.demanded]
        if inverse:
            cause = "it computes the inverse dynamics of its mechanism, which the method ida does not know"
            raise CircuitError([Complaint(name, cause, "Use --method rk8", code="demand") for name in inverse])
        if switching:
            cause = "it sticks, stops, grips, takes samples or pulls a point along, which the method ida does not know"
            raise CircuitError([Complaint(name, cause, "Use --method rk8", code="events") for name in switching])

    # -- what there is ---------------------------------------------------------------------------------------------------

    def _choose_states(self) -> None:
        """Differential and algebraic variables. Shafts without inertia have no acceleration of their own: drop those levels."""
        while True:
            self.states, self.algebraic = self._levels.split()
            self.rows = self._levels.rows()
            self.closure = Closure(self.laws, self._levels, self._poses, self.states, self.algebraic)
            if len(self.rows) != len(self.algebraic):
                cause = f"the tableau has {len(self.rows)} equations for {len(self.algebraic)} unknowns"
                raise CircuitError([Complaint("", cause, "Report this: a component counts its equations wrongly", code="kind")])
            undetermined = self._undetermined_somewhere()
            if not undetermined:
                return
            if not self._levels.lower(undetermined) and not self._levels.ground(undetermined):
                self._complain_undetermined(undetermined)

    @property
    def variables(self) -> list[Variable]:
        return [*self.states, *self.algebraic]

    @property
    def equations(self) -> list[tuple[str, str, str]]:
        """(component or node, law, residual as text): the rates of the states, then all other rows."""
        labels = self._labels()
        old = ca.vertcat(*self._dropped, *(symbol for symbol, _ in labels))
        new = ca.vertcat(ca.SX.zeros(len(self._dropped)), *(ca.SX.sym(label) for _, label in labels))
        both = ca.vertcat(self._rates, *(row.residual for row in self._all_rows))
        texts = [str(text) for text in ca.vertsplit(ca.substitute(both, old, new))]
        heads = [(v.name.split(".", 1)[0], "rate", f"d({v.name})/dt = ") for v in self.states]
        heads += [(row.owner, row.law, "0 = ") for row in self._all_rows]
        return [(owner, law, f"{head}{text}") for (owner, law, head), text in zip(heads, texts, strict=True)]

    def _labels(self) -> list[tuple[ca.SX, str]]:
        """Every symbol of the rows with the name a reader knows."""
        found = [(v.symbol, v.name) for v in self.variables]
        for node, frame in self.symbols.frames.items():
            where = ".".join(self.topology.nodes[node].ports[0])
            found += [(frame.r[i], f"{where}.r.{AXES[i]}") for i in range(3)]
            found += [(frame.R[i, j], f"{where}.R.{AXES[i]}{AXES[j]}") for i in range(3) for j in range(3)]
        return found

    @property
    def _all_rows(self) -> list[Row]:
        """The rows with loops open, then those that close them: positions, velocities, accelerations."""
        return [*self.rows, *self.closure.rows]

    @property
    def counts(self) -> dict[str, int]:
        """How many variables there are of each level, and how many equations."""
        found = {"equations": len(self.rows) + len(self.states), "variables": len(self.variables)}
        for variable in self.variables:
            found[variable.level] = found.get(variable.level, 0) + 1
        return found

    @cached_property
    def index(self) -> dict[str, int]:
        return {variable.name: i for i, variable in enumerate(self.variables)}

    @property
    def breaks(self) -> list[float]:
        """Times at which a law or a component has a corner."""
        return self.symbols.breaks

    # -- functions -------------------------------------------------------------------------------------------------------

    @cached_property
    def y(self) -> ca.SX:
        return ca.vertcat(*(variable.symbol for variable in self.variables))

    @property
    def p(self) -> ca.SX:
        return ca.vertcat(*self.symbols.parameters.symbols)

    def parameters(self, segment: float = 0.0) -> np.ndarray:
        numbers = np.array(self.symbols.parameters.numbers)
        numbers[0] = segment
        return numbers

    def with_modes(self, symbols: Symbols, p: np.ndarray) -> np.ndarray:
        """Parameters with the segment time and the modes of another system's, to be judged anew."""
        numbers = self.parameters(p[0])
        for key, mode in self.symbols.modes.items():
            numbers[mode.index] = p[symbols.modes[key].index]
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

    def _geometric(self, expression: ca.SX) -> ca.SX:
        """Poses by the coordinates, and zero for what the class does not have."""
        old, new = list(self._dropped), [ca.SX(0.0)] * len(self._dropped)
        for node, (r, R) in self._poses.items():
            frame = self.symbols.frames[node]
            old += [frame.r, ca.vec(frame.R)]
            new += [r, ca.vec(R)]
        return ca.substitute(expression, ca.vertcat(*old), ca.vertcat(*new)) if old else expression

    @cached_property
    def _algebraic_residual(self) -> ca.SX:
        rows = self._all_rows
        return self._geometric(ca.vertcat(*(row.residual for row in rows))) if rows else ca.SX(0, 1)

    @cached_property
    def _algebraic(self) -> tuple[ca.Function, ca.Function]:
        """(t, y, p) -> residuals of all rows but rates, and their Jacobian."""
        arguments = [self.symbols.t, self.y, self.p]
        residual = self._algebraic_residual
        return (
            ca.Function("algebraic", arguments, [residual], {"cse": True}),
            ca.Function("algebraic_matrix", arguments, [ca.jacobian(residual, self.y)], {"cse": True}),
        )

    def _matrix(self, choice: Choice, t: float, y: np.ndarray, p: np.ndarray) -> sparse.csc_matrix:
        """Slopes of the chosen rows over the variables that they are solved for."""
        rows = choice.rows[choice.solved] - len(self.states)
        return sparse.csc_matrix(at_rest(self._algebraic[1](t, y, p).sparse())[rows][:, choice.solved])

    @cached_property
    def rate_function(self) -> ca.Function:
        """(t, y, p) -> rates of the states."""
        return ca.Function("rates", [self.symbols.t, self.y, self.p], [self._rates])

    @cached_property
    def residual(self) -> ca.Function:
        """F(t, y, y', p): rates of the states, then all other rows; a choice takes as many as there are variables."""
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
        return ca.vertcat(self._yp[: len(self.states)] - self._rates, self._algebraic_residual)

    # -- values ----------------------------------------------------------------------------------------------------------

    def start(self, values: Mapping[str, float] | None = None) -> np.ndarray:
        """The states as given by name; the others as their kinds say (zero, unit quaternions)."""
        values = dict(values or {})
        x = np.array([float(values.pop(v.name, v.start)) for v in self.states])
        if values:
            name = next(iter(values))
            remedy = f"The states are {', '.join(v.name for v in self.states)}"
            raise CircuitError([Complaint(name, "no state of the tableau has this name", remedy, code="start")])
        return x

    def choose(self, x: np.ndarray, t: float = 0.0, p: np.ndarray | None = None) -> Choice:
        """Which states are free at the configuration of x (the states, or all variables); all of them without loops."""
        y = np.zeros(len(self.variables))
        y[: len(x)] = x
        return self.closure.choose(t, y, self._numbers(t, p))

    def _numbers(self, t: float, p: np.ndarray | None) -> np.ndarray:
        return self.parameters(t) if p is None else p

    def quality(self, choice: Choice, y: np.ndarray, t: float, p: np.ndarray) -> float:
        """How good a choice is at y, of the best one there."""
        return self.closure.quality(choice, t, y, p)

    def consistent(
        self,
        x: Mapping[str, float] | np.ndarray,
        t: float = 0.0,
        p: np.ndarray | None = None,
        guess: np.ndarray | None = None,
        choice: Choice | None = None,
    ) -> np.ndarray:
        """All variables y for given states, by Newton's method; says which variables the equations leave open.

        With closed loops the dependent ones among the states are guesses, but they must close the loops nearly.
        """
        y = self._unknown() if guess is None else np.array(guess, dtype=float)
        states = self.start(x) if isinstance(x, Mapping) else np.asarray(x, dtype=float)
        y[: len(self.states)] = states
        p = self._numbers(t, p)
        y = self.closure.completed(t, y, p)
        self.closure.check(t, y, p)
        y = self._solved(choice or self.closure.choose(t, y, p), y, t, p)
        self.closure.check(t, y, p)
        twists = np.array(self._algebraic[0](t, y, p)).ravel()[len(self.rows) + self.closure.count :][: self.closure.count]
        self.closure.check_speeds(t, y, p, states, twists)
        return y

    def settled(
        self,
        x: Mapping[str, float] | np.ndarray,
        t: float,
        p: np.ndarray,
        guess: np.ndarray | None = None,
        choice: Choice | None = None,
        ended: np.ndarray | tuple[int, ...] = (),
    ) -> tuple[np.ndarray, np.ndarray]:
        """Parameters with modes that hold at the given states, and all variables. The pieces `ended` have just done so."""
        pieces = self.pieces
        p, y, tried = pieces.flipped(p, np.asarray(ended, dtype=int)), guess, set[bytes]()
        if np.any(p[pieces.places] == 0):
            p = pieces.begun(t, self.consistent(x, t, p, guess, choice), p)
        while p.tobytes() not in tried:
            tried.add(p.tobytes())
            y = self.consistent(x, t, p, y, choice)
            wrong = np.setdiff1d(Watch(np.zeros(len(pieces))).fallen(pieces.guards(t, y, p)), ended)
            if not wrong.size:
                return p, y
            p = pieces.flipped(p, wrong if len(tried) < TOGETHER else wrong[:1])
        names = ", ".join(dict.fromkeys(pieces.components[i] for i in wrong))
        cause = f"no modes fit at t = {t:g} s: they contradict each other"
        raise CircuitError([Complaint(names, cause, "Use --method rk8", code="events")])

    @cached_property
    def pieces(self) -> Pieces:
        return Pieces(self.symbols, self.y, self.p, self._geometric)

    def _unknown(self) -> np.ndarray:
        """Where Newton's method begins: signals at a half, where every usual function has a value and a slope."""
        return np.array([0.5 if variable.level == "signal" else 0.0 for variable in self.variables])

    def guess(self, values: Mapping[str, float]) -> np.ndarray:
        """Where else it may begin: at values by name, those that are finite."""
        y = self._unknown()
        for i, variable in enumerate(self.variables):
            if np.isfinite(value := values.get(variable.name, np.nan)):
                y[i] = value
        return y

    def _solved(self, choice: Choice, y: np.ndarray, t: float, p: np.ndarray) -> np.ndarray:
        if not choice.solved.size:
            return y
        rows = choice.rows[choice.solved] - len(self.states)
        last, part, before = np.inf, 1.0, np.zeros(rows.size)
        for _ in range(60):
            r = np.array(self._algebraic[0](t, y, p)).ravel()
            self._check_finite(r, t)
            try:
                step = scaled_solve(self._matrix(choice, t, y, p), -r[rows])
            except DeficientError as deficient:
                self._complain_undetermined([self.variables[choice.solved[i]] for i in deficient.columns])
            size = float(np.max(np.abs(step) / (1.0 + np.abs(y[choice.solved] + step))))
            to_and_fro = size > max(FAR, 0.9 * last) and before @ (step / (1.0 + np.abs(y[choice.solved])) ** 2) < 0
            part, before = max(LEAST, part / 2) if to_and_fro else min(1.0, 2 * part), step  # laws with roots do so
            y[choice.solved] += part * step
            if not np.isfinite(size):
                break
            if size < 1e-13 or (size < 1e-10 and size >= 0.5 * last):
                return y
            last = size
        raise CircuitError(
            [Complaint("", f"the equations have no solution at t = {t:g} s", "Change the start values", code="start")]
        )

    def _check_finite(self, residuals: np.ndarray, t: float) -> None:
        wrong = np.flatnonzero(~np.isfinite(residuals))
        if wrong.size:
            row = self._all_rows[int(wrong[0])]
            cause = f"its law has no finite value at t = {t:g} s ({row.law})"
            raise CircuitError([Complaint(row.owner, cause, "Change the law, or end the run before", code="not-finite")])

    def slopes(self, y: np.ndarray, t: float = 0.0, p: np.ndarray | None = None, choice: Choice | None = None) -> np.ndarray:
        """Rates y' of all variables: given by the rows for the free states, by implicit differentiation for the others."""
        p = self._numbers(t, p)
        choice = choice or self.closure.choose(t, y, p)
        slopes = np.zeros(len(self.variables))
        slopes[choice.free] = np.array(self.rate_function(t, y, p)).ravel()[choice.free]
        if choice.solved.size:
            known = np.nan_to_num(np.array(self._known_slopes(t, y, slopes, p)).ravel())[
                choice.rows[choice.solved] - len(self.states)
            ]
            slopes[choice.solved] = scaled_solve(self._matrix(choice, t, y, p), -known)
        return slopes

    @cached_property
    def _known_slopes(self) -> ca.Function:
        """dg/dy·y' + dg/dt for the rows g, with y' of the free states and zero elsewhere."""
        rates = ca.SX.sym("rates", len(self.variables))
        known = ca.jtimes(self._algebraic_residual, ca.vertcat(self.y, self.symbols.t), ca.vertcat(rates, 1))
        return ca.Function("slopes", [self.symbols.t, self.y, rates, self.p], [known], {"cse": True})

    def undetermined(self, y: np.ndarray, t: float = 0.0, p: np.ndarray | None = None) -> set[str]:
        """Names of all variables that redundant conditions of loops leave open: those a reaction to one of them would change."""
        p = self._numbers(t, p)
        choice = self.closure.choose(t, y, p)
        if not choice.redundant.size:
            return set()
        matrix = self._matrix(choice, t, y, p)
        places = np.searchsorted(choice.solved, len(self.variables) - self.closure.count + choice.redundant)
        changed: set[str] = set()
        for place in places:
            unit = np.zeros(choice.solved.size)
            unit[place] = 1.0
            change = np.abs(scaled_solve(matrix, unit))
            changed |= {self.variables[choice.solved[i]].symbol.name() for i in np.flatnonzero(change > 1e-9 * change.max())}
        return {name for name, symbol in self.table("").items() if symbol.name() in changed}

    def table(self, letters: str = "rR") -> dict[str, ca.SX]:
        """Every variable by every name it has (each port of a node names the node's variables), poses included."""
        found = {variable.name: variable.symbol for variable in self.variables}
        found |= {".".join(key): mode.symbol for key, mode in self.symbols.modes.items() if mode.symbol.numel() == 1}
        at_node: dict[int, list[Variable]] = {}
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
                    r, R = self._poses[node.index]
                    if "r" in letters:
                        found |= {f"{prefix}.r.{AXES[i]}": r[i] for i in range(3)}
                    if "R" in letters:
                        found |= {f"{prefix}.R.{AXES[i]}{AXES[j]}": R[i, j] for i in range(3) for j in range(3)}
        return {shown(name): symbol for name, symbol in found.items()}

    def _tail(self, variable: Variable, node: int) -> str:
        """The part of a node variable's name behind the port."""
        if variable.level != "position":
            return variable.name.split(".", 2)[2]
        name, port = self.topology.nodes[node].ports[0]
        return self.topology.placed[name].ports[port].domain.position

    def values_function(self, names: list[str]) -> ca.Function:
        """(t, y, p) -> the named values."""
        table = self.table()
        return ca.Function("values", [self.symbols.t, self.y, self.p], [ca.vertcat(*(table[name] for name in names))])

    # -- checks ----------------------------------------------------------------------------------------------------------

    def _somewhere(self) -> tuple[Choice, np.ndarray, float, np.ndarray]:
        """Arbitrary values, with loops open in their positions and closed in all else."""
        t = 0.1
        y, p = np.random.default_rng(1).uniform(0.3, 1.2, len(self.variables)), self.parameters(t)
        return self.closure.choose(t, y, p, levels=(1,)), y, t, p

    def _undetermined_somewhere(self) -> list[Variable]:
        for name in ("y", "_yp", "_algebraic_residual", "_algebraic", "index"):  # they know an earlier choice of states
            self.__dict__.pop(name, None)
        choice, y, t, p = self._somewhere()
        return [self.variables[choice.solved[i]] for i in undetermined_columns(self._matrix(choice, t, y, p))]

    def _complain_undetermined(self, variables: list[Variable]) -> NoReturn:
        names = [variable.name for variable in variables]
        some = ", ".join(names[:6]) + (f" and {len(names) - 6} more" if len(names) > 6 else "")
        cause = f"the equations do not determine {some}"
        remedy = "Give what moves there a mass or an inertia, or take away a source that prescribes the same again"
        if any(variable.unit in ("V", "A") for variable in variables):
            remedy = (
                "Link the network to an electrical.ground, or put a resistor into it; rings of capacitors and inductors in a row "
                "are beyond the method ida: use --method rk8"
            )
        raise CircuitError([Complaint(names[0], cause, remedy, code="undetermined")])

    def _outside_class(self) -> list[ca.SX]:
        """Potentials and streams that the class does not have; they are zero."""
        laws = self.laws
        found = [s for name in self.topology.placed for s in laws.dropped_streams(name)]
        vectors = [(getattr(frame, letter), letter) for frame in self.symbols.frames.values() for letter in "vwab"]
        vectors += [(getattr(own, letter), letter) for own in laws.bodies.values() for letter in ("v0", "w", "a0", "b")]
        for vector, letter in vectors:
            axes = laws.along if letter in ("v", "a", "v0", "a0") else laws.about
            found += [vector[i] for i in range(3) if i not in axes]
        return found

    def _check_class(self) -> None:
        """A component whose twist has a part outside the class would silently be solved wrongly: name it."""
        if not self.laws.outside:
            return
        choice, y, t, p = self._somewhere()
        y = self._solved(choice, y, t, p)
        outside = self._geometric(ca.vertcat(*(row.residual for row in self.laws.outside)))
        values = np.array(ca.Function("outside", [self.symbols.t, self.y, self.p], [outside])(t, y, p)).ravel()
        for row, value in zip(self.laws.outside, values, strict=True):
            if abs(value) > 1e-9:
                motion = f"{'T' if row.law[-3] == 'v' else 'R'}{row.law[-1]}"  # the law ends in v.x, …, w.z
                cause = f"its motion leaves the class {' '.join(self.topology.motions)} of the circuit ({row.law})"
                raise CircuitError([Complaint(row.owner, cause, f"Add {motion} to the class", code="class")])


def at_rest(matrix: sparse.csc_matrix) -> sparse.csc_matrix:
    """Slopes of laws such as |v| v, whose formulas say 0/0 at rest: they are zero there."""
    matrix.data[np.isnan(matrix.data)] = 0.0
    return matrix
