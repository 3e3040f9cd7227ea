"""The parts of a drawing and their seats on frames, from which all poses are computed together."""

from __future__ import annotations

import numpy as np

from mars.component.base import Ball, Base, Body, Component, Joint, Offset, Solid, Turn
from mars.component.domains import FRAME
from mars.component.shapes import Box, Cylinder, Plane, Primitive, Sphere
from mars.mechanism.frames import Seat, Skeleton
from mars.mechanism.poses.circuit_values import Reading
from mars.mechanism.poses.numeric_frames import FramePoses, NumericFrames, Pins
from mars.mechanism.poses.result import JointPose, PlanePose, Poses

FOREIGN = Exception  # anything the code of a kind may raise: foreign libraries must not break the drawing


class Attachments:
    """The seat of each port, body and joint side."""

    def __init__(self, reading: Reading, skeleton: Skeleton, frames: NumericFrames, drawn: set[str]):
        self.reading, self.skeleton, self.frames = reading, skeleton, frames
        self.roots = [i for i, frame in enumerate(frames.frames) if frame.motion == "root"]
        self.root_of = [min(way) for way in frames.paths]  # parents precede children
        self.drawn = {name: c for name, c in reading.components.items() if name in drawn}
        self.ports = {(name, port.name): seat for name in self.drawn for port, seat in self._seats(name)}
        self.bodies = {name: seat for name, (_, seat) in skeleton.bodies.items()}
        reaches = [_reach(solid) for solid, _ in skeleton.bodies.values()]
        scale = max((reach for reach in reaches if np.isfinite(reach)), default=0.0)
        self.shapes = {name: shapes for name in self.bodies if (shapes := _shapes(self.drawn[name], scale)) is not None}
        self.planes = self._planes()
        self.lines = self._lines()
        self.line_shapes = {name: _shapes(self.drawn[name]) or [] for name in self.lines}
        self.joints, self.sides = self._joints()
        self._port_pins = Pins.of(list(self.ports.values()))
        self._body_pins = Pins.of(list(self.bodies.values()))
        self._side_pins = Pins.of([seat for pair in self.sides.values() for seat in pair])
        self.loose = frozenset(name for name, component in self.drawn.items() if self._is_loose(name, component))
        self.connected = self._connected_roots() if self.loose else set()

    def _seats(self, name: str):
        for port in self.reading.topology.placed[name].ports.values():
            node = self.reading.topology.node_of.get((name, port.name)) if port.domain is FRAME else None
            if node is not None and node in self.skeleton.seats:
                yield port, self.skeleton.seats[node]

    def _is_loose(self, name: str, component: Component) -> bool:
        seats = [seat for _, seat in self._seats(name)]
        if not seats:
            return isinstance(component, Body | Joint)
        roots = {self.frames.frames[self.root_of[seat.frame]].component for seat in seats}
        return roots <= self.reading.loose_roots

    def _connected_roots(self) -> set[int]:
        """Root frames of parts whose position matters: springs, contacts, meters or paths connect them to something else."""
        found: set[int] = set()
        for name in self._others():
            ports = self._vector_ports(name)
            roots = {self.root_of[self.ports[name, port].frame] if (name, port) in self.ports else -1 for port in ports}
            if len(roots) > 1 or type(self.drawn[name]).paths is not Component.paths:
                found |= roots
        return found

    def _vector_ports(self, name: str) -> list[str]:
        return [port.name for port in self.reading.topology.placed[name].ports.values() if port.domain is FRAME]

    def _others(self) -> list[str]:
        return [name for name, component in self.drawn.items() if not isinstance(component, Body | Joint | Base)]

    def _known(self, name: str, port: str) -> bool:
        """Whether its position is known: linked to something, or open and thus at the origin of the world."""
        open_ = (name, port) not in self.reading.topology.node_of
        return open_ or (name, port) in self.ports

    def _planes(self) -> dict[str, tuple[str, np.ndarray]]:
        found = {}
        for name in self._others():
            normals = [np.array(s.normal) for s in _shapes(self.drawn[name]) or () if isinstance(s, Plane)]
            ports = self._vector_ports(name)
            if normals and ports and self._known(name, ports[0]):
                found[name] = (ports[0], normals[0])
        return found

    def _lines(self) -> dict[str, tuple[str, str]]:
        found = {}
        for name in self._others():
            ports = self._vector_ports(name)[:2]
            if len(ports) == 2 and name not in self.planes and all(self._known(name, port) for port in ports):
                found[name] = (ports[0], ports[1])
        return found

    def _joints(self) -> tuple[dict[str, list[tuple[str, int, np.ndarray]]], dict[str, tuple[Seat, Seat]]]:
        """Motions of each joint (name, frame that carries the axis, axis in it) and the seats of its sides."""
        chain: dict[str, list[int]] = {}
        for i, frame in enumerate(self.frames.frames):
            chain.setdefault(frame.component, []).append(i)
        entry = {reach.component: reach.entry for reach in self.reading.topology.tree}
        far = {closure.joint: closure.second for closure in self.skeleton.closures if closure.joint}
        joints, sides = {}, {}
        for name, component in self.drawn.items():
            if not isinstance(component, Joint):
                continue
            ends = [self.ports.get((name, port)) for port in ("1", "2")]
            if name in far:
                ends[1 if entry[name] == "1" else 0] = far[name]
            first, second = ends[0] or ends[1], ends[1] or ends[0]
            if first is None or second is None:
                continue
            sides[name] = (first, second)
            backwards = entry.get(name) == "2"
            frames = chain.get(name, [])
            joints[name] = [self._axis(i, backwards) for i in (frames[::-1] if backwards else frames)]
            if not frames:
                joints[name] = [_drawn_axis(motion, first) for motion in component.motion() if not isinstance(motion, Offset)]
        return joints, sides

    def _axis(self, i: int, backwards: bool) -> tuple[str, int, np.ndarray]:
        frame = self.frames.frames[i]
        axis = np.zeros(3)
        axis[frame.axis] = 1.0 if frame.motion == "ball" else frame.sign * (-1.0 if backwards else 1.0)
        return frame.motion, i, axis

    def poses(self, placed: FramePoses) -> Poses:
        """The poses of everything with a seat; coordinates and gaps are added by the caller."""
        poses = Poses(loose=self.loose)
        world = (np.zeros(3), np.eye(3))
        r, R = placed.at(self._port_pins)
        here = dict(zip(self.ports, zip(r, R, strict=True), strict=True))
        poses.points = {f"{name}.{port}": placement for (name, port), placement in here.items()}
        r, R = placed.at(self._body_pins)
        poses.bodies = dict(zip(self.bodies, zip(r, R, strict=True), strict=True))
        for i in self.roots:
            if (name := self.frames.frames[i].component) in self.drawn:
                poses.bases[name] = (placed.r[i], placed.R[i])
        r, _ = placed.at(self._side_pins)
        for k, (name, motions) in enumerate(self.joints.items()):
            axes = [(motion, placed.R[i] @ axis) for motion, i, axis in motions]
            poses.joints[name] = JointPose(r[2 * k], axes, r[2 * k], r[2 * k + 1])
        for name, (a, b) in self.lines.items():
            poses.lines[name] = (here.get((name, a), world)[0], here.get((name, b), world)[0])
        for name, (port, normal) in self.planes.items():
            place, turned = here.get((name, port), world)
            poses.planes[name] = PlanePose(place, turned @ normal)
        return poses

    def aside(self, placed: FramePoses) -> dict[int, np.ndarray]:
        """Offsets along x, by root frame, that separate overlapping loose parts; the first part stays.

        The position of a part does not affect its motion unless it is connected to others: then it stays where it is.
        """
        spans: dict[int, list[float]] = {}
        r, R = placed.at(self._body_pins)
        for k, (name, seat) in enumerate(self.bodies.items()):
            span = spans.setdefault(self.root_of[seat.frame], [])
            for place, radius in (b for shape in self.shapes.get(name, ()) for b in _bounds(shape)):
                x = float(r[k, 0] + R[k, 0] @ np.array(place))
                span += [x - radius, x + radius]
        for seat, x in zip(self.ports.values(), placed.at(self._port_pins)[0][:, 0], strict=True):
            spans.setdefault(self.root_of[seat.frame], []).append(float(x))
        roots = self.frames.frames
        may_lie = {i for i in spans if roots[i].component in self.reading.loose_roots and i not in self.connected}
        held = [x for i, span in spans.items() if i not in may_lie for x in span]
        shifts: dict[int, np.ndarray] = {}
        edge = max(held) if held else None
        for i in (i for i in self.roots if i in may_lie and spans[i]):
            low, high = min(spans[i]), max(spans[i])
            shift = 0.0 if edge is None else edge - low + 0.3 * max(0.5, high - low)
            shifts[i] = np.array([shift, 0.0, 0.0])
            edge = high + shift
        return shifts


