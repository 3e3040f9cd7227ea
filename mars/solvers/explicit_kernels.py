"""Inner loops of the explicit methods, compiled by numba once for all models.

The right-hand side is machine code called by address, `f(x, w, p, t, dx, h, work)`. Nothing here depends on the past:
a step is a function of (t, x, t_new) alone, so stored steps repeat bit for bit. For this the step is always
taken as t_new − t, never as the proposal that led to t_new.

Rows of the stages, and the states they start from and lead to, are padded with zeros to a whole number of BLOCKs, on
which the arithmetic is written as vector instructions: compiled loops over so few numbers spend their time on asking
whether arrays overlap. For the same reason addresses are taken once and passed on as integers.
"""

from __future__ import annotations

import math
from collections import namedtuple

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from mars.solvers.abi import (
    AFTER_REJECTION,
    EVALUATIONS,
    EVENT,
    F1,
    F2,
    FINISHED,
    FULL,
    I1,
    I2,
    INNER,
    MEMORY,
    NOT_FINITE,
    PAUSED,
    REJECTED,
    SLOPE_KNOWN,
    STEP,
    STEPS,
    TIME,
    TOO_SMALL,
    WORST,
    entry,
    pointer,
)
from mars.solvers.addresses import GUARD_COUNT, model_at
from mars.solvers.projection import keep_watch, normalise, project, rates, suspicious, watch
from mars.solvers.runge_kutta_tables import GROUP

# settings: numbers that stay the same during a run.
RTOL, MAX_STEP, MIN_STEP, EXPONENT, BETA, SMALLEST, LARGEST, ORDER, SETTINGS_SIZE = 0, 1, 2, 3, 4, 5, 6, 7, 8
SAFETY = 0.9
BLOCK = 8  # doubles: one register of AVX-512, two of AVX2

# The model, and addresses: state and time that it is called with, rows of the stages; length of a row in bytes.
Stages = namedtuple("Stages", "model x t k width")


def _block(builder, address):
    """Pointer to a block at an integer address."""
    return builder.inttoptr(address, ir.VectorType(ir.DoubleType(), BLOCK).as_pointer())


def _splat(builder, value):
    """A scalar in every place of a block."""
    vector, whole = ir.VectorType(ir.DoubleType(), BLOCK), ir.IntType(32)
    single = builder.insert_element(ir.Constant(vector, ir.Undefined), value, whole(0))
    return builder.shuffle_vector(
        single, ir.Constant(vector, ir.Undefined), ir.Constant(ir.VectorType(whole, BLOCK), [0] * BLOCK)
    )


@intrinsic
def _mix(_context, out, p, q, r, s, a, b, c, d, more):
    """One block: out ← (a·p + b·q) + (c·r + d·s), added to out if `more`. All but the weights are addresses."""
    signature = types.void(*(types.int64,) * 5, *(types.float64,) * 4, types.boolean)

    def generate(_context, builder, _signature, arguments):
        rows = [builder.load(_block(builder, address), align=8) for address in arguments[1:5]]
        weights = [_splat(builder, value) for value in arguments[5:9]]
        first, second, third, fourth = (builder.fmul(w, row) for w, row in zip(weights, rows, strict=True))
        total = builder.fadd(builder.fadd(first, second), builder.fadd(third, fourth))
        old = builder.load(_block(builder, arguments[0]), align=8)
        total = builder.select(arguments[9], builder.fadd(old, total), total)
        builder.store(total, _block(builder, arguments[0]), align=8)
        return _context.get_dummy_value()

    return signature, generate


@intrinsic
def _go_along(_context, out, x, step):
    """One block: out ← x + step·out."""
    signature = types.void(types.int64, types.int64, types.float64)

    def generate(_context, builder, _signature, arguments):
        place = _block(builder, arguments[0])
        way = builder.fmul(_splat(builder, arguments[2]), builder.load(place, align=8))
        builder.store(builder.fadd(builder.load(_block(builder, arguments[1]), align=8), way), place, align=8)
        return _context.get_dummy_value()

    return signature, generate


