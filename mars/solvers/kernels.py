"""Inner loops of the explicit methods, compiled by numba once for all models.

The right-hand side is machine code called by address, `f(x, w, p, t, dx, h, work)`. Nothing here depends on the past:
a step is a function of (t, x, t_new) alone, so stored steps repeat bit for bit. For this the step is always
taken as t_new − t, never as the proposal that led to t_new.

Rows of the stages, and the states they start from and lead to, are padded with zeros to a whole number of BLOCKs: loops
over them are vector instructions without a remainder.
"""

from __future__ import annotations

import math

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

# What `advance` returns.
FINISHED, PAUSED, FULL, TOO_SMALL, NOT_FINITE = 0, 1, 2, 3, 4
# clock: floats of the state; counters: integers of the state.
TIME, STEP, MEMORY, CLOCK_SIZE = 0, 1, 2, 3
STEPS, REJECTED, EVALUATIONS, SLOPE_KNOWN, AFTER_REJECTION, WORST, COUNTERS_SIZE = 0, 1, 2, 3, 4, 5, 6
# settings: numbers that stay the same during a run.
RTOL, MAX_STEP, MIN_STEP, EXPONENT, BETA, SMALLEST, LARGEST, ORDER, SETTINGS_SIZE = 0, 1, 2, 3, 4, 5, 6, 7, 8
SAFETY = 0.9
BLOCK = 8  # doubles
GROUP = 4  # terms of a sum taken in one loop

_F1, _F2, _I1, _I2 = "float64[::1]", "float64[:,::1]", "int64[::1]", "int64[:,::1]"
# Only the two entry points have signatures and a cache: what they call is inside their code.
_INNER = {"nogil": True, "error_model": "numpy"}


def _entry(signature):
    """Compile at import; where numba finds no place for its cache (all read-only), compile without one."""

    def compiled(function):
        try:
            return numba.njit(signature, cache=True, **_INNER)(function)
        except RuntimeError:
            return numba.njit(signature, **_INNER)(function)

    return compiled


@intrinsic
def _call(_context, address, x, w, p, t, dx, h, work):
    """Call machine code at an integer address with integer addresses of doubles."""
    signature = types.void(*(types.int64,) * 8)

    def generate(_context, builder, _signature, arguments):
        pointer = ir.IntType(8).as_pointer()
        kind = ir.FunctionType(ir.VoidType(), [pointer] * 7)
        function = builder.inttoptr(arguments[0], kind.as_pointer())
        builder.call(function, [builder.inttoptr(value, pointer) for value in arguments[1:]])
        return _context.get_dummy_value()

    return signature, generate


@numba.njit(**_INNER)
def pointers(address, x, w, p, t, k, h, work):
    """The addresses that `slope` needs; taken once, because taking them costs more than a step's arithmetic."""
    return (
        np.int64(address),
        np.int64(x.ctypes.data),
        np.int64(w.ctypes.data),
        np.int64(p.ctypes.data),
        np.int64(t.ctypes.data),
        np.int64(k.ctypes.data),
        np.int64(k.shape[1] * 8),
        np.int64(h.ctypes.data),
        np.int64(work.ctypes.data),
    )


@numba.njit(**_INNER)
def slope(at, row):
    """Row `row` of the stages becomes f(x, w, p, t); `at` comes from `pointers`."""
    _call(at[0], at[1], at[2], at[3], at[4], at[5] + row * at[6], at[7], at[8])  # pyright: ignore[reportCallIssue]


@numba.njit(**_INNER)
def normalise(x, quaternions):
    """Four numbers from each given place become a unit quaternion."""
    for start in quaternions:
        size = math.sqrt(x[start] ** 2 + x[start + 1] ** 2 + x[start + 2] ** 2 + x[start + 3] ** 2)
        if size > 0.0:
            for k in range(start, start + 4):
                x[k] /= size


@numba.njit(**_INNER)
def blend(columns, weights, i, k, out):
    """`out` becomes the sum of the rows `columns[i]` of k with `weights[i]`; see `coefficients.Terms`."""
    for m in range(0, columns.shape[1], GROUP):
        if columns[i, m] < 0:
            break
        p, q, r, s = columns[i, m], columns[i, m + 1], columns[i, m + 2], columns[i, m + 3]
        a, b, c, d = weights[i, m], weights[i, m + 1], weights[i, m + 2], weights[i, m + 3]
        if m == 0:
            for n in range(out.size):
                out[n] = (a * k[p, n] + b * k[q, n]) + (c * k[r, n] + d * k[s, n])
        else:
            for n in range(out.size):
                out[n] += (a * k[p, n] + b * k[q, n]) + (c * k[r, n] + d * k[s, n])


@numba.njit(**_INNER)
def stages(at, columns, weights, nodes, begin, end, x, t, t_new, k, trial, cell, quaternions, last):
    """Stages `begin` to `end` − 1 of the step from (t, x) to t_new; stage `last` leaves the new state in `trial`.

    `at` holds the pointers to trial, cell and k.
    """
    step = t_new - t
    for i in range(begin, end):
        blend(columns, weights, i, k, trial)
        for n in range(trial.size):
            trial[n] = x[n] + step * trial[n]
        if i == last:
            normalise(trial, quaternions)
        cell[0] = t_new if nodes[i] == 1.0 else t + nodes[i] * step
        slope(at, i)


@numba.njit(**_INNER)
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


@numba.njit(**_INNER)
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


