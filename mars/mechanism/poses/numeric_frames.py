"""The frames of a skeleton with numbers: their poses, and how points on them move with the coordinates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, sin

import numpy as np

from mars.mechanism.frames import Frame, Seat, Skeleton


@dataclass
class Pins:
    """Constant poses in frames, as arrays."""

    frame: np.ndarray
    place: np.ndarray
    orientation: np.ndarray

    @classmethod
    def of(cls, seats: Sequence[Seat]) -> Pins:
        return cls(
            np.array([seat.frame for seat in seats], dtype=int),
            np.array([seat.place for seat in seats], dtype=float).reshape(-1, 3),
            np.array([seat.orientation for seat in seats], dtype=float).reshape(-1, 3, 3),
        )


@dataclass
class FramePoses:
    """All frames in the global basis; `before` is a ball's basis before its own rotation."""

    r: np.ndarray
    R: np.ndarray
    before: dict[int, np.ndarray]

    def at(self, pins: Pins) -> tuple[np.ndarray, np.ndarray]:
        R = self.R[pins.frame]
        return self.r[pins.frame] + np.einsum("nij,nj->ni", R, pins.place), R @ pins.orientation


class NumericFrames:
    """State x: all scalar coordinates in the order of their nodes, then four numbers for each ball in the order of frames."""

    def __init__(self, skeleton: Skeleton):
        self.frames = skeleton.frames
        nodes = sorted(frame.nodes[0] for frame in self.frames if frame.motion in ("turn", "slide"))
        self.scalar = {node: i for i, node in enumerate(nodes)}
        self.balls = {i: len(nodes) + 4 * k for k, i in enumerate(self._with("ball"))}
        self.size = len(nodes) + 4 * len(self.balls)
        self.place = np.array([frame.place for frame in self.frames], dtype=float).reshape(-1, 3)
        self.turned = [_unless_identity(frame) for frame in self.frames]
        self.paths: list[frozenset[int]] = []  # frames from the root to each frame
        for i, frame in enumerate(self.frames):
            self.paths.append((self.paths[frame.parent] if frame.parent >= 0 else frozenset()) | {i})

    def _with(self, motion: str) -> list[int]:
        return [i for i, frame in enumerate(self.frames) if frame.motion == motion]

    def zero(self) -> np.ndarray:
        x = np.zeros(self.size)
        x[list(self.balls.values())] = 1.0
        return x

    def index(self, frame: int) -> int:
        """Index of the first state of a frame's motion."""
        return self.balls[frame] if frame in self.balls else self.scalar[self.frames[frame].nodes[0]]

    def put(self, x: np.ndarray, roots: Sequence[tuple[np.ndarray, np.ndarray]]) -> FramePoses:
        """All frames at a state; `roots` are the poses of the root frames in their order."""
        count = len(self.frames)
        r, R = np.zeros((count, 3)), np.zeros((count, 3, 3))
        before: dict[int, np.ndarray] = {}
        values, waiting = x.tolist(), iter(roots)
        for i, frame in enumerate(self.frames):
            if frame.motion == "root":
                r[i], R[i] = next(waiting)
                continue
            outer = R[frame.parent]
            here = r[frame.parent] + outer @ self.place[i]
            turned = self.turned[i]
            basis = outer if turned is None else outer @ turned
            if frame.motion == "turn":
                angle = frame.sign * values[self.scalar[frame.nodes[0]]]
                basis = _turned(basis, frame.axis, cos(angle), sin(angle))
            elif frame.motion == "slide":
                here = here + basis[:, frame.axis] * (frame.sign * values[self.scalar[frame.nodes[0]]])
            else:
                before[i] = basis
                first = self.balls[i]
                Q = rotation_of(x[first : first + 4])
                basis = basis @ (Q if frame.sign > 0 else Q.T)
            r[i], R[i] = here, basis
        return FramePoses(r, R, before)

    def moved(self, x: np.ndarray, columns: Columns, step: np.ndarray) -> np.ndarray:
        """The state after small steps along the columns; the three of a ball are a rotation about the axes of side 1."""
        x = x.copy()
        count = len(columns.scalars)
        x[columns.scalars] += step[:count]
        for i, first in enumerate(columns.balls):
            turn_ball(x, first, step[count + 3 * i : count + 3 * i + 3])
        return x


