"""A rigid volume of oil, and a cylinder with a chamber on either side of its piston."""

from mars.component import HYDRAULIC, TRANSLATION, Icon, Mode, Parameter, Piece, Port, Result, State, der

from ..dynamics.cushions import Cushions
from ..dynamics.hunt_crossley import hunt_crossley
from .lines import PRESSURE, Oil

CAVITATION = ("cavitates", "stops cavitating")
REBOUND = (0.2, 0.5)  # of the cushions at a cylinder's ends: restitution, and the speed in m/s at which it applies


class Volume(Oil, kind="hydraulic.volume"):
    """Oil in a rigid line, hose or block: its pressure rises as oil flows in. Place one where lines meet to include their
    compressibility."""

    letters = "VO"
    a = Port(HYDRAULIC, at=(0, 20), help="connected line")
    volume = Parameter(1e-3, "m³", "oil volume", above=0, key_parameter=True)
    pressure = State("Pa", "oil pressure", scale=PRESSURE)
    bubbles = Mode("1 while there are bubbles in the oil, else −1")
    icon = Icon(
        ("lead", "M0,20 v-6"), ("face", "M-14,-14 h28 v28 h-28 z"), ("thin", "M-8,5 q4,-6 8,0 q4,6 8,0 M-8,-4 q4,-6 8,0 q4,6 8,0")
    )

    def equations(self):
        yield self.a.pressure == self.pressure
        yield self.compliance(self.volume, self.volume, self.bubbles) * der(self.pressure) == self.a.flow

    def switches(self):
        yield Piece(self.bubbles, self.vapour_pressure - self.pressure, words=CAVITATION)

    def stored(self):
        return self.squeezed(self.volume, self.volume, self.pressure, self.bubbles)


class Cylinder(Oil, Cushions, kind="hydraulic.cylinder"):
    """Double-acting cylinder: the pressures of two chambers of oil move a piston between cushioned ends. The oil is slightly
    compressible.

    Connect its rod to the slider that it moves: the `slide` of a translation joint between the two bodies that the cylinder is
    attached to. The piston has no mass.
    """

    letters = "CY"
    a = Port(HYDRAULIC, at=(-30, 20), help="chamber that extends the rod")
    b = Port(HYDRAULIC, at=(10, 20), help="chamber that retracts the rod")
    rod = Port(TRANSLATION, at=(40, 0), help="slider moved by the rod; its travel increases as the rod extends")
    area_a = Parameter(2e-3, "m²", "piston area in chamber a", above=0, key_parameter=True)
    area_b = Parameter(1.2e-3, "m²", "piston area in chamber b, less the rod", above=0, key_parameter=True)
    stroke = Parameter(0.5, "m", "piston travel from end to end", above=0, key_parameter=True)
    retracted = Parameter(0.0, "m", "travel of the slider with the rod fully retracted", by_hand=True)
    dead_volume = Parameter(1e-4, "m³", "oil volume remaining in a chamber at the end of the stroke, including its line", above=0)
    leakage = Parameter(0.0, "m³/(s·Pa)", "leakage flow past the piston per unit of pressure", minimum=0)
    viscous = Parameter(500.0, "N·s/m", "friction force of the seals per unit of speed", minimum=0)
    stiffness = Parameter(1e8, "N/m", "force of the end cushions per unit of compression", above=0)
    pressure_a = State("Pa", "pressure in chamber a", scale=PRESSURE)
    pressure_b = State("Pa", "pressure in chamber b", scale=PRESSURE)
    bubbles_a = Mode("1 while there are bubbles in chamber a, else −1")
    bubbles_b = Mode("1 while there are bubbles in chamber b, else −1")
    force = Result("N", "force that extends the rod")
    icon = Icon(
        ("lead:a", "M-30,20 v-8"),
        ("lead:b", "M10,20 v-8"),
        ("face", "M-36,-12 h52 v24 h-52 z"),
        ("line", "M-17,-12 v24 M-10,-12 v24 M-10,0 h38"),
        ("lead:rod", "M28,0 h12"),
    )

    def slip(self):
        """Extension of the rod, and its speed."""
        return self.rod.travel - self.retracted, self.rod.speed

    def ends(self):
        return 0.0, self.stroke

    def push(self):
        return hunt_crossley(self.stiffness, *REBOUND)

    def chambers(self):
        """For each: port, volume, largest volume, growth, state, mode."""
        out, _ = self.slip()
        yield (
            self.a, self.dead_volume + self.area_a * out, self.dead_volume + self.area_a * self.stroke,
            self.area_a * self.rod.speed, self.pressure_a, self.bubbles_a,
        )  # fmt: skip
        yield (
            self.b, self.dead_volume + self.area_b * (self.stroke - out), self.dead_volume + self.area_b * self.stroke,
            -self.area_b * self.rod.speed, self.pressure_b, self.bubbles_b,
        )  # fmt: skip

    def force_out(self):
        """Force of the oil, minus friction and cushions."""
        inner, outer = self.sides()
        oil = self.area_a * self.pressure_a - self.area_b * self.pressure_b
        return oil - self.viscous * self.rod.speed + inner.force - outer.force

    def past(self):
        """Leakage past the piston from a to b."""
        return self.leakage * (self.pressure_a - self.pressure_b)

    def equations(self):
        for sign, (port, volume, largest, growth, pressure, bubbles) in zip((1, -1), self.chambers(), strict=True):
            taken = port.flow - self.moved(growth, pressure) - sign * self.past()
            yield port.pressure == pressure
            yield self.compliance(volume, largest, bubbles) * der(pressure) == taken
        yield self.rod.force == -self.force_out()
        yield self.force == self.force_out()

    def switches(self):
        yield from super().switches()
        for *_, pressure, bubbles in self.chambers():
            yield Piece(bubbles, self.vapour_pressure - pressure, words=CAVITATION)

    def stored(self):
        oil = sum(self.squeezed(volume, largest, p, bubbles) for _, volume, largest, _, p, bubbles in self.chambers())
        return oil + super().stored()

    def loss(self):
        past = self.past() * (self.pressure_a - self.pressure_b)
        return past + self.viscous * self.rod.speed**2 + super().loss()
