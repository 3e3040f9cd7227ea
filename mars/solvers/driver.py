"""The course of a run, the same for all methods: segments between breaks, samples, events, the points, slices and progress.

Contract. (1) A configuration never changes. (2) All that changes is in `State`, which can be copied (branch), pickled (save) and
continued: the continuation has the same bits as a run that was never stopped. (3) Accepted points are the run; everything between
them is made again by `replay`. (4) The integrator stops at every break, where `p[0]`, the segment time, changes to the middle of
the next smooth stretch, at every tick of a clock, where something may be sampled, and at every event, where a guard becomes
negative. There `on_switch` may change p and x; a changed x is a second point at the same time.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar, Protocol, Self

import numpy as np

from mars.clocks import NEVER, Ticks
from mars.solvers import abi
from mars.solvers.addresses import buffers
from mars.solvers.events import Sample, locate
from mars.solvers.projection import close
from mars.solvers.step_store import FileStore, Store

SLICE = 0.05  # seconds between two looks at the keyboard and the progress callback
PATIENCE = 1000  # events at one time before the run is given up
MANY = 2**31  # steps: as many as it takes
ENDLESS, STIFF = 6, 7  # further codes, behind those of the kernels
STATUS = {
    abi.FINISHED: "finished",
    abi.PAUSED: "paused",
    abi.TOO_SMALL: "step too small",
    abi.NOT_FINITE: "not finite",
    ENDLESS: "switching without end",
    STIFF: "stiff",
}


class RightHandSide(Protocol):
    """What is needed of `mars.machine.Native`: inputs x, w, p, t; outputs dx, h.

    It may have a `closure` (`mars.machine.constraint_packing.Closing`), needed where h is not empty, and `guards`, machine code
    of (x, [w; dx], p, t) -> (g, g'): the run goes on with the present parameters as long as all g ≥ 0.
    """

    @property
    def address(self) -> int: ...
    @property
    def work_size(self) -> int: ...
    @property
    def input_sizes(self) -> tuple[int, ...]: ...
    @property
    def output_sizes(self) -> tuple[int, ...]: ...


class Config(Protocol):
    """What all configurations have."""

    @property
    def method(self) -> str: ...
    @property
    def rtol(self) -> float: ...
    @property
    def atol(self) -> float | tuple[float, ...]: ...
    @property
    def max_step(self) -> float: ...
    @property
    def first_step(self) -> float: ...


def check_config(config: Config) -> None:
    if not config.rtol >= 0 or not np.all(np.asarray(config.atol) > 0) or not config.max_step > 0:
        raise ValueError("tolerances and the largest step must be positive")


def about_steps(config: Config, states: int, parameters: int) -> dict[str, Any]:
    """What must be known of stored steps to read them, as plain data (JSON has no infinity)."""
    values = {name: value if value != np.inf else None for name, value in vars(config).items()}
    return {"method": config.method, "config": values, "states": states, "parameters": parameters}


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
        counters = np.zeros(abi.COUNTERS_SIZE, dtype=np.int64)
        return cls(x, np.zeros(x.size), np.array([t0, first_step, 1e-4]), counters, float(t0))

    def copy(self) -> Self:
        return replace(self, **{name: part.copy() for name, part in vars(self).items() if isinstance(part, np.ndarray)})

    @property
    def t(self) -> float:
        return float(self.clock[abi.TIME])


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
class Switch:
    """What `on_switch` is told, and may change: x and p in place."""

    kind: str  # start, break, sample, event
    t: float
    x: np.ndarray
    p: np.ndarray
    guards: list[int]  # negative, or zero and about to be; of events alone


@dataclass(frozen=True)
class Steps(ABC):
    """The run: points (t, x); step k goes from point k to point k + 1 with the parameters of its segment.

    A step of length zero is a jump; at its time the later point counts.
    """

    t: np.ndarray
    x: np.ndarray
    segment: np.ndarray  # of each step
    parameters: np.ndarray  # one row for each segment
    quaternions: np.ndarray
    config: Any
    status: str  # finished, stopped, paused, step too small, not finite, switching without end
    worst: int  # the state to blame for a failure, else −1
    state: State = field(repr=False)

    NAMES: ClassVar = {
        "steps": abi.STEPS,
        "rejected": abi.REJECTED,
        "evaluations": abi.EVALUATIONS,
        "events": abi.EVENTS,
    }

    @property
    def counters(self) -> dict[str, int]:
        return {name: int(self.state.counters[place]) for name, place in self.NAMES.items()}

    @property
    def methods(self) -> list[tuple[str, float]]:
        """Which method made the steps from which time on."""
        return [(self.config.method, float(self.t[0]))]

    def join(self, later: Steps) -> Steps:
        """This run and its continuation, by the same method, as one."""
        return replace(later, **self.points_with(later))

    def points_with(self, later: Steps) -> dict[str, np.ndarray]:
        """Points and parameters of this run and of its continuation."""
        return {
            "t": np.concatenate([self.t, later.t[1:]]),
            "x": np.concatenate([self.x, later.x[1:]]),
            "segment": np.concatenate([self.segment, later.segment + len(self.parameters)]),
            "parameters": np.concatenate([self.parameters, later.parameters]),
        }

    def first(self, count: int) -> Self:
        """The first steps alone, of which there is at least one, as a run that was stopped there."""
        state = State.begin(self.x[count], float(self.t[count]))
        state.start, state.counters[abi.STEPS] = self.state.start, count
        points = {"t": self.t[: count + 1], "x": self.x[: count + 1], "segment": self.segment[:count]}
        parameters = self.parameters[: self.segment[count - 1] + 1]
        return replace(self, **points, parameters=parameters, status="stopped", worst=-1, state=state)

    def replay(self, rhs: RightHandSide, times: Sequence[float] | np.ndarray) -> np.ndarray:
        """States at times in any order, one row each, by dense output of the stored steps that hold them."""
        wanted = np.asarray(times, dtype=float)
        if wanted.size and not (wanted.min() >= self.t[0] and wanted.max() <= self.t[-1]):
            raise ValueError(f"times must be between {self.t[0]:g} and {self.t[-1]:g}")
        order = np.argsort(wanted, kind="stable")
        return self._replay_sorted(rhs, wanted[order])[np.argsort(order, kind="stable")]

    @abstractmethod
    def _replay_sorted(self, rhs: RightHandSide, times: np.ndarray) -> np.ndarray: ...

    def segments_at(self, times: np.ndarray) -> np.ndarray:
        """Rows of `parameters` at times; at a switch those behind it."""
        number = np.searchsorted(self.t, times, side="right") - 1
        behind = np.append(self.segment, len(self.parameters) - 1)
        return behind[np.clip(number, 0, len(self.segment))]


def closed(rhs: RightHandSide, steps: Steps, times: np.ndarray, states: np.ndarray) -> np.ndarray:
    """States between steps brought back to closed gaps, which the dense output meets only to the tolerance."""
    if not (rhs.input_sizes[1] or getattr(rhs, "torn", None)) or len(states) == 0:
        return states
    made = buffers(rhs)
    states, times = np.ascontiguousarray(states), np.ascontiguousarray(times, dtype=float)
    close(
        *(rhs.address, states, steps.parameters, steps.segments_at(times), times, made.w),
        *(steps.quaternions, made.plan, made.h, made.work, np.zeros(states.shape[1])),
    )
    return states


class Integration(ABC):
    """A run in the making: `advance` takes a few steps, `steps` gives what there is."""

    ROOM: ClassVar = 1024  # points that the store begins with

    def __init__(
        self,
        rhs: RightHandSide,
        state: Any,
        t1: float,
        breaks: Sequence[float] | np.ndarray,
        p: np.ndarray,
        config: Any,
        *,
        quaternions: Sequence[int] = (),
        on_segment: Callable[[int, np.ndarray], None] | None = None,
        on_switch: Callable[[Any], None] | None = None,
        ticks: Ticks = NEVER,
        entering: str = "start",
    ):
        """`entering` is what `on_switch` is told where a run begins: start, or break where it goes on after a change."""
        check_sizes(rhs, state.x, p)
        self.rhs, self.state, self.config = rhs, state, config
        self.on_segment, self.on_switch, self._entering = on_segment, on_switch, entering
        self.switch: Switch | None = None  # while `on_switch` is asked
        inside = [b for b in ticks.joined([float(b) for b in breaks]) if state.start < b < t1]
        self.edges = np.array([state.start, *inside, max(t1, state.start)])
        self._ticks, self._tick = ticks, ticks.after(state.t)
        self.status = abi.PAUSED
        self.quaternions = np.array(quaternions, dtype=np.int64)
        self.buffers = buffers(rhs)
        self._p = np.array(p, dtype=float)
        self._first = int(state.counters[abi.STEPS])  # points before this one belong to an earlier part of the run
        self._kept = Store(self._shapes, self.ROOM)
        self._store_start()
        self._index = min(max(bisect_right(self.edges, state.t) - 1, 0), self.edges.size - 2)
        self._idle = 0  # events since the last step

    def keep_in(self, folder: Path) -> None:
        """Keep the points in files of an existing empty folder; before the first step."""
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

    # What a method gives.

    def _more_columns(self) -> list[tuple[int, ...]]:
        """Shapes of what is stored besides t and x of each point."""
        return []

    @abstractmethod
    def _march(self, t_stop: float, max_steps: int, *, guarded: bool) -> int:
        """Steps as the kernel takes them; counters[STEPS] is the present row of the store."""

    @abstractmethod
    def _probe(self, t: float) -> None:
        """Leave the guards at a time within the refused step in the buffers."""

    @abstractmethod
    def _forget(self, *, laws: bool) -> None:
        """Forget what the controller knows from before a switch; after a sample the laws are as before, and so is the step."""

    @abstractmethod
    def steps(self, status: str = "", since: int = 0) -> Steps:
        """All points so far, or those from a number on; `status` replaces the word for the present one."""

    def steps_from(self, t: float) -> Steps:
        """The steps from the one that holds a time on: all that dense output needs there."""
        first = int(np.searchsorted(self._store[0][: self._taken + 1], t, side="right")) - 1
        return self.steps(since=max(0, min(first, self._taken - 1)))

    # The course.

    def advance(self, max_steps: int) -> int:
        """At most `max_steps` further steps (one more where a switch makes a jump); a code of `STATUS`."""
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
            elif self.status == abi.FINISHED and self.state.t < self.edges[-1]:
                self._idle = 0
                at_edge = self.state.t == self.edges[self._index + 1]
                self._index += at_edge
                self._tick = self._ticks.after(self.state.t)
                self._enter("break" if at_edge else "sample")
            else:
                return self.status

    @property
    def _stop(self) -> float:
        """Where the present steps end at the latest."""
        return min(float(self.edges[self._index + 1]), self._tick)

    def go_to(self, t: float) -> int:
        """Steps to a time with the present parameters, no matter what the guards say: it is known that nothing switches."""
        self._kept.begin_segment(self._p)
        while (status := self._run(t, MANY, guarded=False)) == abi.FULL:
            self._kept.grow()
        self.status = status
        return status

    @property
    def _taken(self) -> int:
        return int(self.state.counters[abi.STEPS]) - self._first

    def _begin(self) -> None:
        """The first segment of this part of the run. One that stopped at a break or a tick goes on behind it, if it is not there
        yet; a tick at which nothing changed is not told from one that is to come, and changes nothing again."""
        known = bool(self.state.counters[abi.SLOPE_KNOWN])
        at_break = self._index > 0 and self.state.t == self.edges[self._index]
        if known and (at_break or self._ticks.at(self.state.t)):
            self._enter("break" if at_break else "sample")
        else:
            self._enter("resumed" if self._first or known else self._entering)

    def _enter(self, kind: str, guards: Sequence[int] = ()) -> None:
        """Start a segment: its middle goes to p[0]; whoever is asked may change p and, with a jump, x. A sample that changes
        nothing starts none."""
        state, x, before = self.state, self.state.x.copy(), self._p.copy()
        if self._p.size:
            self._p[0] = 0.5 * (self.edges[self._index] + self.edges[self._index + 1])
        if self.on_segment is not None and kind not in ("event", "sample"):
            self.on_segment(self._index, self._p)
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

    def _ask(self, on_switch: Callable[[Any], None], switch: Switch) -> None:
        self.switch = switch
        try:
            on_switch(self)
        except Exception as error:
            if not self._parameters:
                self._kept.begin_segment(self._p)
            if getattr(error, "steps", None) is None:
                error.steps = self.steps("stopped")  # pyright: ignore[reportAttributeAccessIssue]
            raise

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
        """After a refused step: find where in it a guard becomes negative, go there, switch. PAUSED: the run can go on."""
        state, guards = self.state, self.buffers.guards
        begin = Sample(state.t, *guards[:2].copy())
        end = Sample(float(self._store[0][self._taken + 1]), *guards[2:].copy())

        def probe(t: float) -> Sample:
            self._probe(t)
            return Sample(t, *guards[2:].copy())

        found = locate(probe, begin, end)
        if found is None or found.t > state.t:
            status = self._run(self._stop if found is None else found.t, 1, guarded=False)
            self._idle = 0
            if found is None or state.t != found.t:  # no event; or a step that was refused on the way: look again
                return abi.PAUSED if status == abi.FINISHED else status
        self._idle += 1
        if self._idle > PATIENCE:
            return ENDLESS
        state.counters[abi.EVENTS] += 1
        self._enter("event", found.guards)
        return abi.PAUSED

    def _run(self, t_stop: float, max_steps: int, *, guarded: bool = True) -> int:
        counters = self.state.counters
        counters[abi.STEPS] -= self._first  # the store begins with this part of the run
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
            "status": status or STATUS.get(self.status, "stopped"),  # at an event whose switch was refused
            "worst": int(self.state.counters[abi.WORST]) if failed else -1,
            "state": self.state.copy(),
        }


def _differ(a: np.ndarray, b: np.ndarray) -> bool:
    return bool((a != b).any()) and not np.array_equal(a, b, equal_nan=True)


class Making(Protocol):
    """What can be advanced: an `Integration`, or several of them one after the other."""

    @property
    def state(self) -> State: ...
    @property
    def edges(self) -> np.ndarray: ...
    @property
    def status(self) -> int: ...
    def keep_in(self, folder: Path) -> None: ...
    def advance(self, max_steps: int) -> int: ...
    def steps(self, status: str = "") -> Steps: ...
    def steps_from(self, t: float) -> Steps: ...


def drive(run: Making, on_progress: Callable[[Progress], bool | None] | None) -> Any:
    """Advance in slices of about 50 ms, between which Ctrl+C works and `on_progress` may return False to stop."""
    amount, state = 32, run.state
    while True:
        clock = time.perf_counter()
        status = run.advance(amount)
        elapsed = time.perf_counter() - clock
        if run.state is not state:  # another method has taken over, whose steps may be dearer
            amount, elapsed, state = 32, SLICE, run.state
        if on_progress is not None:
            taken, rejected = int(state.counters[abi.STEPS]), int(state.counters[abi.REJECTED])
            go_on = on_progress(Progress(state.t, state.start, float(run.edges[-1]), taken, rejected))
            if go_on is False and status == abi.PAUSED:
                return run.steps("stopped")
        if status != abi.PAUSED:
            return run.steps()
        amount = max(1, int(amount * min(16.0, SLICE / max(elapsed, 1e-9))))


def check_sizes(rhs: RightHandSide, x: np.ndarray, p: np.ndarray) -> None:
    """Wrong sizes would be a crash inside machine code: refuse them here."""
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
