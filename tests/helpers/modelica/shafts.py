"""Drive trains, a speed control and heat: scalar networks."""

from __future__ import annotations

import math

from mars.document.circuit import Circuit
from tests.helpers.modelica.comparing import COMPILED, Problem, Signal, difference
from tests.helpers.wiring import wired

EXAMPLES = "Mechanics/Rotational/Examples"


def sine(amplitude: float, frequency: float, phase: float = 0.0) -> dict[str, object]:
    return {"law": "sine", "amplitude": amplitude, "frequency": frequency, "phase": phase}


def rotor(inertia: float) -> tuple[str, dict[str, float]]:
    return "dynamics.rotor", {"inertia": inertia}


def between(second: str, first: str) -> dict[str, Signal]:
    return {f"{what}_rel": difference(f"{second}.{name}", f"{first}.{name}") for what, name in (("phi", "angle"), ("w", "speed"))}


def prefixed(prefix: str, signals: dict[str, Signal]) -> dict[str, Signal]:
    return {f"{prefix}.{name}": what for name, what in signals.items()}


def alone(shaft: str) -> dict[str, Signal]:
    return {"phi": f"{shaft}.angle", "w": f"{shaft}.speed"}


def drive_train() -> Circuit:
    return wired(
        {
            "Torque": ("sources.torque", {"law": sine(10, 5)}),
            "J1": rotor(0.1),
            "Gear": ("dynamics.gear", {"ratio": 10}),
            "J2": rotor(2),
            "Spring": ("dynamics.spring", {"stiffness": 1e4}),
            "Damper": ("dynamics.damper", {"damping": 10}),
            "J3": rotor(2),
        },
        "Torque.turn J1.shaft Gear.a", "Gear.b J2.shaft Spring.a Damper.a", "Spring.b J3.shaft",
        ground=False,
    )  # fmt: skip


def coupled_clutches() -> Circuit:
    """Three clutches that close in turn. At rest the original holds 1.1 times as much as it slips with; it never slips again."""
    commands = (sine(1, 0.2, math.pi / 2), {"law": "step", "time": 0.4, "after": 1}, {"law": "step", "time": 0.9, "after": 1})
    parts = {f"J{i}": rotor(1) for i in (1, 2, 3, 4)} | {"Torque": ("sources.torque", {"law": sine(10, 5)})}
    parts |= {f"Clutch{i}": ("dynamics.brake", {"capacity": 10, "command": law}) for i, law in enumerate(commands, start=1)}
    c = wired(
        parts,
        "Torque.turn J1.shaft Clutch1.a", "Clutch1.b J2.shaft Clutch2.a", "Clutch2.b J3.shaft Clutch3.a", "Clutch3.b J4.shaft",
        ground=False,
    )  # fmt: skip
    c.set_start("J1.shaft.speed", 10)
    return c


def clutch_and_brake() -> Circuit:
    c = wired(
        {
            "Torque": ("sources.torque", {"law": "if(t < 0.5, 200*sin(100*t), 0)"}),
            "J3": rotor(1),
            "Clutch": ("dynamics.brake", {"capacity": 80}),
            "J2": rotor(0.05),
            "Spring": ("dynamics.spring_damper", {"stiffness": 160, "damping": 1}),
            "Brake": ("dynamics.brake", {"capacity": 800, "command": {"law": "step", "time": 0.5, "after": 1}}),
            "J1": rotor(1),
        },
        "Torque.turn J3.shaft Clutch.a", "Clutch.b J2.shaft Spring.a", "Spring.b J1.shaft Brake.a",
        ground=False,
    )  # fmt: skip
    for name, speed in (("J3", 100), ("J2", 90), ("J1", 90)):
        c.set_start(f"{name}.shaft.speed", speed)
    return c


def lossy_gear() -> Circuit:
    return wired(
        {
            "T1": ("sources.torque", {"law": sine(10, 1)}),
            "T2": ("sources.torque", {"law": {"law": "ramp", "time": 2, "before": -10, "after": -5}}),
            "J1": rotor(1),
            "J2": rotor(1.5),
            "Gear": ("dynamics.lossy_gear", {"ratio": 2, "efficiency": 0.5}),
        },
        "T1.turn J1.shaft Gear.a", "T2.turn J2.shaft Gear.b",
        ground=False,
    )  # fmt: skip


PLANETARY = """
# A planetary gear.
port sun: rotation
port ring: rotation
port carrier: rotation
parameter ratio = 1.5  "teeth of the ring per teeth of the sun"
(1 + ratio)*carrier.angle = sun.angle + ratio*ring.angle
ring.torque = ratio*sun.torque
carrier.torque = -(1 + ratio)*sun.torque
stored = 0
loss = 0
"""
QUADRATIC = """
# A load that grows with the square of the speed.
port a: rotation
parameter nominal = 20 N·m
parameter speed = 10.471975511966 rad/s
a.torque = nominal*(a.speed/speed)^2
source
"""


