"""Whether a guard becomes negative in a step: its values at the end and, so that nothing is missed inside, its bounds.

The states between the ends are those of Hermite's cubic, give or take what the stages of the step differ from it. Bounds of all
guards over pieces of the step (`mars.machine.range_code`) prove that they stay positive. Guards that read what is solved for
(forces, torn unknowns) have no bounds: they are sampled at the stages or at INNER_POINTS of the step, and suspicious where they
bend as much as they are away from zero. What falls and rises again between two samples without a trace in the others is missed.

A step in which a guard may become negative is refused, and `mars.solvers.locate_event` looks closer.
"""

from __future__ import annotations

import math

import numba
import numpy as np

from mars.solvers.abi import F1, I1, INNER, call, doubles, entry, integers, pointer
from mars.solvers.addresses import (
    BOUND_ROOM,
    BOUNDS,
    GUARD_COUNT,
    GUARD_ROOM,
    GUARDS,
    HEAD,
    LAW_COUNT,
    LAW_PIECES,
    LAW_ROOM,
    LAWS,
    PIECES,
    SAMPLED,
    SAMPLES,
    STATES,
    TORN_COUNT,
    TORN_PLACES,
    model_at,
)
from mars.solvers.projection import plan_list, project, rates, scratch

FAR = 1e300  # bounds of what has none
UNBOUNDED = -1e200  # no bound
ROUNDING = 2.0**-50  # of the states: guards differ by this from rounding
INNER_POINTS = 7  # of a step without stages, where guards that have no bounds are sampled
BENT = 2.0  # safety of the curvature between samples
SHOWN = 0.1  # of the range of a law's samples: by how much more it may do between them
HALVINGS = 20  # of a step, until the samples of laws show what they do
HARDLY = 1e-12  # of a guard or a law: rounding


@numba.njit(**INNER)
def _row(model, number):
    """Address of the guards, their rates, the state, its rates and the time at the start (0) or the end (1) of a step."""
    head = integers(model.plan, HEAD)
    n, count = head[STATES], head[GUARD_COUNT]
    return model.room + 8 * (head[GUARD_ROOM] + model.m + n + number * (2 * count + 2 * n + 1))


@numba.njit(**INNER)
def _rows(model):
    """Start and end as arrays."""
    head = integers(model.plan, HEAD)
    size = 2 * head[GUARD_COUNT] + 2 * head[STATES] + 1
    return doubles(_row(model, 0), size), doubles(_row(model, 1), size)


@numba.njit(**INNER)
def watch(model, x, t, dx):
    """Fill the row of the end at a state whose rates, dx, were just computed."""
    head, m = integers(model.plan, HEAD), model.m
    n, count = head[STATES], head[GUARD_COUNT]
    behind = model.room + 8 * head[GUARD_ROOM]
    solved, given, state = doubles(behind, m + n), doubles(dx, n), doubles(x, n)
    if m > 0:
        w, order = scratch(model, 0), plan_list(model, 0)
        for i in range(m):
            solved[order[i]] = w[i]
    row = _row(model, 1)
    kept = doubles(row + 16 * count, 2 * n + 1)
    for i in range(n):
        solved[m + i] = kept[n + i] = given[i]
        kept[i] = state[i]
    kept[2 * n] = doubles(t, 1)[0]
    call(head[GUARDS], x, behind, model.p, t, row, row + 8 * count, model.work)  # pyright: ignore[reportCallIssue]


@numba.njit(**INNER)
def keep_watch(model):
    """The end of a step becomes the start of the next."""
    start, final = _rows(model)  # pyright: ignore[reportGeneralTypeIssues]
    start[:] = final


@numba.njit(**INNER)
def slopes_at(model, number):
    """Rates of the states at the start (0) or the end (1), as an array: to be replaced by those of the step's polynomial."""
    head = integers(model.plan, HEAD)
    return doubles(_row(model, number) + 8 * (2 * head[GUARD_COUNT] + head[STATES]), head[STATES])


