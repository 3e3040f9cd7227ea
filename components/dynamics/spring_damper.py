"""Spring and damper in parallel, on shafts and sliders."""

from mars.component import Icon, Parameter

from .damper import DamperLaw
from .spring import SpringLaw
from .two_sided import TwoShafts, TwoSliders

SPRING_DAMPER = Icon(
    ("lead", "M-30,0 h10 M20,0 h10"),
    ("line", "M-20,-11 v23 M20,-11 v23"),
    ("line", "M-20,-11 h4 l3,-6 6.5,12 6.5,-12 6.5,12 6.5,-12 3,6 h4"),
    ("line", "M-20,12 h17 M-3,8 v8 M-9,5 h15 v14 h-15 M6,12 h14"),
)


class SpringDamperLaw(SpringLaw, DamperLaw):
    """Spring and damper in parallel."""

    def equations(self):
        stream = self.stiffness * self.stretch() + self.damping * self.rate()
        yield self.a.stream == -stream
        yield self.b.stream == stream


class SpringDamper(SpringDamperLaw, TwoShafts, kind="dynamics.spring_damper"):
    """Torsion spring and viscous damper in parallel between two shafts."""

    stiffness = Parameter(100.0, "N·m/rad", "torque per radian of twist", minimum=0, key_parameter=True)
    damping = Parameter(0.5, "N·m·s/rad", "torque per rad/s of twist rate", minimum=0, key_parameter=True)
    rest = Parameter(0.0, "rad", "angle of a relative to b at which the spring is relaxed")
    icon = SPRING_DAMPER


class SlideSpringDamper(SpringDamperLaw, TwoSliders, kind="dynamics.slide_spring_damper"):
    """Spring and viscous damper in parallel between two sliders."""

    stiffness = Parameter(1000.0, "N/m", "force per metre of stretch", minimum=0, key_parameter=True)
    damping = Parameter(10.0, "N·s/m", "force per m/s of stretch rate", minimum=0, key_parameter=True)
    rest = Parameter(0.0, "m", "travel of a relative to b at which the spring is relaxed")
    icon = SPRING_DAMPER