@intrinsic
def _relate(_context, error, x, trial, atol, rtol):
    """One block: error ← (error + 0·trial)/(atol + rtol·max(|x|, |trial|)), and the sum of its squares."""
    signature = types.float64(*(types.int64,) * 4, types.float64)

    def generate(_context, builder, _signature, arguments):
        vector = ir.VectorType(ir.DoubleType(), BLOCK)
        place = _block(builder, arguments[0])
        error, x, trial, atol = (builder.load(_block(builder, address), align=8) for address in arguments[:4])
        whole = ir.VectorType(ir.IntType(64), BLOCK)
        without_sign = ir.Constant(whole, [2**63 - 1] * BLOCK)
        bits = [builder.and_(builder.bitcast(value, whole), without_sign) for value in (x, trial)]
        old, new = (builder.bitcast(value, vector) for value in bits)
        greater = builder.select(builder.fcmp_ordered(">", old, new), old, new)
        scale = builder.fadd(atol, builder.fmul(_splat(builder, arguments[4]), greater))
        checked = builder.fadd(error, builder.fmul(ir.Constant(vector, [0.0] * BLOCK), trial))
        error = builder.fdiv(checked, scale)
        builder.store(error, place, align=8)
        parts = builder.fmul(error, error)
        numbers = [builder.extract_element(parts, ir.IntType(32)(n)) for n in range(BLOCK)]
        while len(numbers) > 1:
            half = len(numbers) // 2
            numbers = [builder.fadd(a, b) for a, b in zip(numbers[:half], numbers[half:], strict=True)]
        return numbers[0]

    return signature, generate


@numba.njit(**INNER)
def stages_at(address, x, w, p, t, k, h, work, plan):
    """What `slope` needs. The arrays must outlive it."""
    return Stages(model_at(address, w, p, h, work, plan), pointer(x), pointer(t), pointer(k), np.int64(8 * k.shape[1]))


@numba.njit(**INNER)
def slope(at, row):
    """Row `row` of the stages becomes f(x, p, t), constraints held; `at` comes from `stages_at`."""
    rates(at.model, at.x, at.t, at.k + row * at.width)


@numba.njit(**INNER)
def land(at, last, quaternions, guarded):
    """At the new state: back to closed gaps, its slope in row `last`, its guards. Returns how many slopes it took."""
    taken = 0
    if at.model.m > 0:
        project(at.model, at.x, at.t, quaternions)
        slope(at, last)
        taken = 1
    if guarded:
        watch(at.model, at.x, at.t, at.k + last * at.width)
    return taken


@numba.njit(**INNER)
def blend(columns, weights, i, k, width, out):
    """`out` becomes the sum of the rows `columns[i]` of k with `weights[i]` (`coefficients.Terms`); k, out: addresses."""
    for m in range(0, columns.shape[1], GROUP):
        if columns[i, m] < 0:
            break
        p, q = k + columns[i, m] * width, k + columns[i, m + 1] * width
        r, s = k + columns[i, m + 2] * width, k + columns[i, m + 3] * width
        a, b, c, d = weights[i, m], weights[i, m + 1], weights[i, m + 2], weights[i, m + 3]
        for n in range(0, width, 8 * BLOCK):
            _mix(out + n, p + n, q + n, r + n, s + n, a, b, c, d, m > 0)  # pyright: ignore[reportCallIssue]


@numba.njit(**INNER)
def stages(at, columns, weights, nodes, begin, end, x, t, t_new, trial, cell, quaternions, last):
    """Stages `begin` to `end` − 1 of the step from (t, x) to t_new; stage `last` leaves the new state in `trial`.

    `at` holds the pointers to trial, cell and the stages; x is a pointer.
    """
    step = t_new - t
    out, k, width = at.x, at.k, at.width
    for i in range(begin, end):
        blend(columns, weights, i, k, width, out)
        for n in range(0, width, 8 * BLOCK):
            _go_along(out + n, x + n, step)  # pyright: ignore[reportCallIssue]
        if i == last:
            normalise(trial, quaternions)
        cell[0] = t_new if nodes[i] == 1.0 else t + nodes[i] * step
        slope(at, i)


@numba.njit(**INNER)
def not_finite(x, k, rows):
    """Index of the first state that is not finite in `x` or in one of the rows of slopes; −1 if all are."""
    for n in range(x.size):
        if not math.isfinite(x[n]):
            return n
    for row in range(rows):
        for n in range(x.size):
            if not math.isfinite(k[row, n]):
                return n
    return -1


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
    step = 1e-6 if far < 1e-5 or speed < 1e-5 else 0.01 * far / speed
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
    longer = max(1e-6, step * 1e-3) if fastest <= 1e-15 else (0.01 / fastest) ** (1.0 / settings[ORDER])
    return max(settings[MIN_STEP], min(100.0 * step, longer, span, settings[MAX_STEP]))


