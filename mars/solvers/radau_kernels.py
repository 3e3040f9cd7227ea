"""Inner loops of Radau IIA of order 5, compiled by numba once for all models.

Hairer and Wanner, Solving Ordinary Differential Equations II, section IV.8 and their program RADAU5: simplified Newton
on the transformed stages, one real and one complex system of n equations, Jacobian and factors kept while Newton
converges well, Gustafsson's predictive step control. Names of formulas follow them. One thing is other: the Jacobian is
taken where the extrapolated polynomial expects the middle of the step (after a rejection: at its beginning). Turning mechanisms
change it within a step so much that this halves the work.

Rows of the Jacobian with one number, off the diagonal (rates of positions are speeds), are eliminated by hand before the
dense factors are made: for mechanical models this halves n.
"""

from __future__ import annotations

import math

import numba
import numpy as np

from mars.solvers import projection
from mars.solvers.abi import (
    AFTER_REJECTION,
    EVALUATIONS,
    EVENT,
    F1,
    F2,
    FINISHED,
    FULL,
    I1,
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
    call,
    entry,
    pointer,
)
from mars.solvers.addresses import GUARD_COUNT, model_at
from mars.solvers.projection import keep_watch, normalise, project, suspicious, watch

# Further numbers of clock and counters, behind those of `calling`.
LAST_STEP, FACTOR_STEP, CONFIDENCE, CEILING, CLOCK_SIZE = 3, 4, 5, 6, 7
JACOBIANS, DECOMPOSITIONS, JACOBIAN, HISTORY, COUNTERS_SIZE = 7, 8, 9, 10, 11
NEEDED, OLD, FRESH, AHEAD = 0, 1, 2, 3  # what counters[JACOBIAN] says; AHEAD: of a state within the step
# settings: numbers that stay the same during a run; RTOL and `atol` are those of the error estimate, of order 3.
RTOL, MAX_STEP, MIN_STEP, NEWTON, REFRESH, SETTINGS_SIZE = 0, 1, 2, 3, 4, 5

LANES = 4
ITERATIONS = 7
SAFETY, SMALLEST, LARGEST = 0.9, 0.2, 8.0
NO_CEILING = 1e99
SLOW = 0.3  # θ above which the next step is made smaller, so that Newton does not fail there
EPSILON = 2.220446049250313e-16

ROOT = math.sqrt(6.0)
C1, C2 = (4.0 - ROOT) / 10.0, (4.0 + ROOT) / 10.0
E1, E2, E3 = -(13.0 + 7.0 * ROOT) / 3.0, (-13.0 + 7.0 * ROOT) / 3.0, -1.0 / 3.0
_A, _B = 81.0 ** (1.0 / 3.0), 9.0 ** (1.0 / 3.0)
GAMMA = 30.0 / (6.0 + _A - _B)
_ALPHA, _BETA = (12.0 - _A + _B) / 60.0, (_A + _B) * math.sqrt(3.0) / 60.0
ALPHA, BETA = _ALPHA / (_ALPHA**2 + _BETA**2), _BETA / (_ALPHA**2 + _BETA**2)
T11, T12, T13 = 9.1232394870892942792e-02, -0.14125529502095420843, -3.0029194105147424492e-02
T21, T22, T23 = 0.24171793270710701896, 0.20412935229379993199, 0.38294211275726193779
T31 = 0.96604818261509293619  # T32 = 1, T33 = 0
I11, I12, I13 = 4.3255798900631553510, 0.33919925181580986954, 0.54177053993587487119
I21, I22, I23 = -4.1787185915519047273, -0.32768282076106238708, 0.47662355450055045196
I31, I32, I33 = -0.50287263494578687595, 2.5719269498556054292, -0.59603920482822492497

FAST = {**INNER, "fastmath": {"reassoc", "contract", "nsz"}}


@numba.njit(**INNER)
def rates(model, cell, t, x, dx):
    """dx becomes f(t, x)."""
    cell[0] = t
    projection.rates(model, pointer(x), pointer(cell), pointer(dx))


