"""A hollow cylinder."""

from math import pi

from mars.component import DocumentError, Icon, Parameter, Solid

from .shape import Shape


class Tube(Shape, kind="bodies.tube"):
    """A hollow cylinder along any direction, usually its x axis, with points 1 and 2 at the centres of its ends."""

    length = Parameter(1.0, "m", "length from its near end to point 2", above=0, key_parameter=True)
    radius = Parameter(0.05, "m", "outer radius", above=0)
    inner_radius = Parameter(0.04, "m", "inner radius", minimum=0)
    icon = Icon(
        ("face", "M-34,-12 h68 a6,10 0 0 1 6,10 v4 a6,10 0 0 1 -6,10 h-68 a6,10 0 0 1 -6,-10 v-4 a6,10 0 0 1 6,-10 z"),
        ("line", "M-34,-12 a6,10 0 0 1 6,10 v4 a6,10 0 0 1 -6,10"),
        ("thin", "M-27,-5 H33 M-27,5 H33"),
    )

    def solid(self) -> Solid:
        if isinstance(self.radius, float) and self.inner_radius >= self.radius:  # called with numbers, before any symbols
            raise DocumentError("its inner radius must be smaller than its outer radius. Change one of them", code="out-of-range")
        mass = self.mass_of(pi * (self.radius**2 - self.inner_radius**2) * self.length)
        squares = self.radius**2 + self.inner_radius**2
        across = mass * (3 * squares + self.length**2) / 12
        return self.along(mass, self.length, (mass * squares / 2, across, across))

    def shapes(self, scale=0.0):
        shape = self.round_shape(self.inner_radius)
        return self.with_rods(shape, self.length, self.radius)
