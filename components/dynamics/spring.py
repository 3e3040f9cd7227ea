"""Springs on shafts and sliders."""

from mars.component import Coil, Component, Icon, Parameter

from .two_sided import TwoShafts, TwoSliders

SPRING = Icon(
    ("lead", "M-30,0 h10 M20,0 h10"),
    ("line", "M-20,0 l4,-9 8,18 8,-18 8,18 8,-18 4,9"),
)


class SpringLaw(Component):
    """Stream proportional to the difference of positions; subclasses add ports and units."""

    def stretch(self):
        return self.b.position - self.a.position + self.rest

    def equations(self):
        stream = self.stiffness * self.stretch()
        yield self.a.stream == -stream
        yield self.b.stream == stream

    def stored(self):
        return self.stiffness * self.stretch() ** 2 / 2

    def shapes(self, scale=0.0):
        return [Coil()]


class Spring(SpringLaw, TwoShafts, kind="dynamics.spring"):
    """Torsion spring: torque proportional to the twist between two shafts, zero at the rest angle."""

    stiffness = Parameter(100.0, "N·m/rad", "torque per radian of twist", minimum=0, key_parameter=True)
    rest = Parameter(0.0, "rad", "angle of a relative to b at which the spring is relaxed")
    icon = SPRING


class SlideSpring(SpringLaw, TwoSliders, kind="dynamics.slide_spring"):
    """Spring between two sliders: force proportional to the stretch."""

    stiffness = Parameter(1000.0, "N/m", "force per metre of stretch", minimum=0, key_parameter=True)
    rest = Parameter(0.0, "m", "travel of a relative to b at which the spring is relaxed")
    icon = SPRING
