"""Torn unknowns of nonlinear algebraic equations, solved in every evaluation: damped Newton from their last values."""

from __future__ import annotations

import math

import numba
import numpy as np

from mars.solvers.abi import INNER, call, doubles, integers, pointer
from mars.solvers.addresses import HEAD, STATES, TORN, TORN_COUNT, TORN_LINEAR, TORN_PLACES, TORN_ROOM

ITERATIONS = 100  # maximum Newton iterations: exponential laws are descended by one power of e at a time
SHORTEST = 2.0**-16  # fraction of a Newton step
ARMIJO, RECOVERY = 0.25, 4.0  # required decrease per fraction of a step; growth of that fraction between steps
ZERO = 1e-15  # SI: threshold for a solution of zero
CLOSE, NEAR = 1e-13, 1e-9  # relative: such a step is the last one; rounding may hide a step of this size
HIDDEN = 1e-11  # SI: the same for an unknown that crosses zero among others that do not


@numba.njit(**INNER)
def _newton_step(model, x, t, J, r):
    """r becomes −J⁻¹ r of the torn unknowns at a state, by elimination with pivoting. Returns its length and the previous length
    of r; NaN if there is no solution."""
    k = r.size
    call(integers(model.plan, HEAD)[TORN], x, model.w, model.p, t, pointer(r), pointer(J), model.work)  # pyright: ignore[reportCallIssue]
    residual = 0.0
    for i in range(k):
        residual += r[i] * r[i]
    for c in range(k):  # J is packed column by column: element (i, j) is J[i + j k]
        best = c
        for i in range(c + 1, k):
            if abs(J[i + c * k]) > abs(J[best + c * k]):
                best = i
        if best != c:
            r[c], r[best] = r[best], r[c]
            for j in range(c, k):
                J[c + j * k], J[best + j * k] = J[best + j * k], J[c + j * k]
        for i in range(c + 1, k):
            factor = J[i + c * k] / J[c + c * k]
            r[i] -= factor * r[c]
            for j in range(c + 1, k):
                J[i + j * k] -= factor * J[c + j * k]
    length = 0.0
    for i in range(k - 1, -1, -1):
        for j in range(i + 1, k):
            r[i] += J[i + j * k] * r[j]
        r[i] = -r[i] / J[i + i * k]
        length += r[i] * r[i]
    return math.sqrt(length), math.sqrt(residual)


@numba.njit(**INNER)
def settle(model, x, t):
    """Solve the torn unknowns of the state at the address x: damped Newton from their values there; NaN if it fails. Linear
    equations (of switching elements) are solved directly.

    A fraction of a step is accepted if the next step gets shorter, or else the residual: along an exponential law all steps are
    alike.
    """
    head = integers(model.plan, HEAD)
    k = head[TORN_COUNT]
    places, room = integers(model.plan + 8 * head[TORN_PLACES], k), model.room + 8 * head[TORN_ROOM]
    J, r, step, z = (
        doubles(room, k * k),
        doubles(room + 8 * k * k, k),
        doubles(room + 8 * (k * k + k), k),
        doubles(room + 8 * (k * k + 2 * k), k),
    )
    state = doubles(x, head[STATES])
    if head[TORN_LINEAR]:  # the second step removes the rounding of the first
        for _ in range(2):
            _newton_step(model, x, t, J, r)
            for i in range(k):
                state[places[i]] += r[i]
        return
    (length, residual), part = _newton_step(model, x, t, J, r), 1.0
    for _ in range(ITERATIONS):
        size = 0.0
        for i in range(k):
            step[i], z[i] = r[i], state[places[i]]
            size = max(size, abs(z[i]))
        if length <= max(CLOSE * size, ZERO):
            for i in range(k):
                state[places[i]] = z[i] + step[i]
            return
        part = min(1.0, RECOVERY * part)
        while True:
            for i in range(k):
                state[places[i]] = z[i] + part * step[i]
            ahead, rest = _newton_step(model, x, t, J, r)
            less = 1.0 - ARMIJO * part
            if ahead <= less * length or (rest <= less * residual and math.isfinite(ahead)) or part < SHORTEST:
                break
            if part == 1.0 and length <= max(NEAR * size, HIDDEN):  # as close as rounding allows
                return
            part *= 0.5
        length, residual = ahead, rest
    for i in range(k):
        state[places[i]] = np.nan


@numba.njit(**INNER)
def torn_error(model, t, new, error, part, atol, rtol, spare):
    """Largest error of the torn unknowns relative to atol + rtol·|z|, by solving them again at the new state minus its error.

    Their rates are zero, so the error of a step says nothing about them; the amplification of a circuit does. `error` holds the
    errors of the states in tolerances, of which `part` counts; `new` is solved. t is an address.
    """
    head = integers(model.plan, HEAD)
    k = head[TORN_COUNT]
    places = integers(model.plan + 8 * head[TORN_PLACES], k)
    for n in range(head[STATES]):
        spare[n] = new[n] - part * error[n] * (atol[n] + rtol * abs(new[n]))
    settle(model, pointer(spare), t)
    worst = 0.0
    for n in places:
        worst = max(worst, abs(new[n] - spare[n]) / (atol[n] + rtol * abs(new[n])))
    return worst  # a NaN, no solution there, does not count
