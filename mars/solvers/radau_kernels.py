"""Inner loops of Radau IIA of order 5, compiled by numba once for all models.

Hairer and Wanner, Solving Ordinary Differential Equations II, section IV.8 and their program RADAU5: simplified Newton
on the transformed stages, one real and one complex system of n equations, Jacobian and factors kept while Newton
converges well, Gustafsson's predictive step control. Names of formulas follow them.

Rows of the Jacobian with one number, off the diagonal (rates of positions are speeds), are eliminated by hand before the
dense factors are made: for mechanical models this halves n. Every evaluation goes through `rates` or `rates_in_lanes`.
"""

from __future__ import annotations

import math

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

# As in `kernels`; not imported, because numba's cache follows this file alone.
FINISHED, PAUSED, FULL, TOO_SMALL, NOT_FINITE = 0, 1, 2, 3, 4
# clock: floats of the state; counters: integers of the state. The first ones are those of `kernels`.
TIME, STEP, MEMORY, LAST_STEP, FACTOR_STEP, RATE, CLOCK_SIZE = 0, 1, 2, 3, 4, 5, 6
STEPS, REJECTED, EVALUATIONS, SLOPE_KNOWN, AFTER_REJECTION, WORST = 0, 1, 2, 3, 4, 5
JACOBIANS, DECOMPOSITIONS, JACOBIAN, HISTORY, COUNTERS_SIZE = 6, 7, 8, 9, 10
NEEDED, OLD, FRESH = 0, 1, 2  # what counters[JACOBIAN] says
# settings: numbers that stay the same during a run; RTOL and `atol` are those of the error estimate, of order 3.
RTOL, MAX_STEP, MIN_STEP, NEWTON, REFRESH, SETTINGS_SIZE = 0, 1, 2, 3, 4, 5

LANES = 4
ITERATIONS = 7
SAFETY, SMALLEST, LARGEST = 0.9, 0.2, 8.0
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

_F1, _F2, _I1 = "float64[::1]", "float64[:,::1]", "int64[::1]"
_INNER = {"nogil": True, "error_model": "numpy"}
_FAST = {"nogil": True, "error_model": "numpy", "fastmath": {"reassoc", "contract", "nsz"}}


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
def pointer(array):
    return np.int64(array.ctypes.data)


@numba.njit(**_INNER)
def model_at(address, w, p, h, work):
    """What `rates` needs. The arrays must outlive it."""
    return np.int64(address), pointer(w), pointer(p), pointer(h), pointer(work)


@numba.njit(**_INNER)
def rates(model, cell, t, x, dx):
    """dx becomes f(t, x)."""
    address, w, p, h, work = model
    cell[0] = t
    _call(address, pointer(x), w, p, pointer(cell), pointer(dx), h, work)  # pyright: ignore[reportCallIssue]


@numba.njit(**_INNER)
def rates_in_lanes(address, x, w, p, t, dx, h, work):
    """As `rates`, four states at a time: number k of lane j is at 4·k + j."""
    places = pointer(x), pointer(w), pointer(p), pointer(t), pointer(dx), pointer(h), pointer(work)
    _call(address, *places)  # pyright: ignore[reportCallIssue]


@numba.njit(**_INNER)
def spread(values, wide):
    """The same number in all lanes."""
    for n in range(values.size):
        for j in range(LANES):
            wide[LANES * n + j] = values[n]


@numba.njit(**_INNER)
def increment(value, sign):
    """RADAU5's: the number next to `value` for a difference, such that value + increment is exact."""
    return (value + sign * math.sqrt(EPSILON * max(1e-5, abs(value)))) - value


@numba.njit(**_INNER)
def columns_one_by_one(model, cell, t, x, slope, sign, trial, dx, jacobian):
    """Jacobian by differences of the rates; `slope` is f(t, x)."""
    trial[:] = x
    for c in range(x.size):
        trial[c] = x[c] + increment(x[c], sign)
        rates(model, cell, t, trial, dx)
        for n in range(x.size):
            jacobian[n, c] = (dx[n] - slope[n]) / (trial[c] - x[c])
        trial[c] = x[c]


