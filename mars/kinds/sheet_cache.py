"""Cache of the sheets of definitions: reading a large one is slow, and every view needs it after every edit."""

from __future__ import annotations

import marshal
from collections.abc import Mapping
from typing import Any, TypeGuard

from mars.document.circuit import Circuit
from mars.messages import Message
from mars.names import within
from mars.plain_values import plain

SHEET = ("subcircuit", "start", "drawing")  # keys of a definition that make up its inner circuit
MOST = 256

# By content. None: written by a circuit, so its structure is valid, but not read yet.
_sheets: dict[bytes, Circuit | None] = {}


def has_sheet(definition: Any) -> TypeGuard[dict[str, Any]]:
    """Whether a definition is a subcircuit, valid or not."""
    return isinstance(definition, dict) and isinstance(definition.get("subcircuit"), dict)


def check_sheet(name: str, definition: Mapping[str, Any]) -> None:
    """Raises DocumentError if the sheet of a definition cannot be read."""
    _checked(name, definition)


def _checked(name: str, definition: Mapping[str, Any]) -> bytes:
    """The content of a readable sheet."""
    from mars.document.storage import check

    content = _content(definition)
    if content not in _sheets:
        data = _file_of(content)
        within(Message("subcircuit {name}", name=name), check, data)
        _remember(content, within(Message("subcircuit {name}", name=name), Circuit.from_data, data))
    return content


def sheet(name: str, definition: Mapping[str, Any]) -> Circuit:
    """The inner circuit, for reading only: it is shared and must not be changed. Raises DocumentError if it cannot be read."""
    content = _checked(name, definition)
    found = _sheets[content]
    if found is None:
        found = _sheets[content] = Circuit.from_data(_file_of(content))
    return found


def sound_copy(written: dict[str, Any]) -> dict[str, Any]:
    """A copy of a sheet just written by a circuit; its structure need not be checked again."""
    content = frozen(written)
    if content not in _sheets:
        _remember(content, None)
    return marshal.loads(content)


def frozen(data: Any) -> bytes:
    """The same bytes for the same data, even if parts of it are shared."""
    try:
        return marshal.dumps(data, 2)
    except ValueError:
        return marshal.dumps(plain(data, "definitions"), 2)


def _content(definition: Mapping[str, Any]) -> bytes:
    return frozen({key: definition[key] for key in SHEET if key in definition})


def _remember(content: bytes, found: Circuit | None) -> None:
    _sheets[content] = found
    if len(_sheets) > MOST:
        del _sheets[next(iter(_sheets))]


def _file_of(content: bytes) -> dict[str, Any]:
    definition = marshal.loads(content)
    run = {"run": {"start": definition["start"]}} if definition.get("start") else {}
    return {"mars": 1, "circuit": definition["subcircuit"], "drawing": definition.get("drawing", {}), **run}
