"""Rates and multipliers at many states of a run in one compiled loop, for its results.

Where rows depend on each other (over-constrained loops) the multipliers are those of least norm, as in
`mars.machine.least_norm`, but without its dense eigenvalues: the rows that the factorisation within the envelope leaves out are
combinations N of the others, and w − N (Nᵀ N)⁻¹ Nᵀ w shares the loads evenly.
"""

from __future__ import annotations

import math
from typing import Any

import numba
import numpy as np

from mars.solvers.abi import F1, F2, I1, INNER, call, doubles, entry, integers, pointer
from mars.solvers.addresses import HEAD, STATES, buffers, model_at
from mars.solvers.contract import RightHandSide
from mars.solvers.projection import factorise, push, solve

SURE = 1e-7  # with kept pivots above this, the rows left out are exactly dependent and no other is


def solved_rates(
    rhs: RightHandSide, states: np.ndarray, parameters: np.ndarray, rows: np.ndarray, times: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """One row for each state: its rates with all gaps closed, then the multipliers; and which rows are doubtful, close to a
    singular position. `rows` chooses the row of `parameters` of each state."""
    made: Any = buffers(rhs)
    slopes = np.zeros((len(times), rhs.input_sizes[0] + rhs.input_sizes[1]))
    doubtful = np.zeros(len(times), dtype=np.int64)
    arrays = [np.ascontiguousarray(part, dtype=float) for part in (states, parameters, times)]
    _solved_rates(
        *(rhs.address, arrays[0], arrays[1], np.ascontiguousarray(rows, dtype=np.int64), arrays[2]),
        *(made.w, made.plan, made.h, made.work, slopes, doubtful),
    )
    return slopes, doubtful.astype(bool)


@numba.njit(**INNER)
def _list(model, number):
    """Lists 0 to 3 of the plan: order, flags, first, lines."""
    return integers(model.plan + 8 * (HEAD + number * model.m), model.m)


@numba.njit(**INNER)
def _element(A, first, lines, i, j):
    """A[i, j] of the symmetric matrix within its envelope."""
    low, high = min(i, j), max(i, j)
    return A[lines[high] + low] if low >= first[high] else 0.0


@numba.njit(**INNER)
def _share(model, left_out, w, scale, A):
    """w becomes the multipliers of least norm, each relative to its scale. `left_out` are the rows without a multiplier in w."""
    m, k = model.m, left_out.size
    first, lines, inside = _list(model, 2), _list(model, 3), _list(model, 3)[model.m - 1] + model.m
    b = doubles(model.room + 8 * inside, m)
    null, gram, right = np.zeros((k, m)), np.zeros((k, k)), np.zeros(k)
    for c in range(k):
        r = left_out[c]
        for i in range(m):
            b[i] = _element(A, first, lines, i, r)
        solve(model)
        for i in range(m):
            null[c, i] = b[i] / scale[i] if scale[i] > 0.0 else 0.0
        null[c, r] = 1.0 / scale[r]
    for c in range(k):
        for i in range(m):
            right[c] += null[c, i] * (w[i] / scale[i] if scale[i] > 0.0 else 0.0)
        for d in range(c + 1):
            for i in range(m):
                gram[c, d] += null[c, i] * null[d, i]
    for c in range(k):  # Cholesky; the Gram matrix is regular, as each row left out is in one combination only
        for d in range(c + 1):
            value = gram[c, d]
            for e in range(d):
                value -= gram[c, e] * gram[d, e]
            gram[c, d] = math.sqrt(value) if c == d else value / gram[d, d]
    for c in range(k):
        for e in range(c):
            right[c] -= gram[c, e] * right[e]
        right[c] /= gram[c, c]
    for c in range(k - 1, -1, -1):
        for e in range(c + 1, k):
            right[c] -= gram[e, c] * right[e]
        right[c] /= gram[c, c]
    for c in range(k):
        for i in range(m):
            w[i] -= scale[i] * null[c, i] * right[c]


@entry(f"void(int64, {F2}, {F2}, {I1}, {F1}, {F1}, {I1}, {F1}, {F1}, {F2}, {I1})")
def _solved_rates(address, states, parameters, rows, times, w, plan, h, work, slopes, doubtful):
    for number in range(times.size):
        model = model_at(address, w, parameters[rows[number]], h, work, plan)
        m, n = model.m, plan[STATES]
        dx = pointer(slopes[number])
        call(
            model.address, pointer(states[number]), model.w, model.p, pointer(times[number : number + 1]), dx, model.h, model.work
        )  # pyright: ignore[reportCallIssue]
        if m == 0:
            continue
        factorise(model)
        order, lines = _list(model, 0), _list(model, 3)
        inside = lines[m - 1] + m
        L, A = doubles(model.room, inside), doubles(model.h + 8 * m, inside)
        b, scale, given = doubles(model.room + 8 * inside, m), doubles(model.room + 8 * (inside + m), m), doubles(model.h, m)
        left = np.zeros(m, dtype=np.int64)
        count = 0
        for i in range(m):
            inverse = L[lines[i] + i]
            if inverse > 0.0:
                if inverse * inverse * SURE > 1.0:
                    doubtful[number] = 1
            elif scale[i] > 0.0:
                left[count] = i
                count += 1
            b[i] = given[i]
        if doubtful[number] == 1:
            continue
        solve(model)
        solved = b.copy()
        if count > 0:
            _share(model, left[:count], solved, scale, A)
            for i in range(m):
                b[i] = solved[i]
        push(model, dx)
        for i in range(m):
            slopes[number, n + order[i]] = solved[i]
