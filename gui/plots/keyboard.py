"""Keyboard handling of a plot."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from ..widgets.letter_keys import key_of
from .plot_grid import PlotGrid
from .plot_view import PlotView

STEP = 1 / 200  # of the shown time range, for the arrow keys
_KEY = Qt.Key


def press(event: QKeyEvent, view: PlotView, grid: PlotGrid, seek: Callable[[float], None]) -> None:
    """Arrows move the cursor; + and − zoom the time, with Ctrl the values; page keys scroll; 0 fits; B: second cursor."""
    context, key, modifiers = grid.context, Qt.Key(key_of(event)), event.modifiers()
    if key in (_KEY.Key_Left, _KEY.Key_Right):
        steps = 10 if modifiers & Qt.KeyboardModifier.ShiftModifier else 1
        seek(context.a + (steps if key == _KEY.Key_Right else -steps) * STEP * (context.time.high - context.time.low))
    elif key in (_KEY.Key_Plus, _KEY.Key_Equal, _KEY.Key_Minus):
        for axis in view.axes if modifiers & Qt.KeyboardModifier.ControlModifier else [view.x]:
            about = context.a if axis is context.time and axis.low < context.a < axis.high else (axis.low + axis.high) / 2
            axis.zoom(1.25 if key == _KEY.Key_Minus else 0.8, about)
        view.zoomed.emit()
    elif key in (_KEY.Key_PageUp, _KEY.Key_PageDown):
        view.x.pan((view.x.high - view.x.low) * (0.9 if key == _KEY.Key_PageDown else -0.9))
        view.zoomed.emit()
    elif key in (_KEY.Key_0, _KEY.Key_Home):
        grid.fit()
    elif key == _KEY.Key_B:
        grid.set_b(context.a if context.b is None else None)
    elif key == _KEY.Key_Escape and context.b is not None:
        grid.set_b(None)
    else:
        return
    event.accept()
