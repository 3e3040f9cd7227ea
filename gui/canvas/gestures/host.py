"""The host of gestures: takes mouse, keys and drops from the view, and makes a gesture out of a press on something."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QContextMenuEvent, QDragEnterEvent, QDragMoveEvent, QDropEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QToolTip

from ...document.document import Document
from ...document.selection import Selection
from ...theme import Theme
from ..hit_test import Hit
from .context_menus import ContextMenus
from .edge_pan import EdgePan
from .gesture import ADDING, Gesture
from .input_gesture import hold
from .key_commands import command_for
from .move_gesture import MoveGesture, SegmentGesture
from .palette_drop import PaletteDrop, dragged_kind
from .plot_drop import drop_on_plot, panel_at
from .select_gesture import RubberBandGesture, is_selected, select
from .text_commands import WidenNoteGesture
from .tooltips import tip
from .wire_gesture import ReattachGesture, WireGesture, wire_of

if TYPE_CHECKING:
    from ..scene import SheetScene
    from ..view import SheetView

SLACK = 4  # pixels that a click may wander
TIP_DELAY, LIVE_DELAY = 500, 200  # ms: help can wait longer than values
LEFT_BUTTON = Qt.MouseButton.LeftButton


class GestureHost(ContextMenus):
    """Every event method returns whether it took the event; every command is a method."""

    def __init__(self, view: SheetView, scene: SheetScene, document: Document, selection: Selection, theme: Theme):
        super().__init__(view, scene, document, selection, theme)
        self._pressed: tuple[Hit, QPoint, QPointF] | None = None  # what, where on the view, where on the sheet
        self._drop: PaletteDrop | None = None
        self._tip_at: tuple[Hit, QPoint] | None = None
        self._tip_timer = QTimer(self, singleShot=True)
        self._tip_timer.timeout.connect(self._show_tip)
        self._chosen_by_press = False
        self._edge = EdgePan(self)
        self._edge.panned.connect(self._pan_at_edge)
        view.viewport().installEventFilter(self)
        document.changed.connect(self._document_changed)
        document.sheet_changed.connect(self.cancel)
        document.sheet_changed.connect(self._forget_popup)

    # Mouse

    def mouse_press(self, event: QMouseEvent, hit: Hit | None = None) -> bool:
        self._follow(event.position())
        self._hide_tip()
        self.hide_chip()
        if event.button() != LEFT_BUTTON:
            if event.button() == Qt.MouseButton.RightButton and self.gesture is not None:
                self.cancel()
                return True
            return False
        self.close_popup()
        self.document.end_merging()
        hit = hit or self._hit()
        if hit.what == "badge":
            return False
        self._pressed = hit, event.position().toPoint(), self._sheet(event.position())
        if hit.is_handle:
            self.gesture = hold(self, hit.component)
            self.gesture.start(self._pressed[2], event.modifiers())
            return True
        self._chosen_by_press = hit.what in ("component", "note") and not is_selected(self, hit)
        if self._chosen_by_press:
            select(self, hit, event.modifiers())
        return True

    def mouse_move(self, event: QMouseEvent, hit: Hit | None = None) -> bool:
        self._follow(event.position())
        at = self._sheet(event.position())
        if self._pressed is None:
            self._hover(hit or self._hit(), event.globalPosition().toPoint())
            return False
        pressed, where, start = self._pressed
        if self.gesture is None:
            if (event.position().toPoint() - where).manhattanLength() < SLACK:
                return True
            self.gesture = self._gesture_for(pressed)
            self.scene.set_hover(None)
            self.gesture.start(start, event.modifiers())
        if panel_at(event.globalPosition().toPoint()) is not None:  # it may be let go there
            self._edge.stop()
            return True
        self.gesture.move(at, event.modifiers())
        self._edge.follow(event.position(), event.modifiers(), self.view.viewport().size())
        return True

    def mouse_release(self, event: QMouseEvent, hit: Hit | None = None) -> bool:
        if event.button() != LEFT_BUTTON or self._pressed is None:
            return False
        self._follow(event.position())
        (pressed, _, _), self._pressed = self._pressed, None
        gesture, self.gesture = self.gesture, None
        if gesture is not None and drop_on_plot(self, pressed, event.globalPosition().toPoint()):
            gesture.cancel()
        elif gesture is not None:
            gesture.end(self._sheet(event.position()), event.modifiers())
        elif not self._chosen_by_press and (pressed.what != "empty" or not event.modifiers() & ADDING):
            select(self, pressed, event.modifiers())
        return True

    def double_click(self, event: QMouseEvent, hit: Hit | None = None) -> bool:
        self._follow(event.position())
        hit = hit or self._hit()
        if event.button() != LEFT_BUTTON or hit.what == "badge":
            return False
        if hit.is_handle:  # a button pressed twice
            return self.mouse_press(event, hit)
        self.cancel()
        if hit.what == "component" and hit.port == "name":
            self.rename(hit.component)
        elif hit.what == "component":
            self.open_or_edit(hit.component)
        elif hit.what == "note":
            self.edit_note(int(hit.name))
        elif hit.what == "empty":
            self.add_note(self._sheet(event.position()))
        return True

    def context_menu(self, event: QContextMenuEvent, hit: Hit | None = None) -> bool:
        """Also by the menu key, which has no place of its own."""
        self._hide_tip()
        self.close_popup()
        if self.gesture is not None:
            return True
        if event.reason() == QContextMenuEvent.Reason.Mouse:
            self._follow(QPointF(event.pos()))
        self.open_menu(hit or self._hit(), self.mouse_or_centre(), event.globalPos())
        return True

    def _document_changed(self, _: Any) -> None:
        if self.gesture is None or not self.gesture.is_editing:
            self.cancel()

    def cancel(self, *_: Any) -> None:
        """Stop the current gesture and leave nothing of it."""
        gesture, self.gesture, self._pressed = self.gesture, None, None
        if gesture is not None:
            gesture.cancel()

    def _pan_at_edge(self, across: float, down: float, mouse: QPointF, keys: Qt.KeyboardModifier) -> None:
        if self.gesture is None:
            self._edge.stop()
            return
        self.view.pan(-across, -down)
        self._follow(mouse)
        self.gesture.move(self._sheet(mouse), keys)

    def _gesture_for(self, hit: Hit) -> Gesture:
        key = wire_of(hit)
        if hit.what in ("port", "junction") and hit.end:
            chosen = [link for link in self.circuit.links if link.key in self.selection.links and hit.end in link.ends]
            if len(chosen) == 1:
                return ReattachGesture(self, chosen[0], hit.end)
            return WireGesture(self, hit.end) if hit.what == "port" else MoveGesture(self, frozenset([hit.end]))
        link = self.link(key) if key else None
        if link is not None:
            select(self, Hit("wire", hit.at, key), Qt.KeyboardModifier.NoModifier)
            return SegmentGesture(self, link, max(hit.segment, 0))
        if hit.what == "note" and hit.port == "width":
            return WidenNoteGesture(self, int(hit.name))
        if hit.what in ("component", "note"):
            return MoveGesture(self)
        return RubberBandGesture(self)

    # Keys

    def key_press(self, event: QKeyEvent) -> bool:
        self._hide_tip()
        if event.key() == Qt.Key.Key_Escape:
            self.hide_chip()
            if self._pressed is not None or self.gesture is not None:
                self.cancel()
            elif self.selection:
                self.selection.clear()
            else:
                return False
            return True
        if self.gesture is not None:
            return True  # a command in the middle of a drag would pull the ground from under it
        command = command_for(event, self)
        if command is None:
            return False
        self.hide_chip()
        command()
        return True

    def key_release(self, event: QKeyEvent) -> bool:
        return False

    # Drops from the palette

    def drag_enter(self, event: QDragEnterEvent) -> bool:
        kind, cls = dragged_kind(event.mimeData(), self.circuit)
        if cls is None:
            return False
        self.cancel()
        self.close_popup()
        self._drop = PaletteDrop(self, kind, cls)
        event.acceptProposedAction()
        return True

    def drag_move(self, event: QDragMoveEvent) -> bool:
        if self._drop is None:
            return False
        self._follow(event.position())
        self._drop.move(self._sheet(event.position()))
        event.acceptProposedAction()
        return True

    def drag_leave(self, event: QEvent) -> bool:
        if self._drop is None:
            return False
        self._drop.cancel()
        self._drop = None
        return True

    def drop(self, event: QDropEvent) -> bool:
        kind, cls = dragged_kind(event.mimeData(), self.circuit)
        if cls is None:
            return False
        drop, self._drop = self._drop or PaletteDrop(self, kind, cls), None
        self._follow(event.position())
        event.acceptProposedAction()
        drop.end(self._sheet(event.position()))
        return True

    # Hovering

    def _hover(self, hit: Hit, on_screen: QPoint) -> None:
        self.view.show_grip(hit.is_handle)
        before = self._tip_at[0] if self._tip_at is not None else None
        if before is not None and (before.what, before.name, before.end) == (hit.what, hit.name, hit.end):
            if self.scene.live.hover.is_open:  # it stays where it is, so that the mouse can reach it
                return
        else:
            self._hide_tip(at_once=False)
        self._tip_at = hit, on_screen
        if hit.what != "empty" and self.popup is None:
            self._tip_timer.start(LIVE_DELAY if self.scene.live.can_tell(hit) else TIP_DELAY)

    def _show_tip(self) -> None:
        if self._tip_at is None or self.gesture is not None or self.popup is not None:
            return
        hit, on_screen = self._tip_at
        if self.scene.live.tell(self.view, hit, self.view.mapFromGlobal(on_screen)):
            return
        known = hit.component in self.layout.symbols if hit.component else True
        text = tip(self.circuit, self.layout, hit, self.scene.problems_of(hit.component)) if known else ""
        if text:
            QToolTip.showText(on_screen, text, self.view.viewport())

    def _hide_tip(self, at_once: bool = True) -> None:
        """A popup with values may wait a moment: the mouse may be on its way to it."""
        self._tip_timer.stop()
        self._tip_at = None
        QToolTip.hideText()
        hover = self.scene.live.hover
        hover.close() if at_once else hover.leave()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self.mouse = None
            self._hide_tip(at_once=False)
        return super().eventFilter(watched, event)

    def _forget_popup(self) -> None:
        """Another circuit: what a popup was about is gone."""
        if self.popup is not None:
            self.popup.cancel()

    def _follow(self, place: QPointF) -> None:
        self.mouse = self._sheet(place)

    def _sheet(self, place: QPointF) -> QPointF:
        return self.view.mapToScene(place.toPoint())

    def _hit(self) -> Hit:
        return self.scene.hit(self.mouse_or_centre(), self.zoom())
