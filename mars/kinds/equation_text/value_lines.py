"""Parameters and states: a value with its unit, and limits."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress

from mars.formulas.expressions import measure, quantity
from mars.formulas.tokens import FormulaError, Token, tokens
from mars.formulas.units import coherent_spelling, near_unit, parse_unit, spelled
from mars.kinds.equation_text.formula import LineError
from mars.kinds.equation_text.line_parts import head_of, located, with_help
from mars.kinds.equation_text.statements import ValueLine
from mars.messages import Message

_LIMIT = re.compile(r"[,\s]\s*(at least|above|at most)\b")
_COMMA = re.compile(r",(?!\d)")
_LIMITS = {"at least": "minimum", "above": "above", "at most": "maximum"}


def value_line(text: str, line: int, at: int) -> ValueLine:
    what = text[:at].strip()
    rest, help = with_help(text)
    name, start, unit, end = head_of(rest, at, what)
    typed, limits = rest[end:], {}
    if pieces := list(_LIMIT.finditer(rest, end)):
        typed = rest[end : pieces[0].start()]
    if typed.strip() and not typed.startswith("="):
        raise LineError(
            Message("declare a {what} as in “{what} {name} = 2 kg” or “{what} {name} [kg] = 2”", what=what, name=name), end
        )
    begin = end + 1 + len(typed[1:]) - len(typed[1:].lstrip())
    typed = typed[1:].strip()
    _refuse_other_limits(typed, begin)
    if not typed:
        if what == "parameter":
            raise LineError(Message("parameter {name} has no value. Give one, as in “parameter {name} = 2 kg”", name=name), end)
        typed = "0"
    unit = _unit_of(typed, begin) if unit is None else unit
    number = located(begin, lambda: quantity(typed, {}, unit))
    for i, piece in enumerate(pieces):
        if what == "state":
            raise LineError("a state cannot have limits. The equations must keep it in range", piece.start())
        to = pieces[i + 1].start() if i + 1 < len(pieces) else len(rest)
        limit = rest[piece.end() : to].strip()
        limits[_LIMITS[piece[1]]] = located(piece.start(), lambda limit=limit: quantity(limit, {}, unit))
    _within_limits(name, number, limits, begin)
    scale = parse_unit(unit).factor
    default = number if scale == 1.0 else _with_unit(typed, unit)
    return ValueLine(line, start, name, help, what, coherent_spelling(unit), default, number, scale, limits)


def _refuse_other_limits(typed: str, at: int) -> None:
    """A comma outside parentheses starts a limit, unless it is part of a number."""
    for comma in _COMMA.finditer(typed):
        if typed.count("(", 0, comma.start()) == typed.count(")", 0, comma.start()):
            raise LineError("write a limit as “, at least 0”, “, above 0” or “, at most 5”", at + comma.start())


def _within_limits(name: str, number: float, limits: Mapping[str, float], at: int) -> None:
    low, above, high = (limits.get(each) for each in ("minimum", "above", "maximum"))
    if (low is not None and number < low) or (above is not None and number <= above) or (high is not None and number > high):
        raise LineError(Message("the value of {name} is outside its limits", name=name), at)


def _with_unit(typed: str, unit: str) -> str:
    """A default that is not in SI, as a user would type it."""
    has_unit = any(token.kind == "unit" for token in tokens(typed))
    return typed if has_unit else f"({typed})*1 {unit}"


def _unit_of(typed: str, at: int) -> str:
    """The unit written after the number; for a formula with several units, its dimension."""
    _refuse_unknown_units(typed, at)
    found = located(at, lambda: measure(typed, {}))
    units = [token.text for token in tokens(typed) if token.kind == "unit" and not token.is_celsius]
    if len(units) == 1 and parse_unit(units[0]).dimension == found.dimension:
        return units[0]
    return "1" if found.dimension is None else spelled(found.dimension).replace("no unit", "1")


def _refuse_unknown_units(typed: str, at: int) -> None:
    """`5 N/mmm³`: a word directly after a unit must be a unit, since a value contains no names."""
    words: list[Token] = []
    with suppress(FormulaError):  # reported when the whole line is parsed
        words.extend(tokens(typed))
    for unit, mark, name in zip(words, words[1:], words[2:], strict=False):
        if (unit.kind, mark.text in "*/", name.kind) == ("unit", True, "name") and name.start == unit.end + 1:
            raise LineError(
                Message("{name!r} is not a unit{near_unit}", name=name.text, near_unit=near_unit(name.text)), at + name.start
            )
        if (unit.kind, mark.text, name.text) == ("number", "1", "/"):
            raise LineError("give such a unit in brackets after the name, as in “parameter slope [1/m] = 5”", at + mark.start)
