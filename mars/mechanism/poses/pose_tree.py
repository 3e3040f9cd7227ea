"""`PoseTree`: a drawing as a tree of frames with numbers, from which all poses are computed."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

import numpy as np

from mars.component.base import Base, Body, Component, Joint
from mars.component.shapes import Coil, Primitive
from mars.document.circuit import Circuit
from mars.flat_names import shown
from mars.mechanism.frames import build_skeleton
from mars.mechanism.poses.attachments import FOREIGN, Attachments
from mars.mechanism.poses.circuit_values import read
from mars.mechanism.poses.close_loops import Demands, Held, Loop, PointTarget, Roots, Search
from mars.mechanism.poses.coordinate_couplings import SOON, Couplings
from mars.mechanism.poses.drag import pull
from mars.mechanism.poses.massless_points import MasslessPoints
from mars.mechanism.poses.numeric_frames import Columns, FramePoses, NumericFrames, quaternion_of, rotation_of
from mars.mechanism.poses.result import CoordinateValue, JointCoordinate, Poses, turns_of
from mars.mechanism.poses.start_coordinates import PointStart, Starts, read_starts
from mars.topology.flat_circuit import flatten

PATIENCE = 0.04  # s of computing for closing loops: edits must be shown immediately, even if they cannot be assembled


class PoseTree:
    """Numeric poses of a circuit. Incomplete and invalid drawings are read as far as possible."""

    def __init__(self, circuit: Circuit):
        with np.errstate(all="ignore"):
            self._read(circuit)

    def _read(self, circuit: Circuit) -> None:
        circuit = flatten(circuit).circuit
        reading = read(circuit)
        self.topology, self.components = reading.topology, reading.components
        self.skeleton = build_skeleton(reading)
        self.frames = NumericFrames(self.skeleton)
        self.attachments = Attachments(reading, self.skeleton, self.frames, set(circuit.components))
        self._points = MasslessPoints(self.topology, self.skeleton, self.frames)
        starts = read_starts(circuit, reading)
        balls = {node for name, c in starts.coordinates.items() if c.motion == "ball" for node in starts.nodes[name]}
        joint_nodes = sorted({node for nodes in starts.nodes.values() for node in nodes})
        others = [c for c in self.components.values() if not isinstance(c, Body | Joint | Base)]
        self.couplings = Couplings(others, joint_nodes, balls)
        self._walkers = [c for c in others if type(c).paths is not Component.paths]
        self._columns = Columns(self.frames, set(joint_nodes) - self.couplings.driven)
        self._by_hand = Columns(self.frames, set(joint_nodes) - set(self.couplings.given))  # a given speed leaves the start free
        self._asked = [a for a in starts.asked if (a.component, a.port) in self.attachments.ports]
        self.coordinates: dict[str, JointCoordinate] = {}
        self._index: dict[str, int] = {}  # index in x of each coordinate that moves something
        at = {self.frames.frames[i].attitude: first for i, first in self.frames.balls.items()}
        for name, coordinate in starts.coordinates.items():
            nodes = starts.nodes[name]
            driven = all(node in self.couplings.driven for node in nodes)
            given = nodes[0] in self.couplings.given
            locked = driven and all(node in self.couplings.locked for node in nodes)
            label = shown(name)  # as in results
            self.coordinates[label] = replace(coordinate, name=label, given=given, driven=driven and not given, locked=locked)
            joint, _, last = name.rpartition(".")
            index = at.get((joint, last)) if coordinate.motion == "ball" else self.frames.scalar.get(nodes[0])
            if index is not None:
                self._index[label] = index
        self._renamed = self._other_names(starts)
        self.springs = _springs(others, starts.nodes, self.topology.node_of)
        self._assembled: np.ndarray | None = None
        self._beside: dict[int, np.ndarray] = {}  # offsets of loose parts in the start pose, by root frame

    def is_moved_by(self, values: Mapping[str, float]) -> bool:
        """Whether any of the coordinates is among these values, by name in results."""
        return any(name in values or f"{name}.w" in values for name in self._index)

    def freedoms(self) -> dict[str, str]:
        """For each drawn joint: free, given (all its motions are), partly, or locked (given, and at rest)."""
        found: dict[str, list[JointCoordinate]] = {}
        for coordinate in self.coordinates.values():
            if not coordinate.implicit:
                found.setdefault(coordinate.joint, []).append(coordinate)
        return {joint: _state(each) for joint, each in found.items()}

    def at(self, values: Mapping[str, float], t: float = 0.0) -> Poses:
        """The poses at coordinates given by name in results; missing ones are at their start or follow a law."""
        with np.errstate(all="ignore"):
            if self._assembled is None:
                self.start()
            assert self._assembled is not None
            x = self._given(self._put(self._assembled, values), t, known=values)
            return self._poses(x, self.frames.put(x, self._shifted(self._roots(t), self._beside)))

    def start(
        self,
        *,
        zero: bool = False,
        guess: Mapping[str, float] | None = None,
        hold: Mapping[str, CoordinateValue] | None = None,
        patience: float | None = None,
    ) -> Poses:
        """The start pose, loops closed; with `zero` all coordinates are zero and loops stay open.

        `guess` are coordinates to start from where the document gives none, `hold` ones that override the document. Loose parts
        are shown beside the rest, and during a run they move from there: in the model they start at the origin, which does not
        affect their motion. Those connected to others are at their positions in the model.
        """
        patience = PATIENCE if patience is None else patience
        with np.errstate(all="ignore"):
            roots = self._roots(0.0)
            if zero:
                x = self.frames.zero()
                return self._shown(x, roots, Search(self.frames, self._columns, roots, self._demands(0.0)))
            started = {name: value for name, (value, _) in self._started().items()}
            x = self._put(self._put(self._put(self.frames.zero(), guess or {}), started), hold or {})
            x = self._given(x, 0.0)
            held = {self._index[name] for name in hold or () if name in self._index}
            fixed = held | {
                self._index[name] for name, (_, how) in self._started().items() if name in self._index and how == "fixed"
            }
            kept = held | {self._index[name] for name in started if name in self._index}
            x, search, met = self._assemble(x, roots, fixed, kept, patience)
            if not met and hold and fixed > held:
                x, search, _ = self._assemble(x, roots, held, kept, patience)
            x = self._points.put(x, roots, self._index, kept)
            if hold is None:
                self._assembled, self._beside = x, self._aside(x, roots)
            return self._shown(x, roots, search)

    def _other_names(self, starts: Starts) -> dict[str, tuple[float, str]]:
        """Coordinates started by another name, of their port or of a shaft behind a gear: value and how.

        A fixed value has precedence over a guess, the coordinate's own name over another one.
        """
        constants, found = self.couplings.constants_at(0.0), dict[str, tuple[float, str]]()
        own = {nodes[0]: shown(name) for name, nodes in starts.nodes.items() if len(nodes) == 1}
        self._mixed: list[tuple[np.ndarray, float, str]] = []  # shafts that follow several coordinates: factors, sum and how
        for how in ("fixed", "guess"):
            for shaft in (shaft for shaft in starts.shafts if shaft.how == how):
                node, value = shaft.node, shaft.value
                if node not in own and (coupling := self.couplings.shafts.get(node)) is not None:
                    others = [k for k in coupling.factors if k != node]
                    value = float(coupling.row @ constants) - value
                    if len(others) != 1 or others[0] not in own:
                        factors = {k: coupling.factors[k] for k in others}
                        self._mixed.append((self._factors(factors), value, how))
                        continue
                    node, value = others[0], value / coupling.factors[others[0]]
                name = own.get(node, "")
                taken = name in found or (name in self.coordinates and self.coordinates[name].start is not None)
                if name in self.coordinates and not (taken and (how != "fixed" or self._how(name, found) == "fixed")):
                    found[name] = (value, how)
        return found

    def _how(self, name: str, found: Mapping[str, tuple[float, str]]) -> str:
        return found[name][1] if name in found else self.coordinates[name].how

    def _started(self) -> dict[str, tuple[CoordinateValue, str]]:
        """The start value of each coordinate that has one, and how."""
        typed = {name: (c.start, c.how) for name, c in self.coordinates.items() if c.start is not None}
        return typed | self._renamed

    def pulled(
        self,
        body: str,
        point_in_body: Sequence[float],
        target: Sequence[float],
        guess: Mapping[str, float] | None = None,
        patience: float | None = None,
    ) -> Poses:
        """Joints moved so that a point of a body gets as close as possible to a target, loops kept closed, from the coordinates
        of `guess`.

        Joints with a fixed start value stay unless nothing else can move the body.
        """
        patience = PATIENCE if patience is None else patience
        with np.errstate(all="ignore"):
            roots = self._roots(0.0)
            if guess is None:
                guess = self.start(patience=patience).coordinates
            x = self._given(self._put(self.frames.zero(), guess), 0.0)
            search = Search(self.frames, self._by_hand, roots, self._demands(0.0))
            if body in self.attachments.bodies:
                seat = self.attachments.bodies[body].then([float(a) for a in point_in_body], np.eye(3).tolist())
                shift = self._aside(x, roots).get(self.attachments.root_of[seat.frame], np.zeros(3))
                stiff = {self._index[name] for name, c in self.coordinates.items() if name in self._index and c.how == "fixed"}
                goal = np.array(target, dtype=float) - shift
                x = pull(search, x, seat, goal, self._never_pulled(), stiff, patience)
            return self._shown(x, roots, search)

    def _never_pulled(self) -> set[int]:
        """Coordinates not changed by dragging: implicit ones, and the rotations of joints that slide in a plane or in space."""
        slides: dict[str, int] = {}
        for c in self.coordinates.values():
            slides[c.joint] = slides.get(c.joint, 0) + (c.motion == "slide")
        left = [n for n, c in self.coordinates.items() if c.implicit or (c.motion != "slide" and slides[c.joint] > 1)]
        return {self._index[name] for name in left if name in self._index}

    def _assemble(
        self, x: np.ndarray, roots: Roots, fixed: Collection[int], given: Collection[int], patience: float
    ) -> tuple[np.ndarray, Search, bool]:
        needed = [asked for asked in self._asked if asked.how == "fixed"]
        if len(needed) < len(self._asked) or any(how == "guess" for *_, how in self._mixed):  # guesses provide a starting point
            demands = self._demands(0.0, self._asked, guesses=True)
            x, _ = Search(self.frames, self._columns, roots, demands, fixed, given).closed(x, patience / 3)
        demands = self._demands(0.0, needed)
        search = Search(self.frames, self._columns, roots, demands, fixed, given)
        if not demands:
            return x, search, True
        x, met = search.closed(x, patience)
        return search.unwound(x, given), search, met

    def _factors(self, factors: Mapping[int, float]) -> np.ndarray:
        """Factors by scalar node as a row over x."""
        row = np.zeros(self.frames.size)
        for node, factor in factors.items():
            if node in self.frames.scalar:
                row[self.frames.scalar[node]] = factor
        return row

    def _demands(self, t: float, asked: Sequence[PointStart] = (), guesses: bool = False) -> Demands:
        constants = self.couplings.constants_at(t)
        couplings = [(self._factors(each.factors), float(each.row @ constants)) for each in self.couplings.together]
        couplings += [(factors, value) for factors, value, how in self._mixed if how == "fixed" or guesses]
        loops = [Loop(c.body, c.first, c.second) for c in self.skeleton.closures]
        ports = self.attachments.ports
        targets = [PointTarget(ports[a.component, a.port], a.axis, a.value) for a in asked]
        return Demands(self.topology.motions, loops, couplings, self._paths(t), targets)

    def _paths(self, t: float) -> list[Held]:
        found = []
        for component in self._walkers:
            try:
                for port, place, turned in component.paths(t, t + SOON):
                    seat, wanted = self.attachments.ports.get((component.name, port)), np.array(place, dtype=float)
                    basis = None if turned is None else np.array(turned, dtype=float)
                    if seat is not None and np.all(np.isfinite(wanted)):
                        found.append(Held(component.name, seat, wanted, basis))
            except FOREIGN:
                continue
        return found

    def _given(self, x: np.ndarray, t: float, known: Collection[str] = ()) -> np.ndarray:
        """With the coordinates given by laws at that time, except known ones."""
        if not self.couplings.given:
            return x
        constants = self.couplings.constants_at(t)
        kept = {self._index[name] for name in known if name in self._index}
        x, scalar = x.copy(), self.frames.scalar
        for node, coupling in self.couplings.given.items():
            if node in scalar and scalar[node] not in kept:
                others = sum(factor * x[scalar[k]] for k, factor in coupling.factors.items() if k != node and k in scalar)
                x[scalar[node]] = float(coupling.row @ constants) - others
        return x

    def _put(self, x: np.ndarray, values: Mapping[str, CoordinateValue]) -> np.ndarray:
        """The state with these coordinates; unknown names and non-finite numbers are ignored."""
        x = x.copy()
        for name, first in self._index.items():
            value = values.get(name)
            if self.coordinates[name].motion != "ball":
                if value is not None and not isinstance(value, Sequence) and np.isfinite(value):
                    x[first] = value
            elif isinstance(value, Sequence):
                if len(value) == 3 and np.all(np.isfinite(value)):
                    x[first : first + 4] = quaternion_of([float(a) for a in value])
            else:
                q = np.array([values.get(f"{name}.{letter}", np.nan) for letter in "wxyz"], dtype=float)
                if np.all(np.isfinite(q)) and np.linalg.norm(q) > 1e-9:
                    x[first : first + 4] = q / np.linalg.norm(q)
        return x

    def _roots(self, t: float) -> list[tuple[np.ndarray, np.ndarray]]:
        return [_pose(self.components[self.frames.frames[i].component], t) for i in self.attachments.roots]

    def _aside(self, x: np.ndarray, roots: Roots) -> dict[int, np.ndarray]:
        return self.attachments.aside(self.frames.put(x, roots)) if self.attachments.loose else {}

    def _shifted(self, roots: Roots, by: Mapping[int, np.ndarray]) -> list[tuple[np.ndarray, np.ndarray]]:
        return [(r + by.get(i, 0.0), R) for i, (r, R) in zip(self.attachments.roots, roots, strict=True)]

    def _shown(self, x: np.ndarray, roots: Roots, search: Search) -> Poses:
        """The poses of a still image: loose parts beside the rest, and the remaining gaps."""
        poses = self._poses(x, self.frames.put(x, self._shifted(roots, self._aside(x, roots))))
        poses.gap, poses.gap_at = search.largest(x)
        return poses

    def _poses(self, x: np.ndarray, placed: FramePoses) -> Poses:
        if not (np.all(np.isfinite(placed.r)) and np.all(np.isfinite(placed.R))):  # overflow
            placed = FramePoses(np.nan_to_num(placed.r), np.where(np.isfinite(placed.R), placed.R, np.eye(3)), placed.before)
        poses = self.attachments.poses(placed)
        for name, first in self._index.items():
            if self.coordinates[name].motion != "ball":
                poses.coordinates[name] = float(x[first])
                continue
            q = x[first : first + 4]
            poses.coordinates |= {f"{name}.{letter}": float(a) for letter, a in zip("wxyz", q, strict=True)}
            poses.attitudes[name] = turns_of(rotation_of(q))
        return poses


def shapes_of(tree: PoseTree) -> dict[str, list[Primitive]]:
    """The shapes of each body, in its own basis."""
    return tree.attachments.shapes


def line_shapes_of(tree: PoseTree) -> dict[str, list[Primitive]]:
    """The shapes of each component between two points; empty: a plain line."""
    return tree.attachments.line_shapes


def _springs(
    others: Sequence[Component], nodes: Mapping[str, Sequence[int]], node_of: Mapping[tuple[str, str], int]
) -> dict[str, str]:
    """Springs on a joint: by name, the coordinate that they resist."""
    found = {}
    for component in others:
        try:
            is_spring = any(isinstance(shape, Coil) for shape in component.shapes())
        except FOREIGN:
            continue
        own = {node_of.get((component.name, port)) for port in component.ports} if is_spring else set()
        for coordinate, (first, *more) in nodes.items():
            if first in own and not more:
                found[component.name] = coordinate
    return found


def _state(coordinates: Sequence[JointCoordinate]) -> str:
    given = [c.given or c.driven for c in coordinates]
    if all(c.locked for c in coordinates):
        return "locked"
    return "given" if all(given) else "partly" if any(given) else "free"


def _pose(base: Component, t: float) -> tuple[np.ndarray, np.ndarray]:
    """The pose of a base at a time; if a law has no value, as if it did not move."""
    place, orientation = np.zeros(3), np.eye(3)
    if isinstance(base, Base):
        try:
            pose = base.pose(float(t), float(t) + SOON)
            place, orientation = np.array(pose.place, dtype=float), np.array(pose.orientation, dtype=float)
        except FOREIGN:
            place = np.array(getattr(base, "place", place), dtype=float)
    if not (np.all(np.isfinite(place)) and np.all(np.isfinite(orientation))):
        return np.zeros(3), np.eye(3)
    return place, orientation
