"""Given torque on a shaft and given force on a slider."""

from mars.component import ROTATION, TRANSLATION, Component, Icon, LawOf, Port

from .given import CIRCLE, LEAD

TAU = ("letter", "M-7.5,-4 q1,-3 4,-3 h11 M0,-7 v9.5 q0,5 5,4")
LETTER_F = ("letter", "M-4.5,8 v-16 h10.5 M-4.5,-0.5 h8.5")


class Torque(Component, kind="sources.torque"):
    """A given torque that turns the shaft forward; its reaction acts on the joint's own housing."""

    letters = "Em"
    is_source = True
    turn = Port(ROTATION, at=(0, 30), help="driven shaft")
    law = LawOf(1.0, "N·m", "torque over time", key_parameter=True)
    icon = Icon(CIRCLE, LEAD, TAU)

    def equations(self):
        yield self.turn.torque == -self.law.at(self.time, self.segment)


class Force(Component, kind="sources.force"):
    """A given force that pushes the slider forward; its reaction acts on the joint's own housing."""

    letters = "Ef"
    is_source = True
    slide = Port(TRANSLATION, at=(0, 30), help="driven slider")
    law = LawOf(1.0, "N", "force over time", key_parameter=True)
    icon = Icon(CIRCLE, LEAD, LETTER_F)

    def equations(self):
        yield self.slide.force == -self.law.at(self.time, self.segment)
