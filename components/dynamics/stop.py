"""Rigid end stops on shafts and sliders."""

from mars.component import Component, Hold, Icon, Parameter, Stops

from .two_sided import TwoShafts, TwoSliders

# A plate on a rod between the two ends of a housing; the corners show the type of the ends.
WALLS = (
    ("lead", "M-30,0 h30 M16,0 h14"),
    ("line", "M-16,-6 v-10 h32 v32 h-32 v-10 M0,-7 v14"),
)
STOP = Icon(*WALLS, ("solid", "M-15,-15 v8 l7,-4 z M-15,15 v-8 l7,4 z M15,-15 v8 l-7,-4 z M15,15 v-8 l-7,4 z"))


class StopLaw(Component):
    """The position of a relative to b stays within its limits; each stop only pushes."""

    def equations(self):
        yield self.a.stream == self.upper_stop - self.lower_stop
        yield self.b.stream == self.lower_stop - self.upper_stop

    def switches(self):
        position = self.a.position - self.b.position
        for hold, gap in ((self.lower_stop, position - self.lower), (self.upper_stop, self.upper - position)):
            yield Stops(hold, gap, restitution=self.restitution, settle=self.settle)

    def stored(self):
        return 0.0


class Stop(StopLaw, TwoShafts, kind="dynamics.stop"):
    """Rigid end stops of a rotation. An impact reverses the speed and multiplies it by the restitution; below the settling speed
    the stop stays closed until it is pulled away."""

    lower = Parameter(-1.0, "rad", "minimum angle of a relative to b", key_parameter=True)
    upper = Parameter(1.0, "rad", "maximum angle of a relative to b", key_parameter=True)
    restitution = Parameter(0.0, "1", "ratio of the speeds after and before an impact", minimum=0, maximum=1)
    settle = Parameter(0.001, "rad/s", "speed after an impact below which the stop stays in contact", above=0)
    lower_stop = Hold("N·m", "torque of the lower stop")
    upper_stop = Hold("N·m", "torque of the upper stop")
    icon = STOP


class SlideStop(StopLaw, TwoSliders, kind="dynamics.slide_stop"):
    """Rigid end stops of a translation. An impact reverses the speed and multiplies it by the restitution; below the settling
    speed the stop stays closed until it is pulled away."""

    lower = Parameter(-0.5, "m", "minimum travel of a relative to b", key_parameter=True)
    upper = Parameter(0.5, "m", "maximum travel of a relative to b", key_parameter=True)
    restitution = Parameter(0.0, "1", "ratio of the speeds after and before an impact", minimum=0, maximum=1)
    settle = Parameter(0.0001, "m/s", "speed after an impact below which the stop stays in contact", above=0)
    lower_stop = Hold("N", "force of the lower stop")
    upper_stop = Hold("N", "force of the upper stop")
    icon = STOP
