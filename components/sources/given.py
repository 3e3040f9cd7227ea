"""Given motions of a shaft or a slider: velocity and movement. The torque or force they need is a result."""

from mars.component import Component
from mars.declare import Icon, LawOf, Port
from mars.domains import ROTATION, TRANSLATION

CIRCLE = ("face", "M0,-18 a18,18 0 1 0 0.01,0 z")
LEAD = ("lead", "M0,30 v-12")
OMEGA = ("line", "M-7,-4 c-4,4 -3,9 1,9 c3,0 4.5,-2 5.5,-5 c1,3 2.5,5 5.5,5 c4,0 5,-5 1,-9")
PHI = ("line", "M0,-10 v20 M0,-5 a7,5 0 1 0 0.01,0 z")
LETTER_V = ("line", "M-7,-7 l7,14 7,-14")
LETTER_S = ("line", "M6,-6 c-3,-5 -12,-3 -11,2 c1,5 11,3 11,8 c0,5 -9,6 -12,1")


class Velocity(Component, kind="sources.velocity"):
    """The shaft turns with a given speed."""

    letters = "Ew"
    is_source = True
    turn = Port(ROTATION, at=(0, 30), help="the driven shaft")
    law = LawOf(1.0, "rad/s", "speed in time", smooth=0, telling=True)
    icon = Icon(CIRCLE, LEAD, OMEGA)

    def equations(self):
        yield self.turn.speed == self.law.at(self.time, self.segment)


class Movement(Component, kind="sources.movement"):
    """The shaft has a given angle."""

    letters = "Ep"
    is_source = True
    turn = Port(ROTATION, at=(0, 30), help="the driven shaft")
    law = LawOf(0.0, "rad", "angle in time", smooth=1, telling=True)
    icon = Icon(CIRCLE, LEAD, PHI)

    def equations(self):
        yield self.turn.angle == self.law.at(self.time, self.segment)


class SlideVelocity(Component, kind="sources.slide_velocity"):
    """The slider moves with a given speed."""

    letters = "Ev"
    is_source = True
    slide = Port(TRANSLATION, at=(0, 30), help="the driven slider")
    law = LawOf(0.1, "m/s", "speed in time", smooth=0, telling=True)
    icon = Icon(CIRCLE, LEAD, LETTER_V)

    def equations(self):
        yield self.slide.speed == self.law.at(self.time, self.segment)


class SlideMovement(Component, kind="sources.slide_movement"):
    """The slider has a given travel."""

    letters = "Es"
    is_source = True
    slide = Port(TRANSLATION, at=(0, 30), help="the driven slider")
    law = LawOf(0.0, "m", "travel in time", smooth=1, telling=True)
    icon = Icon(CIRCLE, LEAD, LETTER_S)

    def equations(self):
        yield self.slide.travel == self.law.at(self.time, self.segment)
