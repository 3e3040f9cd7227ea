"""The view of the sheet: zooms about the mouse, pans, draws the grid, and passes mouse and keys to its host."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QInputDevice,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTransform,
    QWheelEvent,
)
from PySide6.QtWidgets import QGraphicsView, QWidget

from .grid import paint_grid
from .hit_test import Hit
from .input_host import InputHost, SelectionHost
from .previews import EVERYWHERE
from .scene import SheetScene
from .zoom_snapshot import ZoomSnapshot

SMALLEST, LARGEST = 0.1, 4.0
STEP = 1.25  # per key press
NOTCH = 1.2  # per notch of the wheel
FIT_MARGIN, FIT_LARGEST = 40, 1.5


class SheetView(QGraphicsView):
    """During a zoom a snapshot of the sheet is scaled; it is repainted sharply soon after the gesture."""

    zoom_changed = Signal(float)
    sharpened = Signal()  # the sheet was repainted after a zoom

    def __init__(self, scene: SheetScene, parent: QWidget | None = None):
        super().__init__(scene, parent)
        self.sheet = scene
        self.host: InputHost = SelectionHost(self)
        self.setFrameShape(QGraphicsView.Shape.NoFrame)
        self.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        self.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        flags = QGraphicsView.OptimizationFlag
        self.setOptimizationFlags(flags.DontSavePainterState | flags.DontAdjustForAntialiasing)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.MinimalViewportUpdate)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        # The sheet is unbounded, so nothing jumps when the drawing grows; scroll bars would be meaningless.
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSceneRect(EVERYWHERE)
        self.setMouseTracking(True)
        self.setAcceptDrops(True)
        self.setAccessibleName(self.tr("Drawing"))
        self.zoom_snapshot = ZoomSnapshot(self)
        self._pan_from: QPoint | None = None
        self._space = self._was_fitted = self._on_grip = False
        self._anchor: tuple[QPointF, QPointF] | None = None
        scene.theme.changed.connect(self.viewport().update)
        self._sheet = ""
        self._places: dict[str, tuple[float, QPointF]] = {}  # zoom and centre of sheets shown before
        scene.document.sheet_changed.connect(self._new_sheet)
        scene.document.replaced.connect(self._new_document)

    def set_host(self, host: InputHost | None) -> None:
        """Pass mouse and keys to a host; None: select only."""
        self.host = SelectionHost(self) if host is None else host

    # Zoom and position

    @property
    def zoom(self) -> float:
        return self.transform().m11()

    def zoom_by(self, factor: float, about: QPointF | None = None) -> None:
        """Zoom, keeping a point of the viewport (or its centre) fixed."""
        self.zoom_to(self.zoom * factor, about)

    def zoom_to(self, zoom: float, about: QPointF | None = None) -> None:
        zoom = max(SMALLEST, min(LARGEST, zoom))
        if zoom == self.zoom:
            return
        about = QPointF(self.viewport().rect().center()) if about is None else about
        # Scroll bars use whole pixels: repeated notches at one point must not drift.
        if self._anchor is None or self._anchor[0] != about:
            self._anchor = (about, self._on_sheet(about))
        fixed = self._anchor[1]
        self.zoom_snapshot.begin()
        self.setTransform(QTransform.fromScale(zoom, zoom))
        self._place(fixed, about)
        self.zoom_changed.emit(zoom)

    def _on_sheet(self, place: QPointF) -> QPointF:
        return self.viewportTransform().inverted()[0].map(place)

    def _place(self, point: QPointF, at: QPointF) -> None:
        """Scroll so that a point of the sheet is at a position of the viewport."""
        off = self.viewportTransform().map(point) - at
        across, down = self.horizontalScrollBar(), self.verticalScrollBar()
        across.setValue(across.value() + round(off.x()))
        down.setValue(down.value() + round(off.y()))

    def pan(self, dx: float, dy: float) -> None:
        """Move the sheet by a number of pixels."""
        self._anchor = None
        across, down = self.horizontalScrollBar(), self.verticalScrollBar()
        across.setValue(across.value() - round(dx))
        down.setValue(down.value() - round(dy))

    def fit(self) -> None:
        """Show the whole drawing, up to a comfortable size."""
        self._show(self.sheet.content_rect(), FIT_LARGEST)

    def show_component(self, name: str) -> None:
        """Bring a component (or the owner of a port) into view; does not scroll if it is visible."""
        name = name.partition(".")[0]
        if name in self.sheet.components:
            item = self.sheet.components[name]
            self.show_rect(item.mapRectToScene(item.box))

    def show_rect(self, area: QRectF) -> None:
        seen = self.mapToScene(self.viewport().rect()).boundingRect()
        if not seen.contains(area):
            self._show(area, max(self.zoom, 0.6))

    def _show(self, area: QRectF, largest: float) -> None:
        wide, high = self.viewport().width(), self.viewport().height()
        zoom = 1.0
        if not area.isEmpty():
            room = (max(1, wide - 2 * FIT_MARGIN), max(1, high - 2 * FIT_MARGIN))
            zoom = max(SMALLEST, min(largest, LARGEST, room[0] / area.width(), room[1] / area.height()))
        self._anchor = None
        self.zoom_snapshot.end()
        self.setTransform(QTransform.fromScale(zoom, zoom))
        self._place(area.center(), QPointF(wide / 2, high / 2))
        self.zoom_changed.emit(zoom)

    def _new_sheet(self) -> None:
        """Restore the last position of a sheet; show a new one whole."""
        middle = self._on_sheet(QPointF(self.viewport().rect().center()))
        self._places[self._sheet] = (self.zoom, middle)
        self._sheet = self.sheet.document.sheet
        if self._sheet not in self._places:
            self.fit()
            return
        zoom, middle = self._places[self._sheet]
        self._anchor = None
        self.zoom_snapshot.end()
        self.setTransform(QTransform.fromScale(zoom, zoom))
        self._place(middle, QPointF(self.viewport().rect().center()))
        self.zoom_changed.emit(zoom)

    def _new_document(self) -> None:
        self._sheet, self._places = "", {}
        self._was_fitted = self.isVisible()
        self.fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.zoom_snapshot.end()
        if not self._was_fitted:
            self._was_fitted = self.isVisible()
            self.fit()

    def showEvent(self, event: Any) -> None:
        super().showEvent(event)
        if not self._was_fitted:
            self._was_fitted = True
            self.fit()

    # Painting

    def drawBackground(self, painter: QPainter, area: QRectF | Any) -> None:
        paint_grid(painter, QRectF(area), self.zoom, self.sheet.colours)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.zoom_snapshot.is_shown:
            self.zoom_snapshot.paint()
        else:
            super().paintEvent(event)

    # Mouse and keys

    def hit_at(self, place: QPointF) -> Hit:
        return self.sheet.hit(self._on_sheet(place), self.zoom)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.accept()
        angle, pixels = event.angleDelta(), event.pixelDelta()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom_by(NOTCH ** (angle.y() / 120), event.position())
        elif _is_touchpad(event):
            moved = pixels if not pixels.isNull() else angle / 2
            self.pan(moved.x(), moved.y())
        elif event.modifiers() & (Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.AltModifier):
            self.pan((angle.x() + angle.y()) / 2, 0)
        else:
            self.zoom_by(NOTCH ** (angle.y() / 120), event.position())

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QNativeGestureEvent) and event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture:
            self.zoom_by(1 + event.value(), event.position())
            return True
        if event.type() == QEvent.Type.Leave and self._pan_from is None:
            self.sheet.set_hover(None)
        return super().viewportEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        middle = event.button() == Qt.MouseButton.MiddleButton
        if middle or (self._space and event.button() == Qt.MouseButton.LeftButton):
            self._pan_from = event.position().toPoint()
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
            self.sheet.set_hover(None)
            event.accept()
            return
        hit = self.hit_at(event.position())
        if hit.what == "badge" and event.button() == Qt.MouseButton.LeftButton:
            self.sheet.badge_clicked.emit(str(hit.name))
            event.accept()
        else:
            event.setAccepted(self.host.mouse_press(event, hit))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        event.accept()
        if self._pan_from is not None:
            here = event.position().toPoint()
            moved, self._pan_from = here - self._pan_from, here
            self.pan(moved.x(), moved.y())
            return
        hit = self.hit_at(event.position())
        if not self.host.mouse_move(event, hit) and not event.buttons():
            self.sheet.set_hover(hit)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()
        if self._pan_from is not None:
            self._stop_panning()
        else:
            self.host.mouse_release(event, self.hit_at(event.position()))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or self._space:
            self.mousePressEvent(event)
            return
        event.setAccepted(self.host.double_click(event, self.hit_at(event.position())))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        event.setAccepted(self.host.context_menu(event, self.hit_at(QPointF(event.pos()))))

    def show_grip(self, is_grip: bool) -> None:
        """Set the cursor for a handle under the mouse."""
        if is_grip != self._on_grip and not self._space:
            self._on_grip = is_grip
            self.viewport().setCursor(Qt.CursorShape.PointingHandCursor) if is_grip else self.viewport().unsetCursor()

    def _stop_panning(self) -> None:
        self._pan_from = None
        if self._space:
            self.viewport().setCursor(Qt.CursorShape.OpenHandCursor)
        else:
            self.viewport().unsetCursor()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and not event.modifiers() and self._pan_from is None:
            if not event.isAutoRepeat():
                self._space = True
                self.viewport().setCursor(Qt.CursorShape.OpenHandCursor)
            event.accept()
        elif self.host.key_press(event) or self._zoom_key(event):
            event.accept()
        else:
            event.ignore()

    def _zoom_key(self, event: QKeyEvent) -> bool:
        if event.matches(QKeySequence.StandardKey.ZoomIn) or _is_control(event, Qt.Key.Key_Equal, Qt.Key.Key_Plus):
            self.zoom_by(STEP)
        elif event.matches(QKeySequence.StandardKey.ZoomOut) or _is_control(event, Qt.Key.Key_Minus):
            self.zoom_by(1 / STEP)
        elif _is_control(event, Qt.Key.Key_0):
            self.fit()
        else:
            return False
        return True

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._release_space()
            event.accept()
        else:
            event.setAccepted(self.host.key_release(event))

    def focusOutEvent(self, event: Any) -> None:
        self._release_space()
        super().focusOutEvent(event)

    def _release_space(self) -> None:
        if self._space:
            self._space = False
            if self._pan_from is None:
                self.viewport().unsetCursor()

    def dragEnterEvent(self, event: Any) -> None:
        event.setAccepted(self.host.drag_enter(event))

    def dragMoveEvent(self, event: Any) -> None:
        event.setAccepted(self.host.drag_move(event))

    def dragLeaveEvent(self, event: Any) -> None:
        event.setAccepted(self.host.drag_leave(event))

    def dropEvent(self, event: Any) -> None:
        event.setAccepted(self.host.drop(event))


def _is_touchpad(event: QWheelEvent) -> bool:
    """A wheel turns in notches; a touchpad scrolls in pixels."""
    if event.device() is not None and event.device().type() == QInputDevice.DeviceType.TouchPad:
        return True
    return event.phase() != Qt.ScrollPhase.NoScrollPhase and not event.pixelDelta().isNull()


def _is_control(event: QKeyEvent, *keys: Qt.Key) -> bool:
    return bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier) and event.key() in keys
