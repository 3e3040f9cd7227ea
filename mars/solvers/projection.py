"""The small system of the multipliers, for all methods: rates with all constraints enforced, and projection.

The machine code gives dx and, packed behind it, b, A and T (`mars.machine.constraint_packing`); w with A w = −b enforces the
constraints, and dx + T w are the rates. A is factorised by Cholesky within its envelope, scaled by its diagonal. A row whose
switch is off, or that depends on the rows before it (over-constrained loops, singular positions), gets no multiplier: it would
have no effect. The balances of massless degrees of freedom come last: their pivots are negative, A = L D Lᵀ with D = ±1.
"""

from __future__ import annotations

import math

import numba
import numpy as np

from mars.machine.constraint_packing import BALANCE
from mars.solvers.abi import F1, F2, I1, INNER, call, doubles, entry, integers, pointer
from mars.solvers.addresses import (
    BALLS,
    CLOSURE,
    FREEDOMS,
    HEAD,
    STATES,
    TORN_COUNT,
    TORN_PLACES,
    model_at,
)
from mars.solvers.torn_newton import settle

DEPENDENT = 1e-10  # pivot of a scaled row that depends on the rows before it
FLAT = 1e-9  # of the largest diagonal of the same unit in a closure: see `_vanishes`
NOISE = 1e-14  # relative to the largest: a row that something else already holds (a grip over a hinge) is pure rounding noise
SLOW = 1e-3  # a projection that gains less than this recomputes A and T
POSITION_STEPS, SPEED_STEPS = 6, 3  # maximum Newton steps: speeds are linear, their second step removes rounding
GAIN = 0.5  # relative to the gap: a step that leaves more than this has reached rounding


@numba.njit(**INNER)
def plan_list(model, number):
    """Lists 0 to 3 of the plan: order, flags, first, lines."""
    return integers(model.plan + 8 * (HEAD + number * model.m), model.m)


@numba.njit(**INNER)
def envelope_size(model):
    """Number of elements in the envelope of A."""
    return plan_list(model, 3)[model.m - 1] + model.m


@numba.njit(**INNER)
def scratch(model, number):
    """Scratch vectors of m numbers: 0 right-hand side and solution, 1 scales, 2 gaps, 3 their rates."""
    return doubles(model.room + 8 * (envelope_size(model) + number * model.m), model.m)


@numba.njit(**INNER)
def _is_on(model, flag):
    return flag < 0 or doubles(model.p, flag + 1)[flag] != 0.0


@numba.njit(**INNER)
def factorise(model):
    """L with L D Lᵀ = A, scaled by its diagonal, rows without multiplier omitted; the diagonal holds 1/Lᵢᵢ, or 0 for those."""
    m, inside = model.m, envelope_size(model)
    flags, first, lines, peers = plan_list(model, 1), plan_list(model, 2), plan_list(model, 3), _peers(model)
    A, L, scale = doubles(model.h + 8 * m, inside), doubles(model.room, inside), scratch(model, 1)
    largest, constraints = 0.0, m  # the rows from there on are balances
    for i in range(m - 1, -1, -1):
        largest = max(largest, A[lines[i] + i])
        if flags[i] == BALANCE:
            constraints = i
    for i in range(m):
        here, diagonal = lines[i], A[lines[i] + i]
        sign, pivot = 1.0, 1.0
        if i >= constraints:  # its diagonal vanishes or is negative: scaled by its largest element
            scale[i] = _scale_of_balance(A, scale, here, first[i], i)
            sign, pivot = -1.0, -diagonal * scale[i] * scale[i]
        else:
            counts = diagonal > NOISE * largest and _is_on(model, flags[i]) and not _vanishes(A, lines, peers, i)
            scale[i] = 1.0 / math.sqrt(diagonal) if counts else 0.0
        for j in range(first[i], i):
            there = lines[j]
            value = A[here + j] * scale[i] * scale[j]
            begin = max(first[i], first[j])
            for k in range(begin, min(j, constraints)):
                value -= L[here + k] * L[there + k]
            for k in range(max(begin, constraints), j):
                value += L[here + k] * L[there + k]
            value *= L[there + j] if j < constraints else -L[there + j]
            L[here + j] = value
            pivot -= sign * value * value if j < constraints else -sign * value * value
        L[here + i] = 1.0 / math.sqrt(pivot) if scale[i] > 0.0 and pivot > DEPENDENT else 0.0


