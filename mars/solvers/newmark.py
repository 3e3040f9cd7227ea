"""The Newmark family: the driver, its state, and the replay of stored steps.

    motions = closing_states(model)  # which positions and quaternions go with which speeds
    steps = integrate(native, x0, 0.0, 10.0, breaks, p, Newmark(step=1e-3), motions=motions, lanes=lanes)

(β, γ) = (¼, ½) is the trapezoidal rule, (1/6, ½) linear acceleration, (0, ½) explicit central differences; γ > ½ damps. The
contract is that of `mars.solvers.explicit`; as an implicit step does not repeat from its beginning alone, `NewmarkSteps` keeps
the slopes at both its ends, and `replay` reads Hermite's cubic from them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import numpy as np

from mars.solvers import abi, driver
from mars.solvers import newmark_kernels as kernels
from mars.solvers.driver import Progress, RightHandSide, State, Steps

Motions = tuple[np.ndarray, np.ndarray]  # (position, speed) and (first of a quaternion, its three speeds), by number of state


@dataclass(frozen=True)
class Newmark:
    """How to integrate. `atol` is one number or one for each state; with a fixed step the tolerances are Newton's alone."""

    beta: float = 0.25
    gamma: float = 0.5
    step: float = 0.0  # 0: found by the error of each step
    iterations: int = 8  # of Newton in one step at most; 1: one in each step, as it comes
    rtol: float = 1e-6
    atol: float | tuple[float, ...] = 1e-9
    max_step: float = float("inf")
    first_step: float = 0.0  # 0: estimated

    method = "newmark"

    def __post_init__(self) -> None:
        driver.check_config(self)
        if not 0 <= self.beta <= 0.5 or not 0 <= self.gamma <= 1:
            raise ValueError("beta must be between 0 and 1/2, gamma between 0 and 1")
        if not 0 <= self.step < float("inf") or self.iterations < 1:
            raise ValueError("the step must not be negative, and there must be an iteration")


@dataclass
class NewmarkState(State):
    """`State` with what the iteration matrix is made of, and the rates at the beginning of the last step."""

    memory: np.ndarray

    @classmethod
    def begin(cls, x0: Sequence[float] | np.ndarray, t0: float, first_step: float = 0.0) -> NewmarkState:
        x = np.array(x0, dtype=float)
        counters = np.zeros(kernels.COUNTERS_SIZE, dtype=np.int64)
        clock = np.zeros(kernels.CLOCK_SIZE)
        clock[abi.TIME], clock[abi.STEP], clock[kernels.CONFIDENCE] = t0, first_step, 1.0
        return cls(x, np.zeros(x.size), clock, counters, float(t0), np.zeros(x.size * (2 * x.size + 1)))


