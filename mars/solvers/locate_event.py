"""Locates the earliest time in a step at which a guard becomes negative, from samples of the step.

A guard counts from the first point where it is positive. Between two samples it is approximated by the Hermite cubic through
values and slopes; its predictions are verified on the step itself.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from mars.solvers.projection import lowest

SHARP = 1e-12  # relative to the step: accuracy of event location
ROUNDINGS = 4  # units in the last place of the time: lower limit of that accuracy
DEPTH = 8  # maximum number of divisions for a suspected dip
HALVE_AFTER = 3  # chords that did not halve the interval: the next guess is its middle
PLACES = (1e-6, 1e-3, 0.03, 0.125, 0.25, 0.5, 0.75)  # of the step: where a guard that starts at zero is sampled


@dataclass(frozen=True)
class GuardSample:
    """Guards and their rates at one time."""

    t: float
    guards: np.ndarray
    rates: np.ndarray


@dataclass(frozen=True)
class Found:
    """An event: its time, and the guards that are negative there, or zero and about to be."""

    t: float
    guards: list[int]


Probe = Callable[[float], GuardSample]


def locate(probe: Probe, begin: GuardSample, end: GuardSample) -> Found | None:
    """The earliest event in the step, if any; at its start if a guard is positive nowhere.

    A guard that is negative by rounding after a switch and rises is ignored.
    """
    samples = [begin, end]
    late = (begin.guards <= 0) & (end.guards < 0)
    if late.any():
        samples[1:1] = [probe(begin.t + place * (end.t - begin.t)) for place in PLACES]
        never = late & (end.guards <= begin.guards) & ~np.any([sample.guards > 0 for sample in samples], axis=0)
        if never.any():
            return Found(begin.t, np.flatnonzero(never).tolist())
    searches = (_search(probe, a, b, 0) for a, b in itertools.pairwise(samples))
    return next((found for found in searches if found is not None), None)


def _search(probe: Probe, a: GuardSample, b: GuardSample, depth: int) -> Found | None:
    """The earliest event between two samples, for the guards that are positive at the first."""
    dips = [place for i in np.flatnonzero((a.guards > 0) & (b.guards >= 0)) if (place := _dip(a, b, i)) is not None]
    if dips and depth < DEPTH:
        middle = probe(a.t + min(dips) * (b.t - a.t))
        return _search(probe, a, middle, depth + 1) or _search(probe, middle, b, depth + 1)
    return _narrow(probe, a, b) if _negative(a, b).any() else None


def _negative(a: GuardSample, b: GuardSample) -> np.ndarray:
    return (a.guards > 0) & (b.guards < 0)


def _dip(a: GuardSample, b: GuardSample, i: np.intp) -> float | None:
    step = b.t - a.t
    place, value = lowest(a.guards[i], step * a.rates[i], b.guards[i], step * b.rates[i])
    return place if value < 0 else None


def _narrow(probe: Probe, a: GuardSample, b: GuardSample) -> Found:
    """Narrow the interval by chords (the Illinois method), with a slight overshoot so that both ends converge; halved if slow.

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
        sample = probe(min(max(guess, a.t + 0.25 * sharp), b.t - 0.25 * sharp))
        again, below = below, bool((watched & (sample.guards < 0)).any())
        if below:
            b, low = sample, sample.guards.copy()
            high *= 0.5 if again else 1.0
        else:
            a, high = sample, sample.guards.copy()
            low *= 1.0 if again else 0.5
        tries = 0 if b.t - a.t < 0.5 * width or tries == HALVE_AFTER else tries + 1
    soon = b.guards + 2 * sharp * np.minimum(b.rates, 0.0)
    return Found(b.t, np.flatnonzero(watched & ((b.guards <= 0) | (soon <= 0))).tolist())
