"""Opens the contents of a component of a custom kind: its sheet or its equations."""

from __future__ import annotations

from mars.kinds.definitions import is_sheet

from ... import edits
from ..popups.value_popup import ValuePopup
from .definition_requests import DefinitionRequests
from .gesture_context import GestureContext
from .value_commands import ValueCommands


class OpenCommands:
    """A subcircuit replaces the current sheet; other components open the popup with their values."""

    def __init__(self, context: GestureContext, values: ValueCommands, requests: DefinitionRequests):
        self.context, self.values, self.requests = context, values, requests

    def is_subcircuit(self, name: str) -> bool:
        circuit = self.context.circuit
        entry = circuit.components.get(name)
        return entry is not None and entry.kind in circuit.definitions and is_sheet(self.context.document.root, entry.kind)

    def sheet(self, name: str = "") -> None:
        """Open the sheet of an instance, by default of the selected one."""
        self.context.document.open_instance(name or self.context.selection.only or "")

    def component(self, name: str = "") -> ValuePopup | None:
        """Open a component, on Enter or double click."""
        name = name or self.context.selection.only or ""
        entry = self.context.circuit.components.get(name)
        if self.context.document.open_instance(name):
            return None
        if entry is not None and edits.has_equations(self.context.circuit, entry.kind):
            self.requests.equations.emit(entry.kind)
            return None
        return self.values.edit(name)
