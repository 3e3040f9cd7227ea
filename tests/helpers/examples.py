"""Example circuits, and manually derived equations integrated by SciPy."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from scipy.integrate import solve_ivp

import mars
from mars.document.circuit import Circuit
from tests.helpers.paths import CIRCUITS

GRAVITY = 9.81


def example(name: str) -> Circuit:
    return mars.load(CIRCUITS / f"{name}.mars")


def integrated(rates, x0, times, corners=()):
    """Manually derived equations integrated by SciPy, restarted at every corner of the given laws."""
    edges = [times[0], *(t for t in corners if times[0] < t < times[-1]), times[-1]]
    rows, x = [], np.asarray(x0, dtype=float)
    for begin, end in pairwise(edges):
        inside = times[(times >= begin) & ((times < end) | (end == times[-1]))]
        found = solve_ivp(rates, (begin, end), x, "LSODA", dense_output=True, rtol=1e-12, atol=1e-13)
        rows += [found.sol(t) for t in inside]
        x = found.y[:, -1]
    return np.array(rows)
