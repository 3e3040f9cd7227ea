"""Invalid mechanisms and invalid values in them."""

from __future__ import annotations

from typing import Any

from mars.document.circuit import Circuit
from tests.helpers.failures.failure import chapter, failure

PLANE = "Tx Ty Rz"


def pendulum(motions: str = PLANE, **rod: Any) -> Circuit:
    c = Circuit("Pendulum", motions=motions)
    c.add("bodies.base", "Base")
    c.add("joints.rotation", "KN1")
    c.add("bodies.rod", "SB1", **rod)
    c.connect("Base.1", "KN1.1")
    c.connect("KN1.2", "SB1.1")
    return c


def second_arm(c: Circuit, axis: tuple[float, ...] = (0, 0, 1), **rod: Any) -> Circuit:
    c.add("joints.rotation", "KN2", axis=axis)
    c.add("bodies.rod", "SB2", **rod)
    c.connect("SB1.2", "KN2.1")
    c.connect("KN2.2", "SB2.1")
    return c


def four_bar(coupler: str = "0.9 m", rocker: str = "0.6 m", span: str = "1 m") -> Circuit:
    """With a crank of 0.3 m."""
    c = second_arm(pendulum(length="0.3 m"), length=coupler)
    c.title = "Four-bar"
    c.add("joints.rotation", "KN3")
    c.add("bodies.rod", "SB3", length=rocker)
    c.add("joints.rotation", "KN4")
    c.add("bodies.base", "Base2", place=[span, 0, 0])
    for link in ("SB2.2 KN3.1", "KN3.2 SB3.1", "SB3.2 KN4.1", "KN4.2 Base2.1"):
        c.connect(*link.split())
    c.set_start("KN1.angle", "60 deg", "guess")
    return c


def parallelogram(crank: Any, rocker: Any) -> Circuit:
    """A four-bar with both cranks driven by velocity laws; a rocker with the opposite law would be consistent."""
    c = four_bar("1 m", "0.3 m")
    for joint, angle in (("KN1", "60 deg"), ("KN2", "-60 deg"), ("KN3", "-120 deg"), ("KN4", "120 deg")):
        c.set_start(f"{joint}.angle", angle, "guess")
    on(c, "KN1.turn", "sources.velocity", "Ew1", law=crank)
    return on(c, "KN4.turn", "sources.velocity", "Ew2", law=rocker)


def on(c: Circuit, port: str, kind: str, name: str, **values: Any) -> Circuit:
    """Add a component and connect its first scalar port to a port of a joint."""
    c.add(kind, name, **values)
    own = "a" if kind.startswith("dynamics.") else "slide" if "slide" in kind or kind == "sources.force" else "turn"
    c.connect(f"{name}.{own}", port)
    return c


def slider(gravity: float = 0.0, mass: Any = "1 kg") -> Circuit:
    """A mass on a slider; gravity pulls it back."""
    c = Circuit("Slider", motions=PLANE, gravity=[-gravity, 0, 0])
    c.add("bodies.base", "Base")
    c.add("joints.translation", "KN1")
    c.add("bodies.point_mass", "SB1", mass=mass)
    c.connect("Base.1", "KN1.1")
    c.connect("KN1.2", "SB1.1")
    return c


chapter("Circuit structure")


@failure(
    "Two rods joined by a hinge, but no base.",
    "Add a base; without one the whole mechanism falls freely.",
    "SB1",
    "not connected to a base",
    "Connect it to a base (bodies.base)",
    code=0,
)
def missing_base() -> Circuit:
    c = second_arm(pendulum())
    c.remove("KN1")
    c.remove("Base")
    return c


@failure(
    "The damper is not connected.",
    "Connect it to the joint it should damp.",
    "Damper DC1",
    "port a is not connected",
    "Connect DC1.a to another rotation port",
)
def open_port() -> Circuit:
    c = pendulum()
    c.add("dynamics.damper", "DC1")
    return c


@failure(
    "A force source is connected to the rotation port of a hinge.",
    "Use a torque source.",
    "Ef1.slide (translation)",
    "KN1.turn (rotation)",
    "rotation to rotation",
)
def unlike_domains() -> Circuit:
    return on(pendulum(), "KN1.turn", "sources.force", "Ef1")


@failure(
    "A link ends at a port that the rod does not have.",
    "Connect it to one of the rod's ports.",
    "SB1",
    "port “3”, which SB1 does not have",
    "Its ports: 1, 2",
)
def no_such_port() -> Circuit:
    c = pendulum()
    c.add("bodies.point_mass", "SB2")
    c.connect("SB1.3", "SB2.1")
    return c


@failure(
    "The name of a kind is misspelled.",
    "Correct it (`mars components` lists all kinds), or install the missing library.",
    "DC1",
    "“dynamics.dampr” is not installed",
    "Did you mean dynamics.damper?",
)
def unknown_kind() -> Circuit:
    c = pendulum()
    c.add("dynamics.dampr", "DC1")
    return c


@failure(
    "Two sources prescribe the motion of the same joint.",
    "Keep only one.",
    "Ep1 and Ew1",
    "prescribe the same motion",
    "Remove Ew1",
)
def two_motions() -> Circuit:
    c = on(pendulum(), "KN1.turn", "sources.velocity", "Ew1", law="1 rad/s")
    return on(c, "KN1.turn", "sources.movement", "Ep1", law="0.2*sin(t)")


