"""The data types of a circuit's poses."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

Placement = tuple[np.ndarray, np.ndarray]  # position r and orientation R (columns: own axes) in the global basis
CoordinateValue = float | tuple[float, float, float]  # three rotations about the fixed axes x, y, z for an attitude


@dataclass(frozen=True)
class JointCoordinate:
    """A joint coordinate by its name in results. `start` is None if the document has no usable value."""

    name: str
    joint: str
    unit: str
    motion: str  # turn, slide or ball; a ball's value is three rotations
    start: CoordinateValue | None = None
    how: str = "free"  # fixed, guess or free
    given: bool = False  # its value is given by a law
    driven: bool = False  # its speed is given by a law, so that nothing moves it at the start
    locked: bool = False  # given or driven, and held still
    implicit: bool = False  # of the free joint of a part without a base: no start value can be stored for it


@dataclass(frozen=True)
class JointPose:
    """A joint in space: its motions in order with their axes, and the positions of its sides, apart if a slider is extended."""

    place: np.ndarray
    axes: list[tuple[str, np.ndarray]]  # turn, slide or ball, and the unit vector in the global basis
    r1: np.ndarray
    r2: np.ndarray


@dataclass(frozen=True)
class PlanePose:
    """A plane for contacts."""

    place: np.ndarray
    normal: np.ndarray


@dataclass
class Poses:
    """All poses. Vectors and matrices are in the global basis."""

    points: dict[str, Placement] = field(default_factory=dict)  # "SB1.2": every vector port with a known position
    bodies: dict[str, Placement] = field(default_factory=dict)  # basis at point 1
    bases: dict[str, Placement] = field(default_factory=dict)
    joints: dict[str, JointPose] = field(default_factory=dict)
    lines: dict[str, tuple[np.ndarray, np.ndarray]] = field(default_factory=dict)  # springs, ropes, meters between two points
    planes: dict[str, PlanePose] = field(default_factory=dict)
    coordinates: dict[str, float] = field(default_factory=dict)  # as assembled; "KN1.attitude.w" … for a quaternion
    attitudes: dict[str, tuple[float, float, float]] = field(default_factory=dict)  # "KN1.attitude" as three rotations
    loose: frozenset[str] = frozenset()  # bodies and joints without a base
    gap: float = 0.0  # m, the largest gap of a loop or a path
    gap_at: str = ""  # the body or path with this gap

    def value(self, name: str) -> CoordinateValue | None:
        """A coordinate as it would be typed."""
        return self.attitudes.get(name, self.coordinates.get(name))


def turns_of(R: np.ndarray) -> tuple[float, float, float]:
    """The rotations about the fixed axes x, then y, then z that give this orientation."""
    level = float(np.hypot(R[0, 0], R[1, 0]))
    y = float(np.arctan2(-R[2, 0], level))
    if level < 1e-9:  # straight up or down only the sum of the other two matters
        return float(np.arctan2(-R[1, 2], R[1, 1])), y, 0.0
    return float(np.arctan2(R[2, 1], R[2, 2])), y, float(np.arctan2(R[1, 0], R[0, 0]))
