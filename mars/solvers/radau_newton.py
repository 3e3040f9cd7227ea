"""Simplified Newton on the transformed stages of a step of Radau IIA, as in RADAU5."""

from __future__ import annotations

import math

import numba

from mars.solvers.abi import EVALUATIONS, INNER, WORST
from mars.solvers.radau_constants import (
    ALPHA,
    BETA,
    C1,
    C2,
    CONFIDENCE,
    FACTOR_STEP,
    GAMMA,
    I11,
    I12,
    I13,
    I21,
    I22,
    I23,
    I31,
    I32,
    I33,
    NEWTON,
    REFRESH,
    T11,
    T12,
    T13,
    T21,
    T22,
    T23,
    T31,
)
from mars.solvers.radau_systems import solve, solve_complex
from mars.solvers.step_loop import EPSILON, NOT_FINITE_FACTOR, not_finite, rates

ITERATIONS = 7  # as in RADAU5
DIVERGENT = 0.99  # θ, the ratio of two corrections, above which Newton diverges
HALVED, LESS = 0.5, 0.8  # RADAU5's step factors if Newton diverges, or is too slow
CONFIDENCE_EXPONENT = 0.8  # RADAU5's: θ/(1 − θ) of the previous step is discounted


@numba.njit(**INNER)
def extrapolate(old, ratio, z):
    """Start of Newton: the collocation polynomial of the previous step, with stages `old`, is extrapolated; ratio = h/h_old."""
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
def newton(model, cell, x, t, t_new, z, f, k, trial, scale, reduction, factors, gone, spare, clock, counters, settings):
    """Simplified Newton on the stages z and their transforms f: (iterations, θ), or (−1, factor for a smaller step).

    (−2, factor): a rate is not finite. The failing state, or else the one with the largest increment, is in counters[WORST].
    """
    size, step = x.size, t_new - t
    g, a, b = GAMMA / step, ALPHA / step, BETA / step
    confidence = max(clock[CONFIDENCE], EPSILON) ** CONFIDENCE_EXPONENT
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
        solve(reduction, factors, gone, clock[FACTOR_STEP], k[0])
        solve_complex(reduction, factors, gone, clock[FACTOR_STEP], k[1], k[2], spare)
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
            return -2, NOT_FINITE_FACTOR
        if iteration > 1:
            ratio = moved / before
            theta = ratio if iteration == 2 else math.sqrt(ratio * ratio_before)
            ratio_before = ratio
            if theta >= DIVERGENT:
                return -1, HALVED
            confidence = theta / (1.0 - theta)
            left = ITERATIONS - 1 - iteration
            hopeless = confidence * moved * theta**left / settings[NEWTON]
            if iteration < ITERATIONS and hopeless >= 1.0:
                return -1, LESS * max(1e-4, min(20.0, hopeless)) ** (-1.0 / (4.0 + left))
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
    return -1, HALVED


@numba.njit(**INNER)
def blame(model, cell, x, t, t_new, z, trial, dx):
    """The first state that is not finite, or whose rate is not, at one of the stages; else the one with the largest error."""
    for i, c in enumerate((C1, C2, 1.0)):
        for n in range(x.size):
            trial[n] = x[n] + z[i, n]
        rates(model, cell, t_new if i == 2 else t + c * (t_new - t), trial, dx)
        bad = not_finite(dx)
        if bad >= 0:
            return bad
    return max(not_finite(trial), 0)
