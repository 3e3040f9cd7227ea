"""Closed loops: which states are free at a configuration, and which rows apply to the others.

A loop is closed by conditions on positions (its gap), on velocities (twist rows) and on accelerations (their rates), each
enforced by a component of force or moment. Each independent one makes one position and one speed dependent: they become
algebraic, given by the gap and by the twist row themselves (coordinate partitioning, Wehage & Haug 1982). So the system stays of
index 1 with the loops closed at every step, and there is no drift to stabilise. Dependent states are chosen by a pivoted
factorisation of the scaled closure matrix, and again whenever the choice has become poor; redundant conditions are omitted, and
their reactions are zero.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import casadi as ca
import numpy as np
from scipy.linalg import qr

from mars.errors import CircuitError, Complaint
from mars.messages import Message
from mars.tableau.circuit_laws import CircuitLaws, TableauRow
from mars.tableau.poses import SymbolicPose, misses
from mars.tableau.state_selection import Levels, TableauVariable

DEPENDENT = 1e-8  # relative to the largest pivot: smaller ones belong to redundant conditions
CLOSED = 1e-6  # relative to its size: how far a loop may be open to count as closed before it is closed exactly
AT_REST = 1e-12  # rad/s, or loop lengths per second: rounding errors of a mechanism at rest
FLAT, REDUNDANT = 1e-2, 1e-12  # of the largest singular value: a condition is almost, or exactly, redundant
FARAWAY = 1e-5  # arms shorter than this fraction of the distance from the origin are rounding errors

Pairs = tuple[np.ndarray, np.ndarray]  # independent conditions, and the states made dependent by them


@dataclass(frozen=True)
class StateChoice:
    """One row for each variable, out of all rows; the row of a free state is its rate."""

    rows: np.ndarray
    free: np.ndarray  # indices of the free states
    solved: np.ndarray  # indices of all other variables
    pairs: dict[int, Pairs] = field(default_factory=dict)  # by level: positions, speeds
    redundant: np.ndarray = field(default_factory=lambda: np.zeros(0, dtype=int))  # conditions without a reaction


class LoopClosure:
    """The conditions of all loops as rows and numbers."""

    def __init__(
        self,
        laws: CircuitLaws,
        levels: Levels,
        poses: dict[int, SymbolicPose],
        states: list[TableauVariable],
        others: list[TableauVariable],
    ):
        self.count, self.size = len(laws.conditions), len(states) + len(others)
        self._laws, self._levels, self._states, self._variables = laws, levels, states, [*states, *others]
        found = misses(laws, poses)
        self.gaps = [
            TableauRow(
                c.twist.owner,
                Message("closure in {motion}", motion=c.motion),
                (found[c.port].turn if c.turns else found[c.port].distance)[c.axis],
            )
            for c in laws.conditions
        ]
        self.rows = [*self.gaps, *(c.twist for c in laws.conditions), *levels.closing_rates]
        if not self.count:
            return
        gaps = [row.residual for row in self.gaps]
        rates = [(found[c.port].w if c.turns else found[c.port].v)[c.axis] for c in laws.conditions]
        self._slopes = [self._slopes_at(0, gaps), self._slopes_at(1, rates)]
        places = [ca.norm_2(poses[laws.symbols.topology.node_of[c.port]][0]) for c in laws.conditions]
        cosines = [found[c.port].cosine for c in laws.conditions]
        self._measures = self._function([ca.vertcat(*part) for part in (gaps, places, cosines)])
        self._given = self._function([ca.vertcat(*(row.residual for row in levels.kept(0)))])

    def choose(self, t: float, y: np.ndarray, p: np.ndarray, levels: tuple[int, ...] = (0, 1)) -> StateChoice:
        """The best choice at y; without level 0 the loops stay as open as they are."""
        rows, free = np.arange(self.size), np.ones(len(self._states), dtype=bool)
        pairs: dict[int, Pairs] = {}
        redundant = np.zeros(0, dtype=int)
        if self.count:
            y = self.completed(t, y, p)
            for level in levels:
                S, columns, _ = self._scaled(level, t, y, p)
                conditions, chosen = independent(S)
                pairs[level] = conditions, columns[chosen]
                rows[columns[chosen]] = self.size + level * self.count + conditions
                free[columns[chosen]] = False
            conditions = pairs[1][0]
            rows[self.size - self.count + conditions] = self.size + 2 * self.count + conditions
            redundant = np.setdiff1d(np.arange(self.count), conditions)
        solved = np.concatenate([np.flatnonzero(~free), np.arange(len(self._states), self.size)])
        return StateChoice(rows, np.flatnonzero(free), solved, pairs, redundant)

    def quality(self, choice: StateChoice, t: float, y: np.ndarray, p: np.ndarray) -> float:
        """How well the choice determines the dependent states, relative to the best choice there."""
        worst = np.inf
        for level, (conditions, dependent) in choice.pairs.items():
            S, columns, _ = self._scaled(level, t, y, p)
            present, best = (
                np.linalg.svd(S[np.ix_(*part)], compute_uv=False).min(initial=1.0)
                for part in ((conditions, np.searchsorted(columns, dependent)), independent(S))
            )
            worst = min(worst, present / best)
        return float(worst)

    def nearly_singular(self, t: float, y: np.ndarray, p: np.ndarray) -> list[str]:
        """Components whose closure is about to lose a condition: almost, but not exactly dependent rows."""
        if not self.count:
            return []
        left, sizes, _ = np.linalg.svd(self._scaled(0, t, y, p)[0])
        near = np.flatnonzero((sizes < FLAT * sizes[0]) & (sizes > REDUNDANT * sizes[0]))
        rows = np.flatnonzero(np.abs(left[:, near]).max(axis=1, initial=0.0) > 0.1)
        return list(dict.fromkeys(self.gaps[int(i)].owner for i in rows))

    def check(self, t: float, y: np.ndarray, p: np.ndarray) -> None:
        """Raise an error if a loop is open, or closes only after half a turn; redundant conditions are checked too."""
        if not self.count:
            return
        gaps, _, cosines = (np.array(part).ravel() for part in self._measures(t, y, p))
        sizes = np.abs(gaps / self._scaled(0, t, y, p)[2])
        row = self.gaps[int(sizes.argmax())]
        if not sizes.max() < CLOSED:
            gap = abs(gaps[sizes.argmax()])
            cause = (
                Message("the loop through it is open by {gap:.3g} rad at t = {t:g} s ({law})", t=t, gap=gap, law=row.law)
                if row.law[-2] == "R"
                else Message("the loop through it is open by {gap:.3g} m at t = {t:g} s ({law})", t=t, gap=gap, law=row.law)
            )
            remedy = "Change the start values, or a prescribed motion that the loop does not allow"
            raise CircuitError([Complaint(row.owner, cause, remedy, code="open-loop")])
        if cosines.min() < 0:
            row = self.gaps[int(cosines.argmin())]
            cause = "the loop through it closes with an error of half a turn"
            raise CircuitError([Complaint(row.owner, cause, "Change the start values", code="open-loop")])

    def check_speeds(
        self, t: float, y: np.ndarray, p: np.ndarray, given: np.ndarray, twists: np.ndarray, drift: float = 0.0
    ) -> None:
        """Raise an error if start speeds are far from those of the solution y, or given motions pull a loop apart.

        `drift` is the error that speeds of a run may have gathered.
        """
        if not self.count:
            return
        lengths = self._scaled(0, t, y, p)[2]
        units = {"rad/s": 1.0, "m/s": min((x for x in lengths if x != 1.0), default=1.0)}
        speeds = [(i, v, units[v.unit]) for i, v in enumerate(self._variables) if v.level == "speed" and v.unit in units]
        allowed = CLOSED * max(abs(y[i]) / unit for i, _, unit in speeds) + AT_REST + drift
        worst = int(np.argmax(np.abs(twists) / lengths))
        if abs(twists[worst]) / lengths[worst] > allowed:
            row = self.gaps[worst]
            cause = Message(
                "the loop through it is pulled apart at t = {t:g} s by conflicting prescribed motions ({law})", t=t, law=row.law
            )
            raise CircuitError([Complaint(row.owner, cause, "Remove one of the prescribed motions", code="two-motions")])
        for i, variable, unit in speeds:
            if i < given.size and abs(y[i] - given[i]) / unit > allowed:
                cause = Message(
                    "its loop requires {y:.6g} {unit} at t = {t:g} s instead of {given:.6g}",
                    y=y[i],
                    unit=variable.unit,
                    t=t,
                    given=given[i],
                )
                raise CircuitError([Complaint(variable.name, cause, "Change the start speeds", code="open-loop")])

    def completed(self, t: float, y: np.ndarray, p: np.ndarray) -> np.ndarray:
        """y with the positions that follow from the states by gears and given movements."""
        if not self.count:
            return y
        names = {v.symbol.name(): i for i, v in enumerate(self._variables)}
        places = [names[symbol.name()] for symbol in self._dependent(0)]
        y = np.array(y, dtype=float)
        for _ in range(10 if places else 0):
            slopes = np.array(self._slopes[0](t, y, p))[: len(places), : len(places)]
            step = np.linalg.solve(slopes, -np.array(self._given(t, y, p)).ravel())
            y[places] += step
            if np.all(np.abs(step) <= 1e-14 * (1 + np.abs(y[places]))):
                break
        return y

    # -- numbers ---------------------------------------------------------------------------------------------------------

    def _function(self, outputs: list[ca.SX]) -> ca.Function:
        symbols = self._laws.symbols
        y, p = ca.vertcat(*(v.symbol for v in self._variables)), ca.vertcat(*symbols.parameters.symbols)
        return ca.Function("closure", [symbols.t, y, p], [ca.densify(output) for output in outputs], {"cse": True})

    def _dependent(self, level: int) -> list[ca.SX]:
        """Positions or speeds made dependent by scalar kinematic rows (gears, given motions) before any loop is closed."""
        table = (self._laws.symbols.position, self._laws.symbols.speed)[level]
        return [table[n] for n in sorted(self._levels.dependent[level]) if self._levels.top[n] >= level]

    def _columns(self, level: int) -> np.ndarray:
        kinds = (("position", "quaternion"), ("speed",))[level]
        return np.array([i for i, v in enumerate(self._states) if v.level in kinds], dtype=int)

    def _slopes_at(self, level: int, gaps: list[ca.SX]) -> ca.Function:
        """Derivatives of the scalar kinematic rows, then of the gaps or their rates, by dependent variables, then states."""
        rows = ca.vertcat(*(row.residual for row in self._levels.kept(level)), *gaps)
        over = ca.vertcat(*self._dependent(level), *(self._states[i].symbol for i in self._columns(level)))
        return self._function([ca.jacobian(rows, over)])

    def _scaled(self, level: int, t: float, y: np.ndarray, p: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The dimensionless closure matrix, the states of its columns, and the lengths by which its rows were divided."""
        columns = self._columns(level)
        J = np.array(self._slopes[level](t, y, p))
        known = J.shape[0] - self.count
        S = J[known:, known:]
        if known:
            S = S - J[known:, :known] @ np.linalg.solve(J[:known, :known], J[:known, known:])
        slides = np.array([self._states[i].unit.startswith("m") for i in columns], dtype=bool)
        lengths = self._lengths(S[:, ~slides], np.array(self._measures(t, y, p)[1]).max())
        S = S / lengths[:, None]
        S[:, slides] /= np.maximum(np.abs(S[:, slides]).max(axis=0), 1e-300)
        return S, columns, lengths

    def _lengths(self, turning: np.ndarray, distance: float) -> np.ndarray:
        """The size of each loop for conditions on lengths: the longest arm of a rotating joint in it, or else its distance."""
        conditions = self._laws.conditions
        found = np.ones(self.count)
        for port in {c.port for c in conditions}:
            along = [i for i, c in enumerate(conditions) if c.port == port and not c.turns]
            if along:
                arm = np.abs(turning[along]).max(initial=0.0)
                found[along] = (arm if arm > FARAWAY * distance else distance) or 1.0
        return found


def independent(S: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Rows and columns of a regular part of S, as large and well-conditioned as pivoted factors find it."""
    if not S.size:
        return np.zeros(0, dtype=int), np.zeros(0, dtype=int)
    pivots, columns = _pivots(S)
    rank = int(np.sum(pivots > DEPENDENT * max(1.0, pivots[0])))
    columns = columns[:rank]
    _, rows = _pivots(S[:, columns].T)
    return np.sort(rows[:rank]), np.sort(columns)


def _pivots(matrix: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    factors = qr(matrix, mode="r", pivoting=True)
    return np.abs(np.diag(factors[0])), factors[-1]
