"""What a run has shown so far: the watched variables at their times, for curves and for playing back."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

ROOM = 1024


class Recording:
    """Grows while the run goes on; `times` and `values` (one row for each time) are views of what is there."""

    def __init__(self, names: Sequence[str], units: Sequence[str], begin: float = 0.0, end: float = 0.0):
        self.names, self.units = list(names), list(units)
        self.begin, self.end = begin, end
        self.count = 0
        self._times, self._values = np.empty(ROOM), np.empty((ROOM, len(self.names)))

    @property
    def times(self) -> np.ndarray:
        return self._times[: self.count]

    @property
    def values(self) -> np.ndarray:
        return self._values[: self.count]

    @property
    def last(self) -> float:
        """Time of the newest row."""
        return float(self._times[self.count - 1]) if self.count else self.begin

    def append(self, times: np.ndarray, values: np.ndarray) -> None:
        """Rows of later times."""
        total = self.count + len(times)
        if total > self._times.size:
            room = max(total, 2 * self._times.size)
            self._times, old_times = np.empty(room), self._times
            self._values, old_values = np.empty((room, len(self.names))), self._values
            self._times[: self.count], self._values[: self.count] = old_times[: self.count], old_values[: self.count]
        self._times[self.count : total], self._values[self.count : total] = times, values
        self.count = total

    def at(self, t: float) -> dict[str, float]:
        """Every variable at a time, between two rows by a straight line; quaternions stay of length one."""
        if self.count == 0:
            return {}
        times = self.times
        after = int(np.searchsorted(times, t, side="right"))
        if after == 0 or after == self.count:
            row = self.values[0 if after == 0 else -1].copy()
        else:
            before = after - 1
            part = (t - times[before]) / (times[after] - times[before])
            one, other = self.values[before], self.values[after].copy()
            for columns in self.quaternions:
                if one[columns] @ other[columns] < 0:
                    other[columns] = -other[columns]
            row = one + part * (other - one)
            for columns in self.quaternions:
                row[columns] /= np.linalg.norm(row[columns])
        return dict(zip(self.names, row.tolist(), strict=True))

    @cached_property
    def quaternions(self) -> list[list[int]]:
        """Columns of each attitude, w x y z."""
        place = {name: i for i, name in enumerate(self.names)}
        found = []
        for name in self.names:
            head, dot, letter = name.rpartition(".")
            parts = [place.get(f"{head}.{each}") for each in "wxyz"]
            if dot and letter == "w" and self.units[place[name]] == "1" and None not in parts:
                found.append(parts)
        return found
