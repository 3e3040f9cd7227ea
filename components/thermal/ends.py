"""Common parts of thermal components. Heat is conserved, so nothing here is lost: inflow leaves or is stored."""

from typing import Any

from mars.component import THERMAL, Component, Parameter, Port

ROOM = 293.15  # K: 20 °C
LEADS = ("lead", "M-30,0 h10 M20,0 h10")


class Conducting(Component):
    """Heat into a leaves at b; subclasses define how much."""

    a = Port(THERMAL, at=(-30, 0), help="first side")
    b = Port(THERMAL, at=(30, 0), help="second side")

    def equations(self):
        yield self.a.heat == self.passing()
        yield self.b.heat == -self.a.heat

    def passing(self) -> Any:
        """Heat flow from a to b."""
        raise NotImplementedError

    def stored(self):
        return 0.0


class Warming(Component):
    """An electrical resistance that rises with its temperature and gives off its heat at the port `heat`: R (1 + α (T − T₀))."""

    heat = Port(THERMAL, at=(0, 30), help="heat output, at the temperature of the resistor")
    temperature_coefficient = Parameter(0.00393, "1/K", "relative rise in resistance per kelvin; copper: 0.00393")
    reference_temperature = Parameter(ROOM, "K", "temperature for which the resistance is given", minimum=0)

    def warm_resistance(self) -> Any:
        above = self.heat.temperature - self.reference_temperature
        return self.resistance * (1 + self.temperature_coefficient * above)
