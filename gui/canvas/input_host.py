"""Receives mouse and keys of the drawing. The default host selects by click and rubber band."""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
    QMouseEvent,
)
from PySide6.QtWidgets import QRubberBand

from .hit_test import Hit

if TYPE_CHECKING:
    from .view import SheetView


class InputHost(Protocol):
    """Each method returns True if it handled the event; the view then ignores it."""

    def mouse_press(self, event: QMouseEvent, hit: Hit) -> bool:
        return False

    def mouse_move(self, event: QMouseEvent, hit: Hit) -> bool:
        return False

    def mouse_release(self, event: QMouseEvent, hit: Hit) -> bool:
        return False

    def double_click(self, event: QMouseEvent, hit: Hit) -> bool:
        return False

    def key_press(self, event: QKeyEvent) -> bool:
        return False

    def key_release(self, event: QKeyEvent) -> bool:
        return False

    def context_menu(self, event: QContextMenuEvent, hit: Hit) -> bool:
        return False

    def drag_enter(self, event: QDragEnterEvent) -> bool:
        return False

    def drag_move(self, event: QDragMoveEvent) -> bool:
        return False

    def drag_leave(self, event: QDragLeaveEvent) -> bool:
        return False

    def drop(self, event: QDropEvent) -> bool:
        return False


class SelectionHost(InputHost):
    """Selects by click and rubber band; edits nothing."""

    def __init__(self, view: SheetView):
        self.view = weakref.proxy(view)  # the view owns this: a reference back would be a cycle
        self._corner: QPoint | None = None
        self._band: QRubberBand | None = None

    def mouse_press(self, event: QMouseEvent, hit: Hit) -> bool:
        if event.button() != Qt.MouseButton.LeftButton:
            return False
        selection = self.view.sheet.selection
        if hit.component:
            selection.set(components=[hit.component])
        elif hit.what == "wire" or hit.key:
            selection.set(links=[hit.key or str(hit.name)])
        elif hit.what == "note":
            selection.set(notes=[int(hit.name)])
        else:
            selection.set()
            self._corner = event.position().toPoint()
        return True

    def mouse_move(self, event: QMouseEvent, hit: Hit) -> bool:
        if self._corner is None:
            return False
        if self._band is None:
            self._band = QRubberBand(QRubberBand.Shape.Rectangle, self.view.viewport())
            self._band.show()
        frame = QRect(self._corner, event.position().toPoint()).normalized()
        self._band.setGeometry(frame)
        self._select_within(self.view.mapToScene(frame).boundingRect())
        return True

    def _select_within(self, area: QRectF) -> None:
        sheet = self.view.sheet
        components = [name for name, item in sheet.components.items() if area.intersects(item.mapRectToScene(item.box))]
        sheet.selection.set(components, notes=[n for n, box in sheet.note_boxes().items() if area.intersects(box)])

    def mouse_release(self, event: QMouseEvent, hit: Hit) -> bool:
        was_dragging, self._corner = self._corner is not None, None
        if self._band is not None:
            self._band.hide()
            self._band.deleteLater()
            self._band = None
        return was_dragging
