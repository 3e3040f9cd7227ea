"""Commands on the selection as a whole: delete, disable, select all."""

from __future__ import annotations

from ... import edits
from ...i18n import translate
from .entry_words import entry_words
from .gesture_context import GestureContext


class SelectionCommands:
    """The methods are commands of the Edit menu."""

    def __init__(self, context: GestureContext):
        self.context = context

    def delete(self) -> None:
        chosen = self.context.selection
        names, links, notes = chosen.components, chosen.links, chosen.notes
        if chosen:
            text = translate("Gestures", "Delete {0}").format(entry_words(self.context.circuit, names, links, notes))
            self.context.edit(text, lambda circuit: edits.remove(circuit, names, links=links, notes=notes))

    def toggle_disabled(self) -> None:
        """Disable all, or enable them if all are disabled."""
        names = self.context.selection.components
        if names:
            disabled = not all(self.context.circuit.components[name].disabled for name in names)
            text = translate("Gestures", "Disable {0}") if disabled else translate("Gestures", "Enable {0}")
            words = text.format(entry_words(self.context.circuit, names))
            self.context.edit(words, lambda circuit: edits.set_disabled(circuit, names, disabled))

    def select_all(self) -> None:
        circuit = self.context.circuit
        notes = circuit.drawing.get("notes")
        count = len(notes) if isinstance(notes, list) else 0
        self.context.selection.set(circuit.components, (link.key for link in circuit.links), range(count))
