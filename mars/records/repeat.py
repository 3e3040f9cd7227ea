"""Computes a run again, from its circuits and the times of their changes. `Record.same_states` compares the bits."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from mars.errors import MarsError
from mars.records.cut_step import cut
from mars.records.part import Part
from mars.records.part_in_progress import Growing, beginning, continuing
from mars.solvers import abi

if TYPE_CHECKING:
    from mars.records.record import Record

SLICE = 256  # steps between two calls of `progress`


def repeat(record: Record, progress: Callable[[float], bool | None] | None) -> Record:
    """The same parts again, until `progress` stops it or it fails."""
    from mars.records.record import Record

    parts: list[Part] = []
    for part in record.parts:
        if parts:
            growing = continuing(parts[-1], part.circuit, part.settings, record.begin)
        else:
            growing = beginning(part.circuit, part.settings)
        status, failure = "stopped", ""
        try:
            is_done = _advance(growing, part, progress)
        except MarsError as error:  # from the switchboard
            is_done, status, failure = False, "failed", error.message
        again = growing.part()
        if part.tails and is_done:
            again = cut(again, part.end)
        parts.append(again)
        if not is_done:
            return Record(parts, status, failure, record.given)
    return Record(parts, record.status, record.failure, record.given)


def _advance(growing: Growing, part: Part, progress: Callable[[float], bool | None] | None) -> bool:
    """Advance to the end of the part: to its time if it was cut, otherwise by its number of steps."""
    integrator, count = growing.run.integrator, part.steps.t.size - 1
    code = integrator.advance(0)
    while (growing.t < part.end) if part.tails else integrator.state.counters[abi.STEPS] < count:
        if code != abi.PAUSED:
            return False
        left = count - int(integrator.state.counters[abi.STEPS])
        code = integrator.advance(SLICE if part.tails else min(SLICE, left))
        if progress is not None and progress(growing.t) is False:
            return False
    return True
