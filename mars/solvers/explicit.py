"""Explicit Runge–Kutta integration of compiled models: the driver, its state, and the replay of stored steps.

    steps = integrate(native, x0, 0.0, 10.0, breaks, p, Explicit("rk8", rtol=1e-8, atol=1e-10))
    states = replay(native, steps, times)

Contract. (1) `Explicit` is configuration and never changes. (2) All that changes is in `State`, which can be copied
(branch), pickled (save) and continued: the continuation has the same bits as a run that was never stopped. (3) Accepted
points are the run; everything between them is made again by `replay`. (4) The integrator stops at every break, where
`p[0]`, the segment time, changes to the middle of the next smooth stretch.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

import numpy as np

from mars.solvers import kernels
from mars.solvers.coefficients import METHODS, Method

SLICE = 0.05  # seconds between two looks at the keyboard and the progress callback
STATUS = {
    kernels.FINISHED: "finished",
    kernels.PAUSED: "paused",
    kernels.TOO_SMALL: "step too small",
    kernels.NOT_FINITE: "not finite",
}


class RightHandSide(Protocol):
    """What is needed of `mars.machine.Native`: inputs x, w, p, t; outputs dx, h."""

    @property
    def address(self) -> int: ...
    @property
    def work_size(self) -> int: ...
    @property
    def input_sizes(self) -> tuple[int, ...]: ...
    @property
    def output_sizes(self) -> tuple[int, ...]: ...


@dataclass(frozen=True)
class Explicit:
    """How to integrate. `atol` is one number or one for each state."""

    method: str = "rk8"  # or "rk5"
    rtol: float = 1e-6
    atol: float | tuple[float, ...] = 1e-9
    max_step: float = float("inf")
    first_step: float = 0.0  # 0: estimated

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise ValueError(f"no method '{self.method}'; there are {', '.join(METHODS)}")
        if not self.rtol >= 0 or not np.all(np.asarray(self.atol) > 0) or not self.max_step > 0:
            raise ValueError("tolerances and the largest step must be positive")


@dataclass
class State:
    """Where a run is: time, states, step size and controller memory, counters."""

    x: np.ndarray
    slope: np.ndarray
    clock: np.ndarray
    counters: np.ndarray
    start: float  # of the whole run, so that segments are found again

    @classmethod
    def begin(cls, x0: Sequence[float] | np.ndarray, t0: float, first_step: float = 0.0) -> State:
        x = np.array(x0, dtype=float)
        counters = np.zeros(kernels.COUNTERS_SIZE, dtype=np.int64)
        return cls(x, np.zeros(x.size), np.array([t0, first_step, 1e-4]), counters, float(t0))

    def copy(self) -> State:
        return State(self.x.copy(), self.slope.copy(), self.clock.copy(), self.counters.copy(), self.start)

    @property
    def t(self) -> float:
        return float(self.clock[kernels.TIME])


@dataclass(frozen=True)
class Progress:
    """What the progress callback is told."""

    t: float
    t0: float
    t1: float
    steps: int
    rejected: int

    @property
    def fraction(self) -> float:
        return (self.t - self.t0) / (self.t1 - self.t0) if self.t1 > self.t0 else 1.0


@dataclass(frozen=True)
class Steps:
    """The run: points (t, x); step k goes from point k to point k + 1 with the parameters of its segment."""

    t: np.ndarray
    x: np.ndarray
    segment: np.ndarray  # of each step
    parameters: np.ndarray  # one row for each segment
    quaternions: np.ndarray
    config: Explicit
    status: str  # finished, stopped, paused, step too small, not finite
    worst: int  # the state to blame for a failure, else −1
    state: State = field(repr=False)

    @property
    def counters(self) -> dict[str, int]:
        names = {"steps": kernels.STEPS, "rejected": kernels.REJECTED, "evaluations": kernels.EVALUATIONS}
        return {name: int(self.state.counters[place]) for name, place in names.items()}

    def join(self, later: Steps) -> Steps:
        """This run and its continuation as one."""
        return replace(
            later,
            t=np.concatenate([self.t, later.t[1:]]),
            x=np.concatenate([self.x, later.x[1:]]),
            segment=np.concatenate([self.segment, later.segment + len(self.parameters)]),
            parameters=np.concatenate([self.parameters, later.parameters]),
        )


class Integration:
    """A run in the making: `advance` takes a few steps, `steps` gives what there is."""

    def __init__(
        self,
        rhs: RightHandSide,
        state: State,
        t1: float,
        breaks: Sequence[float] | np.ndarray,
        p: np.ndarray,
        config: Explicit,
        *,
        quaternions: Sequence[int] = (),
        on_segment: Callable[[int, np.ndarray], None] | None = None,
    ):
        _check(rhs, state.x, p)
        self.rhs, self.state, self.config, self.on_segment = rhs, state, config, on_segment
        inside = sorted({float(b) for b in breaks if state.start < b < t1})
        edges = [state.start, *inside, max(t1, state.start)]
        self.edges = np.array(edges)
        self.status = kernels.PAUSED
        self.quaternions = np.array(quaternions, dtype=np.int64)
        self._method = METHODS[config.method]
        self._atol = np.ones(_padded(state.x.size))
        self._atol[: state.x.size] = config.atol
        self._settings = _settings(self._method, config, t1 - state.start)
        self._buffers = _buffers(rhs, self._method)
        self._p = np.array(p, dtype=float)
        self._first = int(state.counters[kernels.STEPS])  # points before this one belong to an earlier part of the run
        self._t = np.empty(1024)
        self._x = np.empty((1024, state.x.size))
        self._t[0], self._x[0] = state.t, state.x
        self._ends: list[int] = []  # number of steps at the end of each segment passed
        self._parameters: list[np.ndarray] = []
        self._index = min(max(bisect_right(edges, state.t) - 1, 0), len(edges) - 2)
        # A run that stopped exactly at a break goes on behind it, where the slope is another one.
        self._enter(fresh=self._index > 0 and state.t == edges[self._index])

    def advance(self, max_steps: int) -> int:
        """At most `max_steps` further steps; the status is one of the codes of `kernels`, never FULL."""
        counters = self.state.counters
        goal = int(counters[kernels.STEPS]) + max_steps
        while True:
            self.status = self._run(goal - int(counters[kernels.STEPS]))
            if self.status == kernels.FULL:
                self._t = np.concatenate([self._t, np.empty_like(self._t)])
                self._x = np.concatenate([self._x, np.empty_like(self._x)])
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
        """Start a segment: its middle goes to p[0], and the slope before the break is forgotten."""
        if self._p.size:
            self._p[0] = 0.5 * (self.edges[self._index] + self.edges[self._index + 1])
        if self.on_segment is not None:
            self.on_segment(self._index, self._p)
        self._parameters.append(self._p.copy())
        if fresh:
            self.state.counters[kernels.SLOPE_KNOWN] = 0
            self.state.clock[kernels.MEMORY] = 1e-4

    def _run(self, max_steps: int) -> int:
        state, method = self.state, self._method
        w, k, h, work = self._buffers
        counters = state.counters
        counters[kernels.STEPS] -= self._first  # the store begins with this part of the run
        try:
            return kernels.advance(
                *(self.rhs.address, method.stage_terms.columns, method.stage_terms.weights, method.nodes),
                *(method.error_terms.columns, method.error_terms.weights, method.last),
                *(state.x, state.slope, state.clock, counters, self._atol, self._settings),
                *(w, self._p, self.edges[self._index + 1], max_steps, self.quaternions),
                *(closure_of(self.rhs)),
                *(self._t, self._x, k, h, work),
            )
        finally:
            counters[kernels.STEPS] += self._first

    def steps(self, status: str = "") -> Steps:
        """All points so far; `status` replaces the word for the present one."""
        count = self._taken
        ends = [*self._ends, count]
        segment = np.zeros(count, dtype=np.int64)
        for number, begin in enumerate(self._ends, start=1):
            segment[begin : ends[number]] = number
        failed = self.status in (kernels.TOO_SMALL, kernels.NOT_FINITE)
        return Steps(
            self._t[: count + 1].copy(),
            self._x[: count + 1].copy(),
            segment,
            np.array(self._parameters),
            self.quaternions,
            self.config,
            status or STATUS[self.status],
            int(self.state.counters[kernels.WORST]) if failed else -1,
            self.state.copy(),
        )


def integrate(
    rhs: RightHandSide,
    x0: Sequence[float] | np.ndarray,
    t0: float,
    t1: float,
    breaks: Sequence[float] | np.ndarray,
    p: np.ndarray,
    config: Explicit,
    on_progress: Callable[[Progress], bool | None] | None = None,
    on_segment: Callable[[int, np.ndarray], None] | None = None,
    *,
    quaternions: Sequence[int] = (),
    state: State | None = None,
) -> Steps:
    """Integrate from t0 to t1 in slices of about 50 ms, between which Ctrl+C works.

    `on_progress` may return False to stop; `on_segment(index, p)` may fill p for the segment about to begin. With
    `state` (of earlier `Steps`) the run goes on from there and x0 and t0 are not used. A run that fails is returned
    with its points up to the failure, not raised.
    """
    begin = state.copy() if state is not None else State.begin(x0, t0, config.first_step)
    run = Integration(rhs, begin, t1, breaks, p, config, quaternions=quaternions, on_segment=on_segment)
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


def replay(rhs: RightHandSide, steps: Steps, times: Sequence[float] | np.ndarray) -> np.ndarray:
    """States at times in any order, one row each, by dense output of the stored steps that hold them."""
    wanted = np.asarray(times, dtype=float)
    if wanted.size and not (wanted.min() >= steps.t[0] and wanted.max() <= steps.t[-1]):
        raise ValueError(f"times must be between {steps.t[0]:g} and {steps.t[-1]:g}")
    order = np.argsort(wanted, kind="stable")
    return _replay_sorted(rhs, steps, wanted[order])[np.argsort(order, kind="stable")]


def closed(rhs: RightHandSide, steps: Steps, times: np.ndarray, states: np.ndarray) -> np.ndarray:
    """States between steps brought back to closed loops, which the dense output meets only to the tolerance."""
    closure, freedoms, balls = closure_of(rhs)
    if closure == 0 or len(states) == 0:
        return states
    w, k, h, work = _buffers(rhs, METHODS[steps.config.method])
    padded, cell = np.zeros(k.shape[1]), np.zeros(1)
    segments = np.clip(np.searchsorted(steps.t, times, side="right") - 1, 0, len(steps.segment) - 1)
    for i, place in enumerate(segments):
        padded[: states.shape[1]] = states[i]
        cell[0] = times[i]
        p = steps.parameters[steps.segment[place]]
        kernels.close(rhs.address, closure, padded, w, p, cell, freedoms, balls, steps.quaternions, k, h, work)
        states[i] = padded[: states.shape[1]]
    return states


def quadrature_points(rhs: RightHandSide, steps: Steps, abscissae: Sequence[float] | np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Times (steps × abscissae) and states (steps × abscissae × n) at the same places, 0 to 1, of every step."""
    places = np.asarray(abscissae, dtype=float)
    begin, end = steps.t[:-1, None], steps.t[1:, None]
    times = np.where(places == 1.0, end, np.minimum(begin + places * (end - begin), end))
    states = _replay_sorted(rhs, steps, times.ravel())
    return times, states.reshape(*times.shape, steps.x.shape[1])


