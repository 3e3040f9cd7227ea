"""Common parts of the step loops of all methods: when to return, where a step ends, error norms, and the failing state."""

from __future__ import annotations

import math

import numba
import numpy as np

from mars.solvers import guard_rows, projection
from mars.solvers.abi import FINISHED, FULL, INNER, PAUSED, pointer

# settings: numbers that are constant during a run; each method appends its own.
RTOL, MAX_STEP, MIN_STEP, SHARED_SETTINGS = 0, 1, 2, 3

CONTINUE = -1  # no reason to return; an addition to the codes of `abi`
STRETCH = 1.01  # a step may be longer by this factor rather than leave a tiny one before a stop
SMALLEST_PART = 1e-15  # relative to the span of a run: MIN_STEP
SPACINGS = 10.0  # a step shorter than this many units in the last place of the time is too inaccurate
NOT_FINITE_FACTOR = 0.25  # step factor if a number is not finite: large enough a reduction to leave a pole
EPSILON = 2.220446049250313e-16  # rounding unit of doubles
# Hairer, Nørsett, Wanner, section II.4: the first step is this fraction of the time in which x would change by its own size, or
# FIRST_STEP seconds if x or its rate is almost zero.
FIRST_PART, FIRST_STEP, NEXT_TO_ZERO = 0.01, 1e-6, 1e-5
SMALLEST_ERROR = 1e-10  # smaller relative errors count as this


@numba.njit(**INNER)
def reason_to_return(t, t_stop, taken, max_steps, row, room):
    """FINISHED, PAUSED after `max_steps`, FULL if the store has no row after the current one; else CONTINUE."""
    if t >= t_stop:
        return FINISHED
    if taken >= max_steps:
        return PAUSED
    if row + 1 >= room:
        return FULL
    return CONTINUE


@numba.njit(**INNER)
def end_of_step(t, proposal, t_stop):
    """Where the next step ends, and whether it is cut by the stop."""
    cut = t + STRETCH * proposal >= t_stop
    return t_stop if cut else t + proposal, cut


@numba.njit(**INNER)
def is_too_small(step, t, settings):
    return step < max(settings[MIN_STEP], SPACINGS * abs(np.nextafter(t, np.inf) - t))


@numba.njit(**INNER)
def first_guess(size, speed):
    """A first step from the relative sizes of x and of its rates."""
    return FIRST_STEP if size < NEXT_TO_ZERO or speed < NEXT_TO_ZERO else FIRST_PART * size / speed


@numba.njit(**INNER)
def first_step(x, slope, scale, span, settings):
    """A hundredth of the time in which the state would change by its own size; the first error estimate corrects it."""
    far, speed = 0.0, 0.0
    for n in range(x.size):
        far += (x[n] / scale[n]) ** 2
        speed += (slope[n] / scale[n]) ** 2
    if x.size == 0:
        return min(span, settings[MAX_STEP])
    step = first_guess(math.sqrt(far / x.size), math.sqrt(speed / x.size))
    return max(settings[MIN_STEP], min(step, span, settings[MAX_STEP]))


@numba.njit(**INNER)
def rates(model, cell, t, x, dx):
    """dx becomes f(t, x)."""
    cell[0] = t
    projection.rates(model, pointer(x), pointer(cell), pointer(dx))


@numba.njit(**INNER)
def guards_at_start(model, cell, t, x, dx):
    """Guards at the start of this part of the run."""
    rates(model, cell, t, x, dx)
    guard_rows.watch(model, pointer(x), pointer(cell), pointer(dx))
    guard_rows.keep_watch(model)


@numba.njit(**INNER)
def error_scale(x, atol, settings, scale):
    """Errors are measured relative to atol + rtol·|x|."""
    for n in range(x.size):
        scale[n] = atol[n] + settings[RTOL] * abs(x[n])


@numba.njit(**INNER)
def relative_size(v, scale):
    """The largest of v relative to `scale`, so that many quiet states cannot hide one; v becomes the quotients. NaN if one is."""
    found = SMALLEST_ERROR
    for n in range(v.size):
        v[n] /= scale[n]
        if abs(v[n]) > found or math.isnan(v[n]):
            found = abs(v[n])
    return found


@numba.njit(**INNER)
def not_finite(x):
    """Index of the first number that is not finite, else −1."""
    for n in range(x.size):
        if not math.isfinite(x[n]):
            return n
    return -1


@numba.njit(**INNER)
def largest(v):
    """Index of the largest number."""
    found = -1
    for n in range(v.size):
        if found < 0 or abs(v[n]) > abs(v[found]):
            found = n
    return found
