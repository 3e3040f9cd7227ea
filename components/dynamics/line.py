"""Elements that act along the line between two points: spring-damper and actuator."""

from mars.component import FRAME, Coil, Component, Cord, Icon, LawOf, Parameter, Piston, Port, ca


class TwoPoints(Component):
    """Common part of elements that pull along the line from a to b; an open b is the origin of the world."""

    letters = "DC"
    a = Port(FRAME, at=(-30, 0), help="first point")
    b = Port(FRAME, at=(30, 0), open="reference", help="second point; open: the world origin")

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

    def shapes(self, scale=0.0):
        return [Cord()]


class LineSpringDamper(TwoPoints, kind="dynamics.line_spring_damper"):
    """Spring and damper along the line between two points."""

    stiffness = Parameter(1000.0, "N/m", "force per metre of stretch", minimum=0, key_parameter=True)
    damping = Parameter(0.0, "N·s/m", "force per m/s of stretch rate", minimum=0, key_parameter=True)
    rest = Parameter(0.5, "m", "free length of the spring", minimum=0)
    icon = Icon(
        ("frame", "M-30,0 h12 M18,0 h12"),
        ("line", "M-18,0 l3,-9 6,18 6,-18 6,18 6,-18 6,18 3,-9"),
        ("solid", "M-21.5,0 a3.5,3.5 0 1 1 7,0 a3.5,3.5 0 1 1 -7,0 z M14.5,0 a3.5,3.5 0 1 1 7,0 a3.5,3.5 0 1 1 -7,0 z"),
    )

    def equations(self):
        length, rate, direction = self.line()
        yield from self.pull(self.stiffness * (length - self.rest) + self.damping * rate, direction)

    def stored(self):
        return self.stiffness * (self.line()[0] - self.rest) ** 2 / 2

    def loss(self):
        return self.damping * self.line()[1] ** 2

    def shapes(self, scale=0.0):
        return [Coil()] * (self.stiffness > 0) + [Piston()] * (self.damping > 0)


class LineActuator(TwoPoints, kind="dynamics.line_actuator"):
    """A given pushing force along the line between two points, as of a cylinder or a linear motor."""

    letters = "Ef"
    is_source = True
    law = LawOf(10.0, "N", "force that pushes the points apart", key_parameter=True)
    icon = Icon(
        ("frame", "M-30,0 h11 M19,0 h11"),
        ("face", "M-19,-8 h26 v16 h-26 z"),
        ("line", "M-4,-8 v16 M-4,0 h23"),
        ("thin", "M-4,-14 h20 m-4,-4 l4,4 -4,4"),
    )

    def equations(self):
        yield from self.pull(-self.law.at(self.time, self.segment), self.line()[2])

    def shapes(self, scale=0.0):
        return [Piston()]
