"""Bounds of the guards over pieces of a step, which prove that none becomes negative inside.

The states between the ends are those of Hermite's cubic, give or take what the stages of the step differ from it. Bounds come as
machine code (`mars.machine.range_code`). Guards that read what is solved for (forces, torn unknowns) have none.
"""

from __future__ import annotations

import numba
import numpy as np

from mars.machine.range_code import FAR
from mars.solvers.abi import F1, I1, INNER, call, doubles, entry, integers
from mars.solvers.addresses import (
    BOUND_ROOM,
    BOUNDS,
    GUARD_COUNT,
    HEAD,
    PIECES,
    SAMPLED,
    STATES,
    TORN_COUNT,
    TORN_PLACES,
    model_at,
)
from mars.solvers.guard_rows import cubic, rows

UNBOUNDED = -1e200  # no bound
ROUNDING = 2.0**-50  # of the states: guards differ by this from rounding


@numba.njit(**INNER)
def room_at(model, number):
    """Address of a part of the scratch numbers: 0 box, 1 bounds, 2 pieces, 3 lower bounds at their ends, 4 spread, 5 guards
    without bounds, 6 samples."""
    head = integers(model.plan, HEAD)
    n, count, at = head[STATES], head[GUARD_COUNT], head[BOUND_ROOM]
    sizes = (2 * n + 2 * (model.m + n) + 2, 4 * count, 3 * PIECES * count, PIECES + 1, n, count)
    for i in range(number):
        at += sizes[i]
    return model.room + 8 * at


@numba.njit(**INNER)
def spread(model):
    """By how much the rates of the states in a step may differ from those of the cubic."""
    return doubles(room_at(model, 4), integers(model.plan, HEAD)[STATES])


@numba.njit(**INNER)
def lower_bound(a, b, least, most, width):
    """Of a function with values of at least a and b at both ends of an interval and a slope from `least` to `most`."""
    if least >= 0.0 or most <= 0.0:
        place = 0.0 if least >= 0.0 else width
    else:
        place = min(max((b - a - most * width) / (least - most), 0.0), width)  # where two lines meet
    return max(a + least * place, b - most * (width - place))


@numba.njit(**INNER)
def _bound(model, begin, end):
    """Bounds of all guards and their rates over a piece of the step, given by fractions."""
    head, m = integers(model.plan, HEAD), model.m
    n, count = head[STATES], head[GUARD_COUNT]
    start, final = rows(model)
    first, last = 2 * count, 2 * count + 2 * n
    t, step, around = start[last], final[last] - start[last], spread(model)
    box = room_at(model, 0)
    x, solved, moment = doubles(box, 2 * n), doubles(box + 16 * n, 2 * (m + n)), doubles(box + 16 * (2 * n + m), 2)
    apart = min(end, 1.0 - begin) * step
    for i in range(m):
        solved[i], solved[m + n + i] = -FAR, FAR
    for i in range(n):
        a, b, c, d = start[first + i], step * start[first + n + i], final[first + i], step * final[first + n + i]
        square, cube = cubic(a, b, c, d)
        slope_a, slope_b = b + begin * (2.0 * square + 3.0 * begin * cube), b + end * (2.0 * square + 3.0 * end * cube)
        low, high = min(slope_a, slope_b), max(slope_a, slope_b)
        if begin < -square / (3.0 * cube) < end:
            turn = b - square * square / (3.0 * cube)
            low, high = min(low, turn), max(high, turn)
        left, right = a + begin * (b + begin * (square + begin * cube)), a + end * (b + end * (square + end * cube))
        low, high = low - around[i] * step, high + around[i] * step
        x[i] = lower_bound(left, right, low, high, end - begin) - around[i] * apart
        x[n + i] = -lower_bound(-left, -right, -high, -low, end - begin) + around[i] * apart
        solved[m + i], solved[m + n + m + i] = low / step, high / step
    places = integers(model.plan + 8 * head[TORN_PLACES], head[TORN_COUNT])
    for i in places:
        x[i], x[n + i] = -FAR, FAR
    moment[0], moment[1] = t + begin * step, t + end * step
    found = room_at(model, 1)
    call(head[BOUNDS], box, box + 16 * n, model.p, box + 16 * (2 * n + m), found, found + 16 * count, model.work)  # pyright: ignore[reportCallIssue]


