"""Force and moment on a point of a body."""

import casadi as ca

from mars.component import Component
from mars.declare import Choice, Icon, LawOf, Port
from mars.domains import FRAME


class Wrench(Component, kind="sources.wrench"):
    """A given force and moment on what it is linked to, along the global axes or along the body's own."""

    letters = "Ef"
    is_source = True
    frame = Port(FRAME, at=(-30, 0), name="1", help="the loaded point")
    basis = Choice("global", help="the axes the components are given along", options=("global", "body"))
    force_x = LawOf(0.0, "N", "force along x", telling=True)
    force_y = LawOf(0.0, "N", "force along y", telling=True)
    force_z = LawOf(0.0, "N", "force along z")
    moment_x = LawOf(0.0, "N·m", "moment about x")
    moment_y = LawOf(0.0, "N·m", "moment about y")
    moment_z = LawOf(0.0, "N·m", "moment about z")
    icon = Icon(
        ("frame", "M-30,0 h12"),
        ("face", "M-18,0 a18,18 0 1 1 36,0 a18,18 0 1 1 -36,0 z"),
        ("line", "M-5,10 v-14"),
        ("solid", "M-5,-12 l4.5,8.5 h-9 z"),
        ("line", "M3,7 a6.5,6.5 0 1 0 0,-10 M7.2,-4.6 L3,-3 3.5,1.5"),
    )

    def equations(self):
        turned = self.frame.R if self.basis == "body" else ca.SX.eye(3)
        for stream, laws in (
            (self.frame.F, (self.force_x, self.force_y, self.force_z)),
            (self.frame.M, (self.moment_x, self.moment_y, self.moment_z)),
        ):
            yield stream == -turned @ ca.vertcat(*(law.at(self.time, self.segment) for law in laws))
