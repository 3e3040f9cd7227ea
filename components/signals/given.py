"""Signals without inputs: a constant, and a law in time."""

from mars.component import LawOf, Parameter

from .block import Block, box, glyph

AXES = "M-13,-13 v25 h26"


class Constant(Block, kind="signals.constant"):
    """Gives one number, which may be changed during a run."""

    letters = "CON"
    value = Parameter(1.0, "1", "output value", key_parameter=True, by_hand=True)
    icon = box(glyph(f"{AXES} M-13,-3 h24"), reads=())

    def equations(self):
        yield self.out.value == self.value


class Law(Block, kind="signals.law"):
    """Gives a signal that follows a law in time: a step, ramp, sine, table, or any formula of t."""

    letters = "LAW"
    law = LawOf({"law": "sine", "amplitude": 1, "frequency": 1}, "1", "signal over time", key_parameter=True)
    icon = box(glyph(f"{AXES} M-13,0 c4,-12 8,-12 12,0 c4,12 8,12 12,0"), reads=())

    def equations(self):
        yield self.out.value == self.law.at(self.time, self.segment)
