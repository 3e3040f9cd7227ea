"""The part of a run that is being computed: advanced by its integrator, read by dense output of its steps."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from mars.document.circuit import Circuit
from mars.errors import DocumentError
from mars.records.carry_over import carry_over
from mars.records.circuit_differences import interventions
from mars.records.engine import Engine, engine_after
from mars.records.part import Intervention, Part
from mars.simulation.run import FollowingRun
from mars.simulation.settings import Settings
from mars.simulation.stages import RunInProgress, StartState, compile_run, find_start, start_integrator
from mars.solvers.contract import Steps
from mars.solvers.dense_output import closed
from mars.start.kinematic_mode import KinematicMode


class Growing:
    """`how` it was made: parameters (with the previous machine code) or rebuilt; `words` describes what was not kept."""

    def __init__(self, engine: Engine, run: RunInProgress, before: Part | None = None, how: str = "rebuilt", words: str = ""):
        self.engine, self.run, self.before, self.how, self.words = engine, run, before, how, words
        self.begin = run.integrator.state.t
        self.interventions: tuple[Intervention, ...] = ()
        if before is not None:
            changes = interventions(self.begin, (before.circuit, before.settings), (self.circuit, self.settings))
            self.interventions = tuple(changes)

    @property
    def circuit(self) -> Circuit:
        return self.engine.model.circuit

    @property
    def settings(self) -> Settings:
        return self.run.settings

    @property
    def t(self) -> float:
        return self.run.integrator.state.t

    def part(self) -> Part:
        """The part so far."""
        board = self.run.board
        events, jumps = (list(board.events), list(board.jumps)) if board is not None else ([], [])
        known = (
            self.interventions,
            events,
            jumps,
            self.before,
            self.before is not None and self.how == "parameters",
            self.engine,
        )
        return Part(self.circuit, self.settings, self.run.integrator.steps(), *known)

    def rows(self, times: np.ndarray, names: Sequence[str]) -> np.ndarray:
        """Variables at times already reached, one row each."""
        steps, engine = self.run.integrator.steps_from(float(times.min())), self.engine
        if engine.kind is FollowingRun:
            states = self._followed(times)
        else:
            states = closed(engine.native, steps, times, steps.replay(engine.native, times))
        run = engine.kind(engine.model, engine.variables, times, states, self.begin)
        run.steps, run.native = steps, engine.native
        return engine.chosen(names).rows(run, times, states)

    def _followed(self, times: np.ndarray) -> np.ndarray:
        """Kinematic loops are followed from the last time on: the joints that follow are not part of the steps."""
        following, (last, x) = self._following
        if times.min() < last:
            del self._following
            following, (last, x) = self._following
        grid, places = np.unique(np.concatenate([[last], times]), return_inverse=True)
        found = following.along(x, grid)
        self._following = (following, (float(grid[-1]), found[-1]))
        return found[places[1:]]

    @cached_property
    def _following(self) -> tuple[KinematicMode, tuple[float, np.ndarray]]:
        integrator, native = self.run.integrator, self.engine.native

        def driven(t: float) -> tuple[np.ndarray, np.ndarray]:
            steps: Steps = integrator.steps_from(t)
            at = np.array([t])
            return closed(native, steps, at, steps.replay(native, at))[0], steps.parameters[steps.segments_at(at)][0]

        return KinematicMode(self.engine.model, driven), (self.begin, integrator.steps_from(self.begin).x[0])


def beginning(circuit: Circuit, settings: Settings) -> Growing:
    """The first part of a run; raises MarsError if the circuit cannot run."""
    run = compile_run(find_start(circuit, settings), settings)
    return Growing(Engine.of(run), run)


def continuing(before: Part, circuit: Circuit, settings: Settings, start: float) -> Growing:
    """The part after another; `start` is the start of the whole run. Raises MarsError if the circuit cannot continue."""
    t, end = before.end, settings.until
    if end < t:
        raise DocumentError(
            "run.until: the run has already reached {t:g} s and cannot end at {end:g} s. Choose a later end",
            code="out-of-range",
            t=t,
            end=end,
        )
    engine, is_same = engine_after(before.engine, circuit, settings)
    carried = carry_over(before, engine, t)
    times = settings.times()
    times = np.append(times[(times >= t) & (times < end)], end)
    state = None
    if settings.method == "auto" and before.steps.methods[-1][0] == "radau":
        from mars.solvers.radau import RadauState

        state = RadauState.begin(carried.x, t)  # a stiff circuit is assumed to stay stiff
    board = engine.board.fresh_copy(engine.model, engine.variables) if engine.board is not None else None
    run = start_integrator(
        StartState(engine.model, engine.variables, carried.x, t, end, times),
        *(engine.native, board, settings, carried.p),
        state=state,
        first_switch="break",
    )
    return Growing(engine, run, before, "parameters" if is_same else "rebuilt", carried.words)
