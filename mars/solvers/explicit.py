"""Explicit Runge–Kutta integration of compiled models, and the replay of stored steps."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mars.solvers import abi, explicit_kernels, explicit_replay
from mars.solvers.addresses import buffers
from mars.solvers.contract import MEMORY_AT_START, InitialValueProblem, RightHandSide, SolverState, Steps, check_config
from mars.solvers.driver import MethodIntegrator
from mars.solvers.locate_event import SHORT
from mars.solvers.runge_kutta_tables import METHODS, Method
from mars.solvers.step_loop import MAX_STEP, MIN_STEP, RTOL, SMALLEST_PART
from mars.solvers.vector_blocks import BLOCK

SHORTER = 0.3  # factor of a first step that does not fit
LOCAL = 0.2  # of the tolerances: the errors of the steps of a run add up


@dataclass(frozen=True)
class Explicit:
    """Configuration. `atol` is one number or one for each state."""

    method: str = "rk8"  # or "rk5"
    rtol: float = 1e-6
    atol: float | tuple[float, ...] = 1e-9
    max_step: float = float("inf")
    first_step: float = 0.0  # 0: estimated

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise ValueError(f"no method '{self.method}'; there are {', '.join(METHODS)}")
        check_config(self)

    def integrator(self, problem: InitialValueProblem) -> ExplicitIntegrator:
        return ExplicitIntegrator(problem, self)


@dataclass(frozen=True)
class ExplicitSteps(Steps):
    """A step can be repeated exactly from its start: nothing else is stored."""

    def _replay_sorted(self, rhs: RightHandSide, times: np.ndarray) -> np.ndarray:
        """Segment by segment, because the parameters differ."""
        method, made = METHODS[self.config.method], buffers(rhs)
        k = _stages(rhs, method)
        atol = _padded(np.asarray(self.config.atol), self.x.shape[1], k)
        states = np.empty((times.size, self.x.shape[1]))
        edges = np.searchsorted(self.segment, np.arange(len(self.parameters) + 1))  # first step of each segment
        begins = np.searchsorted(times, self.t[edges])
        begins[-1] = times.size
        for number in np.flatnonzero(np.diff(begins) > 0):
            first, last, here = edges[number], edges[number + 1], slice(begins[number], begins[number + 1])
            t, x, p = self.t[first : last + 1], self.x[first : last + 1], self.parameters[number]
            explicit_replay.replay(
                *(rhs.address, method.stage_terms.columns, method.stage_terms.weights, method.nodes),
                *(method.error_terms.columns, method.error_terms.weights),
                *(method.dense_terms.columns, method.dense_terms.weights, method.last),
                *(t, x, made.w, p, self.quaternions, made.plan, atol, self.config.rtol),
                *(times[here], states[here], k, made.h, made.work),
            )
        return states


class ExplicitIntegrator(MethodIntegrator):
    state: SolverState

    def __init__(self, problem: InitialValueProblem, config: Explicit):
        super().__init__(problem, config)
        self._method = METHODS[config.method]
        self._k = _stages(problem.rhs, self._method)
        self._atol = _padded(LOCAL * np.asarray(config.atol), self.state.x.size, self._k)
        self._settings = _settings(self._method, config, problem.t1 - self.state.start)
        self._here, self._trial = np.zeros(self._k.shape[1]), np.zeros(self._k.shape[1])

    def _start_state(self, problem: InitialValueProblem) -> SolverState:
        if problem.state is not None:
            return problem.state.copy()
        return SolverState.begin(problem.x0, problem.t0, self.config.first_step)

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
        """By an actual step: it depends only on its start and its end."""
        state, method, made = self.state, self._method, self.buffers
        self._here[: state.x.size] = state.x
        explicit_replay.attempt(
            *(self.rhs.address, method.stage_terms.columns, method.stage_terms.weights, method.nodes, method.last),
            *(self._here, self._trial, state.t, t),
            *(made.w, self._p, self.quaternions, made.plan, self._k, made.h, made.work),
        )
        state.counters[abi.EVALUATIONS] += method.last + 1

    def _before(self, t: float) -> float | None:
        """Part of the way, if the step to the event does not show how the motion gets there: friction that grows at the end."""
        return None if self._fits(t) else self.state.t + explicit_replay.PROBED * (t - self.state.t)

    def _restart(self) -> None:
        """The first step is as long as before, or so much shorter that it shows how the motion begins."""
        clock = self.state.clock
        while clock[abi.STEP] > SHORT * np.spacing(abs(self.state.t)) and not self._fits(self.state.t + clock[abi.STEP]):
            clock[abi.STEP] *= SHORTER

    def _fits(self, t: float) -> bool:
        """Whether the polynomial of a step to this time is accurate."""
        state, method, made = self.state, self._method, self.buffers
        self._here[: state.x.size] = state.x
        state.counters[abi.EVALUATIONS] += 2 * method.last
        return explicit_replay.step_fits(
            *(self.rhs.address, method.stage_terms.columns, method.stage_terms.weights, method.nodes),
            *(method.dense_terms.columns, method.dense_terms.weights, method.last, self._here, state.t, t, state.x.size),
            *(made.w, self._p, self.quaternions, made.plan, self._atol / LOCAL, self.config.rtol, self._k, made.h, made.work),
        )

    def _forget(self, *, laws: bool) -> None:
        self.state.counters[abi.SLOPE_KNOWN] = 0
        if laws:
            self.state.clock[abi.MEMORY] = MEMORY_AT_START

    def steps(self, status: str = "", since: int = 0) -> ExplicitSteps:
        return ExplicitSteps(**self._results(status, since))


def _settings(method: Method, config: Explicit, span: float) -> np.ndarray:
    settings = np.zeros(explicit_kernels.SETTINGS_SIZE)
    settings[RTOL], settings[MAX_STEP], settings[MIN_STEP] = LOCAL * config.rtol, config.max_step, SMALLEST_PART * span
    settings[explicit_kernels.EXPONENT], settings[explicit_kernels.BETA] = method.exponent, method.memory
    settings[explicit_kernels.SMALLEST], settings[explicit_kernels.LARGEST] = method.smallest_factor, method.largest_factor
    settings[explicit_kernels.ORDER] = method.order
    return settings


def _padded(atol: np.ndarray, size: int, k: np.ndarray) -> np.ndarray:
    """One for each number in a row of the stages: the kernels read whole blocks."""
    padded = np.ones(k.shape[1])
    padded[:size] = atol
    return padded


def _stages(rhs: RightHandSide, method: Method) -> np.ndarray:
    """Rows for the stages, padded to whole blocks and never empty."""
    blocks = max(1, -(-rhs.input_sizes[0] // BLOCK))
    return np.zeros((method.nodes.size, blocks * BLOCK))
