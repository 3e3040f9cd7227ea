"""Radau IIA of order 5 for stiff models: the driver, its state, the replay of stored steps, and how stiffness is seen.

    steps = integrate(native, x0, 0.0, 10.0, breaks, p, Radau(rtol=1e-6, atol=1e-9), lanes=compile_function(f, lanes=4))
    states = replay(native, steps, times)

The contract is that of `mars.solvers.explicit`, but for one thing: an implicit step does not repeat from its beginning
alone, so `RadauSteps` keeps its three stages, and `replay` reads the collocation polynomial from them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import numpy as np

from mars.solvers import abi, driver, projection
from mars.solvers import radau_kernels as kernels
from mars.solvers.addresses import buffers
from mars.solvers.driver import Progress, RightHandSide, State, Steps

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
        driver.check_config(self)
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
        clock[abi.TIME], clock[abi.STEP] = t0, first_step
        clock[kernels.CONFIDENCE], clock[kernels.CEILING] = 1.0, kernels.NO_CEILING
        return cls(x, np.zeros(x.size), clock, counters, float(t0), np.zeros(x.size * (x.size + 3)))

    @classmethod
    def of(cls, state: State) -> RadauState:
        """A copy; the state of another method gives time, states, slope, step size and counters."""
        if isinstance(state, RadauState):
            return state.copy()
        made = cls.begin(state.x, state.t, float(state.clock[abi.STEP]))
        made.start, made.slope[:] = state.start, state.slope
        made.counters[: abi.COUNTERS_SIZE] = state.counters
        return made


@dataclass(frozen=True)
class RadauSteps(Steps):
    """`Steps` with the stages of each step, relative to its beginning: one row of 3·n numbers.

    Its evaluations are without those for the Jacobians, n + 1 or, in four lanes, (n + 4) / 4 each.
    """

    stages: np.ndarray = field(repr=False)

    NAMES: ClassVar = {**Steps.NAMES, "jacobians": kernels.JACOBIANS, "decompositions": kernels.DECOMPOSITIONS}

    def first(self, count: int) -> RadauSteps:
        return replace(super().first(count), stages=self.stages[:count])

    def join(self, later: Steps) -> RadauSteps:
        """This run and its continuation as one."""
        joined = super().join(later)
        assert isinstance(joined, RadauSteps)
        return replace(joined, stages=np.concatenate([self.stages, joined.stages]))

    def _replay_sorted(self, _rhs: RightHandSide, times: np.ndarray) -> np.ndarray:
        """From the collocation polynomials."""
        count = self.t.size - 1
        if count == 0:
            return np.repeat(self.x, times.size, axis=0)
        number = np.clip(np.searchsorted(self.t, times, side="right") - 1, 0, count - 1)
        length = self.t[number + 1] - self.t[number]
        place = (times - self.t[number]) / np.where(length > 0, length, 1.0)
        states = self.x[number] + collocation(self.stages[number], place)
        for start in self.quaternions:
            states[:, start : start + 4] /= np.linalg.norm(states[:, start : start + 4], axis=1, keepdims=True)
        at_begin, at_end = times == self.t[number], times == self.t[number + 1]
        states[at_begin] = self.x[number[at_begin]]
        states[at_end] = self.x[number[at_end] + 1]
        return states


def collocation(stages: np.ndarray, place: np.ndarray) -> np.ndarray:
    """What the polynomials through 0 and the stages, one row of 3·n numbers each, have at places from 0 to 1."""
    size, total = stages.shape[1] // 3, 0.0
    for i in range(1, 4):
        others = np.delete(NODES, i)
        weight = np.prod(place[:, None] - others, axis=1) / np.prod(NODES[i] - others)
        total = total + weight[:, None] * stages[:, (i - 1) * size : i * size]
    return np.asarray(total)


class Integration(driver.Integration):
    ROOM: ClassVar = 256

    def __init__(
        self,
        rhs: RightHandSide,
        state: RadauState,
        t1: float,
        breaks: Any,
        p: np.ndarray,
        config: Radau,
        *,
        lanes: RightHandSide | None = None,
        **more: Any,
    ):
        super().__init__(rhs, state, t1, breaks, p, config, **more)
        _check(rhs, lanes, state)
        self.lanes = lanes
        self._settings, self._atol = _settings(config, t1 - state.start, state.x.size)
        self._wide = np.zeros(max(1, lanes.work_size)) if lanes is not None else np.zeros(1)

    def _more_columns(self) -> list[tuple[int, ...]]:
        return [(3 * self.state.x.size,)]

    def _march(self, t_stop: float, max_steps: int, *, guarded: bool) -> int:
        state, made = self.state, self.buffers
        return kernels.advance(
            *(self.rhs.address, self.lanes.address if self.lanes is not None else 0),
            *(state.x, state.slope, state.clock, state.counters, state.memory, self._atol, self._settings),
            *(made.w, self._p, t_stop, max_steps, guarded, self.quaternions, made.plan),
            *(self._store[0], self._store[1], self._store[2], made.h, made.work, self._wide),
        )

    def _probe(self, t: float) -> None:
        """On the polynomial of the refused step: another step would have other stages."""
        state, made, taken = self.state, self.buffers, self._taken
        place = (t - state.t) / (self._store[0][taken + 1] - state.t)
        x = state.x + collocation(self._store[2][taken : taken + 1], np.array([place]))[0]
        projection.normalise(x, self.quaternions)
        spare = np.zeros(max(1, x.size))
        projection.look(
            self.rhs.address, x, self._p, np.array([t]), made.w, self.quaternions, made.plan, made.h, made.work, spare
        )
        state.counters[abi.EVALUATIONS] += 1

    def _forget(self, *, laws: bool) -> None:
        counters, clock = self.state.counters, self.state.clock
        if laws:
            counters[kernels.JACOBIAN] = kernels.NEEDED
            if counters[kernels.HISTORY]:
                clock[abi.STEP] *= 0.02  # nothing says yet how fast the laws are behind the switch
            clock[abi.MEMORY], clock[kernels.CONFIDENCE] = 0.0, 1.0
        counters[abi.SLOPE_KNOWN] = counters[kernels.HISTORY] = 0

    def steps(self, status: str = "", since: int = 0) -> RadauSteps:
        return RadauSteps(**self._results(status, since), stages=self._store[2][since : self._taken])


def prepare(
    rhs: RightHandSide,
    x0: Sequence[float] | np.ndarray,
    t0: float,
    t1: float,
    breaks: Sequence[float] | np.ndarray,
    p: np.ndarray,
    config: Radau,
    *,
    state: State | None = None,
    **more: Any,
) -> Integration:
    """A run that has not begun, to be advanced; as `integrate`."""
    begin = RadauState.begin(x0, t0, config.first_step) if state is None else RadauState.of(state)
    return Integration(rhs, begin, t1, breaks, p, config, **more)


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
    on_switch: Callable[[Integration], None] | None = None,
) -> RadauSteps:
    """As `explicit.integrate`; `lanes` is the same function compiled with lanes=4, for quicker Jacobians.

    The `state` may be that of another method.
    """
    more: dict[str, Any] = {"quaternions": quaternions, "on_segment": on_segment, "on_switch": on_switch, "lanes": lanes}
    return driver.drive(prepare(rhs, x0, t0, t1, breaks, p, config, state=state, **more), on_progress)


def replay(rhs: RightHandSide, steps: Steps, times: Sequence[float] | np.ndarray) -> np.ndarray:
    """States at times in any order, one row each, from the collocation polynomials of the stored steps."""
    return steps.replay(rhs, times)


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
    made, values = buffers(rhs), np.array(p, dtype=float)
    return kernels.spectral_radius(rhs.address, state, made.w, values, t, made.h, made.work, made.plan, direction, iterations)


def held_by_stability(step: float, radius: float, method: str = "rk8") -> bool:
    """Whether steps of this size of an explicit method are held down by stability, not by accuracy.

    `step` is a usual accepted step (the median of the last fifty, say), `radius` the spectral radius there. At the bound the
    controller makes h·|λ| hover there; steps held down by accuracy stay well below it at usual tolerances.
    """
    return step * radius > 0.6 * REAL_BOUND[method]


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


def _check(rhs: RightHandSide, lanes: RightHandSide | None, state: RadauState) -> None:
    size = state.x.size
    shapes = (state.slope.size, state.clock.size, state.counters.size, state.memory.size)
    if shapes != (size, kernels.CLOCK_SIZE, kernels.COUNTERS_SIZE, size * (size + 3)):
        raise ValueError("the state does not belong to this method and model")
    sizes = (*rhs.input_sizes, *rhs.output_sizes)
    if lanes is not None and (*lanes.input_sizes, *lanes.output_sizes) != tuple(kernels.LANES * n for n in sizes):
        raise ValueError("the function in lanes is another one")
