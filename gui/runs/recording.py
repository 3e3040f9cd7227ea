"""The recording of a run: variables over time, for curves, motion and playback."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

ROOM = 1024
MOST = 120_000  # rows; beyond this, every second older row is dropped: the worker has them all on disk


@dataclass(eq=False)
class Origin:
    """Source and name of a recording."""

    label: str = ""
    folder: Path | None = None  # the run's states
    physics: str = ""  # hash of the circuit it was computed with, in its current form
    interventions: list[dict[str, Any]] = field(default_factory=list)  # t, name, before, after
    is_ghost: bool = False  # a branch left it
    is_overlaid: bool = False  # shown beside the current one


class Recording:
    """Grows during the run. Columns are as long as `times`; unknown values are NaN."""

    def __init__(self, units: Mapping[str, str], begin: float = 0.0, end: float = 0.0, origin: Origin | None = None):
        self.units = dict(units)  # of the columns
        self.begin, self.end = begin, end
        self.origin = origin or Origin()
        self.variables: dict[str, str] = dict(units)  # all that can be requested, with their units
        self.count = self.thinning = 0
        self._times = np.empty(ROOM)
        self._columns = {name: np.full(ROOM, np.nan) for name in self.units}
        self._find_quaternions()

    @property
    def label(self) -> str:
        return self.origin.label

    @property
    def interventions(self) -> list[dict[str, Any]]:
        return self.origin.interventions

    @property
    def is_ghost(self) -> bool:
        return self.origin.is_ghost

    @property
    def is_overlaid(self) -> bool:
        return self.origin.is_overlaid

    @property
    def times(self) -> np.ndarray:
        return self._times[: self.count]

    @property
    def last(self) -> float:
        """Time of the newest row."""
        return float(self._times[self.count - 1]) if self.count else self.begin

    def column(self, name: str) -> np.ndarray | None:
        """Values at `times`; a view, valid until the next append."""
        found = self._columns.get(name)
        return None if found is None else found[: self.count]

    def value(self, name: str, t: float) -> float:
        """Interpolated linearly; NaN if unknown."""
        column = self._columns.get(name)
        if column is None or self.count == 0:
            return float("nan")
        before, part = self._place(t)
        return float(column[before] if part == 0 else (1 - part) * column[before] + part * column[before + 1])

    def at(self, t: float) -> dict[str, float]:
        """Every known column at a time; quaternions are normalized."""
        if self.count == 0:
            return {}
        before, part = self._place(t)
        if part == 0:
            return {name: float(column[before]) for name, column in self._columns.items()}
        row = {name: float((1 - part) * c[before] + part * c[before + 1]) for name, c in self._columns.items()}
        for names in self.quaternions:
            one, other = (np.array([self._columns[name][i] for name in names]) for i in (before, before + 1))
            turned = (1 - part) * one + (part if one @ other >= 0 else -part) * other
            row |= zip(names, (turned / np.linalg.norm(turned)).tolist(), strict=True)
        return row

    def _place(self, t: float) -> tuple[int, float]:
        """The row at or before a time, and the fraction towards the next."""
        times = self.times
        after = int(np.searchsorted(times, t, side="right"))
        if after == 0 or after == self.count:
            return max(0, after - 1), 0.0
        before = after - 1
        return before, float((t - times[before]) / (times[after] - times[before]))

    # Growing

    def append(self, times: np.ndarray, names: Sequence[str], values: np.ndarray) -> None:
        """Replace all rows from the first new one on; `names` are the columns of the values, all known."""
        if len(times) and self.count and times[0] <= self.last:
            self.count = int(np.searchsorted(self.times, times[0]))
            self.thinning += 1
        self._make_room(len(times))
        new = slice(self.count, self.count + len(times))
        self._times[new] = times
        known = set(names)
        for place, name in enumerate(names):
            self._columns[name][new] = values[:, place]
        for name, column in self._columns.items():
            if name not in known:
                column[new] = np.nan
        self.count = new.stop

    def add_columns(self, units: Mapping[str, str]) -> None:
        """Add variables that are still unknown; existing ones stay."""
        for name, unit in units.items():
            if name not in self._columns:
                self.units[name] = unit
                self._columns[name] = np.full(self._times.size, np.nan)
        self._find_quaternions()

    def unknown_times(self, name: str) -> np.ndarray:
        """Times of the rows at which a column has no value."""
        column = self.column(name)
        return self.times.copy() if column is None else self.times[np.isnan(column)]

    def fill(self, names: Sequence[str], times: np.ndarray, values: np.ndarray) -> None:
        """Set values at times of rows; those of dropped rows are ignored."""
        rows = np.searchsorted(self.times, times)
        good = rows < self.count
        good[good] = self.times[rows[good]] == times[good]
        for place, name in enumerate(names):
            if name in self._columns:
                self._columns[name][rows[good]] = values[good, place]

    def until(self, t: float, origin: Origin) -> Recording:
        """The part up to a time as a separate recording: the start of a branch."""
        branch = Recording(self.units, self.begin, self.end, origin)
        branch.variables = dict(self.variables)
        kept = int(np.searchsorted(self.times, t, side="right"))
        rows = np.column_stack([column[:kept] for column in self._columns.values()]) if self._columns else np.empty((kept, 0))
        branch.append(self.times[:kept], list(self._columns), rows)
        return branch

    def _make_room(self, more: int) -> None:
        if self.count + more > MOST and self.count > ROOM:
            self._thin()
        total, room = self.count + more, self._times.size
        if total <= room:
            return
        while room < total:
            room = room * 3 // 2
        self._times = np.resize(self._times, room)
        for name, column in self._columns.items():
            self._columns[name] = np.resize(column, room)

    def _thin(self) -> None:
        """Drop every second row, except in the last quarter."""
        recent = self.count * 3 // 4
        kept = np.concatenate([np.arange(0, recent, 2), np.arange(recent, self.count)])
        for array in (self._times, *self._columns.values()):
            array[: kept.size] = array[kept]
        self.count = kept.size
        self.thinning += 1

    def _find_quaternions(self) -> None:
        """Names of each attitude's components, w x y z."""
        self.quaternions: list[list[str]] = []
        for name, unit in self.units.items():
            head, dot, letter = name.rpartition(".")
            parts = [f"{head}.{each}" for each in "wxyz"]
            if dot and letter == "w" and unit == "1" and all(part in self.units for part in parts):
                self.quaternions.append(parts)
