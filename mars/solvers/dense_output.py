"""States between the stored points of a run."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from mars.solvers.addresses import buffers
from mars.solvers.contract import RightHandSide, Steps
from mars.solvers.projection import close


def closed(rhs: RightHandSide, steps: Steps, times: np.ndarray, states: np.ndarray) -> np.ndarray:
    """States between steps, projected to closed gaps, which the dense output satisfies only to the tolerance."""
    if not (rhs.input_sizes[1] or getattr(rhs, "torn", None)) or len(states) == 0:
        return states
    made = buffers(rhs)
    states, times = np.ascontiguousarray(states), np.ascontiguousarray(times, dtype=float)
    close(
        *(rhs.address, states, steps.parameters, steps.segments_at(times), times, made.w),
        *(steps.quaternions, made.plan, made.h, made.work, np.zeros(states.shape[1])),
    )
    return states


def quadrature_points(rhs: RightHandSide, steps: Steps, abscissae: Sequence[float] | np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Times (steps × abscissae) and states (steps × abscissae × n) at the same fractions, 0 to 1, of every step."""
    places = np.asarray(abscissae, dtype=float)
    begin, end = steps.t[:-1, None], steps.t[1:, None]
    times = np.where(places == 1.0, end, np.minimum(begin + places * (end - begin), end))
    states = steps.replay(rhs, times.ravel()).reshape(*times.shape, steps.x.shape[1])
    states[:, places == 1.0] = steps.x[1:, None]  # before a jump, if any
    return times, states


def from_polynomials(
    steps: Steps, times: np.ndarray, polynomial: Callable[[np.ndarray, np.ndarray, np.ndarray], np.ndarray]
) -> np.ndarray:
    """States at sorted times; `polynomial(numbers, lengths, places)` evaluates them within the steps of these numbers, at
    fractions from 0 to 1."""
    count = steps.t.size - 1
    if count == 0:
        return np.repeat(steps.x, times.size, axis=0)
    number = np.clip(np.searchsorted(steps.t, times, side="right") - 1, 0, count - 1)
    length = steps.t[number + 1] - steps.t[number]
    states = polynomial(number, length, (times - steps.t[number]) / np.where(length > 0, length, 1.0))
    for start in steps.quaternions:
        states[:, start : start + 4] /= np.linalg.norm(states[:, start : start + 4], axis=1, keepdims=True)
    at_begin, at_end = times == steps.t[number], times == steps.t[number + 1]
    states[at_begin] = steps.x[number[at_begin]]
    states[at_end] = steps.x[number[at_end] + 1]
    return states
