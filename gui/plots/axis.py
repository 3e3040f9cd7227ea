"""An axis of a plot: its range, which follows the values steadily until the user zooms, and its ticks."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from mars.pictures.charts.ticks import Marks, marks, with_scale

SMALLEST = {"deg": 1.0, "m": 1e-3}  # range of a constant value
WIDER, TIGHT = 0.12, 0.35  # margin above and below; fraction of the height below which the range is too large
NARROWEST = 1e-9  # range relative to the size of the numbers: below this, doubles run out of digits


class Axis:
    """`unit` as shown; `scale` from SI to it. `low` and `high` are in the shown unit."""

    def __init__(self, unit: str, scale: float = 1.0, low: float = 0.0, high: float = 1.0):
        self.unit, self.scale = unit, scale
        self.low, self.high = low, high
        self.is_manual = False  # the user zoomed: do not adjust it
        self._holds = False

    def hold(self, low: float, high: float, *, tighten: bool = False) -> bool:
        """Make room for values: wider immediately, narrower only with `tighten`; whether the range changed."""
        if self.is_manual or not (np.isfinite(low) and np.isfinite(high)):
            return False
        if low == high == 0.0:  # as wide as the unit, but not kept: later values may be small
            self.low, self.high, self._holds = -1.0, 1.0, False
            return True
        least = max(SMALLEST.get(self.unit, 1e-9), 1e-6 * max(abs(low), abs(high)))
        if high - low < least:
            low, high = (low + high - least) / 2, (low + high + least) / 2
        fits = self._holds and self.low <= low and high <= self.high
        if fits and not (tighten and high - low < TIGHT * (self.high - self.low)):
            return False
        room = WIDER * (high - low)
        self.low, self.high, self._holds = low - room, high + room, True
        return True

    def release(self) -> None:
        """Follow the values again, as closely as at first."""
        self.is_manual = self._holds = False

    def show(self, low: float, high: float) -> None:
        """A range chosen by the user; one too narrow for floating-point numbers is refused."""
        if not (np.isfinite(low) and np.isfinite(high)) or max(abs(low), abs(high)) > 1e250:
            return
        if high - low > NARROWEST * max(abs(low), abs(high), 1e-200):
            self.low, self.high, self.is_manual = low, high, True

    def zoom(self, factor: float, about: float) -> None:
        """Show `factor` times as much, keeping a value in position."""
        self.show(about + factor * (self.low - about), about + factor * (self.high - about))

    def pan(self, by: float) -> None:
        self.show(self.low + by, self.high + by)

    def widen(self, span: float) -> None:
        """Show this much, keeping the middle in position."""
        middle = (self.low + self.high) / 2
        self.low, self.high = middle - span / 2, middle + span / 2

    def place(self, values: Any, start: float, end: float) -> Any:
        """Pixel positions of values between two pixels."""
        return start + (values - self.low) * ((end - start) / (self.high - self.low))

    def value(self, pixel: float, start: float, end: float) -> float:
        return self.low + (pixel - start) / (end - start) * (self.high - self.low)

    def marks(self, most: int) -> Marks:
        return _marks(self.low, self.high, max(2, most), self.unit == "deg")

    @property
    def exponent(self) -> int:
        """Exponent of ten that its numbers are written with."""
        return self.marks(2).exponent

    @property
    def written_unit(self) -> str:
        return with_scale("", self.unit, self.marks(2))[1]


@lru_cache(maxsize=256)
def _marks(low: float, high: float, most: int, degrees: bool) -> Marks:
    return marks(low, high, most, degrees=degrees)
