"""Amplifier that supplies a motor with a commanded current, averaged over its switching."""

from mars.component import ELECTRICAL, SIGNAL, Component, Icon, Mode, Parameter, Piece, Port, State, ca, der

LEAST = 1e-9  # of the full supply voltage: a supply


class ServoAmplifier(Component, kind="drives.servo_amplifier"):
    """Servo amplifier: a PI loop makes the motor current follow a signal, with at most the supply voltage. It is averaged over
    its switching and lossless: the supply provides exactly the output power.

    While the voltage is at its limit, the integral part follows it (anti-windup). Below its full supply voltage U₀ the limit
    falls to U²/U₀, so that the supply current falls with the supply voltage U. Without supply, or with a reversed one, the
    output is 0 V and no current is taken.
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
    full_supply = Parameter(1.0, "V", "supply voltage above which the output can reach the whole of it", above=0)
    integral = State("V", "integral part of the voltage")
    supplied = Mode("1 while the supply voltage is positive, else −1")
    full = Mode("1 while the output can reach the whole supply voltage, else −1")
    at_upper = Mode("1 while the output is at its upper limit, else −1")
    at_lower = Mode("1 while the output is at its lower limit, else −1")
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

    def least(self):
        """Below this supply voltage there is no output, so that nothing is divided by zero."""
        return LEAST * self.full_supply

    def reach(self):
        """The largest part of the supply voltage at the output; it falls with the voltage, or the supply current would jump."""
        full = (1 + self.full) / 2
        return full + (1 - full) * self.supply() / self.full_supply

    def limit(self):
        return self.reach() * self.supply()

    def at_limit(self):
        """1 at the upper limit, −1 at the lower, else 0."""
        return (self.at_upper - self.at_lower) / 2

    def between(self):
        """1 between the limits, else 0."""
        return (1 + self.supplied) / 2 * (1 - self.at_upper) * (1 - self.at_lower) / 4

    def limited(self):
        return self.at_limit() * self.limit() + self.between() * self.wanted()

    def duty(self):
        """Output voltage per volt of supply."""
        supplied = (1 + self.supplied) / 2
        supply = supplied * ca.fmax(self.supply(), self.least()) + (1 - supplied) * self.full_supply
        return self.at_limit() * self.reach() + self.between() * self.wanted() / supply

    def equations(self):
        limited = self.limited()
        yield self.out_p.voltage - self.out_n.voltage == limited
        yield self.out_n.current == -self.out_p.current
        yield self.p.current == self.duty() * self.current()
        yield self.n.current == -self.p.current
        yield self.measured.value == self.current()
        yield der(self.integral) == (self.proportional * self.error() + limited - self.wanted()) / self.reset_time

    def switches(self):
        words, supplied, limit = ("reaches its voltage limit", "leaves its voltage limit"), (1 + self.supplied) / 2, self.limit()
        without = (1 - supplied) * self.full_supply  # without supply there is no limit to reach
        yield Piece(self.supplied, self.supply() - self.least(), words=("is supplied", "is without supply"))
        yield Piece(self.full, self.supply() - self.full_supply, words=None)
        yield Piece(self.at_upper, supplied * (self.wanted() - limit) - without, words=words)
        yield Piece(self.at_lower, supplied * (-self.wanted() - limit) - without, words=words)

    def stored(self):
        return 0.0
