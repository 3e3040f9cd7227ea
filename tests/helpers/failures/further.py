"""Circuits with one fault that check or run without an error: notes, warnings and remarks; and faults of other chapters' kin."""

from __future__ import annotations

from mars.document.circuit import Circuit
from tests.helpers.failures.failure import chapter, failure
from tests.helpers.failures.mechanisms import PLANE, four_bar, on, pendulum, second_arm

SPACE = "Tx Ty Tz Rx Ry Rz"

chapter("Drawings that are unusual")


@failure("A new circuit without any component.", "Draw one.", "the circuit is empty", "Add a base, a joint and a body")
def empty_circuit() -> Circuit:
    return Circuit("Empty")


@failure(
    "A circuit class with two rotations.",
    "Add the third.",
    "two rotations generate a third",
    "Add Rz to the class",
)
def two_rotations() -> Circuit:
    c = pendulum("Tx Ty Tz Rx Ry")
    c.gravity = [0, 0, 0]
    c.set("KN1.axis", [1, 0, 0])
    return c


@failure(
    "Two rods are connected without a joint.",
    "Put a hinge between them, unless they are one rigid body.",
    "SB2",
    "rigidly joined",
    "Put a joint between them",
    code=0,
)
def rods_without_a_joint() -> Circuit:
    c = pendulum()
    c.add("bodies.rod", "SB2")
    c.connect("SB1.2", "SB2.1")
    return c


@failure(
    "A rotor is harder to turn than the rod that carries it.",
    "Add the rotor's inertia to that of the rod, or give the rotor its true inertia.",
    "R1",
    "less inertia than the rotor",
    "Add the rotor's inertia",
)
def light_carrier() -> Circuit:
    c = second_arm(pendulum())
    c.add("dynamics.rotor", "R1", inertia=100, ratio=50)
    c.connect("R1.shaft", "KN2.turn")
    c.connect("R1.housing", "SB1.2")
    return c


@failure(
    "A body has moments of inertia that no body can have.",
    "Correct them.",
    "SB2",
    "physically impossible",
    "Check the tensor",
    code=0,
)
def impossible_inertia() -> Circuit:
    c = pendulum()
    c.add("joints.rotation", "KN2")
    c.add("bodies.body", "SB2", inertia=[0.1, 0.1, 5])
    c.connect("SB1.2", "KN2.1")
    c.connect("KN2.2", "SB2.1")
    return c


@failure(
    "A hinge connects two bases.",
    "Put a body between the joints.",
    "KN3",
    "Put a body between the joints",
)
def joint_between_bases() -> Circuit:
    c = pendulum()
    c.add("bodies.base", "Base2", place=[1, 0, 0])
    c.add("joints.rotation", "KN3")
    c.connect("Base.1", "KN3.1")
    c.connect("KN3.2", "Base2.1")
    return c


@failure(
    "A spring hangs from a rod, and its other end is a force on nothing.",
    "Put a point mass there.",
    "D1.b",
    "bodies.point_mass",
)
def spring_on_nothing() -> Circuit:
    c = pendulum()
    c.add("dynamics.line_spring_damper", "D1")
    c.add("sources.wrench", "Ef1")
    c.connect("SB1.2", "D1.a")
    c.connect("D1.b", "Ef1.1")
    return c


@failure(
    "A damper has a value under a name that it does not have.",
    "Rename it.",
    "DC1",
    "dampng",
)
def unknown_parameter() -> Circuit:
    return on(pendulum(), "KN1.turn", "dynamics.damper", "DC1", dampng=2)


@failure(
    "A start value is given for a misspelled variable.",
    "Correct its name.",
    "KN1.angel",
    "does not exist",
)
def start_of_nothing() -> Circuit:
    c = pendulum()
    c.set_start("KN1.angel", "30 deg")
    return c


@failure(
    "A planar four-bar in the class of all motions: its loop says three things twice.",
    "Nothing needs to be done; in the class Tx Ty Rz the reactions are determined.",
    "3 of the 6",
    "The circuit still runs",
    code=0,
)
def loop_with_idle_conditions() -> Circuit:
    c = four_bar()
    c.motions, c.gravity = SPACE.split(), [0, -9.81, 0]
    return c


@failure(
    "Custom equations do not say what happens to the power they take up.",
    "Add `loss`, `stored` or `source`.",
    "the equations of Fan",
    "no “stored”, “loss” or “source” is given",
    code=0,
)
def fan_without_a_loss() -> Circuit:
    c = pendulum()
    c.define("Fan", "port a: rotation\na.torque = 0.02 N·m·s²*a.speed*abs(a.speed)")
    c.add("Fan", "F1")
    c.connect("KN1.turn", "F1.a")
    return c


