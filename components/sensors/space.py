"""Sensors of points of bodies: pose, distance, acceleration and angular velocity."""

from mars.component import FRAME, SIGNALS, Choice, Port, ca, der

from ..meters.pose import FrameMeter, roll_pitch_yaw
from .attitude import rotation_vector
from .face import Sensor, SignalBetween, face, face_between


class PoseSensor(FrameMeter, kind="sensors.pose"):
    """Gives position and orientation of a in the basis of b as a bundle: x, y, z, then roll, pitch, yaw or a rotation vector. The
    angles jump where a rotation passes 180 deg."""

    letters = "SEN"
    out = Port(SIGNALS, at=(0, -30), open="free", gives=True, size=6, help="x, y, z and the three angles")
    angles = Choice(
        "roll pitch yaw",
        help="roll pitch yaw: rotations about the fixed x, then y, then z axes; rotation vector: axis times angle",
        options=("roll pitch yaw", "rotation vector"),
    )
    icon = face_between("frame", ("letter", "M-5,5 v-13 m-3.5,4 l3.5,-4 3.5,4 M-5,5 h13 m-4,-3.5 l4,3.5 -4,3.5"))

    def equations(self):
        yield from self.unloaded()
        angles = rotation_vector if self.angles == "rotation vector" else roll_pitch_yaw
        yield self.out.values == ca.vertcat(self.place(), angles(self.orientation()))


class DistanceSensor(FrameMeter, SignalBetween, kind="sensors.distance"):
    """Gives the distance between two points, or its rate, as a signal."""

    letters = "SEN"
    measures = Choice("distance", help="measured quantity", options=("distance", "rate"), key_parameter=True)
    icon = face_between("frame", ("letter", "M-10,0 h20 M-5.5,-4 l-4.5,4 4.5,4 M5.5,-4 l4.5,4 -4.5,4"))

    def equations(self):
        yield from self.unloaded()
        distance, rate = self.distance_and_rate()
        yield self.out.value == self.gain * (rate if self.measures == "rate" else distance)


class Riding(Sensor):
    """Attached to a body; gives three numbers along the axes of its point."""

    a = Port(FRAME, at=(-30, 0), help="mounting point on a body; it measures along the axes of this point")
    out = Port(SIGNALS, at=(30, 0), open="free", gives=True, size=3, help="components along or about x, y, z of the point")

    def felt(self):
        """The measured vector, in the global basis."""
        raise NotImplementedError

    def equations(self):
        yield ca.SX(3, 1) == self.a.F
        yield ca.SX(3, 1) == self.a.M
        yield self.out.values == self.gain * (self.a.R.T @ self.felt())


class Accelerometer(Riding, kind="sensors.accelerometer"):
    """Gives the acceleration of a point of a body, minus gravity, along the point's axes, as a bundle of three: at rest it reads
    gravity upward, in free fall zero."""

    icon = face("frame", ("line", "M-11,-6 v12"), ("thin", "M-11,0 h2 l2,-5 4,10 4,-10 2,5"), ("solid", "M3,-6 h9 v12 h-9 z"))

    def felt(self):
        return der(self.a.v) - self.gravity


class Gyroscope(Riding, kind="sensors.gyroscope"):
    """Gives the angular velocity of a body about the axes of one of its points, as a bundle of three."""

    icon = face("frame", ("line", "M0,-11 V11"), ("solid", "M-11,0 a11,4 0 1 1 22,0 a11,4 0 1 1 -22,0 z"))

    def felt(self):
        return self.a.w
