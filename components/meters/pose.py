"""Meters between two points of bodies: relative pose and distance."""

from mars.component import FRAME, Component, Icon, Port, Result, ca

RIM = ("face", "M-16,0 a16,16 0 1 1 32,0 a16,16 0 1 1 -32,0 z")


class FrameMeter(Component):
    """Common part of meters that measure `a` relative to `b`; an open b is the world."""

    letters = "M"
    a = Port(FRAME, at=(-30, 0), help="measured point")
    b = Port(FRAME, at=(30, 0), open="reference", help="reference; open: the world")

    def unloaded(self):
        for port in (self.a, self.b):
            yield ca.SX(3, 1) == port.F
            yield ca.SX(3, 1) == port.M

    def place(self):
        """Position of a in the basis of b."""
        return self.b.R.T @ (self.a.r - self.b.r)

    def orientation(self):
        """Orientation of a in the basis of b."""
        return self.b.R.T @ self.a.R

    def distance_and_rate(self):
        d = self.a.r - self.b.r
        length = ca.sqrt(ca.dot(d, d))
        return length, ca.dot(d, self.a.v - self.b.v) / ca.fmax(length, 1e-300)

    def stored(self):
        return 0.0


def roll_pitch_yaw(R):
    """Rotations about the fixed x, then y, then z axes of an orientation."""
    pitch = ca.asin(ca.fmax(-1, ca.fmin(1, -R[2, 0])))
    return ca.vertcat(ca.atan2(R[2, 1], R[2, 2]), pitch, ca.atan2(R[1, 0], R[0, 0]))


class PoseMeter(FrameMeter, kind="meters.pose"):
    """Position, velocity and orientation of a in the basis of b."""

    x = Result("m", "position of a along x of b")
    y = Result("m", "position of a along y of b")
    z = Result("m", "position of a along z of b")
    roll = Result("rad", "rotation about the fixed x axis of b")
    pitch = Result("rad", "rotation about the fixed y axis of b")
    yaw = Result("rad", "rotation about the fixed z axis of b")
    icon = Icon(
        RIM,
        ("frame", "M-30,0 h14 M16,0 h14"),
        ("letter", "M-5,5 v-13 m-3.5,4 l3.5,-4 3.5,4 M-5,5 h13 m-4,-3.5 l4,3.5 -4,3.5"),
    )

    def equations(self):
        yield from self.unloaded()
        results = (self.x, self.y, self.z, self.roll, self.pitch, self.yaw)
        values = ca.vertcat(self.place(), roll_pitch_yaw(self.orientation()))
        for result, value in zip(results, ca.vertsplit(values), strict=True):
            yield result == value


class DistanceMeter(FrameMeter, kind="meters.distance"):
    """Distance between two points and its rate."""

    distance = Result("m", "distance from a to b")
    rate = Result("m/s", "rate of change of the distance")
    icon = Icon(
        RIM,
        ("frame", "M-30,0 h14 M16,0 h14"),
        ("line", "M-8,0 h16 M-5,-3.5 l-3.5,3.5 3.5,3.5 M5,-3.5 l3.5,3.5 -3.5,3.5"),
    )

    def equations(self):
        yield from self.unloaded()
        distance, rate = self.distance_and_rate()
        yield self.distance == distance
        yield self.rate == rate
