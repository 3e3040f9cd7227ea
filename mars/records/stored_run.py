"""A stored run with the face of a run of `simulate`: values by name at output times, files, curves, ledger."""

from __future__ import annotations

import numpy as np

from mars.errors import DocumentError
from mars.records.record import Record
from mars.simulation.ledger import Ledger
from mars.simulation.run import Run
from mars.simulation.snapshot import Snapshot


class StoredRun(Run):
    """Nothing is computed again: all values come from the stored states."""

    def __init__(self, record: Record, step: float | None = None):
        """`step` between output times; by default those that the run was made with."""
        last = record.parts[-1]
        times = record.times
        if step is not None:
            if not step > 0 or (record.end - record.begin) / step > 5e6:
                raise DocumentError("the step between results must be above zero, and not more than 5 million of them. Change it")
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