def gear_shift() -> Circuit:
    shift = {"law": "ramp", "start": 2, "time": 0.1}
    c = wired(
        {
            "Torque": ("sources.torque", {"law": {"law": "step", "time": 0.5, "after": 20}}),
            "Engine": rotor(1),
            "Load": rotor(10),
            "Clutch": ("dynamics.brake", {"capacity": 100, "command": shift | {"after": 1}}),
            "Brake": ("dynamics.brake", {"capacity": 100, "command": shift | {"before": 1, "after": 0}}),
        },
        "Torque.turn Engine.shaft Clutch.a", "Clutch.b Brake.a",
        ground=False,
    )  # fmt: skip
    c.define("Planetary", PLANETARY)
    c.define("Quadratic", QUADRATIC)
    c.add("Planetary", "Gear")
    c.add("Quadratic", "Drag")
    for node in ("Engine.shaft Gear.sun", "Clutch.b Gear.ring", "Gear.carrier Load.shaft Drag.a"):
        c.connect(*node.split())
    return c


def speed_control() -> Circuit:
    """A PI controller with limits on an elastic drive, at rest under its load at the start."""
    c = wired(
        {
            "J1": rotor(1),
            "J2": rotor(2),
            "Spring": ("dynamics.spring_damper", {"stiffness": 1e4, "damping": 100}),
            "Load": ("sources.torque", {"law": 10}),
            "Torque": ("sources.driven_torque", {"gain": 1}),
            "Speed": ("sensors.shaft", {"measures": "speed"}),
            "Path": ("control.trapezoid", {"target": [math.pi / 2], "begin": 0.5, "top_speed": [1], "top_acceleration": [1]}),
            "PI": ("control.pid", {"kp": 100, "ki": 1000, "limited": "yes", "lower": -12, "upper": 12, "tracking": 0.01}),
        },
        "Torque.turn J1.shaft Spring.a Speed.a", "Spring.b J2.shaft Load.turn", "Path.speed PI.reference",
        "Speed.out PI.measured", "PI.out Torque.signal",
        ground=False,
    )  # fmt: skip
    c.set_start("J2.shaft.angle", 10 / 1e4)
    c.set_start("PI.integral", -10)
    return c


def two_masses() -> Circuit:
    c = wired(
        {
            "M1": ("thermal.capacity", {"capacity": 15}),
            "M2": ("thermal.capacity", {"capacity": 15}),
            "Way": ("thermal.resistance", {"resistance": 0.1}),
        },
        "M1.heat Way.a", "Way.b M2.heat",
        ground=False,
    )  # fmt: skip
    c.set_start("M1.temperature", "100 °C")
    c.set_start("M2.temperature", "0 °C")
    return c


CLUTCHES = [prefixed(f"clutch{i}", between(f"J{i + 1}.shaft", f"J{i}.shaft")) for i in (1, 2, 3)]

PROBLEMS = (
    Problem(
        f"{EXAMPLES}/First",
        drive_train,
        {"damper.phi_rel": lambda get: -get("Damper.a.angle"), "damper.w_rel": lambda get: -get("Damper.a.speed")}
        | prefixed("inertia3", alone("J3.shaft")),
        1e-3,
    ),
    Problem(
        f"{EXAMPLES}/CoupledClutches",
        coupled_clutches,
        prefixed("J1", alone("J1.shaft")) | CLUTCHES[0] | CLUTCHES[1] | CLUTCHES[2],
        5e-4,
        methods=COMPILED,
    ),
    Problem(
        f"{EXAMPLES}/Friction",
        clutch_and_brake,
        prefixed("clutch", between("J2.shaft", "J3.shaft"))
        | prefixed("inertia3", alone("J3.shaft"))
        | prefixed("spring", between("J1.shaft", "J2.shaft")),
        3e-5,
        methods=COMPILED,
    ),
    Problem(
        f"{EXAMPLES}/LossyGearDemo1",
        lossy_gear,
        prefixed("Inertia2", alone("J2.shaft")),
        2e-5,
        methods=COMPILED,
    ),
    Problem(
        f"{EXAMPLES}/SimpleGearShift",
        gear_shift,
        prefixed("clutch", between("Clutch.b", "Clutch.a"))
        | prefixed("engine", alone("Engine.shaft"))
        | prefixed("load", alone("Load.shaft")),
        1e-5,
        methods=COMPILED,
    ),
    Problem(
        "Blocks/Examples/PID_Controller",
        speed_control,
        {"PI.I.y": lambda get: get("PI.integral") / 100, "integrator.y": "Path.speed.value"}
        | prefixed("inertia1", alone("J1.shaft"))
        | prefixed("spring", between("J2.shaft", "J1.shaft")),
        2e-4,
    ),
    Problem("Thermal/HeatTransfer/Examples/TwoMasses", two_masses, {f"mass{i}.T": f"M{i}.temperature" for i in (1, 2)}, 5e-5),
)
