"""Opening what a component of a custom kind is made of: its sheet, or its equations."""

from __future__ import annotations

from mars.kinds.definitions import is_sheet

from ... import edits
from ..popups.value_popup import ValuePopup
from .build_commands import BuildCommands


class OpenCommands(BuildCommands):
    """A subcircuit is shown in place of the sheet that it is on; other components open the popup with their values."""

    def is_subcircuit(self, name: str) -> bool:
        entry = self.circuit.components.get(name)
        return entry is not None and entry.kind in self.circuit.definitions and is_sheet(self.document.root, entry.kind)

    def open_sheet(self, name: str = "") -> None:
        """The sheet of an instance, by default of the selected one."""
        self.document.open_instance(name or self.selection.only or "")

    def open_or_edit(self, name: str = "") -> ValuePopup | None:
        """What Enter and a double click mean."""
        name = name or self.selection.only or ""
        entry = self.circuit.components.get(name)
        if self.document.open_instance(name):
            return None
        if entry is not None and edits.has_equations(self.circuit, entry.kind):
            self.equations_requested.emit(entry.kind)
            return None
        return self.edit_values(name)
