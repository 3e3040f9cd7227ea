"""Bodies, joints, and components acting on them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .scene import Example, Scene

SPEED = {"law": "sine", "amplitude": 2, "frequency": 1}
LATE = {"law": "step", "time": 0.6, "after": 1}
WEIGHTLESS = (0, 0, 0)


# Bodies and joints


def swinging(kind: str, **values: Any) -> Example:
    """A body as a pendulum."""
    scene = Scene(kind, values).add("bodies.base", "Base1").add("joints.rotation", "KN1")
    return scene.show("Base1.1 - KN1.1", "KN1.2 - X.1").look("KN1.angle", "KN1.2.F.x", "KN1.2.F.y")


def hanging(kind: str, **values: Any) -> Example:
    """A body with one point, on a spring."""
    scene = Scene(kind, values).add("bodies.base", "Base1").add("joints.translation", "KN1", axis=[0, 1, 0])
    scene.add("dynamics.slide_spring_damper", "DC1", stiffness="100 N/m", damping="1 N·s/m")
    return scene.show("Base1.1 - KN1.1", "KN1.2 - X.1", "KN1.slide - DC1.a").look("KN1.travel", "KN1.2.F.y")


def shaken(kind: str) -> Example:
    """A moving base carries a pendulum."""
    scene = Scene(kind, {"travel_x": "0.1*sin(2*pi*t)"}).add("joints.rotation", "KN1").add("bodies.rod", "SB1", length="0.5 m")
    return scene.show("X.1 - KN1.1", "KN1.2 - SB1.1").start(KN1__angle="-90 deg").look("X.1.r.x", "KN1.angle", until=4)


def jointed(
    kind: str, *curves: str, motions: str = "Tx Ty Tz Rx Ry Rz", until: float = 2, start: dict[str, Any], **values: Any
) -> Example:
    """A box on the joint."""
    scene = Scene(kind, values, motions).add("bodies.base", "Base1").add("bodies.box", "SB1", length="0.5 m", mass="1 kg")
    return scene.show("Base1.1 - X.1", "X.2 - SB1.1").start(**start).look(*curves, until=until)


def welded(kind: str, **values: Any) -> Example:
    scene = Scene(kind, values, number=2).pendulum().add("bodies.rod", "SB2", length="0.5 m")
    return scene.show("SB1.2 - X.1", "X.2 - SB2.1").look("KN1.angle", "X.2.M.z")


# On a hinge or a slider


def on_hinge(kind: str, *curves: str, port: str = "a", start: str = "", until: float = 2, **values: Any) -> Example:
    """On the joint of a pendulum that is released from the horizontal."""
    scene = Scene(kind, values).pendulum().show(f"KN1.turn - X.{port}")
    if start:
        scene.start(KN1__angle=start)
    return scene.look("KN1.angle", *curves, until=until)


def on_slider(kind: str, *curves: str, port: str = "a", speed: float = 1, springy: bool = False, **values: Any) -> Example:
    """On a mass that is pushed along x, `springy` against a spring."""
    scene = Scene(kind, values).slider()
    if springy:
        scene.add("dynamics.slide_spring", "DC1", stiffness="40 N/m").show(f"KN1.slide - X.{port} - DC1.a")
    else:
        scene.show(f"KN1.slide - X.{port}")
    if speed:
        scene.start(KN1__slide__speed=speed)
    return scene.look("KN1.travel", *curves)


def driven_hinge(kind: str, *curves: str, port: str = "turn", law: Any = SPEED, **values: Any) -> Example:
    """On the joint of a pendulum, controlled by a signal."""
    scene = Scene(kind, values).pendulum().law(law).show(f"KN1.turn - X.{port}", "LAW1.out - X.signal")
    return scene.look("LAW1.out.value", "KN1.angle", *curves)


def driven_slider(kind: str, *curves: str, port: str = "slide", law: Any = SPEED, speed: float = 0, **values: Any) -> Example:
    scene = Scene(kind, values).slider().law(law).show(f"KN1.slide - X.{port}", "LAW1.out - X.signal")
    if speed:
        scene.start(KN1__slide__speed=speed)
    return scene.look("LAW1.out.value", "KN1.travel", *curves)


def falling_back(kind: str) -> Example:
    """Pushed against a spring, and held there."""
    scene = Scene(kind).slider().add("dynamics.slide_spring", "DC2", stiffness="20 N/m")
    return scene.show("KN1.slide - X.b - DC2.a").start(KN1__slide__speed=1).look("KN1.travel", "X.hold")


def between_shafts(kind: str, **values: Any) -> Example:
    """A torque on one shaft turns the load on the other."""
    scene = Scene(kind, values, gravity=WEIGHTLESS).pendulum(1).pendulum(2, place=["0.6 m", 0, 0])
    scene.add("sources.torque", "Em1", law={"law": "sine", "amplitude": "1 N·m", "frequency": "1 Hz"})
    return scene.show("Em1.turn - KN1.turn - X.a", "X.b - KN2.turn").look("KN1.angle", "KN2.angle", "X.b.torque")


def with_losses(kind: str, *curves: str, load: Callable[[Scene], Scene], joint: str, **values: Any) -> Example:
    """A torque on a shaft with a rotor moves a load."""
    scene = load(Scene(kind, values, gravity=WEIGHTLESS)).add("dynamics.rotor", "R1", inertia="1e-3 kg*m^2")
    scene.add("sources.torque", "Em1", law={"law": "sine", "amplitude": "1 N·m", "frequency": "1 Hz"})
    return scene.show("Em1.turn - R1.shaft - X.a", f"X.b - {joint}").look(*curves)


def shaft_to_slider(kind: str, **values: Any) -> Example:
    """A torque on a shaft moves a mass."""
    scene = Scene(kind, values, gravity=WEIGHTLESS).pendulum(1).slider(2)
    scene.add("sources.torque", "Em1", law={"law": "sine", "amplitude": "1 N·m", "frequency": "1 Hz"})
    return scene.show("Em1.turn - KN1.turn - X.a", "X.b - KN2.slide").look("KN1.angle", "KN2.travel", "X.b.force")


# Between points of bodies


def to_the_tip(kind: str, *curves: str, place: tuple[Any, ...] = ("0.5 m", "0.5 m", 0), **values: Any) -> Example:
    """Between a fixed point and the tip of a pendulum."""
    scene = Scene(kind, values).pendulum().add("bodies.base", "Base2", place=list(place))
    return scene.show("Base2.1 - X.a", "X.b - SB1.2").look("KN1.angle", *curves)


def thrown(kind: str, *curves: str, **values: Any) -> Example:
    """A ball thrown onto a floor."""
    scene = Scene(kind, {"normal": [0, 1, 0], "radius": "0.1 m", **values}).add("bodies.base", "Base1")
    scene.add("joints.planar", "KN1").add("bodies.sphere", "SB1", radius="0.1 m")
    scene.show("Base1.1 - KN1.1 - X.a", "KN1.2 - SB1.1 - X.b")
    return scene.start(KN1__travel_2="0.6 m", KN1__slide_1__speed=0.5).look("SB1.1.r.y", *curves)


def mounted(kind: str, *curves: str, **values: Any) -> Example:
    """A box on an elastic mount."""
    scene = Scene(kind, values).add("bodies.base", "Base1").add("joints.planar", "KN1").add("bodies.box", "SB1", length="0.4 m")
    return scene.show("Base1.1 - KN1.1 - X.a", "KN1.2 - SB1.1 - X.b").look(*curves, until=1)


def gripped(kind: str, *signal: str, **values: Any) -> Example:
    """A pendulum is caught during its swing, and released."""
    scene = Scene(kind, values).pendulum().add("bodies.base", "Base2")
    if signal:
        scene.law("if(t < 0.3, 0, if(t < 1, 1, 0))")
    return scene.show("Base2.1 - X.a", "X.b - SB1.2", *signal).look("KN1.angle", "X.force.1", "X.force.2")


CUSHION = {"lower": "-2 rad", "upper": "0.5 rad"}
SLIDE = {"lower": "-0.2 m", "upper": "0.3 m"}
PLANE = "Tx Ty Rz"
TABLE = [[-1, -8], [-0.3, -1], [0, 0], [0.3, 1], [1, 8]]
BRAKED = {"law": "step", "time": 0.6, "after": 1}

EXAMPLES: dict[str, Callable[[str], Example]] = {
    "bodies.base": shaken,
    "bodies.body": lambda k: swinging(k, mass="2 kg", centre=["0.3 m", "0.1 m", 0], inertia=[0.02, 0.05, 0.06]),
    "bodies.box": lambda k: swinging(k, length="0.5 m", width="0.1 m", height="0.05 m"),
    "bodies.cylinder": lambda k: swinging(k, length="0.5 m"),
    "bodies.rod": lambda k: swinging(k, length="0.5 m"),
    "bodies.tube": lambda k: swinging(k, length="0.5 m"),
    "bodies.point_mass": hanging,
    "bodies.sphere": hanging,
    "joints.rotation": lambda k: jointed(k, "X.angle", "X.turn.speed", motions=PLANE, start={"X.angle": "30 deg"}),
    "joints.translation": lambda k: jointed(
        k, "X.travel", "X.slide.speed", motions=PLANE, until=0.7, start={"X.slide.speed": "3 m/s"}, axis=[0, 1, 0]
    ),
    "joints.cylindrical": lambda k: jointed(k, "X.angle", "X.travel", start={"X.turn.speed": 3, "X.slide.speed": 4}),
    "joints.universal": lambda k: jointed(k, "X.angle_1", "X.angle_2", start={"X.angle_1": "20 deg"}),
    "joints.spherical": lambda k: jointed(k, "SB1.2.r.x", "SB1.2.r.y", "SB1.2.r.z", start={"X.turn_z.speed": 3}),
    "joints.planar": lambda k: jointed(
        k, "X.travel_1", "X.travel_2", "X.angle", motions=PLANE, until=1, start={"X.slide_2.speed": 5, "X.turn.speed": 6}
    ),
    "joints.free": lambda k: jointed(k, "X.x", "X.z", until=1, start={"X.slide_z.speed": 5, "X.turn_y.speed": 6}),
    "joints.weld": welded,
    "joints.offset": lambda k: welded(k, place=["0.2 m", "0.3 m", 0], orientation=[0, 0, "90 deg"]),
    "dynamics.damper": lambda k: on_hinge(k, "X.a.torque", damping=0.2),
    "dynamics.spring": lambda k: on_hinge(k, "X.a.torque", stiffness=8),
    "dynamics.spring_damper": lambda k: on_hinge(k, "X.a.torque", stiffness=8, damping=0.2),
    "dynamics.table_spring": lambda k: on_hinge(k, "X.a.torque", table=TABLE),
    "dynamics.friction": lambda k: on_hinge(k, "X.a.torque", coulomb=0.5, breakaway=1.2),
    "dynamics.brake": lambda k: on_hinge(k, "X.a.torque", capacity=4, command=BRAKED),
    "dynamics.stop": lambda k: on_hinge(k, "KN1.turn.speed", restitution=0.4, **CUSHION),
    "dynamics.buffer": lambda k: on_hinge(k, "X.a.torque", stiffness=60, **CUSHION),
    "dynamics.backlash": lambda k: on_hinge(k, "X.a.torque", play=1, stiffness=60, damping=0.3),
    "dynamics.one_way_clutch": lambda k: on_hinge(k, "X.hold", port="b", start="180 deg"),
    "dynamics.rotor": lambda k: on_hinge(k, "KN1.turn.torque", port="shaft", inertia=0.01, ratio=5),
    "dynamics.slide_damper": lambda k: on_slider(k, "X.a.force", damping=2),
    "dynamics.slide_spring": lambda k: on_slider(k, "X.a.force", stiffness=40),
    "dynamics.slide_spring_damper": lambda k: on_slider(k, "X.a.force", stiffness=40, damping=2),
    "dynamics.slide_table_spring": lambda k: on_slider(k, "X.a.force", table=TABLE, speed=2),
    "dynamics.slide_friction": lambda k: on_slider(k, "X.a.force", coulomb=1),
    "dynamics.slide_brake": lambda k: on_slider(k, "X.a.force", capacity=2, command=BRAKED),
    "dynamics.slide_stop": lambda k: on_slider(k, "KN1.slide.speed", restitution=0.7, **SLIDE),
    "dynamics.slide_buffer": lambda k: on_slider(k, "X.a.force", stiffness=400, **SLIDE),
    "dynamics.slide_backlash": lambda k: on_slider(k, "X.a.force", play=0.3, stiffness=200, damping=1),
    "dynamics.slide_ratchet": falling_back,
    "dynamics.driven_brake": lambda k: driven_hinge(k, "X.a.torque", port="a", law=BRAKED, capacity=4),
    "dynamics.driven_slide_brake": lambda k: driven_slider(k, "X.a.force", port="a", law=BRAKED, speed=1, capacity=2),
    "dynamics.gear": lambda k: between_shafts(k, ratio=-2),
    "dynamics.lossy_gear": lambda k: with_losses(
        k, "KN1.turn.speed", "X.a.torque", "X.b.torque", load=Scene.pendulum, joint="KN1.turn", ratio=2, efficiency=0.8
    ),
    "dynamics.rack": lambda k: shaft_to_slider(k, radius="0.1 m"),
    "dynamics.line_spring_damper": lambda k: to_the_tip(k, "X.b.F.x", "X.b.F.y", stiffness=60, damping=1, rest="0.3 m"),
    "dynamics.line_actuator": lambda k: to_the_tip(k, "X.b.F.x", "X.b.F.y", law="8*sin(2*pi*t)"),
    "dynamics.elastic_rope": lambda k: to_the_tip(k, "X.b.F.y", length="0.6 m", stiffness=400, damping=3),
    "dynamics.rope": lambda k: to_the_tip(k, "X.tension", length="0.6 m", restitution=0.3),
    "dynamics.bushing": lambda k: mounted(k, "KN1.travel_2", "KN1.angle", stiffness=[400, 400, 400], turn_stiffness=20),
    "dynamics.contact": lambda k: thrown(k, "KN1.angle", restitution=0.7),
    "dynamics.rigid_contact": lambda k: thrown(k, "SB1.1.v.y", restitution=0.7),
    "dynamics.grip": lambda k: gripped(k, closed="if(t < 0.3, 0, if(t < 1, 1, 0))"),
    "dynamics.driven_grip": lambda k: gripped(k, "LAW1.out - X.signal"),
}