@numba.njit(**INNER)
def rates_in_lanes(model, address, wide, h, dx):
    """As `rates`, four states at a time: number k of lane j is at 4·k + j. h and dx serve one lane after the other."""
    xs, ws, ps, ts, dxs, hs, work = wide
    places = pointer(xs), pointer(ws), pointer(ps), pointer(ts), pointer(dxs), pointer(hs), pointer(work)
    call(address, *places)  # pyright: ignore[reportCallIssue]
    if model.m > 0:
        for j in range(LANES):
            for n in range(h.size):
                h[n] = hs[LANES * n + j]
            for n in range(dx.size):
                dx[n] = dxs[LANES * n + j]
            projection.hold(model, pointer(dx))
            for n in range(dx.size):
                dxs[LANES * n + j] = dx[n]


@numba.njit(**INNER)
def spread(values, wide):
    """The same number in all lanes."""
    for n in range(values.size):
        for j in range(LANES):
            wide[LANES * n + j] = values[n]


@numba.njit(**INNER)
def increment(value, sign):
    """RADAU5's: the number next to `value` for a difference, such that value + increment is exact."""
    return (value + sign * math.sqrt(EPSILON * max(1e-5, abs(value)))) - value


@numba.njit(**INNER)
def columns_one_by_one(model, cell, t, x, slope, sign, trial, dx, jacobian):
    """Jacobian by differences of the rates; `slope` is f(t, x)."""
    for n in range(x.size):
        trial[n] = x[n]
    for c in range(x.size):
        trial[c] = x[c] + increment(x[c], sign)
        change = trial[c] - x[c]  # torn unknowns in trial are moved by the call
        rates(model, cell, t, trial, dx)
        for n in range(x.size):
            jacobian[n, c] = (dx[n] - slope[n]) / change
        trial[c] = x[c]


@numba.njit(**INNER)
def columns_in_lanes(model, address, wide, h, t, x, sign, spare, base, jacobian):
    """The same in four lanes; the rates at x itself come from the first one, so that equal rates have equal bits."""
    xs, _, _, ts, dxs, _, _ = wide
    spread(x, xs)
    for j in range(LANES):
        ts[j] = t
    for first in range(-1, x.size, LANES):
        last = min(first + LANES, x.size)
        for c in range(max(first, 0), last):
            xs[LANES * c + c - first] = x[c] + increment(x[c], sign)
        rates_in_lanes(model, address, wide, h, spare)
        if first < 0:
            for n in range(x.size):
                base[n] = dxs[LANES * n]
        for c in range(max(first, 0), last):
            lane = c - first
            size = xs[LANES * c + lane] - x[c]
            for n in range(x.size):
                jacobian[n, c] = (dxs[LANES * n + lane] - base[n]) / size
            xs[LANES * c + lane] = x[c]


@numba.njit(**INNER)
def wrong_row(jacobian):
    """First row with a number that is not finite, else −1."""
    for n in range(jacobian.shape[0]):
        for c in range(jacobian.shape[1]):
            if not math.isfinite(jacobian[n, c]):
                return n
    return -1


@numba.njit(**INNER)
def not_finite(x):
    """Index of the first number that is not finite, else −1."""
    for n in range(x.size):
        if not math.isfinite(x[n]):
            return n
    return -1


@numba.njit(**INNER)
def largest(v):
    """Index of the largest number."""
    found = -1
    for n in range(v.size):
        if found < 0 or abs(v[n]) > abs(v[found]):
            found = n
    return found


@numba.njit(**INNER)
def divide(jacobian, order, partner, weight, coupling, core):
    """Part the states; returns how many are eliminated (first in `order`) before the dense factors.

    Row r is eliminated when it holds at most one number, `weight` in column c ≠ r, and c is kept; `partner` is the
    place of c among the kept. `coupling` becomes the Jacobian of kept rows and eliminated columns, `core` of kept and kept.
    """
    size = order.size
    kept = np.zeros(size, dtype=np.int64)  # 0: open, 1: kept because it is a partner, 2: eliminated
    alone = np.zeros(size, dtype=np.int64)
    gone = 0
    for r in range(size):
        count, c = 0, -1
        for n in range(size):
            if jacobian[r, n] != 0.0:
                count, c = count + 1, n
        if count > 1 or kept[r] != 0 or (count == 1 and (c == r or kept[c] == 2)):
            continue
        kept[r], alone[r] = 2, c
        if count == 1:
            kept[c] = 1
        order[gone] = r
        gone += 1
    place, here = np.zeros(size, dtype=np.int64), gone
    for n in range(size):
        if kept[n] != 2:
            order[here], place[n] = n, here - gone
            here += 1
    for k in range(gone):
        c = alone[order[k]]
        partner[k] = place[c] if c >= 0 else 0
        weight[k] = jacobian[order[k], c] if c >= 0 else 0.0
    for i in range(size - gone):
        row = order[gone + i]
        for k in range(gone):
            coupling[i, k] = jacobian[row, order[k]]
        for j in range(size - gone):
            core[i, j] = jacobian[row, order[gone + j]]
    return gone


