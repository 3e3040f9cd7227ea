"""Sources controlled by a voltage or a current elsewhere: ideal amplifiers with an external supply."""

from mars.component import Icon, Parameter

from .poles import TwoPairs

DIAMOND = ("face", "M10,-13 l13,13 -13,13 -13,-13 z")
OUTPUT = ("lead", "M30,-20 h-20 v7 M30,20 h-20 v-7")
SENSE_VOLTAGE = (("lead", "M-30,-20 h12 M-30,20 h12"), ("thin", "M-20,-11 h6 M-17,-14 v6 M-20,11 h6"))
SENSE_CURRENT = (("lead", "M-30,-20 h13 v40 h-13"), ("solid", "M-17,5 l-4,-8 h8 z"))
GIVE_VOLTAGE = ("thin", "M7,-5 h6 M10,-8 v6 M7,5.5 h6")
GIVE_CURRENT = ("line", "M10,7 v-14 m-4,5 l4,-5 4,5")


class Controlled(TwoPairs):
    """Common part of controlled sources: the first pair is the input, the second one the output."""

    is_source = True


class SensesVoltage(Controlled):
    """No current flows into the input pair."""

    def sensed(self):
        return self.voltages()[0]

    def laws_between(self):
        yield self.p1.current == 0
        yield self.given()


class SensesCurrent(Controlled):
    """No voltage drops across the input pair."""

    def sensed(self):
        return self.p1.current

    def laws_between(self):
        yield self.p1.voltage == self.n1.voltage
        yield self.given()


class GivesVoltage(Controlled):
    """The voltage of the second pair is the gain times the input."""

    letters = "V"

    def given(self):
        return self.voltages()[1] == self.gain * self.sensed()


class GivesCurrent(Controlled):
    """The second pair delivers the gain times the input as a current out of its positive pole."""

    letters = "I"

    def given(self):
        return self.p2.current == -self.gain * self.sensed()


class VoltageAmplifier(SensesVoltage, GivesVoltage, kind="electrical.voltage_amplifier"):
    """Voltage-controlled voltage source: the second pair has `gain` times the voltage of the first."""

    gain = Parameter(10.0, "1", "output voltage per unit of input voltage", key_parameter=True)
    icon = Icon(*SENSE_VOLTAGE, OUTPUT, DIAMOND, GIVE_VOLTAGE)


class Transconductance(SensesVoltage, GivesCurrent, kind="electrical.transconductance"):
    """Voltage-controlled current source: the second pair delivers `gain` times the voltage of the first."""

    gain = Parameter(0.01, "A/V", "output current per unit of input voltage", key_parameter=True)
    icon = Icon(*SENSE_VOLTAGE, OUTPUT, DIAMOND, GIVE_CURRENT)


class Transresistance(SensesCurrent, GivesVoltage, kind="electrical.transresistance"):
    """Current-controlled voltage source: the voltage of the second pair is `gain` times the current through the first."""

    gain = Parameter(100.0, "Ω", "output voltage per unit of input current", key_parameter=True)
    icon = Icon(*SENSE_CURRENT, OUTPUT, DIAMOND, GIVE_VOLTAGE)


class CurrentAmplifier(SensesCurrent, GivesCurrent, kind="electrical.current_amplifier"):
    """Current-controlled current source: the second pair delivers `gain` times the current through the first."""

    gain = Parameter(10.0, "1", "output current per unit of input current", key_parameter=True)
    icon = Icon(*SENSE_CURRENT, OUTPUT, DIAMOND, GIVE_CURRENT)