@numba.njit(**INNER)
def _peers(model):
    head = integers(model.plan, HEAD)
    return integers(model.plan + 8 * (head[TORN_PLACES] + head[TORN_COUNT]), model.m)


@numba.njit(**INNER)
def _vanishes(A, lines, peers, i):
    """Whether the diagonal of a row vanishes beside those of the same unit in its closure: all links of a loop in a line.

    There the loop can leave on two branches. At a distance δ, gaps closed to the rounding error ε leave the speeds of the other
    branch undetermined to ε/δ², while a constraint omitted below δ changes speeds by δ² at most; the diagonal is of order δ².
    """
    largest, j = 0.0, peers[i]
    while j != i:
        largest = max(largest, A[lines[j] + j])
        j = peers[j]
    return A[lines[i] + i] <= FLAT * largest


@numba.njit(**INNER)
def _scale_of_balance(A, scale, here, first, i):
    largest = 0.0
    for j in range(first, i):
        largest = max(largest, abs(A[here + j]) * scale[j])
    return 1.0 / largest if largest > 0.0 else 0.0


@numba.njit(**INNER)
def solve(model):
    """Scratch vector 0, the accelerations of the gaps b (or gaps), becomes w with A w = −b."""
    m = model.m
    flags, first, lines = plan_list(model, 1), plan_list(model, 2), plan_list(model, 3)
    L, b, scale = doubles(model.room, envelope_size(model)), scratch(model, 0), scratch(model, 1)
    for i in range(m):
        here, value = lines[i], -b[i] * scale[i]
        for k in range(first[i], i):
            value -= L[here + k] * b[k]
        b[i] = value * L[here + i]
    for i in range(m):
        if flags[i] == BALANCE:
            b[i] = -b[i]
    for i in range(m - 1, -1, -1):
        here = lines[i]
        value = b[i] * L[here + i]
        for k in range(first[i], i):
            b[k] -= L[here + k] * value
        b[i] = value * scale[i]


@numba.njit(**INNER)
def push(model, dx):
    """dx + T w; dx is an address."""
    m = model.m
    n = integers(model.plan, HEAD)[STATES]
    starts = integers(model.plan + 8 * (HEAD + 4 * m), m + 1)
    places = integers(model.plan + 8 * (HEAD + 5 * m + 1), starts[m])
    T, w, out = doubles(model.h + 8 * (m + envelope_size(model)), starts[m]), scratch(model, 0), doubles(dx, n)
    for j in range(m):
        if w[j] != 0.0:
            for k in range(starts[j], starts[j + 1]):
                out[places[k]] += T[k] * w[j]


@numba.njit(**INNER)
def rates(model, x, t, dx):
    """dx becomes f(x, p, t) with constraints enforced. All addresses."""
    if integers(model.plan, HEAD)[TORN_COUNT] > 0:
        settle(model, x, t)
    call(model.address, x, model.w, model.p, t, dx, model.h, model.work)  # pyright: ignore[reportCallIssue]
    if model.m > 0:
        hold(model, dx)


@numba.njit(**INNER)
def hold(model, dx):
    """The rates that the machine code left at the address dx become those with constraints enforced."""
    factorise(model)
    b, given = scratch(model, 0), doubles(model.h, model.m)
    for i in range(model.m):
        b[i] = given[i]
    solve(model)
    push(model, dx)


@numba.njit(**INNER)
def normalise(x, quaternions):
    """Normalise the four numbers from each given index to a unit quaternion."""
    for start in quaternions:
        size = math.sqrt(x[start] ** 2 + x[start + 1] ** 2 + x[start + 2] ** 2 + x[start + 3] ** 2)
        if size > 0.0:
            for k in range(start, start + 4):
                x[k] /= size