@numba.njit(**FAST)
def decompose(a, size, pivots):
    """LU with partial pivoting in place; False when singular or not finite."""
    for k in range(size):
        best = k
        for i in range(k + 1, size):
            if abs(a[i, k]) > abs(a[best, k]):
                best = i
        pivots[k] = best
        if best != k:
            for j in range(size):
                a[k, j], a[best, j] = a[best, j], a[k, j]
        if not (0.0 < abs(a[k, k]) < np.inf):
            return False
        inverse = 1.0 / a[k, k]
        for i in range(k + 1, size):
            factor = a[i, k] * inverse
            a[i, k] = factor
            if factor != 0.0:
                for j in range(k + 1, size):
                    a[i, j] -= factor * a[k, j]
    return True


@numba.njit(**FAST)
def substitute(a, size, pivots, b):
    """b becomes the solution."""
    for k in range(size):
        if pivots[k] != k:
            b[k], b[pivots[k]] = b[pivots[k]], b[k]
    for i in range(1, size):
        total = 0.0
        for j in range(i):
            total += a[i, j] * b[j]
        b[i] -= total
    for i in range(size - 1, -1, -1):
        total = 0.0
        for j in range(i + 1, size):
            total += a[i, j] * b[j]
        b[i] = (b[i] - total) / a[i, i]


@numba.njit(**FAST)
def decompose_complex(a, b, size, pivots):
    """The same for a + ib."""
    for k in range(size):
        best, most = k, abs(a[k, k]) + abs(b[k, k])
        for i in range(k + 1, size):
            much = abs(a[i, k]) + abs(b[i, k])
            if much > most:
                best, most = i, much
        pivots[k] = best
        if best != k:
            for j in range(size):
                a[k, j], a[best, j] = a[best, j], a[k, j]
                b[k, j], b[best, j] = b[best, j], b[k, j]
        square = a[k, k] ** 2 + b[k, k] ** 2
        if not (0.0 < square < np.inf):
            return False
        c, d = a[k, k] / square, -b[k, k] / square
        for i in range(k + 1, size):
            e, f = a[i, k] * c - b[i, k] * d, a[i, k] * d + b[i, k] * c
            a[i, k], b[i, k] = e, f
            if e != 0.0 or f != 0.0:
                for j in range(k + 1, size):
                    u, v = a[k, j], b[k, j]
                    a[i, j] -= e * u - f * v
                    b[i, j] -= e * v + f * u
    return True


@numba.njit(**FAST)
def substitute_complex(a, b, size, pivots, x, y):
    """x + iy becomes the solution."""
    for k in range(size):
        if pivots[k] != k:
            x[k], x[pivots[k]] = x[pivots[k]], x[k]
            y[k], y[pivots[k]] = y[pivots[k]], y[k]
    for i in range(1, size):
        s, r = 0.0, 0.0
        for j in range(i):
            s += a[i, j] * x[j] - b[i, j] * y[j]
            r += a[i, j] * y[j] + b[i, j] * x[j]
        x[i] -= s
        y[i] -= r
    for i in range(size - 1, -1, -1):
        s, r = x[i], y[i]
        for j in range(i + 1, size):
            s -= a[i, j] * x[j] - b[i, j] * y[j]
            r -= a[i, j] * y[j] + b[i, j] * x[j]
        square = a[i, i] ** 2 + b[i, i] ** 2
        x[i] = (s * a[i, i] + r * b[i, i]) / square
        y[i] = (r * a[i, i] - s * b[i, i]) / square


