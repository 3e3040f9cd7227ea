"""The safe formula parser: text -> tree -> floats or symbols. Nothing is ever handed to Python's own evaluator.

A unit may follow a number directly (`30 deg`, `2 N·m/rad`) and is written without spaces; a name after a number needs
its `*`. So a formula means the same whatever the variables are called: `2 N*m` is a torque, `2 N * m` multiplies by m.
"""

from __future__ import annotations

import math
import operator
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from mars.errors import DocumentError
from mars.units import DIMENSIONLESS, SYMBOLS, Dimension, near, parse_unit, spelled, unit_end

LONGEST_FORMULA = 10_000
DEEPEST_FORMULA = 100
CONSTANTS = {"pi": math.pi, "e": math.e}
TIME = "t"

# How many arguments each function takes; evaluate() wants each one used in the namespace it is given.
FUNCTIONS: dict[str, tuple[int, float]] = {
    **dict.fromkeys(("sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh"), (1, 1)),
    **dict.fromkeys(("exp", "log", "sqrt", "abs", "sign", "floor"), (1, 1)),
    **dict.fromkeys(("atan2", "mod"), (2, 2)),
    **dict.fromkeys(("min", "max"), (2, math.inf)),
    "if": (3, 3),
}
RESERVED = {*FUNCTIONS, *CONSTANTS, TIME}

