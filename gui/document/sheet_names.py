"""Names in the mechanism and on the current sheet: `Axis1ꞏSB1` is Axis1 on the main sheet, SB1 on that of Axis1."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from mars.flat_names import INSIDE, joined
from mars.kinds.hierarchy import sheet_at

from .document import Document


def on_sheet(document: Document, name: str) -> str:
    """The name on the sheet of a component or port, or of the instance there that contains it; empty if it is not below this
    sheet."""
    if not document.sheet and INSIDE not in name:  # also the key of a link
        return name
    owner, dot, port = name.partition(".")
    found = document.here(owner)
    is_itself = bool(found) and joined(*document.way, found) == owner
    return f"{found}{dot}{port}" if is_itself else found


def in_mechanism(document: Document, names: Collection[str], components: Iterable[str]) -> frozenset[str]:
    """Components and ports that names of the sheet refer to: for an instance, everything in it."""
    if not document.root.definitions or not names:
        return frozenset(names)
    inside = {each for each in components if on_sheet(document, each) in names}
    return frozenset(joined(*document.way, name) for name in names) | inside


def choose(document: Document, name: str) -> str:
    """Select the clicked component. The same sheet of another instance is opened if needed."""
    way = tuple(name.split(INSIDE)[:-1])
    if document.sheet and way != document.way and sheet_at(document.root, way) == document.sheet:
        document.show(document.sheet, way)
    return on_sheet(document, name)
