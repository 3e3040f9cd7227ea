"""Inertia on a shaft: alone, or as the rotor of a drive carried by a body."""

from mars.component import FRAME, ROTATION, Axis, Component, Icon, Parameter, Port, ca, column, der


class Rotor(Component, kind="dynamics.rotor"):
    """Rotor of a drive with its gear: it turns `ratio` times as fast as the shaft, about an axis fixed in the housing.

    Adds ratio²·inertia to the shaft. Torques linked to the same shaft act on the joint side; for a torque on the motor side
    use dynamics.gear.

    Link `housing` to the body that carries the drive to include the gyroscopic moment and the effect of the housing's
    acceleration. The carrier's inertia includes that of the rotor as if it were fixed in the housing.
    """

    letters = "R"
    shaft = Port(ROTATION, at=(30, 0), open="free", help="shaft of the joint; open: the rotor turns freely")
    housing = Port(FRAME, at=(-30, 0), open="reference", help="body that carries the drive; open: at rest")
    inertia = Parameter(1e-4, "kg·m²", "rotor inertia about its axis", minimum=0, key_parameter=True)
    ratio = Parameter(1.0, "1", "turns of the rotor per turn of the shaft", key_parameter=True)
    axis = Axis((0, 0, 1), help="rotor axis in the basis of the housing")
    icon = Icon(
        ("frame", "M-30,0 h23"),
        ("face", "M-7,-16 h14 v32 h-14 z"),
        ("lead", "M7,0 h23"),
    )

    def drive(self):
        """Torque on the rotor besides its inertia; defined by motors."""
        return 0.0

    def equations(self):
        e = self.housing.R @ column(self.axis)
        spin = self.ratio * self.shaft.speed
        spin_rate = self.ratio * der(self.shaft.speed)
        yield self.shaft.torque == self.ratio * (self.inertia * (spin_rate + ca.dot(e, der(self.housing.w))) - self.drive())
        yield ca.SX(3, 1) == self.housing.F
        yield self.inertia * (spin_rate * e + spin * ca.cross(self.housing.w, e)) == self.housing.M

    def rotors(self):
        yield "housing", self.inertia, self.axis

    def stored(self):
        """Kinetic energy beyond that of the rotor at rest in its housing."""
        e = self.housing.R @ column(self.axis)
        spin = self.ratio * self.shaft.speed
        return self.inertia * (spin**2 / 2 + spin * ca.dot(e, self.housing.w))
