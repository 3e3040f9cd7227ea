"""The common part of all methods: segments between breaks, samples, events, points, slices and progress.

steps = integrate(native, x0, 0.0, 10.0, breaks, p, Explicit("rk8", rtol=1e-8, atol=1e-10))
states = steps.replay(native, times)
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from mars.clocks import Breaks
from mars.errors import MarsError
from mars.solvers import abi, addresses
from mars.solvers.addresses import buffers
from mars.solvers.contract import (
    ENDLESS,
    STATUS,
    Config,
    InitialValueProblem,
    IntegrationError,
    Integrator,
    Progress,
    RightHandSide,
    SolverState,
    Steps,
    Switch,
    about_steps,
)
from mars.solvers.guard_bounds import falls_between
from mars.solvers.jacobian import LANES
from mars.solvers.locate_event import SHORT, GuardSample, RefusedStep
from mars.solvers.step_store import FileStore, Store

SLICE = 0.05  # seconds between checks for Ctrl+C and calls of the progress callback
FIRST_SLICE = 32  # steps, before their duration is known
LARGEST_GROWTH = 16.0  # of a slice from one to the next
MAX_EVENTS = 1000  # at one time, before the run is aborted
NO_LIMIT = 2**31  # steps: unlimited


def integrate(
    rhs: RightHandSide,
    x0: Sequence[float] | np.ndarray,
    t0: float,
    t1: float,
    breaks: Breaks | Sequence[float] | np.ndarray,
    p: np.ndarray,
    config: Config,
    on_progress: Callable[[Progress], bool | None] | None = None,
    on_segment: Callable[[int, np.ndarray], None] | None = None,
    **options: Any,
) -> Any:
    """Integrate from t0 to t1 by the method of `config`; `options` are further fields of `InitialValueProblem`.

    `on_progress` may return False to stop. A run that fails is returned with its points up to the failure, not raised; if
    `on_switch` raises a MarsError, the IntegrationError contains them.
    """
    problem = InitialValueProblem(rhs, x0, t0, t1, breaks, p, on_segment=on_segment, **options)
    return drive(config.integrator(problem), on_progress)


def drive(integrator: Integrator, on_progress: Callable[[Progress], bool | None] | None) -> Steps:
    """Advance in slices of about 50 ms, between which Ctrl+C works and `on_progress` may return False to stop."""
    amount, state = FIRST_SLICE, integrator.state
    while True:
        clock = time.perf_counter()
        status = integrator.advance(amount)
        elapsed = time.perf_counter() - clock
        if integrator.state is not state:  # another method has taken over, whose steps may take longer
            amount, elapsed, state = FIRST_SLICE, SLICE, integrator.state
        if on_progress is not None:
            taken, rejected = int(state.counters[abi.STEPS]), int(state.counters[abi.REJECTED])
            wanted = on_progress(Progress(state.t, state.start, integrator.end, taken, rejected))
            if wanted is False and status == abi.PAUSED:
                return integrator.steps("stopped")
        if status != abi.PAUSED:
            return integrator.steps()
        amount = max(1, int(amount * min(LARGEST_GROWTH, SLICE / max(elapsed, 1e-9))))


class MethodIntegrator(ABC):
    """A run by one method: `advance` takes a few steps, `steps` returns those taken so far."""

    ROOM: ClassVar = 1024  # initial number of points in the store

    def __init__(self, problem: InitialValueProblem, config: Any):
        self.rhs, self.config = problem.rhs, config
        self.state: Any = self._start_state(problem)
        state, t1 = self.state, problem.t1
        check_sizes(problem.rhs, state.x, problem.p)
        self.on_segment, self.on_switch, self._first_switch = problem.on_segment, problem.on_switch, problem.first_switch
        self.switch: Switch | None = None  # during `on_switch`
        self.end = max(t1, state.start)
        self._breaks = Breaks.of(problem.breaks)
        self._ticks, self._tick = problem.ticks, problem.ticks.after(state.t)
        self.status = abi.PAUSED
        self.quaternions = np.array(problem.quaternions, dtype=np.int64)
        self.buffers = buffers(problem.rhs)
        self._p = np.array(problem.p, dtype=float)
        self._first = int(state.counters[abi.STEPS])  # points before this one belong to an earlier part of the run
        self._kept = Store(self._shapes, self.ROOM)
        self._store_start()
        self._segment = -1  # number of the current smooth segment in this part of the run
        self._begin_segment()
        self._idle = 0  # events since the last step

    def keep_in(self, folder: Path) -> None:
        """Keep the points in files of an existing empty folder; call before the first step."""
        self._kept = FileStore(self._shapes, folder, about_steps(self.config, self.state.x.size, self._p.size))
        self._store_start()

    def _store_start(self) -> None:
        self._store[0][0], self._store[1][0] = self.state.t, self.state.x

    @property
    def _shapes(self) -> list[tuple[int, ...]]:
        return [(), (self.state.x.size,), *self._more_columns()]

    @property
    def _store(self) -> list[np.ndarray]:
        return self._kept.columns

    @property
    def _ends(self) -> list[int]:
        return self._kept.ends

    @property
    def _parameters(self) -> list[np.ndarray]:
        return self._kept.parameters

    # Implemented by each method.

    @abstractmethod
    def _start_state(self, problem: InitialValueProblem) -> SolverState:
        """A copy of the problem's state, or a new one at its start."""

    def _more_columns(self) -> list[tuple[int, ...]]:
        """Shapes of the data stored besides t and x of each point."""
        return []

    @abstractmethod
    def _march(self, t_stop: float, max_steps: int, *, guarded: bool) -> int:
        """Take steps by the kernel; counters[STEPS] is the current row of the store."""

    @abstractmethod
    def _probe(self, t: float) -> None:
        """Put the guards at a time within the refused step into the buffers."""

    def _before(self, t: float) -> float | None:
        """A time before the event located at t from which it is located more accurately; None if that is not needed."""
        return None

    def _restart(self) -> None:
        """Choose the first step behind a switch."""
        return

    @abstractmethod
    def _forget(self, *, laws: bool) -> None:
        """Reset the controller after a switch; after a sample the laws are unchanged, and the step is kept."""

    @abstractmethod
    def steps(self, status: str = "", since: int = 0) -> Steps:
        """All points so far, or those from an index on; `status` overrides the current status."""

    def steps_from(self, t: float) -> Steps:
        """The steps from the one that contains a time on: all that dense output needs there."""
        first = int(np.searchsorted(self._store[0][: self._taken + 1], t, side="right")) - 1
        return self.steps(since=max(0, min(first, self._taken - 1)))

    # The course of a run.

    def advance(self, max_steps: int) -> int:
        """Take at most `max_steps` further steps (one more if a switch makes a jump); returns a code of `STATUS`."""
        counters = self.state.counters
        goal = int(counters[abi.STEPS]) + max_steps
        if not self._parameters:
            self._begin()
        while True:
            self.status = self._run(self._stop, goal - int(counters[abi.STEPS]))
            if self.status == abi.FULL:
                self._kept.grow()
            elif self.status == abi.EVENT:
                self.status = self._event()
                if self.status != abi.PAUSED:
                    return self.status
            elif self.status == abi.FINISHED and self.state.t < self.end:
                self._idle = 0
                at_edge = self.state.t == self._edge
                if at_edge:
                    self._begin_segment()
                self._tick = self._ticks.after(self.state.t)
                self._enter("break" if at_edge else "sample")
            else:
                return self.status

    @property
    def _stop(self) -> float:
        """The latest end of the current steps."""
        return min(self._edge, self._tick)

    def _begin_segment(self) -> None:
        """A smooth segment ends at the next break or at the end of the run."""
        t = self.state.t
        following = self._breaks.after(t, self.end)
        self._edge = min(self._ticks.nearest(following), self.end) if following < self.end else self.end
        self._inside = 0.5 * (t + self._edge)
        self._segment += 1

    def go_to(self, t: float) -> int:
        """Step to a time with the current parameters, ignoring the guards: it is known that nothing switches."""
        self._kept.begin_segment(self._p)
        while (status := self._run(t, NO_LIMIT, guarded=False)) == abi.FULL:
            self._kept.grow()
        self.status = status
        return status

    @property
    def _taken(self) -> int:
        return int(self.state.counters[abi.STEPS]) - self._first

    def _begin(self) -> None:
        """Start the first segment of this part of the run. A run that stopped at a break or a tick continues after it, if it is
        not there yet; a tick at which nothing changed cannot be distinguished from one still to come, and again changes nothing.
        """
        known = bool(self.state.counters[abi.SLOPE_KNOWN])
        at_break = self.state.t > self.state.start and self._breaks.at(self.state.t)
        if known and (at_break or self._ticks.at(self.state.t)):
            self._enter("break" if at_break else "sample")
        else:
            self._enter("resumed" if self._first or known else self._first_switch)

    def _enter(self, kind: str, guards: Sequence[int] = ()) -> None:
        """Start a segment: its middle goes to p[0]; the callbacks may change p and, with a jump, x. A sample that changes nothing
        does not start one."""
        state, x, before = self.state, self.state.x.copy(), self._p.copy()
        if self._p.size:
            self._p[0] = self._inside
        if self.on_segment is not None and kind not in ("event", "sample"):
            self.on_segment(self._segment, self._p)
        if kind in ("break", "event"):
            self._forget(laws=True)
        if kind != "resumed" and self.on_switch is not None:
            self._ask(self.on_switch, Switch(kind, state.t, x, self._p, list(guards)))
        jumps = _differ(x, state.x)
        if kind == "sample":
            if jumps or _differ(self._p, before):
                self._forget(laws=jumps)
            elif self._parameters:
                return
        if self._parameters:
            self._kept.end_segment(self._taken)
        self._kept.begin_segment(self._p)
        if jumps:
            self._jump(x)
        if kind in ("break", "event"):
            self._restart()

    def _ask(self, on_switch: Callable[[Any], None], switch: Switch) -> None:
        self.switch = switch
        try:
            on_switch(self)
        except MarsError as error:
            if not self._parameters:
                self._kept.begin_segment(self._p)
            raise IntegrationError(self.steps("stopped"), error) from error

    def _jump(self, x: np.ndarray) -> None:
        """A second point at the same time: a step of length zero."""
        state = self.state
        state.x[:] = x
        state.counters[abi.STEPS] += 1
        if self._taken == len(self._store[0]):
            self._kept.grow()
        self._store[0][self._taken], self._store[1][self._taken] = state.t, x
        for column in self._store[2:]:
            column[self._taken - 1] = 0.0
        self._kept.count(self._taken)

    def _event(self) -> int:
        """After a refused step: find where in it a guard becomes negative, step there, switch. PAUSED: the run can continue."""
        state, made = self.state, self.buffers
        count = int(made.plan[addresses.GUARD_COUNT])
        begin, end = (GuardSample.of(row.copy(), count) for row in made.guards)

        def probe(t: float) -> GuardSample:
            self._probe(t)
            return GuardSample.of(made.guards[1].copy(), count)

        def may_fall(a: GuardSample, b: GuardSample) -> bool:
            return falls_between(self.rhs.address, a.row, b.row, made.w, self._p, made.h, made.work, made.plan)

        first = int(made.plan[addresses.SAMPLED])
        sampled = made.plan[first : first + count] != 0
        found = RefusedStep(probe, may_fall, sampled).locate(begin, end)
        before = self._before(found.t) if found is not None and found.t - state.t > SHORT * np.spacing(abs(found.t)) else None
        if before is not None:
            self._idle = 0
            status = self._run(before, 1, guarded=False)
            return abi.PAUSED if status == abi.FINISHED else status
        if found is None or found.t > state.t:
            status = self._run(self._stop if found is None else found.t, 1, guarded=False)
            self._idle = 0
            if found is None or state.t != found.t:  # no event, or the step was refused for another reason: check again
                return abi.PAUSED if status == abi.FINISHED else status
        self._idle += 1
        if self._idle > MAX_EVENTS:
            return ENDLESS
        state.counters[abi.EVENTS] += 1
        self._enter("event", found.guards)
        return abi.PAUSED

    def _run(self, t_stop: float, max_steps: int, *, guarded: bool = True) -> int:
        counters = self.state.counters
        counters[abi.STEPS] -= self._first  # the store starts with this part of the run
        try:
            return self._march(t_stop, max_steps, guarded=guarded)
        finally:
            counters[abi.STEPS] += self._first
            self._kept.count(self._taken)

    def _results(self, status: str, since: int) -> dict[str, Any]:
        """The fields of `Steps`."""
        count, first = self._taken, bisect_right(self._ends, since) if since else 0
        failed = self.status in (abi.TOO_SMALL, abi.NOT_FINITE)
        segment = np.searchsorted(self._ends[first:], np.arange(since, count), side="right").astype(np.int64)
        return {
            "t": self._store[0][since : count + 1],
            "x": self._store[1][since : count + 1],
            "segment": segment,
            "parameters": np.array(self._parameters[first:]).reshape(-1, self._p.size),
            "quaternions": self.quaternions,
            "config": self.config,
            "status": status or STATUS.get(self.status, "stopped"),  # at an event whose switch failed
            "worst": int(self.state.counters[abi.WORST]) if failed else -1,
            "state": self.state.copy(),
        }


