"""One variable of one recording for drawing: thinned to screen resolution, whatever the length of the run."""

from __future__ import annotations

import numpy as np

from mars.pictures.charts.euler_angles import quaternion_of, turn

from ..runs.recording import Recording

BLOCK = 32  # rows per stored minimum and maximum


class Series:
    """Values in SI units. A column may be unknown at first (`is_known`) and is filled later: call `forget` after that."""

    def __init__(self, recording: Recording, name: str):
        self.recording, self.name = recording, name
        self._parts = quaternion_of(name)
        self._turned = np.empty(0)
        self._low, self._high = np.empty(0), np.empty(0)  # of whole blocks
        self._thinning = recording.thinning
        self.version = 0  # changes whenever old rows change

    @property
    def parts(self) -> list[str]:
        """The columns that it consists of."""
        return self._parts or [self.name]

    @property
    def unit(self) -> str | None:
        """Unit in the run; None if the recording has no such variable."""
        if self._parts:
            return "rad" if self._parts[0] in self.recording.units else None
        return self.recording.units.get(self.name) or self.recording.variables.get(self.name)

    @property
    def values(self) -> np.ndarray:
        """As long as the recording's times; empty if unknown."""
        if self._parts:
            return self._turns()
        column = self.recording.column(self.name)
        return column if column is not None else np.empty(0)

    @property
    def is_known(self) -> bool:
        """Whether there is something to show: the newest or the oldest value is known."""
        values = self.values
        return values.size > 0 and not (np.isnan(values[-1]) and np.isnan(values[0]) and np.isnan(values).all())

    def value(self, t: float) -> float:
        """At a time, interpolated linearly; NaN outside the recording."""
        recording = self.recording
        if recording.count == 0 or not recording.times[0] - 1e-9 <= t <= recording.last + 1e-9:
            return float("nan")
        return float(np.interp(t, recording.times, self._turns())) if self._parts else recording.value(self.name, t)

    def forget(self) -> None:
        """Rows were filled in or dropped: discard cached values."""
        self._turned = self._low = self._high = np.empty(0)
        self._thinning = self.recording.thinning
        self.version += 1

    def stretch(self, begin: float, end: float) -> tuple[np.ndarray, np.ndarray]:
        """All rows of a time range."""
        times, values = self.recording.times, self.values
        if values.size == 0:
            return np.empty(0), np.empty(0)
        first, last = _rows(times, begin, end)
        return times[first:last], values[first:last]

    def thinned(self, begin: float, end: float, pixels: int) -> tuple[np.ndarray, np.ndarray]:
        """At most two points per pixel: its minimum and maximum, where rows are closer than that."""
        times, values = self.recording.times, self.values
        if values.size == 0:
            return np.empty(0), np.empty(0)
        first, last = _rows(times, begin, end)
        if last - first <= 2 * pixels:
            return times[first:last], values[first:last]
        if last - first <= 2 * BLOCK * pixels:
            times, values = times[first:last], values[first:last]
            return _extremes(times, times, values, values, pixels)
        low, high = self._blocks(values)
        one, other = first // BLOCK, min(last // BLOCK, low.size)
        begins, ends = times[one * BLOCK : other * BLOCK : BLOCK], times[(one + 1) * BLOCK - 1 : other * BLOCK : BLOCK]
        x, y = _extremes(begins, ends, low[one:other], high[one:other], pixels)
        rest = slice(max(first, other * BLOCK), last)
        return np.concatenate([x, times[rest]]), np.concatenate([y, values[rest]])

    def _blocks(self, values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Minimum and maximum of every BLOCK rows; only new rows are read."""
        if self.recording.thinning != self._thinning:
            self.forget()
        known = self._low.size
        whole = values.size // BLOCK
        if whole > known:
            new = values[known * BLOCK : whole * BLOCK].reshape(-1, BLOCK)
            self._low = np.concatenate([self._low, np.fmin.reduce(new, axis=1)])
            self._high = np.concatenate([self._high, np.fmax.reduce(new, axis=1)])
        return self._low[:whole], self._high[:whole]

    def _turns(self) -> np.ndarray:
        if self.recording.thinning != self._thinning:
            self.forget()
        known, columns = self._turned.size, [self.recording.column(part) for part in self._parts]
        if any(column is None for column in columns):
            return np.empty(0)
        if known < self.recording.count:
            before = float(self._turned[-1]) if known else None
            new = turn(self.name, [column[known:] for column in columns if column is not None], before)
            self._turned = np.concatenate([self._turned, new])
        return self._turned


def _rows(times: np.ndarray, begin: float, end: float) -> tuple[int, int]:
    """The rows of a time range, with one more on both sides."""
    first = max(0, int(np.searchsorted(times, begin)) - 1)
    return first, min(times.size, int(np.searchsorted(times, end, side="right")) + 1)


def _extremes(
    begins: np.ndarray, ends: np.ndarray, low: np.ndarray, high: np.ndarray, pixels: int
) -> tuple[np.ndarray, np.ndarray]:
    """Minimum and maximum of each pixel, first the one closer to the pixel's start."""
    if begins.size == 0:
        return begins, low
    edges = np.linspace(begins[0], begins[-1], pixels + 1)[:-1]
    cuts = np.unique(np.searchsorted(begins, edges))
    lowest, highest = np.fmin.reduceat(low, cuts), np.fmax.reduceat(high, cuts)
    rises = low[cuts] - lowest <= highest - high[cuts]
    pairs = np.where(rises[:, None], np.column_stack([lowest, highest]), np.column_stack([highest, lowest]))
    last = np.append(cuts[1:], begins.size) - 1  # for a smooth curve these are the points where the pixel starts and ends
    return np.column_stack([begins[cuts], ends[last]]).ravel(), pairs.ravel()
