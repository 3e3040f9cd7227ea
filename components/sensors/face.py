"""Common parts of sensors: a round face with a symbol of the measured quantity, and the output signal."""

from mars.component import SIGNAL, Component, Icon, Parameter, Port

FACE = ("face", "M-16,0 a16,16 0 1 1 32,0 a16,16 0 1 1 -32,0 z")


def face(lead: str, *signs: tuple[str, str]) -> Icon:
    """At one port: the measured port is on the left, the signal on the right."""
    return Icon((lead, "M-30,0 h14"), ("lead:out", "M16,0 h14"), FACE, *signs)


def face_between(lead: str, *signs: tuple[str, str]) -> Icon:
    """Between two ports of one domain; the signal is on top."""
    return Icon((lead, "M-30,0 h14 M16,0 h14"), ("lead:out", "M0,-16 v-14"), FACE, *signs)


class Sensor(Component):
    """Neither stores nor takes energy."""

    letters = "SEN"
    gain = Parameter(1.0, "1", "signal per unit of the reading, in SI units")

    def stored(self):
        return 0.0


class OneSignal(Sensor):
    """At one port, with one signal."""

    out = Port(SIGNAL, at=(30, 0), open="free", gives=True, help="reading")


class SignalBetween(Sensor):
    """Between two ports, with one signal."""

    out = Port(SIGNAL, at=(0, -30), open="free", gives=True, help="reading")