@numba.njit(**INNER)
def factorise(parts, factors, gone, size, step):
    """Factors of γ/h − J and (α + iβ)/h − J without the eliminated states; False when one is singular."""
    _, partner, weight, coupling, core, _, _ = parts
    real, above, below, pivots, pivots_complex = factors
    kept = size - gone
    g, a, b = GAMMA / step, ALPHA / step, BETA / step
    c, d = a / (a * a + b * b), -b / (a * a + b * b)
    for i in range(kept):
        for j in range(kept):
            real[i, j] = above[i, j] = -core[i, j]
            below[i, j] = 0.0
        real[i, i] += g
        above[i, i] += a
        below[i, i] = b
        for k in range(gone):
            product = coupling[i, k] * weight[k]
            real[i, partner[k]] -= product / g
            above[i, partner[k]] -= product * c
            below[i, partner[k]] -= product * d
    return decompose(real, kept, pivots) and decompose_complex(above, below, kept, pivots_complex)


@numba.njit(**FAST)
def solve(parts, factors, gone, step, v):
    """v becomes the solution of (γ/h − J) z = v."""
    order, partner, weight, coupling, _, x, y = parts
    real, _, _, pivots, _ = factors
    kept, inverse = v.size - gone, step / GAMMA
    for k in range(gone):
        y[k] = v[order[k]] * inverse
    for i in range(kept):
        total = v[order[gone + i]]
        for k in range(gone):
            total += coupling[i, k] * y[k]
        x[i] = total
    substitute(real, kept, pivots, x)
    for i in range(kept):
        v[order[gone + i]] = x[i]
    for k in range(gone):
        v[order[k]] = y[k] + inverse * weight[k] * x[partner[k]]


@numba.njit(**FAST)
def solve_complex(parts, factors, gone, step, v, w, spare):
    """v + iw becomes the solution of ((α + iβ)/h − J) z = v + iw."""
    order, partner, weight, coupling, _, x, y = parts
    _, above, below, _, pivots = factors
    kept = v.size - gone
    c, d = step * ALPHA / (ALPHA**2 + BETA**2), -step * BETA / (ALPHA**2 + BETA**2)
    s, r = spare[0], spare[1]
    for k in range(gone):
        s[k] = v[order[k]] * c - w[order[k]] * d
        r[k] = v[order[k]] * d + w[order[k]] * c
    for i in range(kept):
        total, other = v[order[gone + i]], w[order[gone + i]]
        for k in range(gone):
            total += coupling[i, k] * s[k]
            other += coupling[i, k] * r[k]
        x[i], y[i] = total, other
    substitute_complex(above, below, kept, pivots, x, y)
    for i in range(kept):
        v[order[gone + i]], w[order[gone + i]] = x[i], y[i]
    for k in range(gone):
        p, q = weight[k] * x[partner[k]], weight[k] * y[partner[k]]
        v[order[k]] = s[k] + c * p - d * q
        w[order[k]] = r[k] + d * p + c * q


@numba.njit(**INNER)
def extrapolate(old, ratio, z):
    """Start of Newton: the collocation polynomial of the step before, its stages `old`, goes on; ratio = h/h_old."""
    for n in range(z.shape[1]):
        one = (old[1, n] - old[2, n]) / (C2 - 1.0)
        chord = (old[0, n] - old[1, n]) / (C1 - C2)
        two = (chord - one) / (C1 - 1.0)
        three = two - (chord - old[0, n] / C1) / C2
        for i, c in enumerate((C1, C2, 1.0)):
            s = c * ratio
            z[i, n] = s * (one + (s - (C2 - 1.0)) * (two + (s - (C1 - 1.0)) * three))


@numba.njit(**INNER)
def back_transform(z, f):
    """f = T⁻¹ z."""
    for n in range(z.shape[1]):
        a, b, c = z[0, n], z[1, n], z[2, n]
        f[0, n] = I11 * a + I12 * b + I13 * c
        f[1, n] = I21 * a + I22 * b + I23 * c
        f[2, n] = I31 * a + I32 * b + I33 * c


