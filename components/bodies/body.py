"""A solid body with any number of points."""

from mars.component import Icon, Inertia, Parameter, PointedBody, Solid, Vector, algebra


class SolidBody(PointedBody, kind="bodies.body"):
    """A body with given mass, centre of mass and inertia, and points anywhere. The origin of its basis is point 1."""

    mass = Parameter(1.0, "kg", "mass", minimum=0, key_parameter=True)
    centre = Vector((0, 0, 0), "m", "centre of mass in the body's basis")
    inertia = Inertia((0.1, 0.1, 0.1), "kg·m²", "inertia about the centre of mass, along the body's axes")
    icon = Icon(
        ("face", "M-40,-12 h80 v24 h-80 z"),
        ("thin", "M-7,0 a7,7 0 1 1 14,0 a7,7 0 1 1 -14,0 z"),
        ("solid", "M0,0 v-7 a7,7 0 0 1 7,7 z M0,0 v7 a7,7 0 0 1 -7,-7 z"),
    )

    def solid(self) -> Solid:
        return Solid(self.mass, self.centre, self.inertia, {"1": (algebra.ZERO, algebra.IDENTITY), **self.points})
