"""A slider and a knob: a number set on the drawing or in the inspector, also during a run."""

from mars.component import SIGNAL, Component, Dial, Icon, Parameter, Port, Track


class Hand(Component):
    """Gives its value as a signal; the handle moves it between the lowest and the highest value."""

    letters = "IN"
    out = Port(SIGNAL, at=(40, 0), open="free", gives=True, help="value as a signal")
    value = Parameter(0.0, "1", "current value; moves with the handle", key_parameter=True, by_hand=True)
    lowest = Parameter(-1.0, "1", "value at the lower end of the handle travel")
    highest = Parameter(1.0, "1", "value at the upper end of the handle travel")

    def equations(self):
        yield self.out.value == self.value


class Slider(Hand, kind="inputs.slider"):
    """Slider: gives the value set by dragging its handle on the drawing, also during a run."""

    handle = Track()
    icon = Icon(
        ("lead", "M32,0 h8"),
        ("face", "M-32,-13 h64 v26 h-64 z"),
        ("thin", "M-24,0 h48 M-24,-4 v8 M24,-4 v8"),
    )


class Knob(Hand, kind="inputs.knob"):
    """Knob: gives the value set by turning its pointer on the drawing, also during a run."""

    out = Port(SIGNAL, at=(30, 0), open="free", gives=True, help="value as a signal")
    handle = Dial()
    icon = Icon(
        ("lead", "M22,0 h8"),
        ("face", "M-22,-22 h44 v44 h-44 z"),
        ("thin", "M-11.5,11.5 a16.3,16.3 0 1 1 23,0"),
    )
