"""Sample times, offset + k·period, k = 0, 1, …, and breaks of laws, in order and without a list.

Each time is a product, so there is no drift. Times of several clocks that differ only by rounding count as one: the earliest.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from math import floor, inf, ulp
from typing import Protocol

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

    def nearest(self, t: float) -> float:
        """The tick that equals a time up to rounding, or else the time."""
        tick = self._earliest(t - _rounding(t))
        return tick if abs(tick - t) <= _rounding(t) else t

    def _first(self, t: float, counts: Callable[[float], bool]) -> float:
        tick = self._earliest(t - _rounding(t))
        return tick if counts(tick) else self._earliest(t + _rounding(t))

    def _earliest(self, t: float) -> float:
        return min((clock.after(t) for clock in self.clocks), default=inf)


NEVER = Ticks(())


class CornerSource(Protocol):
    """Corners one after the other: the first after a time, or anything not before `limit` if there is none before it."""

    def after(self, t: float, limit: float = inf) -> float: ...


class Breaks:
    """Times at which a law has a corner: some listed, others found one after the other. Times that differ only by rounding count
    as one: the earliest."""

    def __init__(self, times: Iterable[float] = (), sources: Iterable[CornerSource | Clock] = ()):
        listed, found = {float(t) for t in times}, list[CornerSource | Clock]()
        for source in sources:
            if isinstance(source, Breaks):  # one tolerance for all, however deep they are nested
                listed |= set(source._times)
                found += source._sources
            else:
                found.append(source)
        self._times, self._sources = sorted(listed), tuple(dict.fromkeys(found))

    @classmethod
    def of(cls, breaks: Breaks | Iterable[float]) -> Breaks:
        return breaks if isinstance(breaks, Breaks) else cls(breaks)

    def after(self, t: float, limit: float = inf) -> float:
        """The first break after a time by more than rounding; infinite if there is none before `limit`."""
        behind = t + _rounding(t)
        place = bisect_right(self._times, behind)
        first = self._times[place] if place < len(self._times) else inf
        for source in self._sources:
            if isinstance(source, Clock):
                first = min(first, source.after(behind))
            else:
                first = min(first, source.after(behind, min(limit, first)))
        return first if first < limit - _rounding(limit) else inf

    def at(self, t: float) -> bool:
        """Whether a time is a break up to rounding."""
        near = _rounding(t)
        return self.after(t - 3 * near, t + 12 * near) <= t + near

    def inside(self, t: float) -> float:
        """A time inside the smooth segment that starts at or contains t."""
        following = self.after(t)
        return 0.5 * (t + following) if following < inf else t + 1.0

    def between(self, begin: float, end: float) -> Iterator[float]:
        """The breaks after `begin` and before `end`."""
        while (begin := self.after(begin, end)) < end:
            yield begin

    def first(self, count: int, begin: float = 0.0, end: float = inf) -> list[float]:
        """At most so many breaks after `begin` and before `end`."""
        return list(islice(self.between(begin, end), count))


def _rounding(t: float) -> float:
    return ROUNDING * ulp(t) if t < inf else 0.0