@numba.njit(**INNER)
def _rounding(model, guard):
    """By how much a guard differs if the states at the start of the step are rounded."""
    head, m = integers(model.plan, HEAD), model.m
    n, count = head[STATES], head[GUARD_COUNT]
    start, _ = rows(model)
    box = room_at(model, 0)
    x = doubles(box, 2 * n + 2 * (m + n) + 2)
    x[4 * n + 2 * m] = x[4 * n + 2 * m + 1] = start[2 * count + 2 * n]
    for i in range(n):
        value, rate = start[2 * count + i], start[2 * count + n + i]
        x[i], x[n + i] = value - ROUNDING * abs(value), value + ROUNDING * abs(value)
        x[2 * n + m + i] = x[3 * n + 2 * m + i] = rate
    found = room_at(model, 1)
    call(head[BOUNDS], box, box + 16 * n, model.p, box + 16 * (2 * n + m), found, found + 16 * count, model.work)  # pyright: ignore[reportCallIssue]
    bounds = doubles(found, 2 * count)
    return bounds[count + guard] - bounds[guard]


@numba.njit(**INNER)
def _least_inside(model, guard, pieces):
    """A lower bound of a guard in the step, from the bounds over its pieces."""
    count = integers(model.plan, HEAD)[GUARD_COUNT]
    start, final = rows(model)
    bounds, ahead = doubles(room_at(model, 2), 3 * PIECES * count), doubles(room_at(model, 3), PIECES + 1)
    width = (final[start.size - 1] - start[start.size - 1]) / pieces
    ahead[pieces] = final[guard]
    for j in range(pieces - 1, -1, -1):
        low, most = bounds[3 * count * j + guard], bounds[3 * count * j + 2 * count + guard]
        ahead[j] = max(low, ahead[j + 1] - most * width)
    left, least_inside = start[guard], np.inf
    for j in range(pieces):
        at = 3 * count * j + guard
        low, least, most = bounds[at], bounds[at + count], bounds[at + 2 * count]
        left = max(left, ahead[j])
        least_inside = min(least_inside, max(low, lower_bound(left, ahead[j + 1], least, most, width)))
        left = max(low, left + least * width)
    return least_inside


@numba.njit(**INNER)
def may_fall(model):
    """Whether the bounds leave open that a guard, positive at both ends, becomes negative inside. Notes which have no bounds."""
    count = integers(model.plan, HEAD)[GUARD_COUNT]
    start, final = rows(model)
    found, loose = doubles(room_at(model, 1), 4 * count), doubles(room_at(model, 5), count)
    kept, sampled = doubles(room_at(model, 2), 3 * PIECES * count), _sampled(model)
    loose[:] = 0.0
    pieces = 1  # then 4, then 16
    while pieces <= PIECES:
        for j in range(pieces):
            _bound(model, j / pieces, (j + 1) / pieces)
            for i in range(count):
                at = 3 * count * j + i
                kept[at], kept[at + count], kept[at + 2 * count] = found[i], found[2 * count + i], found[3 * count + i]
        is_open = False
        for i in range(count):
            if not (start[i] > 0.0 and final[i] >= 0.0) or loose[i] != 0.0:
                continue
            if pieces == 1 and sampled[i] != 0 and not kept[i] > UNBOUNDED:
                loose[i] = 1.0
                continue
            least = _least_inside(model, i, pieces)
            if not least >= 0.0 and (pieces < PIECES or not least >= -_rounding(model, i)):
                is_open = True
                break
        if not is_open:
            return False
        pieces *= 4
    return True


@numba.njit(**INNER)
def _sampled(model):
    """Which guards read what is solved for."""
    head = integers(model.plan, HEAD)
    return integers(model.plan + 8 * head[SAMPLED], head[GUARD_COUNT])


@entry(f"boolean(int64, {F1}, {F1}, {F1}, {F1}, {F1}, {F1}, {I1})")
def falls_between(address, begin, end, w, p, h, work, plan):
    """`may_fall` between two rows."""
    model = model_at(address, w, p, h, work, plan)
    if integers(model.plan, HEAD)[BOUNDS] == 0:
        return False
    start, final = rows(model)
    start[:], final[:] = begin, end
    spread(model)[:] = 0.0
    return may_fall(model)
