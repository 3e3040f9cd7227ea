"""Gain, sum, product, and common functions of one signal."""

from math import prod

from mars.component import Choice, Icon, Mode, Parameter, Piece, functions

from .block import Block, Marks, OneInput, Stroke, box, glyph, numbered, readers, rows


class Gain(OneInput, kind="signals.gain"):
    """Multiplies a signal by a number."""

    letters = "K"
    gain = Parameter(2.0, "1", "factor", key_parameter=True)
    icon = Icon(("lead:in", "M-30,0 h14"), ("lead:out", "M18,0 h12"), ("face", "M-16,-18 v36 l34,-18 z"))

    def equations(self):
        yield self.out.value == self.gain * self.in_.value


def marked_box(inside: Stroke, marks: str, plain: str) -> Icon:
    """A box with an input for each mark; inputs with a special mark have wedges."""
    wedges = [("solid", f"M-19,{y - 5} l8,5 -8,5 z") for y, mark in zip(rows(len(marks)), marks, strict=True) if mark != plain]
    return box(inside, *wedges, reads=numbered(len(marks)))


# Around a summing point: position of the input, its lead, its sector.
AROUND = (
    ((-30, 0), "M-30,0 h15", "M0,0 L-10.6,-10.6 A15,15 0 0 0 -10.6,10.6 z"),
    ((0, 30), "M0,30 v-15", "M0,0 L-10.6,10.6 A15,15 0 0 0 10.6,10.6 z"),
    ((0, -30), "M0,-30 v15", "M0,0 L10.6,-10.6 A15,15 0 0 0 -10.6,-10.6 z"),
)
SIGMA = glyph("M8,-7 v-4 h-15 l9,11 -9,11 h15 v-4")
TIMES = glyph("M-7,-7 l14,14 M7,-7 l-14,14")


def sum_icon(signs: str) -> Icon:
    """A summing point, or a box if there is no room for all inputs."""
    if len(signs) > len(AROUND):
        return marked_box(SIGMA, signs, plain="+")
    strokes = [("lead:out", "M15,0 h15"), ("face", "M-15,0 a15,15 0 1 1 30,0 a15,15 0 1 1 -30,0 z")]
    for name, sign, (_, lead, sector) in zip(numbered(len(signs)), signs, AROUND, strict=False):
        strokes += [(f"lead:{name}", lead), *([("solid", sector)] if sign == "-" else [])]
    return Icon(*strokes, ("thin", "M-10.6,-10.6 L10.6,10.6 M10.6,-10.6 L-10.6,10.6"))


class Sum(Block, kind="signals.sum"):
    """Adds signals and subtracts those whose sign is −; their inputs are shaded."""

    letters = "SUM"
    signs = Marks("+-", help="one sign for each input", key_parameter=True)
    icon = sum_icon("+-")

    @classmethod
    def icon_for(cls, values):
        return sum_icon(values["signs"])

    @classmethod
    def ports_for(cls, values):
        names = numbered(len(values["signs"]))
        ports = readers(names)
        if len(names) <= len(AROUND):
            for port, (place, *_) in zip(ports.values(), AROUND, strict=False):
                port.at = place
        return cls.ports | ports

    def equations(self):
        signals = self.read(*numbered(len(self.signs)))
        yield self.out.value == sum(value if sign == "+" else -value for value, sign in zip(signals, self.signs, strict=True))


class Product(Block, kind="signals.product"):
    """Multiplies signals and divides by those marked /; their inputs are shaded."""

    letters = "PR"
    marks = Marks("**", help="* or / for each input", key_parameter=True, allowed="*/")
    icon = marked_box(TIMES, "**", plain="*")

    @classmethod
    def icon_for(cls, values):
        return marked_box(TIMES, values["marks"], plain="*")

    @classmethod
    def ports_for(cls, values):
        return cls.ports | readers(numbered(len(values["marks"])))

    def equations(self):
        signals = self.read(*numbered(len(self.marks)))
        above = [value for value, mark in zip(signals, self.marks, strict=True) if mark == "*"]
        below = [value for value, mark in zip(signals, self.marks, strict=True) if mark == "/"]
        yield self.out.value == prod(above) / prod(below)


WITH_CORNER = ("abs", "sign")


class Function(OneInput, kind="signals.function"):
    """A common function of one signal; abs and sign have their corner exactly where the signal is zero. Sqrt and log need a
    positive signal, asin and acos one between −1 and 1."""

    letters = "FN"
    function = Choice(
        "abs",
        help="function to apply",
        options=(*WITH_CORNER, "square", "sqrt", "exp", "log", "sin", "cos", "tan", "asin", "acos", "atan", "tanh"),
        key_parameter=True,
    )
    positive = Mode("1 while the signal is positive, −1 while it is negative")
    icon = box(glyph("M8,-12 q-7,-2 -8,5 l-2,14 q-1,7 -8,5 M-6,-3 h12"))

    @classmethod
    def modes_for(cls, values):
        return cls.modes if values["function"] in WITH_CORNER else {}

    def equations(self):
        signal = self.in_.value
        if self.function in WITH_CORNER:
            yield self.out.value == self.positive * (signal if self.function == "abs" else 1.0)
        else:
            yield self.out.value == (signal**2 if self.function == "square" else functions()[self.function](signal))

    def switches(self):
        if self.function in WITH_CORNER:
            yield Piece(self.positive, self.in_.value, words=("becomes positive", "becomes negative"))
