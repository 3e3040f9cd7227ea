"""Dragging a body: its joints follow the mouse by damped least squares, with loops kept closed."""

from __future__ import annotations

from collections.abc import Collection
from time import thread_time

import numpy as np

from mars.mechanism.frames import Seat
from mars.mechanism.poses.close_loops import LARGEST_TURN, Search
from mars.mechanism.poses.numeric_frames import Pins

STEPS = 80
CLOSING = 4  # steps that close the loops again after each step towards the target
NEAR = 1e-10  # relative to the size of the mechanism


def pull(
    search: Search,
    x: np.ndarray,
    seat: Seat,
    target: np.ndarray,
    never: Collection[int],
    stiff: Collection[int],
    patience: float,
) -> np.ndarray:
    """The state with the seat closest to the target. `stiff` coordinates move only if the others cannot."""
    if not np.all(np.isfinite(target)):
        return x
    search.measure(x)
    state = search.columns.state
    for still in ({*never, *stiff}, {*never}):
        search.may_move = np.array([first not in still for first in state], dtype=float)
        puller = Puller(search, seat, target)
        if puller.can_move(x):
            return puller.pulled(x, thread_time() + patience)
    return x


class Puller:
    def __init__(self, search: Search, seat: Seat, target: np.ndarray):
        self.search, self.target = search, target
        self.pin = Pins.of([seat])
        self.reached = search.columns.reached_by(self.pin)
        self.has_demands = bool(search.demands)

    def can_move(self, x: np.ndarray) -> bool:
        slopes = self._slopes(x) @ self._free(x)[1]
        return bool(np.abs(slopes).max(initial=0.0) > 1e-7)

    def pulled(self, x: np.ndarray, end: float) -> np.ndarray:
        """Levenberg–Marquardt: a step that does not get closer is damped more and tried again."""
        miss, damping = self._miss(x), 1e-3
        for _ in range(STEPS):
            distance = float(np.linalg.norm(miss))
            if distance < NEAR * max(self.search.size, 1e-3) or damping > 1e8 or thread_time() > end:
                break
            closing, free = self._free(x)
            J = self._slopes(x) @ free
            if not np.all(np.isfinite(J)):
                break
            weight = damping * max(1e-12, float(np.abs(J @ J.T).max(initial=0.0)))
            step = closing + free @ (J.T @ np.linalg.solve(J @ J.T + weight * np.eye(3), miss))
            largest = float(np.abs(step).max(initial=0.0))
            tried = self._closed(self._moved(x, step * min(1.0, LARGEST_TURN / max(largest, 1e-300))))
            if tried is not None and np.linalg.norm(self._miss(tried)) < distance * (1 - 1e-6):
                x, miss, damping = tried, self._miss(tried), max(1e-9, damping / 8)
            else:
                damping *= 8
        return x

    def _moved(self, x: np.ndarray, step: np.ndarray) -> np.ndarray:
        return self.search.frames.moved(x, self.search.columns, step)

    def _miss(self, x: np.ndarray) -> np.ndarray:
        return self.target - self.search.placed(x).at(self.pin)[0][0]

    def _slopes(self, x: np.ndarray) -> np.ndarray:
        """Derivatives of the dragged point, a row for each axis."""
        placed = self.search.placed(x)
        along, _ = self.search.columns.slopes(placed, placed.at(self.pin)[0], self.reached)
        return along[0].T * self.search.may_move

    def _free(self, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The step that closes the gaps, and the projection onto steps that do not open any."""
        free = np.diag(self.search.may_move)
        if not self.has_demands:
            return np.zeros(self.search.columns.size), free
        K, gap = self.search.slopes(x) * self.search.may_move, self.search.gaps(x)
        scale = np.linalg.norm(K, axis=1, keepdims=True)
        K = np.where(scale > 1e-9 * scale.max(initial=0.0), K / np.maximum(scale, 1e-300), 0.0)
        if not np.all(np.isfinite(K)):
            return np.zeros(self.search.columns.size), np.zeros_like(free)
        return self.search.least(self.search.slopes(x), gap), free @ (np.eye(free.shape[0]) - np.linalg.pinv(K, rcond=1e-7) @ K)

    def _closed(self, x: np.ndarray) -> np.ndarray | None:
        """The state with its loops closed again, or None if that fails."""
        if not self.has_demands:
            return x
        for _ in range(CLOSING):
            gap = self.search.gaps(x)
            if np.abs(gap).max(initial=0.0) < 1e-11 * self.search.size:
                return x
            x = self._moved(x, self.search.least(self.search.slopes(x), gap))
        return x if np.abs(self.search.gaps(x)).max(initial=0.0) < 1e-8 * self.search.size else None
