"""Closes loops numerically by the smallest change of the coordinates, with the same search as the model's assembly."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from time import thread_time

import numpy as np

from mars.mechanism.frames import Seat
from mars.mechanism.poses.least_change import least_change
from mars.mechanism.poses.numeric_frames import Columns, FramePoses, NumericFrames, Pins

CLOSED = 1e-12  # relative to the size of the mechanism
TRIES = 20  # from the drawn start, then with small, then large perturbations
STEPS = 60
ROUNDING = 1e-14  # of the terms of a coupling
LARGEST_TURN = 0.5  # rad, or relative to the size of the mechanism, in one step

Roots = Sequence[tuple[np.ndarray, np.ndarray]]


@dataclass
class Loop:
    """Two parts of one body that must have the same pose."""

    body: str
    first: Seat
    second: Seat


@dataclass
class Held:
    """A point that follows a path, and its basis if an orientation is given."""

    component: str
    seat: Seat
    place: np.ndarray
    orientation: np.ndarray | None


@dataclass
class PointTarget:
    """A coordinate in space at which a point should start."""

    seat: Seat
    axis: int
    value: float


@dataclass
class Demands:
    """The conditions that the coordinates must satisfy."""

    motions: tuple[str, ...] = ()
    loops: list[Loop] = field(default_factory=list)
    couplings: list[tuple[np.ndarray, float]] = field(default_factory=list)  # factors over x and their sum
    held: list[Held] = field(default_factory=list)
    targets: list[PointTarget] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.loops or self.couplings or self.held or self.targets)


class Search:
    """Gaps of all demands, and the smallest change of the moving coordinates that closes them."""

    def __init__(
        self,
        frames: NumericFrames,
        columns: Columns,
        roots: Roots,
        demands: Demands,
        fixed: Collection[int] = (),
        guessed: Collection[int] = (),
    ):
        self.frames, self.columns, self.roots, self.demands = frames, columns, roots, demands
        seats = [seat for loop in demands.loops for seat in (loop.first, loop.second)]
        seats += [h.seat for h in demands.held] + [w.seat for w in demands.targets]
        self.pins = Pins.of(seats)
        self.reached = columns.reached_by(self.pins)
        self.may_move = np.array([first not in fixed for first in columns.state], dtype=float)
        self.guessed = np.array([first in guessed for first in columns.state], dtype=float)
        self.kept = [("xyz".index(m[1]), m[0] == "R") for m in demands.motions]
        self.size = 1.0
        self.loop_rows = len(self.kept) * len(demands.loops)
        self.linear = slice(self.loop_rows, self.loop_rows + len(demands.couplings))

    def placed(self, x: np.ndarray) -> FramePoses:
        return self.frames.put(x, self.roots)

    def gaps(self, x: np.ndarray, placed: FramePoses | None = None) -> np.ndarray:
        points, bases = (placed or self.placed(x)).at(self.pins)
        found: list[float] = []
        for i in range(len(self.demands.loops)):
            gap, turn = points[2 * i + 1] - points[2 * i], _sines(bases[2 * i + 1] @ bases[2 * i].T)
            found += [turn[axis] if turns else gap[axis] for axis, turns in self.kept]
        found += [float(factors @ x) - value for factors, value in self.demands.couplings]
        at = 2 * len(self.demands.loops)
        for held in self.demands.held:
            found += list(points[at] - held.place)
            found += list(_sines(bases[at] @ held.orientation.T)) if held.orientation is not None else []
            at += 1
        found += [points[at + i][target.axis] - target.value for i, target in enumerate(self.demands.targets)]
        return np.array(found, dtype=float)

    def slopes(self, x: np.ndarray, placed: FramePoses | None = None) -> np.ndarray:
        placed = placed or self.placed(x)
        along, about = self.columns.slopes(placed, placed.at(self.pins)[0], self.reached)
        rows: list[np.ndarray] = []
        for i in range(len(self.demands.loops)):
            gap, turn = along[2 * i + 1] - along[2 * i], about[2 * i + 1] - about[2 * i]
            rows += [(turn if turns else gap)[:, axis] for axis, turns in self.kept]
        count = len(self.columns.scalars)
        for factors, _ in self.demands.couplings:
            rows.append(np.concatenate([factors[self.columns.scalars], np.zeros(self.columns.size - count)]))
        at = 2 * len(self.demands.loops)
        for held in self.demands.held:
            rows += [*along[at].T, *(about[at].T if held.orientation is not None else ())]
            at += 1
        rows += [along[at + i][:, target.axis] for i, target in enumerate(self.demands.targets)]
        return np.array(rows, dtype=float).reshape(len(rows), self.columns.size)

    def measure(self, x: np.ndarray) -> None:
        """Lever arms of the joints about the cut points: the reference length for gaps."""
        lengths = [row for row in range(self.loop_rows) if not self.kept[row % len(self.kept)][1]]
        self.size = float(np.abs(self.slopes(x)[lengths]).max(initial=0.0)) or 1.0

    def closed(self, x0: np.ndarray, patience: float) -> tuple[np.ndarray, bool]:
        """The state that meets the demands, or the best one found within `patience` seconds, and whether it meets them.

        Couplings are met exactly, in one step of any length; then loops are searched for, first with all guesses kept.
        """
        if not np.all(np.isfinite(x0)):
            return x0, False
        self.measure(x0)
        end = thread_time() + patience
        x0 = self._coupled(x0)
        if np.any(self.guessed * self.may_move):
            found, met = self._search(x0, 1, end, self.may_move * (self.guessed == 0))
            if met:
                return found, True
        return self._search(x0, TRIES, end, self.may_move)

    def _coupled(self, x: np.ndarray) -> np.ndarray:
        for _ in range(2 if self.demands.couplings else 0):  # the second step removes rounding
            K, gap = self.slopes(x)[self.linear], self.gaps(x)[self.linear]
            x = self.frames.moved(x, self.columns, least_change(K, gap, self.may_move, self.guessed))
        return x

    def missing(self, x: np.ndarray, placed: FramePoses | None = None) -> np.ndarray:
        """The gaps, those of couplings without rounding, which grows with the turns of a motor behind a gear."""
        gap = self.gaps(x, placed)
        terms = np.array([float(np.abs(factors) @ np.abs(x)) + abs(value) for factors, value in self.demands.couplings])
        gap[self.linear] = np.where(np.abs(gap[self.linear]) <= ROUNDING * terms, 0.0, gap[self.linear])
        return gap

    def _search(self, x0: np.ndarray, tries: int, end: float, may_move: np.ndarray) -> tuple[np.ndarray, bool]:
        best, smallest = x0, np.inf
        for attempt in range(tries):
            shaken = 0.1 * attempt if attempt < TRIES // 2 else 0.3 * attempt
            shake = np.random.default_rng(attempt).normal(size=self.columns.size)
            x = x0 if attempt == 0 else self._coupled(self.frames.moved(x0, self.columns, shaken * shake * may_move))
            for _ in range(STEPS):
                placed = self.placed(x)
                gap = self.missing(x, placed)
                worst = float(np.abs(gap).max(initial=0.0))
                if worst < smallest:
                    best, smallest = x, worst
                if worst < CLOSED * self.size:
                    return x, True
                K = self.slopes(x, placed)
                step = least_change(K, gap, may_move)
                if float(np.abs(step).max(initial=0.0)) < 1e-15 or thread_time() > end:
                    break
                bends = np.any(np.delete(K, self.linear, axis=0) != 0.0, axis=0)  # other coordinates may move by any length
                largest = float(np.abs(step * bends / self._units).max(initial=0.0))
                x = self.frames.moved(x, self.columns, step * min(1.0, LARGEST_TURN / max(1e-300, largest)))
            if smallest < 1e3 * CLOSED * self.size:
                return best, True
            if thread_time() > end or not may_move.any():
                break
        return best, False

    @property
    def _units(self) -> np.ndarray:
        """Lengths are compared with the size of the mechanism."""
        return np.where(self.columns.turns, 1.0, max(1.0, self.size))

    def least(self, K: np.ndarray, gap: np.ndarray) -> np.ndarray:
        """The smallest change that closes the gap to first order."""
        return least_change(K, gap, self.may_move)

    def unwound(self, x: np.ndarray, given: Collection[int]) -> np.ndarray:
        """Angles that were found rather than given, brought within half a turn of zero."""
        count = len(self.columns.scalars)
        for position, turns in zip(self.columns.scalars, self.columns.turns[:count], strict=True):
            whole = round(float(x[position]) / (2 * np.pi)) if turns else 0
            if whole == 0 or position in given:
                continue
            less = x.copy()
            less[position] -= 2 * np.pi * whole
            if np.abs(self.gaps(less)).max(initial=0.0) < 1e3 * CLOSED * self.size:  # gears see whole turns
                x = less
        return x

    def largest(self, x: np.ndarray) -> tuple[float, str]:
        """The largest remaining gap of a loop or a path, and where it is."""
        gaps, width = self.gaps(x), len(self.kept)
        found = [(0.0, "")]
        lengths = np.array([1.0 if not turns else self.size for _, turns in self.kept])  # a rotation moves the far end
        for i, loop in enumerate(self.demands.loops):
            found.append((float(np.linalg.norm(gaps[width * i : width * (i + 1)] * lengths)), loop.body))
        at = self.loop_rows + len(self.demands.couplings)
        for held in self.demands.held:
            found.append((float(np.linalg.norm(gaps[at : at + 3])), held.component))
            at += 3 if held.orientation is None else 6
        gap, where = max(found)
        return (gap, where) if gap > 1e-9 * self.size else (0.0, "")


def _sines(Q: np.ndarray) -> np.ndarray:
    """The vector part of a rotation: its sine along its axis."""
    return 0.5 * np.array([Q[2, 1] - Q[1, 2], Q[0, 2] - Q[2, 0], Q[1, 0] - Q[0, 1]])
