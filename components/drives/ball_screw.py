"""Ball screw: rotation to translation."""

from math import pi

from mars.component import ROTATION, TRANSLATION, Icon, Parameter, Port, der

from ..dynamics.lossy_gear import Lossy


class BallScrew(Lossy, kind="drives.ball_screw"):
    """Ball screw: each turn of the screw a moves the nut b by its lead. The output power is the input power times the efficiency,
    in either direction; a friction torque may be added. Between the two directions it locks."""

    letters = "BS"
    a = Port(ROTATION, at=(-30, 0), help="screw")
    b = Port(TRANSLATION, at=(30, 0), help="nut")
    lead = Parameter(0.01, "m", "travel of the nut per turn of the screw", key_parameter=True)
    inertia = Parameter(1e-5, "kg·m²", "inertia of the screw about its axis", minimum=0)
    icon = Icon(
        ("lead:a", "M-30,0 h8"),
        ("line", "M-22,-6 h40 v12 h-40 z"),
        ("thin", "M-18,6 l4,-12 M16,-6 l-4,12 M-12,6 l4,-12 M10,-6 l-4,12"),
        ("face", "M-6,-14 h12 v28 h-12 z"),
        ("lead:b", "M0,14 v6 h24 v-20 h6"),
    )

    def per_turn(self):
        """Radians of the screw per metre of the nut."""
        return 2 * pi / self.lead

    def kinematics(self):
        yield self.a.angle == self.per_turn() * self.b.travel

    def equations(self):
        yield from self.kinematics()
        yield self.b.force == -self.per_turn() * self.passed_torque()

    def torque_in(self):
        return self.a.torque - self.inertia * der(self.a.speed)

    def known_torque(self):
        part, constant = self.lost()
        return (constant - self.hold - self.b.force / self.per_turn()) / (1 - part)

    def stored(self):
        return self.inertia * self.a.speed**2 / 2
