"""Paces a live run by the wall clock times a speed, and reports when it cannot keep up."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from mars.document.circuit import Circuit
from mars.errors import RunError
from mars.records.live import Changed, Live
from mars.start.kinematic_mode import CannotFollowError

FRAME = 1 / 60  # seconds between two frames
BUDGET = 0.014  # seconds of these for steps
MEMORY = 1.0  # seconds over which the real-time factor is measured
PATIENCE = 1.0  # seconds for one manual step
FEWEST = 16  # minimum samples per frame, whatever their cost
FINE, LONGEST, MOST = 2000, 1 / 120, 100_000  # samples of a whole run; seconds between samples; maximum samples


@dataclass(frozen=True)
class FrameBatch:
    """The watched variables at some times, one row each; `factor`: simulated seconds per wall-clock second."""

    times: np.ndarray
    values: np.ndarray
    factor: float | None
    behind: bool  # the machine is too slow for the requested speed


class Paced:
    """Call `beat` about every 1/60 s during the run. Samples lie on a grid; the last one of each call is the frame shown."""

    def __init__(self, live: Live, speed: float | None = 1.0, clock: Callable[[], float] = time.perf_counter):
        self.live, self.speed, self._clock = live, speed, clock
        span = live.end - live.begin
        self.sample = max(min(span / FINE, LONGEST), span / MOST)
        self.shown = live.t  # time of the last frame; a branch continues from there
        self.is_paused = False
        self._counted = int((self.shown - live.begin) / self.sample)  # samples delivered
        self._cost = 1e-4  # real seconds per sample
        self._began = False
        self._anchor = (self._clock(), self.shown)
        self._recent: deque[tuple[float, float]] = deque()  # wall clock, time shown

    @property
    def is_over(self) -> bool:
        return self.live.status != "running" and self.shown >= self.live.t

    def pause(self) -> None:
        self.is_paused = True
        self._recent.clear()

    def resume(self) -> None:
        self.is_paused = False
        self._hold_on()

    def set_speed(self, speed: float | None) -> None:
        self.speed = speed
        self._hold_on()

    def wait(self) -> float:
        """Seconds until the next `beat` is due."""
        if self.speed is None or not self._recent:
            return 0.0
        return min(max(0.0, self._recent[-1][0] + FRAME - self._clock()), FRAME)

    def step(self) -> FrameBatch:
        """One frame forward, or a part of it if it takes very long."""
        length = self.sample if self.speed is None else FRAME * self.speed
        return self._go(self.shown + length, PATIENCE)

    def change(self, circuit: Circuit) -> Changed:
        """Continue with another circuit from the time shown."""
        return self.live.change(circuit, self.shown)

    def look(self) -> FrameBatch:
        """The current frame again: a changed circuit may show it differently."""
        times = np.array([self.shown])
        return FrameBatch(times, self.live.frames(times), None, behind=False)

    def beat(self) -> FrameBatch:
        """Advance to the wall clock, as far as the time budget allows."""
        if not self._began:  # the first frame is the start itself
            self._began = True
            self._hold_on()
            self._factor(self._clock())
            return self.look()
        wall, t = self._anchor
        goal = self.live.end if self.speed is None else t + (self._clock() - wall) * self.speed
        return self._go(goal, BUDGET)

    def _go(self, goal: float, budget: float) -> FrameBatch:
        live = self.live
        with suppress(RunError):  # the status reports it, and the frames so far are shown
            live.advance(goal, budget)
        farthest = self.shown + self.sample * max(FEWEST, budget / self._cost)
        before, self.shown = self.shown, max(self.shown, min(goal, live.t, farthest))
        behind = self.shown < min(goal, live.end if live.status == "running" else live.t)
        begun, times = self._clock(), self._times(before)
        try:
            values = live.frames(times)
        except CannotFollowError as error:
            times = times[times <= error.reached]
            self.shown = live.t
            values = live.frames(times)
        now = self._clock()
        if times.size >= FEWEST:  # with fewer, overhead dominates
            self._cost = max(1e-6, 0.5 * (self._cost + (now - begun) / times.size))
        if behind:
            self._anchor = (now, self.shown)
        # A law without a value is reported at the end and not drawn; other watched variables may be NaN.
        good = np.isfinite(values[:, : len(live.coordinates)]).all(axis=1)
        return FrameBatch(times[good], values[good], self._factor(now), behind and self.speed is not None)

    def _times(self, before: float) -> np.ndarray:
        """Samples of the grid up to the time shown, and that time itself."""
        last = int((self.shown - self.live.begin) / self.sample)
        grid = self.live.begin + self.sample * np.arange(self._counted, last + 1)
        self._counted = last + 1
        grid = grid[(grid > before) & (grid < self.shown)]
        return np.append(grid, self.shown) if self.shown > before else grid

    def _factor(self, now: float) -> float | None:
        self._recent.append((now, self.shown))
        while len(self._recent) > 2 and now - self._recent[0][0] > MEMORY:
            self._recent.popleft()
        wall, t = self._recent[0]
        return (self.shown - t) / (now - wall) if now - wall > 0.2 else None

    def _hold_on(self) -> None:
        """The wall clock counts from here."""
        self._anchor = (self._clock(), self.shown)
        self._recent.clear()
