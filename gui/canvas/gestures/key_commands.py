"""Maps keys to commands while the drawing has the focus."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

from mars.pictures.style import GRID

from ...widgets.letter_keys import key_of
from .input_gesture import step_inputs

if TYPE_CHECKING:
    from .host import GestureHost

Key, Standard = Qt.Key, QKeySequence.StandardKey
FAR = 5 * GRID  # sheet units per step with Shift
ARROWS = {Key.Key_Left: (-1, 0), Key.Key_Right: (1, 0), Key.Key_Up: (0, -1), Key.Key_Down: (0, 1)}


def command_for(event: QKeyEvent, host: GestureHost) -> Callable[[], object] | None:
    """The command, or None if the key is for the view or the window."""
    standard: dict[QKeySequence.StandardKey, Callable[[], object]] = {
        Standard.Copy: host.clipboard.copy,
        Standard.Cut: host.clipboard.cut,
        Standard.Paste: host.clipboard.paste,
        Standard.SelectAll: host.selected.select_all,
    }
    for key, command in standard.items():
        if event.matches(key):
            return command
    modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    if event.key() in ARROWS:
        return _nudge(event, modifiers, host)
    plain: dict[int, Callable[[], object]] = {
        Key.Key_Delete: host.selected.delete,
        Key.Key_Backspace: host.selected.delete,
        Key.Key_R: host.arrange.turn,
        Key.Key_X: host.arrange.flip,
        Key.Key_Y: lambda: host.arrange.flip("y"),
        Key.Key_N: host.texts.add_note,
        Key.Key_F2: host.texts.rename,
        Key.Key_Return: host.open.component,
        Key.Key_Enter: host.open.component,
    }
    if modifiers == Qt.KeyboardModifier.NoModifier:
        return plain.get(key_of(event))
    if modifiers == Qt.KeyboardModifier.ShiftModifier and key_of(event) == Key.Key_R:
        return lambda: host.arrange.turn(-1)
    if modifiers == Qt.KeyboardModifier.ControlModifier:
        return {Key.Key_D: host.clipboard.duplicate, Key.Key_Slash: host.selected.toggle_disabled}.get(Key(key_of(event)))
    return None


def _nudge(event: QKeyEvent, modifiers: Qt.KeyboardModifier, host: GestureHost) -> Callable[[], object] | None:
    if not (host.context.selection.components or host.context.selection.notes):
        return None
    if modifiers == Qt.KeyboardModifier.AltModifier and event.key() in (Key.Key_Up, Key.Key_Down):
        return lambda: step_inputs(host.context, 1 if event.key() == Key.Key_Up else -1)
    if modifiers not in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier):
        return None
    x, y = ARROWS[Key(event.key())]
    step = FAR if modifiers == Qt.KeyboardModifier.ShiftModifier else GRID
    return lambda: host.arrange.nudge(step * x, step * y)
