"""The slider."""

from mars.component import Joint, Slide
from mars.declare import Axis, Coordinate, Icon, Port
from mars.domains import TRANSLATION


class Translation(Joint, kind="joints.translation"):
    """Side 2 slides against side 1 along one axis."""

    slide = Port(TRANSLATION, at=(0, -30), open="free", help="relative speed and drive force")
    axis = Axis((1, 0, 0), help="axis in the basis of side 1")
    travel = Coordinate("slide", "travel of side 2 against side 1")
    icon = Icon(
        ("frame", "M-30,0 h14 M14,0 h16"),
        ("face", "M-16,-10 h30 v20 h-30 z"),
        ("lead", "M0,-30 v10 M-10,-16 h20 m-5,-4 l5,4 -5,4"),
    )

    def motion(self):
        yield Slide(self.axis, "travel")
