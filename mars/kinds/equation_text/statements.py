"""The statements that lines of a text can make."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from mars.component.domains import Domain
from mars.kinds.equation_text.formula import LineFormula
from mars.messages import Message


@dataclass(frozen=True)
class Remark:
    """A remark on a text; line and column count from 1."""

    line: int
    column: int
    severity: str  # error, warning or note
    text: str

    def __str__(self) -> str:
        return str(self.message)

    @property
    def message(self) -> Message:
        return Message("line {line}, column {column}: {text}", line=self.line, column=self.column, text=self.text)


@dataclass(frozen=True)
class Statement:
    """A statement. `start` is the position of its subject in the line, counted from 0."""

    line: int
    start: int


@dataclass(frozen=True)
class Named(Statement):
    name: str
    help: str


@dataclass(frozen=True)
class PortLine(Named):
    domain: Domain
    open: str
    gives: bool
    side: str  # or empty


@dataclass(frozen=True)
class ValueLine(Named):
    """A parameter or a state: its SI unit, its default as typed and as a number, and the SI value of the unit it was written in.

    The tolerance of a state is relative to that unit: a state written in bar does not need 1e-10 Pa.
    """

    what: str
    unit: str
    default: str | float
    number: float
    scale: float
    limits: Mapping[str, float]


@dataclass(frozen=True)
class Meaning(Named):
    """A name for a formula: let, or a result with its unit."""

    unit: str | None
    formula: LineFormula


@dataclass(frozen=True)
class Balance(Statement):
    what: str  # stored or loss
    formula: LineFormula


@dataclass(frozen=True)
class Source(Statement):
    pass


@dataclass(frozen=True)
class EquationLine(Statement):
    left: LineFormula
    right: LineFormula
