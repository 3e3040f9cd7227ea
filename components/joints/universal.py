"""The Cardan joint."""

from mars.component import ROTATION, Axis, Coordinate, Icon, Joint, Port, Turn


class Universal(Joint, kind="joints.universal"):
    """Two consecutive rotations: the first about an axis of side 1, the second about an axis carried by the first."""

    turn_1 = Port(ROTATION, at=(-10, -30), open="free", help="first angular speed and torque")
    turn_2 = Port(ROTATION, at=(10, -30), open="free", help="second angular speed and torque")
    axis_1 = Axis((1, 0, 0), help="first axis, in the basis of side 1")
    axis_2 = Axis((0, 1, 0), help="second axis, at zero first rotation")
    angle_1 = Coordinate("turn_1", "first rotation")
    angle_2 = Coordinate("turn_2", "second rotation")
    icon = Icon(
        ("frame", "M-30,0 h12 M18,0 h12"),
        ("line", "M-7,-13 h-11 v26 h11 M7,-13 h11 v26 h-11"),
        ("lead", "M-10,-30 v17 M10,-30 v17"),
        ("lead", "M-7,-13 L7,13 M7,-13 L-7,13"),
    )

    def motion(self):
        yield Turn(self.axis_1, "angle_1")
        yield Turn(self.axis_2, "angle_2")
