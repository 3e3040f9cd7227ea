"""Comparison, relay and switch: one of two values, switched exactly where the signals cross."""

from typing import Any

from mars.component import SIGNAL, Choice, Component, DocumentError, Mode, Parameter, Piece, Port

from ..signals.block import Block, OneInput, box, glyph
from ..signals.limits import weight


class Decision(Component):
    """On or off."""

    on = Mode("1 while on, −1 while off")
    words = ("turns on", "turns off")

    def chosen(self, on: Any, off: Any) -> Any:
        return off + weight(self.on) * (on - off)


class Compare(Decision, Block, kind="logic.compare"):
    """Gives 1 while signal a is above (or below) signal b plus a threshold, otherwise 0. A hysteresis prevents chattering."""

    letters = "CMP"
    gives_steps = True
    a = Port(SIGNAL, at=(-30, -10), help="signal to compare")
    b = Port(SIGNAL, at=(-30, 10), open="reference", help="signal to compare with; open: zero")
    relation = Choice(">", help="condition: a above b, or a below b", options=(">", "<"), key_parameter=True)
    threshold = Parameter(0.0, "1", "offset added to b", key_parameter=True)
    width = Parameter(0.0, "1", "hysteresis width, half on each side", minimum=0)
    icon = box(glyph("M-5,-9 l11,9 -11,9"), reads=("a", "b"))

    @classmethod
    def icon_for(cls, values):
        return cls.icon if values["relation"] == ">" else box(glyph("M6,-9 l-11,9 11,9"), reads=("a", "b"))

    def equations(self):
        yield self.out.value == self.chosen(1.0, 0.0)

    def switches(self):
        beyond = self.a.value - self.b.value - self.threshold
        beyond = beyond if self.relation == ">" else -beyond
        yield Piece(self.on, beyond - self.width / 2, beyond + self.width / 2, self.words)


class Hysteresis(Decision, OneInput, kind="logic.hysteresis"):
    """Relay: turns on when the signal rises above one value and off when it falls below another; gives one of two values."""

    letters = "HYS"
    gives_steps = True
    on_above = Parameter(0.5, "1", "level above which it turns on", key_parameter=True)
    off_below = Parameter(-0.5, "1", "level below which it turns off", key_parameter=True)
    on_value = Parameter(1.0, "1", "output while on")
    off_value = Parameter(0.0, "1", "output while off")
    icon = box(glyph("M-13,10 h19 v-20 h7 M6,-10 h-12 v20"))

    @classmethod
    def check(cls, values):
        if values["on_above"] < values["off_below"]:
            raise DocumentError(
                "its threshold on_above = {on_above:g} is below off_below = {off_below:g}. Swap the two",
                code="out-of-range",
                on_above=values["on_above"],
                off_below=values["off_below"],
            )

    def equations(self):
        yield self.out.value == self.chosen(self.on_value, self.off_value)

    def switches(self):
        yield Piece(self.on, self.in_.value - self.on_above, self.in_.value - self.off_below, self.words)


class Switch(Decision, Block, kind="logic.switch"):
    """Passes signal a while the signal in the middle is above the threshold, otherwise signal b."""

    letters = "SW"
    a = Port(SIGNAL, at=(-30, -20), help="input selected while on")
    control = Port(SIGNAL, at=(-30, 0), help="control signal; on above the threshold")
    b = Port(SIGNAL, at=(-30, 20), help="input selected while off")
    threshold = Parameter(0.5, "1", "threshold above which it is on")
    icon = box(
        ("line", "M-20,-20 h8 M-20,20 h8 M12,0 h8 M12,0 L-10,-18"),
        ("dash", "M-20,0 h18 v-10"),
        ("solid", "M-14.5,-20 a2.5,2.5 0 1 1 5,0 a2.5,2.5 0 1 1 -5,0 z M-14.5,20 a2.5,2.5 0 1 1 5,0 a2.5,2.5 0 1 1 -5,0 z"),
        reads=("a", "control", "b"),
    )

    def equations(self):
        yield self.out.value == self.chosen(self.a.value, self.b.value)

    def switches(self):
        yield Piece(self.on, self.control.value - self.threshold, words=("passes a", "passes b"))