@numba.njit(**INNER)
def newton(model, cell, x, t, t_new, z, f, k, trial, scale, parts, factors, gone, spare, clock, counters, settings):
    """Simplified Newton on the stages z and their transforms f: (iterations, θ), or (−1, factor for a smaller step).

    (−2, factor) says that a rate is not finite; the state to blame is then in counters[WORST], else the one with the
    largest increment is.
    """
    size, step = x.size, t_new - t
    g, a, b = GAMMA / step, ALPHA / step, BETA / step
    confidence = max(clock[CONFIDENCE], EPSILON) ** 0.8
    theta, before, ratio_before = settings[REFRESH], 1.0, 1.0
    for iteration in range(1, ITERATIONS + 1):
        for i in range(3):
            for n in range(size):
                trial[n] = x[n] + z[i, n]
            moment = t_new if i == 2 else t + (C1 if i == 0 else C2) * step
            rates(model, cell, moment, trial, k[i])
        counters[EVALUATIONS] += 3
        for n in range(size):
            u, v, w = k[0, n], k[1, n], k[2, n]
            k[0, n] = I11 * u + I12 * v + I13 * w - g * f[0, n]
            k[1, n] = I21 * u + I22 * v + I23 * w - a * f[1, n] + b * f[2, n]
            k[2, n] = I31 * u + I32 * v + I33 * w - a * f[2, n] - b * f[1, n]
        solve(parts, factors, gone, clock[FACTOR_STEP], k[0])
        solve_complex(parts, factors, gone, clock[FACTOR_STEP], k[1], k[2], spare)
        total, most = 0.0, -1.0
        for n in range(size):
            part = (k[0, n] ** 2 + k[1, n] ** 2 + k[2, n] ** 2) / scale[n] ** 2
            total += part
            if part > most:
                most = part
                counters[WORST] = n
        moved = math.sqrt(total / max(1, 3 * size))
        if not math.isfinite(moved):
            counters[WORST] = blame(model, cell, x, t, t_new, z, trial, k[0])
            return -2, 0.25
        if iteration > 1:
            ratio = moved / before
            theta = ratio if iteration == 2 else math.sqrt(ratio * ratio_before)
            ratio_before = ratio
            if theta >= 0.99:
                return -1, 0.5
            confidence = theta / (1.0 - theta)
            left = ITERATIONS - 1 - iteration
            hopeless = confidence * moved * theta**left / settings[NEWTON]
            if iteration < ITERATIONS and hopeless >= 1.0:
                return -1, 0.8 * max(1e-4, min(20.0, hopeless)) ** (-1.0 / (4.0 + left))
        before = max(moved, EPSILON)
        for n in range(size):
            for i in range(3):
                f[i, n] += k[i, n]
            u, v, w = f[0, n], f[1, n], f[2, n]
            z[0, n] = T11 * u + T12 * v + T13 * w
            z[1, n] = T21 * u + T22 * v + T23 * w
            z[2, n] = T31 * u + v
        if confidence * moved <= settings[NEWTON]:
            clock[CONFIDENCE] = confidence
            return iteration, theta
    return -1, 0.5


@numba.njit(**INNER)
def blame(model, cell, x, t, t_new, z, trial, dx):
    """The first state whose rate, or itself, is not finite at one of the stages; else the one that is farthest off."""
    for i, c in enumerate((C1, C2, 1.0)):
        for n in range(x.size):
            trial[n] = x[n] + z[i, n]
        rates(model, cell, t_new if i == 2 else t + c * (t_new - t), trial, dx)
        bad = not_finite(dx)
        if bad >= 0:
            return bad
    return max(not_finite(trial), 0)


@numba.njit(**INNER)
def relative_size(v, scale):
    """Root-mean-square of v relative to `scale`; v becomes the quotients."""
    total = 0.0
    for n in range(v.size):
        v[n] /= scale[n]
        total += v[n] ** 2
    return max(math.sqrt(total / max(1, v.size)), 1e-10)


@numba.njit(**INNER)
def error_size(model, cell, x, t, step, slope, z, scale, parts, factors, gone, again, error, trial, dx, clock, counters):
    """Section IV.8, (8.19); `again` (first and rejected steps): (8.20), which is small also for large λh."""
    for n in range(x.size):
        error[n] = slope[n] + (E1 * z[0, n] + E2 * z[1, n] + E3 * z[2, n]) / step
    solve(parts, factors, gone, clock[FACTOR_STEP], error)
    if again:
        for n in range(x.size):
            trial[n] = x[n] + error[n]
    found = relative_size(error, scale)
    if again and found >= 1.0:
        rates(model, cell, t, trial, dx)
        counters[EVALUATIONS] += 1
        for n in range(x.size):
            error[n] = dx[n] + (E1 * z[0, n] + E2 * z[1, n] + E3 * z[2, n]) / step
        solve(parts, factors, gone, clock[FACTOR_STEP], error)
        found = relative_size(error, scale)
    return found


