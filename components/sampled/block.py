"""Common part of sampled blocks: their output is the value of the last sample."""

from mars.component import Component, Icon, Parameter

from ..signals.block import OneInput, Stroke, box

CLOCK = ("thin", "M-12,19 v-3 M-4,19 v-3 M4,19 v-3 M12,19 v-3")  # ticks along the lower edge


class Clocked(Component):
    """Has a clock."""

    gives_steps = True
    period = Parameter(0.01, "s", "sampling period", minimum=1e-6, structural=True, key_parameter=True)
    offset = Parameter(0.0, "s", "time of the first sample", minimum=0, structural=True)


class Sampled(Clocked, OneInput):
    """One input, one output."""


def clocked(*inside: Stroke) -> Icon:
    """The box of a sampled block."""
    return box(*inside, CLOCK)
