"""Surroundings, heat sources and heat capacities; and meters."""

from mars.component import SIGNAL, THERMAL, Component, Icon, LawOf, Parameter, Port, Result, State, der

from .ends import ROOM

CIRCLE = ("face", "M-16,0 a16,16 0 1 1 32,0 a16,16 0 1 1 -32,0 z")
FLAME = ("letter", "M0,-9 c7,6 7,10 7,11 a7,7 0 0 1 -14,0 c0,-4 3,-5 3.5,-7 c1,2 2,2.5 2.5,3 c0.5,-2 1,-4 1,-7 z")
DOWN = ("lead:heat", "M0,30 v-14")


class Ambient(Component, kind="thermal.ambient"):
    """Surroundings at a given temperature, independent of the heat flow. Temperatures are in kelvin; 20 °C may be typed too."""

    letters = "TA"
    is_source = True
    heat = Port(THERMAL, at=(0, -20), help="point in contact with the surroundings")
    temperature = LawOf(ROOM, "K", "temperature over time", key_parameter=True)
    icon = Icon(
        ("lead", "M0,-20 v14"),
        ("line", "M-16,-6 h32"),
        ("thin", "M-13,3 q3.25,-6 6.5,0 q3.25,6 6.5,0 q3.25,-6 6.5,0 q3.25,6 6.5,0"),
    )

    def equations(self):
        yield self.heat.temperature == self.temperature.at(self.time, self.segment)


class DrivenTemperature(Component, kind="thermal.driven_temperature"):
    """Surroundings whose temperature follows a signal, independent of the heat flow: an oven, a day."""

    letters = "TA"
    is_source = True
    heat = Port(THERMAL, at=(0, -20), help="point in contact with the surroundings")
    signal = Port(SIGNAL, at=(-30, 0), help="input signal")
    temperature = Parameter(ROOM, "K", "temperature at a signal of 0", minimum=0, key_parameter=True)
    gain = Parameter(1.0, "K", "temperature rise at a signal of 1", key_parameter=True)
    icon = Icon(
        ("lead:heat", "M0,-20 v14"),
        ("lead:signal", "M-30,0 h14"),
        ("line", "M-16,-6 h32"),
        ("thin", "M-13,3 q3.25,-6 6.5,0 q3.25,6 6.5,0 q3.25,-6 6.5,0 q3.25,6 6.5,0"),
    )

    def equations(self):
        yield self.heat.temperature == self.temperature + self.gain * self.signal.value


class HeatSource(Component, kind="thermal.heat_source"):
    """A given heat flow out of its port."""

    letters = "HS"
    is_source = True
    heat = Port(THERMAL, at=(0, 30), help="heated point")
    law = LawOf(10.0, "W", "heat flow over time", key_parameter=True)
    icon = Icon(DOWN, CIRCLE, FLAME)

    def equations(self):
        yield self.heat.heat == -self.law.at(self.time, self.segment)


class DrivenHeat(Component, kind="thermal.driven_heat"):
    """A heat flow that follows a signal."""

    letters = "HS"
    is_source = True
    heat = Port(THERMAL, at=(0, 30), help="heated point")
    signal = Port(SIGNAL, at=(-30, 0), help="input signal")
    gain = Parameter(1.0, "W", "heat flow at a signal of 1", key_parameter=True)
    icon = Icon(DOWN, ("lead:signal", "M-30,0 h14"), CIRCLE, FLAME)

    def equations(self):
        yield self.heat.heat == -self.gain * self.signal.value


class Capacity(Component, kind="thermal.capacity"):
    """A body that heats up: its temperature rises with the inflow of heat. Mass times specific heat: copper 385, iron 450,
    aluminium 900 J/(kg·K)."""

    letters = "HC"
    heat = Port(THERMAL, at=(0, 20), help="body")
    capacity = Parameter(100.0, "J/K", "heat per kelvin", above=0, key_parameter=True)
    temperature = State("K", "temperature of the body", start=ROOM)
    icon = Icon(("lead", "M0,20 v-6"), ("face", "M-18,-14 h36 v28 h-36 z"), ("thin", "M-10,8 v-12 M0,8 v-16 M10,8 v-12"))

    def equations(self):
        yield self.heat.temperature == self.temperature
        yield self.capacity * der(self.temperature) == self.heat.heat

    def stored(self):
        return self.capacity * self.temperature


class Thermometer(Component, kind="thermal.thermometer"):
    """Measures a temperature, in kelvin; no heat flows through it."""

    letters = "M"
    heat = Port(THERMAL, at=(0, 30), help="measured point")
    out = Port(SIGNAL, at=(30, 0), open="free", gives=True, help="reading as a signal, in K")
    temperature = Result("K", "temperature")
    icon = Icon(DOWN, ("lead:out", "M16,0 h14"), CIRCLE, ("letter", "M-2.5,3 v-11 a2.5,2.5 0 0 1 5,0 v11 a4.5,4.5 0 1 1 -5,0 z"))

    def equations(self):
        yield self.heat.heat == 0
        yield self.temperature == self.heat.temperature
        yield self.out.value == self.heat.temperature

    def stored(self):
        return 0.0


class HeatMeter(Component, kind="thermal.heat_meter"):
    """Inserted into a heat path: measures the heat flow from a to b; both sides have the same temperature."""

    letters = "M"
    a = Port(THERMAL, at=(-30, 0), help="first side")
    b = Port(THERMAL, at=(30, 0), help="second side")
    out = Port(SIGNAL, at=(0, -30), open="free", gives=True, help="reading as a signal, in W")
    heat = Result("W", "heat flow from a to b")
    icon = Icon(("lead", "M-30,0 h14 M16,0 h14"), ("lead:out", "M0,-16 v-14"), CIRCLE, ("letter", "M-9,0 h18 m-5,-4 l5,4 -5,4"))

    def equations(self):
        yield self.b.heat == -self.a.heat
        yield self.a.temperature == self.b.temperature
        yield self.heat == self.a.heat
        yield self.out.value == self.a.heat

    def stored(self):
        return 0.0
