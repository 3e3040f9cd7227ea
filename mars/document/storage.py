"""`.mars` files: validated loading, atomic saving. Opening a file never executes its content."""

from __future__ import annotations

import json
import math
import os
import re
import secrets
import stat
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from mars.document.circuit import Circuit
from mars.document.data import VERSION
from mars.errors import DocumentError
from mars.messages import Message, in_turn, one_of
from mars.plain_values import LARGEST_INTEGER

LARGEST_FILE = 64 * 2**20
DEEPEST_FILE = 60

# Strings are matched whole (even an unclosed one), so that brackets inside them do not count; possessive, so linear.
_BRACKETS = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[{]|[\]}]', re.DOTALL)
_SURROGATE = re.compile("[\ud800-\udfff]")
_TWICE = object()  # key under which the parser stores a duplicate name of an object


def load(path: str | os.PathLike[str]) -> Circuit:
    """The circuit in a file; every problem with the file is raised as one DocumentError."""
    return loads(read_text(path, "a .mars file"), origin=Path(path))


def read_text(path: str | os.PathLike[str], wanted: str) -> str:
    """The text of a regular file of reasonable size."""
    path = Path(path)
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            what = "a folder" if stat.S_ISDIR(status.st_mode) else "not a regular file"
            raise DocumentError(
                "{path}: this is {what}. Choose {wanted}", code="wrong-file-type", path=path, what=what, wanted=wanted
            )
        if status.st_size > LARGEST_FILE:
            raise DocumentError(
                "{path}: the file is larger than 64 MB, too large for a circuit. Choose {wanted}",
                code="file-too-large",
                path=path,
                wanted=wanted,
            )
        content = path.read_bytes()
    except FileNotFoundError:
        raise DocumentError("{path}: no such file. Check the name and the folder", code="file-not-found", path=path) from None
    except (OSError, ValueError) as error:
        raise DocumentError(
            "{path}: cannot read the file ({reason})", code="file-unreadable", path=path, reason=_reason(error)
        ) from None
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise DocumentError(
            "{path}: line {line} is not valid UTF-8. Choose {wanted}, or save the file as UTF-8",
            code="file-damaged",
            path=path,
            line=line,
            wanted=wanted,
        ) from None


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


def write_atomic(path: str | os.PathLike[str], content: str | bytes) -> None:
    """Write completely or not at all; an existing file keeps its mode, a symbolic link is preserved."""
    if isinstance(content, str):
        content = content.encode()
    try:
        target = Path(path).resolve()
        mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else None
        if mode is not None and not (target.is_file() and os.access(target, os.W_OK)):
            raise DocumentError(
                "{path}: write-protected or not a regular file. Save under another name", code="cannot-write", path=path
            )
        _replace(target, content, mode)
    except (OSError, ValueError) as error:
        remedy = "Check the folder and its permissions, or choose another location"
        raise DocumentError(
            "{path}: cannot write the file ({reason}). {remedy}",
            code="cannot-write",
            path=path,
            reason=_reason(error),
            remedy=remedy,
        ) from None


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


def parsed(text: str) -> Any:
    if not text.strip():
        raise DocumentError("the file is empty. Choose a .mars file", code="file-damaged")
    _check_depth(text)
    try:
        data = json.loads(text, object_pairs_hook=_object, parse_int=_integer)
    except json.JSONDecodeError as error:
        raise _not_json(text, error) from None
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


def _object(pairs: list[tuple[str, Any]]) -> dict[Any, Any]:
    result: dict[Any, Any] = {}
    for name, value in pairs:
        if name in result:
            result[_TWICE] = name
        result[name] = value
    return result


def _integer(digits: str) -> float:
    # Infinity stands for numbers out of range; _flaws() then reports where they are.
    return int(digits) if len(digits) <= 20 and abs(int(digits)) <= LARGEST_INTEGER else math.inf


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


def _reason(error: Exception) -> str:
    return (getattr(error, "strerror", None) or str(error)).lower()


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


def _replace(target: Path, content: bytes, mode: int | None) -> None:
    temporary = target.with_name(f".{target.name[:100]}.{secrets.token_hex(6)}.tmp")
    try:
        # os.open rather than tempfile: a new file gets the permissions of the user's umask.
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            temporary.chmod(mode)
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
