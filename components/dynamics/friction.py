"""Dry friction on shafts and sliders, with breakaway, Stribeck effect and a viscous part."""

from mars.component import Component, Hold, Icon, Mode, Parameter, Sticks, ca

from .two_sided import TwoShafts, TwoSliders

FRICTION = Icon(
    ("lead", "M-30,0 h10 M20,0 h10"),
    ("face", "M-20,-12 h30 v12 h-30 z"),
    ("face", "M-10,0 h30 v12 h-30 z"),
    ("thin", "M-6,-17 h14 m-4,-3.5 l4,3.5 -4,3.5"),
)


class DryFriction(Component):
    """Holds its two sides together up to a limit, and resists their slip beyond it; subclasses define `limit()` and `slip()`."""

    direction = Mode("slip direction: 1 or −1, 0 while sticking")

    def rate(self):
        return self.b.potential - self.a.potential

    def limit(self):
        """The largest stream at which it sticks."""
        raise NotImplementedError

    def slip(self):
        """The stream that resists slip."""
        raise NotImplementedError

    def equations(self):
        yield self.a.stream == self.hold - self.slip()
        yield self.b.stream == self.slip() - self.hold

    def switches(self):
        yield Sticks(self.hold, self.rate(), self.limit(), self.direction)

    def stored(self):
        return 0.0

    def loss(self):
        return self.slip() * self.rate()


class FrictionLaw(DryFriction):
    """Coulomb stream C, B times as much at breakaway; direction·C(1 + (B − 1) exp(−(v/vₛ)²)) + viscous·v while slipping."""

    def limit(self):
        return self.breakaway * self.coulomb

    def slip(self):
        fall = ca.exp(-((self.rate() / self.stribeck) ** 2))
        return self.direction * self.coulomb * (1 + (self.breakaway - 1) * fall) + self.viscous * self.rate()


class Friction(FrictionLaw, TwoShafts, kind="dynamics.friction"):
    """Dry friction between two shafts: sticks up to the breakaway torque, then slips. The slip torque falls from breakaway to
    Coulomb as the speed exceeds the Stribeck speed, and a viscous part may be added."""

    coulomb = Parameter(1.0, "N·m", "dry friction torque at high slip speed", minimum=0, key_parameter=True)
    breakaway = Parameter(1.0, "1", "breakaway torque as a multiple of the Coulomb torque", minimum=1)
    stribeck = Parameter(0.1, "rad/s", "slip speed over which the torque falls from breakaway to Coulomb", above=0)
    viscous = Parameter(0.0, "N·m·s/rad", "additional viscous torque per rad/s of slip", minimum=0)
    hold = Hold("N·m", "torque that holds the shafts together while sticking")
    icon = FRICTION


class SlideFriction(FrictionLaw, TwoSliders, kind="dynamics.slide_friction"):
    """Dry friction between two sliders: sticks up to the breakaway force, then slips. The slip force falls from breakaway to
    Coulomb as the speed exceeds the Stribeck speed, and a viscous part may be added."""

    coulomb = Parameter(10.0, "N", "dry friction force at high slip speed", minimum=0, key_parameter=True)
    breakaway = Parameter(1.0, "1", "breakaway force as a multiple of the Coulomb force", minimum=1)
    stribeck = Parameter(0.01, "m/s", "slip speed over which the force falls from breakaway to Coulomb", above=0)
    viscous = Parameter(0.0, "N·s/m", "additional viscous force per m/s of slip", minimum=0)
    hold = Hold("N", "force that holds the sliders together while sticking")
    icon = FRICTION
