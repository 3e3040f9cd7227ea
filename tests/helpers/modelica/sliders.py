"""Masses that slide along one line."""

from __future__ import annotations

from mars.document.circuit import Circuit
from tests.helpers.modelica.comparing import Problem, Signal
from tests.helpers.switching import between, sliders, start

EXAMPLES = "Mechanics/Translational/Examples"

# An elastic stop that acts on a mass nearer than the free length; the damper never exceeds the spring.
GAP = """
port a: translation
parameter stiffness = 10 N/m
parameter damping = 1.5 N·s/m
parameter wall = 1.5 m  "travel beyond which it acts"
parameter side = 1  "1: beyond the wall, -1: before it"
let depth = max(side*(a.travel - wall), 0)
let damper = min(max(damping*side*a.speed, -stiffness*depth), stiffness*depth)
a.force = side*(stiffness*depth + damper)
stored = stiffness*depth^2/2
loss = damper*side*a.speed
"""


def accelerated() -> Circuit:
    c = sliders(1.0)
    between(c, "sources.slide_movement", "Drive", "J1", law="0.5*t^2")
    return c


def springs_with_gaps() -> Circuit:
    """Walls at ±2 m. Springs of free length 1 m hold the first mass; ends of 1.5 m stop the second."""
    c = sliders(1.0, 1.0)
    c.define("Gap", GAP)
    for name, rest in (("Left", -1), ("Right", 1)):
        between(c, "dynamics.slide_spring_damper", name, "J1", stiffness=10, damping=1.5, rest=rest)
    for name, side in (("LeftGap", -1), ("RightGap", 1)):
        c.add("Gap", name, wall=0.5 * side, side=side)
        c.connect(f"{name}.a", "J2.slide")
    start(c, J1=(2, 0), J2=(2, 0))
    return c


def driven_oscillators() -> Circuit:
    c = sliders(1.0, 1.0)
    for i in (1, 2):
        between(c, "sources.force", f"F{i}", f"J{i}", law={"law": "sine", "amplitude": 1, "frequency": 15.9155})
        between(c, "dynamics.slide_spring", f"S{i}", f"J{i}", stiffness=1e4, rest=-0.5)
    between(c, "dynamics.slide_damper", "D", "J2", damping=10)
    start(c, J1=(-0.5, 0), J2=(-0.5, 0))
    return c


def pushed_masses() -> Circuit:
    c = sliders(1.0, 1.0, 1.0)
    for i in (1, 2, 3):
        between(c, "sources.force", f"F{i}", f"J{i}", law=1)
    return c


def place_and_speed(name: str, joint: str) -> dict[str, Signal]:
    return {f"{name}.s": f"{joint}.travel", f"{name}.v": f"{joint}.slide.speed"}


PROBLEMS = (
    Problem(f"{EXAMPLES}/Accelerate", accelerated, place_and_speed("accelerate", "J1"), 1e-9),
    Problem(
        f"{EXAMPLES}/ElastoGap",
        springs_with_gaps,
        {
            "elastoGap1.v_rel": "J2.slide.speed",
            "elastoGap2.s_rel": lambda get: 2 - get("J2.travel"),
            "springDamper1.v_rel": "J1.slide.speed",
            "springDamper2.s_rel": lambda get: 2 - get("J1.travel"),
        },
        2e-5,
    ),
    Problem(
        f"{EXAMPLES}/Oscillator",
        driven_oscillators,
        {"damper1.s_rel": lambda get: 0.5 - get("J2.travel"), "damper1.v_rel": lambda get: -get("J2.slide.speed")}
        | place_and_speed("mass1", "J1"),
        1e-3,
    ),
    Problem(
        f"{EXAMPLES}/SignConvention",
        pushed_masses,
        place_and_speed("mass1", "J1") | place_and_speed("mass2", "J2") | place_and_speed("mass3", "J3"),
        1e-9,
    ),
)