def _replay_sorted(rhs: RightHandSide, steps: Steps, times: np.ndarray) -> np.ndarray:
    """As `replay`, for sorted times; segment by segment because the parameters differ."""
    method = METHODS[steps.config.method]
    w, k, h, work = _buffers(rhs, method)
    states = np.empty((times.size, steps.x.shape[1]))
    edges = np.searchsorted(steps.segment, np.arange(len(steps.parameters) + 1))  # first step of each segment
    for number, p in enumerate(steps.parameters):
        first, last = edges[number], edges[number + 1]
        final = number == len(steps.parameters) - 1
        begin = np.searchsorted(times, steps.t[first])
        end = times.size if final else np.searchsorted(times, steps.t[last])
        if begin < end:
            kernels.replay(
                *(rhs.address, method.stage_terms.columns, method.stage_terms.weights, method.nodes),
                *(method.dense_terms.columns, method.dense_terms.weights, method.last),
                *(steps.t[first : last + 1], steps.x[first : last + 1], w, p, steps.quaternions),
                *(times[begin:end], states[begin:end], k, h, work),
            )
    return states


def closure_of(rhs: RightHandSide) -> tuple[int, np.ndarray, np.ndarray]:
    """Address of the closure function, pairs of position and speed states, balls; nothing for a tree."""
    nothing = np.zeros((0, 2), dtype=np.int64), np.zeros((0, 4), dtype=np.int64)
    return getattr(rhs, "closure", None) or (0, *nothing)


