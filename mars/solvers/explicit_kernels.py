"""Inner loops of the explicit methods, compiled by numba once for all models.

The right-hand side is machine code called by address, `f(x, w, p, t, dx, h, work)`. Nothing here depends on the past:
a step is a function of (t, x, t_new) alone, so stored steps repeat bit for bit. For this the step is always
computed as t_new − t, never as the proposal that led to t_new.

Rows of the stages and states are padded with zeros to a whole number of BLOCKs (`explicit_stages`).
"""

from __future__ import annotations

import math

import numba
import numpy as np

from mars.solvers import abi
from mars.solvers.abi import (
    AFTER_REJECTION,
    EVALUATIONS,
    F1,
    F2,
    I1,
    I2,
    INNER,
    MEMORY,
    SLOPE_KNOWN,
    STEP,
    STEPS,
    TIME,
    WORST,
    doubles,
    entry,
    pointer,
)
from mars.solvers.addresses import BOUNDS, GUARD_COUNT, SAMPLES, TORN_COUNT
from mars.solvers.explicit_stages import blend, land, slope, stages, stages_at
from mars.solvers.guard_bounds import spread
from mars.solvers.guard_checks import suspicious
from mars.solvers.guard_rows import keep_watch, watch
from mars.solvers.law_steps import shown_step
from mars.solvers.step_loop import (
    CONTINUE,
    FIRST_PART,
    FIRST_STEP,
    MAX_STEP,
    MIN_STEP,
    NOT_FINITE_FACTOR,
    RTOL,
    SHARED_SETTINGS,
    end_of_step,
    first_guess,
    is_too_small,
    largest,
    not_finite,
    reason_to_return,
)
from mars.solvers.torn_newton import torn_error
from mars.solvers.vector_blocks import BLOCK, relative_squares

# Further settings, after those of `step_loop`.
EXPONENT, BETA, SMALLEST, LARGEST, ORDER, SETTINGS_SIZE = range(SHARED_SETTINGS, SHARED_SETTINGS + 6)
SAFETY = 0.9  # factor on the estimated step
MOST_HIDDEN = 10.0  # largest ratio between the error of one state and the root-mean-square of all
THIRD_WEIGHT = 0.01  # weight of the squared third-order estimate in the error of RK8 (II.10)
FARTHEST = 100.0  # the first step is at most this multiple of the first guess (II.4)
AT_REST = 1e-15  # in the formula of the first step (II.4): smaller x' and x'' count as zero
MEMORY_FLOOR = 1e-4  # Hairer's: smaller errors count as this in the controller


@numba.njit(**INNER)
def state_not_finite(x, k, rows):
    """Index of the first state that is not finite in `x` or in one of the rows of slopes; −1 if all are finite."""
    bad = not_finite(x)
    if bad >= 0:
        return bad
    for row in range(rows):
        for n in range(x.size):
            if not math.isfinite(k[row, n]):
                return n
    return -1


@numba.njit(**INNER)
def norm(v):
    """Euclidean length."""
    total = 0.0
    for n in range(v.size):
        total += v[n] ** 2
    return math.sqrt(total)


@numba.njit(**INNER)
def first_step(at, size, x, t, span, k, trial, cell, atol, settings):
    """Hairer, Nørsett, Wanner, section II.4: a first guess from the sizes of x, x' and x''. Uses rows 0 and 1 of k."""
    if size == 0:
        return min(span, settings[MAX_STEP])
    far, speed = 0.0, 0.0
    for n in range(size):
        scale = atol[n] + settings[RTOL] * abs(x[n])
        far += (x[n] / scale) ** 2
        speed += (k[0, n] / scale) ** 2
    far, speed = math.sqrt(far / size), math.sqrt(speed / size)
    step = first_guess(far, speed)
    step = max(settings[MIN_STEP], min(step, span, settings[MAX_STEP]))
    for n in range(size):
        trial[n] = x[n] + step * k[0, n]
    cell[0] = t + step
    slope(at, 1)
    bend = 0.0
    for n in range(size):
        scale = atol[n] + settings[RTOL] * abs(x[n])
        bend += ((k[1, n] - k[0, n]) / scale) ** 2
    bend = math.sqrt(bend / size) / step
    fastest = max(speed, bend)
    if not math.isfinite(fastest):
        return step
    longer = max(FIRST_STEP, 1e-3 * step) if fastest <= AT_REST else (FIRST_PART / fastest) ** (1.0 / settings[ORDER])
    return max(settings[MIN_STEP], min(FARTHEST * step, longer, span, settings[MAX_STEP]))


