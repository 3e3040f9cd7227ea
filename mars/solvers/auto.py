"""Automatic choice of the method: rk8 until the model appears stiff, then Radau to the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

import numpy as np

from mars.solvers import abi
from mars.solvers.contract import (
    STIFF,
    Config,
    InitialValueProblem,
    IntegrationError,
    RightHandSide,
    SolverState,
    Steps,
    check_config,
)
from mars.solvers.driver import MethodIntegrator
from mars.solvers.explicit import Explicit, ExplicitIntegrator
from mars.solvers.radau_constants import widened
from mars.solvers.step_store import writing

FIRST_CHECK, CHECK_INTERVAL = 300, 300  # steps before the first stiffness check, and between checks
EARLY, CROWDED = (
    50,
    4,
)  # steps between early checks, if there are events every few steps: unstable fast modes make switches chatter
RECENT = 50  # number of steps whose median is the typical step
QUICK = 0.1  # relative to the time constant of the fastest mode, 1/|λ|: shorter steps have other causes
WORTHWHILE = 1000  # remaining steps: switching is not worth it for fewer
STEPS_PER_EVENT = 500  # with fewer steps per event, Radau is too expensive
# Cost of one step in evaluations: rk8, Radau, and Radau's decompositions per squared number of states; measured.
RK8_EVALUATIONS, RADAU_EVALUATIONS, DECOMPOSITION = 12, 7, 0.02
GAIN = 0.5  # Radau must cost less than this fraction of rk8
# Its step relative to the time in which the solution changes: the estimated error, of order 4, is the widened tolerance. Measured
# on eight examples: 2 to 4.
RADAU_STEP, RADAU_EXPONENT = 2.0, 0.25
TINY = 1e-300  # avoids division by zero


@dataclass(frozen=True)
class Automatic:
    """Configuration; the tolerances are those of both methods."""

    rtol: float = 1e-6
    atol: float | tuple[float, ...] = 1e-9
    max_step: float = float("inf")
    first_step: float = 0.0  # 0: estimated

    method = "auto"

    def __post_init__(self) -> None:
        check_config(self)

    def integrator(self, problem: InitialValueProblem) -> AutomaticIntegrator:
        """A run continues from a Radau state with Radau."""
        return AutomaticIntegrator(problem, self)


@dataclass(frozen=True)
class JoinedSteps(Steps):
    """Consecutive steps of several methods; each part replays its own."""

    parts: tuple[Steps, ...]

    @classmethod
    def of(cls, parts: Sequence[Steps], config: Config) -> JoinedSteps:
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


class AutomaticIntegrator:
    """rk8, then Radau once the model appears stiff; `steps().methods` lists the methods with their start times."""

    def __init__(self, problem: InitialValueProblem, config: Automatic):
        self._problem, self.config = problem, config
        self._done: list[Steps] = []
        self._folder: Path | None = None
        # Only the state of Radau, which is compiled on demand, has a memory.
        is_stiff = problem.state is not None and hasattr(problem.state, "memory")
        self._current = self._radau(problem) if is_stiff else self._rk8(problem)

    def _rk8(self, problem: InitialValueProblem) -> MethodIntegrator:
        config = self.config
        rk8 = Explicit("rk8", config.rtol, config.atol, config.max_step, config.first_step)
        return StiffnessWatcher(problem, rk8)

    def _radau(self, problem: InitialValueProblem) -> MethodIntegrator:
        from mars.solvers.radau import Radau

        config = self.config
        return Radau(config.rtol, config.atol, config.max_step, config.first_step).integrator(problem)

    def keep_in(self, folder: Path) -> None:
        """Each method has a separate numbered folder."""
        self._folder = folder
        self._keep_current()

    def _keep_current(self) -> None:
        if self._folder is not None:
            own = self._folder / str(len(self._done))
            with writing(self._folder):
                own.mkdir()
            self._current.keep_in(own)

    @property
    def state(self) -> SolverState:
        return self._current.state

    @property
    def end(self) -> float:
        return self._current.end

    @property
    def status(self) -> int:
        return self._current.status

    def advance(self, max_steps: int) -> int:
        """Take at most `max_steps` further steps; fewer if the method changes."""
        try:
            status = self._current.advance(max_steps)
        except IntegrationError as error:
            raise IntegrationError(self._joined(error.steps), error.cause) from error.cause
        if status != STIFF:
            return status
        self._done.append(self._current.steps())
        last = self._done[-1]
        self._current = self._radau(replace(self._problem, state=last.state, p=last.parameters[-1]))
        self._keep_current()
        return abi.PAUSED

    def steps(self, status: str = "") -> JoinedSteps:
        return self._joined(self._current.steps(status))

    def steps_from(self, t: float) -> JoinedSteps:
        last = self._current.steps_from(t)
        return self._joined(last) if self._done and t < last.t[0] else JoinedSteps.of((last,), self.config)

    def _joined(self, last: Steps) -> JoinedSteps:
        return JoinedSteps.of((*self._done, last), self.config)


class StiffnessWatcher(ExplicitIntegrator):
    """rk8 that checks at intervals whether Radau should take over."""

    def __init__(self, problem: InitialValueProblem, config: Explicit):
        super().__init__(problem, config)
        asked = config.rtol if config.rtol > 0 else float(np.min(config.atol))
        self._tolerance = asked * widened(asked)

    def advance(self, max_steps: int) -> int:
        counters = self.state.counters
        goal = int(counters[abi.STEPS]) + max_steps
        while True:
            taken = int(counters[abi.STEPS])
            due = (taken // EARLY + 1) * EARLY
            status = super().advance(min(goal, due) - taken)
            now = int(counters[abi.STEPS])
            regular = now >= FIRST_CHECK and now % CHECK_INTERVAL == 0
            if status == abi.PAUSED and now >= due and (regular or CROWDED * counters[abi.EVENTS] > now) and self._looks_stiff():
                self.status = STIFF
                return self.status
            if status != abi.PAUSED or counters[abi.STEPS] >= goal:
                return status

    def _looks_stiff(self) -> bool:
        from mars.solvers.stiffness import held_by_stability, spectral_radius

        t, x = (column[: self._taken + 1][-RECENT - 1 :] for column in self._store[:2])
        moved = np.append(True, np.diff(t) > 0)
        t, x = t[moved], x[moved]
        if t.size < 3:
            return False
        step, radius = float(np.median(np.diff(t))), spectral_radius(self.rhs, self.state.x, self._p, self.state.t)
        return held_by_stability(step, radius) or (
            step * radius > QUICK
            and self.end - self.state.t > WORTHWHILE * step
            and self.state.counters[abi.EVENTS] * STEPS_PER_EVENT < self.state.counters[abi.STEPS]
            and self._would_be_cheaper(t, x, step, radius)
        )

    def _would_be_cheaper(self, t: np.ndarray, x: np.ndarray, step: float, radius: float) -> bool:
        """Whether the solution changes so much more slowly than the fastest mode that Radau's long steps pay off.

        Fast modes that follow slow ones, such as the currents of drives, reduce the accuracy of rk8 before its stability.
        """
        slopes = np.diff(x, axis=0) / np.diff(t)[:, None]
        bends = np.abs(np.diff(slopes, axis=0) / np.diff(0.5 * (t[1:] + t[:-1]))[:, None]).max(axis=0)
        slopes, sizes = np.abs(slopes).max(axis=0), np.abs(x).max(axis=0)
        # ẍ/ẋ for decaying variables, √(ẍ/x) for oscillating ones, which may be at their turning point.
        rate = float(np.max(bends / np.maximum(np.maximum(slopes, np.sqrt(bends * sizes)), TINY), initial=0.0))
        long = RADAU_STEP * self._tolerance**RADAU_EXPONENT / max(rate, TINY)
        return (RADAU_EVALUATIONS + DECOMPOSITION * x.shape[1] ** 2) / long < GAIN * RK8_EVALUATIONS / step
