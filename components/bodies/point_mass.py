"""A point mass."""

from mars.component import FRAME, Body, Icon, Parameter, Port, Solid, algebra, mass_sphere


class PointMass(Body, kind="bodies.point_mass"):
    """A mass without size: no rotational inertia."""

    origin = Port(FRAME, at=(-30, 0), open="free", name="1", help="position of the mass")
    mass = Parameter(1.0, "kg", "mass", minimum=0, key_parameter=True)
    icon = Icon(
        ("frame", "M-30,0 h18"),
        ("face", "M-12,0 a12,12 0 1 1 24,0 a12,12 0 1 1 -24,0 z"),
        ("solid", "M0,0 v-12 a12,12 0 0 1 12,12 z M0,0 v12 a12,12 0 0 1 -12,-12 z"),
    )

    def solid(self) -> Solid:
        return Solid(self.mass, algebra.ZERO, [[0.0] * 3 for _ in range(3)], {"1": (algebra.ZERO, algebra.IDENTITY)})

    def shapes(self, scale=0.0):
        return [mass_sphere(self.mass, scale=scale)]
