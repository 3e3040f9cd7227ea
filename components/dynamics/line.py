"""Elements that act along the line between two points: spring-damper and actuator."""

import casadi as ca

from mars.component import Component
from mars.declare import Icon, LawOf, Parameter, Port
from mars.domains import FRAME


class TwoPoints(Component):
    """Shape shared by elements that pull along the line from a to b; an open b is the origin of the world."""

    letters = "DC"
    a = Port(FRAME, at=(-30, 0), help="first point")
    b = Port(FRAME, at=(30, 0), open="reference", help="second point; open: the origin of the world")

    def line(self):
        """Length, its rate and the direction from a to b."""
        d = self.b.r - self.a.r
        length = ca.sqrt(ca.dot(d, d))
        direction = d / ca.fmax(length, 1e-300)  # coinciding points: no direction, no force
        return length, ca.dot(direction, self.b.v - self.a.v), direction

    def pull(self, tension, direction):
        yield -tension * direction == self.a.F
        yield tension * direction == self.b.F
        yield ca.SX(3, 1) == self.a.M
        yield ca.SX(3, 1) == self.b.M


class LineSpringDamper(TwoPoints, kind="dynamics.line_spring_damper"):
    """Spring and damper along the line between two points."""

    stiffness = Parameter(1000.0, "N/m", "force per metre of stretch", minimum=0, telling=True)
    damping = Parameter(0.0, "N·s/m", "force per m/s of stretch rate", minimum=0, telling=True)
    rest = Parameter(0.5, "m", "length at which the spring is relaxed", minimum=0)
    icon = Icon(
        ("frame", "M-30,0 h8 M22,0 h8"),
        ("line", "M-22,0 h4 l3,-8 6,16 6,-16 6,16 6,-16 6,16 3,-8 h4"),
        ("solid", "M-26,0 a4,4 0 1 1 8,0 a4,4 0 1 1 -8,0 z M18,0 a4,4 0 1 1 8,0 a4,4 0 1 1 -8,0 z"),
    )

    def equations(self):
        length, rate, direction = self.line()
        yield from self.pull(self.stiffness * (length - self.rest) + self.damping * rate, direction)

    def stored(self):
        return self.stiffness * (self.line()[0] - self.rest) ** 2 / 2

    def loss(self):
        return self.damping * self.line()[1] ** 2


class LineActuator(TwoPoints, kind="dynamics.line_actuator"):
    """A given pushing force along the line between two points, as a cylinder or a linear motor gives."""

    letters = "Ef"
    is_source = True
    law = LawOf(10.0, "N", "force that pushes the points apart", telling=True)
    icon = Icon(
        ("frame", "M-30,0 h8 M22,0 h8"),
        ("face", "M-22,-7 h26 v14 h-26 z"),
        ("line", "M-6,-7 v14 M-6,0 h28"),
        ("solid", "M-26,0 a4,4 0 1 1 8,0 a4,4 0 1 1 -8,0 z M18,0 a4,4 0 1 1 8,0 a4,4 0 1 1 -8,0 z"),
        ("thin", "M-2,-14 h18 m-4,-4 l4,4 -4,4"),
    )

    def equations(self):
        yield from self.pull(-self.law.at(self.time, self.segment), self.line()[2])
