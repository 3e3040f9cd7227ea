"""`.mars` files: validated loading, atomic saving. Opening a file never executes its content."""

from __future__ import annotations

import json
import math
import os
import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from mars.document.circuit import Circuit
from mars.document.data import VERSION
from mars.errors import DocumentError
from mars.files import read_text, write_atomic
from mars.messages import Message, in_turn, one_of
from mars.plain_values import LARGEST_INTEGER, without_collector

DEEPEST_FILE = 60
MOST_BRACKETS = 1_000_000  # lists and objects

# Strings are matched whole (even an unclosed one), so that brackets inside them do not count; possessive, so linear.
_BRACKETS = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[{]|[\]}]', re.DOTALL)
_SURROGATE = re.compile("[\ud800-\udfff]")
_SURROGATE_IN_JSON = re.compile(r"[\ud800-\udfff]|\\u[dD][89a-fA-F]")  # perhaps one of a pair
_TWICE = object()  # key under which the parser stores a duplicate name of an object


def load(path: str | os.PathLike[str]) -> Circuit:
    """The circuit in a file; every problem with the file is raised as one DocumentError."""
    return loads(read_text(path, "a .mars file"), origin=Path(path))


def loads(text: str, origin: str | Path = "text") -> Circuit:
    """The circuit in a text; `origin` is its name in messages."""
    try:
        data = parsed(unicodedata.normalize("NFC", text.removeprefix("\ufeff")))
        check(data)
        return Circuit.from_data(data)
    except DocumentError as error:
        raise DocumentError("{origin}: {error}", origin=origin, error=error) from None


def dumps(circuit: Circuit) -> str:
    """The text of the file: the same circuit always gives the same bytes, one line for each item that may change."""
    data = circuit.to_data()
    try:
        text = unicodedata.normalize("NFC", "\n".join(_lines(data))) + "\n"
        text.encode()
        _check_depth(text)
    except (TypeError, ValueError, RecursionError) as error:
        raise DocumentError(
            "cannot save the circuit: it contains a value that cannot be stored in a file ({error})",
            code="bad-value",
            error=error,
        ) from None
    check(data)
    return text


def save(circuit: Circuit, path: str | os.PathLike[str]) -> None:
    """Write the file completely or not at all."""
    write_atomic(path, dumps(circuit))


def check(data: Any) -> None:
    """Raise DocumentError unless the data has the structure of a circuit file."""
    if not isinstance(data, dict) or "mars" not in data:
        raise DocumentError(
            'not a Mars circuit: "mars": 1 is missing at the top level. Choose a .mars file', code="wrong-file-type"
        )
    version = data["mars"]
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        raise DocumentError(
            'invalid version "mars": {value}. It must be {version}', code="file-damaged", value=_short(version), version=VERSION
        )
    if version > VERSION:
        newer = Message(
            "the file format is version {version}, but this version of Mars reads up to version {latest}",
            version=version,
            latest=VERSION,
        )
        raise DocumentError("{newer}. Update Mars to open it. The file has not been changed", code="newer-format", newer=newer)
    error = next(_validator().iter_errors(data), None)
    if error is not None:
        raise DocumentError(
            "{place}: {cause}. See circuits/FORMAT.md for the file format",
            code="file-damaged",
            place=_in_words(error.absolute_path),
            cause=_cause(error),
        )


def parsed(text: str, most: int = MOST_BRACKETS) -> Any:
    """The data in a JSON text with at most so many lists and objects: each takes far more memory than its brackets."""
    if not text.strip():
        raise DocumentError("the file is empty. Choose a .mars file", code="file-damaged")
    if (count := text.count("[") + text.count("{")) > most:
        raise DocumentError(
            "the file has {count} lists and objects, more than {most}. Use another copy of the file, or split the circuit",
            code="file-too-large",
            count=count,
            most=most,
        )
    reader = _Reader()
    try:
        with without_collector():
            data = reader.read(text)
    except json.JSONDecodeError as error:
        _check_depth(text[: error.pos])
        raise _not_json(text, error) from None
    except RecursionError:
        _check_depth(text)
        raise
    if _is_deep(data):
        _check_depth(text)
    if reader.is_flawed or _SURROGATE_IN_JSON.search(text):
        for path, cause in _flaws(data, ()):
            raise DocumentError("{place}: {cause}", code="file-damaged", place=_in_words(path), cause=cause)
    return data


_CUT = "Unterminated string starting at"
# What the parser of Python says, in words for engineers.
_SYNTAX = {
    "Expecting value": "a value is missing",
    "Expecting ',' delimiter": "a comma or a closing bracket is missing",
    "Expecting ':' delimiter": "a colon is missing after the name",
    "Expecting property name enclosed in double quotes": "a name in double quotes is missing",
    "Extra data": "there is text after the end",
    "Invalid control character at": "a text contains a line break or a control character",
}


def _not_json(text: str, error: json.JSONDecodeError) -> DocumentError:
    if error.pos >= len(text.rstrip()) or error.msg == _CUT:
        cause = "the file ends in the middle of a value, line {line}. Restore it from a backup"
        return DocumentError(cause, code="file-damaged", line=error.lineno)
    return DocumentError(
        "line {line}, column {column}: {problem}. Correct the text there",
        code="file-damaged",
        line=error.lineno,
        column=error.colno,
        problem=Message(_SYNTAX.get(error.msg, "the text is not valid JSON")),
    )


def _check_depth(text: str) -> None:
    depth = 0
    for match in _BRACKETS.finditer(text):
        first = match[0][0]
        if first in "[{":
            depth += 1
            if depth > DEEPEST_FILE:
                line = text.count("\n", 0, match.start()) + 1
                raise DocumentError(
                    "line {line}: nested more than {deepest_file} levels deep, so this is not a circuit",
                    code="file-damaged",
                    line=line,
                    deepest_file=DEEPEST_FILE,
                )
        elif first != '"':
            depth -= 1