def _settings(method: Method, config: Explicit, span: float) -> np.ndarray:
    settings = np.zeros(kernels.SETTINGS_SIZE)
    settings[kernels.RTOL], settings[kernels.MAX_STEP] = config.rtol, config.max_step
    settings[kernels.MIN_STEP] = 1e-15 * span
    settings[kernels.EXPONENT], settings[kernels.BETA] = method.exponent, method.memory
    settings[kernels.SMALLEST], settings[kernels.LARGEST] = method.smallest_factor, method.largest_factor
    settings[kernels.ORDER] = method.order
    return settings


def _buffers(rhs: RightHandSide, method: Method) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """w, stages, h and work; never empty, so that every pointer is good."""
    sizes = (max(1, rhs.input_sizes[1]), max(1, rhs.output_sizes[1]), max(1, rhs.work_size))
    w, h, work = (np.zeros(size) for size in sizes)
    return w, np.zeros((method.nodes.size, _padded(rhs.input_sizes[0]))), h, work


def _padded(size: int) -> int:
    """Length of a row of stages."""
    return max(1, -(-size // kernels.BLOCK)) * kernels.BLOCK


def _check(rhs: RightHandSide, x: np.ndarray, p: np.ndarray) -> None:
    """Wrong sizes would be a crash inside machine code: refuse them here."""
    size = x.size
    if len(rhs.input_sizes) != 4 or len(rhs.output_sizes) != 2 or rhs.input_sizes[3] != 1:
        raise ValueError("the right-hand side must be (x, w, p, t) -> (dx, h)")
    if rhs.input_sizes[0] != size or rhs.output_sizes[0] != size:
        raise ValueError(f"the model has {rhs.input_sizes[0]} states and {rhs.output_sizes[0]} rates, x0 has {size}")
    if np.asarray(p).size != rhs.input_sizes[2]:
        raise ValueError(f"the model has {rhs.input_sizes[2]} parameters, p has {np.asarray(p).size}")
