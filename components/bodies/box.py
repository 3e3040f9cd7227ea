"""A box."""

from mars.component import Axis, DocumentError, Icon, Parameter, Solid, algebra, shapes

from .shape import Shape


class Box(Shape, kind="bodies.box"):
    """A cuboid with points 1 and 2 at the centres of two opposite faces, along any direction; usually its x axis."""

    length = Parameter(1.0, "m", "size along its direction, from its near end to point 2", above=0, key_parameter=True)
    width = Parameter(0.1, "m", "size along the direction of its width, usually y", above=0)
    height = Parameter(0.1, "m", "size across both, usually along z", above=0)
    width_direction = Axis((0, 1, 0), help="direction of the width in the body's basis; only its part across the length counts")
    icon = Icon(
        ("face", "M-40,-8 l9,-10 h62 l9,10 z"),
        ("face", "M-40,-8 h80 v20 h-80 z"),
    )

    def basis(self) -> algebra.Matrix:
        along, wide = self.direction, self.width_direction
        if along == [1.0, 0.0, 0.0] and wide == [0.0, 1.0, 0.0]:
            return algebra.IDENTITY
        across = algebra.minus(wide, algebra.times(algebra.dot(along, wide), along))
        size = algebra.dot(across, across) ** 0.5
        if size < 1e-6:
            if list(wide) != [0.0, 1.0, 0.0]:
                raise DocumentError(
                    "its direction and width_direction are parallel, so its width has no direction. Change one of them",
                    code="bad-axes",
                )
            return super().basis()  # a direction along y: any
        across = [a / size for a in across]
        return algebra.transpose([along, across, algebra.cross(along, across)])

    def solid(self) -> Solid:
        a, b, c = self.length, self.width, self.height
        mass = self.mass_of(a * b * c)
        return self.along(mass, a, (mass * (b**2 + c**2) / 12, mass * (a**2 + c**2) / 12, mass * (a**2 + b**2) / 12))

    def shapes(self, scale=0.0):
        rows = tuple(shapes.triple(row) for row in self.basis())
        shape = shapes.Box(shapes.triple(self.at(self.length / 2)), (self.length, self.width, self.height), rows)
        return self.with_rods(shape, self.length, max(self.width, self.height) / 2)
