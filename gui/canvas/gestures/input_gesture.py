"""Inputs operated with the mouse on the drawing: the handle of a slider, the pointer of a knob, the cap of a button.

The edits of one drag are one history entry; a button that springs back leaves none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF

from mars.component.handles import Cap

from ... import edits
from ...i18n import translate
from ...widgets.throttle import Throttle
from ..hit_test import within
from .gesture import Gesture, Modifiers

if TYPE_CHECKING:
    from .gesture_context import GestureContext

KEY_STEP = 0.05  # of the full travel, per key press
HALFWAY = 0.5  # of a button's travel: beyond it the button is down


class InputGesture(Gesture):
    """The handle follows the mouse; Escape restores it."""

    def __init__(self, context: GestureContext, name: str):
        super().__init__(context)
        self.name = name
        symbol = context.layout.symbols[name]
        assert symbol.kind is not None and symbol.kind.handle is not None
        self.symbol, self.handle = symbol, symbol.kind.handle
        self.before = context.circuit.components[name].values.get(self.handle.parameter)
        self.part = self.handle.part(symbol.values)
        self.has_moved = False
        self.revision = context.document.revision  # of its own last edit
        self.throttle = Throttle(self._set, context)

    def start(self, at: QPointF, modifiers: Modifiers) -> None:
        self.last = within(self.symbol, (at.x(), at.y()))

    def move(self, at: QPointF, modifiers: Modifiers) -> None:
        here = within(self.symbol, (at.x(), at.y()))
        if here == self.last:
            return
        self.part += self.handle.travel(self.last, here)
        self.last, self.has_moved = here, True
        self.throttle.ask(self.handle.value(self.symbol.values, self.part))

    def end(self, at: QPointF, modifiers: Modifiers) -> None:
        self.move(at, modifiers)
        self.throttle.flush()
        self._over()
        if not self.has_moved:
            self.context.selection.set(components=[self.name])

    def cancel(self) -> None:
        self.throttle.drop()
        if self.context.document.revision == self.revision:  # else something else has changed the circuit meanwhile
            self._set(self.before)
        self._over()

    def _set(self, value: float | None) -> None:
        self.is_editing = True
        set_input(self.context, self.name, self.handle.parameter, value, f"hold {self.name}")
        self.is_editing = False
        self.revision = self.context.document.revision

    def _over(self) -> None:
        self.context.document.end_merging()
        self.throttle.deleteLater()
        del self.throttle  # it references this gesture


class ButtonGesture(InputGesture):
    """Down while the mouse holds it; a toggle button switches and stays."""

    def start(self, at: QPointF, modifiers: Modifiers) -> None:
        is_down = self.handle.part(self.symbol.values) > HALFWAY
        self.springs = self.symbol.values.get("mode") != "toggle"
        self._set(1.0 if self.springs or not is_down else 0.0)

    def move(self, at: QPointF, modifiers: Modifiers) -> None:
        """Moving the mouse has no effect."""

    def end(self, at: QPointF, modifiers: Modifiers) -> None:
        if self.springs:
            self._set(0.0)
        self._over()


def hold(context: GestureContext, name: str) -> InputGesture:
    """The gesture for the handle of a component."""
    kind = context.layout.symbols[name].kind
    return (ButtonGesture if kind is not None and isinstance(kind.handle, Cap) else InputGesture)(context, name)


def step_inputs(context: GestureContext, direction: int) -> None:
    """Move the handles of the selected inputs one step up or down; consecutive presses are one entry."""
    for name in sorted(context.selection.components):
        symbol = context.layout.symbols.get(name)
        handle = symbol.kind.handle if symbol is not None and symbol.kind is not None else None
        if symbol is None or handle is None or symbol.wrong:
            continue
        part = float(direction > 0) if isinstance(handle, Cap) else handle.part(symbol.values) + direction * KEY_STEP
        set_input(context, name, handle.parameter, handle.value(symbol.values, part), f"keys {name}")


def set_input(context: GestureContext, name: str, parameter: str, value: float | None, merge: str) -> None:
    text = translate("Gestures", "Move {0}").format(name)
    context.edit(text, lambda circuit: edits.set_number(circuit, name, parameter, value), merge)
