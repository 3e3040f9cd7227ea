"""A solid cylinder."""

from math import pi

from mars.component import Icon, Parameter, Solid

from .shape import Shape


class Cylinder(Shape, kind="bodies.cylinder"):
    """A solid cylinder along any direction, usually its x axis, with points 1 and 2 at the centres of its ends."""

    length = Parameter(1.0, "m", "length from its near end to point 2", above=0, key_parameter=True)
    radius = Parameter(0.05, "m", "outer radius", above=0)
    icon = Icon(
        ("face", "M-34,-12 h68 a6,10 0 0 1 6,10 v4 a6,10 0 0 1 -6,10 h-68 a6,10 0 0 1 -6,-10 v-4 a6,10 0 0 1 6,-10 z"),
        ("line", "M-34,-12 a6,10 0 0 1 6,10 v4 a6,10 0 0 1 -6,10"),
    )

    def solid(self) -> Solid:
        mass = self.mass_of(pi * self.radius**2 * self.length)
        across = mass * (3 * self.radius**2 + self.length**2) / 12
        return self.along(mass, self.length, (mass * self.radius**2 / 2, across, across))

    def shapes(self, scale=0.0):
        return self.with_rods(self.round_shape(), self.length, self.radius)
