"""Elements shared by lines: a name with its unit, a help text, an equals sign."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from mars.component.base import Component
from mars.errors import DocumentError
from mars.formulas.decisions import SEGMENT
from mars.formulas.syntax_tree import RESERVED, UNKNOWN
from mars.formulas.tokens import FormulaError
from mars.formulas.units import parse_unit
from mars.kinds.equation_text.formula import RATE, LineError
from mars.messages import Message
from mars.names import checked_name

Result = TypeVar("Result")

WORDS = ("port", "parameter", "state", "let", "result", "stored", "loss", "source")
# Other attributes of an instance, which names must not shadow.
_TAKEN = {
    *WORDS,
    *RESERVED,
    RATE,
    SEGMENT,
    "time",
    "gravity",
    "checked_text",
    "text_corners",
    *dir(Component),
    *Component.__annotations__,
}

HEAD = re.compile(r"\s*([^\s:=\[\]\",]+)\s*(?:\[([^\]]*)\]\s*)?")
_EQUALS = re.compile(r"(?<![<>=])=")


def head_of(text: str, at: int, what: str) -> tuple[str, int, str | None, int]:
    """Name, its position, unit in brackets or None, and where the rest starts."""
    head = HEAD.match(text, at)
    if head is None:
        raise LineError(Message("{what} without a name", what=what), at)
    start = head.start(1)
    name = located(start, lambda: checked_name(head[1], what))
    if name in _TAKEN or name.startswith("_"):
        raise LineError(
            Message(
                "the name {name} is reserved. Choose another, such as {example}_1",
                name=name,
                example=name.strip("_") or "x",
            ),
            start,
        )
    if head[2] is not None:
        if head[2].strip() in ("°C", "degC"):
            raise LineError(
                Message(
                    "degrees Celsius are offset by 273.15 K. Use [K], or give the value as in “{what} {name} = 20 °C”",
                    what=what,
                    name=name,
                ),
                head.start(2),
            )
        located(head.start(2), lambda: parse_unit(head[2]))
    return name, start, head[2], head.end()


def with_help(text: str) -> tuple[str, str]:
    """The line without its help text, and the help text."""
    statement, *quoted = text.rstrip().split('"')
    if not quoted:
        return text, ""
    if len(quoted) != 2 or quoted[1]:
        raise LineError('a line can have only one help text, at its end and in double quotes "', len(statement))
    return statement.rstrip(), quoted[0].strip()


def equals_sign(text: str) -> int | None:
    """Position of the equals sign, None if there is none."""
    found = [each.start() for each in _EQUALS.finditer(text)]
    if not found:
        return None
    if len(found) > 1 or text[found[0] + 1 : found[0] + 2] == "=":
        raise LineError("a line must have only one equals sign: left = right", found[-1])
    return found[0]


def located(at: int, function: Callable[[], Result]) -> Result:
    """The function's result; an error is assigned to this position."""
    try:
        return function()
    except FormulaError as error:
        cause = Message(error.cause)
        if cause.fields.get("hint") == UNKNOWN:
            cause = cause.with_field("hint", Message(". Write a number"))
        raise LineError(cause, at + (error.position or 0)) from None
    except DocumentError as error:
        raise LineError(error.message, at) from None
