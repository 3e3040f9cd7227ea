"""Copy, cut, paste and duplicate: as text on the clipboard, so it works between windows and in emails."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPointF
from PySide6.QtGui import QGuiApplication

from mars.document.circuit import Circuit

from ... import edits
from ...i18n import translate
from .entry_words import entry_words
from .gesture import on_grid
from .gesture_context import GestureContext


class ClipboardCommands:
    """The methods are the commands of the Edit menu."""

    def __init__(self, context: GestureContext):
        self.context = context

    def copy(self) -> bool:
        """Copy the selected components with the links between them, and notes."""
        names, notes = self.context.selection.components, self.context.selection.notes
        if not (names or notes):
            return False
        QGuiApplication.clipboard().setText(edits.copied(self.context.circuit, names, notes))
        return True

    def cut(self) -> None:
        names, notes = self.context.selection.components, self.context.selection.notes
        if self.copy():
            text = translate("Gestures", "Cut {0}").format(entry_words(self.context.circuit, names, (), notes))
            self.context.edit(text, lambda circuit: edits.remove(circuit, names, notes=notes))

    def paste(self, at: QPointF | None = None) -> None:
        """Paste at the mouse, or in the centre if the mouse is elsewhere."""
        text = QGuiApplication.clipboard().text()
        if text:
            self._paste(translate("Gestures", "Paste"), text, on_grid(at if at is not None else self.context.mouse_or_centre()))
        else:
            self.context.say(translate("Gestures", "Nothing to paste. Copy something first"), "note")

    def duplicate(self) -> None:
        names, notes = self.context.selection.components, self.context.selection.notes
        if names or notes:
            words = translate("Gestures", "Duplicate {0}").format(entry_words(self.context.circuit, names, (), notes))
            self._paste(words, edits.copied(self.context.circuit, names, notes), None)

    def _paste(self, words: str, text: str, at: tuple[int, int] | None) -> None:
        before = len(self._notes())
        names: list[str] = []

        def paste(circuit: Circuit) -> None:
            names.extend(edits.pasted(circuit, text, at))

        self.context.edit(words, paste)
        if names or len(self._notes()) > before:
            self.context.selection.set(names, (), range(before, len(self._notes())))

    def _notes(self) -> list[Any]:
        notes = self.context.circuit.drawing.get("notes")
        return notes if isinstance(notes, list) else []