@numba.njit(**INNER)
def _room(model, number):
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
    return doubles(_room(model, 4), integers(model.plan, HEAD)[STATES])


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
    start, final = _rows(model)
    first, last = 2 * count, 2 * count + 2 * n
    t, step, around = start[last], final[last] - start[last], spread(model)
    box = _room(model, 0)
    x, solved, moment = doubles(box, 2 * n), doubles(box + 16 * n, 2 * (m + n)), doubles(box + 16 * (2 * n + m), 2)
    apart = min(end, 1.0 - begin) * step
    for i in range(m):
        solved[i], solved[m + n + i] = -FAR, FAR
    for i in range(n):
        a, b, c, d = start[first + i], step * start[first + n + i], final[first + i], step * final[first + n + i]
        square, cube = 3.0 * (c - a) - 2.0 * b - d, 2.0 * (a - c) + b + d
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
    found = _room(model, 1)
    call(head[BOUNDS], box, box + 16 * n, model.p, box + 16 * (2 * n + m), found, found + 16 * count, model.work)  # pyright: ignore[reportCallIssue]


@numba.njit(**INNER)
def _rounding(model, guard):
    """By how much a guard differs if the states at the start of the step are rounded."""
    head, m = integers(model.plan, HEAD), model.m
    n, count = head[STATES], head[GUARD_COUNT]
    start, _ = _rows(model)
    box = _room(model, 0)
    x = doubles(box, 2 * n + 2 * (m + n) + 2)
    x[4 * n + 2 * m] = x[4 * n + 2 * m + 1] = start[2 * count + 2 * n]
    for i in range(n):
        value, rate = start[2 * count + i], start[2 * count + n + i]
        x[i], x[n + i] = value - ROUNDING * abs(value), value + ROUNDING * abs(value)
        x[2 * n + m + i] = x[3 * n + 2 * m + i] = rate
    found = _room(model, 1)
    call(head[BOUNDS], box, box + 16 * n, model.p, box + 16 * (2 * n + m), found, found + 16 * count, model.work)  # pyright: ignore[reportCallIssue]
    bounds = doubles(found, 2 * count)
    return bounds[count + guard] - bounds[guard]


@numba.njit(**INNER)
def _least_inside(model, guard, pieces):
    """A lower bound of a guard in the step, from the bounds over its pieces."""
    count = integers(model.plan, HEAD)[GUARD_COUNT]
    start, final = _rows(model)
    bounds, ahead = doubles(_room(model, 2), 3 * PIECES * count), doubles(_room(model, 3), PIECES + 1)
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
    start, final = _rows(model)
    found, loose = doubles(_room(model, 1), 4 * count), doubles(_room(model, 5), count)
    kept, sampled = doubles(_room(model, 2), 3 * PIECES * count), _sampled(model)
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


@numba.njit(**INNER)
def _sample(model, number):
    """Time and guards of a sample of the step, as an array."""
    count = integers(model.plan, HEAD)[GUARD_COUNT]
    return doubles(_room(model, 6) + 8 * number * (count + 1), count + 1)


@numba.njit(**INNER)
def sample(model, number, x, t, dx):
    """Keep the guards at a state whose rates were just computed; the row of the end is overwritten."""
    watch(model, x, t, dx)
    end, kept = doubles(_row(model, 1), integers(model.plan, HEAD)[GUARD_COUNT]), _sample(model, number)
    kept[0] = doubles(t, 1)[0]
    kept[1:] = end


@numba.njit(**INNER)
def _sample_inside(model):
    """Samples of a step without stages, on the cubic between its ends."""
    head = integers(model.plan, HEAD)
    n, first = head[STATES], 2 * head[GUARD_COUNT]
    start, final = _rows(model)
    kept = final.copy()
    t, step = start[first + 2 * n], final[first + 2 * n] - start[first + 2 * n]
    x, dx, cell = np.empty(n), np.empty(n), np.empty(1)
    for k in range(INNER_POINTS):
        u = (k + 1.0) / (INNER_POINTS + 1.0)
        for i in range(n):
            a, b, c, d = start[first + i], step * start[first + n + i], kept[first + i], step * kept[first + n + i]
            x[i] = a + u * (b + u * (3.0 * (c - a) - 2.0 * b - d + u * (2.0 * (a - c) + b + d)))
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
    start, final = _rows(model)
    loose = doubles(_room(model, 5), count)
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
    start, final = _rows(model)
    step = final[final.size - 1] - start[start.size - 1]
    for i in range(count):
        a, b, c, d = start[i], step * start[count + i], final[i], step * final[count + i]
        if c < 0.0 or (a > 0.0 and lowest(a, b, c, d)[1] < 0.0):
            return True
    loose = doubles(_room(model, 5), count)
    if head[BOUNDS] == 0:
        loose[:] = 1.0
    elif may_fall(model):
        return True
    if head[SAMPLES] == 0 or not loose.any():
        return False
    return _is_bent(model, samples if samples >= 0 else _sample_inside(model))


