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
# places, peers (m), which guards are sampled.
CLOSURE, GUARDS, M, STATES, FREEDOMS, BALLS, GUARD_COUNT, ROOM, TORN, TORN_COUNT, TORN_PLACES, TORN_ROOM, TORN_LINEAR = range(13)
BOUNDS, SAMPLED, SAMPLES, GUARD_ROOM, BOUND_ROOM, LAWS, LAW_COUNT, LAW_ROOM, HEAD = range(13, 22)

PIECES = 16  # most pieces of a step over which guards are bounded
MOST_SAMPLES = 20  # of guards in a step
LAW_PIECES = 8  # of a step: between samples of laws


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
    """w, h, work (with scratch) and plan of a run. Rows of the start and the end of a step: guards, their rates, states, their
    rates, time."""

    w: np.ndarray
    h: np.ndarray
    work: np.ndarray
    plan: np.ndarray
    guards: np.ndarray


def buffers(rhs: Any) -> Buffers:
    """Never empty, so that every pointer is valid."""
    closing: Closing | None = getattr(rhs, "closure", None)
    guards, bounds = getattr(rhs, "guards", None), getattr(rhs, "bounds", None)
    n, m = rhs.input_sizes[0], rhs.input_sizes[1]
    count = guards.output_sizes[0] if guards is not None else 0
    torn: Torn | None = getattr(rhs, "torn", None)
    tearing, unknowns = (torn.address, torn.places) if torn is not None else (0, np.zeros(0, np.int64))
    k, work_size = unknowns.size, max(1, *(part.work_size for part in (rhs, guards, bounds, torn) if part is not None))
    parts: list[np.ndarray] = []
    inside, head = 0, np.zeros(HEAD, dtype=np.int64)
    if closing is not None and m:
        head[CLOSURE], head[FREEDOMS], head[BALLS] = closing.address, len(closing.freedoms), len(closing.balls)
        rows = np.arange(m)
        lengths = rows - closing.first + 1
        inside = int(lengths.sum())
        lines = np.cumsum(lengths) - lengths - closing.first  # element (i, j) of A is at lines[i] + j
        parts = [closing.order, closing.flags, closing.first, lines, closing.starts, closing.places]
        parts += [closing.freedoms, closing.balls]
    peers = closing.peers if closing is not None else np.zeros(0, np.int64)
    sampled = bounds.unbounded if bounds is not None else np.ones(count, dtype=np.int64)
    head[GUARDS], head[BOUNDS] = guards.address if guards is not None else 0, bounds.address if bounds is not None else 0
    head[M], head[STATES], head[GUARD_COUNT], head[ROOM] = m, n, count, work_size
    head[TORN], head[TORN_COUNT], head[TORN_LINEAR] = tearing, k, int(torn is not None and torn.linear)
    head[TORN_PLACES] = HEAD + sum(part.size for part in parts)
    head[SAMPLED], head[SAMPLES] = head[TORN_PLACES] + unknowns.size + peers.size, int(sampled.any())
    # Scratch numbers: the small system with its vectors, what guards read, their rows, their bounds and samples, torn unknowns.
    row = 2 * count + 2 * n + 1
    head[GUARD_ROOM] = inside + 4 * m + n
    behind = int(head[GUARD_ROOM]) + m + n
    head[BOUND_ROOM] = behind + 2 * row
    bounding = 5 * n + 2 * m + 2 + (5 + 3 * PIECES) * count + PIECES + 1 + MOST_SAMPLES * (count + 1)
    head[LAW_ROOM] = head[BOUND_ROOM] + bounding
    laws = bounds.laws if bounds is not None else None
    head[LAWS], head[LAW_COUNT] = (laws.address, laws.output_sizes[0] // 2) if laws is not None else (0, 0)
    head[TORN_ROOM] = head[LAW_ROOM] + 2 + (5 + LAW_PIECES) * head[LAW_COUNT]
    plan = np.concatenate([head, *(part.ravel() for part in parts), unknowns, peers, sampled]).astype(np.int64)
    work = np.zeros(work_size + int(head[TORN_ROOM]) + k * (k + 5))
    w, h = np.zeros(max(1, m)), np.zeros(max(1, rhs.output_sizes[1]))
    return Buffers(w, h, work, plan, work[work_size + behind : work_size + behind + 2 * row].reshape(2, row))


@numba.njit(**INNER)
def model_at(address, w, p, h, work, plan):
    """The arrays must outlive it."""
    room = pointer(work) + 8 * plan[ROOM]
    return ModelAddresses(np.int64(address), pointer(w), pointer(p), pointer(h), pointer(work), pointer(plan), room, plan[M])
