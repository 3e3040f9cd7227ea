"""Integrator, derivative and lags."""

from mars.component import Flag, Mode, Parameter, Piece, State, ca, der

from .block import OneInput, box, glyph
from .limits import refuse_crossed, weight

INTEGRAL = glyph("M6,-11 q-5,-3 -6,4 l0,14 q-1,7 -6,4")


class Integrator(OneInput, kind="signals.integrator"):
    """Integrates a signal over time. With limits it stops at them and continues as soon as the signal reverses (no windup)."""

    letters = "INT"
    gain = Parameter(1.0, "1/s", "growth per second at a signal of 1", key_parameter=True)
    limited = Flag(False, "whether the integral is limited")
    lower = Parameter(-1.0, "1", "lower limit, if limited")
    upper = Parameter(1.0, "1", "upper limit, if limited")
    value = State("1", "integral of the signal")
    at_upper = Mode("1 while at the upper limit, else −1")
    at_lower = Mode("1 while at the lower limit, else −1")
    icon = box(INTEGRAL)

    @classmethod
    def check(cls, values):
        if values["limited"]:
            refuse_crossed(values, "lower", "upper")

    @classmethod
    def modes_for(cls, values):
        return cls.modes if values["limited"] else {}

    def equations(self):
        moving = 1 - weight(self.at_upper) - weight(self.at_lower) if self.limited else 1.0
        yield der(self.value) == moving * self.gain * self.in_.value
        yield self.out.value == self.value

    def switches(self):
        if self.limited:
            rate = self.gain * self.in_.value
            words = ("reaches its upper limit", "leaves its upper limit")
            # It comes to rest beyond a limit while driven outward, and leaves when driven back.
            yield Piece(self.at_upper, ca.fmin(self.value - self.upper, rate), rate, words)
            words = ("reaches its lower limit", "leaves its lower limit")
            yield Piece(self.at_lower, ca.fmin(self.lower - self.value, -rate), -rate, words)


class Derivative(OneInput, kind="signals.derivative"):
    """Rate of a signal with a first-order filter: s / (1 + T s). The shorter T, the more accurate and the noisier."""

    letters = "DIF"
    gain = Parameter(1.0, "s", "output while the signal grows by 1 per second", key_parameter=True)
    time_constant = Parameter(0.01, "s", "time constant of the filter", above=0, key_parameter=True)
    filtered = State("1", "filtered signal")
    icon = box(glyph("M-10,0 h20 M3,-15 v10.5 a3.5,3.5 0 1 1 0,-4 M-3,4 v10.5 a3.5,3.5 0 1 1 0,-4 M6,4 v7.5 q0,3 3,3 M3,8 h6"))

    def equations(self):
        rate = (self.in_.value - self.filtered) / self.time_constant
        yield der(self.filtered) == rate
        yield self.out.value == self.gain * rate


class Lag(OneInput, kind="signals.lag"):
    """First-order lag of a signal: gain / (1 + T s)."""

    letters = "LAG"
    gain = Parameter(1.0, "1", "steady-state gain")
    time_constant = Parameter(0.1, "s", "time to reach 63 % of a step", above=0, key_parameter=True)
    value = State("1", "output")
    icon = box(glyph("M-13,-13 v25 h26 M-13,12 c3,-17 10,-20 25,-20"))

    def equations(self):
        yield der(self.value) == (self.gain * self.in_.value - self.value) / self.time_constant
        yield self.out.value == self.value


class SecondLag(OneInput, kind="signals.lag2"):
    """Second-order lag of a signal: gain ω² / (s² + 2 D ω s + ω²)."""

    letters = "LAG"
    gain = Parameter(1.0, "1", "steady-state gain")
    frequency = Parameter(10.0, "rad/s", "natural angular frequency ω", above=0, key_parameter=True)
    damping = Parameter(0.7, "1", "damping ratio D; below 1 it overshoots", minimum=0, key_parameter=True)
    value = State("1", "output")
    rate = State("1/s", "rate of change of the output")
    icon = box(glyph("M-13,-13 v25 h26 M-13,12 c5,0 4,-24 10,-24 c5,0 4,10 8,10 c3,0 3,-4 7,-4"))

    def equations(self):
        drive = self.gain * self.in_.value - self.value
        yield der(self.value) == self.rate
        yield der(self.rate) == self.frequency * (self.frequency * drive - 2 * self.damping * self.rate)
        yield self.out.value == self.value
