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
    setpoint = Port(SIGNAL, at=(-30, -10), help="what the measured signal is to become")
    measured = Port(SIGNAL, at=(-30, 10), help="the measured signal")
    proportional = Parameter(1.0, "1", "output per deviation", key_parameter=True)
    integral = Parameter(1.0, "1/s", "growth of the output per second and deviation")
    derivative = Parameter(0.0, "s", "output per rate of the measured signal, against it")
    filter_time = Parameter(0.0, "s", "time constant of the filter of the derivative", minimum=0)
    lower = Parameter(-10.0, "1", "lowest output")
    upper = Parameter(10.0, "1", "highest output")
    output = Mode("what it gives")
    integrated = Mode("share of the integral in the output")
    derived = Mode("share of the derivative in the output")
    last = Mode("measured at the last sample")
    begun = Mode("1 behind the first sample: there is a last one")
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
