"""Inner loops of the explicit methods, compiled by numba once for all models.

The right-hand side is machine code called by address, `f(x, w, p, t, dx, h, work)`. Nothing here depends on the past:
a step is a function of (t, x, t_new) alone, so stored steps repeat bit for bit. For this the step is always
taken as t_new − t, never as the proposal that led to t_new.
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

_F1, _F2, _I1 = "float64[::1]", "float64[:,::1]", "int64[::1]"
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
def slope(address, x, w, p, t, k, row, h, work):
    """Row `row` of the stages becomes f(x, w, p, t)."""
    place = k.ctypes.data + row * k.shape[1] * 8
    _call(  # pyright: ignore[reportCallIssue]
        np.int64(address),
        np.int64(x.ctypes.data),
        np.int64(w.ctypes.data),
        np.int64(p.ctypes.data),
        np.int64(t.ctypes.data),
        np.int64(place),
        np.int64(h.ctypes.data),
        np.int64(work.ctypes.data),
    )


@numba.njit(**_INNER)
def normalise(x, quaternions):
    """Four numbers from each given place become a unit quaternion."""
    for start in quaternions:
        size = math.sqrt(x[start] ** 2 + x[start + 1] ** 2 + x[start + 2] ** 2 + x[start + 3] ** 2)
        if size > 0.0:
            for k in range(start, start + 4):
                x[k] /= size


@numba.njit(**_INNER)
def stages(address, table, nodes, begin, end, x, t, t_new, w, p, k, trial, cell, h, work, quaternions, last):
    """Stages `begin` to `end` − 1 of the step from (t, x) to t_new; stage `last` leaves the new state in `trial`."""
    step = t_new - t
    for i in range(begin, end):
        for n in range(x.size):
            trial[n] = 0.0
        for j in range(i):
            weight = table[i, j]
            if weight != 0.0:
                for n in range(x.size):
                    trial[n] += weight * k[j, n]
        for n in range(x.size):
            trial[n] = x[n] + step * trial[n]
        if i == last:
            normalise(trial, quaternions)
        cell[0] = t_new if nodes[i] == 1.0 else t + nodes[i] * step
        slope(address, trial, w, p, cell, k, i, h, work)


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
def first_step(address, x, t, span, w, p, k, trial, cell, h, work, atol, settings):
    """Hairer, Nørsett, Wanner, section II.4: a first guess from the sizes of x, x' and x''. Uses rows 0 and 1 of k."""
    if x.size == 0:
        return min(span, settings[MAX_STEP])
    size, speed = 0.0, 0.0
    for n in range(x.size):
        scale = atol[n] + settings[RTOL] * abs(x[n])
        size += (x[n] / scale) ** 2
        speed += (k[0, n] / scale) ** 2
    size, speed = math.sqrt(size / x.size), math.sqrt(speed / x.size)
    step = 1e-6 if size < 1e-5 or speed < 1e-5 else 0.01 * size / speed
    step = max(settings[MIN_STEP], min(step, span, settings[MAX_STEP]))
    for n in range(x.size):
        trial[n] = x[n] + step * k[0, n]
    cell[0] = t + step
    slope(address, trial, w, p, cell, k, 1, h, work)
    bend = 0.0
    for n in range(x.size):
        scale = atol[n] + settings[RTOL] * abs(x[n])
        bend += ((k[1, n] - k[0, n]) / scale) ** 2
    bend = math.sqrt(bend / x.size) / step
    fastest = max(speed, bend)
    if not math.isfinite(fastest):
        return step
    longer = max(1e-6, step * 1e-3) if fastest <= 1e-15 else (0.01 / fastest) ** (1.0 / settings[ORDER])
    return max(settings[MIN_STEP], min(100.0 * step, longer, span, settings[MAX_STEP]))


@numba.njit(**_INNER)
def error_size(errors, k, step, x, trial, atol, settings, counters):
    """Root-mean-square error relative to atol + rtol·max(|x|, |x_new|); 1 is just acceptable. Notes the worst state.

    With two estimates e5 and e3 (RK8) the error is h·e5²/√(e5² + 0.01 e3²), section II.10.
    """
    fifth, third, largest = 0.0, 0.0, -1.0
    for n in range(x.size):
        scale = atol[n] + settings[RTOL] * max(abs(x[n]), abs(trial[n]))
        one, other = 0.0, 0.0
        for j in range(errors.shape[1]):
            one += errors[0, j] * k[j, n]
            other += errors[1, j] * k[j, n]
        one /= scale
        other /= scale
        if abs(one) > largest:
            largest = abs(one)
            counters[WORST] = n
        fifth += one * one
        third += other * other
    if fifth == 0.0:
        return 0.0
    total = fifth + 0.01 * third
    return step * fifth / math.sqrt(total * x.size)


