"""The stages of an explicit Runge–Kutta step.

Rows of the stages, and the states they start from and lead to, are padded with zeros to a whole number of BLOCKs. Addresses are
taken once and passed on as integers: numba counts references to array arguments in every call.
"""

from __future__ import annotations

from typing import NamedTuple

import numba
import numpy as np

from mars.solvers.abi import INNER, pointer
from mars.solvers.addresses import ModelAddresses, model_at
from mars.solvers.guard_checks import sample
from mars.solvers.guard_rows import watch
from mars.solvers.projection import normalise, project, rates
from mars.solvers.runge_kutta_tables import GROUP
from mars.solvers.vector_blocks import BLOCK, add_scaled, combine


class Stages(NamedTuple):
    """The model, and addresses: state and time that it is called with, rows of the stages; length of a row in bytes."""

    model: ModelAddresses
    x: np.int64
    t: np.int64
    k: np.int64
    width: np.int64


@numba.njit(**INNER)
def stages_at(address, x, w, p, t, k, h, work, plan):
    """The arguments of `slope`. The arrays must outlive it."""
    return Stages(model_at(address, w, p, h, work, plan), pointer(x), pointer(t), pointer(k), np.int64(8 * k.shape[1]))


@numba.njit(**INNER)
def slope(at, row):
    """Row `row` of the stages becomes f(x, p, t) with constraints enforced; `at` comes from `stages_at`."""
    rates(at.model, at.x, at.t, at.k + row * at.width)


@numba.njit(**INNER)
def land(at, last, quaternions, guarded):
    """At the new state: project to closed gaps, slope to row `last`, guards. Returns the number of slopes evaluated."""
    taken = 0
    if at.model.m > 0:
        project(at.model, at.x, at.t, quaternions)
        slope(at, last)
        taken = 1
    if guarded:
        watch(at.model, at.x, at.t, at.k + last * at.width)
    return taken


@numba.njit(**INNER)
def blend(columns, weights, i, k, width, out):
    """`out` becomes the sum of the rows `columns[i]` of k with `weights[i]` (`runge_kutta_tables.Terms`); k, out: addresses."""
    for m in range(0, columns.shape[1], GROUP):
        if columns[i, m] < 0:
            break
        p, q = k + columns[i, m] * width, k + columns[i, m + 1] * width
        r, s = k + columns[i, m + 2] * width, k + columns[i, m + 3] * width
        a, b, c, d = weights[i, m], weights[i, m + 1], weights[i, m + 2], weights[i, m + 3]
        for n in range(0, width, 8 * BLOCK):
            combine(out + n, p + n, q + n, r + n, s + n, a, b, c, d, m > 0)  # pyright: ignore[reportCallIssue]


@numba.njit(**INNER)
def stages(at, columns, weights, nodes, begin, end, x, t, t_new, trial, cell, quaternions, last, sampled=False):
    """Stages `begin` to `end` − 1 of the step from (t, x) to t_new; stage `last` leaves the new state in `trial`. Guards without
    bounds may be sampled at those before.

    `at` holds the pointers to trial, cell and the stages; x is a pointer.
    """
    step = t_new - t
    out, k, width = at.x, at.k, at.width
    for i in range(begin, end):
        blend(columns, weights, i, k, width, out)
        for n in range(0, width, 8 * BLOCK):
            add_scaled(out + n, x + n, step)  # pyright: ignore[reportCallIssue]
        if i == last:
            normalise(trial, quaternions)
        cell[0] = t_new if nodes[i] == 1.0 else t + nodes[i] * step
        slope(at, i)
        if sampled and i < last:
            sample(at.model, i - begin, at.x, at.t, at.k + i * width)


@numba.njit(**INNER)
def polynomial(parts, n, theta):
    """Change of state n at a fraction of the step."""
    value = 0.0
    for i in range(parts.shape[0] - 1, -1, -1):
        value = (value + parts[i, n]) * (theta if i % 2 == 0 else 1.0 - theta)
    return value
