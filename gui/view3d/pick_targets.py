"""What is under the mouse: a point with its ports, a component, or nothing."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mars.mechanism.poses import Poses

from .camera import Projection
from .frame import Frame
from .point_labels import MeetingPoint, PointLabel
from .ray_pick import pick

REACH = 7.0  # pixels around a point
LINE_REACH = 5.0


@dataclass(frozen=True)
class PickTarget:
    component: str  # selected by a click
    lit: frozenset[str]  # highlighted on hovering
    body: str = ""  # pulled by a drag
    r: np.ndarray | None = None  # where it was grabbed, in the world
    place: MeetingPoint | None = None


def target_at(
    x: float, y: float, labels: list[PointLabel], frame: Frame, poses: Poses, projection: Projection
) -> PickTarget | None:
    near = [(abs(label.at.x() - x) + abs(label.at.y() - y), i) for i, label in enumerate(labels)]
    if near and min(near)[0] <= REACH:
        return _of_place(labels[min(near)[1]].place)
    found = pick(frame, projection, x, y)
    if found is None:
        line = _line_at(x, y, poses, projection)
        return PickTarget(line, frozenset({line})) if line else None
    if found.owner in poses.bodies:
        return PickTarget(found.owner, frozenset({found.owner}), found.owner, found.place)
    return PickTarget(found.owner, frozenset({found.owner}), _moved_by(found.owner, labels, poses), found.place)


def _of_place(place: MeetingPoint) -> PickTarget:
    """A joint takes precedence over its bodies, which can be clicked anywhere else; of two bodies the outer one is pulled."""
    owners = [*place.joints, *place.bodies, *(end.partition(".")[0] for end in place.ends)]
    body = place.bodies[-1] if place.bodies else ""
    return PickTarget(owners[0], frozenset(place.ends), body, place.r, place)


def _moved_by(joint: str, labels: list[PointLabel], poses: Poses) -> str:
    """The body on side 2 of a joint."""
    if joint not in poses.joints:
        return ""
    end = f"{joint}.2"
    place = next((label.place for label in labels if end in label.place.ends), None)
    return place.bodies[-1] if place is not None and place.bodies else ""


def _line_at(x: float, y: float, poses: Poses, projection: Projection) -> str:
    best = (LINE_REACH, "")
    for name, (a, b) in poses.lines.items():
        (ax, ay, near), (bx, by, far) = projection.project(np.array([a, b])).tolist()
        if near <= 0 or far <= 0:
            continue
        dx, dy = bx - ax, by - ay
        share = ((x - ax) * dx + (y - ay) * dy) / max(dx * dx + dy * dy, 1e-12)
        share = max(0.0, min(1.0, share))
        best = min(best, (float(np.hypot(x - ax - share * dx, y - ay - share * dy)), name))
    return best[1]
