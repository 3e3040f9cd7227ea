"""Invalid subcircuits and custom equations."""

from __future__ import annotations

from typing import Any

from mars.document.circuit import Circuit
from tests.helpers.failures.failure import chapter, failure

SHEET: dict[str, Any] = {
    "variables": {"length": {"value": 0.5, "unit": "m", "minimum": 0.1}},
    "components": {
        "base": {"kind": "ports.frame"},
        "KN1": {"kind": "joints.rotation"},
        "SB1": {"kind": "bodies.rod", "values": {"length": "length"}},
    },
    "links": [["base.inside", "KN1.1"], ["KN1.2", "SB1.1"]],
}


def axis(sheet: dict[str, Any] | None = None, **values: Any) -> Circuit:
    """One axis on a base."""
    c = Circuit("Axis", motions="Tx Ty Rz")
    c.definitions["Axis"] = {"subcircuit": sheet or SHEET, "parameters": ["length"]}
    c.add("bodies.base", "Base1")
    c.add("Axis", "Axis1", **values)
    c.connect("Base1.1", "Axis1.base")
    return c


def fan(*lines: str) -> Circuit:
    """A pendulum with a custom component on its shaft."""
    c = Circuit("Fan", motions="Tx Ty Rz")
    c.definitions["Fan"] = {"equations": "\n".join(("port a: rotation", *lines))}
    c.add("bodies.base", "Base1")
    c.add("joints.rotation", "KN1")
    c.add("bodies.rod", "SB1")
    c.add("Fan", "F1")
    for a, b in (("Base1.1", "KN1.1"), ("KN1.2", "SB1.1"), ("KN1.turn", "F1.a")):
        c.connect(a, b)
    return c


chapter("Subcircuits")


@failure(
    "A subcircuit contains an instance of itself.",
    "Remove that instance.",
    "Axis1.Axis2",
    "Axis contains itself: Axis › Axis",
    "Remove Axis2 from the sheet of Axis",
)
def subcircuit_in_itself() -> Circuit:
    return axis({**SHEET, "components": {**SHEET["components"], "Axis2": {"kind": "Axis"}}})


@failure(
    "A subcircuit uses a variable of the main sheet.",
    "Add the variable to the subcircuit and make it a parameter.",
    "Axis1.SB1.mass",
    "m is a variable of the main sheet",
    "make it a parameter",
)
def variable_of_the_host() -> Circuit:
    rod = {"kind": "bodies.rod", "values": {"length": "length", "mass": "m"}}
    c = axis({**SHEET, "components": {**SHEET["components"], "SB1": rod}})
    c.add_variable("m", 2, "kg")
    return c


@failure(
    "A link ends at a port that the subcircuit no longer has.",
    "Connect it to an existing port.",
    "Axis1",
    "“tip”, which Axis1 does not have",
    "Its ports: base",
)
def port_that_is_gone() -> Circuit:
    c = axis()
    c.add("bodies.point_mass", "M1")
    c.connect("Axis1.tip", "M1.1")
    return c


@failure(
    "A length is below the minimum set by the subcircuit.",
    "Enter a larger value.",
    "Axis1.length",
    "out of range",
    "at least 0.1 m",
)
def parameter_out_of_range() -> Circuit:
    return axis(length="5 cm")


@failure(
    "A component uses a kind that the file does not define.",
    "Use a kind that the file defines.",
    "Axis2",
    "does not define the kind “Axes”",
    "Did you mean Axis?",
)
def definition_that_is_missing() -> Circuit:
    c = axis()
    c.add("Axes", "Axis2")
    return c


chapter("Custom equations")


@failure("An equation is missing.", "Add an equation for the torque.", "F1", "one equation is missing", "a.torque")
def equation_that_is_missing() -> Circuit:
    return fan("parameter drag = 0.02 N·m·s")


@failure("The two sides of an equation have different units.", "Correct the unit of `drag`.", "F1", "line 3", "N·m")
def sides_of_unlike_units() -> Circuit:
    return fan("parameter drag = 0.02 N·m·s²", "a.torque = drag*a.speed")


@failure("A name is misspelled.", "Change `darg` to `drag`.", "F1", "line 3", "did you mean drag?")
def word_misspelt() -> Circuit:
    return fan("parameter drag = 0.02 N·m·s", "a.torque = darg*a.speed")
