"""Sample times: offset + k·period, k = 0, 1, …, of all clocks of a circuit, in order and without a list.

Each time is a product, so there is no drift. Ticks of several clocks that differ only by rounding count as one: the earliest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import floor, inf, ulp

ROUNDING = 8  # units in the last place: periods are rounded, and so are their multiples


@dataclass(frozen=True)
class Clock:
    """Ticks at offset + k·period."""

    period: float
    offset: float = 0.0

    def after(self, t: float) -> float:
        """The first tick after a time."""
        k = max(0, floor((t - self.offset) / self.period) - 1)
        while (found := self.offset + k * self.period) <= t:
            k += 1
        return found


@dataclass(frozen=True)
class Ticks:
    """The ticks of several clocks."""

    clocks: tuple[Clock, ...]

    def after(self, t: float) -> float:
        """The first tick after a time; infinite without clocks."""
        return self._first(t, lambda tick: tick > t)

    def at(self, t: float) -> bool:
        """Whether this is exactly the time of a tick."""
        return self._first(t, lambda tick: tick >= t) == t

    def due(self, t: float) -> tuple[int, ...]:
        """Indices of the clocks that tick at a time."""
        near = _rounding(t)
        return tuple(i for i, clock in enumerate(self.clocks) if clock.after(t - near) <= t + near)

    def joined(self, times: Sequence[float]) -> list[float]:
        """The times in order; a time that equals a tick up to rounding is replaced by that tick."""
        return sorted({tick if abs((tick := self._earliest(t - _rounding(t))) - t) <= _rounding(t) else t for t in times})

    def _first(self, t: float, counts: Callable[[float], bool]) -> float:
        tick = self._earliest(t - _rounding(t))
        return tick if counts(tick) else self._earliest(t + _rounding(t))

    def _earliest(self, t: float) -> float:
        return min((clock.after(t) for clock in self.clocks), default=inf)


NEVER = Ticks(())


def _rounding(t: float) -> float:
    return ROUNDING * ulp(t)
