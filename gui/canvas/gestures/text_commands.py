"""Texts on the sheet: names of components and notes, edited in place."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPoint, QPointF

from mars.document.circuit import Circuit

from ... import edits
from ...i18n import translate
from ..popups.text_editors import NameEditor, NoteEditor
from .gesture import Gesture, Modifiers, on_grid, snapped
from .gesture_context import GestureContext
from .popup_holder import PopupHolder

NOTE_WIDTH, NARROWEST = 240, 60  # sheet units: of a new note, and minimum
FRAME = 4  # sheet units around the text of a note
NAME_FRAME, NOTE_FRAME = QPoint(12, 10), QPoint(12, 12)  # pixels of the popups around their text, which stays in position


class TextCommands:
    """The methods are commands of the Edit menu."""

    def __init__(self, context: GestureContext, popups: PopupHolder):
        self.context, self.popups = context, popups

    def rename(self, name: str = "") -> NameEditor | None:
        """Edit the name of a component in place, by default of the selected one; for a selected note, its text."""
        name = name or self.context.selection.only or ""
        if not name and len(self.context.selection.notes) == 1:
            self.edit_note(next(iter(self.context.selection.notes)))
            return None
        if name not in self.context.circuit.components:
            self.context.say(translate("Gestures", "Select one component to rename it"), "note")
            return None

        def take(new: str) -> None:
            if new != name:
                text = translate("Gestures", "Rename {0} to {1}").format(name, new)
                self.context.document.edit(text, lambda circuit: circuit.rename(name, new))  # the popup shows refusals
                self.context.selection.set([new])

        popup = NameEditor(self.context.view, self.context.theme, name, take)
        left, top, *_ = self.context.layout.labels[name].box
        self.popups.show(popup, self.context.on_view(QPointF(left, top)) - NAME_FRAME)
        return popup

    def add_note(self, at: QPointF | None = None) -> NoteEditor:
        """A new note, by default at the mouse; it is created once it has text."""
        place = on_grid(at if at is not None else self.context.mouse_or_centre())

        def take(text: str) -> None:
            if text:
                number = self.context.edit(
                    translate("Gestures", "Add note"), lambda circuit: edits.add_note(circuit, text, place, NOTE_WIDTH)
                )
                if number is not None:
                    self.context.selection.set((), (), [number])

        popup = NoteEditor(self.context.view, self.context.theme, "", NOTE_WIDTH, take)
        self.popups.show(popup, self.context.on_view(QPointF(*place)))
        return popup

    def edit_note(self, number: int) -> NoteEditor | None:
        note = self._note(number)
        if note is None:
            return None
        text = str(note.get("text", ""))

        def take(new: str) -> None:
            if new != text:
                words = translate("Gestures", "Edit note") if new else translate("Gestures", "Delete note")
                self.context.edit(words, lambda circuit: edits.set_note(circuit, number, text=new))

        width = note.get("width")
        shown_width = round(width * self.context.zoom()) if isinstance(width, int) else NOTE_WIDTH
        popup = NoteEditor(self.context.view, self.context.theme, text, shown_width, take)
        self.popups.show(popup, self.context.on_view(QPointF(*note["at"])) - NOTE_FRAME)
        return popup

    def _note(self, number: int) -> dict[str, Any] | None:
        notes = self.context.circuit.drawing.get("notes")
        found = notes[number] if isinstance(notes, list) and 0 <= number < len(notes) else None
        return found if isinstance(found, dict) else None


class WidenNoteGesture(Gesture):
    """Drags the right edge of a selected note."""

    def __init__(self, context: GestureContext, number: int):
        super().__init__(context)
        self.number = number
        self.width = 0

    def start(self, at: QPointF, modifiers: Modifiers) -> None:
        self.corner, self.before = at.x(), self.context.scene.notes[self.number].frame.width() - 2 * FRAME

    def move(self, at: QPointF, modifiers: Modifiers) -> None:
        self.width = max(NARROWEST, snapped(self.before + at.x() - self.corner))
        self.context.scene.preview_note_width(self.number, self.width)

    def end(self, at: QPointF, modifiers: Modifiers) -> None:
        self.context.scene.clear_previews()
        if self.width:
            number, width = self.number, self.width

            def change(circuit: Circuit) -> None:
                edits.set_note(circuit, number, width=width)

            self.context.edit(translate("Gestures", "Resize note"), change)
