"""The curve of each law as an expression of time, of floats or symbols; the segment time selects the piece."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import replace
from math import pi
from typing import TYPE_CHECKING, Any

import numpy as np

from mars.component.piecewise import Pieces, chosen_piece, select, spline
from mars.formulas.decisions import SEGMENT
from mars.formulas.syntax_tree import FLOATS, TIME

if TYPE_CHECKING:
    from mars.component.laws import Law


def _constant(law: Law, t: Any, segment: Any) -> Any:
    return law.numbers["value"]


def _step(law: Law, t: Any, segment: Any) -> Any:
    return select(segment < law.numbers["time"], law.numbers["before"], law.numbers["after"])


def _between(law: Law, t: Any, segment: Any, shape: Callable[[Any], Any]) -> Any:
    n = law.numbers
    rise = n["before"] + (n["after"] - n["before"]) * shape((t - n["start"]) / n["time"])
    late = select(segment < n["start"] + n["time"], rise, n["after"])
    return select(segment < n["start"], n["before"], late)


def _ramp(law: Law, t: Any, segment: Any) -> Any:
    return _between(law, t, segment, lambda s: s)


def _cycloid(law: Law, t: Any, segment: Any) -> Any:
    return _between(law, t, segment, lambda s: s - _call("sin", 2 * pi * s) / (2 * pi))  # seed 003 (7)


def _sine(law: Law, t: Any, segment: Any) -> Any:
    n = law.numbers
    return n["offset"] + n["amplitude"] * _call("sin", 2 * pi * n["frequency"] * t + n["phase"])


def _square(law: Law, t: Any, segment: Any) -> Any:
    """The sign of the sine with the same numbers."""
    n = law.numbers
    turns = n["frequency"] * segment + n["phase"] / (2 * pi)
    up = turns - _call("floor", turns) < 0.5
    return n["offset"] + select(up, n["amplitude"], -n["amplitude"])


def _pulse(law: Law, t: Any, segment: Any) -> Any:
    n = law.numbers
    place = segment - _begin_of_period(law, segment)
    return select(segment < n["start"], n["low"], select(place < n["duty"] * n["period"], n["high"], n["low"]))


def _sawtooth(law: Law, t: Any, segment: Any) -> Any:
    n = law.numbers
    rising = n["low"] + (n["high"] - n["low"]) * (t - _begin_of_period(law, segment)) / n["period"]
    return select(segment < n["start"], n["low"], rising)


def _trapezoid(law: Law, t: Any, segment: Any) -> Any:
    n = law.numbers
    begin, height = _begin_of_period(law, segment), n["high"] - n["low"]
    place, s = segment - begin, t - begin
    top = n["rise"] + n["width"]
    falling = select(place < top + n["fall"], n["high"] - height * (s - top) / n["fall"], n["low"])
    wave = select(place < n["rise"], n["low"] + height * s / n["rise"], select(place < top, n["high"], falling))
    return select(segment < n["start"], n["low"], wave)


def _begin_of_period(law: Law, segment: Any) -> Any:
    start, period = law.numbers["start"], law.numbers["period"]
    return start + period * _call("floor", (segment - start) / period)


def _polynomial(law: Law, t: Any, segment: Any) -> Any:
    total: Any = 0.0
    for c in reversed(law.coefficients):
        total = total * t + c
    return total


def _table(law: Law, t: Any, segment: Any) -> Any:
    """Held before its first and after its last time, or repeated for ever."""
    first, last = law.pairs[0], law.pairs[-1]
    if not law.repeats:
        return select(segment < first[0], first[1], select(segment < last[0], _curve(law, t, segment), last[1]))
    shift = (last[0] - first[0]) * _call("floor", (segment - first[0]) / (last[0] - first[0]))
    return _curve(law, t - shift, segment - shift)


def _curve(law: Law, t: Any, segment: Any) -> Any:
    """Between the first and the last time."""
    if law.between == "smooth":
        return spline(law.pairs, t)
    x, y = (np.array(column) for column in zip(*law.pairs, strict=True))
    slopes = np.diff(y) / np.diff(x) if law.between == "straight" else np.zeros(x.size - 1)
    if isinstance(segment, float):
        piece = min(max(bisect_right(x.tolist(), segment) - 1, 0), x.size - 2)
        return float(y[piece] + slopes[piece] * (t - x[piece]))
    origin, slope, value = chosen_piece(Pieces(x.tolist(), np.array([slopes, y[:-1]])), segment)
    return value + slope * (t - origin)


def _expression(law: Law, t: Any, segment: Any) -> Any:
    assert law.expression is not None
    pieces = replace(law.expression, root=law.decided.held(law.decided.root))
    return pieces.evaluate({**law.values, TIME: t, SEGMENT: segment}, functions_for(t))


def functions_for(t: Any) -> Mapping[str, Callable[..., Any]]:
    if isinstance(t, float):
        return FLOATS
    from mars.component.symbolic_functions import functions

    return functions()


def _call(function: str, x: Any) -> Any:
    return functions_for(x)[function](x)


CURVES: dict[str, Callable[[Any, Any, Any], Any]] = {
    "constant": _constant,
    "step": _step,
    "ramp": _ramp,
    "sine": _sine,
    "cycloid": _cycloid,
    "pulse": _pulse,
    "square": _square,
    "sawtooth": _sawtooth,
    "trapezoid": _trapezoid,
    "polynomial": _polynomial,
    "table": _table,
    "expression": _expression,
}