@numba.njit(**INNER)
def _laws(model, begin, end):
    """Bounds of all laws and their rates between two times: low and high values, low and high rates."""
    head = integers(model.plan, HEAD)
    moment = model.room + 8 * head[LAW_ROOM]
    times, found = doubles(moment, 2), moment + 16
    times[0], times[1] = begin, end
    call(head[LAWS], moment, moment, model.p, moment, found, found + 16 * head[LAW_COUNT], model.work)  # pyright: ignore[reportCallIssue]
    return doubles(found, 4 * head[LAW_COUNT])


@numba.njit(**INNER)
def _is_shown(model, t, step):
    """Whether samples at equal distances show what the laws do in a step, by their bounds between the samples."""
    head = integers(model.plan, HEAD)
    count, width, room = head[LAW_COUNT], step / LAW_PIECES, model.room + 8 * (head[LAW_ROOM] + 2)
    samples = doubles(room + 32 * count, (LAW_PIECES + 1) * count)
    for k in range(LAW_PIECES + 1):
        samples[k * count : (k + 1) * count] = _laws(model, t + k * width, t + k * width)[:count]
    for k in range(LAW_PIECES):
        bounds = _laws(model, t + k * width, t + (k + 1) * width)
        for i in range(count):
            low, high, least, most = bounds[i], bounds[count + i], bounds[2 * count + i], bounds[3 * count + i]
            if not (low > UNBOUNDED and high < -UNBOUNDED):
                continue
            here = samples[i::count]
            left, right = here[k], here[k + 1]
            low = max(low, lower_bound(left, right, least, most, width))
            high = min(high, -lower_bound(-left, -right, -most, -least, width))
            spare = SHOWN * (here.max() - here.min()) + HARDLY * max(abs(low), abs(high))
            if low < here.min() - spare or high > here.max() + spare:
                return False
    return True


@numba.njit(**INNER)
def shown_step(model, t, step):
    """The step, or its half, or a quarter …: one in which samples show what the laws do. Guards without bounds are only sampled,
    and may follow a law that moves no state: the load on what is stuck."""
    if integers(model.plan, HEAD)[LAW_COUNT] > 0:
        for _ in range(HALVINGS):
            if _is_shown(model, t, step):
                break
            step *= 0.5
    return step


@numba.njit(**INNER)
def lowest(a, b, c, d):
    """Position and value of the inner minimum of the Hermite cubic with values a, c and slopes b, d at 0 and 1; else 0 and a."""
    if b >= 0.0 and d <= 0.0:
        return 0.0, a
    square, cube = 3.0 * (c - a) - 2.0 * b - d, 2.0 * (a - c) + b + d
    # b + 2 square s + 3 cube s² = 0 where the second derivative, 2 square + 6 cube s, is positive
    inner = square * square - 3.0 * cube * b
    if not inner > 0.0:
        return 0.0, a
    root = math.sqrt(inner)
    place = -b / (square + root) if square + root > 0.0 else ((root - square) / (3.0 * cube) if cube != 0.0 else 0.0)
    if not 0.0 < place < 1.0:
        return 0.0, a
    return place, a + place * (b + place * (square + place * cube))


@entry(f"boolean(int64, {F1}, {F1}, {F1}, {F1}, {F1}, {F1}, {I1})")
def falls_between(address, begin, end, w, p, h, work, plan):
    """`may_fall` between two rows."""
    model = model_at(address, w, p, h, work, plan)
    if integers(model.plan, HEAD)[BOUNDS] == 0:
        return False
    start, final = _rows(model)
    start[:], final[:] = begin, end
    spread(model)[:] = 0.0
    return may_fall(model)


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
