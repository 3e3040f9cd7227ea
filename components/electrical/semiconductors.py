"""Semiconductors with exponential laws: the Shockley diode and the Ebers–Moll transistor."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mars.component import ELECTRICAL, Choice, Component, Icon, Parameter, Port, ca

from .diode import BAR, LEADS, TRIANGLE
from .poles import Passive

STRAIGHT = 40.0  # beyond exp(40), some kiloamperes, the curve continues linearly, so that no iteration overflows


def exponential(x: ca.SX) -> ca.SX:
    """exp(x) − 1, continued along its tangent."""
    return ca.exp(ca.fmin(x, STRAIGHT)) * (1 + ca.fmax(x - STRAIGHT, 0.0)) - 1


class Semiconductor(Component):
    """Common part of all junctions: i = Iₛ(exp(v/Vₜ) − 1) and a leakage."""

    saturation_current = Parameter(1e-14, "A", "current at a large reverse voltage", above=0, key_parameter=True)
    thermal_voltage = Parameter(0.02585, "V", "kT/q: 25.85 mV at 300 K", above=0)
    leak = Parameter(1e12, "Ω", "leakage resistance in parallel with each junction", above=0)

    def diffusion(self, voltage: ca.SX) -> ca.SX:
        return self.saturation_current * exponential(voltage / self.thermal_voltage)


class Junction(Passive, Semiconductor, kind="electrical.junction"):
    """Diode by Shockley's law: current from p to n exponential in the voltage. For a piecewise linear diode see
    electrical.diode."""

    letters = "D"
    emission = Parameter(1.0, "1", "emission coefficient, 1 to 2", above=0)
    icon = Icon(LEADS, ("solid", TRIANGLE), BAR)

    def law_between(self):
        v = self.across()
        return self.p.current == self.diffusion(v / self.emission) + v / self.leak


TRANSISTOR = (
    ("face", "M-16,0 a18,18 0 1 1 36,0 a18,18 0 1 1 -36,0 z"),
    ("lead:b", "M-30,0 h24"),
    ("line", "M-6,-11 v22"),
    ("lead:c", "M10,-30 v16"),
    ("lead:e", "M10,30 v-16"),
    ("line", "M-6,-5 L10,-14 M-6,5 L10,14"),
)


class Transistor(Semiconductor, kind="electrical.transistor"):
    """Bipolar transistor, npn or pnp, by Ebers and Moll: a small base current controls a large one from collector to emitter."""

    letters = "Q"
    b = Port(ELECTRICAL, at=(-30, 0), help="base")
    c = Port(ELECTRICAL, at=(10, -30), help="collector")
    e = Port(ELECTRICAL, at=(10, 30), help="emitter")
    polarity = Choice("npn", help="order of the layers", options=("npn", "pnp"))
    forward_gain = Parameter(100.0, "1", "collector current per unit of base current", above=0, key_parameter=True)
    reverse_gain = Parameter(1.0, "1", "current gain with collector and emitter exchanged", above=0)
    icon = Icon(*TRANSISTOR, ("solid", "M9,13.4 L1.1,12.3 L4.1,7.1 z"))

    @classmethod
    def icon_for(cls, values: Mapping[str, Any]) -> Icon:
        if values["polarity"] == "npn":
            return cls.icon
        return Icon(*TRANSISTOR, ("solid", "M-5,5.6 L2.9,6.6 L-0.1,11.9 z"))

    def base_voltages(self):
        """Voltages of base to emitter and base to collector, positive where the junction conducts."""
        sign = 1 if self.polarity == "npn" else -1
        return sign * (self.b.voltage - self.e.voltage), sign * (self.b.voltage - self.c.voltage)

    def equations(self):
        """Transport form: F − R from collector to emitter, F/β_F and R/β_R out of the base."""
        sign = 1 if self.polarity == "npn" else -1
        to_emitter, to_collector = self.base_voltages()
        forward, reverse = self.diffusion(to_emitter), self.diffusion(to_collector)
        emitting = forward / self.forward_gain + to_emitter / self.leak
        collecting = reverse / self.reverse_gain + to_collector / self.leak
        yield self.c.current == sign * (forward - reverse - collecting)
        yield self.e.current == sign * (reverse - forward - emitting)
        yield self.b.current == sign * (emitting + collecting)

    def stored(self):
        return 0.0

    def loss(self):
        return self.b.voltage * self.b.current + self.c.voltage * self.c.current + self.e.voltage * self.e.current
