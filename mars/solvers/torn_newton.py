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
SINGULAR = 1e-14  # of the largest pivot: a combination of unknowns that nothing determines
CONTRADICTED = 1e-7  # of the largest residual, in a row without unknowns
HIDDEN = 1e-11  # SI: the same for an unknown that crosses zero among others that do not
LESS, NOISE = 2.0**-10, 8.0  # of the errors: leaves rounding alone; how much larger rounding may be in another state


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
def _linear_step(model, x, t, J, r, step, order):
    """step becomes −J⁻¹ r, by elimination with complete pivoting. Unknowns that nothing determines (a part that open switches
    separate) stay as they are; NaN if what is left contradicts itself. `order` is scratch for the order of the columns."""
    k = r.size
    call(integers(model.plan, HEAD)[TORN], x, model.w, model.p, t, pointer(r), pointer(J), model.work)  # pyright: ignore[reportCallIssue]
    size = 0.0
    for i in range(k):
        order[i], step[i] = i, 0.0
        size = max(size, abs(r[i]))
    rank, largest = k, 0.0
    for c in range(k):
        best, row, column = 0.0, c, c
        for j in range(c, k):
            for i in range(c, k):
                if abs(J[i + j * k]) > best:
                    best, row, column = abs(J[i + j * k]), i, j
        largest = max(largest, best)
        if not best > SINGULAR * largest:
            rank = c
            break
        if column != c:
            order[c], order[column] = order[column], order[c]
            for i in range(k):
                J[i + c * k], J[i + column * k] = J[i + column * k], J[i + c * k]
        if row != c:
            r[c], r[row] = r[row], r[c]
            for j in range(c, k):
                J[c + j * k], J[row + j * k] = J[row + j * k], J[c + j * k]
        for i in range(c + 1, k):
            factor = J[i + c * k] / J[c + c * k]
            if factor != 0.0:
                r[i] -= factor * r[c]
                for j in range(c + 1, k):
                    J[i + j * k] -= factor * J[c + j * k]
    for i in range(rank, k):
        if not abs(r[i]) <= CONTRADICTED * size:
            step[:] = np.nan
            return
    for i in range(rank - 1, -1, -1):
        value = -r[i]
        for j in range(i + 1, rank):
            value -= J[i + j * k] * step[int(order[j])]
        step[int(order[i])] = value / J[i + i * k]


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
            _linear_step(model, x, t, J, r, step, z)
            for i in range(k):
                state[places[i]] += step[i]
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
def is_torn(model, n):
    """Whether a state is a torn unknown."""
    head = integers(model.plan, HEAD)
    places = integers(model.plan + 8 * head[TORN_PLACES], head[TORN_COUNT])
    return (places == n).any()


@numba.njit(**INNER)
def _differences(model, t, new, error, atol, rtol, spare, found):
    """Change of the torn unknowns, in tolerances, if the states are less by their errors."""
    head = integers(model.plan, HEAD)
    places = integers(model.plan + 8 * head[TORN_PLACES], head[TORN_COUNT])
    for n in range(head[STATES]):
        spare[n] = new[n] - error[n] * (atol[n] + rtol * abs(new[n]))
    settle(model, pointer(spare), t)
    for i, n in enumerate(places):
        found[i] = abs(new[n] - spare[n]) / (atol[n] + rtol * abs(new[n]))


@numba.njit(**INNER)
def torn_error(model, t, new, error, part, atol, rtol, spare):
    """Largest error of the torn unknowns relative to atol + rtol·|z|, by solving them again at the new state minus its error.

    Their rates are zero, so the error of a step says nothing about them; the amplification of a circuit does. `error` holds the
    errors of the states in tolerances, of which `part` counts, and is changed; `new` is solved. t is an address. What remains of
    a difference when the errors are divided by 1024 is rounding, as in the shares of two closed switches in parallel: no shorter
    step removes it.
    """
    head = integers(model.plan, HEAD)
    k, worst = head[TORN_COUNT], 0.0
    room = model.room + 8 * (head[TORN_ROOM] + k * (k + 3))
    found, rounding = doubles(room, k), doubles(room + 8 * k, k)
    error *= part
    _differences(model, t, new, error, atol, rtol, spare, found)
    for i in range(k):
        worst = max(worst, found[i])  # a NaN, no solution there, does not count
    if worst > 1.0:
        error *= LESS
        _differences(model, t, new, error, atol, rtol, spare, rounding)
        worst = 0.0
        for i in range(k):
            worst = max(worst, found[i] - NOISE * rounding[i])
    return worst
