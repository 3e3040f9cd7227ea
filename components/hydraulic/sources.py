"""Given pressures and flows, by laws in time or by a signal. Their positive flow leaves at b."""

from mars.component import HYDRAULIC, SIGNAL, Icon, LawOf, Parameter, Port

from .lines import LEADS, TwoEnds

CIRCLE = ("face", "M-16,0 a16,16 0 1 1 32,0 a16,16 0 1 1 -32,0 z")
TRIANGLE = ("solid", "M15,0 l-9,-6 v12 z")
LETTER_P = ("letter", "M-8,8 v-15 h4 a4,4 0 0 1 0,8 h-4")
LETTER_Q = ("letter", "M-10,0 a5.5,6.5 0 1 1 11,0 a5.5,6.5 0 1 1 -11,0 z M-3,3 l4.5,5")
FROM_ABOVE = ("lead:signal", "M0,-30 v14")


class Source(TwoEnds):
    """Common part of sources."""

    is_source = True
    a = Port(HYDRAULIC, at=(-30, 0), open="reference", help="suction side; open: a tank")
    b = Port(HYDRAULIC, at=(30, 0), help="pressure side")

    def rise(self):
        """Pressure of b relative to a."""
        return self.b.pressure - self.a.pressure


class PressureSource(Source, kind="hydraulic.pressure_source"):
    """A given pressure at b relative to a, independent of the flow: a supply with an unlimited pump."""

    letters = "PS"
    law = LawOf(1e7, "Pa", "pressure of b relative to a over time", key_parameter=True)
    icon = Icon(LEADS, CIRCLE, LETTER_P, TRIANGLE)

    def law_between(self):
        return self.rise() == self.law.at(self.time, self.segment)


class FlowSource(Source, kind="hydraulic.flow_source"):
    """A given flow from a to b, independent of the pressure."""

    letters = "QS"
    law = LawOf(5e-4, "m³/s", "flow out of b over time", key_parameter=True)
    icon = Icon(LEADS, CIRCLE, LETTER_Q, TRIANGLE)

    def law_between(self):
        return self.b.flow == -self.law.at(self.time, self.segment)


class Driven(Source):
    """Common part of sources controlled by a signal from above."""

    signal = Port(SIGNAL, at=(0, -30), help="input signal")


class DrivenPressure(Driven, kind="hydraulic.driven_pressure"):
    """A pressure that follows a signal."""

    letters = "PS"
    gain = Parameter(1e7, "Pa", "pressure of b relative to a at a signal of 1", key_parameter=True)
    icon = Icon(LEADS, FROM_ABOVE, CIRCLE, LETTER_P, TRIANGLE)

    def law_between(self):
        return self.rise() == self.gain * self.signal.value


class DrivenFlow(Driven, kind="hydraulic.driven_flow"):
    """A flow that follows a signal."""

    letters = "QS"
    gain = Parameter(5e-4, "m³/s", "flow out of b at a signal of 1", key_parameter=True)
    icon = Icon(LEADS, FROM_ABOVE, CIRCLE, LETTER_Q, TRIANGLE)

    def law_between(self):
        return self.b.flow == -self.gain * self.signal.value
