"""Elastic beams modelled with in-cut joints: each beam is cut, and springs at the cuts represent its elasticity."""

from __future__ import annotations

from itertools import accumulate, pairwise
from typing import Any

from mars.circuits.closed import finish
from mars.circuits.pen import label, meet, wire

from mars.document.circuit import Circuit

UPWARDS = 3  # quarter turns that bring the first port of a symbol down
BACKWARDS = 2

# Parts of a beam of two elements of length h, with four cuts between them, each 0.21132 h from the end of its element.
PARTS = ("near", "middle", "2*near", "middle", "near")
NEAR, MIDDLE = (1 - 3**-0.5) / 2, 3**-0.5  # in units of h
LENGTHS = (NEAR, MIDDLE, 2 * NEAR, MIDDLE, NEAR)
H, EI, LINE_MASS, LOAD, GRAVITY = 0.5, 600, 1.0, 1.0, 9.81


def elastic_robot() -> Circuit:
    c = Circuit("Elastic robot")
    c.note = (
        "A robot with three drives and two elastic beams, modelled with in-cut joints: each 1 m beam has two elements, each "
        "element is cut at 0.21132 of its length from both ends, and at every cut springs of stiffness 2 EI/h (2 GI/h about the "
        "beam axis) with some viscous friction allow it to bend in two planes and twist. For static loads this is exact. The "
        "robot has 3 + 24 degrees of freedom. KN1, KN2 and KN15 move within one second under PID control; the plots show the "
        "angles at the cuts: the beams sag under gravity and continue to vibrate after the drives have stopped. All values were "
        "chosen for this example. Try other values of the variable EI."
    )
    c.add_variable("h", H, "m", minimum=0.2, maximum=1, note="length of an element (two per beam)")
    c.add_variable("near", "(1 - 1/sqrt(3))/2*h", "m", note="distance from the end of an element to its cut")
    c.add_variable("middle", "h - 2*near", "m", note="distance between the two cuts of an element")
    c.add_variable("line_mass", LINE_MASS, "kg/m", minimum=0.5, maximum=3, note="mass of the beams per unit length")
    c.add_variable("EI", EI, "N*m^2", minimum=100, maximum=3000, note="bending stiffness of the beams")
    c.add_variable("GI", 400, "N*m^2", minimum=100, maximum=3000, note="torsional stiffness of the beams")
    c.add_variable("damping", 0.2, "ms", minimum=0, maximum=1, note="ratio of material damping to stiffness")
    c.add("bodies.base", "Base1", at=(200, 0), turn=1)
    column = {"mass": "10 kg", "inertia": [0.3, 0.3, 0.1], "centre": [0, 0, "0.25 m"], "points": {"2": [0, 0, "0.5 m"]}}
    c.add("bodies.body", "SB1", at=(440, 0), **column)
    _drive(c, 1, 0, [0, 0, 1], "60 deg", 500)
    _drive(c, 2, 360, [0, 1, 0], "-30 deg", 500)
    _drive(c, 15, 740, [0, 1, 0], "50 deg", 100)
    first, last = _beam(c, 1, 360), _beam(c, 2, 740)
    c.add("joints.weld", "Weld1", at=(2160, 740))
    c.add("bodies.sphere", "Load", at=(2280, 740), radius="50 mm", mass=f"{LOAD} kg")
    for link in ("Base1.1 KN1.1", "KN1.2 SB1.1", "KN2.2 SB2.1", "KN15.2 SB7.1", f"{last}.2 Weld1.1", "Weld1.2 Load.1"):
        c.connect(*link.split())
    wire(c, "SB1.2", "KN2.1", (520, 0), (520, 100), (20, 100), (20, 360))
    wire(c, f"{first}.2", "KN15.1", (2140, 360), (2140, 460), (20, 460), (20, 740))
    _sag(c)
    bendings = [[f"KB{i}.angle_{axis}" for i in range(1, 9)] for axis in (1, 2)]
    return finish(
        c, "2 s", "0.005 s", [["KN1.angle", "KN2.angle", "KN15.angle"], *bendings, [f"KT{i}.angle" for i in range(1, 9)]]
    )


