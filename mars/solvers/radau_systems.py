"""The linear systems of Radau IIA: γ/h − J, real, and (α + iβ)/h − J, complex, factorised without the states that are
eliminated first.

Rows of the Jacobian with a single off-diagonal element (rates of positions are speeds) are eliminated before the dense
factorisation: for mechanical models this halves n.
"""

from __future__ import annotations

from typing import NamedTuple

import numba
import numpy as np

from mars.solvers.abi import INNER
from mars.solvers.linear_algebra import FAST, decompose, decompose_complex, substitute, substitute_complex
from mars.solvers.radau_constants import ALPHA, BETA, GAMMA

GROWING = 1e-6  # relative to the largest element of the Jacobian: smaller eigenvalues may be rounding


class Reduction(NamedTuple):
    """Which states are eliminated, first in `order`; the others are kept.

    Row k of the eliminated has `weight` in the column of the kept state `partner`; `coupling` is the Jacobian of kept rows and
    eliminated columns, `core` of kept rows and columns. x and y are scratch.
    """

    order: np.ndarray
    partner: np.ndarray
    weight: np.ndarray
    coupling: np.ndarray
    core: np.ndarray
    x: np.ndarray
    y: np.ndarray


class Factors(NamedTuple):
    """LU of the real system; of the complex one the real part, the imaginary part; pivots of both."""

    real: np.ndarray
    complex_real: np.ndarray
    complex_imaginary: np.ndarray
    pivots: np.ndarray
    complex_pivots: np.ndarray


@numba.njit(**INNER)
def make_reduction(size):
    return Reduction(
        *(np.zeros(size, dtype=np.int64), np.zeros(size, dtype=np.int64), np.zeros(size)),
        *(np.zeros((size, size)), np.zeros((size, size)), np.zeros(size), np.zeros(size)),
    )


@numba.njit(**INNER)
def make_factors(size):
    return Factors(
        *(np.zeros((size, size)), np.zeros((size, size)), np.zeros((size, size))),
        *(np.zeros(size, dtype=np.int64), np.zeros(size, dtype=np.int64)),
    )


@numba.njit(**INNER)
def eliminate(jacobian, reduction):
    """Choose the states to eliminate; returns their number.

    Row r is eliminated if it has at most one element, `weight` in column c ≠ r, and c is kept.
    """
    order, partner, weight, coupling, core, _, _ = reduction
    size = order.size
    kept = np.zeros(size, dtype=np.int64)  # 0: undecided, 1: kept because it is a partner, 2: eliminated
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


@numba.njit(**INNER)
def factorise(reduction, factors, gone, size, step):
    """Factors of γ/h − J and (α + iβ)/h − J without the eliminated states; False if one is singular or the step is too long for a
    growing mode."""
    _, partner, weight, coupling, core, _, _ = reduction
    _, above, below, _, pivots_complex = factors
    kept = size - gone
    g, a, b = GAMMA / step, ALPHA / step, BETA / step
    c, d = a / (a * a + b * b), -b / (a * a + b * b)
    if not real_factors(reduction, factors, gone, kept, g):
        return False
    if determinant_sign(factors, kept) < 0.0:
        # An odd number of eigenvalues is larger than γ/h: modes that grow, which a step as long as this would damp. Rounding of J
        # gives such eigenvalues too, but small ones.
        largest = 0.0
        for i in range(kept):
            for j in range(kept):
                largest = max(largest, abs(core[i, j]))
        if not real_factors(reduction, factors, gone, kept, max(g, GROWING * largest)):
            return False
        if determinant_sign(factors, kept) < 0.0:
            return False
        real_factors(reduction, factors, gone, kept, g)
    for i in range(kept):
        for j in range(kept):
            above[i, j] = -core[i, j]
            below[i, j] = 0.0
        above[i, i] += a
        below[i, i] = b
        for k in range(gone):
            product = coupling[i, k] * weight[k]
            above[i, partner[k]] -= product * c
            below[i, partner[k]] -= product * d
    return decompose_complex(above, below, kept, pivots_complex)


@numba.njit(**INNER)
def real_factors(reduction, factors, gone, kept, g):
    """Factors of g − J; False if it is singular."""
    _, partner, weight, coupling, core, _, _ = reduction
    real = factors.real
    for i in range(kept):
        for j in range(kept):
            real[i, j] = -core[i, j]
        real[i, i] += g
        for k in range(gone):
            real[i, partner[k]] -= coupling[i, k] * weight[k] / g
    return decompose(real, kept, factors.pivots)


@numba.njit(**INNER)
def determinant_sign(factors, kept):
    """Of g − J: the eliminated states add only positive factors."""
    sign = 1.0
    for k in range(kept):
        if factors.real[k, k] < 0.0:
            sign = -sign
        if factors.pivots[k] != k:
            sign = -sign
    return sign


@numba.njit(**FAST)
def solve(reduction, factors, gone, step, v):
    """v becomes the solution of (γ/h − J) z = v."""
    order, partner, weight, coupling, _, x, y = reduction
    real, pivots = factors.real, factors.pivots
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
def solve_complex(reduction, factors, gone, step, v, w, spare):
    """v + iw becomes the solution of ((α + iβ)/h − J) z = v + iw."""
    order, partner, weight, coupling, _, x, y = reduction
    above, below, pivots = factors.complex_real, factors.complex_imaginary, factors.complex_pivots
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