@numba.njit(**INNER)
def error_size(columns, weights, at, step, size, x, atol, rtol, error):
    """Root-mean-square error relative to atol + rtol·max(|x|, |x_new|); 1 is just acceptable, `error` shows each state's.

    With two estimates e5 and e3 (RK8) the error is h·e5²/√(e5² + 0.01 e3²), section II.10. It is NaN when a stage or
    the new state is not finite: all stages have a term in the first estimate, if only with the weight 0. x, atol and
    error are addresses.
    """
    trial, k, width = at.x, at.k, at.width
    first, other = 0.0, 0.0
    for i in range(columns.shape[0] - 1, -1, -1):
        other, first = first, 0.0
        blend(columns, weights, i, k, width, error)
        for n in range(0, width, 8 * BLOCK):
            first += _relate(error + n, x + n, trial + n, atol + n, rtol)  # pyright: ignore[reportCallIssue]
    if first == 0.0:
        return 0.0
    return step * first / math.sqrt((first + 0.01 * other) * size)


@numba.njit(**INNER)
def largest(v, size):
    """Index of the largest number."""
    found = -1
    for n in range(size):
        if found < 0 or abs(v[n]) > abs(v[found]):
            found = n
    return found


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
    watched = plan[GUARD_COUNT] > 0 and guarded
    if watched:  # guards where this part begins
        cell[0] = clock[TIME]
        for n in range(size):
            trial[n] = here[n]
        slope(at, 0)
        watch(at.model, at.x, at.t, at.k)
        keep_watch(at.model)
    begin = counters[STEPS]
    while True:
        t = clock[TIME]
        if t >= t_stop:
            return FINISHED
        if counters[STEPS] - begin >= max_steps:
            return PAUSED
        if counters[STEPS] + 1 >= store_t.size:
            return FULL
        if counters[SLOPE_KNOWN] == 0:
            cell[0] = t
            for n in range(size):
                trial[n] = here[n]
            slope(at, 0)
            counters[EVALUATIONS] += 1
            counters[SLOPE_KNOWN] = 1
        if clock[STEP] <= 0.0:
            bad = not_finite(here, k, 1)
            if bad >= 0:
                counters[WORST] = bad
                return NOT_FINITE
            clock[STEP] = first_step(at, size, here, t, t_stop - t, k, trial, cell, atol, settings)
            counters[EVALUATIONS] += 1
        proposal = min(clock[STEP], settings[MAX_STEP])
        cut = t + 1.01 * proposal >= t_stop  # stretch by a hundredth rather than leave a sliver
        t_new = t_stop if cut else t + proposal
        step = t_new - t
        if step <= 0.0:
            return TOO_SMALL
        stages(at, columns, weights, nodes, 1, last + 1, here_at, t, t_new, trial, cell, quaternions, last)
        counters[EVALUATIONS] += last
        error = error_size(error_columns, error_weights, at, step, size, here_at, atol_at, settings[RTOL], errors_at)
        if error <= 1.0:
            cell[0] = t_new
            counters[EVALUATIONS] += land(at, last, quaternions, watched)
            if watched:
                if suspicious(at.model, step):
                    store_t[counters[STEPS] + 1] = t_new
                    return EVENT
                keep_watch(at.model)
            factor = settings[LARGEST]
            if error > 0.0:
                damped = settings[BETA] * math.log(clock[MEMORY]) - settings[EXPONENT] * math.log(error)
                factor = min(settings[LARGEST], max(settings[SMALLEST], SAFETY * math.exp(damped)))
            if counters[AFTER_REJECTION] == 1:
                factor = min(factor, 1.0)
            following = step * factor
            # A step cut short by a stop says little: the earlier proposal stands if it was longer.
            clock[STEP] = max(following, proposal) if cut and step < proposal else following
            clock[MEMORY] = max(error, 1e-4)
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
        counters[REJECTED] += 1
        counters[AFTER_REJECTION] = 1
        bad = -1 if math.isfinite(error) else not_finite(trial, k, last + 1)
        if not math.isfinite(error):
            clock[STEP] = 0.25 * step
        else:
            clock[STEP] = step * max(settings[SMALLEST], SAFETY / error ** settings[EXPONENT])
        if clock[STEP] < max(settings[MIN_STEP], 10.0 * abs(np.nextafter(t, np.inf) - t)):
            counters[WORST] = bad if bad >= 0 else largest(errors, size)
            return NOT_FINITE if bad >= 0 else TOO_SMALL


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
    """Accepted steps towards t_stop until done, `max_steps` taken or the store full; see the codes on top.

    `x`, `first` (the slope at x), `clock` and `counters` are the state, changed in place. Row `STEPS` of the store is
    the present point, which the caller has put there; steps are appended after it. `atol` is padded, as k is. If `guarded`,
    a step in which a guard may become negative is not taken: EVENT, and its end is in the row of the store after the present.
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


@entry(f"void(int64, {I2}, {F2}, {F1}, {I2}, {F2}, int64, {F1}, {F2}, {F1}, {F1}, {I1}, {I1}, {F1}, {F2}, {F2}, {F1}, {F1})")
def replay(
    address,
    columns,
    weights,
    nodes,
    dense_columns,
    dense_weights,
    last,
    t,
    points,
    w,
    p,
    quaternions,
    plan,
    times,
    states,
    k,
    h,
    work,
):
    """States at sorted times from stored points: each step that holds a time is repeated once."""
    size, width = points.shape[1], k.shape[1]
    x, x_new, trial, cell = np.zeros(width), np.zeros(width), np.zeros(width), np.empty(1)
    at = stages_at(address, trial, w, p, cell, k, h, work, plan)
    x_at, k_at, trial_at = pointer(x), pointer(k), pointer(trial)
    parts = np.zeros((3 + dense_columns.shape[0], width))
    here, ready = 0, -1
    for m in range(times.size):
        while here + 1 < t.size and t[here + 1] <= times[m]:
            here += 1
        if times[m] == t[here] or here + 1 == t.size:
            states[m, :] = points[here]
            continue
        begin, end = t[here], t[here + 1]
        step = end - begin
        if ready != here:
            x[:size] = points[here]
            trial[:size] = points[here]
            cell[0] = begin
            slope(at, 0)
            stages(at, columns, weights, nodes, 1, last + 1, x_at, begin, end, trial, cell, quaternions, last)
            x_new[:] = trial
            stages(at, columns, weights, nodes, last + 1, nodes.size, x_at, begin, end, trial, cell, quaternions, last)
            # Cubic Hermite part, then the corrections of the method (contd5 and contd8 of Hairer's programs).
            for n in range(width):
                parts[0, n] = x_new[n] - x[n]
                parts[1, n] = step * k[0, n] - parts[0, n]
                parts[2, n] = parts[0, n] - step * k[last, n] - parts[1, n]
            for i in range(dense_columns.shape[0]):
                blend(dense_columns, dense_weights, i, k_at, 8 * width, trial_at)
                for n in range(width):
                    parts[3 + i, n] = step * trial[n]
            ready = here
        theta = (times[m] - begin) / step
        for n in range(size):
            value = 0.0
            for i in range(parts.shape[0] - 1, -1, -1):
                value = (value + parts[i, n]) * (theta if i % 2 == 0 else 1.0 - theta)
            states[m, n] = x[n] + value
        normalise(states[m], quaternions)


@entry(f"void(int64, {I2}, {F2}, {F1}, int64, {F1}, {F1}, float64, float64, {F1}, {F1}, {I1}, {I1}, {F2}, {F1}, {F1})")
def attempt(address, columns, weights, nodes, last, x, trial, t, t_new, w, p, quaternions, plan, k, h, work):
    """The step from (t, x) to t_new as `advance` would take it, for its guards; x and trial are padded."""
    cell = np.empty(1)
    at = stages_at(address, trial, w, p, cell, k, h, work, plan)
    cell[0] = t
    trial[:] = x
    slope(at, 0)
    stages(at, columns, weights, nodes, 1, last + 1, pointer(x), t, t_new, trial, cell, quaternions, last)
    cell[0] = t_new
    land(at, last, quaternions, True)
    cell[0] = t  # keeps the array alive until here
