"""The Newmark family: its configuration, its state and the replay of stored steps.

(β, γ) = (¼, ½) is the trapezoidal rule, (1/6, ½) linear acceleration, (0, ½) explicit central differences; γ > ½ damps. States
without a motion use the γ-form of the trapezoidal rule, as speeds do. The contract is that of all methods; since an implicit
step cannot be repeated from its start alone, `NewmarkSteps` stores the slopes at both its ends, and `replay` evaluates the
Hermite cubic through them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

import numpy as np

from mars.solvers import abi
from mars.solvers import newmark_kernels as kernels
from mars.solvers.contract import InitialValueProblem, Motions, RightHandSide, SolverState, Steps, check_config
from mars.solvers.dense_output import from_polynomials
from mars.solvers.driver import MethodIntegrator, check_lanes
from mars.solvers.jacobian import NEEDED
from mars.solvers.step_loop import EPSILON, MAX_STEP, MIN_STEP, RTOL, SMALLEST_PART

NEWTON_TOLERANCE = 0.01  # relative to the tolerances: allowed Newton remainder


@dataclass(frozen=True)
class Newmark:
    """Configuration. `atol` is one number or one for each state; with a fixed step the tolerances apply only to Newton."""

    beta: float = 0.25
    gamma: float = 0.5
    step: float = 0.0  # 0: chosen by error control
    iterations: int = 8  # maximum Newton iterations per step; 1: exactly one per step, without a convergence test
    rtol: float = 1e-6
    atol: float | tuple[float, ...] = 1e-9
    max_step: float = float("inf")
    first_step: float = 0.0  # 0: estimated

    method = "newmark"

    def __post_init__(self) -> None:
        check_config(self)
        if not 0 <= self.beta <= 0.5 or not 0 <= self.gamma <= 1:
            raise ValueError("beta must be between 0 and 1/2, gamma between 0 and 1")
        if not 0 <= self.step < float("inf") or self.iterations < 1:
            raise ValueError("the step must not be negative, and there must be an iteration")

    def integrator(self, problem: InitialValueProblem) -> NewmarkIntegrator:
        return NewmarkIntegrator(problem, self)


@dataclass
class NewmarkState(SolverState):
    """`SolverState` with the ingredients of the iteration matrix, and the rates at the start of the last step."""

    memory: np.ndarray

    @classmethod
    def begin(cls, x0: Sequence[float] | np.ndarray, t0: float, first_step: float = 0.0) -> NewmarkState:
        x = np.array(x0, dtype=float)
        counters = np.zeros(kernels.COUNTERS_SIZE, dtype=np.int64)
        clock = np.zeros(kernels.CLOCK_SIZE)
        clock[abi.TIME], clock[abi.STEP], clock[kernels.CONFIDENCE] = t0, first_step, 1.0
        return cls(x, np.zeros(x.size), clock, counters, float(t0), np.zeros(x.size * (2 * x.size + 1)))

    @classmethod
    def of(cls, state: SolverState, first_step: float) -> NewmarkState:
        """A copy; from the state of another method it takes time, states, slope and counters."""
        if isinstance(state, NewmarkState):
            return state.copy()
        made = cls.begin(state.x, state.t, first_step)
        made.start, made.slope[:] = state.start, state.slope
        made.counters[: abi.COUNTERS_SIZE] = state.counters[: abi.COUNTERS_SIZE]
        return made


@dataclass(frozen=True)
class NewmarkSteps(Steps):
    """`Steps` with the slopes at both ends of each step: one row of 2·n numbers.

    Its evaluations exclude those for the Jacobians. `matrices` counts iteration matrices, each with the factors of one step size;
    `jacobians` the finite-difference Jacobians; `longest` the largest number of steps with the same matrix.
    """

    slopes: np.ndarray = field(repr=False)

    NAMES: ClassVar = {
        **Steps.NAMES,
        "matrices": kernels.MATRICES,
        "jacobians": kernels.JACOBIANS,
        "longest": kernels.LONGEST,
    }

    @property
    def steps_per_matrix(self) -> float:
        """Average number of steps per iteration matrix; infinite for an explicit run."""
        made = self.counters["matrices"]
        return self.counters["steps"] / made if made else float("inf")

    def first(self, count: int) -> NewmarkSteps:
        return replace(super().first(count), slopes=self.slopes[:count])

    def join(self, later: Steps) -> NewmarkSteps:
        """This run and its continuation as one."""
        joined = super().join(later)
        assert isinstance(joined, NewmarkSteps)
        return replace(joined, slopes=np.concatenate([self.slopes, joined.slopes]))

    def _replay_sorted(self, _rhs: RightHandSide, times: np.ndarray) -> np.ndarray:
        """From Hermite's cubics."""
        size = self.x.shape[1]

        def cubic(number: np.ndarray, length: np.ndarray, place: np.ndarray) -> np.ndarray:
            length, place = length[:, None], place[:, None]
            moved = self.x[number + 1] - self.x[number]
            left, right = length * self.slopes[number, :size] - moved, moved - length * self.slopes[number, size:]
            return self.x[number] + place * (moved + (1 - place) * (left + place * (right - left)))

        return from_polynomials(self, times, cubic)


