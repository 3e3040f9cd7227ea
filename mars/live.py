"""A run that is watched while it is made: advanced piece by piece, looked at between its steps.

    live = Live(circuit)
    while live.status == "running":
        live.advance(live.t + 0.02)
        live.frames([live.t])           # one row for each time, one column for each of live.names

The steps are those of a whole run, bit for bit: they are never cut where somebody looks, frames are dense output.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from functools import cached_property
from math import ceil
from typing import Any

import casadi as ca
import numpy as np

from mars.circuit import Circuit
from mars.errors import DocumentError, MarsError, RunError
from mars.following import Following
from mars.machine import interpret
from mars.run import FollowingRun, Run
from mars.settings import Settings
from mars.simulation import begin, set_out
from mars.solvers import calling
from mars.solvers.driver import Steps, closed
from mars.variables import Variables

MOST = 4096  # steps at once


class Live:
    """`status` is running, finished, stopped or failed; what was computed until then can always be looked at."""

    def __init__(self, circuit: Circuit, names: Sequence[str] = (), **settings: Any):
        """`names` are variables to watch besides all joint coordinates; `settings` as for `simulate`.

        Raises MarsError with the words of `simulate` where the circuit cannot run.
        """
        self.settings = Settings.of(circuit, **settings)
        if self.settings.method == "ida":
            raise DocumentError("run.method: ida gives its results at the end only. Choose auto to watch the run")
        beginning = begin(circuit, self.settings)
        self._course = set_out(beginning, self.settings)
        self.begin, self.end = beginning.t, beginning.end
        self.status, self.failure = "running", ""
        self.units = _watched(beginning.variables, names)
        self._result: Run | None = None
        self._pace = (0.0, 0.0)  # simulated and real seconds that a step took lately
        self._advance(0)

    @property
    def names(self) -> list[str]:
        """Columns of `frames`."""
        return list(self.units)

    @property
    def t(self) -> float:
        """How far the run is; `frames` can be asked for up to here."""
        return self._course.making.state.t

    @property
    def steps_taken(self) -> int:
        return int(self._course.making.state.counters[calling.STEPS])

    def advance(self, to: float, budget_s: float = 0.03) -> float:
        """Whole steps until a time is reached or passed, or the real seconds are used up (one piece is always done).

        Returns how far the run is. Raises RunError, once, where `simulate` does; `run()` and `frames` have what was computed.
        """
        deadline = time.perf_counter() + budget_s
        while self.status == "running" and (self.t < to or to >= self.end):
            self._advance(self._amount(to, deadline - time.perf_counter()))
            if time.perf_counter() >= deadline:
                break
        return self.t

    def frames(self, times: Sequence[float] | np.ndarray) -> np.ndarray:
        """The watched variables at times that the run has passed, by dense output; one row each."""
        wanted = np.asarray(times, dtype=float)
        if wanted.size == 0:
            return np.zeros((0, len(self.units)))
        steps = self._course.making.steps_from(float(wanted.min()))
        return self._evaluate(steps, wanted, self._states(steps, wanted))

    def stop(self) -> None:
        """Go no further."""
        if self.status == "running":
            self.status = "stopped"

    def run(self) -> Run:
        """Everything so far, as `simulate` gives it."""
        if self._result is not None:
            return self._result
        return self._course.run_of(self._course.making.steps("stopped" if self.status == "stopped" else ""))[0]

    def _advance(self, amount: int) -> None:
        making, t, taken, clock = self._course.making, self.t, self.steps_taken, time.perf_counter()
        try:
            code = making.advance(amount)
        except MarsError as error:  # of the switchboard
            self._conclude(*self._course.broken(error))
            return
        if code != calling.PAUSED:
            self._conclude(making.steps())
        elif (done := self.steps_taken - taken) and self.t > t:
            self._pace = ((self.t - t) / done, (time.perf_counter() - clock) / done)

    def _amount(self, to: float, seconds: float) -> int:
        """Steps that should lead to a time, or fill the seconds left."""
        length, cost = self._pace
        if length <= 0 or cost <= 0:
            return 1
        return ceil(max(1.0, min((min(to, self.end) - self.t) / length, seconds / cost, MOST)))

    def _conclude(self, steps: Steps, said: str = "") -> None:
        try:
            self._result = self._course.results(steps, said)
            self.status = steps.status
        except RunError as error:
            self._result = error.run if isinstance(error.run, Run) else None
            self._fail(error)
            raise

    def _fail(self, error: RunError) -> None:
        self.status, self.failure = "failed", str(error)

    def _states(self, steps: Steps, times: np.ndarray) -> np.ndarray:
        native = self._course.native
        if self._course.kind is FollowingRun:
            return self._followed(times)
        return closed(native, steps, times, steps.replay(native, times))

    def _followed(self, times: np.ndarray) -> np.ndarray:
        """Kinematic loops are followed from the last time on: the joints that follow are in no step."""
        following, (last, x) = self._following
        if times.min() < last:
            del self._following
            following, (last, x) = self._following
        grid, places = np.unique(np.concatenate([[last], times]), return_inverse=True)
        try:
            found = following.along(x, grid)
        except RunError as error:
            error.run = self._result = self.run()
            self._fail(error)
            raise
        self._following = (following, (float(grid[-1]), found[-1]))
        return found[places[1:]]

    @cached_property
    def _following(self) -> tuple[Following, tuple[float, np.ndarray]]:
        making, native = self._course.making, self._course.native

        def driven(t: float) -> tuple[np.ndarray, np.ndarray]:
            steps, at = making.steps_from(t), np.array([t])
            return closed(native, steps, at, steps.replay(native, at))[0], steps.parameters[steps.segments_at(at)][0]

        return Following(self._course.model, driven), (self.begin, making.steps_from(self.begin).x[0])

    def _evaluate(self, steps: Steps, times: np.ndarray, states: np.ndarray) -> np.ndarray:
        rows = np.empty((times.size, len(self.units)))
        columns, plainly = self._plain
        rows[:, columns] = plainly(times, states, steps.parameters[steps.segments_at(times)])
        columns, function = self._deep
        if columns:
            model, variables, native = self._course.model, self._course.variables, self._course.native
            run = self._course.kind(model, variables, times, states, self.begin)
            run.steps, run.native = steps, native
            rows[:, columns] = run.evaluate(function, times, states)
        return rows

    @cached_property
    def _split(self) -> tuple[list[int], list[int], list[Any]]:
        """Columns that follow from the states alone, columns that need their rates, all expressions."""
        variables, known = self._course.variables, self._course.variables.coordinates
        expressions = [ca.SX(known[name][1] if name in known else variables.table[name][1]) for name in self.units]
        deep = [i for i, expression in enumerate(expressions) if ca.depends_on(expression, variables.dx)]
        return [i for i in range(len(expressions)) if i not in deep], deep, expressions

    @cached_property
    def _plain(self) -> tuple[list[int], Callable[[np.ndarray, np.ndarray, np.ndarray], np.ndarray]]:
        """Bound once: frames are made 60 times a second."""
        model, (columns, _, expressions) = self._course.model, self._split
        function = self._course.variables.function([expressions[i] for i in columns])
        n, out = len(model.states), np.zeros(len(columns))
        x, dx, p, t = np.zeros(n), np.zeros(n + model.constraints.size), model.parameters(), np.zeros(1)
        fill = interpret(function).bind(x, dx, p, t, out)

        def evaluate(times: np.ndarray, states: np.ndarray, parameters: np.ndarray) -> np.ndarray:
            rows = np.empty((times.size, out.size))
            for i in range(times.size):
                x[:], p[:], t[0] = states[i], parameters[i], times[i]
                fill()
                rows[i] = out
            return rows

        return columns, evaluate

    @cached_property
    def _deep(self) -> tuple[list[int], Any]:
        _, columns, expressions = self._split
        return columns, self._course.variables.function([expressions[i] for i in columns]) if columns else None


def _watched(variables: Variables, names: Sequence[str]) -> dict[str, str]:
    """Joint coordinates, then the chosen ones, with their units."""
    units = {name: unit for name, (unit, _) in variables.coordinates.items()}
    for name in names:
        if name in units:
            continue
        if name not in variables.table:
            near = get_close_matches(name, variables.table, n=1)
            raise DocumentError(f"there is no variable «{name}»." + (f" Did you mean {near[0]}?" if near else ""))
        units[name] = variables.table[name][0]
    return units
