"""A stored run: any variable at any time; can be saved, opened and repeated."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from mars.errors import DocumentError
from mars.event_log import Event
from mars.records.cut_step import parts_until
from mars.records.engine import Engine, formulation_of
from mars.records.part import Intervention, Part
from mars.simulation.run import Run

if TYPE_CHECKING:
    from mars.simulation.ledger import Ledger
    from mars.simulation.snapshot import Snapshot


class Record:
    """Consecutive parts. `given` are the settings that override those of the circuits."""

    def __init__(self, parts: Sequence[Part], status: str = "finished", failure: str = "", given: dict[str, Any] | None = None):
        self.parts, self.status, self.failure, self.given = list(parts), status, failure, dict(given or {})
        self.made_with = versions()

    @classmethod
    def of(cls, run: Run) -> Record:
        """The record of a run of `simulate`, which must have started at zero."""
        if run.steps is None or run.native is None or run.settings is None:
            raise DocumentError("runs with method ida cannot be stored. Use another method", code="not-supported")
        if run.steps.t[0] != 0.0:
            raise DocumentError(
                "a resumed run cannot be stored: its earlier part is missing. Run it from the start", code="not-supported"
            )
        engine = Engine(run.model, run.variables, run.native, None, formulation_of(run.settings))
        part = Part(run.model.circuit, run.settings, run.steps, events=run.events, jumps=run.jumps, made=engine)
        return cls([part], run.status if run.status in ("finished", "stopped") else "failed")

    @property
    def begin(self) -> float:
        return self.parts[0].begin

    @property
    def end(self) -> float:
        return self.parts[-1].end

    @property
    def title(self) -> str:
        return self.parts[-1].circuit.title

    @property
    def settings(self) -> Any:
        """Settings of the last part."""
        return self.parts[-1].settings

    @property
    def times(self) -> np.ndarray:
        """Output times, and the times between parts."""
        found = [np.array([self.begin])]
        for part in self.parts:
            times = part.settings.times()
            found += [times[(times > part.begin) & (times < part.end)], np.array([part.end])]
        return np.unique(np.concatenate(found))

    def snapshot(self) -> Snapshot:
        """The final state of the run, for `simulate(resume=…)`."""
        return self.parts[-1].run.snapshot()

    @property
    def interventions(self) -> list[Intervention]:
        return [intervention for part in self.parts for intervention in part.interventions]

    @property
    def events(self) -> list[Event]:
        return [event for part in self.parts for event in part.events]

    @cached_property
    def variables(self) -> dict[str, str]:
        """Variables of all parts: name -> unit."""
        found: dict[str, str] = {}
        for units in {id(part.units): part.units for part in self._different()}.values():
            found |= units
        return found

    @cached_property
    def coordinates(self) -> list[str]:
        """Joint coordinates and attitudes, of all parts."""
        return list(dict.fromkeys(name for part in self._different() for name in part.engine.variables.coordinates))

    def _different(self) -> list[Part]:
        """One part of each model; the others share its machine code."""
        return [part for i, part in enumerate(self.parts) if i == 0 or not part.shares]

    def part_at(self, t: float) -> Part:
        """The part that contains a time; between two parts, the earlier one."""
        if not self.begin <= t <= self.end:
            raise DocumentError(
                "the run covers {begin:g} to {end:g} s. Choose a time within it",
                code="out-of-range",
                begin=self.begin,
                end=self.end,
            )
        return next(part for part in self.parts if t <= part.end)

    def at(self, times: Sequence[float] | np.ndarray, names: Sequence[str]) -> np.ndarray:
        """One row for each time, one column for each name; NaN where a part has no such variable, and outside the run.

        Where two parts meet, the later one counts.
        """
        wanted = np.atleast_1d(np.asarray(times, dtype=float))
        rows = np.full((wanted.size, len(names)), np.nan)
        number = np.searchsorted([part.begin for part in self.parts], wanted, side="right") - 1
        inside = (wanted >= self.begin) & (wanted <= self.end)
        for i in np.unique(number[inside]):
            chosen = inside & (number == i)
            rows[chosen] = self.parts[i].rows(wanted[chosen], names)
        return rows

    def until(self, t: float) -> Record:
        """The run up to a time."""
        if t >= self.end or t <= self.begin:
            return self
        return Record(parts_until(self.parts, t), "stopped", given=self.given)

    def ledger(self, until: float | None = None) -> Ledger:
        """Energy of each component over all parts; changes of stored energy by an intervention are not counted."""
        from mars.simulation.ledger import added_up

        parts = [part for part in self.parts if until is None or part.begin < until]
        return added_up([part.ledger(until) for part in parts or self.parts[:1]])

    def part_without_ledger(self, until: float | None = None) -> Part | None:
        """The first part, except the last, whose ledger is still missing, so that callers can compute ledgers in small pieces."""
        needed = (part for part in self.parts[:-1] if until is None or part.end <= until)
        return next((part for part in needed if not part.has_ledger), None)

    def save(self, path: str | Path) -> None:
        """Save as a .marsrun file, completely or not at all."""
        from mars.records.file import save

        save(self, path)

    @classmethod
    def load(cls, path: str | Path) -> Record:
        """Load a .marsrun file, or the folder of a run, even of a killed one; raises DocumentError if it cannot be read."""
        if Path(path).is_dir():
            from mars.records.load import load_folder

            return load_folder(Path(path))
        from mars.records.file import load

        return load(path)

    def repeat(self, progress: Callable[[float], bool | None] | None = None) -> Record:
        """Compute everything again; `progress` gets the time and may return False to stop."""
        from mars.records.repeat import repeat

        return repeat(self, progress)

    def same_states(self, other: Record) -> bool:
        """Whether all points and parameters are bitwise equal."""
        return len(self.parts) == len(other.parts) and all(
            np.array_equal(_bits(one), _bits(another))
            for part, same in zip(self.parts, other.parts, strict=True)
            for one, another in zip(_points(part), _points(same), strict=True)
        )


@cache
def versions() -> dict[str, str]:
    """Everything besides the circuit that affects the last bits of a run."""
    from platform import machine

    import casadi
    import llvmlite
    import numba

    import mars

    known = {"mars": mars.__version__, "casadi": casadi.CasadiMeta.version(), "llvmlite": llvmlite.__version__}
    return known | {"numba": numba.__version__, "numpy": np.__version__, "machine": machine()}


def _bits(values: np.ndarray) -> np.ndarray:
    """The bytes, by which 0.0 differs from -0.0 and a NaN equals itself."""
    return np.ascontiguousarray(values).view(np.uint8)


def _points(part: Part) -> tuple[np.ndarray, ...]:
    return part.steps.t, part.steps.x, part.steps.parameters[part.steps.segment]


class StoredRun(Run):
    """A record as a run of `simulate`: nothing is recomputed, all values come from the stored states."""

    def __init__(self, record: Record, step: float | None = None):
        """`step` between output times; by default the run's own."""
        last = record.parts[-1]
        times = record.times
        if step is not None:
            if not step > 0 or (record.end - record.begin) / step > 5e6:
                raise DocumentError(
                    "the step between results must be above zero and give at most 5 million results. Change the step",
                    code="out-of-range",
                )
            times = np.unique(np.append(np.arange(record.begin, record.end, step), record.end))
        super().__init__(last.engine.model, last.engine.variables, times, np.zeros((0, 0)), record.begin)
        self.record, self.units = record, record.variables
        self.steps, self.native, self.events = last.steps, last.engine.native, record.events

    @property
    def status(self) -> str:
        return self.record.status

    def values(self, names: list[str]) -> dict[str, np.ndarray]:
        return self._columns(self.time, [n for name in names for n in self.names(name)])

    def at(self, times: np.ndarray | list[float], *patterns: str) -> dict[str, np.ndarray]:
        return self._columns(np.atleast_1d(np.asarray(times, dtype=float)), self.names(*patterns))

    def final(self) -> dict[str, float]:
        """All variables of the last part at the end."""
        names = list(self.record.parts[-1].engine.units)
        return dict(zip(names, self.record.at([self.record.end], names)[0].tolist(), strict=True))

    def _columns(self, times: np.ndarray, names: list[str]) -> dict[str, np.ndarray]:
        return dict(zip(names, self.record.at(times, names).T, strict=True))

    def ledger(self) -> Ledger:
        return self.record.ledger()

    def snapshot(self) -> Snapshot:
        return self.record.snapshot()
