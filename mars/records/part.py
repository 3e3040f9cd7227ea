"""A part of a run: one circuit, and the steps computed with it."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from mars.document.circuit import Circuit
from mars.errors import DocumentError
from mars.event_log import Event, Jump
from mars.flat_names import shown
from mars.records.engine import Engine, engine_after
from mars.records.step_arrays import with_quaternions
from mars.simulation.run import Run
from mars.simulation.settings import Settings
from mars.solvers.contract import Steps

if TYPE_CHECKING:
    from mars.simulation.ledger import Ledger


@dataclass(frozen=True)
class Intervention:
    """A change made during a run: values as typed, None if there was or is no value."""

    t: float
    name: str  # D1.damping; structural changes are named link KN1.2–SB1.1, SB3, gravity, …
    before: Any
    after: Any


@dataclass(eq=False)
class Part:
    """Starts where the previous part ends. The engine of a part read from a file is built on demand."""

    circuit: Circuit
    settings: Settings
    steps: Steps
    interventions: tuple[Intervention, ...] = ()  # at its start
    events: list[Event] = field(default_factory=list)
    jumps: list[Jump] = field(default_factory=list)
    before: Part | None = None
    shares: bool = False  # the machine code of the previous part
    made: Engine | None = None
    state_names: tuple[str, ...] = ()  # from a file; empty: those of the model
    tails: int = 0  # number of blocks at the end that were made by cutting
    _ledger: Ledger | None = field(default=None, repr=False)

    @property
    def begin(self) -> float:
        return float(self.steps.t[0])

    @property
    def end(self) -> float:
        return float(self.steps.t[-1])

    @property
    def engine(self) -> Engine:
        if self.made is None:
            root: Part = self
            while root.made is None and root.shares and root.before is not None:
                root = root.before
            if root.made is None:
                root._bind(Engine.build(root.circuit, root.settings))
            if root is not self:
                self._bind(engine_after(root.made, self.circuit, self.settings)[0])
        assert self.made is not None
        return self.made

    def _bind(self, engine: Engine) -> None:
        """Numbers from a file that do not match the model must not reach machine code."""
        names = tuple(shown(state.name) for state in engine.model.states)
        n, width, m = len(names), engine.native.input_sizes[2], engine.model.constraints.size
        points = {(self.steps.x.shape[1], self.steps.parameters.shape[1])} | {
            (jump.before.size, jump.p.size) for jump in self.jumps
        }
        impacts = {(jump.after.size, jump.impulses.size) for jump in self.jumps}
        if points != {(n, width)} or not impacts <= {(n, m)} or self.state_names not in ((), names):
            raise DocumentError(
                (
                    "the states of this run do not match its circuit; it was made with another version of Mars "
                    "or of its components. Open it with that version, or run the circuit again"
                ),
                code="states-mismatch",
            )
        self.made, self.steps = engine, with_quaternions(self.steps, np.array(engine.model.quaternions, dtype=np.int64))

    @cached_property
    def run(self) -> Run:
        """Its results at the ends of the steps."""
        engine = self.engine
        run = engine.kind(engine.model, engine.variables, self.steps.t, self.steps.x, self.begin)
        run.steps, run.native = self.steps, engine.native
        run.events, run.jumps = self.events, self.jumps
        return run

    def rows(self, times: np.ndarray, names: Sequence[str]) -> np.ndarray:
        """Variables at times within the part, one row each."""
        run = self.run
        return self.engine.chosen(names).rows(run, times, run.states_at(times))

    def end_state(self) -> np.ndarray:
        return self.run.states_at(np.array([self.end]))[0]

    @property
    def has_ledger(self) -> bool:
        """Whether its whole ledger has been computed."""
        return self._ledger is not None

    def ledger(self, until: float | None = None) -> Ledger:
        """The ledger up to a time, or to the end."""
        from mars.simulation.ledger import make_ledger

        run = copy.copy(self.run)
        run.time = self.settings.times()
        if until is not None and until < self.end:
            return make_ledger(run, until)
        if self._ledger is None:
            self._ledger = make_ledger(run)
        return self._ledger
