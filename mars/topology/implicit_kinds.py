"""Components that are not drawn: the world under a floating mechanism, its free joint, a wire between two joints."""

from __future__ import annotations

from functools import cache

from mars.component.algebra import IDENTITY, ZERO
from mars.component.base import Ball, Base, Joint, Pose, Slide, Turn, Wire
from mars.component.declarations import Attitude, Coordinate, Port
from mars.component.domains import AXES, FRAME, ROTATION, TRANSLATION, Domain


class Backbone(Base):
    """The world, at rest, for a mechanism drawn without a base."""

    letters = "World"
    frame = Port(FRAME, at=(0, 0), name="1")

    def pose(self, t: object, segment: object) -> Pose:
        return Pose(list(ZERO), IDENTITY)


@cache
def floating_joint(motions: tuple[str, ...]) -> type[Joint]:
    """The implicit free joint of a part without a base: every motion that the circuit's class allows."""
    turns = [m[1] for m in motions if m[0] == "R"]
    slides = [m[1] for m in motions if m[0] == "T"]
    members: dict[str, object] = {"__module__": __name__, "__doc__": "Free in all motions of the circuit's class."}
    for axis in slides:
        members[f"slide_{axis}"] = Port(TRANSLATION, at=(0, -30), open="free")
        members[axis] = Coordinate(f"slide_{axis}")
    for axis in turns:
        members[f"turn_{axis}"] = Port(ROTATION, at=(0, 30), open="free")
    if len(turns) == 3:
        members["attitude"] = Attitude(("turn_x", "turn_y", "turn_z"))
    elif len(turns) == 1:
        members["angle"] = Coordinate(f"turn_{turns[0]}")

    def motion(self: Joint):
        unit = {a: [1.0 if i == j else 0.0 for j in range(3)] for i, a in enumerate(AXES)}
        for axis in slides:
            yield Slide(unit[axis], axis)
        if len(turns) == 3:
            yield Ball("attitude")
        elif len(turns) == 1:
            yield Turn(unit[turns[0]], "angle")

    members["motion"] = motion
    return type("Floating", (Joint,), members)


@cache
def point_joint(motions: tuple[str, ...]) -> type[Joint]:
    """The implicit joint of a point without a body, where springs meet: slides, then turns one after the other."""
    members: dict[str, object] = {"__module__": __name__, "__doc__": "Free in all motions of the circuit's class."}
    chain: list[Slide | Turn] = []
    for motion in motions:
        kind, axis = motion[0], motion[1]
        domain, port, at = (TRANSLATION, f"slide_{axis}", -30) if kind == "T" else (ROTATION, f"turn_{axis}", 30)
        coordinate = axis if kind == "T" else f"angle_{axis}"
        members[port], members[coordinate] = Port(domain, at=(0, at), open="free"), Coordinate(port)
        unit = [float(axis == letter) for letter in AXES]
        chain.append(Slide(unit, coordinate) if kind == "T" else Turn(unit, coordinate))
    chain.sort(key=lambda motion: isinstance(motion, Turn))
    members["motion"] = lambda self: iter(chain)
    return type("Point", (PointJoint,), members)


class PointJoint(Joint):
    """Base of the implicit joints of points without a body."""


def wire_of(domain: Domain) -> type[Wire]:
    ports = {name: Port(domain, at=(0, 0)) for name in "ab"}
    return type("Wire", (Wire,), {"__module__": __name__, "__doc__": Wire.__doc__, **ports})
