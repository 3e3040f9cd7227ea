"""A button pressed on the drawing."""

from mars.component import SIGNAL, Cap, Choice, Component, Icon, Parameter, Port


class Button(Component, kind="inputs.button"):
    """Button: gives one value while it is pressed and another while it is not; pressed on the drawing, also during a run."""

    letters = "IN"
    gives_steps = True
    out = Port(SIGNAL, at=(30, 0), open="free", gives=True, help="value as a signal")
    mode = Choice("momentary", help="whether it springs back when released", options=("momentary", "toggle"))
    pressed = Parameter(0.0, "1", "1 while pressed, else 0", minimum=0, maximum=1, by_hand=True)
    on = Parameter(1.0, "1", "value while pressed", key_parameter=True)
    off = Parameter(0.0, "1", "value while not pressed")
    handle = Cap()
    icon = Icon(
        ("lead", "M22,0 h8"),
        ("face", "M-22,-22 h44 v44 h-44 z"),
        ("thin", "M-16,0 a16,16 0 1 1 32,0 a16,16 0 1 1 -32,0 z"),
    )

    def equations(self):
        yield self.out.value == self.off + self.pressed * (self.on - self.off)
