"""The hinge."""

from mars.component import ROTATION, Axis, Coordinate, Icon, Joint, Port, Turn


class Rotation(Joint, kind="joints.rotation"):
    """Side 2 rotates relative to side 1 about one axis."""

    turn = Port(ROTATION, at=(0, -30), open="free", help="relative angular speed and drive torque")
    axis = Axis((0, 0, 1), help="axis in the basis of side 1")
    angle = Coordinate("turn", "rotation of side 2 relative to side 1")
    icon = Icon(
        ("frame", "M-30,0 h18 M12,0 h18"),
        ("face", "M-12,0 a12,12 0 1 1 24,0 a12,12 0 1 1 -24,0 z"),
        ("solid", "M-3,0 a3,3 0 1 1 6,0 a3,3 0 1 1 -6,0 z"),
        ("lead", "M0,-30 v12"),
        ("lead", "M17,-8 a19,19 0 0 0 -34,0 M-11.7,-10.9 L-17,-8 -17.9,-13.9"),
    )

    def motion(self):
        yield Turn(self.axis, "angle")
