"""Voltages and currents that follow a signal."""

from mars.component import SIGNAL, Icon, Parameter, Port

from .sources import ARROW, CIRCLE, LEADS, POLES, Source

FROM_ABOVE = ("lead:signal", "M0,-30 v14")


class Driven(Source):
    """Common part of sources controlled by a signal from above."""

    signal = Port(SIGNAL, at=(0, -30), help="input signal")


class DrivenVoltage(Driven, kind="electrical.driven_voltage"):
    """A voltage that follows a signal."""

    letters = "V"
    gain = Parameter(1.0, "V", "voltage of p relative to n at a signal of 1", key_parameter=True)
    icon = Icon(LEADS, FROM_ABOVE, CIRCLE, POLES)

    def law_between(self):
        return self.across() == self.gain * self.signal.value


class DrivenCurrent(Driven, kind="electrical.driven_current"):
    """A current that follows a signal."""

    letters = "I"
    gain = Parameter(1.0, "A", "current out of p at a signal of 1", key_parameter=True)
    icon = Icon(LEADS, FROM_ABOVE, CIRCLE, ARROW)

    def law_between(self):
        return self.p.current == -self.gain * self.signal.value
