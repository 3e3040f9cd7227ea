"""Six degrees of freedom: a joint without constraints."""

from mars.component import ROTATION, TRANSLATION, Attitude, Ball, Coordinate, Icon, Joint, Port, Slide


class Free(Joint, kind="joints.free"):
    """Side 2 moves freely relative to side 1; position along the axes of side 1, orientation as a unit quaternion."""

    slide_x = Port(TRANSLATION, at=(-20, -30), open="free", help="speed and force along x of side 1")
    slide_y = Port(TRANSLATION, at=(0, -30), open="free", help="speed and force along y of side 1")
    slide_z = Port(TRANSLATION, at=(20, -30), open="free", help="speed and force along z of side 1")
    turn_x = Port(ROTATION, at=(-20, 30), open="free", help="relative angular velocity and torque about x of side 1")
    turn_y = Port(ROTATION, at=(0, 30), open="free", help="relative angular velocity and torque about y of side 1")
    turn_z = Port(ROTATION, at=(20, 30), open="free", help="relative angular velocity and torque about z of side 1")
    x = Coordinate("slide_x", "position of side 2 along x of side 1")
    y = Coordinate("slide_y", "position of side 2 along y of side 1")
    z = Coordinate("slide_z", "position of side 2 along z of side 1")
    attitude = Attitude(("turn_x", "turn_y", "turn_z"), "orientation of side 2 relative to side 1")
    icon = Icon(
        ("frame", "M-30,0 h8 M22,0 h8"),
        ("dash", "M-22,0 h44"),
        ("dash", "M-22,-18 h44 v36 h-44 z"),
        ("lead:slide_x", "M-20,-30 v12 M0,-30 v12 M20,-30 v12"),
        ("lead:turn_x", "M-20,30 v-12 M0,30 v-12 M20,30 v-12"),
    )

    def motion(self):
        yield Slide([1.0, 0.0, 0.0], "x")
        yield Slide([0.0, 1.0, 0.0], "y")
        yield Slide([0.0, 0.0, 1.0], "z")
        yield Ball("attitude")