@failure(
    "A source drives one of the three rotations of a ball joint.",
    "Drive all three, or use hinges.",
    "KN1",
    "only some of its three rotations have a prescribed motion",
    "Prescribe all three",
)
def half_driven_ball() -> Circuit:
    c = Circuit("Ball")
    c.add("bodies.base", "Base")
    c.add("joints.spherical", "KN1")
    c.add("bodies.rod", "SB1")
    c.add("sources.velocity", "Ew1", law="1 rad/s")
    for a, b in (("Base.1", "KN1.1"), ("KN1.2", "SB1.1"), ("Ew1.turn", "KN1.turn_x")):
        c.connect(a, b)
    return c


chapter("Remarks of runs")


@failure(
    "A guess of a start value cannot be followed: the guess of another joint decides.",
    "Change or remove it.",
    "KN2.angle",
    "is a guess that could not be followed",
    code=0,
)
def guess_not_followed() -> Circuit:
    c = four_bar()
    c.set_start("KN1.angle", "60 deg")
    c.set_start("KN2.angle", "170 deg", "guess")
    return c


def flat_parallelogram(start: str) -> Circuit:
    """Cranks of 1 kg and 5 kg, let go where they point away from each other's base."""
    c = four_bar("1 m", "0.3 m")
    c.set("SB1.mass", 5)
    for joint, angle in (("KN1", start), ("KN2", f"-{start}"), ("KN3", f"180 deg + {start}"), ("KN4", f"180 deg - {start}")):
        c.set_start(f"{joint}.angle", angle, "fixed" if joint == "KN1" else "guess")
    return c


@failure(
    "A parallelogram is let go where all its links are almost in a line, so that it could go on in two ways.",
    "Start elsewhere, or let a spring decide.",
    "SB2",
    "too slow there for its momentum to choose",
    command="run --until 0.5",
    code=0,
)
def parallelogram_let_go_flat() -> Circuit:
    return flat_parallelogram("179.9999 deg")


@failure(
    "A pump sucks oil through an orifice faster than a vacuum can draw it.",
    "Put a volume between them, where bubbles can grow.",
    "OR1.b, QS1.a",
    "falls below vacuum",
    command="run --until 1",
    code=0,
)
def oil_below_vacuum() -> Circuit:
    c = Circuit("Suction")
    c.add("hydraulic.orifice", "OR1")
    c.add("hydraulic.flow_source", "QS1", law={"law": "ramp", "time": 1, "after": 1e-3})
    c.add("hydraulic.tank", "T1")
    c.connect("T1.a", "OR1.a", "QS1.b")
    c.connect("OR1.b", "QS1.a")
    return c


@failure(
    "More digits are asked for than a number has.",
    "Use a larger `rtol`.",
    "rounding limits the relative accuracy",
    command="run --until 1 --rtol 1e-15",
    code=0,
)
def more_digits_than_there_are() -> Circuit:
    return second_arm(pendulum())


@failure(
    "A driven arm hits a stop.",
    "Let the drive end before, or drive it by a torque.",
    "DC1",
    "by a prescribed motion (Ew1)",
    command="run --until 3",
    code=3,
    keeps=1.9,
)
def driven_into_a_stop() -> Circuit:
    c = on(pendulum(PLANE), "KN1.turn", "sources.velocity", "Ew1", law="0.5 rad/s")
    return on(c, "KN1.turn", "dynamics.stop", "DC1", lower="-1 rad", upper="1 rad")


@failure(
    "A diode of 1 µΩ charges a capacitor without a resistor: its current is a million times a difference of voltages.",
    "Give it a resistance that a diode has.",
    "D1",
    "determine only to some",
    "Use less extreme resistances",
    command="run --until 0.06 --method radau --rtol 1e-7",
    code=0,
)
def diode_without_resistance() -> Circuit:
    c = Circuit("Peak rectifier")
    c.add("electrical.ground", "GND1")
    c.add("electrical.voltage_source", "V1", law={"law": "sine", "amplitude": "20 V", "frequency": "50 Hz"})
    c.add("electrical.diode", "D1", on_resistance="1 µΩ", forward_voltage=0)
    c.add("electrical.capacitor", "C1", capacitance="1 mF")
    c.add("electrical.resistor", "R1", resistance="100 Ω")
    c.connect("V1.p", "D1.p")
    c.connect("D1.n", "C1.p", "R1.p")
    c.connect("V1.n", "GND1.p", "C1.n", "R1.n")
    return c
