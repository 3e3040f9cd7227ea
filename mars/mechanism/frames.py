"""The tree as moving frames: each elementary motion makes a frame, rigid parts are fixed in it.

A frame's own basis rotates with it; its rotation axis is always a coordinate axis of that basis, so that a turn is a rotation in
a plane. Constant orientations are floats (structure), positions may contain parameters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from mars.component import algebra as al
from mars.component.author_errors import call_author
from mars.component.base import Ball, Body, Component, Joint, Offset, Slide, Solid, Turn
from mars.topology.topology import Topology


class Bound(Protocol):
    """A circuit whose components hold values: symbols for the model, numbers for the editor's views."""

    @property
    def topology(self) -> Topology: ...
    @property
    def components(self) -> Mapping[str, Component]: ...


@dataclass
class Seat:
    """A constant pose in a frame, of a node or a body."""

    frame: int
    place: al.Vector
    orientation: al.Matrix  # columns: the seat's axes in the frame's basis

    def then(self, place: al.Vector, orientation: al.Matrix) -> Seat:
        return Seat(
            self.frame,
            al.plus(self.place, al.apply(self.orientation, place)),
            al.product(self.orientation, orientation),
        )

    def back(self, place: al.Vector, orientation: al.Matrix) -> Seat:
        """The seat that, followed by the given pose, gives this one."""
        turned = al.product(self.orientation, al.transpose(orientation))
        return Seat(self.frame, al.minus(self.place, al.apply(turned, place)), turned)


@dataclass
class Frame:
    """A moving basis. `motion` is root, turn, slide or ball; `nodes` are the scalar nodes of its degrees of freedom."""

    parent: int
    place: al.Vector  # position of the motion, in the parent's basis
    orientation: al.Matrix  # constant part of the rotation from the parent
    motion: str
    axis: int = 2  # coordinate axis of the own basis
    sign: float = 1.0  # −1: the joint is traversed from side 2 to side 1, or its axis points the other way
    component: str = ""
    nodes: list[int] = field(default_factory=list)
    attitude: tuple[str, str] = ("", "")
    solids: list[tuple[str, Solid, Seat]] = field(default_factory=list)


@dataclass
class Closure:
    """A loop is cut through a body: two parts of it, on different branches of the tree, that must stay together."""

    body: str
    port: str  # the point of the body at which the second part is attached
    first: Seat  # of that point, on the part that carries all other points
    second: Seat
    solid: Solid  # the second part
    joint: str  # the joint that carries the second part and nothing else, or ""


@dataclass
class Skeleton:
    """The tree of frames, and the seats of nodes and bodies in it."""

    frames: list[Frame] = field(default_factory=list)  # parents before children
    seats: dict[int, Seat] = field(default_factory=dict)  # vector node -> its seat
    bodies: dict[str, tuple[Solid, Seat]] = field(default_factory=dict)
    closures: list[Closure] = field(default_factory=list)
    shares: dict[str, float] = field(default_factory=dict)  # fraction of its mass in each part of a cut body


def build_skeleton(symbols: Bound) -> Skeleton:
    skeleton = Skeleton()
    topology = symbols.topology
    for root in topology.roots:
        skeleton.frames.append(Frame(-1, list(al.ZERO), al.IDENTITY, "root", component=root))
        for port in topology.placed[root].ports:
            skeleton.seats[topology.node_of[root, port]] = Seat(len(skeleton.frames) - 1, list(al.ZERO), al.IDENTITY)
    parts = Counter(reach.component for reach in topology.tree)
    skeleton.shares = {name: 1.0 / count for name, count in parts.items()}
    end: tuple[str, Seat] | None = None  # for a closing joint: the seat of the part of the cut body behind it
    for reach in topology.tree:
        component = symbols.components[reach.component]
        entry = skeleton.seats[topology.node_of[component.name, reach.entry]]
        if isinstance(component, Joint):
            seat = _add_joint(skeleton, symbols, component, entry, reversed_=reach.entry == "2")
            if reach.closing:
                end = (component.name, seat)
            else:
                skeleton.seats[topology.node_of[component.name, reach.exits[0]]] = seat
        elif isinstance(component, Body) and reach.part:
            joint, seat = end or ("", entry)
            _add_share(skeleton, component.name, reach.entry, seat, joint)
            end = None
        elif isinstance(component, Body):
            _add_body(skeleton, symbols, component, entry, reach.entry)
    return skeleton


def _shared(solid: Solid, share: float) -> Solid:
    inertia = [al.times(share, row) for row in solid.inertia]
    return Solid(al.mul(share, solid.mass), solid.centre, inertia, solid.points)


def _add_share(skeleton: Skeleton, body: str, port: str, held: Seat, joint: str) -> None:
    """Add another part of a body that has already been reached."""
    whole, first = skeleton.bodies[body]
    solid = _shared(whole, skeleton.shares[body])
    seat = held.back(*whole.points[port])
    skeleton.frames[seat.frame].solids.append((body, solid, seat))
    skeleton.closures.append(Closure(body, port, first.then(*whole.points[port]), held, solid, joint))


def _add_body(skeleton: Skeleton, symbols: Bound, body: Body, entry: Seat, port: str) -> None:
    solid = call_author(body, body.solid)
    seat = entry.back(*solid.points[port])
    skeleton.bodies[body.name] = (solid, seat)
    skeleton.frames[seat.frame].solids.append((body.name, _shared(solid, skeleton.shares[body.name]), seat))
    for name, point in solid.points.items():
        node = symbols.topology.node_of.get((body.name, name))
        if node is not None:
            skeleton.seats.setdefault(node, seat.then(*point))


def _add_joint(skeleton: Skeleton, symbols: Bound, joint: Joint, entry: Seat, reversed_: bool) -> Seat:
    """The inverse of a chain of elementary motions is the reversed chain with every coordinate negated."""
    motions = call_author(joint, lambda: list(joint.motion()))
    seat, sign = entry, 1.0
    if reversed_:
        motions, sign = motions[::-1], -1.0
    node_of = symbols.topology.node_of
    for motion in motions:
        if isinstance(motion, Offset):
            seat = seat.back(motion.place, motion.orientation) if reversed_ else seat.then(motion.place, motion.orientation)
            continue
        frame = Frame(seat.frame, seat.place, seat.orientation, "ball", component=joint.name, sign=sign)
        after = al.IDENTITY
        if isinstance(motion, Ball):
            frame.attitude = (joint.name, motion.attitude)
            frame.nodes = [node_of[joint.name, port] for port in joint.attitudes[motion.attitude].ports]
        else:
            frame.motion = "turn" if isinstance(motion, Turn) else "slide"
            frame.nodes = [node_of[joint.name, joint.coordinates[motion.coordinate].port]]
            after = _align(frame, motion)
        skeleton.frames.append(frame)
        seat = Seat(len(skeleton.frames) - 1, list(al.ZERO), after)
    return seat


def _align(frame: Frame, motion: Turn | Slide) -> al.Matrix:
    """Make the motion's axis a coordinate axis of the frame; returns the joint's basis relative to the frame."""
    for k in range(3):
        if abs(motion.axis[k]) == 1.0:
            frame.axis = k
            frame.sign *= motion.axis[k]
            return al.IDENTITY
    C = al.turn_to_z(motion.axis)
    frame.axis = 2
    frame.orientation = al.product(frame.orientation, C)
    return al.transpose(C)