class NewmarkIntegrator(MethodIntegrator):
    ROOM: ClassVar = 256
    state: NewmarkState

    def __init__(self, problem: InitialValueProblem, config: Newmark):
        super().__init__(problem, config)
        _check(self.state)
        self.lanes = problem.compiled_lanes()
        check_lanes(problem.rhs, self.lanes)
        self._layout = _layout(problem.rhs, problem.motions, self.state.x.size)
        self._settings = _settings(config, problem.t1 - self.state.start)
        self._atol = np.ones(self.state.x.size) * np.asarray(config.atol, dtype=float)
        self._lanes_work = np.zeros(max(1, self.lanes.work_size)) if self.lanes is not None else np.zeros(1)

    def _start_state(self, problem: InitialValueProblem) -> NewmarkState:
        """The state may come from another method."""
        if problem.state is not None:
            return NewmarkState.of(problem.state, self.config.first_step)
        return NewmarkState.begin(problem.x0, problem.t0, self.config.first_step)

    def _more_columns(self) -> list[tuple[int, ...]]:
        return [(2 * self.state.x.size,)]

    def _march(self, t_stop: float, max_steps: int, *, guarded: bool) -> int:
        return self._advance(self.state, self._settings, t_stop, max_steps, guarded)

    def _advance(self, state: NewmarkState, settings: np.ndarray, t_stop: float, max_steps: int, guarded: bool) -> int:
        made, (times, points, slopes) = self.buffers, self._store
        return kernels.advance(
            *(self.rhs.address, self.lanes.address if self.lanes is not None else 0),
            *(state.x, state.slope, state.clock, state.counters, state.memory, self._atol, settings),
            *(made.w, self._p, t_stop, max_steps, guarded, self.quaternions, made.plan, *self._layout),
            *(times, points, slopes, made.h, made.work, self._lanes_work),
        )

    def _probe(self, t: float) -> None:
        """By an actual step of a copy: the step later taken to this time has the same bits. Its error is ignored."""
        state, settings = self.state.copy(), self._settings.copy()
        settings[kernels.FIXED] = state.clock[abi.STEP]
        state.counters[abi.STEPS] = self._taken
        self._advance(state, settings, t, 1, True)
        self.state.counters[abi.EVALUATIONS] = state.counters[abi.EVALUATIONS]

    def _forget(self, *, laws: bool) -> None:
        counters = self.state.counters
        counters[abi.SLOPE_KNOWN] = counters[kernels.HISTORY] = 0
        if laws:
            counters[kernels.MATRIX] = NEEDED
            self.state.clock[kernels.CONFIDENCE] = 1.0

    def steps(self, status: str = "", since: int = 0) -> NewmarkSteps:
        return NewmarkSteps(**self._results(status, since), slopes=self._store[2][since : self._taken])


def _layout(rhs: RightHandSide, motions: Motions | None, size: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Which states are unknowns; motions with the indices of their speeds among these."""
    closure = getattr(rhs, "closure", None)
    if motions is None:
        motions = (closure.freedoms, closure.balls) if closure is not None else (np.zeros((0, 2)), np.zeros((0, 4)))
    pairs, balls = (np.array(part, dtype=np.int64).reshape(-1, width) for part, width in zip(motions, (2, 4), strict=True))
    followers = np.concatenate([pairs[:, 0], (balls[:, :1] + np.arange(4)).ravel()])
    unknown = np.setdiff1d(np.arange(size), followers)
    if not np.isin(np.concatenate([pairs[:, 1], balls[:, 1:].ravel()]), unknown).all():
        raise ValueError("the motions do not belong to this model")
    pairs[:, 1], balls[:, 1:] = np.searchsorted(unknown, pairs[:, 1]), np.searchsorted(unknown, balls[:, 1:])
    return unknown, pairs, balls


def _settings(config: Newmark, span: float) -> np.ndarray:
    settings = np.zeros(kernels.SETTINGS_SIZE)
    settings[RTOL], settings[MAX_STEP], settings[MIN_STEP] = config.rtol, config.max_step, SMALLEST_PART * span
    settings[kernels.NEWTON] = max(10 * EPSILON / max(config.rtol, EPSILON), NEWTON_TOLERANCE)
    settings[kernels.BETA], settings[kernels.GAMMA] = config.beta, config.gamma
    settings[kernels.FIXED], settings[kernels.ITERATIONS] = min(config.step, config.max_step), config.iterations
    return settings


def _check(state: NewmarkState) -> None:
    size = state.x.size
    shapes = (state.slope.size, state.clock.size, state.counters.size, state.memory.size)
    if shapes != (size, kernels.CLOCK_SIZE, kernels.COUNTERS_SIZE, size * (2 * size + 1)):
        raise ValueError("the state does not belong to this method and model")
