"""A fixed piece of work, so that figures from different machines and times can be compared."""

from __future__ import annotations

import numpy as np

from bench.timing import stopwatch


def fixed_work() -> float:
    """About 0.1 s of plain Python and 0.1 s of small numpy operations."""
    total = 0.0
    for i in range(900_000):
        total += (i % 7) * 0.5
    matrix = np.eye(6) + 0.01
    vector = np.ones(6)
    for _ in range(60_000):
        vector = matrix @ vector
        vector = vector / vector.sum()
    return total + float(vector[0])


def yardstick_seconds(repeats: int = 5) -> float:
    """Minimum time of the fixed work."""
    return min(stopwatch(fixed_work) for _ in range(repeats))
