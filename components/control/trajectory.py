"""Trajectories of one or more axes, as signals for a controller to follow: position, speed and acceleration over time."""

from itertools import pairwise
from typing import ClassVar

from mars.component import (
    SIGNAL,
    Component,
    DocumentError,
    Grid,
    Icon,
    Numbers,
    Parameter,
    Pieces,
    Port,
    ca,
    clamped,
    cycloid,
    limited_move,
    move_along,
)

from .axes import for_each, port_for, values_at

FACE = ("face", "M-30,-30 h60 v60 h-60 z")
LEADS = tuple((f"lead:{name}", f"M30,{y} h10") for name, y in (("position", -20), ("speed", 0), ("acceleration", 20)))
AXES = ("thin", "M-20,-20 v40 h42")


class Trajectory(Component):
    """Common part: the outputs are on the right."""

    letters = "TRJ"
    position = Port(SIGNAL, at=(40, -20), open="free", gives=True, help="desired positions; a bundle for several axes")
    speed = Port(SIGNAL, at=(40, 0), open="free", gives=True, help="desired speeds; a bundle for several axes")
    acceleration = Port(SIGNAL, at=(40, 20), open="free", gives=True, help="desired accelerations; a bundle for several axes")

    @classmethod
    def axes_of(cls, values):
        raise NotImplementedError

    @classmethod
    def ports_for(cls, values):
        return {name: port_for(port, cls.axes_of(values)) for name, port in cls.ports.items()}

    def motions(self):
        """Position, speed and acceleration of each axis."""
        raise NotImplementedError

    def equations(self):
        ports = (self.position, self.speed, self.acceleration)
        for port, wanted in zip(ports, zip(*self.motions(), strict=True), strict=True):
            yield values_at(port) == ca.vertcat(*wanted)

    def stored(self):
        return 0.0


class Move(Trajectory):
    """From start to target, at rest before and after, all axes together."""

    start = Numbers([0], "1", "start positions of the axes; one value for all or one per axis", structural=True)
    target = Numbers([1], "1", "target positions; one value for all or one per axis", structural=True, key_parameter=True)
    begin = Parameter(0.0, "s", "start time of the move", minimum=0, structural=True)

    @classmethod
    def axes_of(cls, values):
        return max(len(values["start"]), len(values["target"]))

    @classmethod
    def check(cls, values):
        for what in ("start", "target"):
            for_each(values[what], cls.axes_of(values), what)

    def ends(self):
        """Start and distance of each axis."""
        axes = self.axes_of(vars(self))
        start, target = for_each(self.start, axes, "start"), for_each(self.target, axes, "target")
        return [(a, b - a) for a, b in zip(start, target, strict=True)]

    def motions(self):
        s, rate, change = self.progress()
        return [(start + distance * s, distance * rate, distance * change) for start, distance in self.ends()]

    def progress(self):
        """From 0 to 1, with its rates."""
        raise NotImplementedError


class Cycloid(Move, kind="control.cycloid"):
    """Moves axes to a target in a given time along a cycloid, so that the acceleration starts and ends at zero."""

    duration = Parameter(1.0, "s", "duration of the move", above=0, structural=True, key_parameter=True)
    icon = Icon(FACE, *LEADS, AXES, ("line", "M-20,14 c24,0 12,-28 36,-28 h4"))

    def breaks(self):
        return [self.begin, self.begin + self.duration]

    def progress(self):
        return cycloid(self.duration, self.time - self.begin, self.segment - self.begin)


class Limited(Move):
    """As fast as the limits of every axis allow; the axes move in a straight line, so one of them is at its limit."""

    top_speed = Numbers([1], "1/s", "maximum speed; one value for all or one per axis", above=0, structural=True)
    top_acceleration = Numbers([2], "1/s²", "maximum acceleration; one value for all or one per axis", above=0, structural=True)
    duration = Parameter(0.0, "s", "minimum duration of the move; the limits may require more", minimum=0, structural=True)

    limits: ClassVar = ("top_speed", "top_acceleration")

    @classmethod
    def check(cls, values):
        super().check(values)
        for what in cls.limits:
            for_each(values[what], cls.axes_of(values), what)

    def pieces(self) -> Pieces | None:
        """Progress from `begin` on; None if start and target are equal."""
        distances = [abs(distance) for _, distance in self.ends()]
        if not any(distances):
            return None
        limits = [for_each(getattr(self, what), len(distances), what) for what in self.limits]
        shares = [min(top / distance for top, distance in zip(limit, distances, strict=True) if distance) for limit in limits]
        pieces = limited_move(*shares, time=self.duration)
        return Pieces([self.begin + x for x in pieces.x], pieces.c)

    def breaks(self):
        pieces = self.pieces()
        return pieces.x if pieces else []

    def progress(self):
        pieces = self.pieces()
        return move_along(pieces, self.time, self.segment) if pieces else (0.0, 0.0, 0.0)


class Trapezoid(Limited, kind="control.trapezoid"):
    """Moves axes to a target with limited speed and acceleration: the speed profile is a trapezoid, the acceleration jumps."""

    icon = Icon(FACE, *LEADS, AXES, ("line", "M-20,20 h4 l10,-30 h12 l10,30 h4"))


class SCurve(Limited, kind="control.s_curve"):
    """Moves axes to a target with limited speed, acceleration and jerk, so that the acceleration does not jump."""

    limits = (*Limited.limits, "top_jerk")
    top_jerk = Numbers([10], "1/s³", "maximum jerk; one value for all or one per axis", above=0, structural=True)
    icon = Icon(FACE, *LEADS, AXES, ("line", "M-20,20 c10,0 6,-30 14,-30 h10 c8,0 4,30 14,30"))


class Spline(Trajectory, kind="control.spline"):
    """Moves axes smoothly through points at given times, at rest before the first and after the last."""

    points = Grid([[0, 0], [1, 1], [2, 0]], "1", "rows: time in seconds, then the position of each axis", structural=True)
    icon = Icon(
        FACE,
        *LEADS,
        AXES,
        ("line", "M-20,14 c8,0 8,-24 16,-24 c6,0 6,16 12,16 c6,0 6,-20 12,-20"),
        ("solid", "M-6.5,-10 a2.5,2.5 0 1 1 5,0 a2.5,2.5 0 1 1 -5,0 z M5.5,6 a2.5,2.5 0 1 1 5,0 a2.5,2.5 0 1 1 -5,0 z"),
    )

    @classmethod
    def axes_of(cls, values):
        return max(1, len(values["points"][0]) - 1)

    def breaks(self):
        return [row[0] for row in self.points]

    @classmethod
    def check(cls, values):
        points = values["points"]
        if len(points) < 2 or len(points[0]) < 2:
            raise DocumentError(
                "points needs at least two rows, each with a time and a position. Enter for example [[0, 0], [1, 5]]",
                code="bad-value",
            )
        if any(b[0] <= a[0] for a, b in pairwise(points)):
            raise DocumentError(
                "points: the times (the first number of each row) must be increasing. Sort the rows", code="not-increasing"
            )

    def motions(self):
        times, *places = zip(*self.points, strict=True)
        return [move_along(clamped(tuple(zip(times, place, strict=True))), self.time, self.segment) for place in places]
