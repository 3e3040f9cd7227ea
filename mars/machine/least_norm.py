"""The one small system where rows may depend on each other."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.linalg import cho_solve, get_lapack_funcs

DEPENDENT = 1e-10  # singular values of the scaled matrix below this belong to redundant constraints
_cholesky: Any = get_lapack_funcs("potrf", dtype=float)  # returns failure instead of raising
NOISE = 1e-14  # of the largest number on the diagonal
SURE = 1e-4  # with pivots above this no row depends on others


def scales(A: np.ndarray) -> np.ndarray:
    """What makes the diagonal one; zero for rows that something else keeps at rest already, whose numbers are rounding."""
    diagonal = np.diag(A)
    return np.where(diagonal > NOISE * diagonal.max(initial=0.0), 1 / np.sqrt(np.maximum(diagonal, 1e-300)), 0.0)


def least_solution(A: np.ndarray, b: np.ndarray) -> np.ndarray:
    """w with A w = −b of least norm: what over-constrained joints share is shared evenly. Scaled, so that units do not matter."""
    if b.size == 0:
        return np.zeros(0)
    scale = scales(A)
    scaled = 0.5 * (A + A.T) * np.outer(scale, scale)
    factor, failed = _cholesky(scaled, lower=True)
    if not failed and np.diag(factor).min() ** 2 > SURE:
        return scale * cho_solve((factor, True), -b * scale, check_finite=False)
    values, vectors = np.linalg.eigh(scaled)
    kept = values > DEPENDENT * max(1e-300, float(values[-1]))
    return scale * (vectors[:, kept] @ ((vectors[:, kept].T @ (-b * scale)) / values[kept]))
