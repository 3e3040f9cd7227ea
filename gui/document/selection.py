"""The selection and the item under the mouse, shared by drawing, 3-D view, inspector and docks."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal

from .changes import Change
from .document import Document


class Selection(QObject):
    """Names of components, keys of links and numbers of notes; `lit` are ends and components highlighted by a dock or view."""

    changed = Signal()
    lit_changed = Signal()

    def __init__(self, document: Document, parent: QObject | None = None):
        super().__init__(parent)
        self.document = document
        self.components: frozenset[str] = frozenset()
        self.links: frozenset[str] = frozenset()
        self.notes: frozenset[int] = frozenset()
        self.lit: frozenset[str] = frozenset()  # components (`SB1`), ports (`SB1.2`), link keys
        document.changed.connect(self._drop_what_went)
        document.sheet_changed.connect(self.clear)

    def __bool__(self) -> bool:
        return bool(self.components or self.links or self.notes)

    @property
    def only(self) -> str | None:
        """The one selected component, if it is alone."""
        return next(iter(self.components)) if len(self.components) == 1 and not (self.links or self.notes) else None

    def set(self, components: Iterable[str] = (), links: Iterable[str] = (), notes: Iterable[int] = ()) -> None:
        """Select exactly these. Items that the circuit does not have are left out."""
        circuit = self.document.circuit
        stored = circuit.drawing.get("notes")
        count = len(stored) if isinstance(stored, list) else 0
        chosen = frozenset(links)
        new = (
            frozenset(name for name in components if name in circuit.components),
            chosen & {link.key for link in circuit.links} if chosen else chosen,
            frozenset(number for number in notes if number < count),
        )
        if new != (self.components, self.links, self.notes):
            self.components, self.links, self.notes = new
            self.changed.emit()

    def clear(self) -> None:
        self.set()
        self.light()

    def light(self, ends: Iterable[str] = ()) -> None:
        """Highlight items without selecting them; nothing: clear the highlight."""
        new = frozenset(ends)
        if new != self.lit:
            self.lit = new
            self.lit_changed.emit()

    def _drop_what_went(self, change: Change) -> None:
        renamed = change.renamed
        self.set((renamed.get(name, name) for name in self.components), self.links, self.notes)