@failure(
    "A hinge rotates a rod out of the plane of the circuit.",
    "Add the missing motion to the circuit class.",
    "KN2",
    "Rx",
    "Add Rx to the class",
)
def leaves_class() -> Circuit:
    return second_arm(pendulum(), axis=(1, 0, 0))


@failure(
    "Gravity acts along z, but the circuit class allows rotation about x and no motion along z.",
    "Add that motion, or set gravity to zero.",
    "gravity acts along z",
    "does not include Tz",
    "Add Tz",
)
def gravity_outside_class() -> Circuit:
    c = Circuit("Swing", motions="Ty Rx", gravity=[0, 0, "-9.81 m/s^2"])
    c.add("bodies.base", "Base")
    c.add("joints.rotation", "KN1", axis=[1, 0, 0])
    c.add("bodies.body", "SB1", centre=[0, "0.5 m", 0])
    c.connect("Base.1", "KN1.1")
    c.connect("KN1.2", "SB1.1")
    return c


@failure(
    "A spring acts on one rotation port of a ball joint, but the integral of that angular velocity is not an angle.",
    "Use a bushing.",
    "DC1",
    "KN1.turn_y",
    "dynamics.bushing",
)
def spring_on_a_ball() -> Circuit:
    c = Circuit("Ball joint")
    c.add("bodies.base", "Base")
    c.add("joints.spherical", "KN1")
    c.add("bodies.body", "SB1", centre=["0.3 m", 0, 0])
    c.connect("Base.1", "KN1.1")
    c.connect("KN1.2", "SB1.1")
    return on(c, "KN1.turn_y", "dynamics.spring", "DC1")


@failure(
    "A shaft without inertia connects a torque source to a dry friction element.",
    "Add a rotor to the shaft.",
    "Em1.turn",
    "DC1",
    "no inertia",
    "dynamics.rotor",
)
def massless_shaft() -> Circuit:
    c = pendulum()
    c.add("sources.torque", "Em1", law="2 N·m")
    c.add("dynamics.friction", "DC1")
    c.connect("Em1.turn", "DC1.a")
    c.connect("DC1.b", "KN1.turn")
    return c


@failure(
    "A gear with losses couples two hinges rigidly, and one of them has a stop.",
    "Insert a spring, or use a gear without losses.",
    "G1",
    "losses",
    "dynamics.spring",
)
def lossy_gear_between_joints() -> Circuit:
    c = second_arm(pendulum())
    c.add("dynamics.lossy_gear", "G1", ratio=3)
    c.connect("G1.a", "KN1.turn")
    c.connect("G1.b", "KN2.turn")
    c.add("dynamics.stop", "S1")
    c.connect("S1.a", "KN2.turn")
    return c


chapter("Values")


@failure("A length is given in kilograms.", "Enter a length.", "SB1.length", "found a value in kg", "Enter a value such as 1.5 m")
def wrong_unit() -> Circuit:
    return pendulum(length="3 kg")


@failure(
    "A formula uses a variable that the circuit does not have.",
    "Add the variable, or correct its name.",
    "SB1.length",
    "unknown name 'lenght'",
    "did you mean length?",
)
def unknown_variable() -> Circuit:
    c = pendulum(length="2*lenght")
    c.add_variable("length", 0.5, "m")
    return c


@failure(
    "Two variables are defined in terms of each other.",
    "Set one of them to a number.",
    "width",
    "variables width and height are defined in terms of each other",
    "Give one of them a number",
)
def cyclic_variables() -> Circuit:
    c = pendulum(length="width")
    c.add_variable("width", "2*height", "m")
    c.add_variable("height", "width/2", "m")
    return c


@failure(
    "A rod has a negative length.",
    "Enter a positive length and reverse the axis of the rod instead.",
    "SB1.length",
    "-0.5 m",
    "greater than 0 m",
)
def value_out_of_range() -> Circuit:
    return pendulum(length="-0.5 m")


@failure("The x values of a table do not increase.", "Sort the pairs by x.", "DC1.table", "must increase", "Sort the pairs by x")
def falling_table() -> Circuit:
    return on(pendulum(), "KN1.turn", "dynamics.table_spring", "DC1", table=[[0, 0], [1, 10], [0.5, 20]])


@failure(
    "The lower limit of a stop is above its upper limit.",
    "Swap the two limits.",
    "DC1",
    "0.4 m above",
    "Swap the two limits",
)
def stop_upside_down() -> Circuit:
    return on(slider(), "KN1.slide", "dynamics.slide_stop", "DC1", lower="0.2 m", upper="-0.2 m")


@failure(
    "Two stops on the same slider leave no valid position.",
    "Make their ranges overlap.",
    "DC1",
    "DC2",
    "0.2 m",
    "Move the limits",
)
def stops_that_exclude() -> Circuit:
    c = on(slider(), "KN1.slide", "dynamics.slide_stop", "DC1", lower="-0.2 m", upper="-0.1 m")
    return on(c, "KN1.slide", "dynamics.slide_stop", "DC2", lower="0.1 m", upper="0.2 m")
