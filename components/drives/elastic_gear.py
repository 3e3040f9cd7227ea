"""Gear with elasticity, backlash and losses."""

from math import pi

from mars.component import ROTATION, Icon, Parameter, Port, ca

from ..dynamics.cushions import Cushions
from ..dynamics.gear import wheel
from ..dynamics.pressed import spring_damper


class ElasticGear(Cushions, kind="drives.elastic_gear"):
    """Shaft a turns `ratio` times as fast as shaft b, through a torsion spring and a damper on the slow side, with backlash
    between the flanks. The output power is the input power times the efficiency, in either direction, apart from the loss in the
    damper.

    Near rest, below the rest power, the losses fade out, so that a load can be held still.
    """

    letters = "G"
    a = Port(ROTATION, at=(-30, 0), help="fast shaft")
    b = Port(ROTATION, at=(30, 0), help="slow shaft")
    ratio = Parameter(50.0, "1", "turns of a per turn of b", key_parameter=True)
    stiffness = Parameter(10000.0, "N·m/rad", "torque per radian of twist at the slow shaft", above=0, key_parameter=True)
    damping = Parameter(5.0, "N·m·s/rad", "torque per rad/s of twist rate", minimum=0)
    efficiency = Parameter(0.9, "1", "output power per unit of input power", above=0, maximum=1, key_parameter=True)
    rest_power = Parameter(0.01, "W", "power below which the losses fade out", above=0)
    play = Parameter(0.0, "rad", "total free angle of b, half on each side; 0: none", minimum=0)
    icon = Icon(
        ("lead", "M-30,0 h6 M24,0 h6"),
        ("face", wheel(0, 0, 8, 7, 11, pi)),
        ("face", wheel(-16, 0, 5, 4, 8, pi)),
        ("line", "M11,0 l2,-7 4.5,14 4.5,-14 2,7"),
        ("thin", "M-9,17 h18 m-4,-3 l4,3 -4,3 M-5,14 l-4,3 4,3"),
    )

    def slip(self):
        return self.a.angle / self.ratio - self.b.angle, self.a.speed / self.ratio - self.b.speed

    def ends(self):
        return -self.play / 2, self.play / 2

    def push(self):
        return spring_damper(self.stiffness, self.damping)

    def has_play(self):
        return not isinstance(self.play, float)  # an exact zero is a float

    def twisting(self):
        """Torque between the flanks, on the slow side."""
        if self.has_play():
            lower, upper = self.sides()
            return upper.force - lower.force
        twist, rate = self.slip()
        return self.stiffness * twist + self.damping * rate

    def power_out(self):
        return self.twisting() * self.a.speed / self.ratio

    def burden(self):
        """Loss per output power at b: 1/η − 1 forward, η − 1 backward, with a continuous transition."""
        power = self.power_out()
        direction = power / ca.sqrt(power**2 + self.rest_power**2)
        return direction * ca.if_else(power > 0, 1 / self.efficiency - 1, 1 - self.efficiency)

    def equations(self):
        yield self.a.torque == self.twisting() / self.ratio * (1 + self.burden())
        yield self.b.torque == -self.twisting()

    def switches(self):
        if self.has_play():
            yield from Cushions.switches(self)

    def stored(self):
        return Cushions.stored(self) if self.has_play() else self.stiffness * self.slip()[0] ** 2 / 2

    def loss(self):
        flanks = Cushions.loss(self) if self.has_play() else self.damping * self.slip()[1] ** 2
        return flanks + self.burden() * self.power_out()
