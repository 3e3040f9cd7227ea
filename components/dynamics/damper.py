"""Viscous dampers on shafts and sliders."""

from mars.component import Component, Icon, Parameter

from .two_sided import TwoShafts, TwoSliders

DAMPER = Icon(
    ("lead", "M-30,0 h28 M12,0 h18"),
    ("line", "M-2,-8 v16 M-12,-12 h24 v24 h-24"),
)


class DamperLaw(Component):
    """Stream proportional to the difference of potentials."""

    def rate(self):
        return self.b.potential - self.a.potential

    def equations(self):
        stream = self.damping * self.rate()
        yield self.a.stream == -stream
        yield self.b.stream == stream

    def stored(self):
        return 0.0

    def loss(self):
        return self.damping * self.rate() ** 2


class Damper(DamperLaw, TwoShafts, kind="dynamics.damper"):
    """Viscous damper between two shafts."""

    damping = Parameter(0.5, "N·m·s/rad", "torque per rad/s of relative speed", minimum=0, key_parameter=True)
    icon = DAMPER


class SlideDamper(DamperLaw, TwoSliders, kind="dynamics.slide_damper"):
    """Viscous damper between two sliders."""

    damping = Parameter(10.0, "N·s/m", "force per m/s of relative speed", minimum=0, key_parameter=True)
    icon = DAMPER
