"""Names and dotted paths (`KN1`, `KN1.angle`, `#1`): which names are allowed, and names for new and pasted components.

The letters of a new name are those declared by its kind (`mars.kinds.for_documents.letters_of`), else its initials.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Container
from itertools import count
from typing import Any

from mars.errors import DocumentError
from mars.messages import Message

LONGEST_NAME = 64

_JUNCTION = re.compile(r"#[1-9][0-9]{0,8}")


def is_name_character(character: str, *, first: bool = False) -> bool:
    """Letters of any script and `_`, then also digits and combining marks."""
    category = unicodedata.category(character)
    return character == "_" or category[0] == "L" or (not first and (category == "Nd" or category[0] == "M"))


def is_port_name(text: str) -> bool:
    return 0 < len(text) <= LONGEST_NAME and all(map(is_name_character, text))


def is_junction(text: str) -> bool:
    return _JUNCTION.fullmatch(text) is not None


def checked_name(name: str, what: str) -> str:
    """The name in Unicode NFC if it is valid: letters of any script, digits and `_`, not starting with a digit."""
    if not isinstance(name, str) or not name:
        raise DocumentError("{what}: the name is missing. Enter a name, for example KN1", code="bad-name", what=what)
    name = nfc(name)
    if len(name) > LONGEST_NAME:
        raise DocumentError(
            "{what} {name}…: the name is longer than {longest_name} characters. Shorten it",
            code="bad-name",
            what=what,
            name=name[:20],
            longest_name=LONGEST_NAME,
        )
    if not is_name_character(name[0], first=True) or not all(map(is_name_character, name)):
        raise DocumentError(
            ("{what} {name!r}: a name consists of letters, digits and _ and does not start with a digit. Choose another name"),
            code="bad-name",
            what=what,
            name=name,
        )
    return name


def fresh_name(name: str, what: str, taken: Container[str], reserved: Container[str] = ()) -> str:
    """The checked name, if it is not taken and has no meaning in formulas."""
    name = checked_name(name, what)
    if name in reserved:
        raise DocumentError(
            "{what} {name}: the name is reserved for formulas. Choose another name", code="bad-name", what=what, name=name
        )
    if name in taken:
        raise DocumentError(
            "{what} {name}: the name is already in use. Choose another name", code="name-taken", what=what, name=name
        )
    return name


def first_free(letters: str, taken: Container[str]) -> str:
    """The first of KN1, KN2, … that is not taken."""
    numbered = (f"{letters}{number}" for number in count(1))
    return next(name for name in numbered if name not in taken)


def name_of_copy(name: str, taken: Container[str]) -> str:
    """The name itself if it is free; otherwise KN1 becomes the next free KN."""
    if name not in taken:
        return name
    return first_free(re.sub(r"\d+$", "", name)[: LONGEST_NAME - 6] or "C", taken)


def initials(kind: str) -> str:
    """Initials of the last word of a kind: `dynamics.spring_damper` -> SD."""
    words = re.findall(r"[^\W\d_]+", kind.rpartition(".")[2])
    return "".join(word[0] for word in words).upper() or "C"


def nfc(text: str) -> str:
    if not isinstance(text, str):
        raise DocumentError("{text!r} is not a name. Enter text, for example KN1", code="bad-name", text=text)
    return unicodedata.normalize("NFC", text)


def component_of(path: str) -> str:
    """`KN1.angle` -> KN1; empty if the path is not a string."""
    return path.partition(".")[0] if isinstance(path, str) else ""


def within(place: str, function: Callable[..., Any], *arguments: Any) -> Any:
    """The function's result; an error gets the location prefixed."""
    try:
        return function(*arguments)
    except DocumentError as error:
        raise DocumentError("{place}: {error}", place=place, error=error) from None


def last_word(kind: str) -> str:
    """`electrical.op_amp` -> op amp, for sentences."""
    return "thermal resistance" if kind == "thermal.resistance" else kind.rpartition(".")[2].replace("_", " ")


def with_article(word: str) -> str:
    """`an ambient`, for sentences."""
    return Message("an {word}", word=word) if word[0] in "aeiou" else Message("a {word}", word=word)
