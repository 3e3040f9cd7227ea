"""Whether the tolerances determine when something switches.

The current of a diode of 1 µΩ is a difference of voltages times 10⁶: tolerances of the voltages leave it undetermined, and with
it the time at which the diode blocks. Where a guard would change by a part of its largest value if the states changed by their
tolerances, the run says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from mars.flat_names import shown
from mars.messages import Message

if TYPE_CHECKING:
    from mars.simulation.run import Run

LOOSE = 2e-2  # of the largest value of a guard: a larger change within the tolerances is reported
AMPLIFIED = 1e3  # SI units of the guard per unit of the state: below, a guard is as accurate as the states
EVENTS, SAMPLES, FEWEST = 40, 32, 4  # looked at: events of a run, points of the part that an event ends; fewer tell nothing


def event_remarks(run: Run, owners: Mapping[int, str]) -> list[str]:
    """A remark on the guard that is least determined; `owners` are the components of the guards."""
    settings, steps, native = run.settings, run.steps, run.native
    if settings is None or steps is None or native is None or native.guards is None or native.bounds is None:
        return []
    if run.model.torn_places or not run.events:
        return []
    scales = np.array([state.scale for state in run.model.states])
    tolerances = settings.rtol * np.abs(steps.x).max(axis=0, initial=0.0) + settings.atol * scales
    ends = np.flatnonzero(np.diff(steps.segment)) + 1  # the last point of each part but the last
    events = {event.t for event in run.events}
    ends = np.array([end for end in ends if steps.t[end] in events], dtype=int)
    worst, least = "", LOOSE
    for end in ends[np.unique(np.linspace(0, ends.size - 1, EVENTS).astype(int))] if ends.size else ():
        first = int(np.searchsorted(steps.segment, steps.segment[end - 1]))
        points = np.unique(np.linspace(first, end, SAMPLES).astype(int))
        if points.size < FEWEST:
            continue
        number = int(steps.segment[end - 1])
        largest = np.abs(_guards(run, steps.x[points], steps.t[points], number)).max(axis=0)
        moved = np.vstack([steps.x[end], steps.x[end] + np.diag(tolerances)])
        guards = _guards(run, moved, np.full(len(moved), steps.t[end]), number)
        changes = np.abs(guards[1:] - guards[0])
        amplified = (changes > AMPLIFIED * tolerances[:, None]).any(axis=0)
        parts = np.where(amplified & (largest > 0), changes.max(axis=0, initial=0.0) / np.maximum(largest, 1e-300), 0.0)
        parts[native.bounds.unbounded != 0] = 0.0
        parts[np.abs(guards[0]) > changes.max(axis=0, initial=0.0)] = 0.0  # not the one that became negative
        if parts.size and parts.max() > least:
            at = int(parts.argmax())
            worst, least = owners[at], float(parts.max())
    if not worst:
        return []
    return [
        Message(
            "{name} switches by a value that the tolerances determine only to some {percent:.0f} % of its largest: events and "
            "results may be wrong. Use less extreme resistances or stiffnesses, or a smaller rtol.",
            code="doubtful-event",
            name=shown(worst),
            percent=10.0 ** np.floor(np.log10(100 * least)),
        )
    ]


def _guards(run: Run, states: np.ndarray, times: np.ndarray, number: int) -> np.ndarray:
    """Guards at states with the parameters of a part, one row each."""
    from mars.solvers.solved_rates import solved_rates

    native, steps = run.native, run.steps
    assert native is not None and native.guards is not None and steps is not None
    guards, n = native.guards, states.shape[1]
    slopes, _ = solved_rates(native, states, steps.parameters, np.full(len(times), number), times)
    x, mixed, p, t, found, _ = arrays = [np.zeros(size) for size in (*guards.input_sizes, *guards.output_sizes)]
    p[:] = steps.parameters[number]
    evaluate = guards.bind(*arrays)
    rows = []
    for state, slope, time in zip(states, slopes, times, strict=True):
        x[:], t[0] = state, time
        mixed[:] = np.concatenate([slope[n:], slope[:n]])
        evaluate()
        rows.append(found.copy())
    return np.array(rows)
