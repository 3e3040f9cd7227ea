"""Sensors of shafts and sliders: their motion, and the transmitted torque or force."""

from mars.component import ROTATION, TRANSLATION, Choice, Port, der

from ..meters.scalar import InLine
from ..sources.given import LETTER_S, LETTER_V, OMEGA, PHI
from ..sources.torque import LETTER_F, TAU
from .face import OneSignal, SignalBetween, face, face_between

ALPHA = ("letter", "M8,-7 c-3,6 -5,13 -10,13 c-4,0 -6,-3 -6,-6.5 c0,-3.5 2,-6.5 6,-6.5 c5,0 7,7 10,13")
LETTER_A = ("letter", "M6,-7 v14 M6,0 a6,6.5 0 1 1 -12,0 a6,6.5 0 1 1 12,0 z")


class MotionSensor(OneSignal):
    """Gives the position, the speed or the acceleration of its port; `signs` are the corresponding symbols."""

    @classmethod
    def icon_for(cls, values):
        return face("lead:a", cls.signs[values["measures"]])

    def equations(self):
        yield self.a.stream == 0
        if self.measures == "acceleration":
            reading = der(self.a.potential)
        else:
            reading = self.a.potential if self.measures == "speed" else self.a.position
        yield self.out.value == self.gain * reading


class ShaftSensor(MotionSensor, kind="sensors.shaft"):
    """Gives the angle, the speed or the acceleration of a shaft as a signal, without loading it."""

    a = Port(ROTATION, at=(-30, 0), help="measured shaft")
    measures = Choice("angle", help="measured quantity", options=("angle", "speed", "acceleration"), key_parameter=True)
    signs = {"angle": PHI, "speed": OMEGA, "acceleration": ALPHA}
    icon = face("lead:a", PHI)


class SlideSensor(MotionSensor, kind="sensors.slide"):
    """Gives the travel, the speed or the acceleration of a slider as a signal, without loading it."""

    a = Port(TRANSLATION, at=(-30, 0), help="measured slider")
    measures = Choice("travel", help="measured quantity", options=("travel", "speed", "acceleration"), key_parameter=True)
    signs = {"travel": LETTER_S, "speed": LETTER_V, "acceleration": LETTER_A}
    icon = face("lead:a", LETTER_S)


class StreamSensor(InLine, SignalBetween):
    """Gives the stream from a to b."""

    def equations(self):
        yield from super().equations()
        yield self.out.value == self.gain * self.a.stream


class TorqueSensor(StreamSensor, kind="sensors.torque"):
    """Inserted between two shafts: gives the torque transmitted from a to b as a signal."""

    a = Port(ROTATION, at=(-30, 0), help="first side")
    b = Port(ROTATION, at=(30, 0), help="second side")
    icon = face_between("lead:a", TAU)


class ForceSensor(StreamSensor, kind="sensors.force"):
    """Inserted between two sliders: gives the force transmitted from a to b as a signal."""

    a = Port(TRANSLATION, at=(-30, 0), help="first side")
    b = Port(TRANSLATION, at=(30, 0), help="second side")
    icon = face_between("lead:a", LETTER_F)