@numba.njit(**INNER)
def error_size(columns, weights, at, step, size, x, atol, rtol, error):
    """Root-mean-square error relative to atol + rtol·max(|x|, |x_new|); 1 is just acceptable, `error` holds that of each state.

    Many quiet states do not hide one: its error counts at least 1/MOST_HIDDEN. With two estimates e5 and e3 (RK8) the error is
    h·e5²/√(e5² + 0.01 e3²), section II.10. It is NaN if a stage or
    the new state is not finite: all stages have a term in the first estimate, even if only with weight 0. x, atol and
    error are addresses.
    """
    trial, k, width = at.x, at.k, at.width
    first, other = 0.0, 0.0
    for i in range(columns.shape[0] - 1, -1, -1):
        other, first = first, 0.0
        blend(columns, weights, i, k, width, error)
        for n in range(0, width, 8 * BLOCK):
            first += relative_squares(error + n, x + n, trial + n, atol + n, rtol)  # pyright: ignore[reportCallIssue]
    if first == 0.0:
        return 0.0
    usual = step * first / math.sqrt((first + THIRD_WEIGHT * other) * size)
    if size <= MOST_HIDDEN**2:
        return usual
    errors, most = doubles(error, size), 0.0
    for n in range(size):
        most = max(most, errors[n] ** 2)
    return usual * max(1.0, math.sqrt(most / first * size) / MOST_HIDDEN)


@numba.njit(**INNER)
def differ(x, x_new, k, nodes, last, step, found):
    """By how much the slopes of the stages differ from those of the cubic with the values and slopes of both ends."""
    for n in range(found.size):
        a, b, c = k[0, n], (x_new[n] - x[n]) / step, k[last, n]
        most = 0.0
        for i in range(1, last):
            u = nodes[i]
            cubic = a + u * (6.0 * b - 4.0 * a - 2.0 * c + 3.0 * u * (a + c - 2.0 * b))
            most = max(most, abs(k[i, n] - cubic))
        found[n] = most


