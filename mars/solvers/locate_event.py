"""Locates the earliest time in a step at which a guard becomes negative, from samples of the step.

A guard counts from the first point where it is positive. Pieces of the step in which one may fall and rise again are divided
until their bounds exclude it (`mars.solvers.guard_checks`); crossings are verified on the step itself.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from mars.solvers.guard_checks import BENT, HARDLY, lowest

SHARP = 1e-12  # relative to the step: accuracy of event location
ROUNDINGS = 4  # units in the last place of the time: lower limit of that accuracy
DEPTH, DIVISIONS = 30, 200  # of a piece in which a guard may fall: how often it is halved, and all pieces of a step together
HALVE_AFTER = 3  # chords that did not halve the interval: the next guess is its middle
PLACES = (1e-6, 1e-3, 0.03, 0.125, 0.25, 0.5, 0.75)  # of the step: where a guard that starts at zero is sampled
SHORT = 1000  # units in the last place of the time: a step without room for samples, or for several steps to an event
SAMPLES, MOST_SAMPLES = 9, 40  # of guards without bounds, in a step: first, and where they bend


@dataclass(frozen=True)
class GuardSample:
    """Guards and their rates at one time, and the whole row for their bounds."""

    t: float
    guards: np.ndarray
    rates: np.ndarray
    row: np.ndarray

    @classmethod
    def of(cls, row: np.ndarray, count: int) -> GuardSample:
        return cls(float(row[-1]), row[:count], row[count : 2 * count], row)


@dataclass(frozen=True)
class Found:
    """An event: its time, and the guards that are negative there, or zero and about to be."""

    t: float
    guards: list[int]


@dataclass
class RefusedStep:
    """How its guards are looked at."""

    probe: Callable[[float], GuardSample]
    may_fall: Callable[[GuardSample, GuardSample], bool]  # by bounds, a guard that is positive at both
    sampled: np.ndarray  # which guards have no bounds
    divisions: int = 0

    def locate(self, begin: GuardSample, end: GuardSample) -> Found | None:
        """The earliest event in the step, if any; at its start if a guard is positive nowhere.

        A guard that is negative by rounding after a switch and rises is ignored.
        """
        samples = [begin, end]
        late = (begin.guards <= 0) & (end.guards < 0)
        if late.any():
            samples[1:1] = [self.probe(begin.t + place * (end.t - begin.t)) for place in PLACES]
            never = late & (end.guards <= begin.guards) & ~np.any([sample.guards > 0 for sample in samples], axis=0)
            if never.any():
                return Found(begin.t, np.flatnonzero(never).tolist())
        if self.sampled.any():
            self._sample(samples)
        searches = (self._search(a, b, 0) for a, b in itertools.pairwise(samples))
        return next((found for found in searches if found is not None), None)

    def _sample(self, samples: list[GuardSample]) -> None:
        """Insert samples: some everywhere, then where guards without bounds bend as much as they are away from zero, up to the
        first that is negative."""
        begin, end = samples[0], samples[-1]
        if end.t - begin.t < SHORT * np.spacing(abs(end.t)):
            return
        if len(samples) == 2:
            samples[1:1] = [self.probe(t) for t in np.linspace(begin.t, end.t, SAMPLES + 2)[1:-1].tolist()]
        while len(samples) < MOST_SAMPLES:
            times = np.array([sample.t for sample in samples])
            guards = np.array([sample.guards[self.sampled] for sample in samples])
            place = _first_bend(times, guards)
            if place is None:
                return
            samples.insert(place + 1, self.probe(0.5 * (times[place] + times[place + 1])))

    def _search(self, a: GuardSample, b: GuardSample, depth: int) -> Found | None:
        """The earliest event between two samples, for the guards that are positive at the first."""
        if _negative(a, b).any():
            before, found = self._narrow(a, b)
            return (self._search(a, before, depth) if before.t > a.t else None) or found
        if depth == DEPTH or self.divisions == DIVISIONS:  # a guard that is rounding up to a large factor may fall anywhere
            return None
        dips = [place for i in np.flatnonzero((a.guards > 0) & (b.guards >= 0)) if (place := _dip(a, b, i)) is not None]
        if not dips and not self.may_fall(a, b):
            return None
        self.divisions += 1
        middle = self.probe(a.t + min(dips, default=0.5) * (b.t - a.t))
        return self._search(a, middle, depth + 1) or self._search(middle, b, depth + 1)

    def _narrow(self, a: GuardSample, b: GuardSample) -> tuple[GuardSample, Found]:
        """The last sample before the event, and the event. The interval is narrowed by chords (the Illinois method), with a
        slight overshoot so that both ends converge, and halved if that is slow.

        Chords, because rates of guards may be missing (those of forces are).
        """
        watched = a.guards > 0
        sharp = max(SHARP * (b.t - a.t), ROUNDINGS * np.spacing(abs(b.t)))
        high, low = a.guards.copy(), b.guards.copy()  # heights of the chord's ends
        below, tries = True, 0
        while b.t - a.t > sharp:
            width = b.t - a.t
            falling = watched & (b.guards < 0)
            place = 0.5 if tries == HALVE_AFTER else float(np.min(high[falling] / (high[falling] - low[falling])))
            guess = a.t + place * width + (-0.5 if below else 0.5) * sharp
            sample = self.probe(min(max(guess, a.t + 0.25 * sharp), b.t - 0.25 * sharp))
            again, below = below, bool((watched & (sample.guards < 0)).any())
            if below:
                b, low = sample, sample.guards.copy()
                high *= 0.5 if again else 1.0
            else:
                a, high = sample, sample.guards.copy()
                low *= 1.0 if again else 0.5
            tries = 0 if b.t - a.t < 0.5 * width or tries == HALVE_AFTER else tries + 1
        soon = b.guards + 2 * sharp * np.minimum(b.rates, 0.0)
        return a, Found(b.t, np.flatnonzero(watched & ((b.guards <= 0) | (soon <= 0))).tolist())


def _first_bend(times: np.ndarray, guards: np.ndarray) -> int | None:
    """The first interval in which a guard, positive at its ends, may become negative by the curvature there; none behind the
    first negative sample."""
    width = np.diff(times)[:, None]
    bends = np.abs(np.diff(np.diff(guards, axis=0) / width, axis=0)) / (times[2:] - times[:-2])[:, None]
    bends = np.maximum(np.vstack([bends, bends[-1:]]), np.vstack([bends[:1], bends]))  # of both neighbours
    room = 0.25 * BENT * bends * width**2 - HARDLY * np.abs(guards).max(axis=0)
    is_open = ((guards[:-1] > 0) & (guards[1:] >= 0) & (np.minimum(guards[:-1], guards[1:]) < room)).any(axis=1)
    falls = ((guards[:-1] > 0) & (guards[1:] < 0)).any(axis=1)
    last = int(np.argmax(falls)) if falls.any() else is_open.size
    found = np.flatnonzero(is_open[:last])
    return int(found[np.argmax(width[found, 0])]) if found.size else None


def _negative(a: GuardSample, b: GuardSample) -> np.ndarray:
    return (a.guards > 0) & (b.guards < 0)


def _dip(a: GuardSample, b: GuardSample, i: np.intp) -> float | None:
    step = b.t - a.t
    place, value = lowest(a.guards[i], step * a.rates[i], b.guards[i], step * b.rates[i])
    return place if value < 0 else None
