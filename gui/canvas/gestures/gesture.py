"""Base of all mouse gestures: shows previews while the mouse moves and edits the document once, at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt

from mars.component.icon_paths import Point
from mars.pictures.style import GRID

if TYPE_CHECKING:
    from .gesture_context import GestureContext

Modifiers = Qt.KeyboardModifier
PORT_SNAP = 14  # pixels: a port released this close to another is linked to it
WIRE_LENGTH = 4 * GRID  # sheet units, of the resulting wire
ADDING = Modifiers.ShiftModifier | Modifiers.ControlModifier


class Gesture:
    """`start` at the press, `move`, then either `end` at the release or `cancel`, which leaves nothing behind."""

    is_editing = False  # the current document change was made by this gesture

    def __init__(self, context: GestureContext):
        self.context = context

    def start(self, at: QPointF, modifiers: Modifiers) -> None:
        """The mouse has left the point `at` where it was pressed."""

    def move(self, at: QPointF, modifiers: Modifiers) -> None:
        """The mouse moved with the button down."""

    def end(self, at: QPointF, modifiers: Modifiers) -> None:
        """The button was released: make the edit."""

    def cancel(self) -> None:
        """Escape was pressed, or the circuit has changed meanwhile."""
        self.context.scene.clear_previews()


def snapped(value: float) -> int:
    return GRID * round(value / GRID)


def on_grid(point: QPointF) -> tuple[int, int]:
    return snapped(point.x()), snapped(point.y())


def plain(point: QPointF) -> Point:
    return point.x(), point.y()