def _differ(a: np.ndarray, b: np.ndarray) -> bool:
    return bool((a != b).any()) and not np.array_equal(a, b, equal_nan=True)


def check_sizes(rhs: RightHandSide, x: np.ndarray, p: np.ndarray) -> None:
    """Wrong sizes would crash inside machine code: refuse them here."""
    size = x.size
    if len(rhs.input_sizes) != 4 or len(rhs.output_sizes) != 2 or rhs.input_sizes[3] != 1:
        raise ValueError("the right-hand side must be (x, w, p, t) -> (dx, h)")
    if rhs.input_sizes[0] != size or rhs.output_sizes[0] != size:
        raise ValueError(f"the model has {rhs.input_sizes[0]} states and {rhs.output_sizes[0]} rates, x0 has {size}")
    if np.asarray(p).size != rhs.input_sizes[2]:
        raise ValueError(f"the model has {rhs.input_sizes[2]} parameters, p has {np.asarray(p).size}")
    m, closing, guards = rhs.input_sizes[1], getattr(rhs, "closure", None), getattr(rhs, "guards", None)
    if m and (closing is None or closing.order.size != m or rhs.output_sizes[1] != closing.length):
        raise ValueError("a right-hand side with multipliers needs its closure")
    if guards is not None and guards.input_sizes != (size, m + size, rhs.input_sizes[2], 1):
        raise ValueError("guards must be (x, [w; dx], p, t) -> (g, g')")


def check_lanes(rhs: RightHandSide, lanes: RightHandSide | None) -> None:
    """The same for the function in lanes."""
    sizes = (*rhs.input_sizes, *rhs.output_sizes)
    if lanes is not None and (*lanes.input_sizes, *lanes.output_sizes) != tuple(LANES * n for n in sizes):
        raise ValueError("the function in lanes is another one")