@dataclass(frozen=True)
class NewmarkSteps(Steps):
    """`Steps` with the slopes at both ends of each step: one row of 2·n numbers.

    Its evaluations are without those for the Jacobians. `matrices` counts iteration matrices, each with the factors of one step
    size; `jacobians` the differences they are made of; `longest` the most steps that one matrix served.
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
        """How many steps one iteration matrix served, on average; infinite for an explicit run."""
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
        count, size = self.t.size - 1, self.x.shape[1]
        if count == 0:
            return np.repeat(self.x, times.size, axis=0)
        number = np.clip(np.searchsorted(self.t, times, side="right") - 1, 0, count - 1)
        length = (self.t[number + 1] - self.t[number])[:, None]
        place = (times - self.t[number])[:, None] / np.where(length > 0, length, 1.0)
        way = self.x[number + 1] - self.x[number]
        left, right = length * self.slopes[number, :size] - way, way - length * self.slopes[number, size:]
        states = self.x[number] + place * (way + (1 - place) * (left + place * (right - left)))
        for start in self.quaternions:
            states[:, start : start + 4] /= np.linalg.norm(states[:, start : start + 4], axis=1, keepdims=True)
        at_begin, at_end = times == self.t[number], times == self.t[number + 1]
        states[at_begin] = self.x[number[at_begin]]
        states[at_end] = self.x[number[at_end] + 1]
        return states


class Integration(driver.Integration):
    ROOM: ClassVar = 256

    def __init__(
        self,
        rhs: RightHandSide,
        state: NewmarkState,
        t1: float,
        breaks: Any,
        p: np.ndarray,
        config: Newmark,
        *,
        lanes: RightHandSide | None = None,
        motions: Motions | None = None,
        **more: Any,
    ):
        super().__init__(rhs, state, t1, breaks, p, config, **more)
        _check(rhs, lanes, state)
        self.lanes = lanes
        self._layout = _layout(rhs, motions, state.x.size)
        self._settings = _settings(config, t1 - state.start)
        self._atol = np.ones(state.x.size) * np.asarray(config.atol, dtype=float)
        self._wide = np.zeros(max(1, lanes.work_size)) if lanes is not None else np.zeros(1)

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
            *(times, points, slopes, made.h, made.work, self._wide),
        )

    def _probe(self, t: float) -> None:
        """By a real step of a copy: the step that will be taken to this time has the same bits. Its error counts not."""
        state, settings = self.state.copy(), self._settings.copy()
        settings[kernels.FIXED] = state.clock[abi.STEP]
        state.counters[abi.STEPS] = self._taken
        self._advance(state, settings, t, 1, True)
        self.state.counters[abi.EVALUATIONS] = state.counters[abi.EVALUATIONS]

    def _forget(self, *, laws: bool) -> None:
        counters = self.state.counters
        counters[abi.SLOPE_KNOWN] = counters[kernels.HISTORY] = 0
        if laws:
            counters[kernels.MATRIX] = kernels.NEEDED
            self.state.clock[kernels.CONFIDENCE] = 1.0

    def steps(self, status: str = "", since: int = 0) -> NewmarkSteps:
        return NewmarkSteps(**self._results(status, since), slopes=self._store[2][since : self._taken])


def prepare(
    rhs: RightHandSide,
    x0: Sequence[float] | np.ndarray,
    t0: float,
    t1: float,
    breaks: Sequence[float] | np.ndarray,
    p: np.ndarray,
    config: Newmark,
    *,
    state: State | None = None,
    **more: Any,
) -> Integration:
    """A run that has not begun, to be advanced; as `integrate`."""
    if state is None:
        begin = NewmarkState.begin(x0, t0, config.first_step)
    elif isinstance(state, NewmarkState):
        begin = state.copy()
    else:
        begin = NewmarkState.begin(state.x, state.t, config.first_step)
        begin.start, begin.slope[:] = state.start, state.slope
        begin.counters[: abi.COUNTERS_SIZE] = state.counters[: abi.COUNTERS_SIZE]
    return Integration(rhs, begin, t1, breaks, p, config, **more)


def integrate(
    rhs: RightHandSide,
    x0: Sequence[float] | np.ndarray,
    t0: float,
    t1: float,
    breaks: Sequence[float] | np.ndarray,
    p: np.ndarray,
    config: Newmark,
    on_progress: Callable[[Progress], bool | None] | None = None,
    on_segment: Callable[[int, np.ndarray], None] | None = None,
    *,
    quaternions: Sequence[int] = (),
    state: State | None = None,
    lanes: RightHandSide | None = None,
    on_switch: Callable[[Integration], None] | None = None,
    motions: Motions | None = None,
) -> NewmarkSteps:
    """As `radau.integrate`; `motions` are `mars.model.compiled.closing_states`, by default those of the closure.

    States that are in no motion go by the γ-form of the trapezoidal rule, as speeds do.
    """
    more: dict[str, Any] = {"quaternions": quaternions, "on_segment": on_segment, "on_switch": on_switch}
    making = prepare(rhs, x0, t0, t1, breaks, p, config, state=state, lanes=lanes, motions=motions, **more)
    return driver.drive(making, on_progress)


def _layout(rhs: RightHandSide, motions: Motions | None, size: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Which states are unknowns; motions with the places of their speeds among these."""
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
    settings[kernels.RTOL], settings[kernels.MAX_STEP], settings[kernels.MIN_STEP] = config.rtol, config.max_step, 1e-15 * span
    settings[kernels.NEWTON] = max(10 * kernels.EPSILON / max(config.rtol, kernels.EPSILON), 0.01)
    settings[kernels.BETA], settings[kernels.GAMMA] = config.beta, config.gamma
    settings[kernels.FIXED], settings[kernels.ITERATIONS] = min(config.step, config.max_step), config.iterations
    return settings


def _check(rhs: RightHandSide, lanes: RightHandSide | None, state: NewmarkState) -> None:
    size = state.x.size
    shapes = (state.slope.size, state.clock.size, state.counters.size, state.memory.size)
    if shapes != (size, kernels.CLOCK_SIZE, kernels.COUNTERS_SIZE, size * (2 * size + 1)):
        raise ValueError("the state does not belong to this method and model")
    sizes = (*rhs.input_sizes, *rhs.output_sizes)
    if lanes is not None and (*lanes.input_sizes, *lanes.output_sizes) != tuple(kernels.LANES * n for n in sizes):
        raise ValueError("the function in lanes is another one")
