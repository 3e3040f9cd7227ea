"""Inner loops of the Newmark family, compiled by numba once for all models.

Newmark, J. Eng. Mech. Div. ASCE 85 (1959), for positions q and speeds v with the accelerations a at both ends of the step:

    q₁ = q₀ + h v₀ + h² ((½ − β) a₀ + β a₁)        v₁ = v₀ + h ((1 − γ) a₀ + γ a₁)

Quaternions are turned by the vector that a position would have gone; every other state goes as a speed does. The unknowns u are
the rates a₁ of speeds and other states; simplified Newton with S = 1 − γh V − βh² Q, where V = ∂a/∂v and Q = ∂a/∂q along the
speeds. V and Q are kept as long as Newton converges well, S is made of them again when the step changes. β = 0 needs no S: a₁ is
taken with the speeds that a₀ alone leads to, one evaluation each step.
"""

from __future__ import annotations

import math
from collections import namedtuple

import numba
import numpy as np

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
from mars.solvers.projection import keep_watch, normalise, project, suspicious, watch
from mars.solvers.radau_kernels import (
    EPSILON,
    FRESH,
    LANES,
    MAX_STEP,
    MIN_STEP,
    NEEDED,
    NEWTON,
    OLD,
    RTOL,
    columns_in_lanes,
    columns_one_by_one,
    decompose,
    first_step,
    largest,
    not_finite,
    rates,
    relative_size,
    spread,
    substitute,
    wrong_row,
)

# Further numbers of clock and counters, behind those of `calling`, and of settings, behind those of Radau.
LAST_STEP, FACTOR_STEP, CONFIDENCE, CLOCK_SIZE = 3, 4, 5, 6
JACOBIANS, MATRICES, MATRIX, HISTORY, SERVED, LONGEST, COUNTERS_SIZE = 7, 8, 9, 10, 11, 12, 13
BETA, GAMMA, FIXED, ITERATIONS, SETTINGS_SIZE = 4, 5, 6, 7, 8  # FIXED: the user's step, 0 if it is found by the error

SLOW = 0.2  # θ above which V and Q are made again
# With one iteration for each step, θ is measured by one more evaluation after so many steps, or when corrections grow so much
# from one to the next; above STALE the step is made again. An error θ in a stiff mode may make it grow by 4θ with each step.
CHECKED, GROWN, STALE = 20, 1.2, 0.03
SAFETY, SMALLEST, LARGEST = 0.8, 0.2, 4.0
WORTH = 1.5  # a step that could grow by less stays

# States that are unknowns; (position, place of its speed in u); (first of a quaternion, places of its three speeds); β and γ.
Layout = namedtuple("Layout", "unknown pairs balls beta gamma")


@numba.njit(**INNER)
def turn(x, first, a, b, c, out):
    """The quaternion at `first` turned by the vector (a, b, c), given in the basis that it turns from: exp(½ φ) ∘ q."""
    angle = math.sqrt(a * a + b * b + c * c)
    real, ratio = math.cos(0.5 * angle), math.sin(0.5 * angle) / angle if angle > 1e-4 else 0.5 - angle * angle / 48.0
    a, b, c = ratio * a, ratio * b, ratio * c
    s, i, j, k = x[first], x[first + 1], x[first + 2], x[first + 3]
    out[first] = real * s - a * i - b * j - c * k
    out[first + 1] = real * i + a * s + b * k - c * j
    out[first + 2] = real * j + b * s + c * i - a * k
    out[first + 3] = real * k + c * s + a * j - b * i


@numba.njit(**INNER)
def way(x, slope, u, place, step, layout):
    """h v₀ + h² ((½ − β) a₀ + β a₁)."""
    n = layout.unknown[place]
    return step * (x[n] + step * ((0.5 - layout.beta) * slope[n] + layout.beta * u[place]))


