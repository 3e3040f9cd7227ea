"""Explicit Runge–Kutta integration of compiled models, and the replay of stored steps.

steps = integrate(native, x0, 0.0, 10.0, breaks, p, Explicit("rk8", rtol=1e-8, atol=1e-10))
states = replay(native, steps, times)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from mars.solvers import abi, driver, explicit_kernels
from mars.solvers.addresses import buffers
from mars.solvers.driver import Progress, RightHandSide, State, Steps, closed
from mars.solvers.runge_kutta_tables import METHODS, Method

__all__ = ["Explicit", "Integration", "Progress", "State", "Steps", "closed", "integrate", "quadrature_points", "replay"]


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
        driver.check_config(self)


@dataclass(frozen=True)
class ExplicitSteps(Steps):
    """A step repeats exactly from its beginning: nothing more is stored."""

    def _replay_sorted(self, rhs: RightHandSide, times: np.ndarray) -> np.ndarray:
        """Segment by segment because the parameters differ."""
        method, made = METHODS[self.config.method], buffers(rhs)
        k = _stages(rhs, method)
        states = np.empty((times.size, self.x.shape[1]))
        edges = np.searchsorted(self.segment, np.arange(len(self.parameters) + 1))  # first step of each segment
        begins = np.searchsorted(times, self.t[edges])
        begins[-1] = times.size
        for number in np.flatnonzero(np.diff(begins) > 0):
            first, last, here = edges[number], edges[number + 1], slice(begins[number], begins[number + 1])
            t, x, p = self.t[first : last + 1], self.x[first : last + 1], self.parameters[number]
            explicit_kernels.replay(
                *(rhs.address, method.stage_terms.columns, method.stage_terms.weights, method.nodes),
                *(method.dense_terms.columns, method.dense_terms.weights, method.last),
                *(t, x, made.w, p, self.quaternions, made.plan),
                *(times[here], states[here], k, made.h, made.work),
            )
        return states


class Integration(driver.Integration):
    def __init__(self, rhs: RightHandSide, state: State, t1: float, breaks: Any, p: np.ndarray, config: Explicit, **more: Any):
        super().__init__(rhs, state, t1, breaks, p, config, **more)
        self._method = METHODS[config.method]
        self._k = _stages(rhs, self._method)
        self._atol = np.ones(self._k.shape[1])
        self._atol[: state.x.size] = config.atol
        self._settings = _settings(self._method, config, t1 - state.start)
        self._here, self._trial = np.zeros(self._k.shape[1]), np.zeros(self._k.shape[1])

    def _march(self, t_stop: float, max_steps: int, *, guarded: bool) -> int:
        state, method, made = self.state, self._method, self.buffers
        return explicit_kernels.advance(
            *(self.rhs.address, method.stage_terms.columns, method.stage_terms.weights, method.nodes),
            *(method.error_terms.columns, method.error_terms.weights, method.last),
            *(state.x, state.slope, state.clock, state.counters, self._atol, self._settings),
            *(made.w, self._p, t_stop, max_steps, guarded, self.quaternions, made.plan),
            *(self._store[0], self._store[1], self._k, made.h, made.work),
        )

    def _probe(self, t: float) -> None:
        """By a real step: it is a function of its beginning and its end alone."""
        state, method, made = self.state, self._method, self.buffers
        self._here[: state.x.size] = state.x
        explicit_kernels.attempt(
            *(self.rhs.address, method.stage_terms.columns, method.stage_terms.weights, method.nodes, method.last),
            *(self._here, self._trial, state.t, t),
            *(made.w, self._p, self.quaternions, made.plan, self._k, made.h, made.work),
        )
        state.counters[abi.EVALUATIONS] += method.last + 1

    def _forget(self, *, laws: bool) -> None:
        self.state.counters[abi.SLOPE_KNOWN] = 0
        if laws:
            self.state.clock[abi.MEMORY] = 1e-4

    def steps(self, status: str = "", since: int = 0) -> ExplicitSteps:
        return ExplicitSteps(**self._results(status, since))


def prepare(
    rhs: RightHandSide,
    x0: Sequence[float] | np.ndarray,
    t0: float,
    t1: float,
    breaks: Sequence[float] | np.ndarray,
    p: np.ndarray,
    config: Explicit,
    *,
    state: State | None = None,
    **more: Any,
) -> Integration:
    """A run that has not begun, to be advanced; as `integrate`."""
    begin = state.copy() if state is not None else State.begin(x0, t0, config.first_step)
    return Integration(rhs, begin, t1, breaks, p, config, **more)


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
    on_switch: Callable[[Integration], None] | None = None,
) -> ExplicitSteps:
    """Integrate from t0 to t1 in slices of about 50 ms, between which Ctrl+C works.

    `on_progress` may return False to stop; `on_segment(index, p)` may fill p for the segment about to begin;
    `on_switch(run)` is asked at the start, at breaks and at events, and may change what `run.switch` holds. With `state`
    (of earlier `Steps`) the run goes on from there and x0 and t0 are not used; modes go on if p is the last row of theirs.
    A run that fails is returned with its points up to the failure, not raised; what `on_switch` raises has them as `steps`.
    """
    more: dict[str, Any] = {"quaternions": quaternions, "on_segment": on_segment, "on_switch": on_switch}
    return driver.drive(prepare(rhs, x0, t0, t1, breaks, p, config, state=state, **more), on_progress)


def replay(rhs: RightHandSide, steps: Steps, times: Sequence[float] | np.ndarray) -> np.ndarray:
    """States at times in any order, one row each, by dense output of the stored steps that hold them."""
    return steps.replay(rhs, times)


def quadrature_points(rhs: RightHandSide, steps: Steps, abscissae: Sequence[float] | np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Times (steps × abscissae) and states (steps × abscissae × n) at the same places, 0 to 1, of every step."""
    places = np.asarray(abscissae, dtype=float)
    begin, end = steps.t[:-1, None], steps.t[1:, None]
    times = np.where(places == 1.0, end, np.minimum(begin + places * (end - begin), end))
    states = steps.replay(rhs, times.ravel()).reshape(*times.shape, steps.x.shape[1])
    states[:, places == 1.0] = steps.x[1:, None]  # before a jump, if there is one
    return times, states


def _settings(method: Method, config: Explicit, span: float) -> np.ndarray:
    settings = np.zeros(explicit_kernels.SETTINGS_SIZE)
    settings[explicit_kernels.RTOL], settings[explicit_kernels.MAX_STEP] = config.rtol, config.max_step
    settings[explicit_kernels.MIN_STEP] = 1e-15 * span
    settings[explicit_kernels.EXPONENT], settings[explicit_kernels.BETA] = method.exponent, method.memory
    settings[explicit_kernels.SMALLEST], settings[explicit_kernels.LARGEST] = method.smallest_factor, method.largest_factor
    settings[explicit_kernels.ORDER] = method.order
    return settings


def _stages(rhs: RightHandSide, method: Method) -> np.ndarray:
    """Rows for the stages, padded to whole blocks and never empty."""
    blocks = max(1, -(-rhs.input_sizes[0] // explicit_kernels.BLOCK))
    return np.zeros((method.nodes.size, blocks * explicit_kernels.BLOCK))
