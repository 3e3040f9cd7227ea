"""Diodes that block below their forward voltage and conduct above it: piecewise linear and ideal."""

from mars.component import Icon, Mode, Parameter, Piece

from .poles import Passive

LEADS = ("lead", "M-30,0 h20 M10,0 h20")
TRIANGLE = "M-10,-11 v22 l20,-11 z"
BAR = ("line", "M10,-11 v22")


class Diode(Passive, kind="electrical.diode"):
    """Piecewise linear diode: from p to n it conducts above its forward voltage, otherwise it blocks. For the exponential law see
    electrical.junction."""

    letters = "D"
    forward_voltage = Parameter(0.7, "V", "voltage at which it starts to conduct", minimum=0, key_parameter=True)
    on_resistance = Parameter(0.01, "Ω", "voltage per ampere beyond the forward voltage", above=0)
    off_resistance = Parameter(1e8, "Ω", "resistance while blocking", above=0)
    conducts = Mode("1 while conducting, −1 while blocking")
    icon = Icon(LEADS, ("face", TRIANGLE), BAR)

    def law_between(self):
        """i = v/R₀ and, above the forward voltage u, (1/R₁ − 1/R₀)(v − u) more: piecewise linear without a jump."""
        on, off = (1 + self.conducts) / 2, (1 - self.conducts) / 2
        beyond = self.across() - self.forward_voltage
        more = self.p.current - self.forward_voltage / self.off_resistance
        return (on + off / self.off_resistance) * beyond == (off + on * self.on_resistance) * more

    def switches(self):
        """It ends by the current, which is more significant than the small voltage beyond the corner."""
        corner = self.forward_voltage / self.off_resistance
        yield Piece(self.conducts, self.across() - self.forward_voltage, self.p.current - corner, ("conducts", "blocks"))


class IdealDiode(Passive, kind="electrical.ideal_diode"):
    """Ideal diode: a connection from p to n without resistance, apart from its forward voltage; no current flows back. Where an
    infinite current would flow, as from a voltage that jumps into a capacitor, electrical.diode is needed instead."""

    letters = "D"
    forward_voltage = Parameter(0.0, "V", "voltage while it conducts", minimum=0, key_parameter=True)
    conducts = Mode("1 while conducting, −1 while blocking")
    icon = Icon(LEADS, ("line", TRIANGLE), BAR)

    def beyond(self):
        return self.across() - self.forward_voltage

    def law_between(self):
        on, off = (1 + self.conducts) / 2, (1 - self.conducts) / 2
        return on * self.beyond() == off * self.p.current

    def switches(self):
        yield Piece(self.conducts, self.beyond(), self.p.current, ("conducts", "blocks"))
