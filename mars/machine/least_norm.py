"""Solves the small system when rows may be dependent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy.linalg import cho_solve, get_lapack_funcs

from mars.machine.constraint_packing import ALWAYS, BALANCE

DEPENDENT = 1e-10  # smaller singular values of the scaled matrix belong to redundant constraints
_cholesky: Any = get_lapack_funcs("potrf", dtype=float)  # returns a failure code instead of raising
NOISE = 1e-14  # relative to the largest diagonal element
SHOWN = 1e-6  # relative to the root of the largest diagonal element: more than noise beside a vanishing diagonal
UNDETERMINED = 1e-9  # of scaled rows: singular values below it determine nothing
SHARE = 1e-6  # of a unit vector: a row that takes part
SURE = 1e-4  # with pivots above this no row is dependent


def scales(A: np.ndarray) -> np.ndarray:
    """Factors that make the diagonal one; zero for rows already held by something else, whose numbers are rounding.

    The balance of a massless degree of freedom has other elements than its diagonal: the largest of them becomes one.
    """
    diagonal = np.diag(A)
    largest = diagonal.max(initial=0.0)
    scale = np.where(diagonal > NOISE * largest, 1 / np.sqrt(np.maximum(diagonal, 1e-300)), 0.0)
    if not scale.all():
        rows = np.abs(A * scale).max(axis=1)
        scale = np.where((scale == 0.0) & (rows > SHOWN * np.sqrt(largest)), 1 / np.maximum(rows, 1e-300), scale)
    return scale


def undetermined_balances(A: np.ndarray, flags: Sequence[int], p: np.ndarray) -> list[int]:
    """Rows of balances that no constraint determines: massless parts that can move freely."""
    given = np.array(flags, dtype=int)
    on = np.flatnonzero((given == ALWAYS) | ((given >= 0) & (p[given] != 0)))
    balances = np.flatnonzero(given == BALANCE)
    all_ = np.concatenate([on, balances])
    scale = scales(A[np.ix_(all_, all_)])
    across = A[np.ix_(balances, on)] * scale[: on.size]
    sizes = np.abs(across).max(axis=1, initial=0.0)
    across = across / np.maximum(sizes, 1e-300)[:, None]
    if not np.all(np.isfinite(across)):  # of numbers like 1e200: the run says where
        return []
    left, values, _ = np.linalg.svd(across)
    rank = int((values > UNDETERMINED).sum()) if sizes.any() else 0
    free = np.abs(left[:, rank:]).max(axis=1, initial=0.0)
    return [int(balances[i]) for i in np.flatnonzero(free > SHARE)]


def least_solution(A: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Minimum-norm w with A w = −b: over-constrained joints share loads evenly. Scaled, so that units do not matter."""
    if b.size == 0:
        return np.zeros(0)
    scale = scales(A)
    scaled = 0.5 * (A + A.T) * np.outer(scale, scale)
    factor, failed = _cholesky(scaled, lower=True)
    if not failed and np.diag(factor).min() ** 2 > SURE:
        return scale * cho_solve((factor, True), -b * scale, check_finite=False)
    values, vectors = np.linalg.eigh(scaled)
    kept = np.abs(values) > DEPENDENT * max(1e-300, float(np.abs(values).max()))
    return scale * (vectors[:, kept] @ ((vectors[:, kept].T @ (-b * scale)) / values[kept]))
