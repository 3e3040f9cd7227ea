"""Encoders: position in whole counts, read periodically, and the speed by differences."""

from math import pi

from mars.component import ROTATION, SIGNAL, TRANSLATION, Component, Count, Icon, Mode, Parameter, Port, Samples, ca

from .face import FACE

WHEEL = Icon(
    ("lead:a", "M-30,0 h14"),
    ("lead:out", "M12.5,-10 h17.5"),
    ("lead:speed", "M12.5,10 h17.5"),
    FACE,
    ("letter", "M-11,6 h5 v-4 h5 v-4 h5 v-4 h5"),
)


class EncoderLaw(Component):
    """Counts whole steps of a position at its sample times; subclasses define the length of a `step()`."""

    letters = "SEN"
    gives_steps = True
    period = Parameter(0.001, "s", "time between two readings", above=0, structural=True, key_parameter=True)
    speed = Port(SIGNAL, at=(30, 10), open="free", gives=True, help="speed from the last two readings")
    count = Mode("steps from zero at the last reading")
    counted = Mode("steps between the last two readings")
    begun = Mode("1 after the first reading, else 0")
    icon = WHEEL

    def step(self):
        """Change of the position from one count to the next."""
        raise NotImplementedError

    def equations(self):
        yield self.a.stream == 0
        yield self.out.value == self.step() * self.count
        yield self.speed.value == self.step() * self.counted / self.period

    def switches(self):
        count = ca.floor(self.a.position / self.step())
        yield Samples([self.count, self.counted, self.begun], [count, self.begun * (count - self.count), 1.0], self.period)

    def stored(self):
        return 0.0


class Encoder(EncoderLaw, kind="sensors.encoder"):
    """Reads the angle of a shaft in whole counts, once per period, and holds it until the next; turns add up. The speed is the
    difference of two readings divided by the period, so it is coarse at low speed."""

    a = Port(ROTATION, at=(-30, 0), help="measured shaft")
    out = Port(SIGNAL, at=(30, -10), open="free", gives=True, help="angle in rad, in whole counts")
    counts = Count(4096, help="counts per turn", maximum=1e9, key_parameter=True)

    def step(self):
        return 2 * pi / self.counts


class LinearEncoder(EncoderLaw, kind="sensors.linear_encoder"):
    """Reads the travel of a slider in whole steps, once per period, and holds it until the next. The speed is the difference of
    two readings divided by the period."""

    a = Port(TRANSLATION, at=(-30, 0), help="measured slider")
    out = Port(SIGNAL, at=(30, -10), open="free", gives=True, help="travel in m, in whole steps")
    resolution = Parameter(1e-6, "m", "step length", above=0, key_parameter=True)

    def step(self):
        return self.resolution