@numba.njit(**INNER)
def dense_error_size(z, expected, ratio, scale):
    """How far the polynomial may be off between the nodes, from how far the one before, extrapolated, was off at the end.

    The error estimate does not see this where λh is large: there the stages are exact at any step size. Both errors go with
    ω(θ) = θ(θ − c₁)(θ − c₂)(θ − 1) and the fourth power of their steps.
    """
    total = 0.0
    for n in range(scale.size):
        total += ((z[2, n] - expected[n]) / scale[n]) ** 2
    far = 1.0 + ratio
    return math.sqrt(total / max(1, scale.size)) * 0.018 * ratio**3 / (far * (far - C1) * (far - C2))


@numba.njit(**INNER)
def first_step(x, slope, scale, span, settings):
    """A hundredth of the time in which the state would change by itself; the first error estimate mends the rest."""
    far, speed = 0.0, 0.0
    for n in range(x.size):
        far += (x[n] / scale[n]) ** 2
        speed += (slope[n] / scale[n]) ** 2
    if x.size == 0:
        return min(span, settings[MAX_STEP])
    far, speed = math.sqrt(far / x.size), math.sqrt(speed / x.size)
    step = 1e-6 if far < 1e-5 or speed < 1e-5 else 0.01 * far / speed
    return max(settings[MIN_STEP], min(step, span, settings[MAX_STEP]))