def _drawn_axis(motion: object, seat: Seat) -> tuple[str, int, np.ndarray]:
    """The axis of a joint that moves nothing, at its first side."""
    axis = np.array([0.0, 0.0, 1.0]) if isinstance(motion, Ball) else np.array(motion.axis, dtype=float)  # type: ignore[attr-defined]
    word = "ball" if isinstance(motion, Ball) else "turn" if isinstance(motion, Turn) else "slide"
    return word, seat.frame, np.array(seat.orientation, dtype=float) @ axis


def _reach(solid: Solid) -> float:
    """From its origin to its farthest point."""
    return max(float(np.linalg.norm(np.array(place, dtype=float))) for place, _ in solid.points.values())


def _shapes(component: Component, scale: float = 0.0) -> list[Primitive] | None:
    try:
        shapes = component.shapes(scale)
    except FOREIGN:
        return None
    return [s for s in shapes if isinstance(s, Plane) or all(np.isfinite([*place, radius]).all() for place, radius in _bounds(s))]


def _bounds(shape: Primitive) -> list[tuple[tuple[float, float, float], float]]:
    """Spheres that enclose a shape."""
    if isinstance(shape, Cylinder):
        return [(shape.a, shape.radius), (shape.b, shape.radius)]
    if isinstance(shape, Box):
        return [(shape.centre, float(np.linalg.norm(shape.size)) / 2)]
    return [(shape.centre, shape.radius)] if isinstance(shape, Sphere) else []
