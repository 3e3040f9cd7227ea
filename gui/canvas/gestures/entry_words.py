"""Names of undo entries, and which edits merge into one entry."""

from __future__ import annotations

from collections.abc import Collection
from itertools import count

from mars.document.circuit import Circuit

from ...i18n import translate

MOST_NAMED = 2  # components; more are counted
_numbers = count(1)


def entry_words(
    circuit: Circuit, components: Collection[str] = (), links: Collection[str] = (), notes: Collection[int] = ()
) -> str:
    """The subject of a history entry: `KN1`, `KN1, SB1`, `5 components`."""
    parts = []
    if len(components) > MOST_NAMED:
        parts.append(translate("Gestures", "%n components", len(components)))
    elif components:
        parts.append(", ".join(name for name in circuit.components if name in components))
    if len(links) == 1:
        parts.append(link_words(next(iter(links))))
    elif links:
        parts.append(translate("Gestures", "%n links", len(links)))
    if notes:
        parts.append(translate("Gestures", "%n notes", len(notes)) if len(notes) > 1 else translate("Gestures", "note"))
    return ", ".join(parts)


def link_words(key: str) -> str:
    """`KN1.2 SB1.1` in readable form."""
    return key.replace(" ", " – ", 1)


def fresh_merge() -> str:
    """A unique key that merges the edits of one gesture into one entry."""
    return f"gesture {next(_numbers)}"
