"""Turn and slide along one axis."""

from mars.component import Joint, Slide, Turn
from mars.declare import Axis, Coordinate, Icon, Port
from mars.domains import ROTATION, TRANSLATION


class Cylindrical(Joint, kind="joints.cylindrical"):
    """Side 2 turns about and slides along the same axis."""

    turn = Port(ROTATION, at=(-10, -30), open="free", help="relative turning speed and drive torque")
    slide = Port(TRANSLATION, at=(10, -30), open="free", help="relative sliding speed and drive force")
    axis = Axis((0, 0, 1), help="axis in the basis of side 1")
    angle = Coordinate("turn", "turn of side 2 against side 1")
    travel = Coordinate("slide", "travel of side 2 against side 1")
    icon = Icon(
        ("frame", "M-30,0 h16 M14,0 h16"),
        ("face", "M-14,-10 h28 v20 h-28 z"),
        ("lead", "M-10,-30 v12 M-18,-16 a9,5 0 0 1 16,0"),
        ("thin", "M10,-30 v10 M4,-15 h12 m-3,-3 l3,3 -3,3"),
    )

    def motion(self):
        yield Slide(self.axis, "travel")
        yield Turn(self.axis, "angle")
