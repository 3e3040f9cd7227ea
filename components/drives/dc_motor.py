"""Motors with a commutator or a moving coil: torque or force proportional to the current."""

from mars.component import FRAME, ROTATION, TRANSLATION, Hold, Icon, Mode, Parameter, Port, Result, Sticks

from ..dynamics.rotor import Rotor
from .winding import Winding

LETTER_M = ("letter", "M-6,6 v-12 l6,7.5 6,-7.5 v12")


class DcMotor(Winding, Rotor, kind="drives.dc_motor"):
    """DC motor with its rotor, its friction and a gear: torque proportional to the current, induced voltage to the speed. Driven
    from outside it is a generator.

    Link `housing` to the body that carries the motor to include the gyroscopic moment of the rotor.
    """

    letters = "MT"
    shaft = Port(ROTATION, at=(30, 0), open="free", help="motor shaft, after the gear")
    housing = Port(FRAME, at=(0, 30), open="reference", help="body that carries the motor; open: at rest")
    torque_constant = Parameter(0.05, "N·m/A", "torque per ampere; also back-EMF per rad/s of the rotor", key_parameter=True)
    inertia = Parameter(2e-5, "kg·m²", "rotor inertia", minimum=0)
    viscous = Parameter(1e-5, "N·m·s/rad", "viscous friction torque on the rotor per rad/s", minimum=0)
    coulomb = Parameter(0.0, "N·m", "dry friction torque on the rotor; 0: none", minimum=0)
    hold = Hold("N·m", "dry friction torque on the rotor while sticking")
    direction = Mode("slip direction of the rotor: 1 or −1, 0 while sticking")
    torque = Result("N·m", "electromagnetic torque on the rotor")
    icon = Icon(
        ("lead:p", "M-30,-10 h17.5 M-30,10 h17.5"),
        ("frame", "M0,30 v-11"),
        ("solid", "M-5,-20 h10 v5 h-10 z M-5,15 h10 v5 h-10 z"),
        ("face", "M-16,0 a16,16 0 1 1 32,0 a16,16 0 1 1 -32,0 z"),
        LETTER_M,
        ("lead:shaft", "M16,0 h14"),
    )

    def spin(self):
        return self.ratio * self.shaft.speed

    def induced(self):
        return self.torque_constant * self.spin()

    def has_dry_friction(self):
        return not isinstance(self.coulomb, float)  # an exact zero is a float

    def friction(self):
        dry = self.direction * self.coulomb if self.has_dry_friction() else 0.0
        return dry + self.viscous * self.spin()

    def drive(self):
        hold = self.hold if self.has_dry_friction() else 0.0
        return self.torque_constant * self.p.current - self.friction() + hold

    def equations(self):
        yield from Rotor.equations(self)
        yield from self.winding()
        yield self.torque == self.torque_constant * self.p.current

    def switches(self):
        if self.has_dry_friction():
            yield Sticks(self.hold, self.spin(), self.coulomb, self.direction)

    def stored(self):
        return Rotor.stored(self) + self.field_energy()

    def loss(self):
        return self.copper_loss() + self.friction() * self.spin()


class SlideMotor(Winding, kind="drives.slide_motor"):
    """Linear motor or voice coil: force proportional to the current, induced voltage to the speed. The mass of its mover belongs
    to the body that moves."""

    letters = "MT"
    slide = Port(TRANSLATION, at=(30, 0), help="driven slider")
    force_constant = Parameter(10.0, "N/A", "force per ampere; also back-EMF per m/s", key_parameter=True)
    viscous = Parameter(0.0, "N·s/m", "viscous friction force per m/s", minimum=0)
    force = Result("N", "electromagnetic force on the slider")
    icon = Icon(
        ("lead", "M-30,-10 h8 M-30,10 h8"),
        ("face", "M-22,-16 h34 v7 h-27 v18 h27 v7 h-34 z"),
        ("line", "M-8,-4 h24 M-8,4 h24 M16,-8 v16"),
        ("thin", "M-8,-4 l4,8 m0,-8 l4,8 m0,-8 l4,8 m0,-8 l4,8"),
        ("lead:slide", "M16,0 h14"),
    )

    def induced(self):
        return self.force_constant * self.slide.speed

    def equations(self):
        force = self.force_constant * self.p.current
        yield from self.winding()
        yield self.slide.force == self.viscous * self.slide.speed - force
        yield self.force == force

    def stored(self):
        return self.field_energy()

    def loss(self):
        return self.copper_loss() + self.viscous * self.slide.speed**2
