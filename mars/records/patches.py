"""Differences between the contents of two circuits of the same structure: single values, with the path to each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mars.errors import DocumentError

Change = list[Any]  # [path, value]


def changes(before: Any, after: Any) -> list[Change] | None:
    """The changes from one content to the other; None if more than single values differ."""
    try:
        return [[list(path), value] for path, value in _differences(before, after, ())]
    except _OtherShapeError:
        return None


class _OtherShapeError(Exception):
    """One of the two has parts that the other lacks."""


def _differences(one: Any, other: Any, path: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    if one == other:
        return
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        for key in one:
            yield from _differences(one[key], other[key], (*path, key))
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for i, pair in enumerate(zip(one, other, strict=True)):
            yield from _differences(*pair, (*path, i))
    elif _is_plain(one) and _is_plain(other):
        yield path, other
    else:
        raise _OtherShapeError


def _is_plain(value: Any) -> bool:
    return isinstance(value, int | float | str) and not isinstance(value, bool)


def patched(data: Any, changed: Any) -> Any:
    """The content with changed values; unchanged parts are shared. Raises DocumentError if a path does not exist."""
    for path, value in changed:
        data = _replaced(data, path, value)
    return data


def _replaced(data: Any, path: Any, value: Any) -> Any:
    if not path:
        if not _is_plain(data) or not _is_plain(value):
            raise DocumentError(
                "the file is damaged: a change does not match the circuit. Use another copy of the file", code="file-damaged"
            )
        return value
    place, *rest = path
    found = data.copy()
    found[place] = _replaced(data[place], rest, value)
    return found
