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
BLOCK = 8  # doubles: one register of AVX-512, two of AVX2
DEPENDENT = 1e-12  # pivot of a scaled closure row that says nothing new
GROUP = 4  # terms of a sum in one loop. Not imported: numba's cache follows this file alone

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


@numba.njit(**_INNER)
def pointer(array):
    return np.int64(array.ctypes.data)


@numba.njit(**_INNER)
def pointers(address, x, w, p, t, k, h, work):
    """What `slope` needs. The arrays must outlive it."""
    places = (pointer(x), pointer(w), pointer(p), pointer(t), pointer(k), pointer(h), pointer(work))
    m = w.size if h.size > 1 else 0  # multipliers; without loops w and h are placeholders of one number
    return np.int64(address), places, np.int64(8 * k.shape[1]), m, (k, h, np.empty((m + 2, m)), np.empty(m, np.int64))


@numba.njit(**_INNER)
def slope(at, row):
    """Row `row` of the stages becomes f(x, w, p, t), loops closed; `at` comes from `pointers`.

    Taken by index: unpacking the arrays would count references in every call.
    """
    x, w, p, t, k, h, work = at[1]
    _call(at[0], x, w, p, t, k + row * at[2], h, work)  # pyright: ignore[reportCallIssue]
    m = at[3]
    if m > 0:
        stages_, packed, scratch, order = at[4]
        scratch[m, :] = packed[:m]
        multipliers(packed, scratch, order)
        push(packed, scratch[m], stages_[row])


@numba.njit(**_INNER)
def multipliers(packed, scratch, order):
    """Row m of scratch, the gap accelerations b (or gaps), becomes w with A w = −b: Cholesky with pivots, scaled by the diagonal.

    Rows that depend on others (over-constrained loops) get no multiplier: whatever they would get, it moves nothing. The last row
    of scratch holds the scales.
    """
    m = order.size
    L, b, scale = scratch[:m], scratch[m], scratch[m + 1]
    for i in range(m):
        diagonal = packed[m + i * m + i]
        scale[i] = 1.0 / math.sqrt(diagonal) if diagonal > 0.0 else 0.0
        order[i] = i
    for i in range(m):
        b[i] = -b[i] * scale[i]
        for j in range(m):
            L[i, j] = packed[m + i * m + j] * scale[i] * scale[j]
    rank = m
    for k in range(m):
        best = k
        for i in range(k + 1, m):
            if L[order[i], order[i]] > L[order[best], order[best]]:
                best = i
        order[k], order[best] = order[best], order[k]
        pivot = L[order[k], order[k]]
        if not pivot > DEPENDENT:
            rank = k
            break
        root = math.sqrt(pivot)
        c = order[k]
        for i in range(k + 1, m):
            r = order[i]
            L[r, c] = L[c, r] / root  # the column of the factor, kept below the pivots
        for i in range(k + 1, m):
            r = order[i]
            for j in range(k + 1, i + 1):
                q = order[j]
                value = L[r, q] - L[r, c] * L[q, c]
                L[r, q] = value
                L[q, r] = value
        L[c, c] = root
    for k in range(rank):
        c = order[k]
        b[c] /= L[c, c]
        for i in range(k + 1, rank):
            b[order[i]] -= L[order[i], c] * b[c]
    for k in range(rank - 1, -1, -1):
        c = order[k]
        for i in range(k + 1, rank):
            b[c] -= L[order[i], c] * b[order[i]]
        b[c] /= L[c, c]
    for k in range(m):
        c = order[k]
        b[c] = b[c] * scale[c] if k < rank else 0.0


@numba.njit(**_INNER)
def push(packed, w, dx):
    """dx + T w."""
    m = w.size
    n = packed.size // m - 1 - m
    for j in range(m):
        if w[j] != 0.0:
            for i in range(n):
                dx[i] += packed[m + m * m + j * n + i] * w[j]


@numba.njit(**_INNER)
def project(at, closure, trial, gaps, rates, freedoms, balls, quaternions):
    """Bring the state back to closed loops: positions, then speeds, each by the least motion in the sense of kinetic energy.

    `freedoms` pairs position and speed states, `balls` a quaternion with its three speeds. The step in rate space is T λ with
    A λ = −gap; quaternions are turned by it and normalised.
    """
    address, (x, w, p, t, k, h, work), width, m, (stages_, packed, scratch, order) = at
    last = np.inf
    gaps_at, rates_at = pointer(gaps), pointer(rates)
    for _ in range(6):
        _call(closure, x, w, p, t, gaps_at, rates_at, work)  # pyright: ignore[reportCallIssue]
        worst = 0.0
        for i in range(m):
            worst = max(worst, abs(gaps[i]))
        if worst == 0.0 or not worst < 0.5 * last:
            break
        last = worst
        _call(address, x, w, p, t, k + width, h, work)  # pyright: ignore[reportCallIssue]
        scratch[m, :] = gaps
        multipliers(packed, scratch, order)
        stages_[1, :] = 0.0
        push(packed, scratch[m], stages_[1])
        for i in range(freedoms.shape[0]):
            trial[freedoms[i, 0]] += stages_[1, freedoms[i, 1]]
        for i in range(balls.shape[0]):
            q, dx, dy, dz = balls[i, 0], stages_[1, balls[i, 1]], stages_[1, balls[i, 2]], stages_[1, balls[i, 3]]
            s, a, b, c = trial[q], trial[q + 1], trial[q + 2], trial[q + 3]
            trial[q] = s - 0.5 * (dx * a + dy * b + dz * c)
            trial[q + 1] = a + 0.5 * (s * dx + dy * c - dz * b)
            trial[q + 2] = b + 0.5 * (s * dy + dz * a - dx * c)
            trial[q + 3] = c + 0.5 * (s * dz + dx * b - dy * a)
        normalise(trial, quaternions)
    last = np.inf
    for _ in range(2):
        _call(closure, x, w, p, t, gaps_at, rates_at, work)  # pyright: ignore[reportCallIssue]
        worst = 0.0
        for i in range(m):
            worst = max(worst, abs(rates[i]))
        if worst == 0.0 or not worst < 0.5 * last:
            break
        last = worst
        _call(address, x, w, p, t, k + width, h, work)  # pyright: ignore[reportCallIssue]
        scratch[m, :] = rates
        multipliers(packed, scratch, order)
        stages_[1, :] = 0.0
        push(packed, scratch[m], stages_[1])
        for i in range(freedoms.shape[0]):
            trial[freedoms[i, 1]] += stages_[1, freedoms[i, 1]]
        for i in range(balls.shape[0]):
            for j in range(1, 4):
                trial[balls[i, j]] += stages_[1, balls[i, j]]


