"""Difference equations: a filter of any order, and the sum that approximates an integral."""

from mars.component import Choice, DocumentError, Mode, Numbers, Parameter, Samples

from ..signals.block import glyph
from .block import Sampled, clocked


class Filter(Sampled, kind="sampled.filter"):
    """Digital filter: (b₀ + b₁z⁻¹ + …) / (a₀ + a₁z⁻¹ + …), initially at rest."""

    letters = "SF"
    numerator = Numbers([0.2], "1", "b₀, b₁, …: weights of the current and earlier samples")
    denominator = Numbers([1, -0.8], "1", "a₀, a₁, …: weights of the current and earlier outputs")
    memory = Mode("current output, followed by the stored values of the filter", size=2)
    icon = clocked(glyph("M-11,-2 h22 M-4,-15 h8 l-8,8 h8 M-4,3 h8 l-8,8 h8"))

    @classmethod
    def modes_for(cls, values):
        size = max(len(values["numerator"]), len(values["denominator"]))
        return {"memory": Mode(cls.modes["memory"].help, size, "memory")}

    @classmethod
    def check(cls, values):
        if values["denominator"][0] == 0:
            raise DocumentError(
                "a₀, the first coefficient of the denominator, is zero. Remove the leading zeros", code="bad-value"
            )

    def equations(self):
        yield self.out.value == self.memory[0]

    def switches(self):
        """Direct form II, transposed (Oppenheim and Schafer, Discrete-Time Signal Processing, section 6.3.3)."""
        size = self.memory.numel()
        b = [*self.numerator, *[0.0] * (size - len(self.numerator))]
        a = [*self.denominator, *[0.0] * (size - len(self.denominator))]
        u, behind = self.in_.value, [*(self.memory[i] for i in range(1, size)), 0.0]
        y = (b[0] * u + behind[0]) / a[0]
        later = [b[i] * u - a[i] * y + behind[i] for i in range(1, size)]
        yield Samples(self.memory, [y, *later], self.period, self.offset)


class Sum(Sampled, kind="sampled.integrator"):
    """Adds up the samples of a signal times their period: a discrete integral."""

    letters = "SI"
    gain = Parameter(1.0, "1/s", "growth per second at a signal of 1", key_parameter=True)
    rule = Choice("trapezoid", help="samples used for each period", options=("trapezoid", "latest", "earlier"))
    total = Mode("sum")
    last = Mode("last sample")
    icon = clocked(glyph("M8,-13 h-15 l8,12 -8,12 h15"))

    def equations(self):
        yield self.out.value == self.total

    def switches(self):
        u = self.in_.value
        mean = {"trapezoid": (u + self.last) / 2, "latest": u, "earlier": self.last}[self.rule]
        yield Samples([self.total, self.last], [self.total + self.gain * self.period * mean, u], self.period, self.offset)
