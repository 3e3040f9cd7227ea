"""The tree as moving frames: each elementary motion makes a frame, rigid things sit in it.

A frame's own basis turns with it; its turning axis is always a coordinate axis of that basis, so that a turn is a rotation in a
plane. Constant orientations are floats (structure), places may hold parameters.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from mars import algebra as al
from mars.component import Ball, Body, Joint, Slide, Solid, Turn
from mars.equations import Symbols, spoken


@dataclass
class Seat:
    """A constant pose in a frame: where a node or a body sits."""

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
        """The seat that, followed by the given pose, is this one."""
        turned = al.product(self.orientation, al.transpose(orientation))
        return Seat(self.frame, al.minus(self.place, al.apply(turned, place)), turned)


@dataclass
class Frame:
    """A moving basis. `motion` is root, turn, slide or ball; `nodes` are the scalar nodes of its freedoms."""

    parent: int
    place: al.Vector  # where the motion happens, in the parent's basis
    orientation: al.Matrix  # constant part of the turn from the parent
    motion: str
    axis: int = 2  # coordinate axis of the own basis
    sign: float = 1.0  # −1: the joint is passed from side 2 to side 1, or its axis points the other way
    component: str = ""
    nodes: list[int] = field(default_factory=list)
    attitude: tuple[str, str] = ("", "")
    solids: list[tuple[str, Solid, Seat]] = field(default_factory=list)


@dataclass
class Skeleton:
    frames: list[Frame] = field(default_factory=list)  # parents before children
    seats: dict[int, Seat] = field(default_factory=dict)  # vector node -> where it sits
    bodies: dict[str, tuple[Solid, Seat]] = field(default_factory=dict)


def build_skeleton(symbols: Symbols) -> Skeleton:
    skeleton = Skeleton()
    topology = symbols.topology
    for root in topology.roots:
        skeleton.frames.append(Frame(-1, list(al.ZERO), al.IDENTITY, "root", component=root))
        for port in topology.placed[root].ports:
            skeleton.seats[topology.node_of[root, port]] = Seat(len(skeleton.frames) - 1, list(al.ZERO), al.IDENTITY)
    for reach in topology.tree:
        component = symbols.components[reach.component]
        entry = skeleton.seats[topology.node_of[component.name, reach.entry]]
        if isinstance(component, Body):
            _add_body(skeleton, symbols, component, entry, reach.entry)
        elif isinstance(component, Joint):
            exit_seat = _add_joint(skeleton, symbols, component, entry, reversed_=reach.entry == "2")
            skeleton.seats[topology.node_of[component.name, reach.exits[0]]] = exit_seat
    return skeleton


def _add_body(skeleton: Skeleton, symbols: Symbols, body: Body, entry: Seat, port: str) -> None:
    solid = spoken(body.name, body.solid)
    seat = entry.back(*solid.points[port])
    skeleton.bodies[body.name] = (solid, seat)
    skeleton.frames[seat.frame].solids.append((body.name, solid, seat))
    for name, point in solid.points.items():
        node = symbols.topology.node_of.get((body.name, name))
        if node is not None:
            skeleton.seats.setdefault(node, seat.then(*point))


def _add_joint(skeleton: Skeleton, symbols: Symbols, joint: Joint, entry: Seat, reversed_: bool) -> Seat:
    """The inverse of a chain of elementary motions is the reversed chain with every coordinate negated."""
    motions = spoken(joint.name, lambda: list(joint.motion()))
    seat, sign = entry, 1.0
    if reversed_:
        motions, sign = motions[::-1], -1.0
    node_of = symbols.topology.node_of
    for motion in motions:
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
    """Make the motion's axis a coordinate axis of the frame; returns the joint's basis as seen from the frame."""
    for k in range(3):
        if abs(motion.axis[k]) == 1.0:
            frame.axis = k
            frame.sign *= motion.axis[k]
            return al.IDENTITY
    C = al.turn_to_z(motion.axis)
    frame.axis = 2
    frame.orientation = al.product(frame.orientation, C)
    return al.transpose(C)
