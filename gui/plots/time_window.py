"""Chooses the visible time range: all of a short run, pages of a long one in progress, everything at its end."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..runs.recording import Recording
from .axis import Axis

PAGE = 20.0  # seconds shown of a long run in progress
PADDING = 0.006


def page_of(recording: Recording, others: Sequence[Recording], is_live: bool, goes_on: bool) -> tuple[float, float]:
    """The whole duration of a short run in progress, pages of a long one; after a pause or the end, from the start to the newest
    row, including overlaid runs."""
    begin, end = recording.begin, max(recording.end, recording.begin + 1e-9)
    if (goes_on or recording.count < 2) and end - begin <= PAGE:
        return begin, end
    if not is_live and recording.count > 1:
        ends = [other.last for other in others if other.count]
        return min([begin, *(other.begin for other in others)]), max([recording.last, *ends])
    number = np.floor((recording.last - begin) / PAGE)
    return begin + number * PAGE, begin + (number + 1) * PAGE


def turn_to(time: Axis, page: tuple[float, float]) -> bool:
    """Show a page with a small margin; whether it changed."""
    room = PADDING * (page[1] - page[0])
    wanted = page[0] - room, page[1] + room
    if wanted == (time.low, time.high):
        return False
    time.low, time.high = wanted
    return True
