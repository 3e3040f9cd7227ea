"""Piecewise polynomials: splines through points in time, and characteristic curves."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Pieces:
    """A piecewise polynomial: knots, and for each piece its coefficients from the highest power down, about its first knot."""

    x: list[float]
    c: np.ndarray


def spline(pairs: Sequence[Sequence[float]], x: Any) -> Any:
    """Twice differentiable piecewise cubic through the pairs that starts and ends at rest (zero slope)."""
    pieces = clamped(tuple((float(a), float(b)) for a, b in pairs))
    if not isinstance(x, float):
        return piecewise(pieces, x)
    piece = min(max(bisect_right(pieces.x, x) - 1, 0), len(pieces.x) - 2)
    total = 0.0
    for c in pieces.c[:, piece].tolist():
        total = total * (x - pieces.x[piece]) + c
    return total


@lru_cache(64)
def clamped(pairs: tuple[tuple[float, float], ...]) -> Pieces:
    """Slopes at the knots that make the second derivative continuous: a tridiagonal system (Thomas's algorithm)."""
    x, y = (np.array(column) for column in zip(*pairs, strict=True))
    h = np.diff(x)
    rise = np.diff(y) / h
    slopes = np.zeros(x.size)
    upper, right = [0.0] * x.size, [0.0] * x.size
    for i in range(1, x.size - 1):
        pivot = 2 / h[i - 1] + 2 / h[i] - upper[i - 1] / h[i - 1]
        upper[i] = 1 / h[i] / pivot
        right[i] = (3 * (rise[i - 1] / h[i - 1] + rise[i] / h[i]) - right[i - 1] / h[i - 1]) / pivot
    for i in range(x.size - 2, 0, -1):
        slopes[i] = right[i] - upper[i] * slopes[i + 1]
    first, last = slopes[:-1], slopes[1:]
    return Pieces(x.tolist(), np.array([(first + last - 2 * rise) / h**2, (3 * rise - 2 * first - last) / h, first, y[:-1]]))


def characteristic(pairs: Sequence[Sequence[float]]) -> Any:
    """Piecewise cubic of a characteristic curve, extrapolated linearly. It is monotonic wherever its points are."""
    from scipy.interpolate import CubicHermiteSpline, PchipInterpolator, PPoly

    abscissae, values = zip(*pairs, strict=True)
    slopes = PchipInterpolator(abscissae, values).derivative()(abscissae)
    slopes[[0, -1]] = (np.diff(values) / np.diff(abscissae))[[0, -1]]  # pchip's end slopes may be zero, and they are extrapolated
    curve = CubicHermiteSpline(abscissae, values, slopes)
    first, last = curve.x[0], curve.x[-1]
    slope = curve.derivative()
    before = [0.0, 0.0, slope(first), curve(first) - slope(first)]
    after = [0.0, 0.0, slope(last), curve(last)]
    pieces = np.column_stack([before, curve.c, after])
    return PPoly(pieces, np.concatenate([[first - 1], curve.x, [last + 1]]))


def piecewise(polynomial: Any, x: Any) -> Any:
    """A piecewise polynomial (`Pieces`, or one from scipy) as an expression of x."""
    origin, *coefficients = chosen_piece(polynomial, x)
    total: Any = 0.0
    for c in coefficients:
        total = total * (x - origin) + c
    return total


def chosen_piece(polynomial: Any, by: Any) -> list[Any]:
    """Origin and coefficients of the piece that contains `by`, found by bisection; the first and the last extend to infinity."""
    knots = [float(k) for k in polynomial.x]

    def between(low: int, high: int) -> list[Any]:
        if high - low == 1:
            return [knots[low], *(float(c) for c in polynomial.c[:, low])]
        middle = (low + high) // 2
        condition = by < knots[middle]
        return [select(condition, a, b) for a, b in zip(between(low, middle), between(middle, high), strict=True)]

    return between(0, len(knots) - 1)


def select(condition: Any, a: Any, b: Any) -> Any:
    if isinstance(condition, bool):
        return a if condition else b
    import casadi as ca

    return ca.if_else(condition, a, b)