@entry(
    f"int64(int64, int64, {F1}, {F1}, {F1}, {I1}, {F1}, {F1}, {F1}, {F1}, {F1}, float64, int64, boolean, {I1}, {I1}, "
    f"{F1}, {F2}, {F2}, {F1}, {F1}, {F1})"
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
    store_t,
    store_x,
    store_z,
    h,
    work,
    lanes_work,
):
    """Accepted steps towards t_stop until done, `max_steps` taken or the store full; see the codes on top.

    `x`, `slope`, `clock`, `counters` and `memory` (the Jacobian, then the stages of the last step) are the state, changed
    in place. Factors are made again on entry: with the same bits, they depend on the state alone. Row `STEPS` of the store
    is the present point; the stages of the step that leads to it are in the row before. `lanes_address` may be 0. If
    `guarded`, a step in which a guard may become negative is not taken: EVENT, its end and stages are in the store already.
    """
    size = x.size
    jacobian = memory[: size * size].reshape(size, size)
    old = memory[size * size :].reshape(3, size)
    cell, trial, scale, error = np.empty(1), np.zeros(size), np.zeros(size), np.zeros(size)
    dx, middle, expected = np.zeros(size), np.zeros(size), np.zeros(size)
    z, f, k, spare = np.zeros((3, size)), np.zeros((3, size)), np.zeros((3, size)), np.zeros((2, size))
    parts = (
        *(np.zeros(size, dtype=np.int64), np.zeros(size, dtype=np.int64), np.zeros(size)),
        *(np.zeros((size, size)), np.zeros((size, size)), np.zeros(size), np.zeros(size)),
    )
    factors = (
        *(np.zeros((size, size)), np.zeros((size, size)), np.zeros((size, size))),
        *(np.zeros(size, dtype=np.int64), np.zeros(size, dtype=np.int64)),
    )
    wide = (
        *(np.zeros(LANES * size), np.zeros(LANES * w.size), np.zeros(LANES * p.size), np.zeros(LANES)),
        *(np.zeros(LANES * size), np.zeros(LANES * h.size), lanes_work),
    )
    spread(w, wide[1])
    spread(p, wide[2])
    model = model_at(address, w, p, h, work, plan)
    watched = plan[GUARD_COUNT] > 0 and guarded
    if watched:  # guards where this part begins
        rates(model, cell, clock[TIME], x, dx)
        watch(model, pointer(x), pointer(cell), pointer(dx))
        keep_watch(model)
    gone = 0
    if counters[JACOBIAN] != NEEDED:
        gone = divide(jacobian, parts[0], parts[1], parts[2], parts[3], parts[4])
        if clock[FACTOR_STEP] > 0.0 and not factorise(parts, factors, gone, size, clock[FACTOR_STEP]):
            clock[FACTOR_STEP] = 0.0
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
        if clock[STEP] <= 0.0 or counters[HISTORY] == 0:
            bad = max(not_finite(x), not_finite(slope))
            if bad >= 0:
                counters[WORST] = bad
                return NOT_FINITE
        if clock[STEP] <= 0.0:
            clock[STEP] = first_step(x, slope, scale, t_stop - t, settings)
        proposal = min(clock[STEP], settings[MAX_STEP])
        cut = t + 1.01 * proposal >= t_stop  # stretch by a hundredth rather than leave a sliver
        t_new = t_stop if cut else t + proposal
        step = t_new - t
        if step <= 0.0:
            return TOO_SMALL
        if counters[HISTORY] > 0:
            extrapolate(old, step / clock[LAST_STEP], z)
        for n in range(size):
            if counters[HISTORY] == 0:
                z[0, n] = z[1, n] = z[2, n] = 0.0
            expected[n] = z[2, n]
        if counters[JACOBIAN] == NEEDED:
            ahead = counters[HISTORY] > 0 and counters[AFTER_REJECTION] == 0
            bad = 0
            for attempt in range(3):
                if bad < 0:
                    break
                # The expected state within the step; where that fails, the present one, its differences to either side.
                ahead = ahead and attempt == 0
                for n in range(size):
                    middle[n] = x[n] + z[1, n] if ahead else x[n]
                moment, sign = t + C2 * step if ahead else t, -1.0 if attempt == 2 else 1.0
                if lanes_address != 0:
                    columns_in_lanes(model, lanes_address, wide, h, moment, middle, sign, error, dx, jacobian)
                else:
                    rates(model, cell, moment, middle, error)
                    columns_one_by_one(model, cell, moment, middle, error, sign, trial, dx, jacobian)
                bad = wrong_row(jacobian)
            if bad >= 0:
                counters[WORST] = bad
                return NOT_FINITE
            counters[JACOBIANS] += 1
            counters[JACOBIAN] = AHEAD if ahead else FRESH
            clock[FACTOR_STEP] = 0.0
            gone = divide(jacobian, parts[0], parts[1], parts[2], parts[3], parts[4])
        regular = True
        if not abs(step - clock[FACTOR_STEP]) <= 1e-6 * step:
            regular = factorise(parts, factors, gone, size, step)
            clock[FACTOR_STEP] = step if regular else 0.0
            counters[DECOMPOSITIONS] += 1
        iterations, theta, bad = -1, 0.5, -1
        if regular:
            back_transform(z, f)
            iterations, theta = newton(
                *(model, cell, x, t, t_new, z, f, k, trial, scale, parts, factors, gone, spare, clock, counters, settings)
            )
            bad = counters[WORST] if iterations == -2 else -1
        factor = theta  # what Newton says, where it fails
        if iterations < 0:
            clock[CEILING] = 0.8 * step  # do not run into the same failure with the next steps
        if iterations > 0:
            again = counters[HISTORY] == 0 or counters[AFTER_REJECTION] == 1
            size_of_error = error_size(
                *(model, cell, x, t, step, slope, z, scale, parts, factors, gone, again, error, trial, dx, clock, counters)
            )
            counters[WORST] = largest(error)
            if counters[HISTORY] > 0:
                size_of_error = max(size_of_error, dense_error_size(z, expected, step / clock[LAST_STEP], scale))
            careful = SAFETY * (1.0 + 2.0 * ITERATIONS) / (iterations + 2.0 * ITERATIONS)
            factor = min(LARGEST, max(SMALLEST, min(SAFETY, careful) / size_of_error**0.25))
            if size_of_error < 1.0:
                for n in range(size):
                    trial[n] = x[n] + z[2, n]
                normalise(trial, quaternions)
                rates(model, cell, t_new, trial, dx)
                counters[EVALUATIONS] += 1
                if model.m > 0:
                    project(model, pointer(trial), pointer(cell), quaternions)
                    rates(model, cell, t_new, trial, dx)
                    counters[EVALUATIONS] += 1
                bad = max(not_finite(trial), not_finite(dx))
                if bad < 0:
                    row = counters[STEPS] + 1
                    store_t[row] = t_new
                    for i in range(3):
                        for n in range(size):
                            store_z[row - 1, i * size + n] = z[i, n]
                    if watched:
                        watch(model, pointer(trial), pointer(cell), pointer(dx))
                        if suspicious(model, step):
                            return EVENT
                        keep_watch(model)
                    if counters[HISTORY] > 0:  # Gustafsson's prediction
                        growth = (size_of_error**2 / clock[MEMORY]) ** 0.25 * clock[LAST_STEP] / step / SAFETY
                        factor = min(factor, min(LARGEST, max(SMALLEST, 1.0 / growth)))
                    clock[MEMORY] = max(1e-2, size_of_error)
                    if counters[AFTER_REJECTION] == 1:
                        factor = min(factor, 1.0)
                    if iterations > 1 and counters[JACOBIAN] >= FRESH and theta > SLOW:
                        factor = min(factor, max(0.5, SLOW / theta))
                    following = step * factor
                    # A step cut short by a stop says little: the earlier proposal stands if it was longer.
                    if cut and step < proposal:
                        following = max(following, proposal)
                    calm = theta <= settings[REFRESH]
                    if calm and step <= following <= 1.2 * step:
                        following = clock[FACTOR_STEP]
                    clock[STEP], clock[LAST_STEP], clock[TIME] = min(following, clock[CEILING]), step, t_new
                    clock[CEILING] = min(1.2 * clock[CEILING], NO_CEILING)
                    counters[JACOBIAN] = OLD if calm else NEEDED
                    counters[AFTER_REJECTION] = 0
                    counters[HISTORY] = 1
                    counters[STEPS] = row
                    for n in range(size):
                        x[n], slope[n] = trial[n], dx[n]
                        store_x[row, n] = trial[n]
                    for i in range(3):
                        for n in range(size):
                            old[i, n] = z[i, n]
                    continue
                counters[WORST] = bad
                factor = 0.25
            elif not math.isfinite(size_of_error):
                bad = max(not_finite(error), 0)
                counters[WORST] = bad
                factor = 0.25
            elif counters[HISTORY] == 0:
                factor = 0.1
        counters[REJECTED] += 1
        counters[AFTER_REJECTION] = 1
        clock[STEP] = step * factor
        if counters[JACOBIAN] != FRESH:
            counters[JACOBIAN] = NEEDED
        if clock[STEP] < max(settings[MIN_STEP], 10.0 * abs(np.nextafter(t, np.inf) - t)):
            return NOT_FINITE if bad >= 0 else TOO_SMALL


