"""The final state of a run: states by name and the integrator's memory, stored in a file."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from mars.document.aliases import current_result
from mars.document.storage import parsed
from mars.errors import DocumentError
from mars.files import read_text, write_atomic
from mars.flat_names import shown
from mars.model.build import Model

if TYPE_CHECKING:
    from mars.solvers.contract import SolverState

MEMORY = ("slope", "clock", "counters")
LARGEST = 1e300  # largest number in a snapshot: larger ones overflow in the first step


@dataclass(frozen=True)
class Snapshot:
    """A changed circuit continues from the states of the same name, an unchanged one bit for bit.

    Names are those that users write.
    """

    physics: str
    t: float
    states: dict[str, float]
    solver: dict[str, list[float]]
    start: float = 0.0  # of the whole run
    modes: list[float] = field(default_factory=list)  # in the order of the model's parameters
    mode_names: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        object.__setattr__(self, "states", {shown(name): value for name, value in self.states.items()})
        object.__setattr__(self, "mode_names", [shown(name) for name in self.mode_names])

    def save(self, path: str | Path) -> None:
        write_atomic(path, json.dumps({"mars snapshot": 1, **vars(self)}, ensure_ascii=False, indent=1))

    @classmethod
    def load(cls, path: str | Path) -> Snapshot:
        """Everything in the file is validated, since it goes into machine code."""
        try:
            data = parsed(read_text(path, "a snapshot of a run"))
            snapshot = cls(**data) if isinstance(data, dict) and data.pop("mars snapshot", None) == 1 else None
        except (AttributeError, TypeError):
            snapshot = None
        if snapshot is None or not snapshot._is_valid():
            raise DocumentError(
                "{path}: not a snapshot of a run. Make one with --snapshot or Run.snapshot().save()", code="wrong-file", path=path
            )
        return snapshot

    def _is_valid(self) -> bool:
        return (
            isinstance(self.physics, str)
            and _is_number(self.t)
            and _is_number(self.start)
            and 0 <= self.start <= self.t
            and isinstance(self.states, dict)
            and all(map(_is_number, self.states.values()))
            and _is_list(self.modes)
            and isinstance(self.mode_names, list)
            and all(isinstance(name, str) for name in self.mode_names)
            and isinstance(self.solver, dict)
            and self.solver.keys() >= set(MEMORY)
            and all(map(_is_list, self.solver.values()))
        )

    def states_for(self, model: Model) -> np.ndarray:
        """The states in the order of a model."""
        names = [shown(state.name) for state in model.states]
        states = {current_result(model.circuit, name): value for name, value in self.states.items()}
        missing = [name for name in names if name not in states]
        if missing:
            raise DocumentError(
                (
                    "the snapshot has no value for {missing}, so it belongs to another circuit. Use a snapshot "
                    "of this circuit, or start the run from the beginning"
                ),
                code="snapshot-mismatch",
                missing=missing[0],
            )
        return np.array([states[name] for name in names], dtype=float)

    def parameters_for(self, model: Model) -> np.ndarray:
        """The model's parameters with the modes of the snapshot: all of them for the same circuit, else those with equal
        names."""
        p, places = model.parameters(), model.mode_places
        if self.physics == model.circuit.physics_hash() and len(self.modes) == len(places):
            p[places] = self.modes
        else:
            names = [current_result(model.circuit, name) for name in self.mode_names]
            before = dict(zip(names, self.modes, strict=False))
            for place in places:
                p[place] = before.get(shown(model.symbols.parameters.names[place]), p[place])
        return p

    def solver_state(self, model: Model, method: str) -> SolverState | None:
        """The integrator's memory, if the physics has not changed and the memory is complete and of this method."""
        state = _begin(method, "memory" in self.solver, self.states_for(model), self.t)
        parts = {name: part for name, part in vars(state).items() if isinstance(part, np.ndarray) and name != "x"}
        whole = all(len(self.solver.get(name, ())) == part.size for name, part in parts.items())
        if self.physics != model.circuit.physics_hash() or not whole:
            return None
        clock, counters = self.solver["clock"], self.solver["counters"]
        if clock[0] != self.t or clock[1] < 0 or min(counters) < 0:
            return None
        for name, part in parts.items():
            part[:] = self.solver[name]
        state.start = self.start
        return state


def _begin(method: str, implicit: bool, x: np.ndarray, t: float) -> SolverState:
    """An empty state of a method; the automatic choice continues with Radau if it had switched to it."""
    if method == "newmark":
        from mars.solvers.newmark import NewmarkState

        return NewmarkState.begin(x, t)
    if method == "radau" or (method == "auto" and implicit):
        from mars.solvers.radau import RadauState

        return RadauState.begin(x, t)
    from mars.solvers.contract import SolverState

    return SolverState.begin(x, t)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)


def _is_list(value: Any) -> bool:
    return isinstance(value, list) and all(_is_number(item) and abs(item) < LARGEST for item in value)
