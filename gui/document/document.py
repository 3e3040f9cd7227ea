"""The document: a thin Qt wrapper around the plain `Circuit`, the only source of truth. Every edit goes through `edit`.

`root` is the whole circuit, which is saved, checked and run. `circuit` is that of the current sheet: the root itself, or the
inner circuit of one of its subcircuits, which every edit writes back into the definitions of the root.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from mars.document.circuit import Circuit
from mars.flat_names import shown
from mars.kinds.definitions import is_sheet, sheet_of
from mars.kinds.hierarchy import InstancePath, first_path, sheet_at
from mars.names import component_of

from .changes import Change, CircuitSections
from .sheet_edits import reroute_wires, write_back

T = TypeVar("T")
Place = tuple[str, InstancePath]  # a sheet and the path to it
HISTORY = 1000  # edits that can be undone
LARGE = 1500  # components; above this, views of the whole circuit do not follow every edit


class Document(QObject):
    """Views of the sheet listen to `changed` and `sheet_changed`, views of the whole circuit to `root_changed` and `replaced`."""

    changed = Signal(object)  # Change of the current sheet: after an edit, an undo, a redo
    root_changed = Signal(object)  # Change of the whole circuit; the same on the main sheet
    sheet_changed = Signal()  # `circuit` was replaced: another sheet, or another file
    replaced = Signal()  # another file
    path_changed = Signal()
    modified_changed = Signal(bool)

    def __init__(self, circuit: Circuit | None = None, path: Path | None = None, parent: QObject | None = None):
        super().__init__(parent)
        self.root = self.circuit = circuit if circuit is not None else Circuit()
        self.sheet = ""  # name of the current definition; empty for the main sheet
        self.way: InstancePath = ()  # instances on the path to it, if it was opened through instances
        self.path = path
        self.revision = 0  # counts every change, undo and redo too
        self.undo_stack = QUndoStack(self)
        self.undo_stack.setUndoLimit(HISTORY)
        self.undo_stack.cleanChanged.connect(self._clean_changed)
        self._sections = self._sheet_sections = CircuitSections(self.root)
        self._merging = ("", "")  # sheet and key of the edits being merged

    @property
    def title(self) -> str:
        """The title in the window."""
        return self.path.stem if self.path is not None else self.root.title or self.tr("Untitled")

    @property
    def is_modified(self) -> bool:
        return not self.undo_stack.isClean()

    def edit(self, text: str, function: Callable[[Circuit], T], merge: str = "") -> T:
        """Let a function change the circuit of the current sheet, as one undo entry named `text`.

        If it raises, the circuit is unchanged. Consecutive edits with the same `merge` key (a slider being dragged) are one entry
        until `end_merging`; if the last one restores everything, there is none.
        """
        return self._edit(text, function, merge, self.circuit, (self.sheet, self.way))

    def edit_root(self, text: str, function: Callable[[Circuit], T], merge: str = "") -> T:
        """Edit the whole circuit, whatever sheet is current."""
        return self._edit(text, function, merge, self.root, None)

    def _edit(self, text: str, function: Callable[[Circuit], T], merge: str, circuit: Circuit, place: Place | None) -> T:
        try:
            result = function(circuit)
            if circuit is not self.root:
                write_back(self.root, self.sheet, circuit, self._sheet_sections.change_to(CircuitSections(circuit)))
            later = CircuitSections(self.root)
            change = self._sections.change_to(later)
            if reroute_wires(self.root, change):
                later = CircuitSections(self.root)
                change = self._sections.change_to(later)
        except BaseException:
            CircuitSections(self.root).change_to(self._sections).apply(self.root)
            self._read_again()
            raise
        if change:
            self._sections = later
            row = (self.sheet, merge)
            continues = bool(merge) and row == self._merging and self.undo_stack.canUndo() and not self.undo_stack.canRedo()
            entries = self.undo_stack.count()
            self.undo_stack.push(_Edit(self, text, change, continues, place))
            taken_back = continues and self.undo_stack.count() < entries
            self._merging = ("", "") if taken_back else row
            self._note(change, is_read=circuit is self.circuit)
        elif circuit is not self.root:
            self._read_again()
        return result

    def on_sheet(self, by_name: Mapping[str, T]) -> dict[str, T]:
        """Filter data by result names to the current sheet, under its local names."""
        prefix = self._prefix
        if prefix is None:
            return {}
        return {name[len(prefix) :]: value for name, value in by_name.items() if name.startswith(prefix)}

    def here(self, path: str) -> str:
        """The component of the current sheet that a name of the whole circuit (`Axis1.KN1.angle`) belongs to, if any."""
        prefix, path = self._prefix, shown(path)
        return component_of(path[len(prefix) :]) if prefix is not None and path.startswith(prefix) else ""

    @property
    def _prefix(self) -> str | None:
        """Prefix of the sheet's names in the whole circuit; None if the sheet is not in use."""
        return None if self.sheet and not self.way else "".join(f"{instance}." for instance in self.way)

    def end_merging(self) -> None:
        """The gesture is over: the next edit is a separate entry."""
        self._merging = ("", "")

    def show(self, sheet: str, way: InstancePath | None = None) -> None:
        """Show the sheet of a definition, or the main sheet without a name. Without a path to it, one is looked up."""
        if sheet and not is_sheet(self.root, sheet):
            return
        if way is None or sheet_at(self.root, way) != sheet:
            way = first_path(self.root, sheet) if sheet else ()
        if (sheet, way) != (self.sheet, self.way):
            self._turn_to(sheet, way)
            self.sheet_changed.emit()

    def open_instance(self, name: str) -> bool:
        """Show the sheet of a subcircuit on this sheet; False if it has none."""
        entry = self.circuit.components.get(name)
        if entry is None or entry.kind not in self.root.definitions or not is_sheet(self.root, entry.kind):
            return False
        self.show(entry.kind, (*self.way, name))
        return True

    def replace(self, circuit: Circuit, path: Path | None = None) -> None:
        """Show another circuit with an empty history."""
        self.root = circuit
        self._sections = CircuitSections(circuit)
        self._turn_to("", ())
        self.revision += 1
        self.undo_stack.clear()
        self.set_path(path)
        self.sheet_changed.emit()
        self.replaced.emit()

    def take_over(self, other: Document) -> None:
        """Take the circuit of a document that is no longer needed, with its whole history."""
        theirs, (sheet, way) = other.undo_stack, (other.sheet, other.way)
        index, clean = theirs.index(), theirs.cleanIndex()
        edits = [each for each in map(theirs.command, range(theirs.count())) if isinstance(each, _Edit)]
        theirs.setIndex(len(edits))
        self.replace(other.root, other.path)
        ours = self.undo_stack
        ours.resetClean()
        for number, edit in enumerate([*edits, None]):
            if number == clean:
                ours.setClean()
            if edit is not None:
                ours.push(_Edit(self, edit.text(), edit.change, False, edit.place))
        ours.setIndex(index)
        self.show(sheet, way)

    def set_path(self, path: Path | None) -> None:
        if path != self.path:
            self.path = path
            self.path_changed.emit()

    def _clean_changed(self, clean: bool) -> None:
        self.modified_changed.emit(not clean)

    def _apply(self, change: Change, place: Place | None) -> None:
        """Undo or redo, on the sheet where the edit was made."""
        if place is not None:
            self.show(*place)
        change.apply(self.root)
        self._sections = CircuitSections(self.root)
        self._merging = ("", "")
        self._note(change)

    def _note(self, change: Change, is_read: bool = False) -> None:
        """Report a change of the root; the sheet is updated first, unless the change was made there."""
        self.revision += 1
        if self.circuit is self.root:
            self._sheet_sections = self._sections
            self.changed.emit(change)
        elif self._is_gone(change):
            self._leave(change)
        else:
            if not is_read:
                self._follow_root()
            later = CircuitSections(self.circuit)
            of_sheet, self._sheet_sections = self._sheet_sections.change_to(later), later
            if of_sheet:
                self.changed.emit(of_sheet)
            if sheet_at(self.root, self.way) != self.sheet:
                self.way = first_path(self.root, self.sheet)
                self.sheet_changed.emit()
        self.root_changed.emit(change)

    # The sheet and the root

    def _turn_to(self, sheet: str, way: InstancePath) -> None:
        self.sheet, self.way = sheet, way
        self.circuit = sheet_of(self.root, sheet) if sheet else self.root
        self._sheet_sections = CircuitSections(self.circuit) if sheet else self._sections
        self._merging = ("", "")

    def _follow_root(self) -> None:
        """Update the sheet from the root; it stays the same object, so that views need not start again."""
        now = sheet_of(self.root, self.sheet)
        CircuitSections(self.circuit).change_to(CircuitSections(now)).apply(self.circuit)
        self.circuit.definitions = self.root.definitions

    def _read_again(self) -> None:
        """Restore the sheet after an edit that failed."""
        if self.circuit is not self.root:
            self._follow_root()

    def _is_gone(self, change: Change) -> bool:
        return self.sheet in change.keys("definitions") and not is_sheet(self.root, self.sheet)

    def _leave(self, change: Change) -> None:
        """The current sheet no longer exists: show it under its new name, or the nearest one on the path."""
        came = [name for name in change.keys("definitions") if sheet_at(self.root, self.way) == name]
        way = self.way
        while way and not came and sheet_at(self.root, way) is None:
            way = way[:-1]
        self._turn_to(came[0] if came else sheet_at(self.root, way) or "", way)
        self.sheet_changed.emit()


class _Edit(QUndoCommand):
    """One history entry. Its first redo, by `push`, has nothing to do."""

    def __init__(self, document: Document, text: str, change: Change, continues: bool, place: Place | None):
        super().__init__(text)
        # The stack belongs to the document: a reference back would be a cycle that Qt and Python delete in the wrong order.
        self.document = weakref.proxy(document)
        self.change, self.continues = change, continues
        self.place = place  # sheet on which it was made and the path to it; None for the whole circuit
        self.is_done = True

    def id(self) -> int:
        return 1

    def mergeWith(self, other: Any) -> bool:
        if not (isinstance(other, _Edit) and other.continues):
            return False
        self.change = self.change.then(other.change)
        other.__dict__.clear()  # PySide keeps merged commands, so they must not keep their changes
        self.setObsolete(not self.change)
        return True

    def redo(self) -> None:
        if not self.is_done:
            self.document._apply(self.change, self.place)
        self.is_done = True

    def undo(self) -> None:
        self.is_done = False
        self.document._apply(self.change.reversed(), self.place)
