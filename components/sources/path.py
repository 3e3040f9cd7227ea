"""Given motion of a point: a path, with or without orientation."""

from mars.component import FRAME, Axis, Choice, Component, Hold, Holds, Icon, LawOf, Orientation, Port, algebra, ca, column

from ..bodies.base import rodrigues


class Path(Component, kind="sources.path"):
    """The linked point follows a path in the global basis, and the body's basis a given rotation if requested.

    In dynamic mode the source pulls the point along; force and moment are results. In kinematic mode the joints follow by
    themselves, nothing pulls, and the joints' torques are those that their drives would have to provide.
    """

    letters = "Es"
    is_source = True
    frame = Port(FRAME, at=(-30, 0), name="1", help="point that follows the path")
    follows = Choice("place", help="prescribed quantities", options=("place", "place and orientation"))
    x = LawOf(0.0, "m", "x over time", smooth=1, key_parameter=True)
    y = LawOf(0.0, "m", "y over time", smooth=1, key_parameter=True)
    z = LawOf(0.0, "m", "z over time", smooth=1, key_parameter=True)
    orientation = Orientation()
    axis = Axis((0, 0, 1), help="rotation axis, in the global basis")
    rotation = LawOf(0.0, "rad", "rotation about the axis over time, in addition to the orientation", smooth=1)
    force = Hold("N", "force exerted by the source on the point", size=3)
    moment = Hold("N·m", "moment exerted by the source on the body", size=3)
    icon = Icon(
        ("frame", "M-30,0 h12"),
        ("face", "M-18,0 a18,18 0 1 1 36,0 a18,18 0 1 1 -36,0 z"),
        ("dash", "M-10,7 c5,-16 9,5 20,-13"),
        ("solid", "M-13,7 a3,3 0 1 1 6,0 a3,3 0 1 1 -6,0 z M12,-9 l-1,8 -6,-4 z"),
    )

    @property
    def turns(self) -> bool:
        return self.follows == "place and orientation"

    def equations(self):
        yield -self.force == self.frame.F
        yield (-self.moment if self.turns else ca.SX(3, 1)) == self.frame.M

    def paths(self, t, segment):
        turned = None
        if self.turns:
            turned = algebra.product(rodrigues(self.axis, self.rotation.at(t, segment)), algebra.fixed_angles(self.orientation))
        yield "1", [law.at(t, segment) for law in (self.x, self.y, self.z)], turned

    def switches(self):
        ((_, place, wanted),) = self.paths(self.time, self.segment)
        yield Holds(self.force, self.frame.r - ca.vertcat(*place))
        if wanted is not None:
            angle = self.rotation.at(self.time, self.segment)
            Q = self.frame.R @ ca.vertcat(*(ca.horzcat(*row) for row in wanted)).T
            turn = 0.5 * ca.vertcat(Q[2, 1] - Q[1, 2], Q[0, 2] - Q[2, 0], Q[1, 0] - Q[0, 1])
            speed = ca.jacobian(angle, self.time) if isinstance(angle, ca.SX) else 0.0
            yield Holds(self.moment, turn, self.frame.w - speed * column(self.axis))
