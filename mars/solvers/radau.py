"""Radau IIA of order 5 for stiff models: the driver, its state, the replay of stored steps, and how stiffness is seen.

    steps = integrate(native, x0, 0.0, 10.0, breaks, p, Radau(rtol=1e-6, atol=1e-9), lanes=compile_function(f, lanes=4))
    states = replay(native, steps, times)

The contract is that of `mars.solvers.explicit`, but for one thing: an implicit step does not repeat from its beginning
alone, so `RadauSteps` keeps its three stages, and `replay` reads the collocation polynomial from them.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from mars.solvers import radau_kernels as kernels
from mars.solvers.explicit import SLICE, Progress, RightHandSide, State, Steps

STATUS = {
    kernels.FINISHED: "finished",
    kernels.PAUSED: "paused",
    kernels.TOO_SMALL: "step too small",
    kernels.NOT_FINITE: "not finite",
}
NODES = np.array([0.0, kernels.C1, kernels.C2, 1.0])
REAL_BOUND = {"rk5": 3.3, "rk8": 6.1}  # h·|λ| where the explicit methods lose their stability (Hairer's programs)


@dataclass(frozen=True)
class Radau:
    """How to integrate. `atol` is one number or one for each state."""

    rtol: float = 1e-6
    atol: float | tuple[float, ...] = 1e-9
    max_step: float = float("inf")
    first_step: float = 0.0  # 0: estimated
    refresh: float = 0.001  # the Jacobian is made again when Newton gains less than this factor in one iteration

    method = "radau"

    def __post_init__(self) -> None:
        if not self.rtol >= 0 or not np.all(np.asarray(self.atol) > 0) or not self.max_step > 0:
            raise ValueError("tolerances and the largest step must be positive")
        if not 0 < self.refresh < 1:
            raise ValueError("refresh must be between 0 and 1")


@dataclass
class RadauState(State):
    """`State` with the Jacobian and the stages of the last step, which the next one starts from."""

    memory: np.ndarray

    @classmethod
    def begin(cls, x0: Sequence[float] | np.ndarray, t0: float, first_step: float = 0.0) -> RadauState:
        x = np.array(x0, dtype=float)
        counters = np.zeros(kernels.COUNTERS_SIZE, dtype=np.int64)
        clock = np.zeros(kernels.CLOCK_SIZE)
        clock[kernels.TIME], clock[kernels.STEP] = t0, first_step
        clock[kernels.CONFIDENCE], clock[kernels.CEILING] = 1.0, kernels.NO_CEILING
        return cls(x, np.zeros(x.size), clock, counters, float(t0), np.zeros(x.size * (x.size + 3)))

    def copy(self) -> RadauState:
        return replace(self, **{name: part.copy() for name, part in vars(self).items() if isinstance(part, np.ndarray)})


@dataclass(frozen=True)
class RadauSteps(Steps):
    """`Steps` with the stages of each step, relative to its beginning: one row of 3·n numbers."""

    config: Radau  # pyright: ignore[reportIncompatibleVariableOverride, reportGeneralTypeIssues]
    state: RadauState = field(repr=False)
    stages: np.ndarray = field(repr=False)

    @property
    def counters(self) -> dict[str, int]:
        """Evaluations without those for the Jacobians, n + 1 or, in four lanes, (n + 4) / 4 each."""
        names = ("steps", "rejected", "evaluations", "jacobians", "decompositions")
        places = (kernels.STEPS, kernels.REJECTED, kernels.EVALUATIONS, kernels.JACOBIANS, kernels.DECOMPOSITIONS)
        return {name: int(self.state.counters[place]) for name, place in zip(names, places, strict=True)}

    def join(self, later: Steps) -> RadauSteps:
        """This run and its continuation as one."""
        assert isinstance(later, RadauSteps)
        joined = super().join(later)
        assert isinstance(joined, RadauSteps)
        return replace(joined, stages=np.concatenate([self.stages, later.stages]))


class Integration:
    """A run in the making: `advance` takes a few steps, `steps` gives what there is."""

    def __init__(
        self,
        rhs: RightHandSide,
        state: RadauState,
        t1: float,
        breaks: Sequence[float] | np.ndarray,
        p: np.ndarray,
        config: Radau,
        *,
        quaternions: Sequence[int] = (),
        on_segment: Callable[[int, np.ndarray], None] | None = None,
        lanes: RightHandSide | None = None,
    ):
        _check(rhs, lanes, state, p)
        self.rhs, self.lanes, self.state, self.config, self.on_segment = rhs, lanes, state, config, on_segment
        inside = sorted({float(b) for b in breaks if state.start < b < t1})
        edges = [state.start, *inside, max(t1, state.start)]
        self.edges = np.array(edges)
        self.status = kernels.PAUSED
        self.quaternions = np.array(quaternions, dtype=np.int64)
        self._settings, self._atol = _settings(config, t1 - state.start, state.x.size)
        self._w, self._h, self._work = _buffers(rhs)
        self._wide = _buffers(lanes)[2] if lanes is not None else np.zeros(1)
        self._p = np.array(p, dtype=float)
        self._first = int(state.counters[kernels.STEPS])  # points before this one belong to an earlier part of the run
        self._t = np.empty(256)
        self._x = np.empty((256, state.x.size))
        self._z = np.empty((256, 3 * state.x.size))
        self._t[0], self._x[0] = state.t, state.x
        self._ends: list[int] = []  # number of steps at the end of each segment passed
        self._parameters: list[np.ndarray] = []
        self._index = min(max(bisect_right(edges, state.t) - 1, 0), len(edges) - 2)
        # A run that stopped exactly at a break goes on behind it, where the slope is another one.
        self._enter(fresh=self._index > 0 and state.t == edges[self._index])

    def advance(self, max_steps: int) -> int:
        """At most `max_steps` further steps; the status is one of the codes of the kernels, never FULL."""
        counters = self.state.counters
        goal = int(counters[kernels.STEPS]) + max_steps
        while True:
            self.status = self._run(goal - int(counters[kernels.STEPS]))
            if self.status == kernels.FULL:
                self._t, self._x, self._z = (np.concatenate([a, np.empty_like(a)]) for a in (self._t, self._x, self._z))
            elif self.status == kernels.FINISHED and self._index + 2 < self.edges.size:
                self._ends.append(self._taken)
                self._index += 1
                self._enter(fresh=True)
            else:
                return self.status

    @property
    def _taken(self) -> int:
        return int(self.state.counters[kernels.STEPS]) - self._first

    def _enter(self, *, fresh: bool) -> None:
        """Start a segment: its middle goes to p[0]; slope, Jacobian and history before the break are forgotten."""
        if self._p.size:
            self._p[0] = 0.5 * (self.edges[self._index] + self.edges[self._index + 1])
        if self.on_segment is not None:
            self.on_segment(self._index, self._p)
        self._parameters.append(self._p.copy())
        counters, clock = self.state.counters, self.state.clock
        if fresh and counters[kernels.HISTORY]:  # else it was entered already, before a pause right here
            counters[kernels.SLOPE_KNOWN] = counters[kernels.HISTORY] = 0
            counters[kernels.JACOBIAN] = kernels.NEEDED
            clock[kernels.MEMORY], clock[kernels.CONFIDENCE] = 0.0, 1.0
            clock[kernels.STEP] *= 0.02  # nothing says yet how fast the laws are behind the break

    def _run(self, max_steps: int) -> int:
        state, counters = self.state, self.state.counters
        counters[kernels.STEPS] -= self._first  # the store begins with this part of the run
        try:
            return kernels.advance(
                *(self.rhs.address, self.lanes.address if self.lanes is not None else 0),
                *(state.x, state.slope, state.clock, counters, state.memory, self._atol, self._settings),
                *(self._w, self._p, self.edges[self._index + 1], max_steps, self.quaternions),
                *(self._t, self._x, self._z, self._h, self._work, self._wide),
            )
        finally:
            counters[kernels.STEPS] += self._first

    def steps(self, status: str = "") -> RadauSteps:
        """All points so far; `status` replaces the word for the present one."""
        count = self._taken
        segment = np.searchsorted(self._ends, np.arange(count), side="right")
        failed = self.status in (kernels.TOO_SMALL, kernels.NOT_FINITE)
        return RadauSteps(
            t=self._t[: count + 1].copy(),
            x=self._x[: count + 1].copy(),
            segment=segment.astype(np.int64),
            parameters=np.array(self._parameters),
            quaternions=self.quaternions,
            config=self.config,
            status=status or STATUS[self.status],
            worst=int(self.state.counters[kernels.WORST]) if failed else -1,
            state=self.state.copy(),
            stages=self._z[:count].copy(),
        )


def integrate(
    rhs: RightHandSide,
    x0: Sequence[float] | np.ndarray,
    t0: float,
    t1: float,
    breaks: Sequence[float] | np.ndarray,
    p: np.ndarray,
    config: Radau,
    on_progress: Callable[[Progress], bool | None] | None = None,
    on_segment: Callable[[int, np.ndarray], None] | None = None,
    *,
    quaternions: Sequence[int] = (),
    state: State | None = None,
    lanes: RightHandSide | None = None,
) -> RadauSteps:
    """As `explicit.integrate`; `lanes` is the same function compiled with lanes=4, for quicker Jacobians.

    The `state` of another method gives its time, states and start; everything else begins anew.
    """
    if state is None:
        begin = RadauState.begin(x0, t0, config.first_step)
    elif isinstance(state, RadauState):
        begin = state.copy()
    else:
        begin = RadauState.begin(state.x, state.t, config.first_step)
        begin.start = state.start
    run = Integration(rhs, begin, t1, breaks, p, config, quaternions=quaternions, on_segment=on_segment, lanes=lanes)
    amount, counters = 32, begin.counters
    while True:
        clock = time.perf_counter()
        status = run.advance(amount)
        elapsed = time.perf_counter() - clock
        if on_progress is not None:
            taken, rejected = int(counters[kernels.STEPS]), int(counters[kernels.REJECTED])
            go_on = on_progress(Progress(begin.t, begin.start, t1, taken, rejected))
            if go_on is False and status == kernels.PAUSED:
                return run.steps("stopped")
        if status != kernels.PAUSED:
            return run.steps()
        amount = max(1, int(amount * min(16.0, SLICE / max(elapsed, 1e-9))))


def replay(_rhs: RightHandSide | None, steps: RadauSteps, times: Sequence[float] | np.ndarray) -> np.ndarray:
    """States at times in any order, one row each, from the collocation polynomials of the stored steps."""
    wanted = np.asarray(times, dtype=float)
    if wanted.size and not (wanted.min() >= steps.t[0] and wanted.max() <= steps.t[-1]):
        raise ValueError(f"times must be between {steps.t[0]:g} and {steps.t[-1]:g}")
    size, count = steps.x.shape[1], steps.t.size - 1
    if count == 0:
        return np.repeat(steps.x, wanted.size, axis=0)
    number = np.clip(np.searchsorted(steps.t, wanted, side="right") - 1, 0, count - 1)
    place = (wanted - steps.t[number]) / (steps.t[number + 1] - steps.t[number])
    states = steps.x[number].copy()
    for i in range(1, 4):
        others = np.delete(NODES, i)
        weight = np.prod(place[:, None] - others, axis=1) / np.prod(NODES[i] - others)
        states += weight[:, None] * steps.stages[number, (i - 1) * size : i * size]
    for start in steps.quaternions:
        states[:, start : start + 4] /= np.linalg.norm(states[:, start : start + 4], axis=1, keepdims=True)
    at_begin, at_end = wanted == steps.t[number], wanted == steps.t[number + 1]
    states[at_begin] = steps.x[number[at_begin]]
    states[at_end] = steps.x[number[at_end] + 1]
    return states


def spectral_radius(
    rhs: RightHandSide, x: np.ndarray, p: np.ndarray, t: float, *, iterations: int = 60, start: np.ndarray | None = None
) -> float:
    """Largest |λ| of ∂f/∂x at (x, t), rad/s, by power iteration with at most `iterations` + 1 evaluations.

    It is approached from below as a rule, to about a percent; where the largest eigenvalues lie close together, to some
    ten. `start` is the first direction.
    """
    state = np.array(x, dtype=float)
    if state.size == 0:
        return 0.0
    direction = np.random.default_rng(1).standard_normal(state.size) if start is None else np.array(start, dtype=float)
    w, h, work = _buffers(rhs)
    return kernels.spectral_radius(rhs.address, state, w, np.array(p, dtype=float), t, h, work, direction, iterations)


def looks_stiff(rhs: RightHandSide, x: np.ndarray, p: np.ndarray, t: float, step: float, method: str = "rk8") -> bool:
    """Whether steps of this size of an explicit method are held down by stability, not by accuracy.

    `step` is a usual accepted step around t (the median of the last fifty, say). At the bound the controller makes h·|λ|
    hover there; steps held down by accuracy stay well below it at usual tolerances.
    """
    return step * spectral_radius(rhs, x, p, t) > 0.6 * REAL_BOUND[method]


def _settings(config: Radau, span: float, size: int) -> tuple[np.ndarray, np.ndarray]:
    """The error estimate is of order 3, the method of order 5: RADAU5 widens the tolerances of the estimate."""
    atol = np.ones(size) * np.asarray(config.atol, dtype=float)
    asked = min(1.0, config.rtol if config.rtol > 0 else float(np.min(config.atol)))
    wider = 0.1 * asked ** (-1 / 3)
    rtol = config.rtol * wider
    settings = np.zeros(kernels.SETTINGS_SIZE)
    settings[kernels.RTOL], settings[kernels.MAX_STEP] = rtol, config.max_step
    settings[kernels.MIN_STEP], settings[kernels.REFRESH] = 1e-15 * span, config.refresh
    tolerance = asked * wider
    # A tenth of RADAU5's: a fifth more evaluations, a tenth of the error where Newton is slow, as in turning mechanisms.
    settings[kernels.NEWTON] = max(10 * kernels.EPSILON / tolerance, 0.1 * min(0.03, tolerance**0.5))
    return settings, atol * wider


def _buffers(rhs: RightHandSide) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """w, h and work; never empty, so that every pointer is good."""
    if rhs.input_sizes[1] or rhs.output_sizes[1]:
        raise ValueError("Radau does not close loops yet: w and h must be empty")
    w, h, work = (np.zeros(max(1, size)) for size in (rhs.input_sizes[1], rhs.output_sizes[1], rhs.work_size))
    return w, h, work


def _check(rhs: RightHandSide, lanes: RightHandSide | None, state: RadauState, p: np.ndarray) -> None:
    """Wrong sizes would be a crash inside machine code: refuse them here."""
    size = state.x.size
    if len(rhs.input_sizes) != 4 or len(rhs.output_sizes) != 2 or rhs.input_sizes[3] != 1:
        raise ValueError("the right-hand side must be (x, w, p, t) -> (dx, h)")
    if rhs.input_sizes[0] != size or rhs.output_sizes[0] != size:
        raise ValueError(f"the model has {rhs.input_sizes[0]} states and {rhs.output_sizes[0]} rates, x0 has {size}")
    if np.asarray(p).size != rhs.input_sizes[2]:
        raise ValueError(f"the model has {rhs.input_sizes[2]} parameters, p has {np.asarray(p).size}")
    shapes = (state.slope.size, state.clock.size, state.counters.size, state.memory.size)
    if shapes != (size, kernels.CLOCK_SIZE, kernels.COUNTERS_SIZE, size * (size + 3)):
        raise ValueError("the state does not belong to this method and model")
    sizes = (*rhs.input_sizes, *rhs.output_sizes)
    if lanes is not None and (*lanes.input_sizes, *lanes.output_sizes) != tuple(kernels.LANES * n for n in sizes):
        raise ValueError("the function in lanes is another one")
