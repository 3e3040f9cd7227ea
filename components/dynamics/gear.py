"""Ideal gear between two shafts, and rack and pinion between a shaft and a slider."""

from math import cos, pi, sin

from mars.component import ROTATION, TRANSLATION, Component, Icon, Parameter, Port


def wheel(x: float, y: float, teeth: int, inner: float, outer: float, phase: float = 0.0) -> str:
    """Outline of a toothed wheel as path data."""
    pitch = 2 * pi / teeth
    corners = ((inner, -0.3), (outer, -0.17), (outer, 0.17), (inner, 0.3))
    places = [(r, phase + pitch * (tooth + off)) for tooth in range(teeth) for r, off in corners]
    return "M" + " ".join(f"{x + r * cos(a):.1f},{y + r * sin(a):.1f}" for r, a in places) + " z"


class Gear(Component, kind="dynamics.gear"):
    """Shaft a turns `ratio` times as fast as shaft b, without losses."""

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
    )

    def kinematics(self):
        yield self.a.angle == self.ratio * self.b.angle

    def equations(self):
        yield from self.kinematics()
        yield self.b.torque == -self.ratio * self.a.torque

    def stored(self):
        return 0.0


class Rack(Component, kind="dynamics.rack"):
    """A pinion on shaft a moves slider b by its radius per radian, without losses."""

    letters = "G"
    a = Port(ROTATION, at=(-30, 0), help="pinion shaft")
    b = Port(TRANSLATION, at=(30, 0), help="rack")
    radius = Parameter(0.05, "m", "travel of b per radian of a", key_parameter=True)
    icon = Icon(
        ("lead:a", "M-30,0 h14"),
        ("line", "M-28,19 h4 l2,-5 h4 l2,5 h4 l2,-5 h4 l2,5 h4 l2,-5 h4 l2,5 h4 l2,-5 h4 l2,5 h6"),
        ("face", wheel(-8, -3, 8, 9, 13.5, pi / 8)),
        ("solid", "M-10.5,-3 a2.5,2.5 0 1 1 5,0 a2.5,2.5 0 1 1 -5,0 z"),
        ("lead:b", "M30,0 h-6 v19"),
    )

    def kinematics(self):
        yield self.b.travel == self.radius * self.a.angle

    def equations(self):
        yield from self.kinematics()
        yield self.a.torque == -self.radius * self.b.force

    def stored(self):
        return 0.0
