"""The document: a thin Qt coat round the plain `Circuit`, which is the only truth. Every edit goes through `edit`."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from mars.circuit import Circuit

from .changes import Change, Picture

T = TypeVar("T")
LARGE = 1500  # components; beyond, views that look at the whole circuit do not follow every edit


class Document(QObject):
    """Views listen to `changed` (what differs) and `replaced` (another circuit altogether) and never write themselves."""

    changed = Signal(object)  # Change: after an edit, an undo, a redo
    replaced = Signal()
    path_changed = Signal()
    modified_changed = Signal(bool)

    def __init__(self, circuit: Circuit | None = None, path: Path | None = None, parent: QObject | None = None):
        super().__init__(parent)
        self.circuit = circuit if circuit is not None else Circuit()
        self.path = path
        self.revision = 0  # counts every change, undo and redo too
        self.undo_stack = QUndoStack(self)
        self.undo_stack.cleanChanged.connect(self._clean_changed)
        self._picture = Picture(self.circuit)
        self._merging = ""

    @property
    def title(self) -> str:
        """What the window calls it."""
        return self.path.stem if self.path is not None else self.circuit.title or self.tr("Untitled")

    @property
    def is_modified(self) -> bool:
        return not self.undo_stack.isClean()

    def edit(self, text: str, function: Callable[[Circuit], T], merge: str = "") -> T:
        """Let a function change the circuit as one undo entry named `text`.

        What it raises leaves the circuit as it was. Edits in a row with the same `merge` word (a slider being dragged) are one
        entry until `end_merging`; if the last brings everything back, there is none.
        """
        try:
            result = function(self.circuit)
            later = Picture(self.circuit)
        except BaseException:
            Picture(self.circuit).change_to(self._picture).apply(self.circuit)
            raise
        change = self._picture.change_to(later)
        if change:
            self._picture = later
            goes_on = bool(merge) and merge == self._merging and self.undo_stack.canUndo() and not self.undo_stack.canRedo()
            entries = self.undo_stack.count()
            self.undo_stack.push(_Edit(self, text, change, goes_on))
            taken_back = goes_on and self.undo_stack.count() < entries
            self._merging = "" if taken_back else merge
            self._note(change)
        return result

    def end_merging(self) -> None:
        """The gesture is over: the next edit is an entry of its own."""
        self._merging = ""

    def replace(self, circuit: Circuit, path: Path | None = None) -> None:
        """Show another circuit; its history begins here."""
        self.circuit = circuit
        self._picture = Picture(circuit)
        self._merging = ""
        self.revision += 1
        self.undo_stack.clear()
        self.set_path(path)
        self.replaced.emit()

    def set_path(self, path: Path | None) -> None:
        if path != self.path:
            self.path = path
            self.path_changed.emit()

    def _clean_changed(self, clean: bool) -> None:
        self.modified_changed.emit(not clean)

    def _apply(self, change: Change) -> None:
        change.apply(self.circuit)
        self._picture = Picture(self.circuit)
        self._merging = ""
        self._note(change)

    def _note(self, change: Change) -> None:
        self.revision += 1
        self.changed.emit(change)


class _Edit(QUndoCommand):
    """One entry of the history. Its first redo, by `push`, finds the work done."""

    def __init__(self, document: Document, text: str, change: Change, goes_on: bool):
        super().__init__(text)
        # The stack belongs to the document: a reference back would be a cycle that Qt and Python take apart in the wrong order.
        self.document = weakref.proxy(document)
        self.change, self.goes_on = change, goes_on
        self.is_done = True

    def id(self) -> int:
        return 1

    def mergeWith(self, other: Any) -> bool:
        if not (isinstance(other, _Edit) and other.goes_on):
            return False
        self.change = self.change.then(other.change)
        self.setObsolete(not self.change)
        return True

    def redo(self) -> None:
        if not self.is_done:
            self.document._apply(self.change)
        self.is_done = True

    def undo(self) -> None:
        self.is_done = False
        self.document._apply(self.change.reversed())
