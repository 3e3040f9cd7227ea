"""Meters between two points of bodies: relative pose and distance."""

import casadi as ca

from mars.component import Component
from mars.declare import Icon, Port, Result
from mars.domains import FRAME

RIM = ("face", "M0,-16 a16,16 0 1 0 0.01,0 z")


class FrameMeter(Component):
    """Shape shared by meters that look at `a` from `b`; an open b is the world."""

    letters = "M"
    a = Port(FRAME, at=(-30, 0), help="the point to look at")
    b = Port(FRAME, at=(30, 0), open="reference", help="where it is looked at from; open: the world")

    def unloaded(self):
        for port in (self.a, self.b):
            yield port.F == ca.SX(3, 1)
            yield port.M == ca.SX(3, 1)

    def stored(self):
        return 0.0


class PoseMeter(FrameMeter, kind="meters.pose"):
    """Place, velocity and orientation of a in the basis of b."""

    x = Result("m", "place of a along x of b")
    y = Result("m", "place of a along y of b")
    z = Result("m", "place of a along z of b")
    roll = Result("rad", "turn about the fixed x axis of b")
    pitch = Result("rad", "turn about the fixed y axis of b")
    yaw = Result("rad", "turn about the fixed z axis of b")
    icon = Icon(
        RIM,
        ("frame", "M-30,0 h14 M16,0 h14"),
        ("thin", "M-4,6 v-12 m-3,4 l3,-4 3,4 M-4,6 h12 m-4,-3 l4,3 -4,3"),
    )

    def equations(self):
        yield from self.unloaded()
        place = self.b.R.T @ (self.a.r - self.b.r)
        R = self.b.R.T @ self.a.R
        for result, value in zip((self.x, self.y, self.z), ca.vertsplit(place), strict=True):
            yield result == value
        yield self.roll == ca.atan2(R[2, 1], R[2, 2])
        yield self.pitch == ca.asin(ca.fmax(-1, ca.fmin(1, -R[2, 0])))
        yield self.yaw == ca.atan2(R[1, 0], R[0, 0])


class DistanceMeter(FrameMeter, kind="meters.distance"):
    """Distance between two points and its rate."""

    distance = Result("m", "distance from a to b")
    rate = Result("m/s", "rate of the distance")
    icon = Icon(
        RIM,
        ("frame", "M-30,0 h14 M16,0 h14"),
        ("thin", "M-9,0 h18 M-6,-4 l-4,4 4,4 M6,-4 l4,4 -4,4"),
    )

    def equations(self):
        yield from self.unloaded()
        d = self.a.r - self.b.r
        length = ca.sqrt(ca.dot(d, d))
        yield self.distance == length
        yield self.rate == ca.dot(d, self.a.v - self.b.v) / ca.fmax(length, 1e-300)
