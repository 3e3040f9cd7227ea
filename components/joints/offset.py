"""A rigid connection across a distance."""

from mars.component import Icon, Joint, Offset, Orientation, Vector, algebra


class FixedOffset(Joint, kind="joints.offset"):
    """Side 2 is fixed to side 1 at a distance, with a constant orientation and without mass. It transmits force and moment."""

    place = Vector((0.1, 0, 0), "m", "position of side 2, along the axes of side 1", key_parameter=True)
    orientation = Orientation(help="orientation of side 2 relative to side 1")
    icon = Icon(
        ("frame", "M-30,0 h12 M18,0 h12"),
        ("line", "M-18,0 h36"),
        ("solid", "M-22,-6 h6 v12 h-6 z M16,-6 h6 v12 h-6 z"),
        ("thin", "M-18,14 h36 M-18,10 v8 M18,10 v8"),
    )

    def motion(self):
        yield Offset(self.place, algebra.fixed_angles(self.orientation))
