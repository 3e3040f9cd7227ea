"""Source laws in time: constant, step, ramp, sine, cycloid, polynomial, table, expression.

A law with corners lists its `breaks`; it selects its piece by the *segment* time (a time inside the current smooth interval), so
that no step of the integrator straddles a corner.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import pi
from typing import TYPE_CHECKING, Any

import numpy as np

from mars.errors import DocumentError
from mars.formulas.corners import SEGMENT, by_segment, corner_times, frequency, smoothness
from mars.formulas.expressions import Expression, Quantity, parse
from mars.formulas.syntax_tree import FLOATS, TIME

if TYPE_CHECKING:
    from mars.component.parameters import LawOf

# law -> its numbers: (name, unit, default); "U" stands for the unit of the law.
NUMBERS: dict[str, tuple[tuple[str, str, float | None], ...]] = {
    "constant": (("value", "U", None),),
    "step": (("time", "s", 0.0), ("before", "U", 0.0), ("after", "U", None)),
    "ramp": (("start", "s", 0.0), ("time", "s", None), ("before", "U", 0.0), ("after", "U", None)),
    "sine": (("amplitude", "U", None), ("frequency", "Hz", None), ("phase", "rad", 0.0), ("offset", "U", 0.0)),
    "cycloid": (("start", "s", 0.0), ("time", "s", None), ("before", "U", 0.0), ("after", "U", None)),
}
LAWS = (*NUMBERS, "polynomial", "table", "expression")
CONTINUITY = {
    "constant": 9,
    "step": -1,
    "ramp": 0,
    "sine": 9,
    "cycloid": 2,
    "polynomial": 9,
    "table": 2,
    "expression": 9,
}


@dataclass(frozen=True)
class Law:
    """A law whose numbers are floats, or symbols once it is bound into a model."""

    name: str
    numbers: Mapping[str, Any]
    coefficients: tuple[Any, ...] = ()  # polynomial: c0 + c1 t + …
    pairs: tuple[tuple[float, float], ...] = ()  # table
    expression: Expression | None = None
    values: Mapping[str, float] = field(default_factory=dict)  # circuit variables of the expression

    @property
    def continuity(self) -> int:
        """How often the law is certainly differentiable; −1 if it may jump."""
        return smoothness(self.expression.root) if self.expression is not None else CONTINUITY[self.name]

    @property
    def is_zero(self) -> bool:
        return self.name == "constant" and isinstance(self.numbers["value"], float) and self.numbers["value"] == 0.0

    @property
    def breaks(self) -> list[float]:
        """Times at which the law or one of its first derivatives jumps (the law must hold floats)."""
        if self.name == "step":
            return [self.numbers["time"]]
        if self.name in ("ramp", "cycloid"):
            return [self.numbers["start"], self.numbers["start"] + self.numbers["time"]]
        if self.name == "table":
            # Within a table only the third derivative jumps; in long tables this is left to step-size control.
            return [x for x, _ in self.pairs] if len(self.pairs) <= 100 else [self.pairs[0][0], self.pairs[-1][0]]
        return corner_times(self.expression.root, self.values) if self.expression is not None else []

    @property
    def frequency(self) -> float:
        """Frequency of its fastest wave in Hz; zero if it has none (the law must hold floats)."""
        if self.expression is not None:
            return frequency(self.expression.root, self.values)
        return abs(self.numbers["frequency"]) if self.name == "sine" else 0.0

    def symbolised(self, make: Callable[[str, float], Any]) -> Law:
        numbers = {name: make(name, number) for name, number in self.numbers.items()}
        coefficients = tuple(make(f"c{i}", number) for i, number in enumerate(self.coefficients))
        values = {name: make(name, number) for name, number in self.values.items()}
        return replace(self, numbers=numbers, coefficients=coefficients, values=values)

    def at(self, t: Any, segment: Any) -> Any:
        """The law as an expression of time; `segment` selects the piece."""
        return _VALUES[self.name](self, t, segment)

    def number(self, t: float, segment: float | None = None) -> float:
        """The numeric value at a time; NaN where the law has no value. At a corner the later piece applies."""
        try:
            return float(self.at(float(t), float(t if segment is None else segment)))
        except (DocumentError, ArithmeticError, ValueError):
            return math.nan

    def samples(self, times: Iterable[float]) -> np.ndarray:
        """The values at many times."""
        return np.array([self.number(t) for t in times], dtype=float)

    def _constant(self, t: Any, segment: Any) -> Any:
        return self.numbers["value"]

    def _step(self, t: Any, segment: Any) -> Any:
        return select(segment < self.numbers["time"], self.numbers["before"], self.numbers["after"])

    def _between(self, t: Any, segment: Any, shape: Callable[[Any], Any]) -> Any:
        n = self.numbers
        rise = n["before"] + (n["after"] - n["before"]) * shape((t - n["start"]) / n["time"])
        late = select(segment < n["start"] + n["time"], rise, n["after"])
        return select(segment < n["start"], n["before"], late)

    def _ramp(self, t: Any, segment: Any) -> Any:
        return self._between(t, segment, lambda s: s)

    def _cycloid(self, t: Any, segment: Any) -> Any:
        return self._between(t, segment, lambda s: s - _sine_of(2 * pi * s) / (2 * pi))  # seed 003 (7)

    def _sine(self, t: Any, segment: Any) -> Any:
        n = self.numbers
        return n["offset"] + n["amplitude"] * _sine_of(2 * pi * n["frequency"] * t + n["phase"])

    def _polynomial(self, t: Any, segment: Any) -> Any:
        total: Any = 0.0
        for c in reversed(self.coefficients):
            total = total * t + c
        return total

    def _table(self, t: Any, segment: Any) -> Any:
        first, last = self.pairs[0], self.pairs[-1]
        inside = spline(self.pairs, t)
        return select(segment < first[0], first[1], select(segment < last[0], inside, last[1]))

    def _expression(self, t: Any, segment: Any) -> Any:
        assert self.expression is not None
        pieces = replace(self.expression, root=by_segment(self.expression.root))
        return pieces.evaluate({**self.values, TIME: t, SEGMENT: segment}, functions_for(t))


_VALUES: dict[str, Callable[[Law, Any, Any], Any]] = {
    "constant": Law._constant,
    "step": Law._step,
    "ramp": Law._ramp,
    "sine": Law._sine,
    "cycloid": Law._cycloid,
    "polynomial": Law._polynomial,
    "table": Law._table,
    "expression": Law._expression,
}


def _sine_of(x: Any) -> Any:
    if isinstance(x, float):
        return math.sin(x)
    import casadi as ca

    return ca.sin(x)


def functions_for(t: Any) -> Mapping[str, Callable[..., Any]]:
    if isinstance(t, float):
        return FLOATS
    from mars.component.symbolic_functions import functions

    return functions()


@dataclass(frozen=True)
class Pieces:
    """A piecewise polynomial: knots, and for each piece its coefficients from the highest power down, about its first knot."""

    x: list[float]
    c: np.ndarray


def spline(pairs: Sequence[Sequence[float]], x: Any) -> Any:
    """Twice differentiable piecewise cubic through the pairs that starts and ends at rest (zero slope)."""
    pieces = clamped(tuple((float(a), float(b)) for a, b in pairs))
    if not isinstance(x, float):
        return piecewise(pieces, x)
    piece = min(max(bisect_right(pieces.x, x) - 1, 0), len(pieces.x) - 2)
    total = 0.0
    for c in pieces.c[:, piece].tolist():
        total = total * (x - pieces.x[piece]) + c
    return total


@lru_cache(64)
def clamped(pairs: tuple[tuple[float, float], ...]) -> Pieces:
    """Slopes at the knots that make the second derivative continuous: a tridiagonal system (Thomas's algorithm)."""
    x, y = (np.array(column) for column in zip(*pairs, strict=True))
    h = np.diff(x)
    rise = np.diff(y) / h
    slopes = np.zeros(x.size)
    upper, right = [0.0] * x.size, [0.0] * x.size
    for i in range(1, x.size - 1):
        pivot = 2 / h[i - 1] + 2 / h[i] - upper[i - 1] / h[i - 1]
        upper[i] = 1 / h[i] / pivot
        right[i] = (3 * (rise[i - 1] / h[i - 1] + rise[i] / h[i]) - right[i - 1] / h[i - 1]) / pivot
    for i in range(x.size - 2, 0, -1):
        slopes[i] = right[i] - upper[i] * slopes[i + 1]
    first, last = slopes[:-1], slopes[1:]
    return Pieces(x.tolist(), np.array([(first + last - 2 * rise) / h**2, (3 * rise - 2 * first - last) / h, first, y[:-1]]))


def characteristic(pairs: Sequence[Sequence[float]]) -> Any:
    """Piecewise cubic of a characteristic curve, extrapolated linearly. It is monotonic wherever its points are."""
    from scipy.interpolate import CubicHermiteSpline, PchipInterpolator, PPoly

    abscissae, values = zip(*pairs, strict=True)
    slopes = PchipInterpolator(abscissae, values).derivative()(abscissae)
    slopes[[0, -1]] = (np.diff(values) / np.diff(abscissae))[[0, -1]]  # pchip's end slopes may be zero, and they are extrapolated
    curve = CubicHermiteSpline(abscissae, values, slopes)
    first, last = curve.x[0], curve.x[-1]
    slope = curve.derivative()
    before = [0.0, 0.0, slope(first), curve(first) - slope(first)]
    after = [0.0, 0.0, slope(last), curve(last)]
    pieces = np.column_stack([before, curve.c, after])
    return PPoly(pieces, np.concatenate([[first - 1], curve.x, [last + 1]]))


def piecewise(polynomial: Any, x: Any) -> Any:
    """A piecewise polynomial (`Pieces`, or one from scipy) as an expression of x."""
    origin, *coefficients = chosen_piece(polynomial, x)
    total: Any = 0.0
    for c in coefficients:
        total = total * (x - origin) + c
    return total


def chosen_piece(polynomial: Any, by: Any) -> list[Any]:
    """Origin and coefficients of the piece that contains `by`, found by bisection; the first and the last extend to infinity."""
    knots = [float(k) for k in polynomial.x]

    def between(low: int, high: int) -> list[Any]:
        if high - low == 1:
            return [knots[low], *(float(c) for c in polynomial.c[:, low])]
        middle = (low + high) // 2
        condition = by < knots[middle]
        return [select(condition, a, b) for a, b in zip(between(low, middle), between(middle, high), strict=True)]

    return between(0, len(knots) - 1)


def select(condition: Any, a: Any, b: Any) -> Any:
    if isinstance(condition, bool):
        return a if condition else b
    import casadi as ca

    return ca.if_else(condition, a, b)


def read_law(typed: Any, parameter: LawOf, variables: Mapping[str, Quantity], where: str) -> Law:
    """A law from the user's input: a number, a formula of t, or {"law": "ramp", …}."""
    if isinstance(typed, str):
        return _read_formula(typed, parameter, variables, where)
    if not isinstance(typed, Mapping):
        return Law("constant", {"value": parameter.number(typed, variables, where)})
    name = typed.get("law")
    if name not in LAWS:
        raise DocumentError(
            "{where}: no such law: “{name}”. Choose one of {laws}", code="bad-value", where=where, name=name, laws=", ".join(LAWS)
        )
    if name == "expression":
        return _read_formula(typed.get("text", ""), parameter, variables, where)
    known = {"law"} | {n for n, _, _ in NUMBERS.get(name, ())}
    known |= {"coefficients"} if name == "polynomial" else {"pairs"} if name == "table" else set()
    for key in typed:
        if key not in known:
            raise DocumentError(
                "{where}: the {name} law has no parameter “{key}”. It has {known}",
                code="bad-value",
                where=where,
                name=name,
                key=key,
                known=", ".join(sorted(known - {"law"})),
            )
    if name == "polynomial":
        coefficients = typed.get("coefficients")
        if not isinstance(coefficients, list | tuple) or not 1 <= len(coefficients) <= 50:
            raise DocumentError(
                "{where}: the polynomial law needs coefficients [c0, c1, …] in {unit}, {unit}/s, …",
                code="missing-value",
                where=where,
                unit=parameter.unit,
            )
        numbers = [
            parameter.number(c, variables, f"{where}.c{i}", _per_second(parameter.unit, i)) for i, c in enumerate(coefficients)
        ]
        return Law(name, {}, coefficients=tuple(numbers))
    if name == "table":
        from mars.component.declarations import Table

        pairs = Table(None, "", "").resolve(typed.get("pairs"), variables, where)
        return Law(name, {}, pairs=tuple((a, b) for a, b in pairs))
    numbers = {}
    for number, unit, default in NUMBERS[name]:
        value = typed.get(number, default)
        if value is None:
            raise DocumentError(
                "{where}: the {name} law needs “{number}”. Give it in {unit}",
                code="missing-value",
                where=where,
                name=name,
                number=number,
                unit=parameter.unit if unit == "U" else unit,
            )
        numbers[number] = parameter.number(value, variables, f"{where}.{number}", parameter.unit if unit == "U" else unit)
    if "time" in numbers and name != "step" and numbers["time"] <= 0:
        raise DocumentError(
            "{where}.time = {time:g} s must be greater than zero. Give the duration of the change",
            code="out-of-range",
            where=where,
            time=numbers["time"],
        )
    return Law(name, numbers)


def _per_second(unit: str, power: int) -> str:
    return unit if power == 0 else f"{unit or '1'}/s" if power == 1 else f"{unit or '1'}/s^{power}"


def _read_formula(text: Any, parameter: LawOf, variables: Mapping[str, Quantity], where: str) -> Law:
    if not isinstance(text, str):
        raise DocumentError(
            "{where}: the expression law needs a formula, such as 0.5*sin(2*t)", code="missing-value", where=where
        )
    try:
        tree = parse(text, time=True)
        if "t" not in tree.names:
            return Law("constant", {"value": parameter.number(text, variables, where)})
        for name in tree.names:
            if name != "t" and name not in variables:
                raise DocumentError("unknown name “{name}”. Use t, pi or a circuit variable", code="unknown-variable", name=name)
    except DocumentError as error:
        if error.message.startswith(where):
            raise
        raise DocumentError("{where}: {error}", where=where, error=error) from None
    values = {name: float(variables[name].value) for name in tree.names if name != "t"}
    return Law("expression", {}, expression=tree, values=values)
