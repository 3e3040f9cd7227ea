"""A box."""

from mars.component import Icon, Parameter, Solid, shapes

from .shape import Shape


class Box(Shape, kind="bodies.box"):
    """A cuboid with points 1 and 2 at the centres of two opposite faces, along its x axis."""

    length = Parameter(1.0, "m", "size along x, from point 1 to point 2", above=0, key_parameter=True)
    width = Parameter(0.1, "m", "size along y", above=0)
    height = Parameter(0.1, "m", "size along z", above=0)
    icon = Icon(
        ("face", "M-40,-8 l9,-10 h62 l9,10 z"),
        ("face", "M-40,-8 h80 v20 h-80 z"),
    )

    def solid(self) -> Solid:
        a, b, c = self.length, self.width, self.height
        mass = self.mass_of(a * b * c)
        return self.along_x(mass, a, (mass * (b**2 + c**2) / 12, mass * (a**2 + c**2) / 12, mass * (a**2 + b**2) / 12))

    def shapes(self, scale=0.0):
        shape = shapes.Box((self.length / 2, 0.0, 0.0), (self.length, self.width, self.height))
        return self.with_rods(shape, self.length, max(self.width, self.height) / 2)
