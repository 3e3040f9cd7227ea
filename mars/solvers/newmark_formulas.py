"""The formulas of a Newmark step: its end state, the rates there, its iteration matrix and its error.

Newmark, J. Eng. Mech. Div. ASCE 85 (1959), for positions q and speeds v with the accelerations a at both ends of the step:

    q₁ = q₀ + h v₀ + h² ((½ − β) a₀ + β a₁)        v₁ = v₀ + h ((1 − γ) a₀ + γ a₁)

Quaternions are rotated by the vector by which a position would have moved; every other state moves as a speed does. The unknowns
u are the rates a₁ of speeds and other states.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numba
import numpy as np

from mars.solvers.abi import INNER
from mars.solvers.linear_algebra import decompose
from mars.solvers.projection import normalise

SMALL_ANGLE = 1e-4  # rad: below it sin(½φ)/φ is its series, whose next term is below rounding


class NewmarkLayout(NamedTuple):
    """Which states are unknowns; (position, index of its speed in u); (first of a quaternion, indices of its three speeds)."""

    unknown: np.ndarray
    pairs: np.ndarray
    balls: np.ndarray
    beta: float
    gamma: float


@numba.njit(**INNER)
def turn(x, first, a, b, c, out):
    """The quaternion at `first` rotated by the vector (a, b, c), given in the basis that it rotates from: exp(½ φ) ∘ q."""
    angle = math.sqrt(a * a + b * b + c * c)
    real, ratio = math.cos(0.5 * angle), math.sin(0.5 * angle) / angle if angle > SMALL_ANGLE else 0.5 - angle * angle / 48.0
    a, b, c = ratio * a, ratio * b, ratio * c
    s, i, j, k = x[first], x[first + 1], x[first + 2], x[first + 3]
    out[first] = real * s - a * i - b * j - c * k
    out[first + 1] = real * i + a * s + b * k - c * j
    out[first + 2] = real * j + b * s + c * i - a * k
    out[first + 3] = real * k + c * s + a * j - b * i


@numba.njit(**INNER)
def displacement(x, slope, u, place, step, layout):
    """h v₀ + h² ((½ − β) a₀ + β a₁)."""
    n = layout.unknown[place]
    return step * (x[n] + step * ((0.5 - layout.beta) * slope[n] + layout.beta * u[place]))


@numba.njit(**INNER)
def end_state(x, slope, u, step, layout, quaternions, out):
    """`out` becomes the state at the end of the step, given the rates u there."""
    for i in range(u.size):
        n = layout.unknown[i]
        out[n] = x[n] + step * ((1.0 - layout.gamma) * slope[n] + layout.gamma * u[i])
    for i in range(layout.pairs.shape[0]):
        q, v = layout.pairs[i]
        out[q] = x[q] + displacement(x, slope, u, v, step, layout)
    for i in range(layout.balls.shape[0]):
        q, a, b, c = layout.balls[i]
        turn(
            *(x, q, displacement(x, slope, u, a, step, layout), displacement(x, slope, u, b, step, layout)),
            *(displacement(x, slope, u, c, step, layout), out),
        )
    normalise(out, quaternions)


@numba.njit(**INNER)
def whole_slope(x, u, layout, out):
    """Rates of all states at x: u, and those that follow from the speeds."""
    for i in range(u.size):
        out[layout.unknown[i]] = u[i]
    for i in range(layout.pairs.shape[0]):
        q, v = layout.pairs[i]
        out[q] = x[layout.unknown[v]]
    for i in range(layout.balls.shape[0]):
        q = layout.balls[i, 0]
        for n in range(q, q + 4):
            out[n] = 0.0
        for axis in range(3):
            speed = x[layout.unknown[layout.balls[i, 1 + axis]]]
            for n in range(4):
                out[q + n] += speed * quaternion_rate(x, q, axis, n)


@numba.njit(**INNER)
def quaternion_rate(x, first, axis, n):
    """Element n of ½ e ∘ q: the change of the quaternion per radian of rotation about an axis."""
    if n == 0:
        return -0.5 * x[first + 1 + axis]
    if n == axis + 1:
        return 0.5 * x[first]
    other = 3 - axis - (n - 1)  # the third axis
    return 0.5 * x[first + 1 + other] * (1.0 if (axis + 1) % 3 == other else -1.0)


@numba.njit(**INNER)
def split_jacobian(jacobian, x, layout, V, Q):
    """∂a/∂v, and ∂a/∂q along the speeds, of the Jacobian at x."""
    size = layout.unknown.size
    for i in range(size):
        row = jacobian[layout.unknown[i]]
        for j in range(size):
            V[i, j], Q[i, j] = row[layout.unknown[j]], 0.0
        for k in range(layout.pairs.shape[0]):
            q, v = layout.pairs[k]
            Q[i, v] += row[q]
        for k in range(layout.balls.shape[0]):
            q = layout.balls[k, 0]
            for axis in range(3):
                for n in range(4):
                    Q[i, layout.balls[k, 1 + axis]] += row[q + n] * quaternion_rate(x, q, axis, n)


@numba.njit(**INNER)
def factorise_matrix(V, Q, step, layout, S, pivots):
    """Factors of S = 1 − γh V − βh² Q; False if it is singular."""
    size = layout.unknown.size
    for i in range(size):
        for j in range(size):
            S[i, j] = -step * (layout.gamma * V[i, j] + layout.beta * step * Q[i, j])
        S[i, i] += 1.0
    return decompose(S, size, pivots)


@numba.njit(**INNER)
def local_error(slope, u, expected, step, last, layout, error):
    """The leading error term of each state: h²(β − 1/6)(a₁ − a₀) for positions; for speeds h(γ − ½)(a₁ − a₀) and, of order 3,
    h³(γ/2 − 1/6) a″, where a″ follows from the difference between u and the value `expected` from the two previous points."""
    second = (layout.gamma - 1.0 / 3.0) * step * step / (step + last)
    third = (layout.beta - 1.0 / 6.0) * step * step
    for i in range(u.size):
        n = layout.unknown[i]
        error[n] = second * (u[i] - expected[i]) + (layout.gamma - 0.5) * step * (u[i] - slope[n])
    for i in range(layout.pairs.shape[0]):
        q, v = layout.pairs[i]
        error[q] = third * (u[v] - slope[layout.unknown[v]])
    for i in range(layout.balls.shape[0]):
        q = layout.balls[i, 0]
        error[q] = 0.0
        for axis in range(1, 4):
            v = layout.balls[i, axis]
            error[q + axis] = 0.5 * third * (u[v] - slope[layout.unknown[v]])
