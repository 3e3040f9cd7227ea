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
from mars.plain_values import copied
from mars.records.engine import Engine, engine_after
from mars.records.engines_kept import ENGINES
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
    """Starts where the previous part ends. The engine of a part read from a file, or released, is built on demand."""

    _circuit: Circuit | None
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
    _content: Any = field(default=None, repr=False)  # of the circuit, once released; equal pieces are those of the previous part
    _units: dict[str, str] | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        if self.made is not None:
            ENGINES.use(self)

    @property
    def circuit(self) -> Circuit:
        return self._circuit if self._circuit is not None else Circuit.from_data(copied(self._content))

    def release(self) -> None:
        """Give up everything that can be made again from the content of the circuit."""
        if self.made is None:
            return
        self.state_names = tuple(shown(state.name) for state in self.made.model.states)
        self._units = self._units or self.made.units
        before = self.before
        if before is not None and before._units == self._units:
            self._units = before._units
        if before is not None and before.settings == self.settings:
            self.settings = before.settings
        if self._circuit is not None and self._content is None:
            self._content = _sharing(before._content if before is not None else None, self._circuit.to_data())
        self.made = self._circuit = None
        self.__dict__.pop("run", None)

    @property
    def units(self) -> dict[str, str]:
        """Units of all its variables."""
        return self._units if self._units is not None else self.engine.units

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
        made = self.made  # this part is never the one that gives its engine up
        ENGINES.use(self)
        return made

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


def _sharing(before: Any, content: Any) -> Any:
    """The content, made of the same objects as the previous one wherever both are the same."""
    if isinstance(before, dict) and isinstance(content, dict):
        found = {key: _sharing(before.get(key), value) for key, value in content.items()}
        is_same = list(found) == list(before) and all(found[key] is before[key] for key in found)
        return before if is_same else found
    if isinstance(before, list) and isinstance(content, list):
        pieces = [_sharing(before[i] if i < len(before) else None, value) for i, value in enumerate(content)]
        return before if len(pieces) == len(before) and all(a is b for a, b in zip(pieces, before, strict=True)) else pieces
    return before if repr(before) == repr(content) else content  # 1, 1.0 and True are equal, but not the same
