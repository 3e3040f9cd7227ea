"""Scrolls the sheet while something is dragged to the edge of the view."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPointF, QSize, Qt, QTimer, Signal

EDGE, EDGE_TIME = 24, 30  # pixels from the edge of the view, ms between steps


class EdgePan(QObject):
    """Emits `panned(dx, dy, mouse, keys)` while the mouse is at the edge."""

    panned = Signal(float, float, QPointF, object)

    def __init__(self, parent: QObject):
        super().__init__(parent)
        self._way = (0.0, 0.0)
        self._mouse, self._keys = QPointF(), Qt.KeyboardModifier.NoModifier
        self._timer = QTimer(self, singleShot=True, interval=EDGE_TIME)
        self._timer.timeout.connect(self._pan)

    def follow(self, mouse: QPointF, keys: Qt.KeyboardModifier, view: QSize) -> None:
        """Take the mouse position in a view of this size."""
        self._way = (_beyond(mouse.x(), view.width()), _beyond(mouse.y(), view.height()))
        self._mouse, self._keys = mouse, keys
        if self._way == (0.0, 0.0):
            self._timer.stop()
        else:
            self._timer.start()

    def stop(self) -> None:
        self._timer.stop()

    def _pan(self) -> None:
        self._timer.start()
        self.panned.emit(*self._way, self._mouse, self._keys)  # the receiver may stop it


def _beyond(here: float, far: float) -> float:
    """How far a coordinate is inside the margin of a view that extends from 0 to `far`."""
    return min(EDGE, here - far + EDGE) if here > far - EDGE else max(-EDGE, here - EDGE) if here < EDGE else 0.0
