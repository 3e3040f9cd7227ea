"""The words of a formula: numbers, units, names and marks, and where each stands in the text.

A unit may follow a number directly (`30 deg`, `2 N·m/rad`) and is written without spaces; a name after a number needs
its `*`. So a formula means the same whatever the variables are called: `2 N*m` is a torque, `2 N * m` multiplies by m.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from mars.errors import DocumentError
from mars.names import is_name_character, nfc
from mars.units import unit_end

LONGEST_FORMULA = 10_000

_NUMBER = re.compile(r"(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_MARK = re.compile(r"\*\*|<=|>=|[-+*/^()<>,·⋅×−≤≥]")
_SAME = {"**": "^", "·": "*", "⋅": "*", "×": "*", "−": "-", "≤": "<=", "≥": ">="}
_SPACE = re.compile(r"\s*")


class Token(NamedTuple):
    kind: str  # number, unit, name, mark, end
    text: str
    start: int
    end: int


def tokens(text: str) -> Iterator[Token]:
    if len(text) > LONGEST_FORMULA:
        raise wrong(text, f"it is longer than {LONGEST_FORMULA} characters. Split it into circuit variables")
    position = _space_end(text, 0)
    while position < len(text):
        if number := _NUMBER.match(text, position):
            yield Token("number", number[0], *number.span())
            position = _space_end(text, number.end())
            end = unit_end(text, position)
            if end > position:
                yield Token("unit", text[position:end], position, end)
        elif is_name_character(text[position], first=True):
            end = position + 1
            while end < len(text) and is_name_character(text[end]):
                end += 1
            yield Token("name", nfc(text[position:end]), position, end)
        elif mark := _MARK.match(text, position):
            end = mark.end()
            yield Token("mark", _SAME.get(mark[0], mark[0]), position, end)
        else:
            raise wrong(text, f"{text[position]!r} is not understood", position)
        position = _space_end(text, end)
    yield Token("end", "", position, position)


def _space_end(text: str, start: int) -> int:
    space = _SPACE.match(text, start)
    return space.end() if space else start


def rename_in_formula(text: str, old: str, new: str) -> str:
    """The formula with one variable renamed and everything else as typed."""
    try:
        words = list(tokens(text))
    except DocumentError:
        return text  # not a formula, so it names no variable
    old, pieces, done = nfc(old), [], 0
    for token, following in pairwise(words):
        if token.kind == "name" and token.text == old and following.text != "(":
            pieces += [text[done : token.start], new]
            done = token.end
    return "".join([*pieces, text[done:]])


def wrong(text: str, cause: str, position: int | None = None) -> DocumentError:
    """The complaint about a formula, and where in it."""
    shown = text if len(text) <= 60 else text[:57] + "…"
    place = "" if position is None else f", character {position + 1}"
    return DocumentError(f"formula {shown!r}{place}: {cause}")
