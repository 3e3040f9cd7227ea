"""Objects in the image: bodies in their colours, bases, joint axes, lines between points, planes and the global axes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from PySide6.QtGui import QColor

from mars.component.shapes import Box, Coil, Cord, Cylinder, Piston, Primitive, Sphere
from mars.flat_names import shown
from mars.mechanism.poses import Poses
from mars.pictures.style import domain_look

from . import spatial_symbols
from .colours import rgba
from .frame import Batch, Colour, Frame, Solid, batches, corners_of, frame_along, lines_of, merged
from .pose_limits import within

HUES = ("#7C93B2", "#B28B7C", "#7FA58D", "#A58FB3", "#B5A46F", "#7FA3AD")
BARREL = 0.55  # length of a damper's cylinder relative to the distance of its points at the start
FAINT = 0.45  # opacity of lines that are not objects: meters, open grips
LOOSE = 0.42  # opacity of parts not connected to a base


class SceneObjects:
    """Rebuilt for every edit; `frame` is called for every frame of a run, so it uses whole arrays."""

    def __init__(
        self,
        shapes: Mapping[str, Sequence[Primitive]],
        lines: Mapping[str, Sequence[Primitive]],
        springs: Mapping[str, str],
        start: Poses,
        basis: np.ndarray,
    ):
        self.basis, self.lines, self.springs = basis, lines, springs
        self.barrels = {name: BARREL * float(np.linalg.norm(b - a)) for name, (a, b) in start.lines.items()}
        self.hues = {name: QColor(HUES[i % len(HUES)]) for i, name in enumerate(shapes)}
        found = [
            solid
            for name, primitives in shapes.items()
            for primitive in primitives
            if (solid := solid_of(primitive, rgba(self.hues[name]), name)) is not None
        ]
        self.local = batches(found)
        self.size = 0.0
        self.size = self._size(start)
        self.thickness = self._thicknesses(start)

    def frame(self, poses: Poses, theme: str, ink: QColor) -> Frame:
        solids, glyphs, lines = [], [], []
        rotation, translation = (rgba(QColor(domain_look(name).colour(theme))) for name in ("rotation", "translation"))
        for name, placement in poses.bases.items():
            block, strokes = spatial_symbols.base(name, placement[0], self.basis, self.size, rgba(ink))
            solids += block
            lines += strokes
        for name, joint in poses.joints.items():
            thickness = self.thickness.get(name, 0.0)
            glyphs += spatial_symbols.joint(name, joint, self.basis[:, 1], self.size, thickness, rotation, translation)
        for name, (a, b) in poses.lines.items():
            block, strokes = self._line(name, a, b, rgba(ink))
            solids += block
            lines += strokes
        lines += self._springs(poses, rgba(ink))
        for name, plane in poses.planes.items():
            plate, outline = spatial_symbols.plane(name, plane, self.size, rgba(ink))
            solids += plate
            lines += outline
        lines += spatial_symbols.origin(self.size)
        bodies = self._bodies(poses)
        lines += thin_lines(bodies)
        return Frame(merged(bodies, batches(solids)), batches(glyphs), lines_of(lines))

    def _line(self, name: str, a: np.ndarray, b: np.ndarray, ink: Colour) -> tuple[list[Solid], list[spatial_symbols.Stroke]]:
        """A spring, a damper, both, or a plain line: a rope, a meter."""
        shapes = self.lines.get(name, ())
        coils = [shape for shape in shapes if isinstance(shape, Coil)]
        strokes = [stroke for coil in coils for stroke in spatial_symbols.coil(a, b, self.size, ink, coil.turns)]
        if any(isinstance(shape, Piston) for shape in shapes):
            return spatial_symbols.piston(name, a, b, self.barrels.get(name, 0.0), self.size), strokes
        is_cord = any(isinstance(shape, Cord) for shape in shapes)
        return [], strokes if coils else [(a, b, ink, 1.75) if is_cord else (a, b, (*ink[:3], FAINT), 1.0)]

    def _springs(self, poses: Poses, ink: Colour) -> list[spatial_symbols.Stroke]:
        """On joints: spirals around their axes, coils along their travel."""
        strokes: list[spatial_symbols.Stroke] = []
        for coordinate in set(self.springs.values()):
            name = coordinate.partition(".")[0]
            joint = poses.joints.get(name)
            if joint is None or len(joint.axes) != 1:
                continue
            motion, axis = joint.axes[0]
            if motion == "slide":
                far = np.linalg.norm(joint.r2 - joint.r1) > 0.5 * self.size
                strokes += spatial_symbols.coil(joint.r1, joint.r2, self.size, ink) if far else []
            else:
                place = joint.place + axis * spatial_symbols.pin_half(self.size, self.thickness.get(name, 0.0))
                strokes += spatial_symbols.spiral(place, axis, poses.coordinates.get(shown(coordinate), 0.0), self.size, ink)
        return strokes

    def ghost(self, poses: Poses, opacity: float) -> dict[str, Batch]:
        """The bodies of another run, transparent."""
        found = self._bodies(poses)
        for batch in found.values():
            batch.colours[:, 3] *= opacity
        return found

    def bounds(self, poses: Poses) -> np.ndarray:
        """Points that must be in the image, (n, 3)."""
        found = [corners_of(name, batch) for name, batch in self._bodies(poses).items()]
        places = [place for place, _ in poses.points.values()]
        reach = spatial_symbols.PLATE / 2 * self.size
        places += [place + side * reach * axis for place, _ in poses.bases.values() for axis in self.basis.T for side in (-1, 1)]
        for joint in poses.joints.values():
            places += [joint.r2 + axis * spatial_symbols.ARROW * self.size for motion, axis in joint.axes if motion == "slide"]
        bounds = np.concatenate([*found, np.array(places, dtype=float).reshape(-1, 3)])
        if len(bounds) and self._is_near_the_origin(bounds):
            return np.concatenate([bounds, np.zeros((1, 3))])
        return bounds

    def _is_near_the_origin(self, bounds: np.ndarray) -> bool:
        low, high = bounds.min(axis=0), bounds.max(axis=0)
        return bool(np.linalg.norm(np.maximum(0.0, np.maximum(low, -high))) < 0.5 * np.linalg.norm(high - low))

    def _bodies(self, poses: Poses) -> dict[str, Batch]:
        """The shapes moved to the poses of their bodies."""
        moved = {}
        for name, batch in self.local.items():
            at = np.array([owner in poses.bodies for owner in batch.owners])
            batch = batch if at.all() else batch.chosen(at)
            if not len(batch):
                continue
            places = np.array([poses.bodies[owner][0] for owner in batch.owners])
            rotations = np.array([poses.bodies[owner][1] for owner in batch.owners])
            colours = batch.colours.copy()
            colours[[owner in poses.loose for owner in batch.owners], 3] = LOOSE
            moved[name] = Batch(
                places + np.einsum("nij,nj->ni", rotations, batch.places),
                rotations @ batch.rotations,
                batch.scales,
                colours,
                batch.owners,
            )
        return moved

    def _size(self, start: Poses) -> float:
        """Size of symbols: a fraction of the mechanism."""
        bounds = self.bounds(start)
        if len(bounds) < 2:
            return 0.05
        share = 0.032 * (8 / max(8, len(start.joints))) ** 0.5  # many joints are close together
        return float(np.clip(share * np.linalg.norm(bounds.max(axis=0) - bounds.min(axis=0)), 1e-4, 1e3))

    def _thicknesses(self, start: Poses) -> dict[str, float]:
        """Radius of the parts at each joint, so that its axis stands out."""
        if not start.points:
            return {}
        thick: dict[str, float] = {}
        for name, batch in self.local.items():
            for owner, scale in zip(batch.owners, batch.scales.tolist(), strict=True):
                if name != "sphere":
                    thick[owner] = max(thick.get(owner, 0.0), max(scale[1:]) / 2 if name == "box" else scale[0])
        owners = [end.partition(".")[0] for end in start.points]
        places = np.array([r for r, _ in start.points.values()])
        found = {}
        for name, joint in start.joints.items():
            near = np.flatnonzero(np.abs(places - joint.r2).max(axis=1) < 1e-3 * self.size).tolist()
            found[name] = min(max((thick.get(owners[i], 0.0) for i in near), default=0.0), 3 * self.size)
        return found


def thin_lines(bodies: Mapping[str, Batch]) -> list[spatial_symbols.Stroke]:
    """Lines inside slender rods, which would otherwise be too thin to be seen from far away."""
    batch = bodies.get("cylinder")
    if batch is None:
        return []
    slender = np.flatnonzero(batch.scales[:, 0] < 0.02 * batch.scales[:, 2])
    halves = batch.rotations[slender, :, 2] * batch.scales[slender, 2:] / 2
    starts, ends = batch.places[slender] - halves, batch.places[slender] + halves
    return [(a, b, tuple(c), 1.75) for a, b, c in zip(starts, ends, 0.85 * batch.colours[slender], strict=True)]


def solid_of(primitive: Primitive, colour: Colour, owner: str) -> Solid | None:
    if isinstance(primitive, Sphere):
        r = float(within(primitive.radius))
        return Solid("sphere", within(primitive.centre), np.eye(3), (r, r, r), colour, owner)
    if isinstance(primitive, Box):
        x, y, z = within(primitive.size).tolist()
        return Solid("box", within(primitive.centre), within(primitive.orientation), (x, y, z), colour, owner)
    if not isinstance(primitive, Cylinder):
        return None
    a, b, radius = within(primitive.a), within(primitive.b), float(within(primitive.radius))
    length = float(np.linalg.norm(b - a))
    if length < 1e-12:
        return None
    share = min(0.98, float(within(primitive.inner)) / radius) if radius > 0 else 0.0
    mesh = f"tube:{share:.2f}" if share > 0.01 else "cylinder"
    return Solid(mesh, (a + b) / 2, frame_along((b - a) / length), (radius, radius, length), colour, owner)
