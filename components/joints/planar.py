"""Motion in a plane."""

from mars.component import ROTATION, TRANSLATION, Axis, Coordinate, DocumentError, Icon, Joint, Port, Slide, Turn, algebra


class Planar(Joint, kind="joints.planar"):
    """Side 2 slides in two directions of a plane of side 1 and rotates about the plane's normal."""

    slide_1 = Port(TRANSLATION, at=(-20, -30), open="free", help="speed and force along the first direction")
    slide_2 = Port(TRANSLATION, at=(0, -30), open="free", help="speed and force along the second direction")
    turn = Port(ROTATION, at=(20, -30), open="free", help="angular speed and torque about the normal")
    axis_1 = Axis((1, 0, 0), help="first direction of the plane, in the basis of side 1")
    axis_2 = Axis((0, 1, 0), help="second direction of the plane, in the basis of side 1")
    travel_1 = Coordinate("slide_1", "travel along the first direction")
    travel_2 = Coordinate("slide_2", "travel along the second direction")
    angle = Coordinate("turn", "rotation about the normal")
    icon = Icon(
        ("frame", "M-30,0 h11 M19,0 h11"),
        ("face", "M-24,10 L-14,-10 H24 L14,10 z"),
        ("thin", "M-8,4 h16 m-3.5,-3.5 l3.5,3.5 -3.5,3.5 M-8,4 l5,-9 m-4.5,1.5 l4.5,-1.5 1,4.5"),
        ("lead:slide_1", "M-20,-30 v11 l6,9"),
        ("lead:slide_2", "M0,-30 v20"),
        ("lead:turn", "M20,-30 v20"),
    )

    def motion(self):
        normal = algebra.cross(self.axis_1, self.axis_2)
        length = algebra.dot(normal, normal) ** 0.5
        if length < 1e-9:
            raise DocumentError("axis_1 and axis_2 are parallel and do not define a plane. Change one of them", code="bad-axes")
        yield Slide(self.axis_1, "travel_1")
        yield Slide(self.axis_2, "travel_2")
        yield Turn([a / length for a in normal], "angle")
