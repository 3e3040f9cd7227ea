"""Limiter, dead zone, rate limit: piecewise linear laws whose corners are located exactly."""

from typing import Any

from mars.component import Component, DocumentError, Mode, Parameter, Piece, State, der

from .block import OneInput, box, glyph


def weight(mode: Any) -> Any:
    """1 while the mode is on, else 0."""
    return (1 + mode) / 2


def refuse_crossed(values: Any, lower: str, upper: str) -> None:
    """Limits must leave room between them."""
    if values[lower] >= values[upper]:
        raise DocumentError(
            ("{lower} = {lower_value:g} is not below {upper} = {upper_value:g}. Swap them, or change one of them"),
            code="out-of-range",
            lower=lower,
            lower_value=values[lower],
            upper=upper,
            upper_value=values[upper],
        )


class Ends(Component):
    """Whether something is beyond one of two ends."""

    above = Mode("1 above the upper limit, else −1")
    below = Mode("1 below the lower limit, else −1")

    def kept(self, value: Any, lower: Any, upper: Any) -> Any:
        """The value, clipped to the ends."""
        return value + weight(self.above) * (upper - value) + weight(self.below) * (lower - value)

    def ends(self, value: Any, lower: Any, upper: Any) -> tuple[Piece, Piece]:
        return (
            Piece(self.above, value - upper, words=("reaches its upper limit", "leaves its upper limit")),
            Piece(self.below, lower - value, words=("reaches its lower limit", "leaves its lower limit")),
        )


class Between(Ends, OneInput):
    """Two ends in the input signal."""

    lower = Parameter(-1.0, "1", "lower limit", key_parameter=True)
    upper = Parameter(1.0, "1", "upper limit", key_parameter=True)

    @classmethod
    def check(cls, values):
        refuse_crossed(values, "lower", "upper")

    def limited(self):
        return self.kept(self.in_.value, self.lower, self.upper)

    def switches(self):
        yield from self.ends(self.in_.value, self.lower, self.upper)


class Limiter(Between, kind="signals.limiter"):
    """Limits a signal to a range."""

    letters = "LIM"
    icon = box(glyph("M-14,9 h7 L7,-9 h7"))

    def equations(self):
        yield self.out.value == self.limited()


class DeadZone(Between, kind="signals.dead_zone"):
    """Gives zero while the signal is within the zone, and the excess outside."""

    letters = "DZ"
    lower = Parameter(-0.5, "1", "lower end of the zone", key_parameter=True)
    upper = Parameter(0.5, "1", "upper end of the zone", key_parameter=True)
    icon = box(glyph("M-13,13 L-6,0 h12 L13,-13"))

    def equations(self):
        yield self.out.value == self.in_.value - self.limited()


class RateLimit(Ends, OneInput, kind="signals.rate_limit"):
    """Follows a signal with a short lag, with limited rates of rise and fall."""

    letters = "RL"
    rising = Parameter(1.0, "1/s", "maximum rate of rise", above=0, key_parameter=True)
    falling = Parameter(1.0, "1/s", "maximum rate of fall, as a positive number", above=0, key_parameter=True)
    lag = Parameter(0.01, "s", "time constant while the rate is not limited", above=0)
    value = State("1", "output")
    icon = box(glyph("M-14,9 h4 L-3,-9 h7 L10,9 h4"))

    def wanted(self):
        """The rate without limits."""
        return (self.in_.value - self.value) / self.lag

    def equations(self):
        yield der(self.value) == self.kept(self.wanted(), -self.falling, self.rising)
        yield self.out.value == self.value

    def switches(self):
        yield from self.ends(self.wanted(), -self.falling, self.rising)
