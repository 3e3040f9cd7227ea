"""Given voltages and currents, and a battery. Their positive current leaves at p."""

from mars.component import Icon, LawOf, Parameter

from .poles import TwoPole

CIRCLE = ("face", "M-16,0 a16,16 0 1 1 32,0 a16,16 0 1 1 -32,0 z")
LEADS = ("lead:p", "M-30,0 h14 M16,0 h14")
POLES = ("thin", "M-11,0 h7 M-7.5,-3.5 v7 M4,0 h7")
ARROW = ("line", "M9,0 h-18 m6,-5 l-6,5 6,5")


class Source(TwoPole):
    """Common part of sources."""

    is_source = True


class VoltageSource(Source, kind="electrical.voltage_source"):
    """A given voltage between its poles, independent of the current."""

    letters = "V"
    law = LawOf(10.0, "V", "voltage of p relative to n over time", key_parameter=True)
    icon = Icon(LEADS, CIRCLE, POLES)

    def law_between(self):
        return self.across() == self.law.at(self.time, self.segment)


class CurrentSource(Source, kind="electrical.current_source"):
    """A given current out at p and in at n, independent of the voltage."""

    letters = "I"
    law = LawOf(1.0, "A", "current out of p over time", key_parameter=True)
    icon = Icon(LEADS, CIRCLE, ARROW)

    def law_between(self):
        return self.p.current == -self.law.at(self.time, self.segment)


class Battery(Source, kind="electrical.battery"):
    """Battery: a constant voltage with an internal resistance."""

    letters = "V"
    open_voltage = Parameter(12.0, "V", "open-circuit voltage", key_parameter=True)
    resistance = Parameter(0.05, "Ω", "internal resistance", minimum=0)
    icon = Icon(("lead", "M-30,0 h20 M10,0 h20"), ("line", "M-10,-14 v28 M-3.5,-7 v14 M3.5,-14 v28 M10,-7 v14"))

    def law_between(self):
        return self.across() == self.open_voltage + self.resistance * self.p.current
