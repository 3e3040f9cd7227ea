"""Signals, logic, samples, controllers and manual inputs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .mechanics import between_shafts, with_losses
from .scene import Example, Scene

SINE = {"law": "sine", "amplitude": 1, "frequency": 1}
SLOW = {"law": "sine", "amplitude": 1, "frequency": 0.7, "phase": 1}
STEP = {"law": "step", "time": 0.2, "after": 1}
TICKS = {"period": "0.1 s"}
UP = 3  # quarter turns


def behind(kind: str, *laws: Any, ports: tuple[str, ...] = ("in",), out: str = "out", **values: Any) -> Example:
    """A block whose inputs are laws in time."""
    scene = Scene(kind, values)
    names = [f"LAW{i + 1}" for i in range(len(ports))]
    for i, (name, law) in enumerate(zip(names, laws or (SINE,), strict=True)):
        scene.law(law, name, at=(0, 90 * i))
    height = 90 * (len(names) // 2) if len(names) != 2 else 40
    scene.show(*(f"{name}.out - X.{port}" for name, port in zip(names, ports, strict=True)), at=(150, height))
    return scene.look(*(f"{name}.out.value" for name in names), f"X.{out}.value")


def two(kind: str, *laws: Any, ports: tuple[str, ...] = ("in1", "in2"), **values: Any) -> Example:
    return behind(kind, *(laws or (SINE, SLOW)), ports=ports, **values)


def given(kind: str, **values: Any) -> Example:
    """A block without inputs."""
    return Scene(kind, values).show().look("X.out.value")


def bundled(kind: str) -> Example:
    other = "signals.unbundle" if kind == "signals.bundle" else "signals.bundle"
    name = "UNB1" if kind == "signals.bundle" else "BUN1"
    scene = Scene(kind).law(SINE, at=(0, 0)).law(SLOW, "LAW2", at=(0, 90))
    first, second = ("X", name) if kind == "signals.bundle" else (name, "X")
    scene.add(other, name, at=(240 if second == name else 120, 40))
    scene.show(at=(120 if second == name else 240, 40)).link(
        f"LAW1.out - {first}.in1", f"LAW2.out - {first}.in2", f"{first}.out - {second}.in"
    )
    return scene.look(f"{second}.out1.value", f"{second}.out2.value")


def by_hand(kind: str, **values: Any) -> Example:
    """A manually controlled torque on a pendulum."""
    scene = Scene(kind, values).pendulum(placed=True).add("sources.driven_torque", "Em1", at=(100, -100), gain="2 N·m")
    scene.show("X.out - Em1.signal", "Em1.turn - KN1.turn", at=(-40, -100)).start(KN1__angle="-90 deg")
    return scene.look("X.out.value", "KN1.angle")


def trajectory(kind: str, **values: Any) -> Example:
    return Scene(kind, values).show().look("X.position.value", "X.speed.value", "X.acceleration.value")


def controlled(kind: str, reference: str, **values: Any) -> Example:
    """A pendulum controlled to follow a law."""
    law = {"law": "cycloid", "start": 0.2, "time": 0.6, "after": 1}
    scene = (
        Scene(kind, values).pendulum(placed=True).law(law, at=(-180, -130)).add("sensors.shaft", "SEN1", at=(180, -60), turn=UP)
    )
    scene.add("sources.driven_torque", "Em1", at=(100, -120)).show(
        f"LAW1.out - X.{reference}", "X.out - Em1.signal", at=(-40, -120)
    )
    scene.link("Em1.turn - KN1.turn - SEN1.a", "SEN1.out - X.measured")
    return scene.look("LAW1.out.value", "KN1.angle", "X.out.value")


def computed(kind: str) -> Example:
    """A pendulum that starts away from its reference approaches it like a damped spring."""
    scene = Scene(kind, {"turning": 1}).pendulum(placed=True).add("control.cycloid", "TRJ1", at=(-180, -140))
    scene.add("sources.driven_torque", "Em1", at=(100, -140)).show(at=(-20, -140))
    scene.link("Em1.turn - KN1.turn - X.turn1", "X.torques - Em1.signal")
    scene.link(*(f"TRJ1.{port} - X.{port}" for port in ("position", "speed", "acceleration")))
    return scene.start(KN1__angle="-30 deg").look("TRJ1.position.value", "KN1.angle", "X.torques.value")


EXAMPLES: dict[str, Callable[[str], Example]] = {
    "signals.constant": given,
    "signals.law": lambda k: given(k, law=SINE),
    "signals.gain": behind,
    "signals.sum": two,
    "signals.product": two,
    "signals.formula": lambda k: two(k, ports=("u1", "u2"), formula="u1^2 - 0.5*u2"),
    "signals.function": behind,
    "signals.dead_zone": behind,
    "signals.limiter": lambda k: behind(k, lower=-0.5, upper=0.7),
    "signals.rate_limit": lambda k: behind(k, STEP, rising=2),
    "signals.lookup": behind,
    "signals.lookup_2d": lambda k: two(
        k, ports=("x", "y"), knots_x=[-1, 0, 1], knots_y=[-1, 0, 1], table=[[0, 1, 0], [1, -1, 1], [0, 1, 2]]
    ),
    "signals.integrator": behind,
    "signals.derivative": lambda k: behind(k, time_constant=0.05),
    "signals.lag": lambda k: behind(k, STEP),
    "signals.lag2": lambda k: behind(k, STEP, damping=0.2),
    "signals.delay": lambda k: behind(k, delay=0.2),
    "signals.transfer_function": lambda k: behind(k, STEP, numerator=[0.5, 1], denominator=[0.02, 0.1, 1]),
    "signals.state_space": lambda k: behind(k, STEP, ports=("u",), out="y", A=[[0, 1], [-100, -4]], B=[[0], [100]]),
    "signals.bundle": bundled,
    "signals.unbundle": bundled,
    "logic.compare": lambda k: two(k, ports=("a", "b")),
    "logic.gate": lambda k: two(k, "if(sin(7*t) > 0, 1, 0)", "if(sin(5*t) > 0, 1, 0)"),
    "logic.hysteresis": behind,
    "logic.switch": lambda k: behind(k, SINE, STEP, 0.5, ports=("a", "control", "b")),
    "sampled.hold": lambda k: behind(k, **TICKS),
    "sampled.delay": lambda k: behind(k, samples=2, **TICKS),
    "sampled.filter": lambda k: behind(k, STEP, numerator=[0.4], denominator=[1, -0.6], **TICKS),
    "sampled.integrator": lambda k: behind(k, **TICKS),
    "sampled.quantiser": lambda k: behind(k, step=0.25, period="20 ms"),
    "inputs.slider": lambda k: by_hand(k, value=0.6),
    "inputs.knob": lambda k: by_hand(k, value=-0.6),
    "inputs.button": lambda k: by_hand(k, pressed=1),
    "control.cycloid": trajectory,
    "control.trapezoid": trajectory,
    "control.s_curve": trajectory,
    "control.spline": trajectory,
    "control.pid": lambda k: controlled(k, "reference", kp=60, ki=100, kd=6, filter=0.01),
    "control.sampled_pid": lambda k: controlled(k, "setpoint", proportional=60, integral=100, derivative=6, lower=-20, upper=20),
    "control.computed_torque": computed,
    "drives.elastic_gear": lambda k: between_shafts(k, ratio=2, stiffness=20, damping=0.1, efficiency=1),
    "drives.ball_screw": lambda k: with_losses(
        k, "KN1.travel", "X.a.torque", "X.b.force", load=Scene.slider, joint="KN1.slide", lead="0.1 m"
    ),
}
