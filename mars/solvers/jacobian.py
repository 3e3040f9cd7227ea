"""The Jacobian of the rates by finite differences, one column at a time or four in parallel lanes.

The loops call `columns_in_lanes` and `columns_one_by_one` directly: numba counts references to arrays in every call, and another
layer of calls costs a twentieth of a step.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numba
import numpy as np

from mars.solvers import projection
from mars.solvers.abi import INNER, call, pointer
from mars.solvers.step_loop import EPSILON, rates

LANES = 4  # states that the machine code in lanes evaluates in parallel
NEEDED, OLD, FRESH, AHEAD = 0, 1, 2, 3  # status of the Jacobian in a counter; AHEAD: at a state within the step
SMALLEST_VALUE = 1e-5  # RADAU5's: smaller states are perturbed as if they had this size


class LaneArrays(NamedTuple):
    """Inputs and outputs of the machine code in lanes: element k of lane j is at LANES·k + j."""

    x: np.ndarray
    w: np.ndarray
    p: np.ndarray
    t: np.ndarray
    dx: np.ndarray
    h: np.ndarray
    work: np.ndarray


@numba.njit(**INNER)
def make_lanes(size, w, p, h, work):
    """The same w and p in all lanes."""
    lanes = LaneArrays(
        *(np.zeros(LANES * size), np.zeros(LANES * w.size), np.zeros(LANES * p.size), np.zeros(LANES)),
        *(np.zeros(LANES * size), np.zeros(LANES * h.size), work),
    )
    spread(w, lanes.w)
    spread(p, lanes.p)
    return lanes


@numba.njit(**INNER)
def spread(values, wide):
    """The same number in all lanes."""
    for n in range(values.size):
        for j in range(LANES):
            wide[LANES * n + j] = values[n]


@numba.njit(**INNER)
def rates_in_lanes(model, address, lanes, h, dx):
    """As `rates`, four states at a time. h and dx are used for one lane after the other."""
    places = pointer(lanes.x), pointer(lanes.w), pointer(lanes.p), pointer(lanes.t), pointer(lanes.dx), pointer(lanes.h)
    call(address, *places, pointer(lanes.work))  # pyright: ignore[reportCallIssue]
    dxs, hs = lanes.dx, lanes.h
    if model.m > 0:
        for j in range(LANES):
            for n in range(h.size):
                h[n] = hs[LANES * n + j]
            for n in range(dx.size):
                dx[n] = dxs[LANES * n + j]
            projection.hold(model, pointer(dx))
            for n in range(dx.size):
                dxs[LANES * n + j] = dx[n]


@numba.njit(**INNER)
def increment(value, sign):
    """RADAU5's increment for a finite difference at `value`, such that value + increment is exact."""
    return (value + sign * math.sqrt(EPSILON * max(SMALLEST_VALUE, abs(value)))) - value


@numba.njit(**INNER)
def columns_one_by_one(model, cell, t, x, slope, sign, trial, dx, jacobian):
    """Jacobian by finite differences of the rates; `slope` is f(t, x)."""
    for n in range(x.size):
        trial[n] = x[n]
    for c in range(x.size):
        trial[c] = x[c] + increment(x[c], sign)
        change = trial[c] - x[c]  # the call changes torn unknowns in trial
        rates(model, cell, t, trial, dx)
        for n in range(x.size):
            jacobian[n, c] = (dx[n] - slope[n]) / change
        trial[c] = x[c]


@numba.njit(**INNER)
def columns_in_lanes(model, address, lanes, h, t, x, sign, spare, base, jacobian):
    """The same in four lanes; the rates at x itself come from the first one, so that equal rates have equal bits."""
    xs, dxs = lanes.x, lanes.dx
    spread(x, xs)
    for j in range(LANES):
        lanes.t[j] = t
    for first in range(-1, x.size, LANES):
        last = min(first + LANES, x.size)
        for c in range(max(first, 0), last):
            xs[LANES * c + c - first] = x[c] + increment(x[c], sign)
        rates_in_lanes(model, address, lanes, h, spare)
        if first < 0:
            for n in range(x.size):
                base[n] = dxs[LANES * n]
        for c in range(max(first, 0), last):
            lane = c - first
            size = xs[LANES * c + lane] - x[c]
            for n in range(x.size):
                jacobian[n, c] = (dxs[LANES * n + lane] - base[n]) / size
            xs[LANES * c + lane] = x[c]


@numba.njit(**INNER)
def wrong_row(jacobian):
    """First row with a non-finite number, else −1."""
    for n in range(jacobian.shape[0]):
        for c in range(jacobian.shape[1]):
            if not math.isfinite(jacobian[n, c]):
                return n
    return -1
