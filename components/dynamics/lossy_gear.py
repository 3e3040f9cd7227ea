"""Gear with an efficiency."""

from math import pi

from mars.component import ROTATION, Component, Icon, Mode, Parameter, Piece, Port

from .gear import wheel

NOTHING = 1e-10  # W: at rest under load the power is rounding noise, which must not switch


class Lossy(Component):
    """The output power is the input power times the efficiency, in either direction."""

    efficiency = Parameter(0.9, "1", "output power per unit of input power", above=0, maximum=1, key_parameter=True)
    forward = Mode("1 while power flows from a to b, else −1")

    def power_out(self):
        """Power transmitted from a to b, after losses."""
        return -self.b.stream * self.b.potential

    def passed(self):
        """Power out at b per power in at a: η forward, 1/η backward."""
        return (1 + self.forward) / 2 * self.efficiency + (1 - self.forward) / 2 / self.efficiency

    def switches(self):
        yield Piece(self.forward, self.power_out() - NOTHING, self.power_out() + NOTHING)

    def loss(self):
        return (1 / self.passed() - 1) * self.power_out()


class LossyGear(Lossy, kind="dynamics.lossy_gear"):
    """Shaft a turns `ratio` times as fast as shaft b. The output power is the input power times the efficiency, in either
    direction."""

    letters = "G"
    a = Port(ROTATION, at=(-30, 0), help="fast shaft")
    b = Port(ROTATION, at=(30, 0), help="slow shaft")
    ratio = Parameter(10.0, "1", "turns of a per turn of b", key_parameter=True)
    icon = Icon(
        ("lead", "M-30,0 h6.5 M24,0 h6"),
        ("face", wheel(9.5, 0, 8, 10, 14.5, pi)),
        ("face", wheel(-13.5, 0, 5, 5.5, 10, pi)),
        ("solid", "M7,0 a2.5,2.5 0 1 1 5,0 a2.5,2.5 0 1 1 -5,0 z"),
        ("solid", "M-15.5,0 a2,2 0 1 1 4,0 a2,2 0 1 1 -4,0 z"),
        ("thin", "M-20,-15 q-3,-2.5 0,-5 q3,-2.5 0,-5 M-13.5,-15 q-3,-2.5 0,-5 q3,-2.5 0,-5 M-7,-15 q-3,-2.5 0,-5 q3,-2.5 0,-5"),
    )

    def kinematics(self):
        yield self.a.angle == self.ratio * self.b.angle

    def equations(self):
        yield from self.kinematics()
        yield self.b.torque == -self.ratio * self.passed() * self.a.torque

    def stored(self):
        return 0.0
