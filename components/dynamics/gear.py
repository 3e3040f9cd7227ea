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
        ("lead", "M-30,0 h9 M14.5,0 h15.5"),
        ("face", "M-1.7,-1.8 2.9,-1.6 2.9,1.6 -1.7,1.8 -2.6,3.9 0.5,7.3 -1.7,9.5 -5.1,6.4 -7.2,7.3 -7.4,11.9 -10.6,11.9 -10.8,7.3 -12.9,6.4 -16.3,9.5 -18.5,7.3 -15.4,3.9 -16.3,1.8 -20.9,1.6 -20.9,-1.6 -16.3,-1.8 -15.4,-3.9 -18.5,-7.3 -16.3,-9.5 -12.9,-6.4 -10.8,-7.3 -10.6,-11.9 -7.4,-11.9 -7.2,-7.3 -5.1,-6.4 -1.7,-9.5 0.5,-7.3 -2.6,-3.9 z"),
        ("face", "M4.6,-1 0.6,-3.2 2.2,-6.1 6.2,-3.7 8,-4.8 7.8,-9.3 11.2,-9.3 11,-4.8 12.8,-3.7 16.8,-6.1 18.4,-3.2 14.4,-1 14.4,1 18.4,3.2 16.8,6.1 12.8,3.7 11,4.8 11.2,9.3 7.8,9.3 8,4.8 6.2,3.7 2.2,6.1 0.6,3.2 4.6,1 z"),
        ("solid", "M-11,0 a2,2 0 1 1 4,0 a2,2 0 1 1 -4,0 z"),
        ("solid", "M7.5,0 a2,2 0 1 1 4,0 a2,2 0 1 1 -4,0 z"),
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
        ("lead:a", "M-30,0 h16"),
        ("face", "M-0.6,-1.8 3.6,0.1 2.4,3 -1.9,1.4 -3.6,3.1 -2,7.4 -4.9,8.6 -6.8,4.4 -9.2,4.4 -11.1,8.6 -14,7.4 -12.4,3.1 -14.1,1.4 -18.4,3 -19.6,0.1 -15.4,-1.8 -15.4,-4.2 -19.6,-6.1 -18.4,-9 -14.1,-7.4 -12.4,-9.1 -14,-13.4 -11.1,-14.6 -9.2,-10.4 -6.8,-10.4 -4.9,-14.6 -2,-13.4 -3.6,-9.1 -1.9,-7.4 2.4,-9 3.6,-6.1 -0.6,-4.2 z"),
        ("solid", "M-10,-3 a2,2 0 1 1 4,0 a2,2 0 1 1 -4,0 z"),
        ("lead:b", "M30,0 h-8 v14"),
        ("line", "M-26,18 h50 v-4 h-5 l-2,-5 h-5 l-2,5 h-4 l-2,-5 h-4"),
    )

    def equations(self):
        yield self.b.travel == self.radius * self.a.angle
        yield self.a.torque == -self.radius * self.b.force

    def stored(self):
        return 0.0
