"""A digital PID controller."""

from mars.component import SIGNAL, Icon, Mode, Parameter, Port, Samples, ca

from ..sampled.block import CLOCK, Clocked
from ..signals.block import Block, glyph
from ..signals.limits import refuse_crossed

PID = glyph("M-15,7 v-14 h4 a4,4 0 0 1 0,8 h-4 M-2,7 v-14 M4,7 v-14 h3 a7,7 0 0 1 0,14 z")


class SampledPid(Clocked, Block, kind="control.sampled_pid"):
    """Digital PID controller: at each tick of its clock it compares the measured signal with the setpoint and updates its output.
    The derivative is that of the measured signal, filtered; at an output limit the integral stops growing."""

    letters = "PID"
    setpoint = Port(SIGNAL, at=(-30, -10), help="desired value of the measured signal")
    measured = Port(SIGNAL, at=(-30, 10), help="measured signal")
    proportional = Parameter(1.0, "1", "proportional gain: output per unit of deviation", key_parameter=True)
    integral = Parameter(1.0, "1/s", "integral gain: growth of the output per second and unit of deviation")
    derivative = Parameter(0.0, "s", "derivative gain: output per unit rate of the measured signal, with opposite sign")
    filter_time = Parameter(0.0, "s", "time constant of the derivative filter", minimum=0)
    lower = Parameter(-10.0, "1", "lower output limit")
    upper = Parameter(10.0, "1", "upper output limit")
    output = Mode("output")
    integrated = Mode("integral part of the output")
    derived = Mode("derivative part of the output")
    last = Mode("measured value at the last sample")
    begun = Mode("1 after the first sample, else 0")
    icon = Icon(
        ("lead:setpoint", "M-30,-10 h10"),
        ("lead:measured", "M-30,10 h10"),
        ("lead:out", "M20,0 h10"),
        ("face", "M-20,-20 h40 v40 h-40 z"),
        PID,
        CLOCK,
    )

    @classmethod
    def check(cls, values):
        refuse_crossed(values, "lower", "upper")

    def equations(self):
        yield self.out.value == self.output

    def switches(self):
        """Backward differences (Åström and Wittenmark, Computer-Controlled Systems, section 8.5)."""
        measured, deviation = self.measured.value, self.setpoint.value - self.measured.value
        change = self.begun * (measured - self.last)
        derived = (self.filter_time * self.derived - self.derivative * change) / (self.filter_time + self.period)
        growth = self.integral * self.period * deviation
        wanted = self.proportional * deviation + self.integrated + growth + derived
        winds_up = ca.logic_or(ca.logic_and(wanted > self.upper, growth > 0), ca.logic_and(wanted < self.lower, growth < 0))
        integrated = self.integrated + ca.if_else(winds_up, 0.0, growth)
        output = self.proportional * deviation + integrated + derived
        output = ca.fmin(ca.fmax(output, self.lower), self.upper)
        modes = [self.output, self.integrated, self.derived, self.last, self.begun]
        yield Samples(modes, [output, integrated, derived, measured, 1.0], self.period, self.offset)
