"""Force and moment on a point of a body."""

from mars.component import Component
from mars.declare import Choice, Icon, LawOf, Port
from mars.domains import FRAME
from mars.symbolic import ca


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
        ("line", "M-5,11 v-14"),
        ("solid", "M-5,-12.5 l5,9.5 h-10 z"),
        ("line", "M6.5,7.7 a10,10 0 0 0 0,-15.4 M7.8,-2.9 L6.5,-7.7 11.5,-7.3"),
    )

    def equations(self):
        turned = self.frame.R if self.basis == "body" else ca.SX.eye(3)
        for stream, laws in (
            (self.frame.F, (self.force_x, self.force_y, self.force_z)),
            (self.frame.M, (self.moment_x, self.moment_y, self.moment_z)),
        ):
            yield stream == -turned @ ca.vertcat(*(law.at(self.time, self.segment) for law in laws))