@numba.njit(**INNER)
def arrive(x, slope, u, step, layout, quaternions, out):
    """`out` becomes the state at the end of the step with the rates u there."""
    for i in range(u.size):
        n = layout.unknown[i]
        out[n] = x[n] + step * ((1.0 - layout.gamma) * slope[n] + layout.gamma * u[i])
    for i in range(layout.pairs.shape[0]):
        q, v = layout.pairs[i]
        out[q] = x[q] + way(x, slope, u, v, step, layout)
    for i in range(layout.balls.shape[0]):
        q, a, b, c = layout.balls[i]
        turn(
            *(x, q, way(x, slope, u, a, step, layout), way(x, slope, u, b, step, layout)),
            *(way(x, slope, u, c, step, layout), out),
        )
    normalise(out, quaternions)


@numba.njit(**INNER)
def whole_slope(x, u, layout, out):
    """Rates of all states at x: u, and what follows from the speeds."""
    for i in range(u.size):
        out[layout.unknown[i]] = u[i]
    for i in range(layout.pairs.shape[0]):
        q, v = layout.pairs[i]
        out[q] = x[layout.unknown[v]]
    for i in range(layout.balls.shape[0]):
        q = layout.balls[i, 0]
        for n in range(q, q + 4):
            out[n] = 0.0
        for axis in range(3):
            speed = x[layout.unknown[layout.balls[i, 1 + axis]]]
            for n in range(4):
                out[q + n] += speed * swing(x, q, axis, n)


@numba.njit(**INNER)
def swing(x, first, axis, n):
    """Number n of ½ e ∘ q: what the quaternion gains when turned about an axis, for each radian."""
    if n == 0:
        return -0.5 * x[first + 1 + axis]
    if n == axis + 1:
        return 0.5 * x[first]
    other = 3 - axis - (n - 1)  # the third axis
    return 0.5 * x[first + 1 + other] * (1.0 if (axis + 1) % 3 == other else -1.0)


@numba.njit(**INNER)
def gather(jacobian, x, layout, V, Q):
    """∂a/∂v, and ∂a/∂q along the speeds, of the Jacobian at x."""
    size = layout.unknown.size
    for i in range(size):
        row = jacobian[layout.unknown[i]]
        for j in range(size):
            V[i, j], Q[i, j] = row[layout.unknown[j]], 0.0
        for k in range(layout.pairs.shape[0]):
            q, v = layout.pairs[k]
            Q[i, v] += row[q]
        for k in range(layout.balls.shape[0]):
            q = layout.balls[k, 0]
            for axis in range(3):
                for n in range(4):
                    Q[i, layout.balls[k, 1 + axis]] += row[q + n] * swing(x, q, axis, n)


@numba.njit(**INNER)
def form(V, Q, step, layout, S, pivots):
    """Factors of S = 1 − γh V − βh² Q; False when it is singular."""
    size = layout.unknown.size
    for i in range(size):
        for j in range(size):
            S[i, j] = -step * (layout.gamma * V[i, j] + layout.beta * step * Q[i, j])
        S[i, i] += 1.0
    return decompose(S, size, pivots)


@numba.njit(**INNER)
def correction(model, cell, x, slope, u, t_new, step, layout, quaternions, S, pivots, trial, dx, du, scale):
    """du becomes S⁻¹ (a(u) − u). Returns how far it moves the states, relative to `scale`: root-mean-square."""
    arrive(x, slope, u, step, layout, quaternions, trial)
    rates(model, cell, t_new, trial, dx)
    for i in range(u.size):
        du[i] = dx[layout.unknown[i]] - u[i]
    substitute(S, u.size, pivots, du)
    total, far = 0.0, layout.beta * step * step
    for i in range(u.size):
        total += (layout.gamma * step * du[i] / scale[layout.unknown[i]]) ** 2
    for i in range(layout.pairs.shape[0]):
        q, v = layout.pairs[i]
        total += (far * du[v] / scale[q]) ** 2
    for i in range(layout.balls.shape[0]):
        for axis in range(1, 4):
            total += (0.5 * far * du[layout.balls[i, axis]] / scale[layout.balls[i, 0]]) ** 2
    return math.sqrt(total / max(1, x.size))


