"""The base: a point of the backbone node, at rest or moved by a law."""

from math import cos, sin
from typing import Any

from mars.component import FRAME, Axis, Base, Icon, LawOf, Orientation, Port, Pose, Vector, algebra, ca


class BaseComponent(Base, kind="bodies.base"):
    """A fixed base, or one that moves along and about an axis by given laws. All bases belong to the one backbone node."""

    letters = "Base"
    frame = Port(FRAME, at=(0, -20), open="free", name="1", help="attachment point")
    place = Vector((0, 0, 0), "m", "position in the global basis", key_parameter=True)
    orientation = Orientation()
    travel_x = LawOf(0, "m", "displacement along x over time", smooth=1)
    travel_y = LawOf(0, "m", "displacement along y over time", smooth=1)
    travel_z = LawOf(0, "m", "displacement along z over time", smooth=1)
    axis = Axis((0, 0, 1), help="rotation axis of the base, in the global basis")
    rotation = LawOf(0, "rad", "rotation about the axis over time", smooth=1)
    icon = Icon(
        ("frame", "M0,-20 v14"),
        ("line", "M-20,-6 h40"),
        ("thin", "M-14,-6 l-6,8 M-4,-6 l-6,8 M6,-6 l-6,8 M16,-6 l-6,8"),
    )

    def pose(self, t: Any, segment: Any) -> Pose:
        travels = [0.0 if law.is_zero else law.at(t, segment) for law in (self.travel_x, self.travel_y, self.travel_z)]
        orientation = algebra.fixed_angles(self.orientation)
        if not self.rotation.is_zero:
            orientation = algebra.product(rodrigues(self.axis, self.rotation.at(t, segment)), orientation)
        return Pose([algebra.add(a, b) for a, b in zip(self.place, travels, strict=True)], orientation)


def rodrigues(axis: list[float], angle: Any) -> list[list[Any]]:
    """Rotation about any unit axis: R = cos·1 + sin·[e] + (1 − cos)·e eᵀ."""
    c, s = (cos(angle), sin(angle)) if isinstance(angle, float) else (ca.cos(angle), ca.sin(angle))
    x, y, z = axis
    skewed = [[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]]
    return [[(c if i == j else 0.0) + s * skewed[i][j] + (1 - c) * axis[i] * axis[j] for j in range(3)] for i in range(3)]
