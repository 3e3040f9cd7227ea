"""The slider."""

from mars.component import TRANSLATION, Axis, Coordinate, Icon, Joint, Port, Slide


class Translation(Joint, kind="joints.translation"):
    """Side 2 slides relative to side 1 along one axis."""

    slide = Port(TRANSLATION, at=(0, -30), open="free", help="relative speed and drive force")
    axis = Axis((1, 0, 0), help="axis in the basis of side 1")
    travel = Coordinate("slide", "travel of side 2 relative to side 1")
    icon = Icon(
        ("frame", "M-30,0 h15 M15,0 h15"),
        ("face", "M-15,-10 h30 v20 h-30 z"),
        ("thin", "M-15,0 h30"),
        ("lead", "M0,-30 v12"),
        ("lead", "M-12,-18 h24 m-4.5,-4.5 l4.5,4.5 -4.5,4.5"),
    )

    def motion(self):
        yield Slide(self.axis, "travel")
