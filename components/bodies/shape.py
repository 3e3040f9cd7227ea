"""Common part of the shaped bodies: a mass that is given or follows from density, and a far end as point 2."""

from typing import Any

from mars.component import FRAME, Parameter, PointedBody, Port, Primitive, Solid, algebra, rods_to_points


class Shape(PointedBody):
    """A body whose points, centre and inertia follow from its dimensions; it lies along its x axis from point 1 to point 2."""

    far = Port(FRAME, at=(40, 0), open="free", name="2", help="far end")
    mass = Parameter(1.0, "kg", "mass, used if the density is zero", minimum=0, key_parameter=True)
    density = Parameter(0.0, "kg/m³", "if above zero, the mass is computed from it", minimum=0)

    @classmethod
    def ports_for(cls, values):
        ports = super().ports_for(values)
        for i, name in enumerate(values["points"], start=1):
            ports[name].at = (40, 20 * i)
        return ports

    def mass_of(self, volume: Any) -> Any:
        return self.mass if algebra.is_zero(self.density) else self.density * volume

    def along_x(self, mass: Any, length: Any, inertia: tuple[Any, Any, Any]) -> Solid:
        diagonal = [[inertia[i] if i == j else 0.0 for j in range(3)] for i in range(3)]
        points = {"1": (algebra.ZERO, algebra.IDENTITY), "2": ([length, 0.0, 0.0], algebra.IDENTITY), **self.points}
        return Solid(mass, [length / 2, 0.0, 0.0], diagonal, points)

    def with_rods(self, shape: Primitive, length: float, inside: float) -> list[Primitive]:
        """The shape, and thin rods to named points outside it."""
        return [
            shape,
            *rods_to_points({name: place for name, (place, _) in self.points.items()}, algebra.ZERO, (length, 0.0, 0.0), inside),
        ]
