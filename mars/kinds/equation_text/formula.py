"""Formulas in equations: as in circuits, with variables of ports (`a.speed`) and rates (`der(twist)`)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from mars.formulas.expressions import Expression
from mars.formulas.parser import Parser
from mars.formulas.syntax_tree import Name, Node
from mars.formulas.tokens import FormulaError
from mars.messages import Message

RATE = "der"


class LineError(FormulaError):
    """An error in a line; `position` counts its characters from 0."""

    def __init__(self, cause: str, position: int = 0):
        super().__init__(Message(cause, Message(cause).code or "bad-equation"), cause, position)


@dataclass(frozen=True)
class LineFormula:
    """An expression and its location: its line, counted from 1, and the positions of its names there, counted from 0."""

    expression: Expression
    line: int
    start: int
    places: dict[str, int]

    @property
    def root(self) -> Node:
        return self.expression.root

    @cached_property
    def names(self) -> frozenset[str]:
        return self.expression.names

    @property
    def alone(self) -> str:
        """The name, if the formula is a single name, or empty."""
        return self.root.name if isinstance(self.root, Name) else ""


def rate_of(name: str) -> str:
    """The name of the rate of a variable in formulas."""
    return f"{RATE}({name})"


def read_formula(text: str, line: int, start: int) -> LineFormula:
    """The formula in a line from `start` on; raises `LineError`."""
    start += len(text) - len(text.lstrip())
    text = text.strip()
    try:
        parser = _Parser(text)
        root = parser.whole()
    except FormulaError as error:
        cause = Message(error.cause).with_field("parts", Message("let lines"))
        raise LineError(cause, start + (error.position or 0)) from None
    except RecursionError:
        raise LineError("nested too deeply. Split it into several let lines", start) from None
    places = {name: start + place for name, place in parser.places.items()}
    return LineFormula(Expression(text, root, frozenset(places)), line, start, places)


class _Parser(Parser):
    dotted = True

    def __init__(self, text: str):
        super().__init__(text)
        self.places: dict[str, int] = {}

    def name(self) -> Node:
        start = self.token.start
        node = self.rate() if self.token.text == RATE else super().name()
        if isinstance(node, Name):
            self.places.setdefault(node.name, start)
        return node

    def rate(self) -> Node:
        self.take()
        if self.token.text != "(":
            raise self.fail(Message("{rate} gives the rate of a variable. Write {rate}(x)", rate=RATE))
        self.take()
        if self.token.kind != "name":
            raise self.fail(Message("{rate}(…) takes only the name of a state or of a port variable", rate=RATE))
        name = self.take().text
        if self.token.text != ")":
            raise self.fail(Message("{rate}(…) takes a single name, as in {rate}({name})", rate=RATE, name=name))
        self.take()
        return Name(rate_of(name))
