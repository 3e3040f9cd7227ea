"""The sections of a circuit, declared once: their place in the file, how they are undone, whether they affect the motion.

Storage (`mars.document.data`) and the editor's undo (`gui/document/changes.py`) read this table; a test compares it with
`schema.json`. A new section is one line here, and an attribute of `Circuit`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mars.document import entry_data as ed

if TYPE_CHECKING:
    from mars.document.circuit import Circuit


@dataclass(frozen=True)
class Section:
    """One attribute of the circuit, or one key of its drawing."""

    name: str  # of the attribute; sections of the drawing have separate names
    place: str = ""  # path in the file, as in "run.start"; empty for unknown keys
    in_drawing: str = ""  # for sections of the drawing: the key there
    keyed: bool = False  # a dict that is compared and undone key by key
    in_bytes: bool = False  # plain data with many or large items of which an edit changes few: each is stored as bytes
    physical: bool = False  # a change makes results out of date
    write: Callable[[Any], Any] | None = None  # converts the attribute to file data, if they differ
    read: Callable[[Circuit, Any], None] | None = None  # reads file data into an empty circuit, if not a plain assignment

    def to_file(self, circuit: Circuit) -> Any:
        value = getattr(circuit, self.name)
        return self.write(value) if self.write is not None else value

    def from_file(self, circuit: Circuit, value: Any) -> None:
        if self.read is not None:
            self.read(circuit, value)
        else:
            setattr(circuit, self.name, value)


def _filled_drawing(drawing: dict[str, Any]) -> dict[str, Any]:
    return {key: looks for key, looks in drawing.items() if looks not in ({}, [])}


# In file order, which is also the order of reading: components before links. A section inside another one comes before it; the
# outer one gets the rest.
_ALL = (
    Section("title", "circuit.title"),
    Section("note", "circuit.note"),
    Section("motions", "circuit.class", physical=True, write=" ".join),
    Section("gravity", "circuit.gravity", physical=True),
    Section("variables", "circuit.variables", keyed=True, physical=True, write=ed.write_variables, read=ed.read_variables),
    Section("components", "circuit.components", keyed=True, physical=True, write=ed.write_components, read=ed.read_components),
    Section("links", "circuit.links", physical=True, write=ed.write_links, read=ed.read_links),
    # Whether a definition changes the motion is decided by its content (`mars.kinds.definitions.same_physics`).
    Section("definitions", "definitions", keyed=True, in_bytes=True, read=ed.read_definitions),
    Section("start", "run.start", keyed=True, physical=True, write=ed.write_start, read=ed.read_start),
    Section("run", "run", physical=True),
    Section("looks", in_drawing="components", keyed=True, in_bytes=True),
    Section("routes", in_drawing="links", keyed=True, in_bytes=True),
    Section("junctions", in_drawing="junctions", keyed=True, in_bytes=True),
    Section("notes", in_drawing="notes"),
    Section("drawing", "drawing", write=_filled_drawing),
    Section("views", "views"),
    Section("extra", physical=True),
)
SECTIONS = {section.name: section for section in _ALL}
