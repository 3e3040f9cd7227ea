"""Radau IIA of order 5 for stiff models: its configuration, its state and the replay of stored steps.

The contract is that of all methods, except for one point: an implicit step cannot be repeated from its start alone, so
`RadauSteps` stores its three stages, and `replay` evaluates the collocation polynomial through them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

import numpy as np

from mars.solvers import abi, guard_checks, projection
from mars.solvers import radau_constants as layout
from mars.solvers.contract import InitialValueProblem, RightHandSide, SolverState, Steps, check_config
from mars.solvers.dense_output import from_polynomials
from mars.solvers.driver import MethodIntegrator, check_lanes
from mars.solvers.jacobian import NEEDED
from mars.solvers.radau_kernels import NO_CEILING, advance
from mars.solvers.step_loop import EPSILON, MAX_STEP, MIN_STEP, RTOL, SMALLEST_PART

NODES = np.array([0.0, layout.C1, layout.C2, 1.0])
BEHIND_SWITCH = 0.02  # relative to the previous step: after a switch the speed of the solution is unknown
NEARLY, CLOSE = 0.98, 0.05  # of the way to an event; so much of the last step is near enough
# RADAU5 limits Newton's remainder to min(NEWTON_MOST, √tolerance). A TENTH of that here: a fifth more evaluations, a tenth of the
# error where Newton is slow, as in rotating mechanisms.
NEWTON_MOST, TENTH = 0.03, 0.1
ROUNDING = 10 * EPSILON  # lower limit of Newton's remainder, relative to the tolerance


@dataclass(frozen=True)
class Radau:
    """Configuration. `atol` is one number or one for each state."""

    rtol: float = 1e-6
    atol: float | tuple[float, ...] = 1e-9
    max_step: float = float("inf")
    first_step: float = 0.0  # 0: estimated
    refresh: float = 0.001  # the Jacobian is recomputed if Newton's convergence rate exceeds this

    method = "radau"

    def __post_init__(self) -> None:
        check_config(self)
        if not 0 < self.refresh < 1:
            raise ValueError("refresh must be between 0 and 1")

    def integrator(self, problem: InitialValueProblem) -> RadauIntegrator:
        return RadauIntegrator(problem, self)


@dataclass
class RadauState(SolverState):
    """`SolverState` with the Jacobian and the stages of the last step, from which the next one starts."""

    memory: np.ndarray

    @classmethod
    def begin(cls, x0: Sequence[float] | np.ndarray, t0: float, first_step: float = 0.0) -> RadauState:
        x = np.array(x0, dtype=float)
        counters = np.zeros(layout.COUNTERS_SIZE, dtype=np.int64)
        clock = np.zeros(layout.CLOCK_SIZE)
        clock[abi.TIME], clock[abi.STEP] = t0, first_step
        clock[layout.CONFIDENCE], clock[layout.CEILING] = 1.0, NO_CEILING
        return cls(x, np.zeros(x.size), clock, counters, float(t0), np.zeros(x.size * (x.size + 3)))

    @classmethod
    def of(cls, state: SolverState) -> RadauState:
        """A copy; from the state of another method it takes time, states, slope, step size and counters."""
        if isinstance(state, RadauState):
            return state.copy()
        made = cls.begin(state.x, state.t, float(state.clock[abi.STEP]))
        made.start, made.slope[:] = state.start, state.slope
        made.counters[: abi.COUNTERS_SIZE] = state.counters
        return made


@dataclass(frozen=True)
class RadauSteps(Steps):
    """`Steps` with the stages of each step, relative to its start: one row of 3·n numbers.

    Its evaluations exclude those for the Jacobians, n + 1 or, in four lanes, (n + 4) / 4 each.
    """

    stages: np.ndarray = field(repr=False)

    NAMES: ClassVar = {**Steps.NAMES, "jacobians": layout.JACOBIANS, "decompositions": layout.DECOMPOSITIONS}

    def first(self, count: int) -> RadauSteps:
        return replace(super().first(count), stages=self.stages[:count])

    def join(self, later: Steps) -> RadauSteps:
        """This run and its continuation as one."""
        joined = super().join(later)
        assert isinstance(joined, RadauSteps)
        return replace(joined, stages=np.concatenate([self.stages, joined.stages]))

    def _replay_sorted(self, _rhs: RightHandSide, times: np.ndarray) -> np.ndarray:
        """From the collocation polynomials."""
        return from_polynomials(self, times, lambda i, _, place: self.x[i] + collocation(self.stages[i], place))


def collocation(stages: np.ndarray, place: np.ndarray) -> np.ndarray:
    """Values of the polynomials through 0 and the stages, one row of 3·n numbers each, at positions from 0 to 1."""
    size, total = stages.shape[1] // 3, 0.0
    for i in range(1, 4):
        others = np.delete(NODES, i)
        weight = np.prod(place[:, None] - others, axis=1) / np.prod(NODES[i] - others)
        total = total + weight[:, None] * stages[:, (i - 1) * size : i * size]
    return np.asarray(total)


def collocation_slope(stages: np.ndarray, place: np.ndarray) -> np.ndarray:
    """Their derivatives."""
    size, total = stages.shape[1] // 3, 0.0
    for i in range(1, 4):
        others = np.delete(NODES, i)
        slope = sum(np.prod(place[:, None] - np.delete(others, j), axis=1) for j in range(3)) / np.prod(NODES[i] - others)
        total = total + slope[:, None] * stages[:, (i - 1) * size : i * size]
    return np.asarray(total)


class RadauIntegrator(MethodIntegrator):
    ROOM: ClassVar = 256
    state: RadauState

    def __init__(self, problem: InitialValueProblem, config: Radau):
        super().__init__(problem, config)
        _check(self.state)
        self.lanes = problem.compiled_lanes()
        check_lanes(problem.rhs, self.lanes)
        self._settings, self._atol = _settings(config, problem.t1 - self.state.start, self.state.x.size)
        self._lanes_work = np.zeros(max(1, self.lanes.work_size)) if self.lanes is not None else np.zeros(1)
        self._approached = -1  # number of the point reached on the way to an event

    def _start_state(self, problem: InitialValueProblem) -> RadauState:
        """The state may come from another method."""
        if problem.state is not None:
            return RadauState.of(problem.state)
        return RadauState.begin(problem.x0, problem.t0, self.config.first_step)

    def _more_columns(self) -> list[tuple[int, ...]]:
        return [(3 * self.state.x.size,)]

    def _march(self, t_stop: float, max_steps: int, *, guarded: bool) -> int:
        state, made = self.state, self.buffers
        return advance(
            *(self.rhs.address, self.lanes.address if self.lanes is not None else 0),
            *(state.x, state.slope, state.clock, state.counters, state.memory, self._atol, self._settings),
            *(made.w, self._p, t_stop, max_steps, guarded, self.quaternions, made.plan),
            *(self._store[0], self._store[1], self._store[2], made.h, made.work, self._lanes_work),
        )

    def _probe(self, t: float) -> None:
        """On the polynomial of the refused step: another step would have other stages."""
        state, made, taken = self.state, self.buffers, self._taken
        step = self._store[0][taken + 1] - state.t
        place, stages = np.array([(t - state.t) / step]), self._store[2][taken : taken + 1]
        x = state.x + collocation(stages, place)[0]
        projection.normalise(x, self.quaternions)
        guard_checks.look(
            *(self.rhs.address, x, collocation_slope(stages, place)[0] / step, self._p, np.array([t]), made.w),
            *(self.quaternions, made.plan, made.h, made.work, np.zeros(max(1, x.size))),
        )
        state.counters[abi.EVALUATIONS] += 1

    def _before(self, t: float) -> float | None:
        """Most of the way, once: the polynomial of the step that is left is more accurate than of a step beyond the event."""
        state = self.state
        near = state.counters[layout.HISTORY] and t - state.t < CLOSE * state.clock[layout.LAST_STEP]
        if near or state.counters[abi.STEPS] == self._approached:
            return None
        self._approached = state.counters[abi.STEPS] + 1
        return state.t + NEARLY * (t - state.t)

    def _forget(self, *, laws: bool) -> None:
        counters, clock = self.state.counters, self.state.clock
        if laws:
            counters[layout.JACOBIAN] = NEEDED
            if counters[layout.HISTORY]:
                clock[abi.STEP] *= BEHIND_SWITCH
            clock[abi.MEMORY], clock[layout.CONFIDENCE] = 0.0, 1.0
        counters[abi.SLOPE_KNOWN] = counters[layout.HISTORY] = 0

    def steps(self, status: str = "", since: int = 0) -> RadauSteps:
        return RadauSteps(**self._results(status, since), stages=self._store[2][since : self._taken])


def _settings(config: Radau, span: float, size: int) -> tuple[np.ndarray, np.ndarray]:
    """Tolerances of the error estimate, and Newton's tolerance."""
    atol = np.ones(size) * np.asarray(config.atol, dtype=float)
    asked = min(1.0, config.rtol if config.rtol > 0 else float(np.min(config.atol)))
    wider = layout.widened(asked)
    settings = np.zeros(layout.SETTINGS_SIZE)
    settings[RTOL], settings[MAX_STEP], settings[MIN_STEP] = config.rtol * wider, config.max_step, SMALLEST_PART * span
    tolerance = asked * wider
    settings[layout.NEWTON] = max(ROUNDING / tolerance, TENTH * min(NEWTON_MOST, tolerance**0.5))
    settings[layout.REFRESH] = config.refresh
    return settings, atol * wider


def _check(state: RadauState) -> None:
    size = state.x.size
    shapes = (state.slope.size, state.clock.size, state.counters.size, state.memory.size)
    if shapes != (size, layout.CLOCK_SIZE, layout.COUNTERS_SIZE, size * (size + 3)):
        raise ValueError("the state does not belong to this method and model")
