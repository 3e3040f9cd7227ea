"""Shared by all gestures and commands: document, selection, scene, mouse position, and how refusals are shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar, cast

from PySide6.QtCore import QObject, QPoint, QPointF, QRectF, QTimer, Signal

from mars.document.circuit import Circuit
from mars.document.entries import Link
from mars.errors import DocumentError
from mars.translation import languages

from ... import edits
from ...document.document import Document
from ...document.selection import Selection
from ...symbols.painter_paths import rect
from ...theme import Theme
from ..hit_test import Hit
from ..sheet_layout import SheetLayout

if TYPE_CHECKING:
    from ..scene import SheetScene
    from ..view import SheetView

T = TypeVar("T")
CHIP_TIME = 6000  # ms that a refusal is shown: enough to read two lines
ROOM = 40  # pixels around a new component, for the next wire


class GestureContext(QObject):
    """`refused(text)` repeats in the status bar what is shown at the mouse."""

    refused = Signal(str)

    def __init__(self, view: SheetView, document: Document, selection: Selection, theme: Theme):
        super().__init__(view)
        self.document, self.selection, self.theme = document, selection, theme
        self.mouse: QPointF | None = None  # on the sheet; None while the mouse is not over the drawing
        self._chip_timer = QTimer(self, singleShot=True)
        self._chip_timer.timeout.connect(self._remove_chip)

    @property
    def view(self) -> SheetView:
        """Looked up, not stored: view and host must not reference each other, or Python deletes them in an order that breaks
        Qt."""
        return cast("SheetView", self.parent())

    @property
    def scene(self) -> SheetScene:
        return self.view.sheet

    @property
    def circuit(self) -> Circuit:
        return self.document.circuit

    @property
    def layout(self) -> SheetLayout:
        """Layout of the sheet."""
        return self.scene.layout

    def link(self, key: str) -> Link | None:
        return next((link for link in self.circuit.links if link.key == key), None)

    # Edits

    def edit(self, text: str, function: Callable[[Circuit], T], merge: str = "") -> T | None:
        """Make one undo entry; a refusal is shown at the mouse."""
        try:
            return self.document.edit(text, edits.without_rings(self.document.sheet, function), merge)
        except DocumentError as error:
            self.say(error.message)
            return None

    def say(self, text: str, level: str = "error") -> None:
        """Show a chip at the mouse until the next press or for some seconds."""
        text = languages.message(text)
        self.scene.say_at(self.mouse_or_centre(), text, level)
        self._chip_timer.start(CHIP_TIME)
        self.refused.emit(text)

    def hide_chip(self) -> None:
        if self._chip_timer.isActive():
            self._chip_timer.stop()
            self._remove_chip()

    def _remove_chip(self) -> None:
        self.scene.say_at(QPointF(), "", "note")

    # The view

    def centre(self) -> QPointF:
        """Centre of the visible part of the sheet."""
        return self.view.mapToScene(self.view.viewport().rect().center())

    def mouse_or_centre(self) -> QPointF:
        """Mouse position if it is over the drawing, else the centre."""
        return self.mouse if self.mouse is not None else self.centre()

    def zoom(self) -> float:
        return self.view.transform().m11()

    def on_view(self, point: QPointF) -> QPoint:
        return self.view.mapFromScene(point)

    def reveal(self, name: str) -> None:
        """Scroll just enough to show a component completely, with room to continue beyond it."""
        label = self.layout.labels.get(name)
        box = rect(self.layout.boxes[name])
        area = self.view.viewportTransform().mapRect(box.united(rect(label.box)) if label is not None else box)
        room = QRectF(self.view.viewport().rect()).adjusted(ROOM, ROOM, -ROOM, -ROOM)
        if room.contains(area) or area.width() > room.width() or area.height() > room.height():
            return
        dx = min(0.0, room.right() - area.right()) + max(0.0, room.left() - area.left())
        dy = min(0.0, room.bottom() - area.bottom()) + max(0.0, room.top() - area.top())
        self.view.pan(dx, dy)

    def hover_wire(self, key: str) -> None:
        """Highlight a wire with its node; an empty key removes the highlight."""
        self.scene.set_hover(Hit("wire", (0.0, 0.0), key) if key else None)
