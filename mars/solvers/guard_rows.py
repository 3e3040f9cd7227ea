"""Guards at the start and at the end of a step, with the states there: two rows of the scratch numbers."""

from __future__ import annotations

import numba

from mars.solvers.abi import INNER, call, doubles, integers
from mars.solvers.addresses import GUARD_COUNT, GUARD_ROOM, GUARDS, HEAD, STATES
from mars.solvers.projection import plan_list, scratch


@numba.njit(**INNER)
def row_at(model, number):
    """Address of the guards, their rates, the state, its rates and the time at the start (0) or the end (1) of a step."""
    head = integers(model.plan, HEAD)
    n, count = head[STATES], head[GUARD_COUNT]
    return model.room + 8 * (head[GUARD_ROOM] + model.m + n + number * (2 * count + 2 * n + 1))


@numba.njit(**INNER)
def rows(model):
    """Start and end as arrays."""
    head = integers(model.plan, HEAD)
    size = 2 * head[GUARD_COUNT] + 2 * head[STATES] + 1
    return doubles(row_at(model, 0), size), doubles(row_at(model, 1), size)


@numba.njit(**INNER)
def watch(model, x, t, dx):
    """Fill the row of the end at a state whose rates, dx, were just computed."""
    head, m = integers(model.plan, HEAD), model.m
    n, count = head[STATES], head[GUARD_COUNT]
    behind = model.room + 8 * head[GUARD_ROOM]
    solved, given, state = doubles(behind, m + n), doubles(dx, n), doubles(x, n)
    if m > 0:
        w, order = scratch(model, 0), plan_list(model, 0)
        for i in range(m):
            solved[order[i]] = w[i]
    row = row_at(model, 1)
    kept = doubles(row + 16 * count, 2 * n + 1)
    for i in range(n):
        solved[m + i] = kept[n + i] = given[i]
        kept[i] = state[i]
    kept[2 * n] = doubles(t, 1)[0]
    call(head[GUARDS], x, behind, model.p, t, row, row + 8 * count, model.work)  # pyright: ignore[reportCallIssue]


@numba.njit(**INNER)
def cubic(a, b, c, d):
    """Coefficients of s² and s³ of Hermite's cubic a + b s + … with values a, c and slopes b, d at 0 and 1."""
    return 3.0 * (c - a) - 2.0 * b - d, 2.0 * (a - c) + b + d


@numba.njit(**INNER)
def keep_watch(model):
    """The end of a step becomes the start of the next."""
    start, final = rows(model)  # pyright: ignore[reportGeneralTypeIssues]
    start[:] = final


@numba.njit(**INNER)
def slopes_at(model, number):
    """Rates of the states at the start (0) or the end (1), as an array: to be replaced by those of the step's polynomial."""
    head = integers(model.plan, HEAD)
    return doubles(row_at(model, number) + 8 * (2 * head[GUARD_COUNT] + head[STATES]), head[STATES])
