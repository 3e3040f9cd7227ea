"""Meters of voltage, current and power. Each also provides its reading as a signal."""

from mars.component import ELECTRICAL, SIGNAL, Component, Icon, Port, Result

from .poles import Passive
from .sources import CIRCLE, LEADS

READING = ("lead:out", "M0,-16 v-14")
LETTER_V = ("letter", "M-6,-7 l6,14 6,-14")
LETTER_A = ("letter", "M-6.5,7 l6.5,-14 6.5,14 M-4.2,2.5 h8.4")
LETTER_W = ("letter", "M-9,-6.5 l4.5,13 4.5,-12 4.5,12 4.5,-13")


class Reads(Component):
    """Common part of meters."""

    letters = "M"
    out = Port(SIGNAL, at=(0, -30), open="free", gives=True, help="reading as a signal")


class Voltmeter(Passive, Reads, kind="electrical.voltmeter"):
    """Measures the voltage of p relative to n; no current flows through it."""

    voltage = Result("V", "voltage of p relative to n")
    icon = Icon(LEADS, READING, CIRCLE, LETTER_V)

    def equations(self):
        yield from super().equations()
        yield self.voltage == self.across()
        yield self.out.value == self.across()

    def law_between(self):
        return self.p.current == 0


class Ammeter(Passive, Reads, kind="electrical.ammeter"):
    """Inserted into a wire: measures the current from p to n; no voltage drops across it."""

    current = Result("A", "current from p to n")
    icon = Icon(LEADS, READING, CIRCLE, LETTER_A)

    def equations(self):
        yield from super().equations()
        yield self.current == self.p.current
        yield self.out.value == self.p.current

    def law_between(self):
        return self.p.voltage == self.n.voltage


class Wattmeter(Passive, Reads, kind="electrical.wattmeter"):
    """Inserted into a wire: measures the power from p to n, with the voltage relative to the third pole."""

    against = Port(ELECTRICAL, at=(0, 30), open="reference", help="voltage reference; open: ground")
    voltage = Result("V", "voltage of p relative to the third terminal")
    current = Result("A", "current from p to n")
    power = Result("W", "power from p to n")
    icon = Icon(LEADS, READING, ("lead:against", "M0,30 v-14"), CIRCLE, LETTER_W)

    def equations(self):
        voltage = self.p.voltage - self.against.voltage
        yield from super().equations()
        yield self.against.current == 0
        yield self.voltage == voltage
        yield self.current == self.p.current
        yield self.power == voltage * self.p.current
        yield self.out.value == voltage * self.p.current

    def law_between(self):
        return self.p.voltage == self.n.voltage
