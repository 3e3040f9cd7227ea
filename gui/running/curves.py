"""Curves of a recording: which there are, in the units that people read, thinned out to what a screen can show."""

from __future__ import annotations

from itertools import groupby

import numpy as np

from ..i18n import translate
from .recording import Recording

SHOWN = {"rad": ("deg", 180 / np.pi), "rad/s": ("deg/s", 180 / np.pi)}
SMALLEST = {"deg": 1.0, "m": 1e-3}  # height of a plot of something that stands still
WIDER, TIGHT = 0.12, 0.35  # room above and below; part of the height below which a plot is too high


class Curve:
    """One line of a plot. `values` grow with the recording."""

    def __init__(self, label: str, unit: str, columns: list[int], turn: int = -1, scale: float = 1.0):
        self.label, self.unit = label, unit
        self._columns, self._turn, self._scale = columns, turn, scale
        self._values = np.empty(0)
        self.largest = 0.0  # without its sign

    def update(self, recording: Recording) -> np.ndarray:
        """All values so far."""
        known, rows = self._values.size, recording.values
        if known < len(rows):
            new = rows[known:, self._columns]
            more = self._scale * (_turn(new, self._turn) if self._turn >= 0 else new[:, 0])
            if self._turn >= 0:  # angles go on beyond half a turn
                more = np.unwrap(np.concatenate([self._values[-1:], more]), period=360.0)[min(known, 1) :]
            self._values = np.concatenate([self._values, more])
            self.largest = max(self.largest, float(np.abs(more).max()))
        return self._values


def curves_of(recording: Recording) -> list[Curve]:
    """Joint coordinates; attitudes as three turns about the fixed axes, as start values are given."""
    found, parts = [], {columns[0]: columns for columns in recording.quaternions}
    inner = {column for columns in recording.quaternions for column in columns}
    for i, (name, unit) in enumerate(zip(recording.names, recording.units, strict=True)):
        if i in parts:
            owner = name.split(".", 1)[0]
            found += [
                Curve(f"{owner} {translate('Plots', 'turn')} {axis}", "deg", parts[i], turn, 180 / np.pi)
                for turn, axis in enumerate("xyz")
            ]
        elif i not in inner:
            shown, scale = SHOWN.get(unit, (unit, 1.0))
            found.append(Curve(name.replace(".", " "), shown, [i], scale=scale))
    return sorted(found, key=lambda curve: (curve.unit != "deg", curve.unit))


def by_unit(curves: list[Curve]) -> dict[str, list[Curve]]:
    """One plot for each."""
    return {unit: list(members) for unit, members in groupby(curves, key=lambda curve: curve.unit)}


def thinned(times: np.ndarray, values: np.ndarray, pixels: int) -> tuple[np.ndarray, np.ndarray]:
    """At most two points for each pixel, the lowest and the highest of what lies there, in their order."""
    size = -(-times.size // max(1, pixels))
    if size <= 2:
        return times, values
    whole = times.size // size * size
    blocks = values[:whole].reshape(-1, size)
    low, high = blocks.argmin(axis=1), blocks.argmax(axis=1)
    first = np.arange(len(blocks)) * size
    chosen = np.sort(np.column_stack([first + low, first + high]), axis=1).ravel()
    chosen = np.concatenate([chosen, np.arange(whole, times.size)])
    return times[chosen], values[chosen]


class Height:
    """The vertical range of a plot: wider at once, narrower only when told to tighten, so that it does not tremble."""

    def __init__(self, unit: str):
        self._least = SMALLEST.get(unit, 1e-9)
        self.low, self.high = 0.0, 0.0

    def hold(self, low: float, high: float, *, tighten: bool = False) -> bool:
        """Make room for values; whether the range is another one now."""
        if not (np.isfinite(low) and np.isfinite(high)):
            return False
        least = max(self._least, 1e-6 * max(abs(low), abs(high)))
        if high - low < least:
            low, high = (low + high - least) / 2, (low + high + least) / 2
        fits = self.low <= low and high <= self.high
        if fits and not (tighten and high - low < TIGHT * (self.high - self.low)):
            return False
        room = WIDER * (high - low)
        self.low, self.high = low - room, high + room
        return True


def _turn(quaternion: np.ndarray, axis: int) -> np.ndarray:
    """Angle about one fixed axis: first x, then y, then z."""
    w, x, y, z = quaternion.T
    if axis == 0:
        return np.arctan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y))
    if axis == 1:
        return np.arcsin(np.clip(2 * (w * y - z * x), -1.0, 1.0))
    return np.arctan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))


def decimals(largest: float) -> int:
    """Digits behind the point that are worth showing of values of a size."""
    return int(np.clip(3 - np.floor(np.log10(largest)), 0, 6)) if largest > 1e-12 else 2