@numba.njit(**INNER)
def length(v):
    total = 0.0
    for n in range(v.size):
        total += v[n] ** 2
    return math.sqrt(total)


@entry(f"float64(int64, {F1}, {F1}, {F1}, float64, {F1}, {F1}, {I1}, {F1}, int64)")
def spectral_radius(address, x, w, p, t, h, work, plan, direction, iterations):
    """Largest |λ| of the Jacobian by power iteration with differences of the rates.

    Two neighbours of the iteration span the plane of a complex pair too: v₂ ≈ a·v₁ + b·v₀ by least squares, and the
    roots of z² = a·z + b are the eigenvalues. `direction` is where to begin.
    """
    size = x.size
    model, cell = model_at(address, w, p, h, work, plan), np.empty(1)
    slope, trial, dx = np.zeros(size), np.zeros(size), np.zeros(size)
    rates(model, cell, t, x, slope)
    reach = math.sqrt(EPSILON) * max(1.0, length(x))
    first, second = np.zeros(size), np.zeros(size)
    begin = max(length(direction), 1e-300)
    for n in range(size):
        second[n] = direction[n] / begin
    grown, found, calm = 0.0, 0.0, 0  # |J·first| before it was normalised to `second`
    for iteration in range(iterations):
        for n in range(size):
            trial[n] = x[n] + reach * second[n]
        rates(model, cell, t, trial, dx)
        for n in range(size):
            dx[n] = (dx[n] - slope[n]) / reach
        norm = length(dx)
        if not norm > 0.0:
            return found
        if iteration > 0:
            # J·second = a·second + b·first/grown, because J·first = grown·second
            cross, along, across = 0.0, 0.0, 0.0
            for n in range(size):
                cross += first[n] * second[n]
                along += dx[n] * second[n]
                across += dx[n] * first[n]
            room = 1.0 - cross * cross
            a, b = along, 0.0
            if room > 1e-8:
                a, b = (along - cross * across) / room, (across - cross * along) / room * grown
            inside = 0.25 * a * a + b
            radius = 0.5 * abs(a) + math.sqrt(inside) if inside >= 0.0 else math.sqrt(-b)
            calm = calm + 1 if abs(radius - found) <= 0.01 * radius else 0
            found = radius
            if calm >= 3:
                return found
        else:
            found = norm
        for n in range(size):
            first[n], second[n] = second[n], dx[n] / norm
        grown = norm
    return found