@numba.njit(**INNER)
def _measure(model, x, t, number):
    """Gaps (2) or their rates (3) become the right-hand side; returns the largest among active rows."""
    closure, order, flags = integers(model.plan, HEAD)[CLOSURE], plan_list(model, 0), plan_list(model, 1)
    gaps, rates_ = scratch(model, 2), scratch(model, 3)
    call(closure, x, model.w, model.p, t, pointer(gaps), pointer(rates_), model.work)  # pyright: ignore[reportCallIssue]
    b, found = scratch(model, 0), gaps if number == 2 else rates_
    worst = 0.0
    for i in range(model.m):
        b[i] = found[order[i]]
        if _is_on(model, flags[i]):
            worst = max(worst, abs(b[i]))
    return worst


@numba.njit(**INNER)
def _least_motion(model):
    """T λ with A λ = −gap: the smallest motion, in terms of kinetic energy, that closes the gaps. An address."""
    n = integers(model.plan, HEAD)[STATES]
    motion = model.room + 8 * (envelope_size(model) + 4 * model.m)
    numbers = doubles(motion, n)
    for i in range(n):
        numbers[i] = 0.0
    solve(model)
    push(model, motion)
    return motion


@numba.njit(**INNER)
def project(model, x, t, quaternions):
    """Project a state to closed gaps: positions, then speeds. A and T must be approximately those of `rates` at this state.

    Positions move with their speeds; quaternions are rotated and normalised.
    """
    head = integers(model.plan, HEAD)
    if head[CLOSURE] == 0:  # gaps are left to Baumgarte's gains
        return
    n, m, freedoms, balls = head[STATES], model.m, head[FREEDOMS], head[BALLS]
    count = integers(model.plan + 8 * (HEAD + 4 * m), m + 1)[m]
    pairs = integers(model.plan + 8 * (HEAD + 5 * m + 1 + count), 2 * freedoms)
    quads = integers(model.plan + 8 * (HEAD + 5 * m + 1 + count + 2 * freedoms), 4 * balls)
    state = doubles(x, n)
    spare = model.room + 8 * (envelope_size(model) + 4 * m)
    last = np.inf
    for _ in range(POSITION_STEPS):
        worst = _measure(model, x, t, 2)
        if worst == 0.0 or not worst < GAIN * last:
            break
        if worst > SLOW * last:
            rates(model, x, t, spare)
            _measure(model, x, t, 2)
        last = worst
        move = doubles(_least_motion(model), n)
        for i in range(freedoms):
            state[pairs[2 * i]] += move[pairs[2 * i + 1]]
        for i in range(balls):
            q, dx, dy, dz = quads[4 * i], move[quads[4 * i + 1]], move[quads[4 * i + 2]], move[quads[4 * i + 3]]
            s, a, b, c = state[q], state[q + 1], state[q + 2], state[q + 3]
            state[q] = s - 0.5 * (dx * a + dy * b + dz * c)
            state[q + 1] = a + 0.5 * (s * dx + dy * c - dz * b)
            state[q + 2] = b + 0.5 * (s * dy + dz * a - dx * c)
            state[q + 3] = c + 0.5 * (s * dz + dx * b - dy * a)
        normalise(state, quaternions)
    last = np.inf
    for _ in range(SPEED_STEPS):
        worst = _measure(model, x, t, 3)
        if worst == 0.0 or not worst < GAIN * last:
            break
        last = worst
        move = doubles(_least_motion(model), n)
        for i in range(freedoms):
            state[pairs[2 * i + 1]] += move[pairs[2 * i + 1]]
        for i in range(balls):
            for j in range(1, 4):
                state[quads[4 * i + j]] += move[quads[4 * i + j]]


@entry(f"void(int64, {F2}, {F2}, {I1}, {F1}, {F1}, {I1}, {I1}, {F1}, {F1}, {F1})")
def close(address, states, parameters, segments, times, w, quaternions, plan, h, work, dx):
    """Project states in place, as after each step, with the parameters of their segments."""
    for i in range(times.size):
        model, t = model_at(address, w, parameters[segments[i]], h, work, plan), pointer(times[i : i + 1])
        rates(model, pointer(states[i]), t, pointer(dx))
        if model.m > 0:
            project(model, pointer(states[i]), t, quaternions)
