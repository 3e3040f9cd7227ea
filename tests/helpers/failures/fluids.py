"""Invalid hydraulic and thermal circuits."""

from __future__ import annotations

from mars.document.circuit import Circuit
from tests.helpers.failures.failure import chapter, failure
from tests.helpers.failures.mechatronics import add


def supply() -> Circuit:
    """100 bar above a tank."""
    c = Circuit("Oil")
    c.add("hydraulic.pressure_source", "PS1", law="100 bar")
    return add(c, "hydraulic.tank", "T1", "a PS1.a")


chapter("Oil and heat")


@failure(
    "A supply of 100 bar and one of 50 bar on one line.",
    "Keep one, or put a pipe between them.",
    "PS2",
    "two pressure sources side by side",
    "put a hydraulic.pipe in series",
)
def two_pressures() -> Circuit:
    return add(supply(), "hydraulic.pressure_source", "PS2", "b PS1.b", "a T1.a", law="50 bar")


@failure(
    "Oil is pumped round through a pipe, without a tank.",
    "Nothing: it runs. A tank says where the pressure is zero.",
    "QS1.a",
    "its pressures count from here",
    "hydraulic.tank",
    code=0,
)
def no_tank() -> Circuit:
    c = Circuit("Round")
    c.add("hydraulic.flow_source", "QS1")
    return add(c, "hydraulic.pipe", "PI1", "a QS1.b", "b QS1.a", inertia="no")


@failure(
    "A hydraulic line on the shaft of a motor.",
    "Put a pump between them.",
    "PS1.b (hydraulic)",
    "MT1.shaft (rotation)",
    "pump",
)
def oil_on_a_shaft() -> Circuit:
    c = add(supply(), "drives.dc_motor", "MT1", "shaft PS1.b")
    c.add("electrical.battery", "V1")
    return add(c, "electrical.ground", "GND1", "p V1.n", "p MT1.n", "p V1.p", "p MT1.p")


@failure(
    "A heat source on a thermometer alone: the heat has nowhere to go.",
    "Give what is heated a capacity, or a way to the surroundings.",
    "HS1",
    "two heat sources in a row",
    "thermal.resistance",
)
def heat_without_a_way() -> Circuit:
    c = Circuit("Heat")
    c.add("thermal.heat_source", "HS1")
    return add(c, "thermal.thermometer", "M1", "heat HS1.heat")


@failure(
    "A thermal resistance typed in degrees Celsius per watt.",
    "A difference of one degree Celsius is one kelvin: type K/W.",
    "RT1.resistance",
    "degrees Celsius count from 273.15 K",
    "Write K",
)
def celsius_in_a_unit() -> Circuit:
    c = Circuit("Heat")
    c.add("thermal.ambient", "TA1")
    c.add("thermal.capacity", "HC1")
    return add(c, "thermal.resistance", "RT1", "a TA1.heat", "b HC1.heat", resistance="3 °C/W")
