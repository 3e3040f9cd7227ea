"""Bounds of a formula and of its rate over an interval of time: interval arithmetic with forward differentiation.

`value_of(root, {**numbers, "t": Range.time(a, b)}, RANGES)` encloses the values and the rates of a formula for all t from a to b.
Rounding errors of single operations are not enclosed: corners need to be known only to rounding.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import reduce
from math import inf, pi
from typing import Any, NamedTuple

Bounds = tuple[float, float]

ANY: Bounds = (-inf, inf)
NONE: Bounds = (0.0, 0.0)


class Range(NamedTuple):
    """All values lie between `low` and `high`, all rates between `least` and `most`."""

    low: float
    high: float
    least: float = 0.0
    most: float = 0.0

    @classmethod
    def time(cls, begin: float, end: float) -> Range:
        return cls(begin, end, 1.0, 1.0)

    @property
    def values(self) -> Bounds:
        return self.low, self.high

    @property
    def rates(self) -> Bounds:
        return self.least, self.most

    @property
    def is_constant(self) -> bool:
        return self.low == self.high and self.least == self.most == 0.0

    @property
    def is_monotonic(self) -> bool:
        return self.least >= 0.0 or self.most <= 0.0

    def __add__(self, other: Any) -> Range:  # type: ignore[override]
        o = as_range(other)
        return Range(*_sum(self.values, o.values), *_sum(self.rates, o.rates))

    def __radd__(self, other: Any) -> Range:
        return self + other

    def __neg__(self) -> Range:
        return Range(-self.high, -self.low, -self.most, -self.least)

    def __sub__(self, other: Any) -> Range:
        return self + -as_range(other)

    def __rsub__(self, other: Any) -> Range:
        return as_range(other) + -self

    def __mul__(self, other: Any) -> Range:  # type: ignore[override]
        o = as_range(other)
        rates = _sum(_product(self.rates, o.values), _product(self.values, o.rates))
        return Range(*_product(self.values, o.values), *rates)

    def __rmul__(self, other: Any) -> Range:  # type: ignore[override]
        return self * other

    def __truediv__(self, other: Any) -> Range:
        o = as_range(other)
        if o.low <= 0.0 <= o.high:
            return Range(*ANY, *ANY)
        inverse = (1 / o.high, 1 / o.low)
        return self * Range(*inverse, *_product(_product((-1.0, -1.0), o.rates), _product(inverse, inverse)))

    def __rtruediv__(self, other: Any) -> Range:
        return as_range(other) / self

    def __lt__(self, other: Any) -> Range:  # type: ignore[override]
        return _truth(self - other, below=True)

    def __le__(self, other: Any) -> Range:  # type: ignore[override]
        return _truth(self - other, below=True)

    def __gt__(self, other: Any) -> Range:  # type: ignore[override]
        return _truth(self - other, below=False)

    def __ge__(self, other: Any) -> Range:  # type: ignore[override]
        return _truth(self - other, below=False)


def as_range(value: Any) -> Range:
    return value if isinstance(value, Range) else Range(float(value), float(value))


def hull(a: Range, b: Range) -> Range:
    """Encloses both, and a change from one to the other at any time."""
    if a == b:
        return a
    return Range(min(a.low, b.low), max(a.high, b.high), *ANY)


def _sum(a: Bounds, b: Bounds) -> Bounds:
    low, high = a[0] + b[0], a[1] + b[1]
    return (-inf if math.isnan(low) else low, inf if math.isnan(high) else high)


def _product(a: Bounds, b: Bounds) -> Bounds:
    """Zero times infinity is zero: the infinite end is not attained."""
    ends = [x * y if x != 0.0 and y != 0.0 else 0.0 for x in a for y in b]
    return (-inf, inf) if any(map(math.isnan, ends)) else (min(ends), max(ends))


def _truth(difference: Range, below: bool) -> Range:
    """1 where the difference is certainly negative (or positive), 0 where it is certainly not, otherwise either."""
    if difference.high < 0.0 or difference.low > 0.0 or difference.is_constant:
        number = float(difference.high < 0.0) if below else float(difference.low > 0.0)
        return Range(number, number)
    return Range(0.0, 1.0, *ANY)


def _monotonic(
    function: Callable[[float], float], rate: Callable[[Bounds], Bounds], domain: Bounds = ANY
) -> Callable[[Any], Range]:
    """A rising function; outside its domain anything is possible."""

    def bounded(x: Any) -> Range:
        x = as_range(x)
        if x.low < domain[0] or x.high > domain[1]:
            return Range(*ANY, *ANY)
        return Range(_at(function, x.low), _at(function, x.high), *_product(rate(x.values), x.rates))

    return bounded


def _at(function: Callable[[float], float], x: float) -> float:
    try:
        return function(x)
    except OverflowError:
        return inf
    except ValueError:
        return -inf  # log(0)


def _wave(x: Bounds, shift: float) -> Bounds:
    """sin(x + shift)."""
    low, high = x[0] + shift, x[1] + shift
    if not high - low < 2 * pi:
        return -1.0, 1.0
    ends = math.sin(low), math.sin(high)
    top = 0.5 * pi + 2 * pi * math.ceil((low - 0.5 * pi) / (2 * pi)) <= high
    bottom = -0.5 * pi + 2 * pi * math.ceil((low + 0.5 * pi) / (2 * pi)) <= high
    return (-1.0 if bottom else min(ends), 1.0 if top else max(ends))


def _sin(x: Any) -> Range:
    x = as_range(x)
    return Range(*_wave(x.values, 0.0), *_product(_wave(x.values, 0.5 * pi), x.rates))


def _cos(x: Any) -> Range:
    return _sin(as_range(x) + 0.5 * pi)


def _even(x: Bounds, function: Callable[[float], float]) -> Bounds:
    """An even function that rises with the distance from zero."""
    ends = _at(function, x[0]), _at(function, x[1])
    return (function(0.0) if x[0] <= 0.0 <= x[1] else min(ends), max(ends))


def _power(x: Any, n: Any) -> Range:
    x, n = as_range(x), as_range(n)
    if n.is_constant and n.low == round(n.low) and abs(n.low) <= 1e3:
        return _whole_power(x, round(n.low))
    if x.low <= 0.0:
        return Range(*ANY, *ANY)
    return RANGES["exp"](n * RANGES["log"](x))


def _whole_power(x: Range, n: int) -> Range:
    if n < 0:
        return Range(1.0, 1.0) / _whole_power(x, -n)
    if n == 0:
        return Range(1.0, 1.0)
    return Range(*_power_bounds(x.values, n), *_product(_product((float(n), float(n)), _power_bounds(x.values, n - 1)), x.rates))


def _power_bounds(x: Bounds, n: int) -> Bounds:
    if n == 0:
        return 1.0, 1.0
    return _even(x, lambda a: a**n) if n % 2 == 0 else (_at(lambda a: a**n, x[0]), _at(lambda a: a**n, x[1]))


def _abs(x: Any) -> Range:
    x = as_range(x)
    if x.low >= 0.0 or x.high <= 0.0:
        return x if x.low >= 0.0 else -x
    return Range(0.0, max(-x.low, x.high), *_product((-1.0, 1.0), x.rates))


def _steps(function: Callable[[float], float]) -> Callable[[Any], Range]:
    """A function that is constant between its jumps."""

    def bounded(x: Any) -> Range:
        x = as_range(x)
        low, high = (function(end) if math.isfinite(end) else end for end in x.values)
        return Range(low, high) if low == high else Range(low, high, *ANY)

    return bounded


def _least(a: Any, b: Any) -> Range:
    a, b = as_range(a), as_range(b)
    if a.high <= b.low or b.high <= a.low:
        return a if a.high <= b.low else b
    return Range(min(a.low, b.low), min(a.high, b.high), min(a.least, b.least), max(a.most, b.most))


def _most(a: Any, b: Any) -> Range:
    return -_least(-as_range(a), -as_range(b))


def _either(condition: Any, a: Any, b: Any) -> Range:
    condition, a, b = as_range(condition), as_range(a), as_range(b)
    if condition.low > 0.0 or condition.high < 0.0:
        return a
    return b if condition.is_constant else hull(a, b)


def _mod(x: Any, y: Any) -> Range:
    return as_range(x) - as_range(y) * RANGES["floor"](as_range(x) / y)


def _atan2(y: Any, x: Any) -> Range:
    y, x = as_range(y), as_range(x)
    if x.low > 0.0:
        return RANGES["atan"](y / x)
    rates = (x * Range(*y.rates) - y * Range(*x.rates)) / (x * x + y * y)
    if y.low > 0.0 or y.high < 0.0:  # beside the cut
        middle = math.copysign(0.5 * pi, y.low)
        return Range(*(middle - RANGES["atan"](x / y)).values, *rates.values)
    return Range(-pi, pi, *ANY)


def _arc_rate(x: Bounds) -> Bounds:
    return ANY if max(map(abs, x)) >= 1 else _even(x, lambda a: 1 / math.sqrt(1 - a * a))


def _root_rate(x: Bounds) -> Bounds:
    slow, fast = (0.5 / math.sqrt(end) if end else inf for end in reversed(x))
    return slow, fast


# The namespace for ranges, with the keys of `syntax_tree.FLOATS`.
RANGES: dict[str, Callable[..., Any]] = {
    "sin": _sin,
    "cos": _cos,
    "tan": lambda x: _sin(x) / _cos(x),
    "asin": _monotonic(math.asin, _arc_rate, (-1, 1)),
    "acos": lambda x: 0.5 * pi - RANGES["asin"](x),
    "atan": _monotonic(math.atan, lambda x: _falling(x, lambda a: 1 / (1 + a * a))),
    "sinh": _monotonic(math.sinh, lambda x: _even(x, math.cosh)),
    "cosh": lambda x: 0.5 * (RANGES["exp"](as_range(x)) + RANGES["exp"](-as_range(x))),
    "tanh": _monotonic(math.tanh, lambda x: _falling(x, lambda a: 1 - math.tanh(a) ** 2)),
    "exp": _monotonic(math.exp, lambda x: (_at(math.exp, x[0]), _at(math.exp, x[1]))),
    "log": _monotonic(math.log, lambda x: (1 / x[1], inf if x[0] == 0.0 else 1 / x[0]), (0.0, inf)),
    "sqrt": _monotonic(math.sqrt, _root_rate, (0.0, inf)),
    "abs": _abs,
    "sign": _steps(lambda x: float((x > 0) - (x < 0))),
    "floor": _steps(lambda x: float(math.floor(x))),
    "min": lambda *a: reduce(_least, a),
    "max": lambda *a: reduce(_most, a),
    "mod": _mod,
    "atan2": _atan2,
    "if": _either,
    "^": _power,
}  # fmt: skip


def _falling(x: Bounds, function: Callable[[float], float]) -> Bounds:
    """An even function that falls with the distance from zero to a limit of zero."""
    ends = [0.0 if math.isinf(end) else function(end) for end in x]
    return (min(ends), function(0.0) if x[0] <= 0.0 <= x[1] else max(ends))
