"""Plain values: those that can be typed into a circuit and written to a file."""

from __future__ import annotations

import gc
import math
import pickle
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from mars.errors import DocumentError

T = TypeVar("T")
DEEPEST_VALUE = 40
_SURROGATE = re.compile("[\ud800-\udfff]")
LARGEST_INTEGER = 2**63 - 1


def plain(value: Any, place: str, depth: int = 0) -> Any:
    """The value as plain JSON data; NumPy numbers and arrays become Python numbers and lists, tuples become lists."""
    if depth > DEEPEST_VALUE:
        raise DocumentError(
            "{place}: the value has more than {deepest_value} levels of nesting. Flatten it",
            code="bad-value",
            place=place,
            deepest_value=DEEPEST_VALUE,
        )
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, str) and not value.isascii() and _SURROGATE.search(value):
        raise DocumentError(
            "{place}: the text contains an invalid character (a lone surrogate). Remove it", code="bad-value", place=place
        )
    if value is None or isinstance(value, (str, bool)):
        return value
    if isinstance(value, (int, float)):
        if not abs(value) < math.inf or (isinstance(value, int) and abs(value) > LARGEST_INTEGER):
            raise DocumentError(
                "{place}: the number is not finite or is too large. Enter a finite number", code="not-finite", place=place
            )
        return value
    if isinstance(value, (list, tuple)):
        return [plain(item, place, depth + 1) for item in value]
    if isinstance(value, dict) and all(isinstance(key, str) for key in value):
        return {plain(key, place): plain(item, place, depth + 1) for key, item in value.items()}
    raise DocumentError(
        "{place}: a value of type {name} is not allowed. Use a number, a text or a list of these",
        code="bad-value",
        place=place,
        name=type(value).__name__,
    )


def copied(data: T) -> T:
    """A copy that shares nothing, several times faster than `copy.deepcopy`."""
    return pickle.loads(pickle.dumps(data, protocol=5))


def is_value(value: Any) -> bool:
    """A number or a formula."""
    return isinstance(value, (int, float, str)) and not isinstance(value, bool)


def is_triple(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 3 and all(map(is_value, value))


def with_texts(data: Any, change: Callable[[str], str], *, keys: bool = False) -> Any:
    """The data with a function applied to every text, and to every key if `keys` is set."""
    if isinstance(data, str):
        return change(data)
    if isinstance(data, list):
        return [with_texts(item, change, keys=keys) for item in data]
    if isinstance(data, dict):
        return {change(k) if keys else k: with_texts(item, change, keys=keys) for k, item in data.items()}
    return data


def section(parent: dict[str, Any], name: str) -> dict[str, Any]:
    """A section of the drawing data, for changes in place; a new empty dict if the file has none."""
    found = parent.get(name)
    return found if isinstance(found, dict) else {}


def filled(data: dict[str, Any]) -> dict[str, Any]:
    """The entries that are not empty."""
    return {key: value for key, value in data.items() if value not in (None, "", {}, [])}


@contextmanager
def without_collector() -> Iterator[None]:
    """For building many small dicts and lists, none of which is garbage: collecting takes a third of the time or more."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
