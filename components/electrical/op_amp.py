"""Ideal operational amplifier."""

from mars.component import ELECTRICAL, Component, Icon, Port


class OpAmp(Component, kind="electrical.op_amp"):
    """Ideal operational amplifier: no input current, and an output voltage relative to ground that makes the input voltages
    equal. It needs a feedback from output to input."""

    letters = "OA"
    is_source = True
    plus = Port(ELECTRICAL, at=(-30, 10), help="non-inverting input")
    minus = Port(ELECTRICAL, at=(-30, -10), help="inverting input")
    out = Port(ELECTRICAL, at=(30, 0), help="output, relative to ground")
    icon = Icon(
        ("lead", "M-30,-10 h10 M-30,10 h10 M24,0 h6"),
        ("face", "M-20,-24 v48 l44,-24 z"),
        ("thin", "M-15,-10 h7 M-15,10 h7 M-11.5,6.5 v7"),
    )

    def equations(self):
        yield self.plus.current == 0
        yield self.minus.current == 0
        yield self.plus.voltage == self.minus.voltage
