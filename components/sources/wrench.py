"""Force and moment on a point of a body, by laws in time or by signals."""

from mars.component import FRAME, SIGNALS, Choice, Component, Icon, LawOf, Parameter, Port, ca

ARROWS = (
    ("frame", "M-30,0 h12"),
    ("face", "M-18,0 a18,18 0 1 1 36,0 a18,18 0 1 1 -36,0 z"),
    ("line", "M-5,11 v-14"),
    ("solid", "M-5,-12.5 l5,9.5 h-10 z"),
    ("line", "M6.5,7.7 a10,10 0 0 0 0,-15.4 M7.8,-2.9 L6.5,-7.7 11.5,-7.3"),
)


class OnPoint(Component):
    """A force and a moment on a point of a body."""

    letters = "Ef"
    is_source = True
    frame = Port(FRAME, at=(-30, 0), name="1", help="point of application")
    basis = Choice("global", help="axes along which the components are given", options=("global", "body"))

    def load(self):
        """Force and moment along the axes of the basis."""
        raise NotImplementedError

    def equations(self):
        turned = self.frame.R if self.basis == "body" else ca.SX.eye(3)
        force, moment = self.load()
        yield -turned @ force == self.frame.F
        yield -turned @ moment == self.frame.M


class Wrench(OnPoint, kind="sources.wrench"):
    """A given force and moment on the linked point, along the global axes or the body's axes."""

    force_x = LawOf(0.0, "N", "force along x", key_parameter=True)
    force_y = LawOf(0.0, "N", "force along y", key_parameter=True)
    force_z = LawOf(0.0, "N", "force along z")
    moment_x = LawOf(0.0, "N·m", "moment about x")
    moment_y = LawOf(0.0, "N·m", "moment about y")
    moment_z = LawOf(0.0, "N·m", "moment about z")
    icon = Icon(*ARROWS)

    def load(self):
        laws = ((self.force_x, self.force_y, self.force_z), (self.moment_x, self.moment_y, self.moment_z))
        return [ca.vertcat(*(law.at(self.time, self.segment) for law in three)) for three in laws]


class DrivenWrench(OnPoint, kind="sources.driven_wrench"):
    """A force and a moment that follow a bundle of six signals, along the global axes or the body's axes."""

    signals = Port(SIGNALS, at=(0, 30), size=6, help="force along x, y, z, then moment about x, y, z")
    force = Parameter(1.0, "N", "force at a signal of 1", key_parameter=True)
    moment = Parameter(1.0, "N·m", "moment at a signal of 1", key_parameter=True)
    icon = Icon(*ARROWS, ("lead:signals", "M0,30 v-12"))

    def load(self):
        return self.force * self.signals.values[:3], self.moment * self.signals.values[3:]
