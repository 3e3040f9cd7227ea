"""When tooltips and live values appear at the mouse, and when they disappear."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint, QTimer
from PySide6.QtWidgets import QToolTip

from ...widgets.plain_text import show_tip
from ..hit_test import Hit
from .gesture_context import GestureContext
from .popup_holder import PopupHolder
from .tooltips import tip

TIP_DELAY, LIVE_DELAY = 500, 200  # ms that the mouse rests first: help can wait longer than values


class HoverTips(QObject):
    """Follows the mouse while no button is down."""

    def __init__(self, context: GestureContext, popups: PopupHolder):
        super().__init__(context)
        self.context, self.popups = context, popups
        self._at: tuple[Hit, QPoint] | None = None  # hit under the mouse, and the screen position
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._show)

    def follow(self, hit: Hit, on_screen: QPoint) -> None:
        """The mouse is over this hit now."""
        live = self.context.scene.live
        before = self._at[0] if self._at is not None else None
        if before is not None and (before.what, before.name, before.end) == (hit.what, hit.name, hit.end):
            if live.hover.is_open:  # it stays in position so that the mouse can reach it
                return
        else:
            self.hide(at_once=False)
        self._at = hit, on_screen
        if hit.what != "empty" and self.popups.current is None:
            self._timer.start(LIVE_DELAY if live.can_tell(hit) else TIP_DELAY)

    def hide(self, at_once: bool = True) -> None:
        """A popup with values may stay a moment: the mouse may be moving to it."""
        self._timer.stop()
        self._at = None
        QToolTip.hideText()
        hover = self.context.scene.live.hover
        hover.close() if at_once else hover.leave()

    def _show(self) -> None:
        if self._at is None or self.popups.current is not None:
            return
        hit, on_screen = self._at
        context = self.context
        scene, view, layout = context.scene, context.view, context.layout
        if scene.live.tell(view, hit, view.mapFromGlobal(on_screen)):
            return
        known = hit.component in layout.symbols if hit.component else True
        text = tip(context.circuit, layout, hit, scene.problems_of(hit.component)) if known else ""
        if text:
            show_tip(on_screen, text, view.viewport())