@numba.njit(**INNER)
def march(
    address,
    columns,
    weights,
    nodes,
    error_columns,
    error_weights,
    last,
    size,
    here,
    clock,
    counters,
    atol,
    settings,
    w,
    p,
    t_stop,
    max_steps,
    guarded,
    quaternions,
    plan,
    store_t,
    store_x,
    k,
    h,
    work,
):
    """`advance` on the padded state `here`, whose slope is row 0 of k."""
    trial, errors, cell = np.zeros(here.size), np.zeros(here.size), np.empty(1)
    at = stages_at(address, trial, w, p, cell, k, h, work, plan)
    here_at, errors_at, atol_at = pointer(here), pointer(errors), pointer(atol)
    watched, torn, spare = plan[GUARD_COUNT] > 0 and guarded, plan[TORN_COUNT] > 0, np.zeros(here.size)
    bounded, sampled = watched and plan[BOUNDS] != 0, watched and plan[SAMPLES] > 0
    if watched:  # guards at the start of this part
        cell[0] = clock[TIME]
        for n in range(size):
            trial[n] = here[n]
        slope(at, 0)
        watch(at.model, at.x, at.t, at.k)
        keep_watch(at.model)
    begin = counters[STEPS]
    while True:
        t = clock[TIME]
        reason = reason_to_return(t, t_stop, counters[STEPS] - begin, max_steps, counters[STEPS], store_t.size)
        if reason != CONTINUE:
            return reason
        if counters[SLOPE_KNOWN] == 0:
            cell[0] = t
            for n in range(size):
                trial[n] = here[n]
            slope(at, 0)
            counters[EVALUATIONS] += 1
            counters[SLOPE_KNOWN] = 1
        if clock[STEP] <= 0.0:
            bad = state_not_finite(here, k, 1)
            if bad >= 0:
                counters[WORST] = bad
                return abi.NOT_FINITE
            clock[STEP] = first_step(at, size, here, t, t_stop - t, k, trial, cell, atol, settings)
            counters[EVALUATIONS] += 1
        proposal = min(clock[STEP], settings[MAX_STEP])
        if watched:
            proposal = shown_step(at.model, t, proposal)
        t_new, cut = end_of_step(t, proposal, t_stop)
        step = t_new - t
        if step <= 0.0:
            return abi.TOO_SMALL
        stages(at, columns, weights, nodes, 1, last + 1, here_at, t, t_new, trial, cell, quaternions, last, sampled)
        counters[EVALUATIONS] += last
        error = error_size(error_columns, error_weights, at, step, size, here_at, atol_at, settings[RTOL], errors_at)
        cell[0] = t_new
        if torn and 0.0 < error <= 1.0:
            part = error * math.sqrt(size) / max(norm(errors), AT_REST)
            error = max(error, torn_error(at.model, at.t, trial, errors, part, atol, settings[RTOL], spare))
        if error <= 1.0:
            counters[EVALUATIONS] += land(at, last, quaternions, watched)
            if watched:
                if bounded:
                    differ(here, trial, k, nodes, last, step, spread(at.model))
                if suspicious(at.model, last - 1):
                    store_t[counters[STEPS] + 1] = t_new
                    return abi.EVENT
                keep_watch(at.model)
            factor = settings[LARGEST]
            if error > 0.0:
                damped = settings[BETA] * math.log(clock[MEMORY]) - settings[EXPONENT] * math.log(error)
                factor = min(settings[LARGEST], max(settings[SMALLEST], SAFETY * math.exp(damped)))
            if counters[AFTER_REJECTION] == 1:
                factor = min(factor, 1.0)
            following = step * factor
            # A step cut short by a stop says little about the next: the earlier proposal is kept if it was longer.
            clock[STEP] = max(following, proposal) if cut and step < proposal else following
            clock[MEMORY] = max(error, MEMORY_FLOOR)
            clock[TIME] = t_new
            counters[AFTER_REJECTION] = 0
            counters[STEPS] += 1
            row = counters[STEPS]
            store_t[row] = t_new
            for n in range(here.size):
                here[n] = trial[n]
                k[0, n] = k[last, n]
            for n in range(size):
                store_x[row, n] = trial[n]
            continue
        counters[abi.REJECTED] += 1
        counters[AFTER_REJECTION] = 1
        bad = -1 if math.isfinite(error) else state_not_finite(trial, k, last + 1)
        if not math.isfinite(error):
            clock[STEP] = NOT_FINITE_FACTOR * step
        else:
            clock[STEP] = step * max(settings[SMALLEST], SAFETY / error ** settings[EXPONENT])
        if is_too_small(clock[STEP], t, settings):
            counters[WORST] = bad if bad >= 0 else largest(errors[:size])
            return abi.NOT_FINITE if bad >= 0 else abi.TOO_SMALL


@entry(
    f"int64(int64, {I2}, {F2}, {F1}, {I2}, {F2}, int64, {F1}, {F1}, {F1}, {I1}, {F1}, {F1}, {F1}, {F1}, "
    f"float64, int64, boolean, {I1}, {I1}, {F1}, {F2}, {F2}, {F1}, {F1})"
)
def advance(
    address,
    columns,
    weights,
    nodes,
    error_columns,
    error_weights,
    last,
    x,
    first,
    clock,
    counters,
    atol,
    settings,
    w,
    p,
    t_stop,
    max_steps,
    guarded,
    quaternions,
    plan,
    store_t,
    store_x,
    k,
    h,
    work,
):
    """Take accepted steps towards t_stop until it is reached, `max_steps` are taken or the store is full; see the codes in `abi`.

    `x`, `first` (the slope at x), `clock` and `counters` are the state, changed in place. Row `STEPS` of the store is
    the current point, stored by the caller; steps are appended after it. `atol` is padded, as k is. If `guarded`,
    a step in which a guard may become negative is not taken: EVENT, and its end is in the next row of the store.
    """
    here = np.zeros(k.shape[1])
    here[: x.size] = x
    k[0, : x.size] = first
    status = march(
        *(address, columns, weights, nodes, error_columns, error_weights, last, x.size, here, clock, counters, atol),
        *(settings, w, p, t_stop, max_steps, guarded, quaternions, plan, store_t, store_x, k, h, work),
    )
    x[:] = here[: x.size]
    first[:] = k[0, : x.size]
    return status
