"""Meters on shafts and sliders."""

from mars.component import ROTATION, TRANSLATION, Component, Icon, Port, Result, Wire

DIAL = (
    ("face", "M-16,0 a16,16 0 1 1 32,0 a16,16 0 1 1 -32,0 z"),
    ("letter", "M0,5 L7,-6"),
    ("letter", "M-10.5,5 a11,11 0 0 1 21,0"),
)


class ShaftMeter(Component, kind="meters.shaft"):
    """Measures angle and speed of a shaft without loading it."""

    letters = "M"
    a = Port(ROTATION, at=(-30, 0), help="measured shaft")
    angle = Result("rad", "angle of the shaft")
    speed = Result("rad/s", "speed of the shaft")
    icon = Icon(*DIAL, ("lead", "M-30,0 h14"))

    def equations(self):
        yield self.a.torque == 0
        yield self.angle == self.a.angle
        yield self.speed == self.a.speed

    def stored(self):
        return 0.0


class SlideMeter(Component, kind="meters.slide"):
    """Measures travel and speed of a slider without loading it."""

    letters = "M"
    a = Port(TRANSLATION, at=(-30, 0), help="measured slider")
    travel = Result("m", "travel of the slider")
    speed = Result("m/s", "speed of the slider")
    icon = Icon(*DIAL, ("lead", "M-30,0 h14"))

    def equations(self):
        yield self.a.force == 0
        yield self.travel == self.a.travel
        yield self.speed == self.a.speed

    def stored(self):
        return 0.0


class InLine(Wire):
    """Between two shafts or two sliders, which it connects rigidly."""


class TorqueMeter(InLine, kind="meters.torque"):
    """Inserted between two shafts: measures the torque and the power transmitted from a to b."""

    letters = "M"
    a = Port(ROTATION, at=(-30, 0), help="first side")
    b = Port(ROTATION, at=(30, 0), help="second side")
    torque = Result("N·m", "torque transmitted from a to b")
    power = Result("W", "power transmitted from a to b")
    icon = Icon(*DIAL, ("lead", "M-30,0 h14 M16,0 h14"))

    def equations(self):
        yield from super().equations()
        yield self.torque == self.a.torque
        yield self.power == self.a.torque * self.a.speed


class ForceMeter(InLine, kind="meters.force"):
    """Inserted between two sliders: measures the force and the power transmitted from a to b."""

    letters = "M"
    a = Port(TRANSLATION, at=(-30, 0), help="first side")
    b = Port(TRANSLATION, at=(30, 0), help="second side")
    force = Result("N", "force transmitted from a to b")
    power = Result("W", "power transmitted from a to b")
    icon = Icon(*DIAL, ("lead", "M-30,0 h14 M16,0 h14"))

    def equations(self):
        yield from super().equations()
        yield self.force == self.a.force
        yield self.power == self.a.force * self.a.speed