def _drive(c: Circuit, i: int, y: int, axis: list[int], target: str, gain: float) -> None:
    """A driven joint at the left of its row: trajectory, controller and torque above it, its angle fed back."""
    c.add("joints.rotation", f"KN{i}", at=(320, y), axis=axis)
    c.add("control.cycloid", f"TRJ{i}", at=(80, y - 80), target=[target])
    c.add("control.pid", f"PID{i}", at=(220, y - 120), kp=gain, ki=gain, kd=0.3 * gain, filter="5 ms")
    c.add("sources.driven_torque", f"Em{i}", at=(320, y - 120))
    c.add("sensors.shaft", f"SEN{i}", at=(260, y - 60), turn=BACKWARDS)
    wire(c, f"TRJ{i}.position", f"PID{i}.reference", (140, y - 100), (140, y - 130))
    c.connect(f"PID{i}.out", f"Em{i}.signal")
    c.connect(f"SEN{i}.out", f"PID{i}.measured")
    meet(c, f"KN{i}.turn", f"Em{i}.turn", f"SEN{i}.a", at=(320, y - 60))


def _beam(c: Circuit, number: int, y: int) -> str:
    """The parts of a beam in series, with the cuts between them; returns the name of the last part."""
    bodies = range(5 * number - 3, 5 * number + 2)
    for body, length, x in zip(bodies, PARTS, range(440, 2060, 400), strict=True):
        tube: dict[str, Any] = {"length": length, "mass": f"line_mass*{length}", "radius": "40 mm", "inner_radius": "38 mm"}
        c.add("bodies.tube", f"SB{body}", at=(x, y), **tube)
    for cut, (before, after) in enumerate(pairwise(bodies), start=4 * number - 3):
        x = 560 + 400 * (before - bodies[0])
        c.add("joints.universal", f"KB{cut}", at=(x, y), axis_1=[0, 1, 0], axis_2=[0, 0, 1])
        c.add("joints.rotation", f"KT{cut}", at=(x + 160, y), axis=[1, 0, 0])
        c.connect(f"SB{before}.2", f"KB{cut}.1")
        c.connect(f"KB{cut}.2", f"KT{cut}.1")
        c.connect(f"KT{cut}.2", f"SB{after}.1")
        for axis, joint, stiffness, place in (
            ("Y", f"KB{cut}.turn_1", "EI", (x - 60, y - 120)),
            ("Z", f"KB{cut}.turn_2", "EI", (x + 40, y - 180)),
            ("X", f"KT{cut}.turn", "GI", (x + 160, y - 120)),
        ):
            spring: dict[str, Any] = {"stiffness": f"2*{stiffness}/h", "damping": f"damping*2*{stiffness}/h"}
            c.add("dynamics.spring_damper", f"D{axis}{cut}", at=place, turn=UPWARDS, **spring)
            label(c, "above", f"D{axis}{cut}")
            c.connect(joint, f"D{axis}{cut}.a")
    return f"SB{bodies[-1]}"


def _sag(c: Circuit) -> None:
    """Start at rest under gravity: moments of the parts beyond each cut, with the arm stretched out horizontally."""
    reach = 4 * H

    def moment(place: float) -> float:
        beyond = reach - place
        return GRAVITY * (LINE_MASS * beyond**2 / 2 + LOAD * beyond)

    cuts = [H * place for place in accumulate(LENGTHS)][:4]
    for i, place in enumerate([*cuts, *(reach / 2 + place for place in cuts)], start=1):
        c.set_start(f"KB{i}.angle_1", round(moment(place) * H / (2 * EI), 9))
    c.set_start("PID2.integral", round(-moment(0), 6))
    c.set_start("PID15.integral", round(-moment(reach / 2), 6))
