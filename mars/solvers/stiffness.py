"""Detects stiffness: the largest eigenvalue of the Jacobian, and whether it limits the steps of an explicit method."""

from __future__ import annotations

import math

import numba
import numpy as np

from mars.solvers.abi import F1, I1, INNER, entry
from mars.solvers.addresses import buffers, model_at
from mars.solvers.contract import RightHandSide
from mars.solvers.step_loop import EPSILON, rates

# h·|λ| on the negative real axis where the explicit methods lose stability (Hairer's programs DOPRI5 and DOP853).
REAL_BOUND = {"rk5": 3.3, "rk8": 6.1}
AT_THE_BOUND = 0.6  # fraction of it: h·|λ| varies around the bound, so the median step is somewhat smaller

# Power iteration
CALM, CALM_STEPS = 0.01, 3  # it ends when |λ| has changed by less than this fraction so many times
PARALLEL = 1e-8  # 1 − cos² of two successive vectors below which they do not span a plane
TINY = 1e-300  # avoids division by zero


@numba.njit(**INNER)
def length(v):
    total = 0.0
    for n in range(v.size):
        total += v[n] ** 2
    return math.sqrt(total)


@entry(f"float64(int64, {F1}, {F1}, {F1}, float64, {F1}, {F1}, {I1}, {F1}, int64)")
def _spectral_radius(address, x, w, p, t, h, work, plan, direction, iterations):
    """Largest |λ| of the Jacobian by power iteration with finite differences of the rates.

    Two successive vectors of the iteration also span the plane of a complex pair: v₂ ≈ a·v₁ + b·v₀ by least squares, and the
    roots of z² = a·z + b are the eigenvalues. `direction` is the start vector.
    """
    size = x.size
    model, cell = model_at(address, w, p, h, work, plan), np.empty(1)
    slope, trial, dx = np.zeros(size), np.zeros(size), np.zeros(size)
    rates(model, cell, t, x, slope)
    reach = math.sqrt(EPSILON) * max(1.0, length(x))
    first, second = np.zeros(size), np.zeros(size)
    begin = max(length(direction), TINY)
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
            if room > PARALLEL:
                a, b = (along - cross * across) / room, (across - cross * along) / room * grown
            inside = 0.25 * a * a + b
            radius = 0.5 * abs(a) + math.sqrt(inside) if inside >= 0.0 else math.sqrt(-b)
            calm = calm + 1 if abs(radius - found) <= CALM * radius else 0
            found = radius
            if calm >= CALM_STEPS:
                return found
        else:
            found = norm
        for n in range(size):
            first[n], second[n] = second[n], dx[n] / norm
        grown = norm
    return found


def spectral_radius(
    rhs: RightHandSide, x: np.ndarray, p: np.ndarray, t: float, *, iterations: int = 60, start: np.ndarray | None = None
) -> float:
    """Largest |λ| of ∂f/∂x at (x, t), rad/s, by power iteration with at most `iterations` + 1 evaluations.

    It is usually approached from below, to about a percent; if the largest eigenvalues are close together, to about ten percent.
    `start` is the first direction.
    """
    state = np.array(x, dtype=float)
    if state.size == 0:
        return 0.0
    direction = np.random.default_rng(1).standard_normal(state.size) if start is None else np.array(start, dtype=float)
    made, values = buffers(rhs), np.array(p, dtype=float)
    return _spectral_radius(rhs.address, state, made.w, values, t, made.h, made.work, made.plan, direction, iterations)


def held_by_stability(step: float, radius: float, method: str = "rk8") -> bool:
    """Whether steps of this size of an explicit method are limited by stability rather than accuracy.

    `step` is a typical accepted step (such as the median of the last fifty), `radius` the spectral radius there. Steps limited by
    accuracy stay well below the bound at usual tolerances.
    """
    return step * radius > AT_THE_BOUND * REAL_BOUND[method]
