"""The gesture host: receives mouse, keys and drops from the view, and starts gestures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QDragEnterEvent, QDragMoveEvent, QDropEvent, QKeyEvent, QMouseEvent

from ...document.document import Document
from ...document.selection import Selection
from ...theme import Theme
from ..hit_test import Hit
from .arrange_commands import ArrangeCommands
from .build_commands import BuildCommands
from .clipboard_commands import ClipboardCommands
from .context_menus import ContextMenus
from .definition_requests import DefinitionRequests
from .edge_pan import EdgePan
from .gesture import ADDING, Gesture
from .gesture_context import GestureContext
from .hover_tips import HoverTips
from .input_gesture import hold
from .key_commands import command_for
from .kind_offers import KindOffers
from .move_gesture import MoveGesture, SegmentGesture
from .open_commands import OpenCommands
from .palette_drop import PaletteDrop, dragged_kind
from .plot_drop import drop_on_plot, panel_at
from .popup_holder import PopupHolder
from .select_gesture import RubberBandGesture, is_selected, select
from .selection_commands import SelectionCommands
from .swap_commands import SwapCommands
from .text_commands import TextCommands, WidenNoteGesture
from .value_commands import ValueCommands
from .wire_commands import WireCommands
from .wire_gesture import ReattachGesture, WireGesture, wire_of

if TYPE_CHECKING:
    from ..view import SheetView

SLACK = 4  # pixels that the mouse may move during a click
LEFT_BUTTON = Qt.MouseButton.LeftButton


class GestureHost(QObject):
    """Every event method returns whether it handled the event. Commands are methods of its parts: `host.clipboard.copy()`."""

    def __init__(self, view: SheetView, document: Document, selection: Selection, theme: Theme):
        super().__init__(view)
        self.context = context = GestureContext(view, document, selection, theme)
        self.requests = DefinitionRequests(self)
        self.popups = PopupHolder(context)
        self.tips = HoverTips(context, self.popups)
        self.kinds = KindOffers(context)
        self.selected = SelectionCommands(context)
        self.arrange = ArrangeCommands(context)
        self.clipboard = ClipboardCommands(context)
        self.wires = WireCommands(context)
        self.texts = TextCommands(context, self.popups)
        self.values = ValueCommands(context, self.popups)
        self.swap = SwapCommands(context, self.popups, self.kinds)
        self.build = BuildCommands(context, self.popups, self.kinds, self.values, self.requests)
        self.open = OpenCommands(context, self.values, self.requests)
        self.menus = ContextMenus(self)
        self.gesture: Gesture | None = None  # the current one
        self._pressed: tuple[Hit, QPoint, QPointF] | None = None  # hit, position on the view, position on the sheet
        self._drop: PaletteDrop | None = None
        self._chosen_by_press = False
        self._edge = EdgePan(self)
        self._edge.panned.connect(self._pan_at_edge)
        view.viewport().installEventFilter(self)
        document.changed.connect(self._document_changed)
        document.sheet_changed.connect(self.cancel)
        document.sheet_changed.connect(self.popups.cancel)

    # Mouse

    def mouse_press(self, event: QMouseEvent, hit: Hit | None = None) -> bool:
        self._follow(event.position())
        self.tips.hide()
        self.context.hide_chip()
        if event.button() != LEFT_BUTTON:
            if event.button() == Qt.MouseButton.RightButton and self.gesture is not None:
                self.cancel()
                return True
            return False
        self.popups.close()
        self.context.document.end_merging()
        hit = hit or self._hit()
        if hit.what == "badge":
            return False
        self._pressed = hit, event.position().toPoint(), self._sheet(event.position())
        if hit.is_handle:
            self.gesture = hold(self.context, hit.component)
            self.gesture.start(self._pressed[2], event.modifiers())
            return True
        self._chosen_by_press = hit.what in ("component", "note") and not is_selected(self.context, hit)
        if self._chosen_by_press:
            select(self.context, hit, event.modifiers())
        return True

    def mouse_move(self, event: QMouseEvent, hit: Hit | None = None) -> bool:
        self._follow(event.position())
        at = self._sheet(event.position())
        if self._pressed is None:
            hit = hit or self._hit()
            self.context.view.show_grip(hit.is_handle)
            self.tips.follow(hit, event.globalPosition().toPoint())
            return False
        pressed, where, start = self._pressed
        if self.gesture is None:
            if (event.position().toPoint() - where).manhattanLength() < SLACK:
                return True
            self.gesture = self._gesture_for(pressed)
            self.context.scene.set_hover(None)
            self.gesture.start(start, event.modifiers())
        if panel_at(event.globalPosition().toPoint()) is not None:  # it may be dropped there
            self._edge.stop()
            return True
        self.gesture.move(at, event.modifiers())
        self._edge.follow(event.position(), event.modifiers(), self.context.view.viewport().size())
        return True

    def mouse_release(self, event: QMouseEvent, hit: Hit | None = None) -> bool:
        if event.button() != LEFT_BUTTON or self._pressed is None:
            return False
        self._follow(event.position())
        (pressed, _, _), self._pressed = self._pressed, None
        gesture, self.gesture = self.gesture, None
        if gesture is not None and drop_on_plot(self.context, pressed, event.globalPosition().toPoint()):
            gesture.cancel()
        elif gesture is not None:
            gesture.end(self._sheet(event.position()), event.modifiers())
        elif not self._chosen_by_press and (pressed.what != "empty" or not event.modifiers() & ADDING):
            select(self.context, pressed, event.modifiers())
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
            self.texts.rename(hit.component)
        elif hit.what == "component":
            self.open.component(hit.component)
        elif hit.what == "note":
            self.texts.edit_note(int(hit.name))
        elif hit.what == "empty":
            self.texts.add_note(self._sheet(event.position()))
        return True

    def context_menu(self, event: QContextMenuEvent, hit: Hit | None = None) -> bool:
        """Also opened by the menu key, which has no position."""
        self.tips.hide()
        self.popups.close()
        if self.gesture is not None:
            return True
        if event.reason() == QContextMenuEvent.Reason.Mouse:
            self._follow(QPointF(event.pos()))
        self.menus.open(hit or self._hit(), self.context.mouse_or_centre(), event.globalPos())
        return True

    def _document_changed(self, _: Any) -> None:
        if self.gesture is None or not self.gesture.is_editing:
            self.cancel()

    def cancel(self, *_: Any) -> None:
        """Cancel the current gesture and remove all traces of it."""
        gesture, self.gesture, self._pressed = self.gesture, None, None
        if gesture is not None:
            gesture.cancel()

    def _pan_at_edge(self, across: float, down: float, mouse: QPointF, keys: Qt.KeyboardModifier) -> None:
        if self.gesture is None:
            self._edge.stop()
            return
        self.context.view.pan(-across, -down)
        self._follow(mouse)
        self.gesture.move(self._sheet(mouse), keys)

    def _gesture_for(self, hit: Hit) -> Gesture:
        context, key = self.context, wire_of(hit)
        if hit.what in ("port", "junction") and hit.end:
            links = context.selection.links
            chosen = [link for link in context.circuit.links if link.key in links and hit.end in link.ends]
            if len(chosen) == 1:
                return ReattachGesture(context, self.build, chosen[0], hit.end)
            is_port = hit.what == "port"
            return WireGesture(context, self.build, hit.end) if is_port else MoveGesture(context, frozenset([hit.end]))
        link = context.link(key) if key else None
        if link is not None:
            select(context, Hit("wire", hit.at, key), Qt.KeyboardModifier.NoModifier)
            return SegmentGesture(context, link, max(hit.segment, 0))
        if hit.what == "note" and hit.port == "width":
            return WidenNoteGesture(context, int(hit.name))
        if hit.what in ("component", "note"):
            return MoveGesture(context)
        return RubberBandGesture(context)

    # Keys

    def key_press(self, event: QKeyEvent) -> bool:
        self.tips.hide()
        if event.key() == Qt.Key.Key_Escape:
            self.context.hide_chip()
            if self._pressed is not None or self.gesture is not None:
                self.cancel()
            elif self.context.selection:
                self.context.selection.clear()
            else:
                return False
            return True
        if self.gesture is not None:
            return True  # a command in the middle of a drag would change what is being dragged
        command = command_for(event, self)
        if command is None:
            return False
        self.context.hide_chip()
        command()
        return True

    def key_release(self, event: QKeyEvent) -> bool:
        return False

    # Drops from the palette

    def drag_enter(self, event: QDragEnterEvent) -> bool:
        kind, cls = dragged_kind(event.mimeData(), self.context.circuit)
        if cls is None:
            return False
        self.cancel()
        self.popups.close()
        self._drop = PaletteDrop(self.context, self.build, kind, cls)
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
        kind, cls = dragged_kind(event.mimeData(), self.context.circuit)
        if cls is None:
            return False
        drop, self._drop = self._drop or PaletteDrop(self.context, self.build, kind, cls), None
        self._follow(event.position())
        event.acceptProposedAction()
        drop.end(self._sheet(event.position()))
        return True

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self.context.mouse = None
            self.tips.hide(at_once=False)
        return super().eventFilter(watched, event)

    def _follow(self, place: QPointF) -> None:
        self.context.mouse = self._sheet(place)

    def _sheet(self, place: QPointF) -> QPointF:
        return self.context.view.mapToScene(place.toPoint())

    def _hit(self) -> Hit:
        return self.context.scene.hit(self.context.mouse_or_centre(), self.context.zoom())
