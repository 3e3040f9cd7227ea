"""The six-axis force sensor."""

from mars.component import SIGNALS, Parameter, Port, Vector, ca

from ..dynamics.bushing import Bushing
from .face import face_between


class ForceTorqueSensor(Bushing, kind="sensors.force_torque"):
    """Inserted between two bodies: gives the force and the moment of b on a, along the axes of a and about the point of b, as a
    bundle of six. It is a stiff elastic part, like a load cell; the stiffer, the higher its natural frequencies."""

    letters = "SEN"
    out = Port(SIGNALS, at=(0, -30), open="free", gives=True, size=6, help="force along and moment about x, y, z of a")
    stiffness = Vector((1e5, 1e5, 1e5), "N/m", "stiffness along x, y, z", above=0, key_parameter=True)
    damping = Vector((100, 100, 100), "N·s/m", "damping along x, y, z", minimum=0)
    turn_stiffness = Parameter(1000.0, "N·m/rad", "rotational stiffness, the same about every axis", above=0)
    turn_damping = Vector((1, 1, 1), "N·m·s/rad", "damping about x, y, z", minimum=0)
    icon = face_between(
        "frame",
        ("line", "M-5,9 v-11"),
        ("solid", "M-5,-11 l4.5,9 h-9 z"),
        ("line", "M4.5,7 a9,9 0 0 0 0,-14 M5.8,-2.5 L4.5,-7 9.5,-6.7"),
    )

    def equations(self):
        yield from super().equations()
        yield self.out.values == ca.vertcat(*self.load())
