"""Elastic end stops on shafts and sliders, with a given restitution."""

from mars.component import Icon, Parameter

from .cushions import Cushions
from .hunt_crossley import hunt_crossley
from .stop import WALLS
from .two_sided import TwoShafts, TwoSliders

BUFFER = Icon(
    *WALLS,
    ("face", "M-16,-15 a5,4.5 0 0 1 0,9 z M-16,15 a5,4.5 0 0 0 0,-9 z M16,-15 a5,4.5 0 0 0 0,9 z M16,15 a5,4.5 0 0 1 0,-9 z"),
)


class BufferLaw(Cushions):
    """Hunt–Crossley force beyond the limits."""

    def ends(self):
        return self.lower, self.upper

    def push(self):
        return hunt_crossley(self.stiffness, self.restitution, self.impact_speed)


class Buffer(BufferLaw, TwoShafts, kind="dynamics.buffer"):
    """Elastic end stops of a rotation. Torque kδ(1 + cδ̇) at the depth δ, never pulling, where c follows from the restitution
    required at a given impact speed; slower impacts lose less."""

    lower = Parameter(-1.0, "rad", "minimum free angle of a relative to b", key_parameter=True)
    upper = Parameter(1.0, "rad", "maximum free angle of a relative to b", key_parameter=True)
    stiffness = Parameter(1e4, "N·m/rad", "torque per radian of penetration depth", above=0)
    restitution = Parameter(
        0.5, "1", "ratio of the speeds after and before an impact", above=0, maximum=1, structural=True, key_parameter=True
    )
    impact_speed = Parameter(1.0, "rad/s", "impact speed at which the restitution applies", above=0, structural=True)
    icon = BUFFER


class SlideBuffer(BufferLaw, TwoSliders, kind="dynamics.slide_buffer"):
    """Elastic end stops of a translation. Force kδ(1 + cδ̇) at the depth δ, never pulling, where c follows from the restitution
    required at a given impact speed; slower impacts lose less."""

    lower = Parameter(-0.5, "m", "minimum free travel of a relative to b", key_parameter=True)
    upper = Parameter(0.5, "m", "maximum free travel of a relative to b", key_parameter=True)
    stiffness = Parameter(1e5, "N/m", "force per metre of penetration depth", above=0)
    restitution = Parameter(
        0.5, "1", "ratio of the speeds after and before an impact", above=0, maximum=1, structural=True, key_parameter=True
    )
    impact_speed = Parameter(1.0, "m/s", "impact speed at which the restitution applies", above=0, structural=True)
    icon = BUFFER
