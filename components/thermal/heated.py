"""Components heated by their losses: resistor, motor, damper."""

from mars.component import FRAME, ROTATION, THERMAL, Component, Icon, Parameter, Port

from ..drives.dc_motor import LETTER_M, DcMotor
from ..electrical.poles import TwoPole
from .ends import Warming


class HeatedResistor(Warming, TwoPole, kind="thermal.heated_resistor"):
    """Resistor that heats up: its heat flows out at its thermal port, and its resistance rises with the temperature there."""

    letters = "R"
    resistance = Parameter(100.0, "Ω", "voltage per ampere at the reference temperature", above=0, key_parameter=True)
    icon = Icon(("lead:p", "M-30,0 h10 M20,0 h10"), ("lead:heat", "M0,30 v-23"), ("face", "M-20,-7 h40 v14 h-40 z"))

    def law_between(self):
        return self.across() == self.warm_resistance() * self.p.current

    def equations(self):
        yield from super().equations()
        yield self.heat.heat == -self.across() * self.p.current

    def stored(self):
        return 0.0


class HeatedDcMotor(Warming, DcMotor, kind="thermal.heated_dc_motor"):
    """DC motor that heats up: the heat of its current and of its friction flows out at the thermal port, the resistance of its
    winding rises with the temperature there, and the same voltage gives less torque. Link the port to a thermal.capacity for the
    winding."""

    heat = Port(THERMAL, at=(0, -30), help="heat output, at the winding temperature")
    housing = Port(FRAME, at=(0, 30), open="reference", help="body that carries the motor; open: at rest")
    icon = Icon(
        ("lead:p", "M-30,-10 h17.5 M-30,10 h17.5"),
        ("lead:heat", "M0,-30 v14"),
        ("frame", "M0,30 v-11"),
        ("solid", "M-5,15 h10 v5 h-10 z"),
        ("face", "M-16,0 a16,16 0 1 1 32,0 a16,16 0 1 1 -32,0 z"),
        LETTER_M,
        ("lead:shaft", "M16,0 h14"),
    )

    def equations(self):
        yield from super().equations()
        yield self.heat.heat == -super().loss()

    def loss(self):
        """None: all of it leaves as heat flow."""
        return 0.0


class HeatedDamper(Component, kind="thermal.heated_damper"):
    """Viscous damper between two shafts, such as a bearing or a brake in oil, whose heat flows out at a thermal port."""

    letters = "DC"
    a = Port(ROTATION, at=(-30, 0), help="first shaft")
    b = Port(ROTATION, at=(30, 0), open="reference", help="second shaft; open: the joint housing")
    heat = Port(THERMAL, at=(0, 30), help="heat output")
    damping = Parameter(0.5, "N·m·s/rad", "torque per rad/s", minimum=0, key_parameter=True)
    icon = Icon(("lead:a", "M-30,0 h26 M10,0 h20"), ("lead:heat", "M0,30 v-18"), ("line", "M-4,-8 v16 M-12,-12 h22 v24 h-22"))

    def equations(self):
        slip = self.b.speed - self.a.speed
        yield self.a.torque == -self.damping * slip
        yield self.b.torque == self.damping * slip
        yield self.heat.heat == -self.damping * slip**2

    def stored(self):
        return 0.0
