"""Arranges the selection: turn, flip, align, distribute, nudge."""

from __future__ import annotations

from ... import edits
from ...i18n import translate
from .entry_words import entry_words
from .gesture_context import GestureContext

TO_ALIGN, TO_DISTRIBUTE = 2, 3  # minimum numbers of components


class ArrangeCommands:
    """The methods are the commands of the Arrange menu."""

    def __init__(self, context: GestureContext):
        self.context = context

    def turn(self, quarters: int = 1) -> None:
        """Turn clockwise by quarter turns, a group about its common centre."""
        names = self.context.selection.components
        if names:
            text = translate("Gestures", "Rotate {0}").format(entry_words(self.context.circuit, names))
            self.context.edit(text, lambda circuit: edits.turn(circuit, names, quarters))

    def flip(self, axis: str = "x") -> None:
        """Flip `x` left to right or `y` top to bottom."""
        names = self.context.selection.components
        if names:
            text = translate("Gestures", "Flip {0}").format(entry_words(self.context.circuit, names))
            self.context.edit(text, lambda circuit: edits.flip(circuit, names, upright=axis == "y"))

    def align(self, side: str) -> None:
        """Align `left`, `centre`, `right`, `top`, `middle` or `bottom`."""
        names = self.context.selection.components
        if self._at_least(TO_ALIGN):
            text = translate("Gestures", "Align {0}").format(entry_words(self.context.circuit, names))
            self.context.edit(text, lambda circuit: edits.align(circuit, names, side))

    def distribute(self, axis: str = "x") -> None:
        """Make equal gaps across (`x`) or down (`y`)."""
        names = self.context.selection.components
        if self._at_least(TO_DISTRIBUTE):
            text = translate("Gestures", "Distribute {0}").format(entry_words(self.context.circuit, names))
            self.context.edit(text, lambda circuit: edits.distribute(circuit, names, "down" if axis == "y" else "across"))

    def nudge(self, dx: int, dy: int) -> None:
        """Consecutive nudges are one entry."""
        names, notes = self.context.selection.components, self.context.selection.notes
        if names or notes:
            text = translate("Gestures", "Move {0}").format(entry_words(self.context.circuit, names, (), notes))
            merge = f"nudge {sorted(names)} {sorted(notes)}"
            self.context.edit(text, lambda circuit: edits.move(circuit, names, dx, dy, notes=notes), merge)

    def _at_least(self, count: int) -> bool:
        if len(self.context.selection.components) >= count:
            return True
        self.context.say(translate("Gestures", "Select at least %n components first", count), "note")
        return False
