"""Invalid mechanisms, and invalid values in them."""

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
    """A component whose first scalar port is on a joint's port."""
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


chapter("The drawing")


@failure(
    "Two rods and a hinge, but nothing that stands still.",
    "Add a base; without one it falls as a whole.",
    "SB1",
    "no base",
    "Link a bodies.base",
    code=0,
)
def missing_base() -> Circuit:
    c = second_arm(pendulum())
    c.remove("KN1")
    c.remove("Base")
    return c


@failure(
    "A damper that is linked to nothing.",
    "Link it to the joint that it should damp.",
    "DC1.a",
    "is open",
    "Link DC1.a to another rotation port",
)
def open_port() -> Circuit:
    c = pendulum()
    c.add("dynamics.damper", "DC1")
    return c


@failure(
    "A force source for sliders on the shaft of a hinge.",
    "Take a torque source.",
    "Ef1.slide (translation)",
    "KN1.turn (rotation)",
    "rotation to rotation",
)
def unlike_domains() -> Circuit:
    return on(pendulum(), "KN1.turn", "sources.force", "Ef1")


@failure("A link to a point that the rod does not have.", "Link to one of its points.", "SB1", "«3»", "Its ports are 1, 2")
def no_such_port() -> Circuit:
    c = pendulum()
    c.add("bodies.point_mass", "SB2")
    c.connect("SB1.3", "SB2.1")
    return c


@failure(
    "A kind with a misspelt name.",
    "Write it as `mars components` does, or install its library.",
    "DC1",
    "«dynamics.dampr»",
    "Did you mean dynamics.damper?",
)
def unknown_kind() -> Circuit:
    c = pendulum()
    c.add("dynamics.dampr", "DC1")
    return c


@failure("Two sources move one joint.", "Keep one.", "Ep1 and Ew1", "twice", "Take away Ew1")
def two_motions() -> Circuit:
    c = on(pendulum(), "KN1.turn", "sources.velocity", "Ew1", law="1 rad/s")
    return on(c, "KN1.turn", "sources.movement", "Ep1", law="0.2*sin(t)")


@failure(
    "A swing that turns out of the plane of its circuit.",
    "Give the circuit the motions that it needs.",
    "KN2",
    "Rx",
    "Add Rx to the class",
)
def leaves_class() -> Circuit:
    return second_arm(pendulum(), axis=(1, 0, 0))


@failure(
    "Weight along z in a class that turns about x, but does not move along z.",
    "Add the motion, or leave gravity out.",
    "gravity acts along z",
    "no Tz",
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
    "A spring on one turn of a ball joint: the integral of that speed is no angle.",
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
    "A shaft without inertia between a source and a dry friction.",
    "Put a rotor on it.",
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
    "A gear with losses couples two hinges rigidly.",
    "Put a spring between, or take a gear without losses.",
    "G1",
    "losses",
    "dynamics.spring",
)
def lossy_gear_between_joints() -> Circuit:
    c = second_arm(pendulum())
    c.add("dynamics.lossy_gear", "G1", ratio=3)
    c.connect("G1.a", "KN1.turn")
    c.connect("G1.b", "KN2.turn")
    return c


chapter("Values")


@failure("A length in kilograms.", "Give a length.", "SB1.length", "kg", "Type one like 1.5 m")
def wrong_unit() -> Circuit:
    return pendulum(length="3 kg")


@failure(
    "A formula with a variable that the circuit does not have.",
    "Add the variable, or correct its name.",
    "SB1.length",
    "'lenght' is unknown",
    "did you mean length?",
)
def unknown_variable() -> Circuit:
    c = pendulum(length="2*lenght")
    c.add_variable("length", 0.5, "m")
    return c


@failure("Two variables that are defined by each other.", "Give one of them a number.", "width", "height", "break the circle")
def cyclic_variables() -> Circuit:
    c = pendulum(length="width")
    c.add_variable("width", "2*height", "m")
    c.add_variable("height", "width/2", "m")
    return c


@failure("A rod of negative length.", "Give a length above zero; turn its axis instead.", "SB1.length", "-0.5 m", "above 0 m")
def value_out_of_range() -> Circuit:
    return pendulum(length="-0.5 m")


@failure("The pairs of a table do not rise.", "Sort them.", "DC1.table", "must rise", "Sort")
def falling_table() -> Circuit:
    return on(pendulum(), "KN1.turn", "dynamics.table_spring", "DC1", table=[[0, 0], [1, 10], [0.5, 20]])


@failure("A stop whose lower end is above its upper one.", "Exchange the two.", "DC1", "0.4 m above", "Exchange")
def stop_upside_down() -> Circuit:
    return on(slider(), "KN1.slide", "dynamics.slide_stop", "DC1", lower="0.2 m", upper="-0.2 m")


@failure("Two stops on one slider that leave it no place.", "Let their ranges overlap.", "DC1", "DC2", "0.2 m", "Move the limits")
def stops_that_exclude() -> Circuit:
    c = on(slider(), "KN1.slide", "dynamics.slide_stop", "DC1", lower="-0.2 m", upper="-0.1 m")
    return on(c, "KN1.slide", "dynamics.slide_stop", "DC2", lower="0.1 m", upper="0.2 m")
