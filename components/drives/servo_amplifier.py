"""Amplifier that supplies a motor with a commanded current, averaged over its switching."""

from mars.component import ELECTRICAL, SIGNAL, Component, Icon, Mode, Parameter, Piece, Port, State, der


class ServoAmplifier(Component, kind="drives.servo_amplifier"):
    """Servo amplifier: a PI loop makes the motor current follow a signal, with at most the supply voltage. It is averaged over
    its switching and lossless: the supply provides exactly the output power.

    While the voltage is at its limit, the integral part follows it (anti-windup).
    """

    letters = "AMP"
    p = Port(ELECTRICAL, at=(-30, -10), help="positive supply terminal")
    n = Port(ELECTRICAL, at=(-30, 10), help="negative supply terminal")
    out_p = Port(ELECTRICAL, at=(30, -10), help="positive motor terminal")
    out_n = Port(ELECTRICAL, at=(30, 10), help="negative motor terminal")
    command = Port(SIGNAL, at=(0, -30), help="commanded current")
    measured = Port(SIGNAL, at=(0, 30), open="free", gives=True, help="measured current, in A")
    gain = Parameter(1.0, "A", "current at a signal of 1", key_parameter=True)
    proportional = Parameter(2.0, "Ω", "voltage per ampere of current error", above=0, key_parameter=True)
    reset_time = Parameter(1e-3, "s", "time for the integral part to equal the proportional part", above=0)
    integral = State("V", "integral part of the voltage")
    at_upper = Mode("1 while the output is at the full supply voltage, else −1")
    at_lower = Mode("1 while the output is at the full reversed supply voltage, else −1")
    icon = Icon(
        ("lead", "M-30,-10 h10 M-30,10 h10 M20,-10 h10 M20,10 h10"),
        ("lead:command", "M0,-30 v10"),
        ("lead:measured", "M0,20 v10"),
        ("face", "M-20,-20 h40 v40 h-40 z"),
        ("line", "M-9,-12 v24 l20,-12 z"),
    )

    def supply(self):
        return self.p.voltage - self.n.voltage

    def current(self):
        return -self.out_p.current

    def error(self):
        return self.gain * self.command.value - self.current()

    def wanted(self):
        """Voltage before it is limited."""
        return self.proportional * self.error() + self.integral

    def limited(self):
        wanted, supply = self.wanted(), self.supply()
        upper, lower = (1 + self.at_upper) / 2, (1 + self.at_lower) / 2
        return wanted - upper * (wanted - supply) - lower * (wanted + supply)

    def equations(self):
        limited = self.limited()
        yield self.out_p.voltage - self.out_n.voltage == limited
        yield self.out_n.current == -self.out_p.current
        yield self.p.current == limited * self.current() / self.supply()
        yield self.n.current == -self.p.current
        yield self.measured.value == self.current()
        yield der(self.integral) == (self.proportional * self.error() + limited - self.wanted()) / self.reset_time

    def switches(self):
        words = "reaches its voltage limit", "leaves its voltage limit"
        yield Piece(self.at_upper, self.wanted() - self.supply(), words=words)
        yield Piece(self.at_lower, -self.wanted() - self.supply(), words=words)

    def stored(self):
        return 0.0
