"""Backlash between shafts and between sliders."""

from mars.component import Icon, Parameter

from .cushions import Cushions
from .pressed import spring_damper
from .two_sided import TwoShafts, TwoSliders

BACKLASH = Icon(
    ("lead", "M-30,0 h7 v-12 h19 M16,0 h14"),
    ("face", "M-5,-16 h10 v20 h-10 z"),
    ("line", "M-16,-4 v15 h32 v-15"),
)


class BacklashLaw(Cushions):
    """Half the play is free on either side, beyond it a spring and a damper that only push."""

    def ends(self):
        return -self.play / 2, self.play / 2

    def push(self):
        return spring_damper(self.stiffness, self.damping)


class Backlash(BacklashLaw, TwoShafts, kind="dynamics.backlash"):
    """Backlash between two shafts: no torque within the play; where the flanks touch, a torsion spring and a damper that push but
    never pull."""

    play = Parameter(0.01, "rad", "total free angle, half on each side", minimum=0, key_parameter=True)
    stiffness = Parameter(10000.0, "N·m/rad", "torque per radian beyond the play", above=0, key_parameter=True)
    damping = Parameter(1.0, "N·m·s/rad", "torque per rad/s while the flanks are in contact", minimum=0)
    icon = BACKLASH


class SlideBacklash(BacklashLaw, TwoSliders, kind="dynamics.slide_backlash"):
    """Backlash between two sliders: no force within the play; where the flanks touch, a spring and a damper that push but never
    pull."""

    play = Parameter(0.001, "m", "total free travel, half on each side", minimum=0, key_parameter=True)
    stiffness = Parameter(1e6, "N/m", "force per metre beyond the play", above=0, key_parameter=True)
    damping = Parameter(100.0, "N·s/m", "force per m/s while the flanks are in contact", minimum=0)
    icon = BACKLASH