# The namespace for floats. One for symbols has the same keys; `^` may be left out and is then Python's own power.
FLOATS: dict[str, Callable[..., Any]] = {
    **{name: getattr(math, name) for name in FUNCTIONS if hasattr(math, name)},
    "abs": abs,
    "sign": lambda x: float((x > 0) - (x < 0)),
    "min": min,
    "max": max,
    "floor": lambda x: float(math.floor(x)),
    "mod": lambda x, y: x - y * math.floor(x / y),
    "if": lambda condition, a, b: a if condition else b,
    "^": math.pow,  # unlike `**`, a negative base with a broken exponent is an error and not a complex number
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
_LEVELS = {"<": 1, "<=": 1, ">": 1, ">=": 1, "+": 2, "-": 2, "*": 3, "/": 3, "^": 5}
_UNARY = 4
_SAME = {"**": "^", "·": "*", "⋅": "*", "×": "*", "−": "-", "≤": "<=", "≥": ">="}


class Loose(Enum):
    """The dimension of what depends on time: it fits everything, because people write sin(2*pi*t)."""

    ANY = "any"


ANY = Loose.ANY
# None is a bare number: no unit was written, so it takes the unit of its surroundings.
Measure = Dimension | Loose | None


@dataclass(frozen=True)
class Quantity:
    """A value in SI with its dimension; a dimension of None is a bare number."""

    value: float
    dimension: Dimension | None = None


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


@dataclass(frozen=True)
class Expression:
    """A parsed formula: the text as typed, its tree and its free names (with `t` if it depends on time)."""

    text: str
    root: Node
    names: frozenset[str]

    def evaluate(self, values: Mapping[str, Any], functions: Mapping[str, Callable[..., Any]] = FLOATS) -> Any:
        """The value in SI. `values` and `functions` decide whether it is a float or, say, a CasADi expression."""
        try:
            result = _value(self.root, values, functions)
            if isinstance(result, (bool, int)):
                result = float(result)
        except ZeroDivisionError:
            raise _wrong(self.text, "it divides by zero") from None
        except (ValueError, OverflowError):
            raise _wrong(self.text, "it has no finite real value (log, root or power out of range)") from None
        except DocumentError as error:
            raise _wrong(self.text, str(error)) from None
        if isinstance(result, float) and not math.isfinite(result):
            raise _wrong(self.text, "its value is not finite")
        return result

    def dimension(self, dimensions: Mapping[str, Measure]) -> Measure:
        """The dimension of the value; None for a bare number, ANY when it depends on time."""
        try:
            return _dimension(self.root, dimensions)
        except DocumentError as error:
            raise _wrong(self.text, str(error)) from None


@lru_cache(maxsize=4096)
def parse(text: str, *, time: bool = False) -> Expression:
    """The tree of a formula; `t` may appear only where `time` says so."""
    parser = _Parser(text)
    root = parser.whole()
    if TIME in parser.names and not time:
        raise _wrong(text, "it depends on the time t, but this value is constant")
    return Expression(text, root, frozenset(parser.names))


def measure(text: str | float, variables: Mapping[str, Quantity]) -> Quantity:
    """Value and dimension of what a user typed."""
    if not isinstance(text, str):
        return Quantity(_finite(text))
    expression = parse(text)
    dimension = expression.dimension({name: q.dimension for name, q in variables.items()})
    assert not isinstance(dimension, Loose)  # only t is ANY, and parse() refused it
    return Quantity(expression.evaluate({name: q.value for name, q in variables.items()}), dimension)


def quantity(text: str | float, variables: Mapping[str, Quantity], unit: str) -> float:
    """The SI value of a parameter declared in `unit`; a bare number is in that unit."""
    declared = parse_unit(unit)
    result = measure(text, variables)
    if result.dimension is None:
        return _finite(result.value * declared.factor)
    if result.dimension != declared.dimension:
        expected = f"a value in {unit}" if unit not in ("", "1") else "a plain number"
        raise _wrong(str(text), f"{expected} is expected, this is in {spelled(result.dimension)}")
    return result.value


def rename(text: str, old: str, new: str) -> str:
    """The formula with one variable renamed and everything else as typed."""
    try:
        tokens = list(_tokens(text))
    except DocumentError:
        return text  # not a formula, so it names no variable
    old, pieces, done = unicodedata.normalize("NFC", old), [], 0
    for token, following in pairwise(tokens):
        if token.kind == "name" and token.text == old and following.text != "(":
            pieces += [text[done : token.start], new]
            done = token.end
    return "".join([*pieces, text[done:]])


def is_name_character(character: str, *, first: bool = False) -> bool:
    """Letters of any script and `_`, then also digits and combining marks."""
    category = unicodedata.category(character)
    return character == "_" or category[0] == "L" or (not first and (category == "Nd" or category[0] == "M"))


class _Token(NamedTuple):
    kind: str  # number, unit, name, mark, end
    text: str
    start: int
    end: int


_NUMBER = re.compile(r"(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_MARK = re.compile(r"\*\*|<=|>=|[-+*/^()<>,·⋅×−≤≥]")
_SPACE = re.compile(r"\s*")


def _space_end(text: str, start: int) -> int:
    space = _SPACE.match(text, start)
    return space.end() if space else start


def _tokens(text: str) -> Iterator[_Token]:
    if len(text) > LONGEST_FORMULA:
        raise _wrong(text, f"it is longer than {LONGEST_FORMULA} characters. Split it into circuit variables")
    position = _space_end(text, 0)
    while position < len(text):
        if number := _NUMBER.match(text, position):
            yield _Token("number", number[0], *number.span())
            position = _space_end(text, number.end())
            end = unit_end(text, position)
            if end > position:
                yield _Token("unit", text[position:end], position, end)
        elif is_name_character(text[position], first=True):
            end = position + 1
            while end < len(text) and is_name_character(text[end]):
                end += 1
            yield _Token("name", unicodedata.normalize("NFC", text[position:end]), position, end)
        elif mark := _MARK.match(text, position):
            end = mark.end()
            yield _Token("mark", _SAME.get(mark[0], mark[0]), position, end)
        else:
            raise _wrong(text, f"{text[position]!r} is not understood", position)
        position = _space_end(text, end)
    yield _Token("end", "", position, position)


class _Parser:
    """Precedence climbing. Binding, loosest first: comparison, sum, product, sign, power (to the right)."""

    def __init__(self, text: str):
        self.text = text
        self.tokens = list(_tokens(text))
        self.position = 0
        self.depth = 0
        self.names: set[str] = set()

    @property
    def token(self) -> _Token:
        return self.tokens[self.position]

    def take(self) -> _Token:
        token = self.token
        self.position += 1
        return token

    def fail(self, cause: str) -> DocumentError:
        return _wrong(self.text, cause, self.token.start)

    def whole(self) -> Node:
        if self.token.kind == "end":
            raise _wrong(self.text, "it is empty. Type a number, with its unit if it has one")
        root = self.expression()
        if self.token.text == ",":
            raise self.fail("a comma is out of place; decimals take a point, as in 0.5")
        if self.token.kind != "end":
            raise self.fail(f"{self.token.text!r} is out of place")
        return root

    def expression(self, floor: int = 1) -> Node:
        self.depth += 1
        if self.depth > DEEPEST_FORMULA:
            raise self.fail(f"it is nested deeper than {DEEPEST_FORMULA}. Split it into circuit variables")
        left = self.operand()
        while (level := _LEVELS.get(self.token.text, -1)) >= floor:
            if self.token.text == "^":
                self.take()
                left = Call("^", (left, self.expression(_UNARY)))
                continue
            rest = []
            while _LEVELS.get(self.token.text) == level:
                sign = self.take().text
                rest.append((sign, self.expression(level + 1)))
            if level == 1 and len(rest) > 1:
                raise self.fail("comparisons do not chain; compare twice")
            left = Chain(left, tuple(rest))
        self.depth -= 1
        return left

    def operand(self) -> Node:
        token = self.token
        if token.text in ("-", "+"):
            self.take()
            inner = self.expression(_UNARY)
            return Call("neg", (inner,)) if token.text == "-" else inner
        if token.text == "(":
            self.take()
            inner = self.expression()
            self.close()
            return inner
        if token.kind == "number":
            return self.number()
        if token.kind == "name":
            return self.name()
        raise self.fail(f"a value is expected instead of {token.text!r}" if token.text else "it ends too early")

    def number(self) -> Node:
        literal = self.take().text
        value, dimension = float(literal), None
        if self.token.kind == "unit":
            unit = parse_unit(self.take().text)
            value, dimension = value * unit.factor, unit.dimension
            if self.token.text == "^":
                raise self.fail("is the unit or the value raised? Write 3 m^2 or (3 m)^2")
        elif self.token.kind == "name":
            word = self.token.text
            hint = f"{near(word, SYMBOLS) or '.'} To multiply, write {literal}*{word}"
            raise self.fail(f"after a number comes a unit, and {word!r} is none{hint}")
        if not math.isfinite(value):
            raise self.fail(f"the number {literal[:20]} is too large")
        return Number(value, dimension)

    def name(self) -> Node:
        name = self.take().text
        if name in FUNCTIONS:
            return self.call(name)
        if self.token.text == "(":
            raise self.fail(f"{name!r} is no function{near(name, FUNCTIONS)}")
        if name in CONSTANTS:
            return Number(CONSTANTS[name])
        self.names.add(name)
        return Name(name)

    def call(self, function: str) -> Node:
        if self.token.text != "(":
            raise self.fail(f"the function {function} needs its arguments in parentheses")
        self.take()
        arguments = [self.expression()]
        while self.token.text == ",":
            self.take()
            arguments.append(self.expression())
        self.close()
        least, most = FUNCTIONS[function]
        if not least <= len(arguments) <= most:
            wanted = f"{least}" if least == most else f"at least {least}"
            raise self.fail(f"{function} takes {wanted} argument{'s' * (wanted != '1')}, not {len(arguments)}")
        return Call(function, tuple(arguments))

    def close(self) -> None:
        if self.token.text != ")":
            raise self.fail("a closing parenthesis is missing")
        self.take()


def _value(node: Node, values: Mapping[str, Any], functions: Mapping[str, Callable[..., Any]]) -> Any:
    if isinstance(node, Number):
        return node.value
    if isinstance(node, Name):
        return _known(node.name, values)
    if isinstance(node, Chain):
        result = _value(node.first, values, functions)
        for sign, other in node.rest:
            result = _OPERATORS[sign](result, _value(other, values, functions))
        return result
    if node.function == "neg":
        return -_value(node.arguments[0], values, functions)
    if node.function == "if":
        condition = _value(node.arguments[0], values, functions)
        # A decided condition leaves the other branch alone: if(x > 0, log(x), 0) is fine at x = 0.
        if isinstance(condition, (bool, int, float)):
            return _value(node.arguments[1 if condition else 2], values, functions)
        return functions["if"](condition, *(_value(a, values, functions) for a in node.arguments[1:]))
    arguments = [_value(a, values, functions) for a in node.arguments]
    if node.function == "^":
        return functions.get("^", operator.pow)(*arguments)
    return functions[node.function](*arguments)


_ANGLE_FROM_RATIO = {"asin", "acos", "atan"}
_KEEPS = {"abs", "neg"}
_ALIKE = {"min", "max", "mod"}


def _dimension(node: Node, dimensions: Mapping[str, Measure]) -> Measure:
    if isinstance(node, Number):
        return node.dimension
    if isinstance(node, Name):
        return ANY if node.name == TIME else _known(node.name, dimensions)
    if isinstance(node, Chain):
        result = _dimension(node.first, dimensions)
        for sign, other in node.rest:
            result = _combined(sign, result, _dimension(other, dimensions))
        return result
    name = node.function
    of = [_dimension(argument, dimensions) for argument in node.arguments]
    if name in _KEEPS:
        return of[0]
    if name in _ALIKE or name == "atan2":
        common = of[0]
        for other in of[1:]:
            common = _common(common, other, f"the arguments of {name}")
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
    _plain(of[0], f"the argument of {name}")
    return DIMENSIONLESS if name in _ANGLE_FROM_RATIO else None


def _combined(sign: str, a: Measure, b: Measure) -> Measure:
    if sign in "+-":
        return _common(a, b, "the two sides of " + sign)
    if sign not in "*/":
        _common(a, b, "the two sides of " + sign)
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
    raise DocumentError(f"{where} do not fit: {spelled(a)} and {spelled(b)}")


def _plain(dimension: Measure, what: str) -> None:
    if dimension is not None and not isinstance(dimension, Loose) and dimension != DIMENSIONLESS:
        raise DocumentError(f"{what} must be a plain number or an angle, not in {spelled(dimension)}")


def _power(dimension: Measure, power: Fraction) -> Measure:
    if dimension is None or isinstance(dimension, Loose):
        return dimension
    return tuple(x * power for x in dimension)


def _constant(node: Node) -> Fraction:
    try:
        power = Fraction(_value(node, {}, FLOATS)).limit_denominator(60)
    except (ArithmeticError, ValueError, DocumentError):
        raise DocumentError("a quantity with a unit can only be raised to a constant") from None
    if abs(power) > 60:
        raise DocumentError("a quantity with a unit can only be raised to powers up to 60")
    return power


def _known(name: str, names: Mapping[str, Any]) -> Any:
    try:
        return names[name]
    except KeyError:
        hint = near(name, names) or ". Add it to the circuit's variables"
        raise DocumentError(f"the name {name!r} is unknown{hint}") from None


def _finite(value: Any) -> float:
    try:
        number = math.nan if isinstance(value, bool) else float(value)
    except (TypeError, ValueError, OverflowError):
        raise DocumentError(f"{str(value)[:40]!r} is not a number. Type a number or a formula") from None
    if not math.isfinite(number):
        raise DocumentError(f"the value {number} is not finite. Type a finite number")
    return number


def _wrong(text: str, cause: str, position: int | None = None) -> DocumentError:
    shown = text if len(text) <= 60 else text[:57] + "…"
    place = "" if position is None else f", character {position + 1}"
    return DocumentError(f"formula {shown!r}{place}: {cause}")
