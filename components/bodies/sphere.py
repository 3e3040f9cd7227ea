"""A solid sphere."""

from math import pi

from mars.component import Icon, Parameter, PointedBody, Solid, algebra, rods_to_points, shapes


class Sphere(PointedBody, kind="bodies.sphere"):
    """A solid sphere with point 1 at its centre."""

    radius = Parameter(0.1, "m", "radius", above=0, key_parameter=True)
    mass = Parameter(1.0, "kg", "mass, used if the density is zero", minimum=0, key_parameter=True)
    density = Parameter(0.0, "kg/m³", "if above zero, the mass is computed from it", minimum=0)
    icon = Icon(
        ("frame", "M-40,0 h24"),
        ("face", "M-16,0 a16,16 0 1 1 32,0 a16,16 0 1 1 -32,0 z"),
        ("thin", "M-16,0 a16,6 0 0 0 32,0"),
    )

    def solid(self) -> Solid:
        mass = self.mass if isinstance(self.density, float) else self.density * (4 / 3 * pi * self.radius**3)
        J = mass * self.radius**2 * (2 / 5)
        inertia = [[J if i == j else 0.0 for j in range(3)] for i in range(3)]
        return Solid(mass, algebra.ZERO, inertia, {"1": (algebra.ZERO, algebra.IDENTITY), **self.points})

    def shapes(self, scale=0.0):
        places = {name: place for name, (place, _) in self.points.items()}
        return [shapes.Sphere((0.0, 0.0, 0.0), self.radius), *rods_to_points(places, algebra.ZERO, algebra.ZERO, self.radius)]
