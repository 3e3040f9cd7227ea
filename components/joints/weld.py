"""The rigid connection."""

from mars.component import Icon, Joint


class Weld(Joint, kind="joints.weld"):
    """Side 2 is fixed to side 1; its wrench is a result like any other."""

    icon = Icon(
        ("frame", "M-30,0 h60"),
        ("solid", "M-7,-11 l7,11 7,-11 z M-7,11 l7,-11 7,11 z"),
    )

    def motion(self):
        yield from ()
