"""Resistor, capacitor and inductor."""

from mars.component import Icon, Parameter, State, der

from .poles import Passive, TwoPole


class Resistor(Passive, kind="electrical.resistor"):
    """Resistor: voltage proportional to current."""

    letters = "R"
    resistance = Parameter(100.0, "Ω", "voltage per ampere", minimum=0, key_parameter=True)
    icon = Icon(("lead", "M-30,0 h10 M20,0 h10"), ("face", "M-20,-7 h40 v14 h-40 z"))

    def law_between(self):
        return self.across() == self.resistance * self.p.current


class Capacitor(TwoPole, kind="electrical.capacitor"):
    """Capacitor: stores charge; its current is the capacitance times the rate of its voltage."""

    letters = "C"
    capacitance = Parameter(1e-5, "F", "charge per volt", above=0, key_parameter=True)
    voltage = State("V", "voltage of p relative to n")
    icon = Icon(("lead", "M-30,0 h26 M4,0 h26"), ("line", "M-4,-14 v28 M4,-14 v28"))

    def equations(self):
        yield from super().equations()
        yield self.capacitance * der(self.voltage) == self.p.current

    def law_between(self):
        return self.across() == self.voltage

    def stored(self):
        return self.capacitance * self.voltage**2 / 2


class Inductor(TwoPole, kind="electrical.inductor"):
    """Inductor: its voltage is the inductance times the rate of its current."""

    letters = "L"
    inductance = Parameter(0.01, "H", "voltage per ampere per second", above=0, key_parameter=True)
    current = State("A", "current from p to n")
    icon = Icon(
        ("lead", "M-30,0 h10 M20,0 h10"),
        ("line", "M-20,0 a5,6 0 0 1 10,0 a5,6 0 0 1 10,0 a5,6 0 0 1 10,0 a5,6 0 0 1 10,0"),
    )

    def equations(self):
        yield from super().equations()
        yield self.inductance * der(self.current) == self.across()

    def law_between(self):
        return self.p.current == self.current

    def stored(self):
        return self.inductance * self.current**2 / 2
