"""The rigid connection."""

from mars.component import Joint
from mars.declare import Icon


class Weld(Joint, kind="joints.weld"):
    """Side 2 does not move against side 1; its wrench is a result like any other."""

    icon = Icon(("frame", "M-30,0 h60"), ("solid", "M-6,-10 l6,10 6,-10 z M-6,10 l6,-10 6,10 z"))

    def motion(self):
        yield from ()
