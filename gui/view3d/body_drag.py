"""Dragging a body with the mouse: its joints follow; releasing it stores their start values as one edit."""

from __future__ import annotations

from math import degrees, radians
from typing import Any

import numpy as np

from mars import flat_names
from mars.document.circuit import Circuit
from mars.mechanism.poses import JointCoordinate, Poses
from mars.translation import languages

from ..document.document import Document
from ..i18n import translate
from .camera import Projection
from .mechanism import Mechanism

DEGREES, METRES = 1, 3  # decimals that are stored


class BodyDrag:
    """One gesture: any number of moves, then end or cancel. Nothing is stored before the end."""

    def __init__(self, mechanism: Mechanism, body: str, held: np.ndarray, projection: Projection, poses: Poses):
        self.mechanism, self.body = mechanism, body
        r, R = poses.bodies[body]
        self.point = R.T @ (held - r)
        self.held = held
        self.before = self.poses = poses
        normal = mechanism.ground.normal if mechanism.is_planar else projection.camera.axes[:, 2]
        if abs(float(normal @ projection.camera.axes[:, 2])) < 0.15:  # the plane is seen edge-on
            normal = projection.camera.axes[:, 2]
        self.normal = normal

    def move(self, x: float, y: float, from_x: float, from_y: float, projection: Projection) -> Poses:
        """The pose with the grabbed point as close to the mouse as the joints allow."""
        now, then = (projection.on_plane(*at, self.held, self.normal) for at in ((x, y), (from_x, from_y)))
        if now is not None and then is not None:
            target = self.held + now - then
            self.poses = self.mechanism.tree.pulled(self.body, self.point.tolist(), target.tolist(), self.poses.coordinates)
        return self.poses

    def changed(self) -> dict[str, Any]:
        """Start values as they would be typed, of the coordinates that moved."""
        found = {}
        for name, coordinate in self.mechanism.tree.coordinates.items():
            old, new = self.before.value(name), self.poses.value(name)
            if new is not None and not (coordinate.given or coordinate.implicit) and _differ(old, new, coordinate):
                found[name] = typed(new, coordinate)
        return found

    def moves_only_loosely(self) -> bool:
        """Whether the body is not connected to a base, so that no start value can place it."""
        return self.body in self.before.loose

    def end(self, document: Document) -> bool:
        """Store the moved coordinates; False if there are none."""
        values = self.changed()
        if not values:
            return False
        coordinates = self.mechanism.tree.coordinates
        usual = "guess" if self.mechanism.tree.topology.has_loops else "fixed"

        def write(circuit: Circuit) -> None:
            for name, value in values.items():
                how = coordinates[name].how
                circuit.set_start(name, value, how if how in ("fixed", "guess") and name in circuit.start else usual)

        document.edit_root(translate("MotionView", "Move {0} in space").format(flat_names.shown(self.body)), write, merge="pull")
        document.end_merging()
        return True

    def coordinates_text(self) -> str:
        """The moving coordinates, as text."""
        parts = []
        coordinates = self.mechanism.tree.coordinates
        joints = [coordinate.joint for coordinate in coordinates.values()]
        for name in self.changed():
            value, joint = self.poses.value(name), coordinates[name].joint
            if isinstance(value, float):
                words = flat_names.shown(joint) if joints.count(joint) == 1 else name
                parts.append(f"{words} {shown(value, coordinates[name].unit)}")
        return ", ".join(parts[:3]) + (" …" if len(parts) > 3 else "")


def _differ(old: Any, new: Any, coordinate: JointCoordinate) -> bool:
    least = radians(0.5 * 10**-DEGREES) if coordinate.unit == "rad" or coordinate.motion == "ball" else 0.5 * 10**-METRES
    return old is None or bool(np.max(np.abs(np.subtract(new, old))) >= least)


def typed(value: Any, coordinate: JointCoordinate) -> Any:
    """Rounded to 0.1 deg or 1 mm, with its unit."""
    if isinstance(value, tuple):
        return [f"{round(degrees(turn), DEGREES) + 0.0:g} deg" for turn in value]
    if coordinate.unit == "rad":
        return f"{round(degrees(value), DEGREES) + 0.0:.10g} deg"
    return f"{round(value, METRES) + 0.0:.10g} m"


def shown(value: float, unit: str) -> str:
    text = f"{degrees(value):.1f}°" if unit == "rad" else f"{value * 1000:.0f} mm" if abs(value) < 0.1 else f"{value:.3f} m"
    return languages.unit_text(text.replace("-", "−"))