@numba.njit(**_INNER)
def normalise(x, quaternions):
    """Four numbers from each given place become a unit quaternion."""
    for start in quaternions:
        size = math.sqrt(x[start] ** 2 + x[start + 1] ** 2 + x[start + 2] ** 2 + x[start + 3] ** 2)
        if size > 0.0:
            for k in range(start, start + 4):
                x[k] /= size


@numba.njit(**_INNER)
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


@numba.njit(**_INNER)
def stages(at, columns, weights, nodes, begin, end, x, t, t_new, trial, cell, quaternions, last):
    """Stages `begin` to `end` − 1 of the step from (t, x) to t_new; stage `last` leaves the new state in `trial`.

    `at` holds the pointers to trial, cell and the stages; x is a pointer.
    """
    step = t_new - t
    out, k, width = at[1][0], at[1][4], at[2]
    for i in range(begin, end):
        blend(columns, weights, i, k, width, out)
        for n in range(0, width, 8 * BLOCK):
            _go_along(out + n, x + n, step)  # pyright: ignore[reportCallIssue]
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
def error_size(columns, weights, at, step, size, x, atol, rtol, error):
    """Root-mean-square error relative to atol + rtol·max(|x|, |x_new|); 1 is just acceptable, `error` shows each state's.

    With two estimates e5 and e3 (RK8) the error is h·e5²/√(e5² + 0.01 e3²), section II.10. It is NaN when a stage or
    the new state is not finite: all stages have a term in the first estimate, if only with the weight 0. x, atol and
    error are addresses.
    """
    trial, k, width = at[1][0], at[1][4], at[2]
    first, other = 0.0, 0.0
    for i in range(columns.shape[0] - 1, -1, -1):
        other, first = first, 0.0
        blend(columns, weights, i, k, width, error)
        for n in range(0, width, 8 * BLOCK):
            first += _relate(error + n, x + n, trial + n, atol + n, rtol)  # pyright: ignore[reportCallIssue]
    if first == 0.0:
        return 0.0
    return step * first / math.sqrt((first + 0.01 * other) * size)


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
    closure,
    freedoms,
    balls,
    store_t,
    store_x,
    k,
    h,
    work,
):
    """`advance` on the padded state `here`, whose slope is row 0 of k."""
    trial, errors, cell = np.zeros(here.size), np.zeros(here.size), np.empty(1)
    at = pointers(address, trial, w, p, cell, k, h, work)
    here_at, errors_at, atol_at = pointer(here), pointer(errors), pointer(atol)
    looped = closure != 0
    gaps, rates = np.zeros(max(1, w.size)), np.zeros(max(1, w.size))
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
            if looped:
                cell[0] = t_new
                project(at, closure, trial, gaps, rates, freedoms, balls, quaternions)
                slope(at, last)
                counters[EVALUATIONS] += 1
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
    f"float64, int64, {_I1}, int64, {_I2}, {_I2}, {_F1}, {_F2}, {_F2}, {_F1}, {_F1})"
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
    closure,
    freedoms,
    balls,
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
        *(settings, w, p, t_stop, max_steps, quaternions, closure, freedoms, balls, store_t, store_x, k, h, work),
    )
    x[:] = here[: x.size]
    first[:] = k[0, : x.size]
    return status


@_entry(
    f"void(int64, {_I2}, {_F2}, {_F1}, {_I2}, {_F2}, int64, {_F1}, {_F2}, {_F1}, {_F1}, {_I1}, {_F1}, {_F2}, {_F2}, {_F1}, {_F1})"
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
    x_at, k_at, trial_at = pointer(x), pointer(k), pointer(trial)
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


@_entry(f"void(int64, int64, {_F1}, {_F1}, {_F1}, {_F1}, {_I2}, {_I2}, {_I1}, {_F2}, {_F1}, {_F1})")
def close(address, closure, x, w, p, t, freedoms, balls, quaternions, k, h, work):
    """Project one (padded) state in place, as `march` does after each step."""
    at = pointers(address, x, w, p, t, k, h, work)
    project(at, closure, x, np.zeros(w.size), np.zeros(w.size), freedoms, balls, quaternions)
