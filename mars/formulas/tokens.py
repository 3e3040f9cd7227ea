"""The tokens of a formula: numbers, units, names and marks, and their positions in the text.

A unit may follow a number directly (`30 deg`, `2 N·m/rad`) and is written without spaces; a name after a number needs its `*`. So
the meaning of a formula does not depend on the names of variables: `2 N*m` is a torque, `2 N * m` multiplies by m. Degrees
Celsius count from 273.15 K, so they cannot be part of a compound unit: only `20 °C` or `20 degC` is accepted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple
from unicodedata import normalize

from mars.errors import DocumentError
from mars.formulas.units import unit_end
from mars.messages import Message
from mars.names import is_name_character, nfc

LONGEST_FORMULA = 10_000

_NUMBER = re.compile(r"(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_MARK = re.compile(r"\*\*|<=|>=|[-+*/^()<>,·⋅×−≤≥]")
_SAME = {"**": "^", "·": "*", "⋅": "*", "×": "*", "−": "-", "≤": "<=", "≥": ">="}
_SPACE = re.compile(r"\s*")
_SUPERSCRIPTS = re.compile("[⁺⁻]?[⁰¹²³⁴-⁹]+")
_CELSIUS = re.compile(r"(?:°|deg)C(?!\w)")
COMBINE = "logical operators are not supported. Write (a > 0)*(b > 0) for “and”, max(a > 0, b > 0) for “or”"


class Token(NamedTuple):
    kind: str  # number, unit, name, mark, end
    text: str
    start: int
    end: int

    @property
    def is_celsius(self) -> bool:
        return self.kind == "unit" and _CELSIUS.fullmatch(self.text) is not None


def tokens(text: str, *, dotted: bool = False) -> Iterator[Token]:
    """With `dotted`, names have parts (`a.speed`), as in the equations of `mars.kinds.equation_text`."""
    if len(text) > LONGEST_FORMULA:
        raise wrong(
            text,
            Message(
                "longer than {longest_formula} characters. Split it into several {parts}",
                longest_formula=LONGEST_FORMULA,
                parts=Message("circuit variables"),
            ),
        )
    position = _space_end(text, 0)
    while position < len(text):
        if number := _NUMBER.match(text, position):
            yield Token("number", number[0], *number.span())
            position = _space_end(text, number.end())
            celsius = _CELSIUS.match(text, position)
            end = celsius.end() if celsius else unit_end(text, position)
            if end > position:
                yield Token("unit", text[position:end], position, end)
        elif is_name_character(text[position], first=True):
            end = position + 1
            while end < len(text) and (is_name_character(text[end]) or (dotted and _goes_on(text, end))):
                end += 1
            yield Token("name", nfc(text[position:end]), position, end)
        elif mark := _MARK.match(text, position):
            end = mark.end()
            yield Token("mark", _SAME.get(mark[0], mark[0]), position, end)
        else:
            raise wrong(text, _not_understood(text, position), position)
        position = _space_end(text, end)
    yield Token("end", "", position, position)


def _not_understood(text: str, position: int) -> str:
    if text[position] in "&|":
        return COMBINE
    power = _SUPERSCRIPTS.match(text, position)
    return (
        Message("unexpected {text!r}. Write ^{normalize}", text=text[position], normalize=normalize("NFKC", power[0]))
        if power
        else Message("unexpected {text!r}", text=text[position])
    )


def _goes_on(text: str, dot: int) -> bool:
    return text[dot] == "." and dot + 1 < len(text) and is_name_character(text[dot + 1], first=True)


def _space_end(text: str, start: int) -> int:
    space = _SPACE.match(text, start)
    return space.end() if space else start


def rename_in_formula(text: str, old: str, new: str) -> str:
    """The formula with one variable renamed and everything else as typed."""
    return with_names(text, {nfc(old): new})


def with_names(text: str, names: Mapping[str, str]) -> str:
    """The formula with variables renamed and everything else as typed."""
    try:
        words = list(tokens(text))
    except DocumentError:
        return text  # not a formula, so it contains no variable
    pieces, done = [], 0
    for token, following in pairwise(words):
        if token.kind == "name" and token.text in names and following.text != "(":
            pieces += [text[done : token.start], names[token.text]]
            done = token.end
    return "".join([*pieces, text[done:]])


class FormulaError(DocumentError):
    """An error in a formula; `position` counts its characters from 0, None means the whole formula."""

    def __init__(self, message: str, cause: str = "", position: int | None = None):
        super().__init__(message, code=Message(message).code or "bad-formula")
        self.cause, self.position = cause or message, position


def wrong(text: str, cause: str, position: int | None = None) -> FormulaError:
    """The error for a formula, with its position."""
    shown = text if len(text) <= 60 else text[:57] + "…"
    place = "" if position is None else Message(", character {position}", position=position + 1)
    return FormulaError(Message("formula {shown!r}{place}: {cause}", shown=shown, place=place, cause=cause), cause, position)
