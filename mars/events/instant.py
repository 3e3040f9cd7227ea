"""The circuit at one instant with given modes: solution of the small system, gaps, and rule values."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any

import numpy as np

from mars.errors import CircuitError
from mars.events.guards import Guards
from mars.machine import interpret
from mars.machine.constraint_packing import BALANCE
from mars.machine.least_norm import least_solution, scales
from mars.model.build import Model
from mars.model.compiled import closing_states
from mars.model.forced_states import ForcedStates
from mars.start.forced_states import LEAK, ForcedModes
from mars.start.torn_unknowns import solve_torn_unknowns

NEAR = 1e-9  # relative: threshold for zero
TORN = 1e-6  # relative: active rows that accelerate apart


@dataclass
class Instant:
    """The circuit at one time with given modes: solution of the small system, and rule values."""

    dx: np.ndarray
    w: np.ndarray
    h: np.ndarray  # accelerations of all gaps, including inactive ones
    scale: np.ndarray  # largest magnitude of the terms of h so far
    forces: np.ndarray  # the same for w
    rule_values: np.ndarray
    contradicted: bool = False  # by the state: values are those of switches that are not quite ideal

    @property
    def apart(self) -> np.ndarray:
        """Rows that accelerate; active ones should not."""
        return np.abs(self.h) > np.maximum(TORN * self.scale, NEAR * self.scale.max(initial=0.0))


class Evaluator:
    """Evaluates a model at any state and with any modes, on the virtual machine."""

    def __init__(self, model: Model, guards: Guards):
        n, m = len(model.states), model.constraints.size
        self._model = model
        self._x, self._dx, self._p, self._t = np.zeros(n), np.zeros(n + m), model.parameters(), np.zeros(1)
        self._dx0, self._b, self.A, self.T = np.zeros(n), np.zeros(m), np.zeros((m, m)), np.zeros((m, n))
        self._rule_values = np.zeros(guards.rule_values.numel_out(0))
        self._gaps, self._rates = np.zeros(m), np.zeros(m)
        system = (self._x, self._p, self._t, self._dx0, self._b, self.A, self.T)
        self._evaluate_system = interpret(model.system).bind(*system)
        self._evaluate_rules = interpret(guards.rule_values).bind(self._x, self._dx, self._p, self._t, self._rule_values)
        self._close = interpret(model.closure).bind(self._x, np.zeros(m), self._p, self._t, self._gaps, self._rates)
        freedoms, balls = closing_states(model)
        self.speeds = np.array([*freedoms[:, 1], *balls[:, 1:].ravel()], dtype=int)
        self.positions, self._of_positions = freedoms[:, 0], freedoms[:, 1]
        self.flags = np.array(model.constraints.flags, dtype=int)
        self._found: Instant
        self.reset()

    def fresh_copy(self) -> Evaluator:
        """A copy without the magnitudes seen so far."""
        evaluator = copy.copy(self)
        evaluator.reset()
        return evaluator

    def reset(self) -> None:
        """Reset the magnitudes seen so far."""
        self.terms, self.overshoot = np.zeros(len(self._model.torn_places)), 0.0  # of the residuals; of the guards of this event
        self._scale, self._forces = np.full(self.flags.size, 1e-300), np.full(self.flags.size, 1e-300)
        self.unsolved: CircuitError | None = None  # why the unknowns of some trial modes have no solution
        self._asked: Any = None  # the last arguments of `evaluate`
        self.largest = np.zeros(self._rule_values.size)  # magnitude of each rule value so far

    def evaluate(self, x: np.ndarray, p: np.ndarray, t: float) -> Instant:
        """Evaluate everything at a state; keeps A and T for `push` and `freedoms`. Solves torn unknowns for the modes in p."""
        asked = x.tobytes(), p.tobytes(), float(t)
        if asked != self._asked:
            self._asked, self._found = asked, self._evaluate(x, p, t)
        return self._found

    def _evaluate(self, x: np.ndarray, p: np.ndarray, t: float) -> Instant:
        self._x[:], self._p[:], self._t[0] = x, p, t
        contradicted = self._model.forced is not None and not self._force(self._model.forced)
        if self._model.torn_places:
            self._solve_torn()
        self._evaluate_system()
        on = self.on(p)
        A, b = self.A.T, self._b
        w = np.zeros(b.size)
        if np.all(np.isfinite(b)) and np.all(np.isfinite(A)):
            w[on] = least_solution(A[np.ix_(on, on)], b[on])
        self._dx[: x.size], self._dx[x.size :] = self._dx0 + self.T.T @ w, w
        self._evaluate_rules()
        # Cancellation leaves rounding errors as large as the former terms, so the largest magnitude so far counts.
        self._scale = np.fmax(self._scale, np.abs(b) + np.abs(A) @ np.abs(w))
        self._forces = np.maximum(self._forces, np.abs(w))
        if not contradicted:
            np.maximum(self.largest, np.abs(self._rule_values), out=self.largest, where=np.isfinite(self._rule_values))
        return Instant(self._dx[: x.size].copy(), w, b + A @ w, self._scale, self._forces, self._rule_values.copy(), contradicted)

    def _solve_torn(self) -> None:
        try:
            self._x[:] = solve_torn_unknowns(self._model, self._x, self._p, self._t[0])
        except CircuitError as error:  # trial modes need not be consistent: then what depends on the unknowns is no number
            self.unsolved = error
            self._x[self._model.torn_places] = np.nan

    def _force(self, forced: ForcedStates) -> bool:
        """Choose P for the trial modes. If they contradict the state, ideal switches leak instead: which ones must change is
        then seen from the large voltages and currents. Returns whether they agree."""
        self._p[forced.places] = 0.0
        modes = ForcedModes(self._model, self._x, self._p, self._t[0])
        np.fmax(self.terms, modes.terms, out=self.terms, where=np.isfinite(modes.terms))
        if modes.is_regular:
            return True
        if modes.are_met(self.terms, self.overshoot):
            self._p[forced.places], self._x[:] = modes.weights, modes.nearest()
            self._solve_torn()
            if modes.stay_met(self._x):
                return True
        self._p[forced.places] = 0.0
        self._p[forced.modes] *= 1 - 2 * LEAK
        return False

    def on(self, p: np.ndarray) -> np.ndarray:
        """Active rows."""
        return np.flatnonzero((self.flags < 0) | (p[self.flags] != 0))

    def gaps_and_rates(self, x: np.ndarray, p: np.ndarray, t: float) -> tuple[np.ndarray, np.ndarray]:
        """Gaps and their rates."""
        self._x[:], self._p[:], self._t[0] = x, p, t
        self._close()
        return self._gaps.copy(), self._rates.copy()

    def push(self, x: np.ndarray, impulses: np.ndarray) -> None:
        """The speeds after impulses of the rows, with T of the last evaluation."""
        x[self.speeds] += (self.T.T @ impulses)[self.speeds]

    def nudge(self, x: np.ndarray, row: int, distance: float) -> None:
        """Open the gap of a row by a distance with the smallest motion, using A and T of the last evaluation."""
        if self.A[row, row] > 0:
            x[self.positions] += self.T[row][self._of_positions] * (distance / self.A[row, row])

    def freedoms(self, p: np.ndarray) -> int:
        """Free speeds minus independent active rows, by the rank of the scaled A of the last evaluation."""
        on = self.on(p)
        on = on[self.flags[on] != BALANCE]
        if on.size == 0:
            return self.speeds.size
        A = self.A.T[np.ix_(on, on)]
        scale = scales(A)
        return self.speeds.size - int(np.linalg.matrix_rank(A * np.outer(scale, scale), tol=1e-9, hermitian=True))