def turn_ball(x: np.ndarray, first: int, turn: np.ndarray) -> None:
    """Apply a small rotation about the axes of side 1 to the quaternion that starts at an index of the state."""
    s, v = x[first], x[first + 1 : first + 4].copy()
    x[first] = s - 0.5 * turn @ v
    x[first + 1 : first + 4] = v + 0.5 * (s * turn + np.cross(turn, v))
    x[first : first + 4] /= np.linalg.norm(x[first : first + 4])


class Columns:
    """The coordinates that may be moved: scalar ones in the order of x, then three rotations for each ball."""

    def __init__(self, frames: NumericFrames, free_nodes: set[int]):
        self.frames = frames
        moving = [i for i, frame in enumerate(frames.frames) if frame.motion != "root"]
        moving = [i for i in moving if all(node in free_nodes for node in frames.frames[i].nodes)]
        own = sorted((i for i in moving if i not in frames.balls), key=frames.index)
        balls = [i for i in moving if i in frames.balls]
        self.scalars = np.array([frames.index(i) for i in own], dtype=int)
        self.balls = [frames.index(i) for i in balls]
        self.owner = np.array([*own, *(i for i in balls for _ in range(3))], dtype=int)  # frame of each column
        self.state = np.array([*self.scalars, *(b for b in self.balls for _ in range(3))], dtype=int)  # index in x
        self.turns = np.array([frames.frames[i].motion != "slide" for i in self.owner], dtype=bool)
        self.axis = np.array([frames.frames[i].axis for i in own], dtype=int)
        self.sign = np.array([frames.frames[i].sign for i in own], dtype=float)
        self.size = self.owner.size

    def reached_by(self, pins: Pins) -> np.ndarray:
        """Which columns move which pins."""
        paths = [self.frames.paths[frame] for frame in pins.frame]
        return np.array([[owner in way for owner in self.owner] for way in paths], dtype=float).reshape(len(paths), self.size)

    def slopes(self, placed: FramePoses, points: np.ndarray, reached: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Velocities and angular velocities of points per speed of each column: shapes (points, columns, 3)."""
        count = len(self.scalars)
        axes = np.zeros((self.size, 3))
        axes[:count] = placed.R[self.owner[:count], :, self.axis] * self.sign[:, None]
        for column in range(count, self.size, 3):  # a ball rotates about the axes of side 1: the outer side if reversed
            i = int(self.owner[column])
            axes[column : column + 3] = placed.before[i].T if self.frames.frames[i].sign > 0 else -placed.R[i].T
        arms = points[:, None, :] - placed.r[self.owner][None]
        along = np.where(self.turns[None, :, None], _cross(axes[None], arms), axes[None]) * reached[..., None]
        about = np.where(self.turns[None, :, None], axes[None], 0.0) * reached[..., None]
        return along, about


def rotation_of(q: np.ndarray) -> np.ndarray:
    """Rotation matrix of a unit quaternion (w, x, y, z)."""
    w, x, y, z = q.tolist()
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def quaternion_of(turns: Sequence[float]) -> np.ndarray:
    """From rotations about the fixed axes x, then y, then z."""
    q = np.array([1.0, 0.0, 0.0, 0.0])
    for axis, angle in enumerate(turns):
        c, s = cos(angle / 2), sin(angle / 2)
        v = np.zeros(3)
        v[axis] = s
        q = np.concatenate([[c * q[0] - v @ q[1:]], c * q[1:] + q[0] * v + np.cross(v, q[1:])])
    return q


def _turned(basis: np.ndarray, axis: int, c: float, s: float) -> np.ndarray:
    """A basis rotated about one of its own axes."""
    i, j = (axis + 1) % 3, (axis + 2) % 3
    turned = basis.copy()
    turned[:, i] = c * basis[:, i] + s * basis[:, j]
    turned[:, j] = c * basis[:, j] - s * basis[:, i]
    return turned


def _unless_identity(frame: Frame) -> np.ndarray | None:
    C = np.array(frame.orientation, dtype=float)
    return None if np.array_equal(C, np.eye(3)) else C


def _cross(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Faster than numpy's own for arrays this small."""
    ax, ay, az, bx, by, bz = a[..., 0], a[..., 1], a[..., 2], b[..., 0], b[..., 1], b[..., 2]
    return np.stack([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx], axis=-1)
