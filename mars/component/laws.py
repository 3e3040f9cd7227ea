"""Source laws in time: constant, step, ramp, sine, periodic pulses, polynomial, table, expression.

A law with corners gives their times one after the other; it selects its piece by the *segment* time (a time inside the current
smooth interval), so that no step of the integrator straddles a corner.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np

from mars.clocks import Breaks, Clock
from mars.component.law_curves import CURVES
from mars.errors import DocumentError
from mars.formulas.corners import SMOOTH, Corners, smoothness
from mars.formulas.decisions import Decided, decided
from mars.formulas.expressions import Expression

# law -> its numbers: (name, unit, default); "U" stands for the unit of the law.
NUMBERS: dict[str, tuple[tuple[str, str, float | None], ...]] = {
    "constant": (("value", "U", None),),
    "step": (("time", "s", 0.0), ("before", "U", 0.0), ("after", "U", None)),
    "ramp": (("start", "s", 0.0), ("time", "s", None), ("before", "U", 0.0), ("after", "U", None)),
    "sine": (("amplitude", "U", None), ("frequency", "Hz", None), ("phase", "rad", 0.0), ("offset", "U", 0.0)),
    "cycloid": (("start", "s", 0.0), ("time", "s", None), ("before", "U", 0.0), ("after", "U", None)),
    "pulse": (("high", "U", None), ("period", "s", None), ("duty", "1", 0.5), ("low", "U", 0.0), ("start", "s", 0.0)),
    "square": (("amplitude", "U", None), ("frequency", "Hz", None), ("phase", "rad", 0.0), ("offset", "U", 0.0)),
    "sawtooth": (("high", "U", None), ("period", "s", None), ("low", "U", 0.0), ("start", "s", 0.0)),
    "trapezoid": (
        *(("high", "U", None), ("period", "s", None), ("rise", "s", None), ("width", "s", None), ("fall", "s", None)),
        *(("low", "U", 0.0), ("start", "s", 0.0)),
    ),
}
LAWS = (*NUMBERS, "polynomial", "table", "expression")
CONTINUITY = {  # of each law at its smoothest
    "constant": SMOOTH,
    "step": -1,
    "ramp": 0,
    "sine": SMOOTH,
    "cycloid": 2,
    "pulse": -1,
    "square": -1,
    "sawtooth": -1,
    "trapezoid": 0,
    "polynomial": SMOOTH,
    "table": 2,
    "expression": SMOOTH,
}
BETWEEN = {"smooth": 2, "straight": 0, "stepped": -1}  # how a table is interpolated -> its continuity
TIMES = ("time", "period", "rise", "fall")  # durations, greater than zero
MOST_DRAWN = 2000  # corners in the picture of a law
MANY = 100  # knots of a smooth table: in longer ones step-size control finds the jumps of the third derivative


@dataclass(frozen=True)
class Law:
    """A law whose numbers are floats, or symbols once it is bound into a model."""

    name: str
    numbers: Mapping[str, Any]
    coefficients: tuple[Any, ...] = ()  # polynomial: c0 + c1 t + …
    pairs: tuple[tuple[float, float], ...] = ()  # table
    between: str = "smooth"  # of a table
    repeats: bool = False  # of a table
    expression: Expression | None = None
    values: Mapping[str, float] = field(default_factory=dict)  # circuit variables of the expression

    @property
    def continuity(self) -> int:
        """How often the law is certainly differentiable; −1 if it may jump."""
        if self.expression is not None:
            return smoothness(self.expression.root)
        if self.name != "table":
            return CONTINUITY[self.name]
        if not self.repeats:
            return BETWEEN[self.between]
        return min(BETWEEN[self.between], 1 if self.pairs[0][1] == self.pairs[-1][1] else -1)

    @property
    def is_zero(self) -> bool:
        return self.name == "constant" and isinstance(self.numbers["value"], float) and self.numbers["value"] == 0.0

    @cached_property
    def breaks(self) -> Breaks:
        """Times at which the law or one of its first derivatives jumps (the law must hold floats)."""
        if self.expression is not None:
            return Breaks((), (Corners(self.decided.decisions, self.values),))
        n = self.numbers
        if self.name == "step":
            return Breaks((n["time"],))
        if self.name in ("ramp", "cycloid"):
            return Breaks((n["start"], n["start"] + n["time"]))
        if self.name == "table":
            return self._knots()
        if self.name == "square":
            first = (-n["phase"] / (2 * math.pi)) % 1.0 / abs(n["frequency"]) if n["frequency"] else 0.0
            half = 0.5 / abs(n["frequency"]) if n["frequency"] else 0.0
            return _periodic(first % half, half, (0.0,)) if half else Breaks()
        if self.name == "pulse":
            return _periodic(n["start"], n["period"], (0.0, n["duty"] * n["period"]))
        if self.name == "sawtooth":
            return _periodic(n["start"], n["period"], (0.0,))
        if self.name == "trapezoid":
            places = (0.0, n["rise"], n["rise"] + n["width"], n["rise"] + n["width"] + n["fall"])
            return _periodic(n["start"], n["period"], places)
        return Breaks()

    def _knots(self) -> Breaks:
        times = [x for x, _ in self.pairs]
        known = times if self.between != "smooth" or len(times) <= MANY else [times[0], times[-1]]
        if not self.repeats:
            return Breaks(known)
        period = times[-1] - times[0]
        return _periodic(times[0] - period * math.ceil(max(0.0, times[0]) / period), period, [x - times[0] for x in known[:-1]])

    def symbolised(self, make: Callable[[str, float], Any]) -> Law:
        numbers = {name: make(name, number) for name, number in self.numbers.items()}
        coefficients = tuple(make(f"c{i}", number) for i, number in enumerate(self.coefficients))
        values = {name: make(name, number) for name, number in self.values.items()}
        return replace(self, numbers=numbers, coefficients=coefficients, values=values)

    @cached_property
    def decided(self) -> Decided:
        """The formula of an expression law with its corners as decisions."""
        assert self.expression is not None
        return decided(self.expression.root)

    def at(self, t: Any, segment: Any) -> Any:
        """The law as an expression of time; `segment` selects the piece."""
        return CURVES[self.name](self, t, segment)

    def number(self, t: float, segment: float | None = None) -> float:
        """The numeric value at a time; NaN where the law has no value. At a corner the later piece applies."""
        try:
            return float(self.at(float(t), float(self.breaks.inside(t) if segment is None else segment)))
        except (DocumentError, ArithmeticError, ValueError):
            return math.nan

    def curve(self, end: float, count: int) -> tuple[np.ndarray, np.ndarray]:
        """Times from zero to `end` and values to draw: corners are sampled on both sides, so that jumps are vertical."""
        corners = self.breaks.first(MOST_DRAWN, 0.0, end)
        edges = [0.0, *corners, end]
        times = [np.linspace(a, b, max(2, round(count * (b - a) / end) + 1)) for a, b in pairwise(edges)]
        values = [[self.number(t, 0.5 * (a + b)) for t in part] for part, (a, b) in zip(times, pairwise(edges), strict=True)]
        return np.concatenate(times), np.concatenate(values)


def _periodic(start: float, period: float, places: Iterable[float]) -> Breaks:
    """Corners at start + place + k·period, k = 0, 1, …"""
    return Breaks((), tuple(Clock(period, start + place) for place in places if 0.0 <= place < period))
