"""Formulas as typed: text -> `Expression` -> floats or symbols, with units checked."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from mars.errors import DocumentError
from mars.formulas.dimensions import Loose, Measure, dimension_of
from mars.formulas.parser import Parser
from mars.formulas.syntax_tree import FLOATS, TIME, Node, value_of
from mars.formulas.tokens import wrong
from mars.formulas.units import Dimension, as_said, parse_unit
from mars.messages import Message


@dataclass(frozen=True)
class Quantity:
    """A value in SI with its dimension; None is a bare number."""

    value: float
    dimension: Dimension | None = None


@dataclass(frozen=True)
class Expression:
    """A parsed formula: the text as typed, its tree and its free names (with `t` if it depends on time)."""

    text: str
    root: Node
    names: frozenset[str]

    def evaluate(self, values: Mapping[str, Any], functions: Mapping[str, Callable[..., Any]] = FLOATS) -> Any:
        """The value in SI. `values` and `functions` decide whether it is a float or, say, a CasADi expression."""
        try:
            result = value_of(self.root, values, functions)
            if isinstance(result, (bool, int)):
                result = float(result)
        except ZeroDivisionError:
            raise wrong(self.text, "division by zero") from None
        except (ValueError, OverflowError):
            raise wrong(self.text, "no finite real value (log, root or power out of range)") from None
        except DocumentError as error:
            raise wrong(self.text, error.message) from None
        if isinstance(result, float) and not math.isfinite(result):
            raise wrong(self.text, "the value is not finite")
        return result

    def dimension(self, dimensions: Mapping[str, Measure]) -> Measure:
        """The dimension of the value; None for a bare number, ANY when it depends on time."""
        try:
            return dimension_of(self.root, dimensions)
        except DocumentError as error:
            raise wrong(self.text, error.message) from None


@lru_cache(maxsize=4096)
def parse(text: str, *, time: bool = False) -> Expression:
    """The tree of a formula; `t` is allowed only if `time` is set."""
    parser = Parser(text)
    root = parser.whole()
    if TIME in parser.names and not time:
        raise wrong(text, "depends on the time t, but this value must be constant")
    return Expression(text, root, frozenset(parser.names))


def measure(text: str | float, variables: Mapping[str, Quantity]) -> Quantity:
    """Value and dimension of user input."""
    if not isinstance(text, str):
        return Quantity(_finite(text))
    expression = parse(text)
    # The others are only needed to suggest one of them for an unknown name.
    names = expression.names if expression.names <= variables.keys() else variables
    dimension = expression.dimension({name: variables[name].dimension for name in names})
    assert not isinstance(dimension, Loose)  # only t is ANY, and parse() refused it
    return Quantity(expression.evaluate({name: variables[name].value for name in names}), dimension)


def quantity(text: str | float, variables: Mapping[str, Quantity], unit: str) -> float:
    """The SI value of a parameter declared in `unit`; a bare number is in that unit."""
    declared = parse_unit(unit)
    result = measure(text, variables)
    if result.dimension is None:
        return _finite(result.value * declared.factor)
    if result.dimension != declared.dimension:
        expected = Message("a value in {unit}", unit=unit) if unit not in ("", "1") else "a number without a unit"
        example = f"1.5 {unit}".removesuffix(" 1").rstrip()
        raise wrong(
            str(text),
            Message(
                "expected {expected}, found a value in {unit_found}. Enter a value such as {example}",
                expected=expected,
                unit_found=as_said(result.dimension),
                example=example,
            ),
        )
    return result.value


def _finite(value: Any) -> float:
    try:
        number = math.nan if isinstance(value, bool) else float(value)
    except (TypeError, ValueError, OverflowError):
        raise DocumentError(
            "{value!r} is not a number. Enter a number or a formula", code="bad-value", value=str(value)[:40]
        ) from None
    if not math.isfinite(number):
        raise DocumentError("the value {number} is not finite. Enter a finite number", code="not-finite", number=number)
    return number
