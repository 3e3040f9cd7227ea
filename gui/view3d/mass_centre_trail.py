"""The path of the centre of mass: computed from the poses of a run, a few at a time."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from .frame import Colour, Lines
from .mass_centre import centre_of
from .trails import lines_along

if TYPE_CHECKING:
    from ..runs.recording import Recording
    from .mechanism import Mechanism

PLACES = 240  # over the length of a run
PATIENCE = 0.003  # s per frame


class MassCentreTrail:
    """No variable of a run gives the common centre of mass, so it is computed at some times and cached."""

    def __init__(self, mechanism: Mechanism):
        self.mechanism = mechanism
        self.recording: Recording | None = None
        self.times: list[float] = []
        self.places: list[np.ndarray] = []

    def lines(self, recording: Recording, t: float, now: np.ndarray, colour: Colour) -> Lines | None:
        self._go_on(recording)
        times, places = np.array(self.times), np.array(self.places).reshape(-1, 3)
        return lines_along(times, places, t, now, recording.end - recording.begin, colour)

    def complete(self, recording: Recording) -> None:
        self._go_on(recording, patience=float("inf"))

    @property
    def is_complete(self) -> bool:
        return self.recording is None or not self.times or self._next(self.recording) > self.recording.last

    def _next(self, recording: Recording) -> float:
        step = max(recording.end - recording.begin, 1e-9) / PLACES
        return self.times[-1] + step if self.times else float(recording.times[0])

    def _go_on(self, recording: Recording, patience: float = PATIENCE) -> None:
        if recording is not self.recording or (self.times and self.times[-1] > recording.last):  # another run, or one cut back
            self.recording, self.times, self.places = recording, [], []
        tree, weights, began = self.mechanism.tree, self.mechanism.weights, perf_counter()
        while (t := self._next(recording)) <= recording.last and perf_counter() - began < patience:
            place = centre_of(weights, tree.at(recording.at(t), t))
            if place is None:
                return
            self.times.append(t)
            self.places.append(place)
