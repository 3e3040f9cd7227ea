"""When samples are taken: the times offset + k·period, k = 0, 1, …, of all clocks of a circuit, in order and without a list.

Each time is a product, so nothing drifts. Times of several clocks that differ by rounding only are one: the earliest of them.
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
        """Its first tick behind a time."""
        k = max(0, floor((t - self.offset) / self.period) - 1)
        while (found := self.offset + k * self.period) <= t:
            k += 1
        return found


@dataclass(frozen=True)
class Ticks:
    """Those of several clocks."""

    clocks: tuple[Clock, ...]

    def after(self, t: float) -> float:
        """The first tick behind a time; infinite without clocks."""
        return self._first(t, lambda tick: tick > t)

    def at(self, t: float) -> bool:
        """Whether this is the very time of a tick."""
        return self._first(t, lambda tick: tick >= t) == t

    def due(self, t: float) -> tuple[int, ...]:
        """The clocks that tick at a time, by number."""
        near = _rounding(t)
        return tuple(i for i, clock in enumerate(self.clocks) if clock.after(t - near) <= t + near)

    def joined(self, times: Sequence[float]) -> list[float]:
        """Times in order; one that is that of a tick but for rounding becomes this tick."""
        return sorted({tick if abs((tick := self._earliest(t - _rounding(t))) - t) <= _rounding(t) else t for t in times})

    def _first(self, t: float, counts: Callable[[float], bool]) -> float:
        tick = self._earliest(t - _rounding(t))
        return tick if counts(tick) else self._earliest(t + _rounding(t))

    def _earliest(self, t: float) -> float:
        return min((clock.after(t) for clock in self.clocks), default=inf)


NEVER = Ticks(())


def _rounding(t: float) -> float:
    return ROUNDING * ulp(t)
