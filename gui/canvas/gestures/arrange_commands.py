"""Commands on what is selected: turn, flip, align, distribute, nudge, delete, disable, select all."""

from __future__ import annotations

from ... import edits
from ...i18n import translate
from .host_core import HostCore


class ArrangeCommands(HostCore):
    """The methods are the commands of the Arrange and Edit menus."""

    def turn(self, quarters: int = 1) -> None:
        """Clockwise by quarters, a group about its common centre."""
        names = self.selection.components
        if names:
            text = translate("Gestures", "Rotate {0}").format(self.words(names))
            self.edit(text, lambda circuit: edits.turn(circuit, names, quarters))

    def flip(self, axis: str = "x") -> None:
        """`x` left to right, `y` top to bottom."""
        names = self.selection.components
        if names:
            text = translate("Gestures", "Flip {0}").format(self.words(names))
            self.edit(text, lambda circuit: edits.flip(circuit, names, upright=axis == "y"))

    def align(self, side: str) -> None:
        """`left`, `centre`, `right`, `top`, `middle`, `bottom`."""
        names = self.selection.components
        if self._at_least(2):
            text = translate("Gestures", "Align {0}").format(self.words(names))
            self.edit(text, lambda circuit: edits.align(circuit, names, side))

    def distribute(self, axis: str = "x") -> None:
        """Equal gaps across (`x`) or down (`y`)."""
        names = self.selection.components
        if self._at_least(3):
            text = translate("Gestures", "Distribute {0}").format(self.words(names))
            self.edit(text, lambda circuit: edits.distribute(circuit, names, "down" if axis == "y" else "across"))

    def nudge(self, dx: int, dy: int) -> None:
        """A row of nudges is one entry."""
        names, notes = self.selection.components, self.selection.notes
        if names or notes:
            text = translate("Gestures", "Move {0}").format(self.words(names, (), notes))
            merge = f"nudge {sorted(names)} {sorted(notes)}"
            self.edit(text, lambda circuit: edits.move(circuit, names, dx, dy, notes=notes), merge)

    def delete(self) -> None:
        names, links, notes = self.selection.components, self.selection.links, self.selection.notes
        if self.selection:
            text = translate("Gestures", "Delete {0}").format(self.words(names, links, notes))
            self.edit(text, lambda circuit: edits.remove(circuit, names, links=links, notes=notes))

    def toggle_disabled(self) -> None:
        """Disable all, or enable them where all are disabled."""
        names = self.selection.components
        if names:
            disabled = not all(self.circuit.components[name].disabled for name in names)
            text = translate("Gestures", "Disable {0}") if disabled else translate("Gestures", "Enable {0}")
            self.edit(text.format(self.words(names)), lambda circuit: edits.set_disabled(circuit, names, disabled))

    def select_all(self) -> None:
        notes = self.circuit.drawing.get("notes")
        count = len(notes) if isinstance(notes, list) else 0
        self.selection.set(self.circuit.components, (link.key for link in self.circuit.links), range(count))

    def _at_least(self, count: int) -> bool:
        if len(self.selection.components) >= count:
            return True
        self.say(translate("Gestures", "Select at least %n components first", count), "note")
        return False
