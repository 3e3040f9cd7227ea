"""Steps short enough for samples to show what laws of the time do.

Guards without bounds are only sampled, and may follow a law that moves no state: the load on what is stuck.
"""

from __future__ import annotations

import numba

from mars.solvers.abi import INNER, call, doubles, integers
from mars.solvers.addresses import HEAD, LAW_COUNT, LAW_PIECES, LAW_ROOM, LAWS
from mars.solvers.guard_bounds import UNBOUNDED, lower_bound

SHOWN = 0.1  # of the range of a law's samples: by how much more it may do between them
HALVINGS = 20  # of a step, until the samples of laws show what they do
HARDLY = 1e-4  # of a law: does not count


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
