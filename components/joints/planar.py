"""Motion in a plane."""

from mars.algebra import cross, dot
from mars.component import Joint, Slide, Turn
from mars.declare import Axis, Coordinate, Icon, Port
from mars.domains import ROTATION, TRANSLATION
from mars.errors import DocumentError


class Planar(Joint, kind="joints.planar"):
    """Side 2 slides in two directions of a plane of side 1 and turns about the plane's normal."""

    slide_1 = Port(TRANSLATION, at=(-20, -30), open="free", help="speed and force along the first direction")
    slide_2 = Port(TRANSLATION, at=(0, -30), open="free", help="speed and force along the second direction")
    turn = Port(ROTATION, at=(20, -30), open="free", help="turning speed and torque about the normal")
    axis_1 = Axis((1, 0, 0), help="first direction of the plane, in the basis of side 1")
    axis_2 = Axis((0, 1, 0), help="second direction of the plane, in the basis of side 1")
    travel_1 = Coordinate("slide_1", "travel along the first direction")
    travel_2 = Coordinate("slide_2", "travel along the second direction")
    angle = Coordinate("turn", "turn about the normal")
    icon = Icon(
        ("frame", "M-30,0 h12 M18,0 h12"),
        ("face", "M-20,8 l10,-16 h30 l-10,16 z"),
        ("thin", "M-2,0 h12 m-3,-3 l3,3 -3,3 M-2,0 l5,-8"),
        ("lead", "M-20,-30 v14 M0,-30 v14 M20,-30 v14"),
    )

    def motion(self):
        normal = cross(self.axis_1, self.axis_2)
        length = dot(normal, normal) ** 0.5
        if length < 1e-9:
            raise DocumentError(f"{self.name}: axis_1 and axis_2 are parallel and span no plane. Turn one of them")
        yield Slide(self.axis_1, "travel_1")
        yield Slide(self.axis_2, "travel_2")
        yield Turn([a / length for a in normal], "angle")
