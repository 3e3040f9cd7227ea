"""Heat transfer: through a wall, from a surface to a fluid, by radiation."""

from mars.component import Icon, Parameter

from .ends import LEADS, Conducting

STEFAN_BOLTZMANN = 5.670374419e-8  # W/(m²·K⁴)


class Resistance(Conducting, kind="thermal.resistance"):
    """Thermal resistance: heat flows from warm to cold in proportion to the temperature difference."""

    letters = "RT"
    resistance = Parameter(1.0, "K/W", "temperature difference per watt", above=0, key_parameter=True)
    icon = Icon(LEADS, ("face", "M-20,-9 h40 v18 h-40 z"), ("thin", "M-13,9 l9,-18 M-2,9 l9,-18 M9,9 l9,-18"))

    def passing(self):
        return (self.a.temperature - self.b.temperature) / self.resistance


class Convection(Conducting, kind="thermal.convection"):
    """Heat transfer from a surface to a fluid, in proportion to the area. Still air has about 10, moving air 50, water 1000
    W/(m²·K)."""

    letters = "CO"
    coefficient = Parameter(10.0, "W/(m²·K)", "heat flow per unit of area and kelvin", above=0, key_parameter=True)
    area = Parameter(0.1, "m²", "surface area", above=0, key_parameter=True)
    icon = Icon(
        LEADS,
        ("face", "M-20,-13 h8 v26 h-8 z"),
        ("thin", "M-5,11 q-5,-5.5 0,-11 q5,-5.5 0,-11 M4,11 q-5,-5.5 0,-11 q5,-5.5 0,-11 M13,11 q-5,-5.5 0,-11 q5,-5.5 0,-11"),
        ("lead", "M20,0 h-4"),
    )

    def passing(self):
        return self.coefficient * self.area * (self.a.temperature - self.b.temperature)


class Radiation(Conducting, kind="thermal.radiation"):
    """Heat radiation from a surface to much larger surroundings: with the fourth powers of the temperatures."""

    letters = "RAD"
    emissivity = Parameter(0.9, "1", "0 for a mirror to 1 for a black body", above=0, maximum=1, key_parameter=True)
    area = Parameter(0.1, "m²", "surface area", above=0, key_parameter=True)
    icon = Icon(
        LEADS,
        ("face", "M-20,-13 h8 v26 h-8 z"),
        ("thin", "M-7,-8 h18 m-5,-3 l5,3 -5,3 M-7,8 h18 m-5,-3 l5,3 -5,3 M-7,0 h24 m-5,-3 l5,3 -5,3"),
    )

    def passing(self):
        """ε σ A (T_a⁴ − T_b⁴)."""
        return self.emissivity * STEFAN_BOLTZMANN * self.area * (self.a.temperature**4 - self.b.temperature**4)
