"""The contract of all integrators: the problem, the state, the steps, and the arguments of callbacks.

(1) A configuration never changes. (2) All that changes is in `SolverState`, which can be copied (branch), pickled (save) and
continued: the continuation has the same bits as a run that was never stopped. (3) Accepted points are the run; everything between
them is recomputed by `Steps.replay`. (4) The integrator stops at every break, where `p[0]`, the segment time, changes to the
middle of the next smooth segment, at every tick of a clock, where something may be sampled, and at every event, where a guard
becomes negative. There `on_switch` may change p and x; a changed x is a second point at the same time.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar, Protocol, Self

import numpy as np

from mars.clocks import NEVER, Breaks, Ticks
from mars.errors import MarsError
from mars.solvers import abi

ENDLESS, STIFF = 6, 7  # further codes, in addition to those of the kernels
STATUS = {
    abi.FINISHED: "finished",
    abi.PAUSED: "paused",
    abi.TOO_SMALL: "step too small",
    abi.NOT_FINITE: "not finite",
    ENDLESS: "switching without end",
    STIFF: "stiff",
}
MEMORY_AT_START = 1e-4  # error of the fictitious step before the first: Hairer's facold


class RightHandSide(Protocol):
    """The required interface of `mars.machine.Native`: inputs x, w, p, t; outputs dx, h.

    It may have a `closure` (`mars.machine.constraint_packing.Closing`), required if h is not empty, and `guards`, machine code of
    (x, [w; dx], p, t) -> (g, g'): the current parameters are valid as long as all g ≥ 0; with their `bounds`
    (`mars.machine.range_code.Bounds`) nothing is missed inside a step.
    """

    @property
    def address(self) -> int: ...
    @property
    def work_size(self) -> int: ...
    @property
    def input_sizes(self) -> tuple[int, ...]: ...
    @property
    def output_sizes(self) -> tuple[int, ...]: ...


Lanes = RightHandSide | Callable[[], RightHandSide | None]
Motions = tuple[np.ndarray, np.ndarray]  # (position, speed) and (first of a quaternion, its three speeds), as state indices


@dataclass(frozen=True)
class InitialValueProblem:
    """An initial-value problem with its callbacks; the same for all methods.

    `on_segment(index, p)` may fill p for the segment about to start; `on_switch(integrator)` is called at the start, at breaks,
    samples and events, and may change `integrator.switch`. With a `state` (of earlier `Steps`) the run continues from there and
    x0 and t0 are not used; modes continue if p is the last row of its parameters.
    """

    rhs: RightHandSide
    x0: Sequence[float] | np.ndarray
    t0: float
    t1: float
    breaks: Breaks | Sequence[float] | np.ndarray
    p: np.ndarray
    state: SolverState | None = None
    quaternions: Sequence[int] | np.ndarray = ()  # index of the first element of each
    ticks: Ticks = NEVER
    on_segment: Callable[[int, np.ndarray], None] | None = None
    on_switch: Callable[[Any], None] | None = None
    first_switch: str = "start"  # kind of the first switch: start, or break if a run continues after a change
    lanes: Lanes | None = None  # the same function compiled with lanes=4, or a factory of it: for Jacobians of implicit methods
    motions: Motions | None = None  # `mars.model.compiled.closing_states` for Newmark; None: those of the closure

    def compiled_lanes(self) -> RightHandSide | None:
        return self.lanes() if callable(self.lanes) else self.lanes


class Config(Protocol):
    """Common interface of all configurations."""

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
    def integrator(self, problem: InitialValueProblem) -> Integrator: ...


def check_config(config: Config) -> None:
    if not config.rtol >= 0 or not np.all(np.asarray(config.atol) > 0) or not config.max_step > 0:
        raise ValueError("tolerances and the largest step must be positive")


def about_steps(config: Config, states: int, parameters: int) -> dict[str, Any]:
    """Metadata needed to read stored steps, as plain data (JSON has no infinity)."""
    values = {name: value if value != np.inf else None for name, value in vars(config).items()}
    return {"method": config.method, "config": values, "states": states, "parameters": parameters}


@dataclass
class SolverState:
    """The current point of a run: time, states, step size and controller memory, counters."""

    x: np.ndarray
    slope: np.ndarray
    clock: np.ndarray
    counters: np.ndarray
    start: float  # of the whole run, to recover the segments

    @classmethod
    def begin(cls, x0: Sequence[float] | np.ndarray, t0: float, first_step: float = 0.0) -> SolverState:
        x = np.array(x0, dtype=float)
        counters = np.zeros(abi.COUNTERS_SIZE, dtype=np.int64)
        return cls(x, np.zeros(x.size), np.array([t0, first_step, MEMORY_AT_START]), counters, float(t0))

    def copy(self) -> Self:
        return replace(self, **{name: part.copy() for name, part in vars(self).items() if isinstance(part, np.ndarray)})

    @property
    def t(self) -> float:
        return float(self.clock[abi.TIME])


@dataclass(frozen=True)
class Progress:
    """Argument of the progress callback."""

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
    """Argument of `on_switch`, which may change x and p in place."""

    kind: str  # start, break, sample, event
    t: float
    x: np.ndarray
    p: np.ndarray
    guards: list[int]  # negative, or zero and decreasing; only for events


@dataclass(frozen=True)
class Steps(ABC):
    """The run: points (t, x); step k leads from point k to point k + 1 with the parameters of its segment.

    A step of length zero is a jump; at its time the later point counts.
    """

    t: np.ndarray
    x: np.ndarray
    segment: np.ndarray  # of each step
    parameters: np.ndarray  # one row for each segment
    quaternions: np.ndarray
    config: Config
    status: str  # finished, stopped, paused, step too small, not finite, switching without end
    worst: int  # the state that caused a failure, else −1
    state: SolverState = field(repr=False)

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
        """The methods used, with their start times."""
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
        """The first `count` steps (at least one), as a run that was stopped there."""
        state = SolverState.begin(self.x[count], float(self.t[count]))
        state.start, state.counters[abi.STEPS] = self.state.start, count
        points = {"t": self.t[: count + 1], "x": self.x[: count + 1], "segment": self.segment[:count]}
        parameters = self.parameters[: self.segment[count - 1] + 1]
        return replace(self, **points, parameters=parameters, status="stopped", worst=-1, state=state)

    def replay(self, rhs: RightHandSide, times: Sequence[float] | np.ndarray) -> np.ndarray:
        """States at times in any order, one row each, by dense output of the stored steps."""
        wanted = np.asarray(times, dtype=float)
        if wanted.size and not (wanted.min() >= self.t[0] and wanted.max() <= self.t[-1]):
            raise ValueError(f"times must be between {self.t[0]:g} and {self.t[-1]:g}")
        order = np.argsort(wanted, kind="stable")
        return self._replay_sorted(rhs, wanted[order])[np.argsort(order, kind="stable")]

    @abstractmethod
    def _replay_sorted(self, rhs: RightHandSide, times: np.ndarray) -> np.ndarray: ...

    def segments_at(self, times: np.ndarray) -> np.ndarray:
        """Rows of `parameters` at times; at a switch those after it."""
        number = np.searchsorted(self.t, times, side="right") - 1
        behind = np.append(self.segment, len(self.parameters) - 1)
        return behind[np.clip(number, 0, len(self.segment))]


class Integrator(Protocol):
    """A run in progress: `advance` takes a few steps, `steps` returns those taken so far."""

    @property
    def state(self) -> SolverState: ...
    @property
    def end(self) -> float: ...
    @property
    def status(self) -> int: ...
    def keep_in(self, folder: Path) -> None: ...
    def advance(self, max_steps: int) -> int: ...
    def steps(self, status: str = "") -> Steps: ...
    def steps_from(self, t: float) -> Steps: ...


class IntegrationError(MarsError):
    """`on_switch` failed; `steps` were computed before that, `cause` is the exception."""

    def __init__(self, steps: Steps, cause: MarsError):
        super().__init__(cause.message)
        self.steps, self.cause = steps, cause