@_entry(
    f"int64(int64, {_F2}, {_F1}, {_F2}, {_F1}, {_F1}, {_F1}, {_I1}, {_F1}, {_F1}, {_F1}, {_F1}, float64, int64, "
    f"{_I1}, {_F1}, {_F2}, {_F2}, {_F1}, {_F1})"
)
def advance(
    address,
    table,
    nodes,
    errors,
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
    the present point, which the caller has put there; steps are appended after it.
    """
    last = errors.shape[1] - 1
    trial, cell = np.empty(x.size), np.empty(1)
    begin = counters[STEPS]
    k[0, :] = first
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
            slope(address, x, w, p, cell, k, 0, h, work)
            first[:] = k[0]
            counters[EVALUATIONS] += 1
            counters[SLOPE_KNOWN] = 1
        if clock[STEP] <= 0.0:
            bad = not_finite(x, k, 1)
            if bad >= 0:
                counters[WORST] = bad
                return NOT_FINITE
            clock[STEP] = first_step(address, x, t, t_stop - t, w, p, k, trial, cell, h, work, atol, settings)
            counters[EVALUATIONS] += 1
        proposal = min(clock[STEP], settings[MAX_STEP])
        cut = t + 1.01 * proposal >= t_stop  # stretch by a hundredth rather than leave a sliver
        t_new = t_stop if cut else t + proposal
        step = t_new - t
        if step <= 0.0:
            return TOO_SMALL
        stages(address, table, nodes, 1, last + 1, x, t, t_new, w, p, k, trial, cell, h, work, quaternions, last)
        counters[EVALUATIONS] += last
        error = error_size(errors, k, step, x, trial, atol, settings, counters)
        bad = not_finite(trial, k, last + 1)
        if bad < 0 and error <= 1.0:
            factor = settings[LARGEST]
            if error > 0.0:
                factor = SAFETY * clock[MEMORY] ** settings[BETA] / error ** settings[EXPONENT]
                factor = min(settings[LARGEST], max(settings[SMALLEST], factor))
            if counters[AFTER_REJECTION] == 1:
                factor = min(factor, 1.0)
            following = step * factor
            # A step cut short by a stop says little: the earlier proposal stands if it was longer.
            clock[STEP] = max(following, proposal) if cut and step < proposal else following
            clock[MEMORY] = max(error, 1e-4)
            clock[TIME] = t_new
            x[:] = trial
            first[:] = k[last]
            k[0, :] = k[last]
            counters[AFTER_REJECTION] = 0
            counters[STEPS] += 1
            store_t[counters[STEPS]] = t_new
            store_x[counters[STEPS], :] = x
            continue
        counters[REJECTED] += 1
        counters[AFTER_REJECTION] = 1
        if bad >= 0 or not math.isfinite(error):
            clock[STEP] = 0.25 * step
        else:
            clock[STEP] = step * max(settings[SMALLEST], SAFETY / error ** settings[EXPONENT])
        if clock[STEP] < max(settings[MIN_STEP], 10.0 * abs(np.nextafter(t, np.inf) - t)):
            if bad >= 0:
                counters[WORST] = bad
                return NOT_FINITE
            return TOO_SMALL


@_entry(
    f"void(int64, {_F2}, {_F1}, {_F2}, int64, {_F1}, {_F2}, {_F1}, {_F1}, {_I1}, {_F1}, {_F2}, {_F2}, {_F1}, {_F1})"
)
def replay(address, table, nodes, dense, last, t, points, w, p, quaternions, times, states, k, h, work):
    """States at sorted times from stored points: each step that holds a time is repeated once."""
    size = points.shape[1]
    trial, extra, cell = np.empty(size), np.empty(size), np.empty(1)
    parts = np.empty((3 + dense.shape[0], size))
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
        x, step = points[here], t[here + 1] - t[here]
        if ready != here:
            cell[0] = t[here]
            slope(address, x, w, p, cell, k, 0, h, work)
            stages(
                address,
                table,
                nodes,
                1,
                last + 1,
                x,
                t[here],
                t[here + 1],
                w,
                p,
                k,
                trial,
                cell,
                h,
                work,
                quaternions,
                last,
            )
            stages(
                address,
                table,
                nodes,
                last + 1,
                nodes.size,
                x,
                t[here],
                t[here + 1],
                w,
                p,
                k,
                extra,
                cell,
                h,
                work,
                quaternions,
                last,
            )
            # Cubic Hermite part, then the corrections of the method (contd5 and contd8 of Hairer's programs).
            for n in range(size):
                parts[0, n] = trial[n] - x[n]
                parts[1, n] = step * k[0, n] - parts[0, n]
                parts[2, n] = parts[0, n] - step * k[last, n] - parts[1, n]
                for i in range(dense.shape[0]):
                    total = 0.0
                    for j in range(nodes.size):
                        total += dense[i, j] * k[j, n]
                    parts[3 + i, n] = step * total
            ready = here
        theta = (times[m] - t[here]) / step
        for n in range(size):
            value = 0.0
            for i in range(parts.shape[0] - 1, -1, -1):
                value = (value + parts[i, n]) * (theta if i % 2 == 0 else 1.0 - theta)
            states[m, n] = x[n] + value
        normalise(states[m], quaternions)
