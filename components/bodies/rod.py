"""A slender rod."""

from math import pi

from mars.component import Icon, Parameter, Solid

from .shape import Shape


class Rod(Shape, kind="bodies.rod"):
    """A thin straight rod along any direction, usually its x axis, with points 1 and 2 at its ends. It has no inertia about its
    own axis."""

    length = Parameter(1.0, "m", "length from its near end to point 2", above=0, key_parameter=True)
    radius = Parameter(0.02, "m", "radius, for display and volume", above=0)
    icon = Icon(("face", "M-40,-6 h80 v12 h-80 z"), ("thin", "M-34,14 h68 M-34,10 v8 M34,10 v8"))

    def solid(self) -> Solid:
        mass = self.mass_of(pi * self.radius**2 * self.length)
        across = mass * self.length**2 / 12
        return self.along(mass, self.length, (0.0, across, across))

    def shapes(self, scale=0.0):
        return self.with_rods(self.round_shape(), self.length, self.radius)
