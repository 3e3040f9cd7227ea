"""The circuit in space: its pose tree, its shapes, the up direction and the ground."""

from __future__ import annotations

import numpy as np

from mars.component.base import Body
from mars.component.domains import FRAME
from mars.document.circuit import Circuit
from mars.errors import MarsError
from mars.kinds.registry import kind_in
from mars.mechanism.poses import Poses, PoseTree, line_shapes_of, shapes_of

from ..document.document import LARGE
from .camera import FRONT, ISO, Camera, basis_for
from .grid import Ground
from .mass_centre import weights_of
from .pose_limits import in_reach, within
from .scene_objects import SceneObjects

ABOVE, BELOW, BESIDE = 34.0, 54.0, 30.0  # pixels reserved for buttons, corner axes and labels
EMPTY = 2.0  # visible metres of an empty image


class Mechanism:
    """Rebuilt from the circuit at every edit."""

    def __init__(self, circuit: Circuit):
        self.is_resting = len(circuit.components) > LARGE
        kinds = dict.fromkeys(each.kind for each in circuit.components.values())
        self.is_nowhere = bool(kinds) and not any(_is_somewhere(circuit, kind) for kind in kinds)
        self.tree = PoseTree(Circuit(motions=circuit.motions, gravity=circuit.gravity) if self.is_resting else circuit)
        self.start = self.tree.start()
        self.is_planar = set(circuit.motions) <= {"Tx", "Ty", "Rz"}
        try:
            self.gravity = np.array(circuit.gravity_vector(), dtype=float)
        except MarsError:
            self.gravity = np.array(circuit.default_gravity, dtype=float)
        if not np.all(np.isfinite(self.gravity)):
            self.gravity = np.zeros(3)
        self.basis = basis_for(self._up())
        right, up, back = self.basis.T
        self.ground = Ground(right, up, is_wall=True) if self.is_planar else Ground(right, -back)
        self.stage = SceneObjects(
            shapes_of(self.tree), line_shapes_of(self.tree), self.tree.springs, in_reach(self.start), self.basis
        )
        self.weights = weights_of(self.tree)

    def _up(self) -> np.ndarray:
        if self.is_planar:
            return np.array([0.0, 1.0, 0.0])
        return -self.gravity if np.linalg.norm(self.gravity) > 1e-9 else np.array([0.0, 0.0, 1.0])

    def first_camera(self) -> Camera:
        """From the front for planar mechanisms, else from a corner."""
        yaw, pitch = FRONT if self.is_planar else ISO
        return Camera(yaw=yaw, pitch=pitch, is_flat=self.is_planar, height=EMPTY, basis=self.basis)

    def fitted(self, camera: Camera, bounds: np.ndarray, width: float, height: float) -> Camera:
        """The camera with all of these points in the image, and room for the overlays at its edges."""
        if not len(bounds):
            return Camera((0.0, 0.0, 0.0), camera.yaw, camera.pitch, EMPTY, camera.is_flat, self.basis)
        room = max(40.0, height - ABOVE - BELOW)
        margins = (width / max(40.0, width - 2 * BESIDE), height / room)
        least = 14 * self.stage.size if self.start.bodies else EMPTY  # a base alone has no size
        found = camera.fitted(bounds, width / height, margins, least=least)
        return found.panned(0.0, (BELOW - ABOVE) / 2 * found.height / height)

    def gap_ends(self, poses: Poses) -> tuple[np.ndarray, np.ndarray] | None:
        """The two points that should coincide where a loop is open: a body's point and the position of its node."""
        body = self.tree.components.get(poses.gap_at)
        if not isinstance(body, Body) or poses.gap_at not in poses.bodies:
            return None
        r, R = poses.bodies[poses.gap_at]
        try:
            points = {name: r + R @ within(place) for name, (place, _) in body.solid().points.items()}
        except (MarsError, ArithmeticError, ValueError, TypeError):
            return None
        pairs = [(points[name], poses.points[end][0]) for name in points if (end := f"{poses.gap_at}.{name}") in poses.points]
        return max(pairs, key=lambda pair: float(np.linalg.norm(pair[1] - pair[0])), default=None)


def _is_somewhere(circuit: Circuit, kind: str) -> bool:
    """Whether components of a kind have positions in space; unknown for one that is not installed."""
    found = kind_in(circuit, kind)
    return found is None or any(port.domain is FRAME for port in found.ports.values())
