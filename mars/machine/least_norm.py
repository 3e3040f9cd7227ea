"""Solves the small system when rows may be dependent."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.linalg import cho_solve, get_lapack_funcs

DEPENDENT = 1e-10  # smaller singular values of the scaled matrix belong to redundant constraints
_cholesky: Any = get_lapack_funcs("potrf", dtype=float)  # returns a failure code instead of raising
NOISE = 1e-14  # relative to the largest diagonal element
SURE = 1e-4  # with pivots above this no row is dependent


def scales(A: np.ndarray) -> np.ndarray:
    """Factors that make the diagonal one; zero for rows already held by something else, whose numbers are rounding."""
    diagonal = np.diag(A)
    return np.where(diagonal > NOISE * diagonal.max(initial=0.0), 1 / np.sqrt(np.maximum(diagonal, 1e-300)), 0.0)


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
    kept = values > DEPENDENT * max(1e-300, float(values[-1]))
    return scale * (vectors[:, kept] @ ((vectors[:, kept].T @ (-b * scale)) / values[kept]))
