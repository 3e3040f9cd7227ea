"""Dimensions of formulas: a length cannot be added to a time. A bare number takes the unit of its context."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from fractions import Fraction

from mars.errors import DocumentError
from mars.formulas.syntax_tree import FLOATS, TIME, Chain, Name, Node, Number, known, value_of
from mars.formulas.units import DIMENSIONLESS, Dimension, as_said
from mars.messages import Message


class Loose(Enum):
    """The dimension of time-dependent expressions: it matches everything, because users write sin(2*pi*t)."""

    ANY = "any"


ANY = Loose.ANY
# None is a bare number: no unit was written, so it takes the unit of its context.
Measure = Dimension | Loose | None

_ANGLE_FROM_RATIO = {"asin", "acos", "atan"}
_KEEPS = {"abs", "neg"}
_ALIKE = {"min", "max", "mod"}


def dimension_of(node: Node, dimensions: Mapping[str, Measure]) -> Measure:
    """None for a bare number, ANY for time-dependent expressions."""
    if isinstance(node, Number):
        return node.dimension
    if isinstance(node, Name):
        return ANY if node.name == TIME else known(node.name, dimensions)
    if isinstance(node, Chain):
        result = dimension_of(node.first, dimensions)
        for sign, other in node.rest:
            result = _combined(sign, result, dimension_of(other, dimensions))
        return result
    name = node.function
    of = [dimension_of(argument, dimensions) for argument in node.arguments]
    if name in _KEEPS:
        return of[0]
    if name in _ALIKE or name == "atan2":
        common = of[0]
        for other in of[1:]:
            common = _common(common, other, Message("the arguments of {name}", name=name))
        return DIMENSIONLESS if name == "atan2" else common
    if name == "if":
        return _common(of[1], of[2], "the branches of if")
    if name == "sign":
        return None
    if name == "sqrt":
        return _power(of[0], Fraction(1, 2))
    if name == "^":
        _plain(of[1], "an exponent")
        if of[0] is None or of[0] in (ANY, DIMENSIONLESS):
            return of[0]
        return _power(of[0], _constant(node.arguments[1]))
    _plain(of[0], Message("the argument of {name}", name=name))
    return DIMENSIONLESS if name in _ANGLE_FROM_RATIO else None


def _combined(sign: str, a: Measure, b: Measure) -> Measure:
    if sign in "+-":
        return _common(a, b, Message("the two sides of {sign}", sign=sign))
    if sign not in "*/":
        _common(a, b, Message("the two sides of {sign}", sign=sign))
        return None
    if a is ANY or b is ANY:
        return ANY
    if b is None:
        return a
    over = 1 if sign == "*" else -1
    return tuple(x + over * y for x, y in zip(a or DIMENSIONLESS, b, strict=True))


def _common(a: Measure, b: Measure, where: str) -> Measure:
    if a is None or b is ANY:
        return b
    if b is None or a is ANY or a == b:
        return a
    raise DocumentError(
        "{where} have different units: {unit} and {unit_other}",
        code="bad-unit",
        where=where,
        unit=as_said(a),
        unit_other=as_said(b),
    )


def _plain(dimension: Measure, what: str) -> None:
    if dimension is not None and not isinstance(dimension, Loose) and dimension != DIMENSIONLESS:
        raise DocumentError(
            "{what} must be a number without a unit or an angle, not a value in {unit}",
            code="bad-unit",
            what=what,
            unit=as_said(dimension),
        )


def _power(dimension: Measure, power: Fraction) -> Measure:
    if dimension is None or isinstance(dimension, Loose):
        return dimension
    return tuple(x * power for x in dimension)


def _constant(node: Node) -> Fraction:
    try:
        power = Fraction(value_of(node, {}, FLOATS)).limit_denominator(60)
    except (ArithmeticError, ValueError, DocumentError):
        raise DocumentError("a quantity with a unit can only be raised to a constant power", code="bad-unit") from None
    if abs(power) > 60:
        raise DocumentError("a quantity with a unit can only be raised to a power between -60 and 60", code="bad-unit")
    return power
