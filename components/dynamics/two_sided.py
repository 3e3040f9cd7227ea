"""Common parts of laws between two shafts or two sliders. An open second side is the joint's own housing."""

from mars.component import ROTATION, TRANSLATION, Component, Port


class TwoShafts(Component):
    """Common part of laws between two shafts."""

    letters = "DC"
    a = Port(ROTATION, at=(-30, 0), help="first shaft")
    b = Port(ROTATION, at=(30, 0), open="reference", help="second shaft; open: the joint housing")


class TwoSliders(Component):
    """Common part of laws between two sliders."""

    letters = "DC"
    a = Port(TRANSLATION, at=(-30, 0), help="first slider")
    b = Port(TRANSLATION, at=(30, 0), open="reference", help="second slider; open: the joint housing")