@numba.njit(**_INNER)
def square_sum(v):
    """Sum of squares, in four parts that need not wait for each other."""
    a, b, c, d = 0.0, 0.0, 0.0, 0.0
    for n in range(0, v.size, 4):
        a += v[n] * v[n]
        b += v[n + 1] * v[n + 1]
        c += v[n + 2] * v[n + 2]
        d += v[n + 3] * v[n + 3]
    return (a + b) + (c + d)


@numba.njit(**_INNER)
def error_size(columns, weights, k, step, size, x, trial, atol, rtol, scale, error):
    """Root-mean-square error relative to atol + rtol·max(|x|, |x_new|); 1 is just acceptable, `error` shows each state's.

    With two estimates e5 and e3 (RK8) the error is h·e5²/√(e5² + 0.01 e3²), section II.10. It is NaN when a stage or
    the new state is not finite: all stages have a term in the first estimate, if only with the weight 0.
    """
    total = 0.0
    for n in range(x.size):
        old, new = abs(x[n]), abs(trial[n])
        scale[n] = 1.0 / (atol[n] + rtol * (old if old > new else new))
    if columns.shape[0] > 1:
        blend(columns, weights, 1, k, error)
        for n in range(x.size):
            error[n] *= scale[n]
        total = 0.01 * square_sum(error)
    blend(columns, weights, 0, k, error)
    for n in range(x.size):
        error[n] = (error[n] + 0.0 * trial[n]) * scale[n]
    first = square_sum(error)
    if first == 0.0:
        return 0.0
    return step * first / math.sqrt((first + total) * size)


@numba.njit(**_INNER)
def largest(v, size):
    """Index of the largest number."""
    found = -1
    for n in range(size):
        if found < 0 or abs(v[n]) > abs(v[found]):
            found = n
    return found


@numba.njit(**_INNER)
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
    quaternions,
    store_t,
    store_x,
    k,
    h,
    work,
):
    """`advance` on the padded state `here`, whose slope is row 0 of k."""
    trial, scale, errors, cell = np.zeros(here.size), np.zeros(here.size), np.zeros(here.size), np.empty(1)
    at = pointers(address, trial, w, p, cell, k, h, work)
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
        stages(at, columns, weights, nodes, 1, last + 1, here, t, t_new, k, trial, cell, quaternions, last)
        counters[EVALUATIONS] += last
        error = error_size(
            *(error_columns, error_weights, k, step, size, here, trial, atol, settings[RTOL], scale, errors)
        )
        if error <= 1.0:
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


@_entry(
    f"int64(int64, {_I2}, {_F2}, {_F1}, {_I2}, {_F2}, int64, {_F1}, {_F1}, {_F1}, {_I1}, {_F1}, {_F1}, {_F1}, {_F1}, "
    f"float64, int64, {_I1}, {_F1}, {_F2}, {_F2}, {_F1}, {_F1})"
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
    quaternions,
    store_t,
    store_x,
    k,
    h,
    work,
):
    """Accepted steps towards t_stop until done, `max_steps` taken or the store full; see the codes on top.

    `x`, `first` (the slope at x), `clock` and `counters` are the state, changed in place. Row `STEPS` of the store is
    the present point, which the caller has put there; steps are appended after it. `atol` is padded, as k is.
    """
    here = np.zeros(k.shape[1])
    here[: x.size] = x
    k[0, : x.size] = first
    status = march(
        *(address, columns, weights, nodes, error_columns, error_weights, last, x.size, here, clock, counters, atol),
        *(settings, w, p, t_stop, max_steps, quaternions, store_t, store_x, k, h, work),
    )
    x[:] = here[: x.size]
    first[:] = k[0, : x.size]
    return status


@_entry(
    f"void(int64, {_I2}, {_F2}, {_F1}, {_I2}, {_F2}, int64, {_F1}, {_F2}, {_F1}, {_F1}, {_I1}, {_F1}, {_F2}, {_F2}, "
    f"{_F1}, {_F1})"
)
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
    times,
    states,
    k,
    h,
    work,
):
    """States at sorted times from stored points: each step that holds a time is repeated once."""
    size, width = points.shape[1], k.shape[1]
    x, x_new, trial, cell = np.zeros(width), np.zeros(width), np.zeros(width), np.empty(1)
    at = pointers(address, trial, w, p, cell, k, h, work)
    parts = np.zeros((3 + dense_columns.shape[0], width))
    here, ready = 0, -1
    for m in range(times.size):
        while here + 2 < t.size and t[here + 1] <= times[m]:
            here += 1
        if times[m] == t[here] or here + 1 == t.size:
            states[m, :] = points[here]
            continue
        if times[m] == t[here + 1]:
            states[m, :] = points[here + 1]
            continue
        begin, end = t[here], t[here + 1]
        step = end - begin
        if ready != here:
            x[:size] = points[here]
            trial[:size] = points[here]
            cell[0] = begin
            slope(at, 0)
            stages(at, columns, weights, nodes, 1, last + 1, x, begin, end, k, trial, cell, quaternions, last)
            x_new[:] = trial
            stages(at, columns, weights, nodes, last + 1, nodes.size, x, begin, end, k, trial, cell, quaternions, last)
            # Cubic Hermite part, then the corrections of the method (contd5 and contd8 of Hairer's programs).
            for n in range(width):
                parts[0, n] = x_new[n] - x[n]
                parts[1, n] = step * k[0, n] - parts[0, n]
                parts[2, n] = parts[0, n] - step * k[last, n] - parts[1, n]
            for i in range(dense_columns.shape[0]):
                blend(dense_columns, dense_weights, i, k, trial)
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
