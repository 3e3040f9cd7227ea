"""Whether a guard becomes negative in a step: its values at the end and, so that nothing is missed inside, its bounds.

Guards without bounds are sampled at the stages or at INNER_POINTS of the step, and suspicious where they bend as much as they are
away from zero. What falls and rises again between two samples without a trace in the others is missed.

A step in which a guard may become negative is refused, and `mars.solvers.locate_event` looks closer.
"""

from __future__ import annotations

import math

import numba
import numpy as np

from mars.solvers.abi import F1, I1, INNER, doubles, entry, integers, pointer
from mars.solvers.addresses import BOUNDS, GUARD_COUNT, HEAD, SAMPLES, STATES, model_at
from mars.solvers.guard_bounds import may_fall, room_at
from mars.solvers.guard_rows import cubic, row_at, rows, slopes_at, watch
from mars.solvers.projection import project, rates

INNER_POINTS = 7  # of a step without stages, where guards that have no bounds are sampled
BENT = 2.0  # safety of the curvature between samples
HARDLY = 1e-12  # of a guard: rounding


@numba.njit(**INNER)
def _sample(model, number):
    """Time and guards of a sample of the step, as an array."""
    count = integers(model.plan, HEAD)[GUARD_COUNT]
    return doubles(room_at(model, 6) + 8 * number * (count + 1), count + 1)


@numba.njit(**INNER)
def sample(model, number, x, t, dx):
    """Keep the guards at a state whose rates were just computed; the row of the end is overwritten."""
    watch(model, x, t, dx)
    end, kept = doubles(row_at(model, 1), integers(model.plan, HEAD)[GUARD_COUNT]), _sample(model, number)
    kept[0] = doubles(t, 1)[0]
    kept[1:] = end


@numba.njit(**INNER)
def _sample_inside(model):
    """Samples of a step without stages, on the cubic between its ends."""
    head = integers(model.plan, HEAD)
    n, first = head[STATES], 2 * head[GUARD_COUNT]
    start, final = rows(model)
    kept = final.copy()
    t, step = start[first + 2 * n], final[first + 2 * n] - start[first + 2 * n]
    x, dx, cell = np.empty(n), np.empty(n), np.empty(1)
    for k in range(INNER_POINTS):
        u = (k + 1.0) / (INNER_POINTS + 1.0)
        for i in range(n):
            a, b, c, d = start[first + i], step * start[first + n + i], kept[first + i], step * kept[first + n + i]
            square, cube = cubic(a, b, c, d)
            x[i] = a + u * (b + u * (square + u * cube))
        cell[0] = t + u * step
        rates(model, pointer(x), pointer(cell), pointer(dx))
        sample(model, k, pointer(x), pointer(cell), pointer(dx))
    final[:] = kept
    return INNER_POINTS


@numba.njit(**INNER)
def _reaches(a, b, bend, width):
    """Whether a guard with such a second difference may vanish between two values."""
    room = 0.25 * BENT * abs(bend) * width**2
    return min(a, b) < room and room > HARDLY * max(abs(a), abs(b))


@numba.njit(**INNER)
def _is_bent(model, samples):
    """Whether a guard without bounds, by samples of the step, may become negative between them."""
    count = integers(model.plan, HEAD)[GUARD_COUNT]
    start, final = rows(model)
    loose = doubles(room_at(model, 5), count)
    order = np.empty(samples, dtype=np.int64)
    for k in range(samples):  # by time
        place = k
        while place > 0 and _sample(model, order[place - 1])[0] > _sample(model, k)[0]:
            order[place] = order[place - 1]
            place -= 1
        order[place] = k
    for i in range(count):
        if loose[i] == 0.0 or not (start[i] > 0.0 and final[i] >= 0.0):
            continue
        t0, g0, t1, g1 = start[start.size - 1], start[i], start[start.size - 1], start[i]
        for k in range(samples + 1):
            here = _sample(model, order[min(k, samples - 1)])
            t2, g2 = (here[0], here[1 + i]) if k < samples else (final[final.size - 1], final[i])
            if g2 < 0.0:
                return True
            if not t2 > t1:  # stages at one time
                continue
            if t1 > t0:
                bend = ((g2 - g1) / (t2 - t1) - (g1 - g0) / (t1 - t0)) / (t2 - t0)
                if _reaches(g0, g1, bend, t1 - t0) or _reaches(g1, g2, bend, t2 - t1):
                    return True
            t0, g0, t1, g1 = t1, g1, t2, g2
    return False


@numba.njit(**INNER)
def suspicious(model, samples):
    """Whether a guard is negative at the end of the step or may be inside. With a negative number of samples, they are still to
    be taken, if there are guards without bounds."""
    head = integers(model.plan, HEAD)
    count = head[GUARD_COUNT]
    start, final = rows(model)
    step = final[final.size - 1] - start[start.size - 1]
    for i in range(count):
        a, b, c, d = start[i], step * start[count + i], final[i], step * final[count + i]
        if c < 0.0 or (a > 0.0 and lowest(a, b, c, d)[1] < 0.0):
            return True
    loose = doubles(room_at(model, 5), count)
    if head[BOUNDS] == 0:
        loose[:] = 1.0
    elif may_fall(model):
        return True
    if head[SAMPLES] == 0 or not loose.any():
        return False
    return _is_bent(model, samples if samples >= 0 else _sample_inside(model))


@numba.njit(**INNER)
def lowest(a, b, c, d):
    """Position and value of the inner minimum of the Hermite cubic with values a, c and slopes b, d at 0 and 1; else 0 and a."""
    if b >= 0.0 and d <= 0.0:
        return 0.0, a
    square, cube = cubic(a, b, c, d)
    # b + 2 square s + 3 cube s² = 0 where the second derivative, 2 square + 6 cube s, is positive
    inner = square * square - 3.0 * cube * b
    if not inner > 0.0:
        return 0.0, a
    root = math.sqrt(inner)
    place = -b / (square + root) if square + root > 0.0 else ((root - square) / (3.0 * cube) if cube != 0.0 else 0.0)
    if not 0.0 < place < 1.0:
        return 0.0, a
    return place, a + place * (b + place * (square + place * cube))


@entry(f"void(int64, {F1}, {F1}, {F1}, {F1}, {F1}, {I1}, {I1}, {F1}, {F1}, {F1})")
def look(address, x, slopes, p, t, w, quaternions, plan, h, work, dx):
    """Fill the row of the end at a state, which is projected first; `slopes` are those of the step's polynomial."""
    model = model_at(address, w, p, h, work, plan)
    rates(model, pointer(x), pointer(t), pointer(dx))
    if model.m > 0:
        project(model, pointer(x), pointer(t), quaternions)
        rates(model, pointer(x), pointer(t), pointer(dx))
    watch(model, pointer(x), pointer(t), pointer(dx))
    slopes_at(model, 1)[:] = slopes