@numba.njit(**INNER)
def newton(
    model, cell, x, slope, u, t_new, step, layout, quaternions, S, pivots, trial, dx, du, scale, clock, counters, settings
):
    """Simplified Newton on u: (iterations, θ); or (−1, factor for a smaller step) and the state to blame in counters[WORST].

    (−2, factor) says that something is not finite. If the user wants one iteration, its result is taken as it is.
    """
    confidence = max(clock[CONFIDENCE], EPSILON) ** 0.8
    limit, tolerance = int(settings[ITERATIONS]), settings[NEWTON]
    theta, before = 0.0, 1.0
    shared = (model, cell, x, slope, u, t_new, step, layout, quaternions, S, pivots, trial, dx, du, scale)
    for iteration in range(1, limit + 1):
        moved = correction(*shared)
        counters[EVALUATIONS] += 1
        if not math.isfinite(moved):
            bad = max(not_finite(dx), not_finite(trial))
            counters[WORST] = bad if bad >= 0 else layout.unknown[max(not_finite(du), 0)]
            return -2, 0.25
        for i in range(u.size):
            u[i] += du[i]
        counters[WORST] = layout.unknown[largest(du)] if u.size > 0 else -1
        if limit == 1:
            doubtful = counters[SERVED] % CHECKED == 0 or moved > GROWN * clock[MEMORY]
            clock[MEMORY] = moved
            if doubtful and moved > tolerance:
                theta = correction(*shared) / moved
                counters[EVALUATIONS] += 1
                if not theta < (1.0 if counters[MATRIX] == FRESH else STALE):
                    return -1, 0.5
            return 1, theta
        if iteration > 1:
            theta = moved / before
            if theta >= 0.99:  # below the tolerance this is rounding
                return (iteration, 0.0) if moved <= tolerance else (-1, 0.5)
            confidence = theta / (1.0 - theta)
            if confidence * moved * theta ** (limit - iteration) > tolerance:
                return -1, 0.5
        before = max(moved, EPSILON)
        if confidence * moved <= tolerance:
            clock[CONFIDENCE] = confidence
            return iteration, theta
    return -1, 0.5


@numba.njit(**INNER)
def estimate(slope, u, expected, step, last, layout, error):
    """The first term left out of each state: h²(β − 1/6)(a₁ − a₀) of positions; of speeds h(γ − ½)(a₁ − a₀) and, of order 3,
    h³(γ/2 − 1/6) a″, where a″ is seen in how far u is from what was `expected` from the two ends before."""
    second = (layout.gamma - 1.0 / 3.0) * step * step / (step + last)
    third = (layout.beta - 1.0 / 6.0) * step * step
    for i in range(u.size):
        n = layout.unknown[i]
        error[n] = second * (u[i] - expected[i]) + (layout.gamma - 0.5) * step * (u[i] - slope[n])
    for i in range(layout.pairs.shape[0]):
        q, v = layout.pairs[i]
        error[q] = third * (u[v] - slope[layout.unknown[v]])
    for i in range(layout.balls.shape[0]):
        q = layout.balls[i, 0]
        error[q] = 0.0
        for axis in range(1, 4):
            v = layout.balls[i, axis]
            error[q + axis] = 0.5 * third * (u[v] - slope[layout.unknown[v]])


