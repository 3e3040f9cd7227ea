"""A live run: advanced step by step, inspected and changed while it is being computed.

    live = Live(circuit)
    while live.status == "running":
        live.advance(live.t + 0.02)
        live.frames([live.t])           # one row for each time, one column for each of live.names
    live.change(other_circuit, 0.7)     # everything after 0.7 s is discarded, the other circuit continues from there

The steps are those of a whole run, bit for bit: they are never cut to show a frame, frames are dense output. A change ends the
current part of the run exactly at its time and starts the next one there (`mars.records`).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from typing import Any

import numpy as np

from mars.document.aliases import accept_result
from mars.document.circuit import Circuit
from mars.errors import DocumentError, MarsError, RunError
from mars.messages import did_you_mean
from mars.records.circuit_differences import interventions
from mars.records.cut_step import parts_until
from mars.records.folder import RunFolder
from mars.records.part import Intervention, Part
from mars.records.part_in_progress import Growing, beginning, continuing
from mars.records.record import Record
from mars.simulation.run import Run
from mars.simulation.settings import Settings
from mars.solvers import abi
from mars.solvers.contract import IntegrationError, Steps

MOST = 4096  # steps per call
GROWTH = 4  # of the number of steps in one call


@dataclass(frozen=True)
class Changed:
    """Effect of a change: nothing, parameters (same machine code) or rebuilt. `words` describes what was not kept."""

    how: str
    t: float
    words: str
    interventions: list[Intervention]


class Live:
    """`status` is running, finished, stopped or failed; results so far can always be read."""

    def __init__(self, circuit: Circuit, names: Sequence[str] = (), *, folder: Path | None = None, **settings: Any):
        """`names` are variables to watch besides all joint coordinates; `settings` as for `simulate`.

        With a `folder`, which must be empty, everything is stored there and survives the process. Raises MarsError with the
        messages of `simulate` if the circuit cannot run.
        """
        self._set_up(settings, folder)
        growing = beginning(circuit, _settings(circuit, settings))
        names = [accept_result(circuit, name) for name in names]
        if unknown := [name for name in names if name not in growing.engine.units]:
            hint = did_you_mean(unknown[0], growing.engine.units)
            raise DocumentError("unknown variable “{name}”{hint}", code="unknown-variable", name=unknown[0], hint=hint)
        self._go_on([], growing)
        self.watch(names)

    @classmethod
    def branch(
        cls,
        record: Record,
        t: float,
        circuit: Circuit | None = None,
        names: Sequence[str] = (),
        *,
        folder: Path | None = None,
        **settings: Any,
    ) -> Live:
        """Continue from an earlier run at a time, with its circuit then or another; `live.changed` describes the effect."""
        live, part = cls.__new__(cls), record.part_at(t)
        live._set_up(record.given | settings, folder)
        circuit = circuit or part.circuit
        chosen = _settings(circuit, live._given)
        if t == record.begin:
            parts, growing = [], beginning(circuit, chosen)
        else:
            parts = parts_until(record.parts, t)
            growing = continuing(parts[-1], circuit, chosen, record.begin)
        if live._folder is not None:
            live._folder.take(parts)
        live._go_on(parts, growing)
        live.changed = Changed(growing.how, t, growing.words, list(growing.interventions))
        live.watch(names)
        return live

    def _set_up(self, given: dict[str, Any], folder: Path | None) -> None:
        self._given = given  # settings that override those of the circuit
        self._folder = RunFolder(folder, given) if folder is not None else None
        self._names: list[str] = []  # watched besides the coordinates, if they exist
        self.changed: Changed | None = None  # by the last change or branch

    # Inspection

    @property
    def names(self) -> list[str]:
        """Columns of `frames`."""
        return list(self.units)

    @property
    def coordinates(self) -> list[str]:
        """The first of these columns: joint coordinates and attitudes."""
        return list(self._growing.engine.variables.coordinates)

    @property
    def variables(self) -> dict[str, str]:
        """All variables available in the current part: name -> unit."""
        return self._growing.engine.units

    def watch(self, names: Sequence[str]) -> list[str]:
        """Watch other variables besides the joint coordinates; names that do not exist are ignored and returned."""
        self._names = list(names)
        variables = self._growing.engine.variables
        self.units = {name: unit for name, (unit, _) in variables.coordinates.items()}
        self.units |= {name: variables.table[name][0] for name in names if name not in self.units and name in variables.table}
        return [name for name in names if name not in self.units]

    @property
    def begin(self) -> float:
        return self._parts[0].begin if self._parts else self._growing.begin

    @property
    def end(self) -> float:
        """The intended end of the run."""
        return self._growing.run.start.end

    @property
    def settings(self) -> Settings:
        return self._growing.settings

    @property
    def t(self) -> float:
        """Time reached; `frames` is available up to here."""
        return self._growing.t

    @property
    def steps_taken(self) -> int:
        """Total of all parts."""
        return self._steps_before + int(self._growing.run.integrator.state.counters[abi.STEPS])

    @property
    def state_count(self) -> int:
        return len(self._growing.engine.model.states)

    def frames(self, times: Sequence[float] | np.ndarray) -> np.ndarray:
        """The watched variables at times already reached, by dense output; one row each."""
        wanted = np.asarray(times, dtype=float)
        if wanted.size == 0:
            return np.zeros((0, len(self.units)))
        if wanted.min() < self._growing.begin:
            return self.record().at(wanted, self.names)
        try:
            return self._growing.rows(wanted, self.names)
        except RunError as error:
            error.run = self._result = self.run()
            self._fail(error)
            raise

    def run(self) -> Run:
        """The current part so far, as returned by `simulate`: the whole run if nothing was changed."""
        if self._result is not None:
            return self._result
        run = self._growing.run
        return run.run_of(run.integrator.steps("stopped" if self.status == "stopped" else ""))[0]

    def record(self) -> Record:
        """The record so far; it does not grow with the run."""
        status = "stopped" if self.status == "running" else self.status
        return Record([*self._parts, self._growing.part()], status, self.failure, self._given)

    # Control

    def advance(self, to: float, budget_s: float = 0.03) -> float:
        """Take whole steps until a time is reached or passed, or the real-time budget is used up (at least one piece is done).

        Returns the time reached. Raises RunError, once, where `simulate` does; `run()` and `frames` have the results so far.
        """
        deadline = time.perf_counter() + budget_s
        while self.status == "running" and (self.t < to or to >= self.end):
            self._advance(self._amount(to, deadline - time.perf_counter()))
            if time.perf_counter() >= deadline:
                break
        return self.t

    def change(self, circuit: Circuit, t: float) -> Changed:
        """Discard everything after a time and continue from there with another circuit; at the very start, start again with it.

        If no difference between the circuits affects the run, nothing is discarded. Raises MarsError if the other circuit cannot
        continue; the run is then unchanged.
        """
        if not self.begin <= t <= self.t:
            raise DocumentError(
                "the run covers {begin:g} to {t:g} s. Make the change at a time within it",
                code="out-of-range",
                begin=self.begin,
                t=self.t,
            )
        settings, present = _settings(circuit, self._given), self._growing
        found = interventions(t, (present.circuit, present.settings), (circuit, settings))
        if not found:
            return Changed("nothing", t, "", [])
        if t == self.begin:
            parts, growing = [], beginning(circuit, settings)
        else:
            parts = parts_until([*self._parts, present.part()], t)
            growing = continuing(parts[-1], circuit, settings, self.begin)
        self._go_on(parts, growing)
        self.watch(self._names)
        self.changed = Changed(growing.how, t, growing.words, found)
        return self.changed

    def stop(self) -> None:
        """Stop the run."""
        if self.status == "running":
            self._end("stopped")

    # Parts

    def _go_on(self, parts: list[Part], growing: Growing) -> None:
        """Continue with another part after these; nothing is discarded before its first switching has succeeded."""
        place = self._folder.prepare(growing) if self._folder is not None else None
        try:
            code, broken = growing.run.integrator.advance(0), None
        except IntegrationError as error:
            if parts:
                self._discard(place)
                raise error.cause from None
            code, broken = abi.PAUSED, error
        except MarsError:
            self._discard(place)
            raise
        if self._folder is not None and place is not None:
            self._folder.commit(place, growing, len(parts))
        self._parts, self._growing = parts, growing
        self._steps_before = sum(part.steps.t.size - 1 for part in parts)
        self.status, self.failure = "running", ""
        self._result: Run | None = None
        self._pace = (0.0, 0.0)  # simulated and real seconds per recent step
        self._look_at(code, broken)

    def _discard(self, place: Path | None) -> None:
        if self._folder is not None and place is not None:
            self._folder.discard(place)

    def _advance(self, amount: int) -> None:
        integrator, t, taken, clock = self._growing.run.integrator, self.t, self.steps_taken, time.perf_counter()
        try:
            code, broken = integrator.advance(amount), None
        except MarsError as error:  # from the switchboard or the folder
            code, broken = abi.PAUSED, error
        self._look_at(code, broken)
        if (done := self.steps_taken - taken) and self.t > t:
            self._pace = ((self.t - t) / done, (time.perf_counter() - clock) / done)

    def _look_at(self, code: int, broken: MarsError | None) -> None:
        """After some steps: store the events and, if the run is over, how it ended."""
        run = self._growing.run
        if self._folder is not None and run.board is not None:
            try:
                self._folder.note(run.board)
            except RunError as error:
                broken = error
        if broken is not None:
            steps = broken.steps if isinstance(broken, IntegrationError) else run.integrator.steps()
            self._conclude(steps, broken.message)
        elif code != abi.PAUSED:
            self._conclude(run.integrator.steps())

    def _amount(self, to: float, seconds: float) -> int:
        """Number of steps to reach a time or fill the remaining seconds."""
        length, cost = self._pace
        if length <= 0 or cost <= 0:
            return 1
        known = GROWTH * max(1, self.steps_taken)  # the first steps of a run are much shorter than the later ones
        return ceil(max(1.0, min((min(to, self.end) - self.t) / length, seconds / cost, known, MOST)))

    @property
    def remarks(self) -> list[str]:
        """Remarks on physically impossible results of the last part; available once it has finished."""
        return [] if self._result is None else self._result.remarks

    def _conclude(self, steps: Steps, failure: str = "") -> None:
        try:
            self._result = self._growing.run.results(steps, failure)
            self._end(steps.status)
        except RunError as error:
            self._result = error.run if isinstance(error.run, Run) else None
            self._fail(error)
            raise

    def _fail(self, error: RunError) -> None:
        self._end("failed", error.message)

    def _end(self, status: str, failure: str = "") -> None:
        self.status, self.failure = status, failure
        if self._folder is not None:
            self._folder.tell(status, failure)


def _settings(circuit: Circuit, given: dict[str, Any]) -> Settings:
    settings = Settings.of(circuit, **given)
    if settings.method == "ida":
        raise DocumentError(
            "run.method: ida provides results only at the end of the run. Choose auto to watch the run", code="not-supported"
        )
    return settings
