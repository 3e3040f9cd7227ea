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


chapter("Hydraulics and heat")


@failure(
    "A 100 bar source and a 50 bar source are connected to the same line.",
    "Keep only one, or put a pipe between them.",
    "PS2",
    "two pressure sources in parallel",
    "put a pipe in series",
)
def two_pressures() -> Circuit:
    return add(supply(), "hydraulic.pressure_source", "PS2", "b PS1.b", "a T1.a", law="50 bar")


@failure(
    "Oil is pumped around a closed loop without a tank.",
    "No action needed: the circuit runs. A tank defines zero pressure.",
    "QS1.a",
    "has no tank",
    "its pressures are measured relative to this port",
    "Connect a tank",
    code=0,
)
def no_tank() -> Circuit:
    c = Circuit("Round")
    c.add("hydraulic.flow_source", "QS1")
    return add(c, "hydraulic.pipe", "PI1", "a QS1.b", "b QS1.a", inertia="no")


@failure(
    "A hydraulic line is connected to a motor shaft.",
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
    "A heat source is connected only to a thermometer, so the heat has nowhere to go.",
    "Add a heat capacity, or a thermal path to the surroundings.",
    "HS1",
    "a heat source without a heat path",
    "put a thermal resistance in series",
)
def heat_without_a_way() -> Circuit:
    c = Circuit("Heat")
    c.add("thermal.heat_source", "HS1")
    return add(c, "thermal.thermometer", "M1", "heat HS1.heat")


@failure(
    "A thermal resistance is given in degrees Celsius per watt.",
    "Enter K/W: a temperature difference of 1 °C equals 1 K.",
    "RT1.resistance",
    "degrees Celsius are offset by 273.15 K",
    "Use K, as in 3 K/W",
)
def celsius_in_a_unit() -> Circuit:
    c = Circuit("Heat")
    c.add("thermal.ambient", "TA1")
    c.add("thermal.capacity", "HC1")
    return add(c, "thermal.resistance", "RT1", "a TA1.heat", "b HC1.heat", resistance="3 °C/W")
