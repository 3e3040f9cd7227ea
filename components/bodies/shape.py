"""Common part of the shaped bodies: a mass that is given or follows from density, and a far end as point 2."""

from typing import Any

from mars.component import FRAME, Axis, Parameter, PointedBody, Port, Primitive, Solid, Vector, algebra, rods_to_points, shapes

HALF = 0.5


class Shape(PointedBody):
    """A body whose points, centre and inertia follow from its dimensions; it lies along its direction from its near end, usually
    point 1, to point 2."""

    far = Port(FRAME, at=(40, 0), open="free", name="2", help="far end")
    mass = Parameter(1.0, "kg", "mass, used if the density is zero", minimum=0, key_parameter=True)
    density = Parameter(0.0, "kg/m³", "if above zero, the mass is computed from it", minimum=0)
    direction = Axis((1, 0, 0), help="direction from the near end to point 2, in the body's basis")
    near_end = Vector((0, 0, 0), "m", "position of the near end in the body's basis; zero: at point 1")

    @classmethod
    def ports_for(cls, values):
        ports = super().ports_for(values)
        for i, name in enumerate(values["points"], start=1):
            ports[name].at = (40, 20 * i)
        return ports

    def mass_of(self, volume: Any) -> Any:
        return self.mass if algebra.is_zero(self.density) else self.density * volume

    def basis(self) -> algebra.Matrix:
        """Its axes as columns: the direction, and two perpendicular to it."""
        if self.direction == [1.0, 0.0, 0.0]:
            return algebra.IDENTITY
        across, other, along = algebra.transpose(algebra.turn_to_z(self.direction))
        return algebra.transpose([along, across, other])

    def at(self, length: Any) -> algebra.Vector:
        """The point at this length from the near end."""
        return algebra.plus(self.near_end, algebra.times(length, self.direction))

    def along(self, mass: Any, length: Any, inertia: tuple[Any, Any, Any]) -> Solid:
        """The body with these moments of inertia along the axes of its basis."""
        C = self.basis()
        diagonal = [[inertia[i] if i == j else 0.0 for j in range(3)] for i in range(3)]
        turned = algebra.product(algebra.product(C, diagonal), algebra.transpose(C))
        points = {"1": (algebra.ZERO, algebra.IDENTITY), "2": (self.at(length), algebra.IDENTITY), **self.points}
        return Solid(mass, self.at(HALF * length), turned, points)

    def round_shape(self, inner: float = 0.0) -> shapes.Cylinder:
        return shapes.Cylinder(shapes.triple(self.near_end), shapes.triple(self.at(self.length)), self.radius, inner)

    def with_rods(self, shape: Primitive, length: float, inside: float) -> list[Primitive]:
        """The shape, and thin rods to points outside it."""
        places = {"1": algebra.ZERO} | {name: place for name, (place, _) in self.points.items()}
        return [shape, *rods_to_points(places, self.near_end, self.at(length), inside)]
