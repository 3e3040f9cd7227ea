"""Joints switched on and off by a law in time or a signal."""

from __future__ import annotations

from mars.component import (
    FRAME,
    SIGNAL,
    Axis,
    Choice,
    Component,
    Grips,
    Hold,
    Icon,
    LawOf,
    Mode,
    Parameter,
    Piece,
    Port,
    ca,
    column,
)

from .across import across

GRIP = Icon(
    ("frame", "M-30,0 h14 M16,0 h14"),
    ("face", "M-2,-7 h18 v14 h-18 z"),
    ("line", "M-16,-12 v24 M-16,-12 h18 l5,5 M-16,12 h18 l5,-5"),
)


class Gripping(Component):
    """Holds b to a while `told()` is above 1/2."""

    letters = "DC"
    a = Port(FRAME, at=(-30, 0), open="reference", help="side whose basis is used; open: the world")
    b = Port(FRAME, at=(30, 0), help="gripped body")
    joint = Choice(
        "weld",
        help="constraint: all (weld), position (ball), all but rotation about (hinge) or travel along the axis (slider)",
        options=("weld", "ball", "hinge", "slider"),
        key_parameter=True,
    )
    axis = Axis((0, 0, 1), help="axis of a hinge or slider in the basis of a")
    takes = Choice(
        "as found",
        help="as found: keeps the relative pose at the moment of closing; as drawn: brings points and bases together",
        options=("as found", "as drawn"),
    )
    closes = Choice(
        "when told",
        help="when told: on command; within reach: on command, once the points are close enough",
        options=("when told", "within reach"),
    )
    reach = Parameter(0.001, "m", "maximum distance from the drawn pose at which it can close", above=0)
    turn_reach = Parameter(0.01, "rad", "maximum rotation from the drawn pose at which it can close", above=0)
    active = Mode("1 while the grip is activated, else −1")
    place = Mode("held position of b in the basis of a", size=3)
    attitude = Mode("held orientation of b in the basis of a, column by column", size=9)
    force = Hold("N", "force on b along the axes of a", size=3)
    moment = Hold("N·m", "moment on b about the axes of a", size=3)

    def told(self):
        """Above 1/2: hold; otherwise: release."""
        raise NotImplementedError

    def place_lines(self):
        """Directions in which the position is held, as columns; a column of zeros holds nothing."""
        return _two_lines(self.axis) if self.joint == "slider" else ca.SX.eye(3)

    def turn_lines(self):
        """Directions about which rotations are held."""
        return {"hinge": _two_lines(self.axis), "ball": ca.SX.zeros(3, 3)}.get(self.joint, ca.SX.eye(3))

    def place_now(self):
        return self.a.R.T @ (self.b.r - self.a.r)

    def attitude_now(self):
        return self.a.R.T @ self.b.R

    def equations(self):
        force = self.a.R @ self.place_lines() @ self.force
        moment = self.a.R @ self.turn_lines() @ self.moment
        yield force == self.a.F
        yield moment + ca.cross(self.b.r - self.a.r, force) == self.a.M
        yield -force == self.b.F
        yield -moment == self.b.M

    def switches(self):
        told = self.told() - 0.5
        near = self.reach**2 - ca.sumsqr(self.b.r - self.a.r)
        yield Piece(self.active, ca.fmin(told, near) if self.closes == "within reach" else told, told)
        R, offset, found = self.a.R, self.b.r - self.a.r, self.takes == "as found"
        gap = self.place_now() - self.place if found else self.place_now()
        rate = R.T @ (self.b.v - self.a.v - ca.cross(self.a.w, offset))
        pose = [(self.place, self.place_now())] if found else ()
        lines = self.place_lines().T
        yield Grips(self.force, self.active, lines @ gap, lines @ rate, self.reach, pose)
        pose = [(self.attitude, ca.vec(self.attitude_now()))] if found else ()
        rate = self.turn_lines().T @ R.T @ (self.b.w - self.a.w)
        yield Grips(self.moment, self.active, self.turn_gap(), rate, self.turn_reach, pose)

    def turn_gap(self):
        """Sines of the rotation of b from the held attitude; beyond a quarter turn they are meaningless, and 2 means far."""
        found, axis = self.takes == "as found", column(self.axis)
        turn = self.attitude_now() @ ca.reshape(self.attitude, 3, 3).T if found else self.attitude_now()
        if self.joint == "ball":
            return ca.SX.zeros(3)
        if self.joint == "hinge":
            sine, cosine = ca.cross(axis, turn @ axis), ca.dot(axis, turn @ axis)
        else:
            sine, cosine = ca.inv_skew(turn - turn.T) / 2, (ca.trace(turn) - 1) / 2
        return ca.if_else(cosine > 0, self.turn_lines().T @ sine, 2 * ca.SX.ones(3))

    def stored(self):
        return 0.0


class Grip(Gripping, kind="dynamics.grip"):
    """Holds b to a while its law is above 1/2: a gripper, a magnet, a coupling, a docking. It takes b as found, or waits for the
    points and bases to meet as drawn and does not close beyond its reach."""

    closed = LawOf(1.0, "1", "closed while it is above 1/2", key_parameter=True)
    icon = GRIP

    def told(self):
        return ca.SX(self.closed.at(self.time, self.segment))


class DrivenGrip(Gripping, kind="dynamics.driven_grip"):
    """Holds b to a while a signal is above 1/2: a gripper, a magnet, a coupling, a docking. It takes b as found, or waits for the
    points and bases to meet as drawn and does not close beyond its reach."""

    signal = Port(SIGNAL, at=(0, -30), help="closed while it is above 1/2")
    icon = Icon(("lead:signal", "M0,-30 v18"), *GRIP.strokes)

    def told(self):
        return self.signal.value


def _two_lines(axis: list[float]) -> ca.SX:
    """Only the directions perpendicular to the axis."""
    return ca.horzcat(across(axis), ca.SX.zeros(3))
