"""Mechanisms with their drives and controllers."""

from __future__ import annotations

from mars.circuits.pen import Pen, place_of
from mars.circuits.robots import PANDA, panda_bodies

from mars.document.circuit import Circuit

DOWNWARDS = 3  # quarter turns that bring the outputs of a flipped symbol down, the first one left


def panda_computed_torque() -> Circuit:
    pen = Pen(
        "Panda, computed-torque control",
        "Franka's seven-joint robot follows a spline through four poses. CT1 uses the model of the drawn robot, including "
        "gravity: from the desired motion and the errors it computes the torques of the seven drives such that the error of "
        "every joint satisfies ë + 20 ė + 100 e = 0, independently of the other joints. Joints 2, 4 and 6 start 10° off the "
        "spline and converge to it within a second. The path and the gains were chosen for this example.",
    )
    c, joints = pen.circuit, range(1, 8)
    poses = (
        (0, 0, -45, 0, -135, 0, 90, 45),
        (1, 40, -20, 15, -100, -20, 110, 80),
        (2, 70, 25, -10, -70, 25, 95, 20),
        (3, 30, 0, 0, -90, 0, 90, 45),
    )
    points = [[time, *(f"{angle} deg" if angle else 0 for angle in angles)] for time, *angles in poses]
    pen.base(place=PANDA[0][0])
    for i, values in zip(joints, panda_bodies(), strict=True):
        c.add("joints.rotation", f"KN{i}", at=(200 * i - 100, 0))
        c.add("bodies.body", f"SB{i}", at=(200 * i, 0), **values)
        c.add("sources.driven_torque", f"Em{i}", at=(200 * i - 100, -120))
    c.add("control.spline", "TRJ1", at=(360, -400), points=points)
    c.add("control.computed_torque", "CT1", at=(560, -400), turning=7, stiffness=[100], damping=[20])
    c.add("signals.unbundle", "UNB1", at=(820, -360), turn=DOWNWARDS, flip=True, count=7)
    for port in ("position", "speed", "acceleration"):
        pen.link(f"TRJ1.{port}", f"CT1.{port}")
    pen.link("CT1.torques", "UNB1.in", (820, -400))
    for i in joints:
        pen.link(f"SB{i - 1}.2" if i > 1 else "Base1.1", f"KN{i}.1")
        pen.link(f"KN{i}.2", f"SB{i}.1")
        _drive(pen, i)
    start = {f"KN{i}__angle": f"{angle + 10 * (i in (2, 4, 6))} deg" for i, angle in zip(joints, poses[0][1:], strict=True)}
    plots = [[f"KN{i}.angle", f"TRJ1.position.values.{i}"] for i in (2, 4)]
    return pen.finish(until="3 s", step="0.01 s", plots=[*plots, ["CT1.needed.*"]], **start)


def _drive(pen: Pen, i: int) -> None:
    """Wire the torque source above a joint; the wires run in lanes on its left and right, the longest ones highest."""
    x, _ = place_of(pen.circuit, f"KN{i}.turn")
    pen.junction(f"#{i}", (x, -60))
    pen.link(f"KN{i}.turn", f"#{i}")
    pen.link(f"#{i}", f"Em{i}.turn")
    _lane(pen, f"CT1.turn{i}", f"#{i}", x + 40, -340 + 20 * min(i - 1, 7 - i))
    _lane(pen, f"UNB1.out{i}", f"Em{i}.signal", x - 60, -260 + 20 * min(i - 1, 7 - i))


def _lane(pen: Pen, a: str, b: str, x: int, height: int) -> None:
    begin, (_, end) = place_of(pen.circuit, a)[0], place_of(pen.circuit, b)
    lane = ((begin, height), (x, height)) if begin != x else ()
    pen.link(a, b, *lane, (x, end))