@entry(
    f"int64(int64, int64, {F1}, {F1}, {F1}, {I1}, {F1}, {F1}, {F1}, {F1}, {F1}, float64, int64, boolean, {I1}, {I1}, "
    f"{I1}, {I2}, {I2}, {F1}, {F2}, {F2}, {F1}, {F1}, {F1})"
)
def advance(
    address,
    lanes_address,
    x,
    slope,
    clock,
    counters,
    memory,
    atol,
    settings,
    w,
    p,
    t_stop,
    max_steps,
    guarded,
    quaternions,
    plan,
    unknown,
    pairs,
    balls,
    store_t,
    store_x,
    store_slopes,
    h,
    work,
    lanes_work,
):
    """Accepted steps towards t_stop until done, `max_steps` taken or the store full; the contract is that of Radau's `advance`.

    `memory` holds V, Q and the rates u at the beginning of the last step. The slopes at both ends of the step that leads to a
    point are in the row of the store before it. A step that is not taken because of a guard is in the store already.
    """
    size, count = x.size, unknown.size
    layout = Layout(unknown, pairs, balls, settings[BETA], settings[GAMMA])
    V, Q = memory[: count**2].reshape(count, count), memory[count**2 : 2 * count**2].reshape(count, count)
    old = memory[2 * count**2 : 2 * count**2 + count]
    cell, trial, scale, error, dx = np.empty(1), np.zeros(size), np.zeros(size), np.zeros(size), np.zeros(size)
    point, base = np.zeros(size), np.zeros(size)
    u, du, expected = np.zeros(count), np.zeros(count), np.zeros(count)
    S, pivots, jacobian = np.zeros((count, count)), np.zeros(count, dtype=np.int64), np.zeros((size, size))
    wide = (
        *(np.zeros(LANES * size), np.zeros(LANES * w.size), np.zeros(LANES * p.size), np.zeros(LANES)),
        *(np.zeros(LANES * size), np.zeros(LANES * h.size), lanes_work),
    )
    spread(w, wide[1])
    spread(p, wide[2])
    model = model_at(address, w, p, h, work, plan)
    explicit, automatic = settings[BETA] == 0.0, settings[FIXED] == 0.0
    watched = plan[GUARD_COUNT] > 0 and guarded
    if watched:  # guards where this part begins
        rates(model, cell, clock[TIME], x, dx)
        watch(model, pointer(x), pointer(cell), pointer(dx))
        keep_watch(model)
    if counters[MATRIX] != NEEDED and clock[FACTOR_STEP] > 0.0:  # with the same bits as before the pause
        form(V, Q, clock[FACTOR_STEP], layout, S, pivots)
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
            rates(model, cell, t, x, slope)
            counters[EVALUATIONS] += 1
            counters[SLOPE_KNOWN] = 1
        for n in range(size):
            scale[n] = atol[n] + settings[RTOL] * abs(x[n])
        for start in quaternions:
            for n in range(start, start + 4):
                scale[n] = atol[n] + settings[RTOL]
        if clock[STEP] <= 0.0 or counters[HISTORY] == 0:
            bad = max(not_finite(x), not_finite(slope))
            if bad >= 0:
                counters[WORST] = bad
                return NOT_FINITE
        if clock[STEP] <= 0.0:
            clock[STEP] = first_step(x, slope, scale, t_stop - t, settings) if automatic else settings[FIXED]
        proposal = min(clock[STEP], settings[MAX_STEP])
        cut = t + 1.01 * proposal >= t_stop  # stretch by a hundredth rather than leave a sliver
        t_new = t_stop if cut else t + proposal
        step = t_new - t
        if step <= 0.0:
            return TOO_SMALL
        last = clock[LAST_STEP] if counters[HISTORY] > 0 else step
        for i in range(count):
            a = slope[unknown[i]]
            expected[i] = a + step / last * (a - old[i]) if counters[HISTORY] > 0 else a
            u[i] = a if explicit else expected[i]
        iterations, theta, bad = 1, 0.0, -1
        if explicit:
            arrive(x, slope, u, step, layout, quaternions, trial)
            rates(model, cell, t_new, trial, dx)
            counters[EVALUATIONS] += 1
            for i in range(count):
                u[i] = dx[unknown[i]]
        else:
            if counters[MATRIX] == NEEDED:
                bad = 0
                for attempt in range(3):
                    if bad < 0:
                        break
                    # The expected state; where that fails, the present one, its differences to either side.
                    moment, sign = t_new if attempt == 0 else t, -1.0 if attempt == 2 else 1.0
                    for n in range(size):
                        point[n] = x[n]
                    if attempt == 0:
                        arrive(x, slope, u, step, layout, quaternions, point)
                    if lanes_address != 0:
                        columns_in_lanes(model, lanes_address, wide, h, moment, point, sign, trial, base, jacobian)
                    else:
                        rates(model, cell, moment, point, base)
                        columns_one_by_one(model, cell, moment, point, base, sign, trial, dx, jacobian)
                    bad = wrong_row(jacobian)
                if bad >= 0:
                    counters[WORST] = bad
                    return NOT_FINITE
                gather(jacobian, point, layout, V, Q)
                counters[JACOBIANS] += 1
                counters[MATRIX] = FRESH
                clock[FACTOR_STEP] = 0.0
            regular = True
            if not abs(step - clock[FACTOR_STEP]) <= 1e-6 * step:
                regular = form(V, Q, step, layout, S, pivots)
                clock[FACTOR_STEP] = step if regular else 0.0
                counters[MATRICES] += 1
                counters[SERVED] = 0
            iterations, theta = -1, 0.5
            if regular:
                iterations, theta = newton(
                    *(model, cell, x, slope, u, t_new, step, layout, quaternions, S, pivots, trial, dx, du, scale),
                    *(clock, counters, settings),
                )
            bad = counters[WORST] if iterations == -2 else -1
        factor = theta  # what Newton says, where it fails
        if iterations > 0:
            size_of_error = 0.0
            if automatic:
                estimate(slope, u, expected, step, last, layout, error)
                size_of_error = relative_size(error, scale)
                counters[WORST] = largest(error)
                factor = SAFETY / size_of_error ** (1.0 / 3.0 if settings[GAMMA] == 0.5 else 0.5)
                factor = min(LARGEST, max(SMALLEST, factor))
            if size_of_error <= 1.0:
                arrive(x, slope, u, step, layout, quaternions, trial)
                cell[0] = t_new
                if model.m > 0:  # A and T are those of the last iteration
                    project(model, pointer(trial), pointer(cell), quaternions)
                whole_slope(trial, u, layout, dx)
                bad = max(not_finite(trial), not_finite(dx))
                if bad < 0:
                    row = counters[STEPS] + 1
                    store_t[row] = t_new
                    for n in range(size):
                        store_x[row, n] = trial[n]
                        store_slopes[row - 1, n], store_slopes[row - 1, size + n] = slope[n], dx[n]
                    if watched:
                        rates(model, cell, t_new, trial, error)
                        counters[EVALUATIONS] += 1
                        watch(model, pointer(trial), pointer(cell), pointer(error))
                        if suspicious(model, step):
                            return EVENT
                        keep_watch(model)
                    if not automatic:
                        following = min(2.0 * proposal, settings[FIXED])
                    elif cut and step < proposal:  # a step cut short by a stop says little
                        following = proposal
                    else:
                        following = step * factor if factor >= WORTH and counters[AFTER_REJECTION] == 0 else step
                    for i in range(count):
                        old[i] = slope[unknown[i]]
                    for n in range(size):
                        x[n], slope[n] = trial[n], dx[n]
                    clock[STEP], clock[LAST_STEP], clock[TIME] = following, step, t_new
                    if not explicit:
                        counters[MATRIX] = OLD if theta <= SLOW else NEEDED
                        counters[SERVED] += 1
                        counters[LONGEST] = max(counters[LONGEST], counters[SERVED])
                    counters[AFTER_REJECTION] = 0
                    counters[HISTORY] = 1
                    counters[STEPS] = row
                    continue
            elif not math.isfinite(size_of_error):
                bad = max(not_finite(error), 0)
            if bad >= 0:
                counters[WORST] = bad
                factor = 0.25
        counters[REJECTED] += 1
        if iterations < 0 and counters[MATRIX] == OLD:  # the same step again with a new matrix
            counters[MATRIX] = NEEDED
            continue
        counters[AFTER_REJECTION] = 1
        clock[STEP] = step * factor
        if clock[STEP] < max(settings[MIN_STEP], 10.0 * abs(np.nextafter(t, np.inf) - t)):
            return NOT_FINITE if bad >= 0 else TOO_SMALL
