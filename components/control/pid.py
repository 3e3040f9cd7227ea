"""PID controller."""

from mars.component import SIGNAL, Choice, Flag, Parameter, Port, State, der

from ..signals.block import Block, box, glyph
from ..signals.limits import Ends, refuse_crossed

LETTERS = glyph("M-15,7 v-14 h4 a3.5,3.5 0 0 1 0,7 h-4 M-2,7 v-14 M5,7 v-14 h3 a6,7 0 0 1 0,14 z")


class Pid(Ends, Block, kind="control.pid"):
    """PID controller: kp·e + ki·∫e + kd·ė for the error e = reference − measured, with a filtered derivative.

    With limits, the integral is driven back while the output is at one of them, so that it does not wind up.
    """

    letters = "PID"
    reference = Port(SIGNAL, at=(-30, -10), help="desired value of the measured signal")
    measured = Port(SIGNAL, at=(-30, 10), help="measured signal")
    kp = Parameter(1.0, "1", "proportional gain: output per unit of error", key_parameter=True)
    ki = Parameter(0.0, "1/s", "integral gain: rate of the output per unit of error", minimum=0, key_parameter=True)
    kd = Parameter(0.0, "s", "derivative gain: output per unit rate of change", key_parameter=True)
    filter = Parameter(0.001, "s", "time constant of the derivative filter", above=0)
    derivative = Choice(
        "error", help="signal to differentiate; measured avoids a kick when the reference steps", options=("error", "measured")
    )
    limited = Flag(False, "whether the output is limited")
    lower = Parameter(-1.0, "1", "lower limit, if limited")
    upper = Parameter(1.0, "1", "upper limit, if limited")
    tracking = Parameter(0.05, "s", "anti-windup time constant", above=0)
    integral = State("1", "integral part of the output")
    filtered = State("1", "filtered input of the derivative")
    icon = box(LETTERS, reads=("reference", "measured"))

    @classmethod
    def check(cls, values):
        if values["limited"]:
            refuse_crossed(values, "lower", "upper")

    def error(self):
        return self.reference.value - self.measured.value

    def rate(self):
        """Rate of the filtered error or measurement: (e − f)/T."""
        source = self.error() if self.derivative == "error" else -self.measured.value
        return (source - self.filtered) / self.filter

    def wanted(self):
        return self.kp * self.error() + self.integral + self.kd * self.rate()

    def given(self):
        return self.kept(self.wanted(), self.lower, self.upper) if self.limited else self.wanted()

    def equations(self):
        windup = (self.given() - self.wanted()) / self.tracking if self.limited else 0.0
        yield der(self.integral) == self.ki * self.error() + windup
        yield der(self.filtered) == self.rate()
        yield self.out.value == self.given()

    def switches(self):
        if self.limited:
            yield from self.ends(self.wanted(), self.lower, self.upper)
