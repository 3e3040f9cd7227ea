"""One line of the values at the mouse or on a chip: its variables and its text."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from .number_format import WAITING, magnitude, reading, vector_reading

Variables = Mapping[str, str]
Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Reading:
    """`names` are its variables, several for a vector; a voltage is taken `against` another variable; a power is the sum of the
    products of `pairs`, where a pair with an empty name is a power by itself."""

    label: str
    unit: str
    names: tuple[str, ...] = ()
    pairs: Pairs = ()
    sign: float = 1.0
    is_place: bool = False  # a vector whose magnitude is not shown
    against: str = ""

    @property
    def wanted(self) -> list[str]:
        """All variables needed."""
        return [*self.names, *filter(None, [*(name for pair in self.pairs for name in pair), self.against])]

    def value(self, now: Mapping[str, float]) -> float:
        """The number, or the magnitude of the vector; NaN while something is missing."""
        if self.pairs:
            return self.sign * sum(now.get(a, math.nan) * (now.get(b, math.nan) if b else 1.0) for a, b in self.pairs)
        values = [now.get(name, math.nan) for name in self.names]
        zero = now.get(self.against, math.nan) if self.against else 0.0
        return self.sign * (values[0] - zero) if len(values) == 1 else magnitude(values)

    def texts(self, now: Mapping[str, float]) -> tuple[str, str]:
        """The text, and the components of a vector."""
        if len(self.names) < 2:
            return reading(self.value(now), self.unit), ""
        values = [now.get(name, math.nan) for name in self.names]
        parts = vector_reading(values, self.unit)
        if self.is_place:
            return parts, ""
        whole = reading(self.value(now), self.unit)
        return whole, "" if whole == WAITING else parts