@numba.njit(**_INNER)
def columns_in_lanes(address, wide, t, x, sign, base, jacobian):
    """The same in four lanes; the rates at x itself come from the first one, so that equal rates have equal bits."""
    xs, ws, ps, ts, dxs, hs, work = wide
    spread(x, xs)
    for j in range(LANES):
        ts[j] = t
    for first in range(-1, x.size, LANES):
        last = min(first + LANES, x.size)
        for c in range(max(first, 0), last):
            xs[LANES * c + c - first] = x[c] + increment(x[c], sign)
        rates_in_lanes(address, xs, ws, ps, ts, dxs, hs, work)
        if first < 0:
            for n in range(x.size):
                base[n] = dxs[LANES * n]
        for c in range(max(first, 0), last):
            lane = c - first
            size = xs[LANES * c + lane] - x[c]
            for n in range(x.size):
                jacobian[n, c] = (dxs[LANES * n + lane] - base[n]) / size
            xs[LANES * c + lane] = x[c]


@numba.njit(**_INNER)
def wrong_row(jacobian):
    """First row with a number that is not finite, else −1."""
    for n in range(jacobian.shape[0]):
        for c in range(jacobian.shape[1]):
            if not math.isfinite(jacobian[n, c]):
                return n
    return -1


@numba.njit(**_INNER)
def not_finite(x):
    """Index of the first number that is not finite, else −1."""
    for n in range(x.size):
        if not math.isfinite(x[n]):
            return n
    return -1


@numba.njit(**_INNER)
def largest(v):
    """Index of the largest number."""
    found = -1
    for n in range(v.size):
        if found < 0 or abs(v[n]) > abs(v[found]):
            found = n
    return found


@numba.njit(**_INNER)
def normalise(x, quaternions):
    """Four numbers from each given place become a unit quaternion."""
    for start in quaternions:
        size = math.sqrt(x[start] ** 2 + x[start + 1] ** 2 + x[start + 2] ** 2 + x[start + 3] ** 2)
        if size > 0.0:
            for k in range(start, start + 4):
                x[k] /= size


@numba.njit(**_INNER)
def divide(jacobian, order, partner, weight, coupling, core):
    """Part the states; returns how many are eliminated (first in `order`) before the dense factors.

    Row r is eliminated when it holds at most one number, `weight` in column c ≠ r, and c is kept; `partner` is the
    place of c among the kept. `coupling` becomes the Jacobian of kept rows and eliminated columns, `core` of kept and kept.
    """
    size = order.size
    kept = np.zeros(size, dtype=np.int64)  # 0: open, 1: kept because it is a partner, 2: eliminated
    alone = np.full(size, -1, dtype=np.int64)
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


@numba.njit(**_FAST)
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


@numba.njit(**_FAST)
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


@numba.njit(**_FAST)
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


@numba.njit(**_FAST)
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


@numba.njit(**_INNER)
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


@numba.njit(**_FAST)
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


@numba.njit(**_FAST)
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


@numba.njit(**_INNER)
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


@numba.njit(**_INNER)
def back_transform(z, f):
    """f = T⁻¹ z."""
    for n in range(z.shape[1]):
        a, b, c = z[0, n], z[1, n], z[2, n]
        f[0, n] = I11 * a + I12 * b + I13 * c
        f[1, n] = I21 * a + I22 * b + I23 * c
        f[2, n] = I31 * a + I32 * b + I33 * c


@numba.njit(**_INNER)
def newton(model, cell, x, t, t_new, z, f, k, trial, scale, parts, factors, gone, spare, clock, counters, limit):
    """Simplified Newton on the stages. Returns how many iterations, or −1, and what to multiply the step with then.

    On return k[0] holds the last increments relative to `scale`, and −2 instead of −1 says that rates are not finite.
    """
    size, step = x.size, t_new - t
    g, a, b = GAMMA / step, ALPHA / step, BETA / step
    confidence, theta = max(clock[MEMORY + 3 + 0], 0.0), 0.0  # replaced below
    return size, step + g + a + b + confidence + theta
