"""Dense LU factors with partial pivoting, real and complex, in plain loops that numba vectorises."""

from __future__ import annotations

import numba
import numpy as np

from mars.solvers.abi import INNER

FAST = {**INNER, "fastmath": {"reassoc", "contract", "nsz"}}  # sums may be reordered


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
