"""Components that drive or measure a mechanism: sources, meters, sensors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .mechanics import driven_hinge, driven_slider, on_hinge, on_slider, to_the_tip
from .scene import Example, Scene


def at_the_tip(kind: str, *curves: str, port: str = "1", **values: Any) -> Example:
    return Scene(kind, values).pendulum().show(f"SB1.2 - X.{port}").look("KN1.angle", *curves)


def wrench_by_signals(kind: str) -> Example:
    scene = Scene(kind).pendulum().law({"law": "sine", "amplitude": 8, "frequency": 1}).add("signals.constant", "CON1", value=0)
    scene.add("signals.bundle", "BUN1", count=6).show("SB1.2 - X.1", "BUN1.out - X.signals", "LAW1.out - BUN1.in2")
    zero = " - ".join(["CON1.out", *(f"BUN1.in{i}" for i in (1, 3, 4, 5, 6))])
    return scene.link(zero).look("LAW1.out.value", "KN1.angle")


def path(kind: str) -> Example:
    """The tip of an arm moves along a circle."""
    values = {"x": "0.6 m + 0.1 m*cos(pi*t)", "y": "0.1 m*sin(pi*t)"}
    scene = Scene(kind, values).pendulum().add("joints.rotation", "KN2").add("bodies.rod", "SB2", length="0.5 m")
    scene.show("SB1.2 - KN2.1", "KN2.2 - SB2.1", "SB2.2 - X.1")
    scene.circuit.set_start("KN1.angle", "45 deg", "guess")
    scene.circuit.set_start("KN2.angle", "-90 deg", "guess")
    return scene.look("KN1.angle", "KN2.angle", "X.force.1", "X.force.2")


def in_line(kind: str, *curves: str) -> Example:
    """Between a joint and its damper."""
    slides = kind.endswith("force")
    scene = Scene(kind).slider() if slides else Scene(kind).pendulum()
    scene.add("dynamics.slide_damper" if slides else "dynamics.damper", "DC1", damping=2 if slides else 0.2)
    scene.show(f"KN1.{'slide' if slides else 'turn'} - X.a", "X.b - DC1.a")
    if slides:
        scene.start(KN1__slide__speed=1)
    return scene.look("KN1.travel" if slides else "KN1.angle", *curves)


def force_torque(kind: str) -> Example:
    values = {"stiffness": [2e4] * 3, "damping": [200] * 3, "turn_stiffness": 200, "turn_damping": [1] * 3}
    scene = Scene(kind, values).pendulum().add("bodies.box", "SB2", length="0.1 m", mass="0.5 kg")
    return (
        scene.show("SB1.2 - X.a", "X.b - SB2.1").start(SB2__1__r__x="0.5 m").look("KN1.angle", "X.out.values.1", "X.out.values.2")
    )


EXAMPLES: dict[str, Callable[[str], Example]] = {
    "sources.torque": lambda k: on_hinge(k, port="turn", start="-90 deg", law="2*sin(3*t)"),
    "sources.velocity": lambda k: on_hinge(k, "X.turn.torque", port="turn", law="2*sin(3*t)"),
    "sources.movement": lambda k: on_hinge(k, "X.turn.torque", port="turn", law="0.5*sin(3*t)"),
    "sources.force": lambda k: on_slider(k, port="slide", speed=0, law="2*sin(3*t)"),
    "sources.slide_velocity": lambda k: on_slider(k, "X.slide.force", port="slide", speed=0, law="0.2*sin(3*t)"),
    "sources.slide_movement": lambda k: on_slider(k, "X.slide.force", port="slide", speed=0, law="0.2*sin(3*t)"),
    "sources.wrench": lambda k: at_the_tip(k, "X.1.F.y", force_y="10*sin(3*t)"),
    "sources.path": path,
    "sources.driven_torque": driven_hinge,
    "sources.driven_speed": lambda k: driven_hinge(k, "X.turn.torque"),
    "sources.driven_movement": lambda k: driven_hinge(k, "X.turn.torque"),
    "sources.driven_force": driven_slider,
    "sources.driven_slide_speed": lambda k: driven_slider(k, "X.slide.force"),
    "sources.driven_slide_movement": lambda k: driven_slider(k, "X.slide.force"),
    "sources.driven_wrench": wrench_by_signals,
    "meters.shaft": lambda k: on_hinge(k, "X.speed"),
    "meters.slide": lambda k: on_slider(k, "X.speed", springy=True),
    "meters.torque": lambda k: in_line(k, "X.torque", "X.power"),
    "meters.force": lambda k: in_line(k, "X.force", "X.power"),
    "meters.distance": lambda k: to_the_tip(k, "X.distance", "X.rate"),
    "meters.pose": lambda k: at_the_tip(k, "X.x", "X.y", "X.yaw", port="a"),
    "sensors.shaft": lambda k: on_hinge(k, "X.out.value", measures="speed"),
    "sensors.slide": lambda k: on_slider(k, "X.out.value", springy=True, measures="speed"),
    "sensors.encoder": lambda k: on_hinge(k, "X.out.value", counts=16, period="50 ms"),
    "sensors.linear_encoder": lambda k: on_slider(k, "X.out.value", springy=True, resolution="20 mm", period="50 ms"),
    "sensors.torque": lambda k: in_line(k, "X.out.value"),
    "sensors.force": lambda k: in_line(k, "X.out.value"),
    "sensors.distance": lambda k: to_the_tip(k, "X.out.value"),
    "sensors.accelerometer": lambda k: at_the_tip(k, "X.out.values.1", "X.out.values.2", port="a"),
    "sensors.gyroscope": lambda k: at_the_tip(k, "X.out.values.3", port="a"),
    "sensors.pose": lambda k: at_the_tip(k, "X.out.values.1", "X.out.values.2", "X.out.values.6", port="a"),
    "sensors.force_torque": force_torque,
}
