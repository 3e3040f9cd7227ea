"""One axis of a robot: cascade control, a motor with a current loop of operational amplifiers, an elastic gear with friction."""

from __future__ import annotations

from typing import Any

from mars.document.circuit import Circuit
from tests.helpers.modelica.comparing import Problem, difference
from tests.helpers.wiring import wired

DAMPING, CUT_OFF = 0.6, 5500  # of the current loop
RESISTANCE = 250


def resistors(**ohms: float) -> dict[str, tuple[str, dict[str, Any]]]:
    return {name: ("resistor", {"resistance": value}) for name, value in ohms.items()}


def one_axis() -> Circuit:
    """In the original, friction falls from breakaway to sliding at once; here the two are equal."""
    ratio = 210
    formula = f"{ratio}*u2 + 5*({ratio}*u1 - u3) - u4"
    motor = {"inertia": 0.0013, "resistance": RESISTANCE, "inductance": RESISTANCE / (2 * DAMPING * CUT_OFF)}
    path = {"start": [0], "target": ["120 deg"], "top_speed": [3], "top_acceleration": [10]}
    parts: dict[str, tuple[str, dict[str, Any]]] = {
        "Load": ("dynamics.rotor", {"inertia": 1.14**2 * 15}),
        "Path": ("control.trapezoid", path),
        "Angle": ("sensors.shaft", {}),
        "Speed": ("sensors.shaft", {"measures": "speed"}),
        "Error": ("signals.formula", {"formula": formula, "inputs": 4}),
        "PI": ("signals.state_space", {"A": [[0]], "B": [[1 / 0.05]], "C": [[0.5]], "D": [[0.5]]}),
        "Wanted": ("driven_voltage", {}),
        "Measured": ("driven_voltage", {}),
        "Hall": ("ammeter", {}),
        "Difference": ("op_amp", {}),
        "Integrator": ("op_amp", {}),
        "Power": ("op_amp", {}),
        "C": ("capacitor", {"capacitance": 0.004 * DAMPING / CUT_OFF}),
        "Motor": ("drives.dc_motor", motor | {"torque_constant": 1.1616, "viscous": 0}),
        "Gear": ("dynamics.gear", {"ratio": ratio}),
        "Friction": ("dynamics.friction", {"coulomb": 0.5, "viscous": 0.1 / 130}),
        "Spring": ("dynamics.spring_damper", {"stiffness": 8, "damping": 0.01}),
    }
    parts |= resistors(Rd1=100, Rd2=100, Rd3=100, Rd4=100, Ri=10, Rp1=200, Rp2=50)
    return wired(
        parts,
        "Wanted.n Measured.n Hall.n Rd4.n Integrator.plus Rp2.n",
        "Path.position Error.u1", "Path.speed Error.u2", "Angle.out Error.u3", "Speed.out Error.u4", "Error.out PI.u",
        "PI.y Wanted.signal", "Hall.out Measured.signal",
        "Wanted.p Rd2.p", "Measured.p Rd3.p", "Rd3.n Rd4.p Difference.plus", "Rd2.n Rd1.p Difference.minus",
        "Rd1.n Difference.out Ri.p", "Ri.n Integrator.minus C.p", "C.n Integrator.out Power.plus",
        "Power.minus Rp1.p Rp2.p", "Power.out Rp1.n Motor.p", "Motor.n Hall.p",
        "Motor.shaft Angle.a Speed.a Friction.a Spring.a", "Spring.b Gear.a", "Gear.b Load.shaft",
    )  # fmt: skip


PROBLEMS = (
    Problem(
        "Mechanics/MultiBody/Examples/Systems/RobotR3/OneAxis",
        one_axis,
        {
            "axis.controller.PI.x": "PI.x1",
            "axis.gear.spring.phi_rel": difference("Spring.b.angle", "Spring.a.angle"),
            "axis.gear.spring.w_rel": difference("Spring.b.speed", "Spring.a.speed"),
            "axis.initializeFlange.phi_flange": "Load.shaft.angle",
            "axis.initializeFlange.w_flange": "Load.shaft.speed",
            "axis.motor.C.v": "C.voltage",
            "axis.motor.La.i": "Motor.current",
        },
        1e-3,
        methods=("auto", "radau"),  # rk8 takes a minute: the current loop is stiff
    ),
)
