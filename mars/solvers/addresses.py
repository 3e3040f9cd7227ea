"""Addresses of a model's data, as seen by the loops.

Everything constant during a run is in one array of integers, the plan; scratch numbers lie behind the work array of the machine
code.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numba
import numpy as np

from mars.machine.constraint_packing import Closing, Torn
from mars.solvers.abi import INNER, pointer

# The plan: addresses and sizes, then order, flags, first, lines (m each), starts (m + 1), places, freedoms, balls, torn
# places, peers (m).
CLOSURE, GUARDS, M, STATES, FREEDOMS, BALLS, GUARD_COUNT, ROOM, TORN, TORN_COUNT, TORN_PLACES, TORN_ROOM, TORN_LINEAR, HEAD = (
    range(14)
)


class ModelAddresses(NamedTuple):
    """Addresses of the machine code, multipliers (zero), parameters, h, work, plan and scratch numbers; number of multipliers."""

    address: np.int64
    w: np.int64
    p: np.int64
    h: np.int64
    work: np.int64
    plan: np.int64
    room: np.int64
    m: np.int64


class Buffers(NamedTuple):
    """w, h, work (with scratch) and plan of a run; guards and their rates at the start and at the end of a step."""

    w: np.ndarray
    h: np.ndarray
    work: np.ndarray
    plan: np.ndarray
    guards: np.ndarray


def buffers(rhs: Any) -> Buffers:
    """Never empty, so that every pointer is valid."""
    closing: Closing | None = getattr(rhs, "closure", None)
    guards = getattr(rhs, "guards", None)
    n, m = rhs.input_sizes[0], rhs.input_sizes[1]
    count, watching, needed = (guards.output_sizes[0], guards.address, guards.work_size) if guards is not None else (0, 0, 0)
    torn: Torn | None = getattr(rhs, "torn", None)
    tearing, unknowns, more = (torn.address, torn.places, torn.work_size) if torn is not None else (0, np.zeros(0, np.int64), 0)
    k, work_size = unknowns.size, max(1, rhs.work_size, needed, more)
    head = [0, watching, m, n, 0, 0, count, work_size, tearing, k, 0, 0, int(torn is not None and torn.linear)]
    parts: list[np.ndarray] = []
    inside = 0
    if closing is not None and m:
        head[CLOSURE], head[FREEDOMS], head[BALLS] = closing.address, len(closing.freedoms), len(closing.balls)
        rows = np.arange(m)
        lengths = rows - closing.first + 1
        inside = int(lengths.sum())
        lines = np.cumsum(lengths) - lengths - closing.first  # element (i, j) of A is at lines[i] + j
        parts = [closing.order, closing.flags, closing.first, lines, closing.starts, closing.places]
        parts += [closing.freedoms, closing.balls]
    scratch = inside + 5 * m + 2 * n
    head[TORN_PLACES], head[TORN_ROOM] = HEAD + sum(part.size for part in parts), scratch + 4 * count
    peers = closing.peers if closing is not None else np.zeros(0, np.int64)
    plan = np.concatenate([head, *(part.ravel() for part in parts), unknowns, peers]).astype(np.int64)
    work = np.zeros(work_size + scratch + 4 * count + k * (k + 5))
    w, h = np.zeros(max(1, m)), np.zeros(max(1, rhs.output_sizes[1]))
    return Buffers(w, h, work, plan, work[work_size + scratch : work_size + scratch + 4 * count].reshape(4, count))


@numba.njit(**INNER)
def model_at(address, w, p, h, work, plan):
    """The arrays must outlive it."""
    room = pointer(work) + 8 * plan[ROOM]
    return ModelAddresses(np.int64(address), pointer(w), pointer(p), pointer(h), pointer(work), pointer(plan), room, plan[M])
