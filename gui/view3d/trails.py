"""Paths of points over a run: bright for the recent past, faint for the distant past and the future."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from mars.flat_names import shown

from .frame import Colour, Lines

if TYPE_CHECKING:
    from ..runs.recording import Recording

MOST = 600  # pieces of one trail
FADING = 0.3  # of the run's length: time for a trail to fade
NEW, OLD, AHEAD = 0.95, 0.35, 0.16  # opacities
WIDTH = 2.25


def names_of(end: str) -> list[str]:
    """The variables of a point's position; planar circuits have fewer."""
    return [f"{shown(end)}.r.{axis}" for axis in "xyz"]


def stride_for(count: int) -> int:
    """Row interval for drawing: a power of two, so that a growing trail keeps its corners."""
    stride = 1
    while count > MOST * stride:
        stride *= 2
    return stride


def track(recording: Recording, end: str, here: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Times and positions of a point, thinned; `here` supplies the coordinates that the circuit's class leaves out."""
    stride = stride_for(recording.count)
    columns = [recording.column(name) for name in names_of(end)]
    times = recording.times[::stride]
    if all(column is None for column in columns):
        return times[:0], np.zeros((0, 3))
    thinned = [np.full(len(times), here[i]) if c is None else c[::stride] for i, c in enumerate(columns)]
    return times, np.column_stack(thinned)


def place_at(recording: Recording, end: str, t: float, here: np.ndarray) -> np.ndarray:
    values = [recording.value(name, t) if name in recording.units else here[i] for i, name in enumerate(names_of(end))]
    return np.array(values, dtype=float)


def trail(recording: Recording, end: str, t: float, here: np.ndarray, colour: Colour, share: float = 1.0) -> Lines | None:
    """The whole known path of a point, with the time `t` on it; `share` of the usual opacity."""
    times, places = track(recording, end, here)
    return lines_along(times, places, t, place_at(recording, end, t, here), recording.end - recording.begin, colour, share)


def lines_along(
    times: np.ndarray, places: np.ndarray, t: float, now: np.ndarray, span: float, colour: Colour, share: float = 1.0
) -> Lines | None:
    if not len(times):
        return None
    if np.isfinite(now).all() and times[0] <= t:
        at = int(np.searchsorted(times, t))
        times, places = np.insert(times, at, t), np.insert(places, at, now, axis=0)
    age = (t - times) / max(FADING * span, 1e-9)
    alpha = np.where(age < -1e-9, AHEAD, NEW - (NEW - OLD) * np.clip(age, 0.0, 1.0)) * share
    pieces = np.column_stack([alpha[:-1], alpha[1:]])
    pieces[times[1:] > t] = AHEAD * share
    known = np.isfinite(places[:, 0] + places[:, 1] + places[:, 2])
    whole = known[:-1] & known[1:]
    count = int(whole.sum())
    if not count:
        return None
    colours = np.empty((count, 2, 4))
    colours[:, :, :3] = colour[:3]
    colours[:, :, 3] = pieces[whole]
    return Lines(places[:-1][whole], places[1:][whole], colours, np.full(count, WIDTH if share == 1.0 else 0.6 * WIDTH))


def bounds(recording: Recording, ends: Mapping[str, np.ndarray]) -> np.ndarray:
    """Points that trails pass through, (n, 3)."""
    found = [track(recording, end, here)[1] for end, here in ends.items()]
    places = np.concatenate([*found, np.zeros((0, 3))])
    return places[np.isfinite(places).all(axis=1)]
