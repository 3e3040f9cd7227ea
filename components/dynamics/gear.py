"""Ideal gear between two shafts, and rack between a shaft and a slider."""

from mars.component import Component
from mars.declare import Icon, Parameter, Port
from mars.domains import ROTATION, TRANSLATION


class Gear(Component, kind="dynamics.gear"):
    """Shaft a turns `ratio` times as fast as shaft b; nothing is lost."""

    letters = "G"
    a = Port(ROTATION, at=(-30, 0), help="fast shaft")
    b = Port(ROTATION, at=(30, 0), help="slow shaft")
    ratio = Parameter(10.0, "1", "turns of a for one turn of b", telling=True)
    icon = Icon(
        ("face", "M-8,-10 a10,10 0 1 0 0.01,0 z M10,-6 a6,6 0 1 0 0.01,0 z"),
        ("thin", "M-8,-14 v4 M-8,10 v4 M-18,-10 l3,3 M2,-10 l-3,3 M-18,10 l3,-3 M2,10 l-3,-3"),
        ("lead", "M-30,0 h12 M16,0 h14"),
    )

    def equations(self):
        yield self.a.angle == self.ratio * self.b.angle
        yield self.b.torque == -self.ratio * self.a.torque

    def stored(self):
        return 0.0


class Rack(Component, kind="dynamics.rack"):
    """A pinion on shaft a moves slider b by its radius; nothing is lost."""

    letters = "G"
    a = Port(ROTATION, at=(-30, 0), help="pinion shaft")
    b = Port(TRANSLATION, at=(30, 0), help="rack")
    radius = Parameter(0.05, "m", "travel of b for one radian of a", telling=True)
    icon = Icon(
        ("lead", "M-30,0 h8"),
        ("face", "M-12,-10 a10,10 0 1 0 0.01,0 z"),
        ("line", "M-24,14 h48 M-18,14 v-4 M-10,14 v-4 M-2,14 v-4 M6,14 v-4 M14,14 v-4"),
        ("thin", "M22,14 V0 h8"),
    )

    def equations(self):
        yield self.b.travel == self.radius * self.a.angle
        yield self.a.torque == -self.radius * self.b.force

    def stored(self):
        return 0.0
