"""Parses the tokens of a formula into a tree. Nothing is ever passed to Python's own evaluator."""

from __future__ import annotations

import math

from mars.errors import DocumentError
from mars.formulas.syntax_tree import CONSTANTS, FUNCTIONS, Call, Chain, Name, Node, Number
from mars.formulas.tokens import COMBINE, Token, tokens, wrong
from mars.formulas.units import near_unit, parse_unit
from mars.messages import Message, did_you_mean

DEEPEST_FORMULA = 100
ZERO_CELSIUS = 273.15  # K

_LEVELS = {"<": 1, "<=": 1, ">": 1, ">=": 1, "+": 2, "-": 2, "*": 3, "/": 3, "^": 5}
_UNARY = 4


class Parser:
    """Precedence climbing. Precedence from low to high: comparison, sum, product, sign, power (right-associative)."""

    dotted = False  # whether names have dotted parts

    def __init__(self, text: str):
        self.text = text
        self.tokens = list(tokens(text, dotted=self.dotted))
        self.position = 0
        self.depth = 0
        self.names: set[str] = set()

    @property
    def token(self) -> Token:
        return self.tokens[self.position]

    def take(self) -> Token:
        token = self.token
        self.position += 1
        return token

    def fail(self, cause: str) -> DocumentError:
        return wrong(self.text, COMBINE if self.token.text in ("and", "or") else cause, self.token.start)

    def whole(self) -> Node:
        if self.token.kind == "end":
            raise wrong(self.text, "value missing. Enter a number, with its unit if it has one")
        root = self.expression()
        if self.token.text == ",":
            raise self.fail("unexpected comma; use a point for decimals, as in 0.5")
        if self.token.kind != "end":
            raise self.fail(Message("unexpected {text!r}", text=self.token.text))
        return root

    def expression(self, floor: int = 1) -> Node:
        self.depth += 1
        if self.depth > DEEPEST_FORMULA:
            raise self.fail(
                Message(
                    "nested more than {deepest_formula} levels deep. Split it into several {parts}",
                    deepest_formula=DEEPEST_FORMULA,
                    parts=Message("circuit variables"),
                )
            )
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
                raise self.fail("comparisons cannot be chained. Write two comparisons")
            left = Chain(left, tuple(rest))
        self.depth -= 1
        return left

    def operand(self) -> Node:
        token = self.token
        if token.text in ("-", "+"):
            self.take()
            if self.tokens[min(self.position + 1, len(self.tokens) - 1)].is_celsius:  # −20 °C is 253.15 K, not −293.15 K
                return self.number(token.text)
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
        raise self.fail(Message("expected a value, found {token!r}", token=token.text) if token.text else "unexpected end")

    def number(self, sign: str = "") -> Node:
        literal = self.take().text
        value, dimension = float(sign + literal), None
        if self.token.is_celsius:
            self.take()
            value, dimension = value + ZERO_CELSIUS, parse_unit("K").dimension
            if self.token.text in ("*", "/", "^"):
                raise self.fail("degrees Celsius are offset by 273.15 K and cannot be part of another unit. Use K, as in 3 K/W")
        elif self.token.kind == "unit":
            unit = parse_unit(self.take().text)
            value, dimension = value * unit.factor, unit.dimension
            if self.token.text == "^":
                raise self.fail("ambiguous power: of the unit or of the value? Write 3 m^2 or (3 m)^2")
        elif self.token.kind == "name":
            word = self.token.text
            hint = Message(
                "{near_unit} To multiply, write {literal}*{word}", near_unit=near_unit(word) or ".", literal=literal, word=word
            )
            raise self.fail(Message("{word!r} after a number is not a unit{hint}", word=word, hint=hint))
        if not math.isfinite(value):
            raise self.fail(Message("the number {literal} is too large", literal=literal[:20]))
        return Number(value, dimension)

    def name(self) -> Node:
        if self.token.text == "not":
            raise self.fail("“not” is not supported. Reverse the comparison, or write if(condition, 0, 1)")
        name = self.take().text
        if name in FUNCTIONS:
            return self.call(name)
        if self.token.text == "(":
            raise self.fail(Message("{name!r} is not a function{near}", name=name, near=did_you_mean(name, FUNCTIONS)))
        if name in CONSTANTS:
            return Number(CONSTANTS[name])
        self.names.add(name)
        return Name(name)

    def call(self, function: str) -> Node:
        if self.token.text != "(":
            raise self.fail(Message("the function {function} needs arguments in parentheses", function=function))
        self.take()
        arguments = [self.expression()]
        while self.token.text == ",":
            self.take()
            arguments.append(self.expression())
        self.close()
        least, most = FUNCTIONS[function]
        if not least <= len(arguments) <= most:
            wanted = f"{least}" if least == most else Message("at least {least}", least=least)
            raise self.fail(
                Message(
                    "{function} takes {wanted} argument{value}, not {count}",
                    function=function,
                    wanted=wanted,
                    value="s" * (wanted != "1"),
                    count=len(arguments),
                )
            )
        return Call(function, tuple(arguments))

    def close(self) -> None:
        if self.token.text != ")":
            raise self.fail("missing closing parenthesis")
        self.take()
