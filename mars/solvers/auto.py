"""The choice of the method left to the run: rk8 until it looks stiff, then Radau to the end.

steps = integrate_auto(native, x0, 0.0, 10.0, breaks, p, Automatic(rtol=1e-8, atol=1e-10), lanes=...)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

import numpy as np

from mars.solvers import abi, driver, explicit
from mars.solvers.driver import Progress, RightHandSide, State, Steps
from mars.solvers.step_store import writing

FIRST, LATER = 300, 300  # steps before stiffness is asked for, and between two such questions
RECENT = 50  # steps whose median is the usual step
QUICK = 0.3  # of the quickest mode's time: shorter steps have other reasons
MUCH = 1000  # steps still to go: less is not worth a change
FEW = 500  # steps for each event: Radau is dear where much switches
LU = 0.02  # evaluations for a step's share of decompositions, times the square of the number of states; measured


@dataclass(frozen=True)
class Automatic:
    """How to integrate. `stiff` are rtol and atol of Radau where they differ, because its steps are dearer."""

    rtol: float = 1e-6
    atol: float | tuple[float, ...] = 1e-9
    max_step: float = float("inf")
    first_step: float = 0.0  # 0: estimated
    stiff: tuple[float, float | tuple[float, ...]] | None = None

    method = "auto"

    def __post_init__(self) -> None:
        driver.check_config(self)


@dataclass(frozen=True)
class JoinedSteps(Steps):
    """Steps of several methods, one after the other; each part replays its own."""

    parts: tuple[Steps, ...]

    @classmethod
    def of(cls, parts: Sequence[Steps], config: Automatic) -> JoinedSteps:
        last = parts[-1]
        values: dict[str, Any] = {item.name: getattr(last, item.name) for item in fields(Steps)} | {"config": config}
        whole = cls(**values, parts=(last,))
        for part in reversed(parts[:-1]):
            whole = replace(whole, **part.points_with(whole), parts=(part, *whole.parts))
        return whole

    @property
    def counters(self) -> dict[str, int]:
        return self.parts[-1].counters

    @property
    def methods(self) -> list[tuple[str, float]]:
        found: list[tuple[str, float]] = []
        for method, t in (entry for part in self.parts for entry in part.methods):
            found += [(method, t)] if not found or found[-1][0] != method else []
        return found

    def join(self, later: Steps) -> JoinedSteps:
        more = later.parts if isinstance(later, JoinedSteps) else (later,)
        return JoinedSteps.of((*self.parts, *more), self.config)

    def _replay_sorted(self, rhs: RightHandSide, times: np.ndarray) -> np.ndarray:
        begins = [part.t[0] for part in self.parts]
        number = np.searchsorted(begins, times, side="right") - 1
        return np.concatenate([part.replay(rhs, times[number == i]) for i, part in enumerate(self.parts)])


def integrate_auto(
    rhs: RightHandSide,
    x0: Sequence[float] | np.ndarray,
    t0: float,
    t1: float,
    breaks: Sequence[float] | np.ndarray,
    p: np.ndarray,
    config: Automatic,
    on_progress: Callable[[Progress], bool | None] | None = None,
    on_segment: Callable[[int, np.ndarray], None] | None = None,
    *,
    quaternions: Sequence[int] = (),
    state: State | None = None,
    lanes: Callable[[], RightHandSide] | RightHandSide | None = None,
    on_switch: Callable[[Any], None] | None = None,
) -> JoinedSteps:
    """As `explicit.integrate`; `lanes` as for Radau, or a function that makes it when it is needed.

    `steps.methods` tells which method went on from which time. A run goes on from a Radau state with Radau.
    """
    more: dict[str, Any] = {"quaternions": quaternions, "on_segment": on_segment, "on_switch": on_switch}
    return driver.drive(prepare(rhs, x0, t0, t1, breaks, p, config, state=state, lanes=lanes, **more), on_progress)


def prepare(
    rhs: RightHandSide,
    x0: Sequence[float] | np.ndarray,
    t0: float,
    t1: float,
    breaks: Sequence[float] | np.ndarray,
    p: np.ndarray,
    config: Automatic,
    *,
    state: State | None = None,
    lanes: Callable[[], RightHandSide] | RightHandSide | None = None,
    **more: Any,
) -> Changing:
    """A run that has not begun, to be advanced; as `integrate_auto`."""

    def stiff(state: State, p: np.ndarray) -> driver.Integration:
        from mars.solvers import radau

        tolerances = config.stiff or (config.rtol, config.atol)
        wide, way = lanes() if callable(lanes) else lanes, radau.Radau(*tolerances, config.max_step, config.first_step)
        return radau.prepare(rhs, (), t0, t1, breaks, p, way, state=state, lanes=wide, **more)

    if state is not None and hasattr(state, "memory"):  # of Radau, which is compiled only when it is needed
        return Changing(stiff(state, p), stiff, config)
    begin = state.copy() if state is not None else State.begin(x0, t0, config.first_step)
    way = explicit.Explicit("rk8", config.rtol, config.atol, config.max_step, config.first_step)
    first = Attentive(rhs, begin, t1, breaks, p, way, **more)
    first.tolerance = (config.stiff or (config.rtol,))[0]
    return Changing(first, stiff, config)


class Changing:
    """rk8, and Radau from where it looks stiff: advances as an `Integration` does."""

    def __init__(self, first: driver.Integration, stiff: Callable[[State, np.ndarray], driver.Integration], config: Automatic):
        self.present, self._stiff, self.config = first, stiff, config
        self._done: list[Steps] = []
        self._folder: Path | None = None

    def keep_in(self, folder: Path) -> None:
        """As an `Integration`; each method has a folder of its own, numbered."""
        self._folder = folder
        self._keep_present()

    def _keep_present(self) -> None:
        if self._folder is not None:
            own = self._folder / str(len(self._done))
            with writing(self._folder):
                own.mkdir()
            self.present.keep_in(own)

    @property
    def state(self) -> State:
        return self.present.state

    @property
    def edges(self) -> np.ndarray:
        return self.present.edges

    @property
    def status(self) -> int:
        return self.present.status

    def advance(self, max_steps: int) -> int:
        """At most `max_steps` further steps, as an `Integration`; fewer where the method changes."""
        try:
            status = self.present.advance(max_steps)
        except Exception as error:
            if (steps := getattr(error, "steps", None)) is not None:
                error.steps = self._joined(steps)  # pyright: ignore[reportAttributeAccessIssue]
            raise
        if status != driver.STIFF:
            return status
        self._done.append(self.present.steps())
        self.present = self._stiff(self._done[-1].state, self._done[-1].parameters[-1])
        self._keep_present()
        return abi.PAUSED

    def steps(self, status: str = "") -> JoinedSteps:
        return self._joined(self.present.steps(status))

    def steps_from(self, t: float) -> JoinedSteps:
        last = self.present.steps_from(t)
        return self._joined(last) if self._done and t < last.t[0] else JoinedSteps.of((last,), self.config)

    def _joined(self, last: Steps) -> JoinedSteps:
        return JoinedSteps.of((*self._done, last), self.config)


class Attentive(explicit.Integration):
    """rk8 that asks, after so many steps of the whole run, whether it should be going on."""

    tolerance = 1e-8  # that Radau would have

    def advance(self, max_steps: int) -> int:
        counters = self.state.counters
        goal = int(counters[abi.STEPS]) + max_steps
        while True:
            taken = int(counters[abi.STEPS])
            due = FIRST + LATER * max(0, (taken - FIRST) // LATER + 1)
            status = super().advance(min(goal, due) - taken)
            if status == abi.PAUSED and counters[abi.STEPS] >= due and self._looks_stiff():
                self.status = driver.STIFF
                return self.status
            if status != abi.PAUSED or counters[abi.STEPS] >= goal:
                return status

    def _looks_stiff(self) -> bool:
        from mars.solvers import radau

        t, x = (column[: self._taken + 1][-RECENT - 1 :] for column in self._store[:2])
        moved = np.append(True, np.diff(t) > 0)
        t, x = t[moved], x[moved]
        if t.size < 3:
            return False
        step, radius = float(np.median(np.diff(t))), radau.spectral_radius(self.rhs, self.state.x, self._p, self.state.t)
        return radau.held_by_stability(step, radius) or (
            step * radius > QUICK
            and self.edges[-1] - self.state.t > MUCH * step
            and self.state.counters[abi.EVENTS] * FEW < self.state.counters[abi.STEPS]
            and self._would_be_cheaper(t, x, step, radius)
        )

    def _would_be_cheaper(self, t: np.ndarray, x: np.ndarray, step: float, radius: float) -> bool:
        """Whether the solution changes so much slower than the quickest mode that Radau's long steps pay.

        Quick modes that follow slow ones, as the currents of drives do, cost rk8 digits before they cost it stability.
        """
        slopes = np.diff(x, axis=0) / np.diff(t)[:, None]
        bends = np.abs(np.diff(slopes, axis=0) / np.diff(0.5 * (t[1:] + t[:-1]))[:, None]).max(axis=0)
        slopes, sizes = np.abs(slopes).max(axis=0), np.abs(x).max(axis=0)
        # ẍ/ẋ of what comes and goes, √(ẍ/x) of what swings and may be at its turning point.
        rate = float(np.max(bends / np.maximum(np.maximum(slopes, np.sqrt(bends * sizes)), 1e-300), initial=0.0))
        long = self.tolerance**0.2 / max(rate, 1e-300)  # a step of order 5
        return (7 + LU * x.shape[1] ** 2) / long < 0.5 * 12 / step
