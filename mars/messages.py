"""Messages: a template with named fields and a stable code, rendered in the reader's language.

    Message("{name}: port {port} is not connected", code="open-port", name="KN1", port="1")

As a `str` a message is its English text. `mars.translation` renders it in other languages; programs read `code` and `fields`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from pathlib import PurePath
from typing import Any
from unicodedata import normalize

from mars.flat_names import shown

_LEADING_FIELD = re.compile(r"\{(\w+)")
_LONGEST_STORED = 2000
LONGEST_QUOTE = 80  # characters of a value in quotation marks, as typed or as in the file
LONGEST_FIELD = 300  # characters of other values: names, lists of them, errors of Python
# Of templates in files: plain fields only, no attributes and no wide formats.
_SAFE_TEMPLATE = re.compile(r"(?:[^{}]|\{\{|\}\}|\{\w+(?:!r)?(?::\.?\d{0,2}[gef]?)?\})*+")


class Message(str):
    """A text with fields. Fields that are messages, or errors with a message, are translated too; other fields stay as they are.

    Without a code it takes that of the first message within it.
    """

    __slots__ = ("code", "fields", "template")

    template: str
    code: str
    fields: dict[str, Any]

    def __new__(cls, template: str, /, code: str = "", **fields: Any) -> Message:
        if isinstance(template, Message) and not fields:
            template, code, fields = template.template, code or template.code, template.fields
        message = super().__new__(
            cls, filled(template, {name: getattr(value, "message", value) for name, value in fields.items()})
        )
        fields = {name: _field(value) for name, value in fields.items()}
        within = (value.code for value in fields.values() if isinstance(value, Message) and value.code)
        message.template, message.code, message.fields = template, code or next(within, ""), fields
        return message

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.template, self.code, self.fields)

    def without(self, place: str) -> Message:
        """The message without its leading location, for use where the location is shown separately."""
        leading = _LEADING_FIELD.match(self.template)
        value = self.fields.get(leading[1]) if leading else None
        if leading is None or not (value == place or isinstance(value, Message)):
            return self
        rest = value.without(place) if isinstance(value, Message) and value != place else ""
        return Message(self.template, self.code, **{**self.fields, leading[1]: rest})

    def with_field(self, name: str, value: Any) -> Message:
        """The same message with one field replaced, if it has it."""
        return Message(self.template, self.code, **{**self.fields, name: value}) if name in self.fields else self

    def mapped(self, change: Callable[[str], str]) -> Message:
        """The same message with a function applied to its texts, for example to names seen from another sheet."""

        def changed(value: Any) -> Any:
            if isinstance(value, Message):
                return value.mapped(change)
            return change(value) if isinstance(value, str) else value

        return Message(self.template, self.code, **{name: changed(value) for name, value in self.fields.items()})

    def data(self) -> dict[str, Any]:
        """For programs: the code, the English text and the fields, including those of nested messages."""
        return {"code": self.code, "text": str(self), "fields": self.flat_fields()}

    def flat_fields(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, value in self.fields.items():
            if isinstance(value, Message) and value.fields:
                found |= value.flat_fields()
            else:
                found[name] = value if isinstance(value, bool | int | float) else shown(str(value))
        return found


def filled(template: str, fields: dict[str, Any]) -> str:
    """The template with its fields filled in; if the leading location is omitted, so is the punctuation after it."""
    if not fields:
        return shown(template)
    leading = _LEADING_FIELD.match(template)
    text = shown(template.format(**{name: _brief(value, _is_quoted(name, template)) for name, value in fields.items()}))
    return text.lstrip(" .:=—") if leading and fields[leading[1]] == "" else text


class _Quoted(str):
    """A value that is shown the same with and without `!r`."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def _is_quoted(name: str, template: str) -> bool:
    return f"{{{name}!r" in template or f"“{{{name}" in template


def _brief(value: Any, is_quoted: bool) -> Any:
    """A value as messages show it: texts and data of any size, shortened in the middle. Messages and paths are shown whole."""
    longest = LONGEST_QUOTE if is_quoted else LONGEST_FIELD
    if isinstance(value, Message | PurePath | int | float):
        return value
    if isinstance(value, str):
        return shortened(value, longest)
    if isinstance(value, list | tuple | dict | bytes):
        return _Quoted(shortened(repr(value), longest))
    return shortened(str(value), longest) if isinstance(value, BaseException) else value


def shortened(text: str, longest: int) -> str:
    """The text if it is not too long, else its ends with an ellipsis between them."""
    if len(text) <= longest:
        return text
    tail = longest // 3
    return f"{text[: longest - tail - 1]}…{text[-tail:]}"


def _field(value: Any) -> Any:
    """The message of an error, the text of a path: messages are sent to other processes as plain values."""
    return os.fspath(value) if isinstance(value, os.PathLike) else getattr(value, "message", value)


def _restored(template: str, code: str, fields: dict[str, Any]) -> Message:
    return Message(template, code, **fields)


def stored(text: object) -> Any:
    """For files: a text, or a message with its template and fields."""
    if not isinstance(text, Message) or not text.fields:
        return str(text)
    fields = {name: value if isinstance(value, bool | int | float) else stored(value) for name, value in text.fields.items()}
    return {"template": text.template, "code": text.code, "fields": fields}


def from_stored(data: Any, text: str = "") -> str:
    """Inverse of `stored`; `text` if the file contains nothing."""
    if not isinstance(data, dict):
        return Message(str(data)) if data is not None else text
    try:
        template, fields = str(data["template"])[:_LONGEST_STORED], data["fields"].items()
        if not _SAFE_TEMPLATE.fullmatch(template):
            return text
        return Message(template, str(data["code"]), **{name: from_stored(v) if isinstance(v, dict) else v for name, v in fields})
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, RecursionError):
        return text


def all_of(items: Iterable[str]) -> str:
    """`A, B and C`."""
    return _listed(items, "{first} and {last}")


def one_of(items: Iterable[str]) -> str:
    """`A, B or C`."""
    return _listed(items, "{first} or {last}")


def one_way_or(items: Iterable[str]) -> str:
    """`A, B, or C`, for sentences."""
    return _listed(items, "{first}, or {last}")


def in_turn(items: Iterable[str], template: str = "{first}, {last}") -> str:
    """`A, B, C`, of messages, or joined by another template. Halved, so that thousands are not thousands deep."""
    given = list(items)
    if len(given) < 2:
        return given[0] if given else ""
    half = len(given) // 2
    return Message(template, first=in_turn(given[:half], template), last=in_turn(given[half:], template))


def _listed(items: Iterable[str], template: str) -> str:
    *first, last = list(items) or [""]
    return Message(template, first=in_turn(first), last=last) if first else last


def meant(word: str, known: Iterable[str]) -> str:
    """`Did you mean …?` with the known word closest to `word`, or nothing: a remedy of its own."""
    near = get_close_matches(word[:64], list(known), n=1)
    return Message("Did you mean {near}?", near=near[0]) if near else ""


def did_you_mean(word: str, known: Iterable[str], likeness: float = 0.6) -> str:
    """`; did you mean …?` with the known words closest to `word`, or nothing."""
    known = list(known)
    words = get_close_matches(word[:64], known, n=3, cutoff=likeness)
    words += [w for w in known if w.casefold() == word.casefold() and w not in words]
    words = list({normalize("NFKC", w): w for w in reversed(words)}.values())[::-1]  # µ has two code points that look alike
    return Message("; did you mean {words}?", words=one_of(words[:3])) if words else ""