def _is_deep(data: Any) -> bool:
    """Much faster than `_check_depth`, which finds the line."""
    level = [data]
    for _ in range(DEEPEST_FILE):
        inner = (outer if isinstance(outer, list) else outer.values() for outer in level if isinstance(outer, list | dict))
        level = [value for values in inner for value in values]
    return any(isinstance(value, list | dict) for value in level)


class _Reader:
    """Reads JSON; `is_flawed` if it contains something that is allowed there but not in a circuit, to be found by `_flaws`."""

    def __init__(self) -> None:
        self.is_flawed = False

    def read(self, text: str) -> Any:
        number = self._finite
        return json.loads(
            text, object_pairs_hook=self._object, parse_int=self._integer, parse_float=number, parse_constant=number
        )

    def _object(self, pairs: list[tuple[str, Any]]) -> dict[Any, Any]:
        result: dict[Any, Any] = dict(pairs)
        if len(result) < len(pairs):
            self.is_flawed = True
            seen: set[str] = set()
            result[_TWICE] = next(name for name, _ in pairs if name in seen or seen.add(name))
        return result

    def _integer(self, digits: str) -> float:
        if len(digits) <= 20 and abs(value := int(digits)) <= LARGEST_INTEGER:
            return value
        return self._finite("inf")

    def _finite(self, digits: str) -> float:
        value = float(digits)
        if math.isfinite(value):
            return value
        self.is_flawed = True
        return math.inf


def _flaws(data: Any, path: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], str]]:
    """Content that is valid JSON but not valid in a circuit: duplicate names in an object, lone surrogates, infinity."""
    if isinstance(data, str):
        if _SURROGATE.search(data):
            yield path, "the text contains an invalid character (a lone surrogate). Remove it"
    elif isinstance(data, float):
        if not math.isfinite(data):
            yield path, "the number is not finite or too large. Replace it with a finite number"
    elif isinstance(data, dict):
        if _TWICE in data:
            yield path, Message("{value} appears twice. Rename or remove one of the two", value=_short(data[_TWICE]))
        for key, value in data.items():
            if isinstance(key, str):
                yield from _flaws(key, path)
            yield from _flaws(value, (*path, key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from _flaws(value, (*path, index))


@lru_cache(maxsize=1)
def _validator() -> Any:
    from jsonschema import Draft202012Validator  # takes a tenth of a second, so import only when a file is read

    schema = json.loads(Path(__file__).with_name("schema.json").read_text("utf-8"))
    return Draft202012Validator(schema)


_TYPES = {"object": "an object {…}", "array": "a list […]", "string": "a text", "number": "a number"}
_TYPES |= {"integer": "a whole number", "boolean": "true or false"}


def _cause(error: Any) -> str:
    """A short description of a schema error, however large its subject."""
    wanted, found = error.validator_value, _short(error.instance)
    if error.validator == "type":
        names = [wanted] if isinstance(wanted, str) else wanted
        return Message("expected {names}, found {found}", names=one_of(_TYPES[name] for name in names), found=found)
    if error.validator == "required":
        return Message("{next!r} is missing", next=next(name for name in wanted if name not in error.instance))
    if error.validator == "enum":
        return Message("{found} is not one of {wanted}", found=found, wanted=", ".join(wanted))
    if error.validator in ("minItems", "maxItems"):
        return Message("expected {wanted} entries, found {count}", wanted=wanted, count=len(error.instance))
    limits = {"minimum": "less than", "maximum": "more than", "exclusiveMinimum": "not more than"}
    if error.validator in limits:
        return Message("{found} is {limits} {wanted}", found=found, limits=limits[error.validator], wanted=wanted)
    return Message("{found} is not valid here", found=found)


def _in_words(path: Any) -> str:
    words = [Message("entry {part}", part=part + 1) if isinstance(part, int) else _short(part, quotes=False) for part in path]
    return in_turn(words, "{first} → {last}") or "the file"


def _short(value: Any, *, quotes: bool = True) -> str:
    if isinstance(value, (dict, list)):
        return "an object {…}" if isinstance(value, dict) else "a list […]"
    shown = json.dumps(value, ensure_ascii=False) if quotes else str(value)
    shown = _SURROGATE.sub("\ufffd", shown)
    return shown if len(shown) <= 40 else shown[:37] + "…"


def _lines(data: dict[str, Any]) -> list[str]:
    """Sections and lists are expanded, one item per line; the items themselves are not."""

    def text(value: Any) -> str:
        return json.dumps(value, ensure_ascii=False, allow_nan=False)

    def block(value: Any, depth: int, opened: int) -> list[str]:
        parts = list(value.values() if isinstance(value, dict) else value) if isinstance(value, (dict, list)) else []
        if depth >= opened or not (depth < 2 or any(isinstance(part, (dict, list)) for part in parts)) or not parts:
            return [text(value)]
        labels = [text(key) + ": " for key in value] if isinstance(value, dict) else [""] * len(parts)
        lines = []
        for label, key, part in zip(labels, value, parts, strict=True):
            # Definitions contain whole circuits, one level further down.
            inner = block(part, depth + 1, 4 if depth == 0 and key == "definitions" else opened)
            lines += [f"  {label}{inner[0]}", *(f"  {line}" for line in inner[1:])]
            lines[-1] += ","
        lines[-1] = lines[-1][:-1]
        marks = "{}" if isinstance(value, dict) else "[]"
        return [marks[0], *lines, marks[1]]

    return block(data, 0, 3)
