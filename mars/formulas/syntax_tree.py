"""The tree of a formula, its vocabulary, and its value."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from mars.errors import DocumentError
from mars.formulas.units import Dimension
from mars.messages import Message, did_you_mean

CONSTANTS = {"pi": math.pi, "e": math.e}
TIME = "t"

# Of formulas whose corners are held (mars.formulas.decisions):
CHOOSE = "choose"  # condition, a, b, running condition: `if` with its condition held
MODE = "mode"  # mode, running value: the mode, or the running value while it is zero, that is, not chosen yet

# The number of arguments of each function; value_of() needs each used function in its namespace.
FUNCTIONS: dict[str, tuple[int, float]] = {
    **dict.fromkeys(("sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh"), (1, 1)),
    **dict.fromkeys(("exp", "log", "sqrt", "abs", "sign", "floor"), (1, 1)),
    **dict.fromkeys(("atan2", "mod"), (2, 2)),
    **dict.fromkeys(("min", "max"), (2, math.inf)),
    "if": (3, 3),
}
RESERVED = {*FUNCTIONS, *CONSTANTS, TIME}

# The namespace for floats. One for symbols has the same keys; `^` may be omitted and is then Python's own power.
FLOATS: dict[str, Callable[..., Any]] = {
    **{name: getattr(math, name) for name in FUNCTIONS if hasattr(math, name)},
    "abs": abs,
    "sign": lambda x: float((x > 0) - (x < 0)),
    "min": min,
    "max": max,
    "floor": lambda x: float(math.floor(x)),
    "mod": lambda x, y: x - y * math.floor(x / y),
    "if": lambda condition, a, b: a if condition else b,
    MODE: lambda mode, running: mode if mode else running,
    "^": math.pow,  # unlike `**`, a negative base with a fractional exponent is an error and not a complex number
}

_OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}

UNKNOWN = ". Add it to the circuit's variables"  # what to do about an unknown name


@dataclass(frozen=True)
class Number:
    value: float
    dimension: Dimension | None = None


@dataclass(frozen=True)
class Name:
    name: str


@dataclass(frozen=True)
class Chain:
    """`a + b - c` or `a * b / c`, folded from the left. Flat, so that a long sum is not a deep tree."""

    first: Node
    rest: tuple[tuple[str, Node], ...]


@dataclass(frozen=True)
class Call:
    """A function, `neg` or `^` with its arguments."""

    function: str
    arguments: tuple[Node, ...]


Node = Number | Name | Chain | Call


def value_of(node: Node, values: Mapping[str, Any], functions: Mapping[str, Callable[..., Any]]) -> Any:
    """The value in SI: floats or symbols, as `values` and `functions` are."""
    if isinstance(node, Number):
        return node.value
    if isinstance(node, Name):
        return known(node.name, values)
    if isinstance(node, Chain):
        result = value_of(node.first, values, functions)
        for sign, other in node.rest:
            result = _OPERATORS[sign](result, value_of(other, values, functions))
        return result
    if node.function == "neg":
        return -value_of(node.arguments[0], values, functions)
    if node.function in ("if", CHOOSE):
        condition = value_of(node.arguments[0], values, functions)
        # A decided condition does not evaluate the other branch: if(x > 0, log(x), 0) is fine at x = 0.
        if isinstance(condition, (bool, int, float)):
            return value_of(node.arguments[1 if condition else 2], values, functions)
        return functions[node.function](condition, *(value_of(a, values, functions) for a in node.arguments[1:]))
    arguments = [value_of(a, values, functions) for a in node.arguments]
    if node.function == "^":
        return functions.get("^", operator.pow)(*arguments)
    return functions[node.function](*arguments)


def known(name: str, names: Mapping[str, Any]) -> Any:
    try:
        return names[name]
    except KeyError:
        hint = did_you_mean(name, names) or Message(UNKNOWN)
        raise DocumentError("unknown name {name!r}{hint}", code="unknown-variable", name=name, hint=hint) from None
