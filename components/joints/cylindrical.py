"""Rotation about and translation along one axis."""

from mars.component import ROTATION, TRANSLATION, Axis, Coordinate, Icon, Joint, Port, Slide, Turn


class Cylindrical(Joint, kind="joints.cylindrical"):
    """Side 2 rotates about and slides along the same axis."""

    turn = Port(ROTATION, at=(-10, -30), open="free", help="relative angular speed and drive torque")
    slide = Port(TRANSLATION, at=(10, -30), open="free", help="relative sliding speed and drive force")
    axis = Axis((0, 0, 1), help="axis in the basis of side 1")
    angle = Coordinate("turn", "rotation of side 2 relative to side 1")
    travel = Coordinate("slide", "travel of side 2 relative to side 1")
    icon = Icon(
        ("frame", "M-30,0 h15 M15,0 h15"),
        ("face", "M-15,-10 h30 v20 h-30 z"),
        ("thin", "M-15,0 h30"),
        ("lead:turn", "M-10,-30 v9"),
        ("lead:turn", "M-2,-15 a8,6.5 0 0 0 -16,0 M-13.5,-17.5 l-4.5,2.5 -2,-5"),
        ("lead:slide", "M10,-30 v13"),
        ("lead:slide", "M5,-17 h13 m-3.5,-3.5 l3.5,3.5 -3.5,3.5"),
    )

    def motion(self):
        yield Slide(self.axis, "travel")
        yield Turn(self.axis, "angle")
