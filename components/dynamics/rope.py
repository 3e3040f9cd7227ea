"""Ropes between two points: inextensible and elastic. They pull and never push."""

from mars.component import Hold, Icon, Mode, Parameter, Stops, ca

from .line import TwoPoints
from .pressed import Pressed, spring_damper

ENDS = ("solid", "M-21.5,0 a3.5,3.5 0 1 1 7,0 a3.5,3.5 0 1 1 -7,0 z M14.5,0 a3.5,3.5 0 1 1 7,0 a3.5,3.5 0 1 1 -7,0 z")


class Rope(TwoPoints, kind="dynamics.rope"):
    """Massless inextensible rope: the distance of the two points is at most its length. When it becomes taut with a jerk, the
    speed is reversed and multiplied by the restitution."""

    length = Parameter(1.0, "m", "rope length", above=0, key_parameter=True)
    restitution = Parameter(0.0, "1", "ratio of the speeds after and before a jerk", minimum=0, maximum=1)
    settle = Parameter(0.001, "m/s", "speed after a jerk below which the rope stays taut", above=0)
    tension = Hold("N", "rope tension")
    icon = Icon(("frame", "M-30,0 h10 M20,0 h10"), ("line", "M-18,0 q18,26 36,0"), ENDS)

    def span(self):
        return (self.b.r - self.a.r) / self.length

    def equations(self):
        yield from self.pull(self.tension, self.span())

    def switches(self):
        # (l² − d²)/2l instead of l − d: the same where the rope is taut, and smooth where the points coincide.
        slack = self.length * (1 - ca.sumsqr(self.span())) / 2
        yield Stops(self.tension, slack, restitution=self.restitution, settle=self.settle)

    def stored(self):
        return 0.0


class ElasticRope(TwoPoints, kind="dynamics.elastic_rope"):
    """Elastic rope: a spring and a damper along the line between two points that pull but never push."""

    length = Parameter(1.0, "m", "length at which the rope becomes taut", minimum=0, key_parameter=True)
    stiffness = Parameter(1000.0, "N/m", "tension per metre of stretch", above=0, key_parameter=True)
    damping = Parameter(0.0, "N·s/m", "tension per m/s of stretch rate while taut", minimum=0)
    taut = Mode("1 while the rope is taut, −1 while it is slack")
    icon = Icon(("frame", "M-30,0 h10 M20,0 h10"), ("line", "M-18,0 q7,14 13,5 l2,-3 4,8 4,-8 4,8 2,-5 q3,-4 7,-5"), ENDS)

    def stretched(self):
        distance, rate, _ = self.line()
        return Pressed(self.taut, distance - self.length, rate, self.stiffness, spring_damper(self.stiffness, self.damping))

    def equations(self):
        yield from self.pull(self.stretched().force, self.line()[2])

    def switches(self):
        yield self.stretched().piece

    def stored(self):
        return self.stretched().stored

    def loss(self):
        return self.stretched().loss
