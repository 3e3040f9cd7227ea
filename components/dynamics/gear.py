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
        ("lead", "M-30,0 h6 M23.5,0 h6.5"),
        (
            "face",
            "M0.2,-2.3 4.9,-1.9 4.9,1.9 0.2,2.3 -1,5.2 2,8.8 -0.7,11.5 -4.3,8.5 -7.2,9.7 -7.6,14.4 -11.4,14.4 -11.8,9.7 -14.7,8.5 -18.3,11.5 -21,8.8 -18,5.2 -19.2,2.3 -23.9,1.9 -23.9,-1.9 -19.2,-2.3 -18,-5.2 -21,-8.8 -18.3,-11.5 -14.7,-8.5 -11.8,-9.7 -11.4,-14.4 -7.6,-14.4 -7.2,-9.7 -4.3,-8.5 -0.7,-11.5 2,-8.8 -1,-5.2 z",
        ),
        (
            "face",
            "M18.6,-2 23.3,-2.1 23.3,2.1 18.6,2 17,4.2 18.5,8.6 14.5,9.9 13.2,5.5 10.6,4.6 6.8,7.5 4.3,4 8.2,1.4 8.2,-1.4 4.3,-4 6.8,-7.5 10.6,-4.6 13.2,-5.5 14.5,-9.9 18.5,-8.6 17,-4.2 z",
        ),
        ("solid", "M-12,0 a2.5,2.5 0 1 1 5,0 a2.5,2.5 0 1 1 -5,0 z"),
        ("solid", "M11.5,0 a2,2 0 1 1 4,0 a2,2 0 1 1 -4,0 z"),
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
        ("lead:a", "M-30,0 h14"),
        ("line", "M-28,19 h4 l2,-5 h4 l2,5 h4 l2,-5 h4 l2,5 h4 l2,-5 h4 l2,5 h4 l2,-5 h4 l2,5 h6"),
        (
            "face",
            "M0.9,-1.6 5,0.5 3.7,3.8 -0.7,2.3 -2.7,4.3 -1.2,8.7 -4.5,10 -6.6,5.9 -9.4,5.9 -11.5,10 -14.8,8.7 -13.3,4.3 -15.3,2.3 -19.7,3.8 -21,0.5 -16.9,-1.6 -16.9,-4.4 -21,-6.5 -19.7,-9.8 -15.3,-8.3 -13.3,-10.3 -14.8,-14.7 -11.5,-16 -9.4,-11.9 -6.6,-11.9 -4.5,-16 -1.2,-14.7 -2.7,-10.3 -0.7,-8.3 3.7,-9.8 5,-6.5 0.9,-4.4 z",
        ),
        ("solid", "M-10.5,-3 a2.5,2.5 0 1 1 5,0 a2.5,2.5 0 1 1 -5,0 z"),
        ("lead:b", "M30,0 h-6 v19"),
    )

    def equations(self):
        yield self.b.travel == self.radius * self.a.angle
        yield self.a.torque == -self.radius * self.b.force

    def stored(self):
        return 0.0
