"""Sample and hold, quantiser, delay."""

from mars.component import Count, Mode, Parameter, Samples, ca

from ..signals.block import glyph
from .block import Sampled, clocked


class Hold(Sampled, kind="sampled.hold"):
    """Sample and hold: takes the value of a signal at each tick of its clock and holds it until the next."""

    letters = "SH"
    held = Mode("value of the last sample")
    icon = clocked(glyph("M-15,8 h6 v-11 h6 v-9 h6 v5 h6 v9 h6"))

    def equations(self):
        yield self.out.value == self.held

    def switches(self):
        yield Samples(self.held, self.in_.value, self.period, self.offset)


class Quantiser(Sampled, kind="sampled.quantiser"):
    """Samples a signal and rounds it to a multiple of a step, as an analogue-to-digital converter does."""

    letters = "SQ"
    step = Parameter(0.1, "1", "spacing of the output values", above=0, key_parameter=True)
    held = Mode("rounded value of the last sample")
    icon = clocked(("thin", "M-15,-1 h30 M0,-15 v27"), glyph("M-15,10 h6 v-7 h6 v-8 h6 v-7 h12"))

    def equations(self):
        yield self.out.value == self.held

    def switches(self):
        yield Samples(self.held, self.step * ca.floor(self.in_.value / self.step + 0.5), self.period, self.offset)


class Delay(Sampled, kind="sampled.delay"):
    """Gives at each tick of its clock the value of its signal a number of samples ago, and zero before that."""

    letters = "SD"
    samples = Count(1, help="delay in samples", maximum=200, key_parameter=True)
    line = Mode("samples, latest first; the last one is the output", size=2)
    icon = clocked(glyph("M-14,-3 h11 l-11,14 h11 M-1,-8 h6 M9,-4 v-8 M9,-8 c0,-6 6,-6 6,0 v4"))

    @classmethod
    def modes_for(cls, values):
        return {"line": Mode(cls.modes["line"].help, values["samples"] + 1, "line")}

    def equations(self):
        yield self.out.value == self.line[self.samples]

    def switches(self):
        yield Samples(self.line, ca.vertcat(self.in_.value, self.line[:-1]), self.period, self.offset)
