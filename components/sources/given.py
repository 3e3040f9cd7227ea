"""Given motions of a shaft or a slider: velocity and movement. The torque or force they need is a result."""

from mars.component import ROTATION, TRANSLATION, Component, Icon, LawOf, Port

CIRCLE = ("face", "M-18,0 a18,18 0 1 1 36,0 a18,18 0 1 1 -36,0 z")
LEAD = ("lead", "M0,30 v-12")
OMEGA = ("letter", "M-6.5,-5.5 c-4.5,4 -4,11.5 1,11.5 c3.5,0 5,-2.5 5.5,-6 c0.5,3.5 2,6 5.5,6 c5,0 5.5,-7.5 1,-11.5")
PHI = ("letter", "M0,-11 v22 M-8,0 a8,6 0 1 1 16,0 a8,6 0 1 1 -16,0 z")
LETTER_V = ("letter", "M-6.5,-7 l6.5,14 6.5,-14")
LETTER_S = ("letter", "M5.5,-5 c-2.5,-4.5 -11,-3.5 -10.5,1 c0.5,4.5 10.5,3 11,7.5 c0.5,5 -9,6 -12,1")


class Given(Component):
    """Common part of given motions: they only define how the shaft or slider moves."""

    is_source = True

    def equations(self):
        yield from self.kinematics()


class Velocity(Given, kind="sources.velocity"):
    """The shaft turns at a given speed."""

    letters = "Ew"
    turn = Port(ROTATION, at=(0, 30), help="driven shaft")
    law = LawOf(1.0, "rad/s", "speed over time", smooth=0, key_parameter=True)
    icon = Icon(CIRCLE, LEAD, OMEGA)

    def kinematics(self):
        yield self.turn.speed == self.law.at(self.time, self.segment)


class Movement(Given, kind="sources.movement"):
    """The shaft has a given angle."""

    letters = "Ep"
    turn = Port(ROTATION, at=(0, 30), help="driven shaft")
    law = LawOf(0.0, "rad", "angle over time", smooth=1, key_parameter=True)
    icon = Icon(CIRCLE, LEAD, PHI)

    def kinematics(self):
        yield self.turn.angle == self.law.at(self.time, self.segment)


class SlideVelocity(Given, kind="sources.slide_velocity"):
    """The slider moves at a given speed."""

    letters = "Ev"
    slide = Port(TRANSLATION, at=(0, 30), help="driven slider")
    law = LawOf(0.1, "m/s", "speed over time", smooth=0, key_parameter=True)
    icon = Icon(CIRCLE, LEAD, LETTER_V)

    def kinematics(self):
        yield self.slide.speed == self.law.at(self.time, self.segment)


class SlideMovement(Given, kind="sources.slide_movement"):
    """The slider has a given travel."""

    letters = "Es"
    slide = Port(TRANSLATION, at=(0, 30), help="driven slider")
    law = LawOf(0.0, "m", "travel over time", smooth=1, key_parameter=True)
    icon = Icon(CIRCLE, LEAD, LETTER_S)

    def kinematics(self):
        yield self.slide.travel == self.law.at(self.time, self.segment)
