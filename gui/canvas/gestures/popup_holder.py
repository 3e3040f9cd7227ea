"""The popup over the drawing, and its position where it covers least."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint, QPointF, QRectF

from ...symbols.painter_paths import rect
from ...widgets.popup import Popup
from .gesture_context import GestureContext

GAP = 12  # pixels between a component and its popup, and to the edges of the view
OWN_WEIGHT = 20  # a covered pixel of the popup's own component, in pixels of others: it is covered last


class PopupHolder(QObject):
    """`current` is the open popup, if any."""

    def __init__(self, context: GestureContext):
        super().__init__(context)
        self.context = context
        self.current: Popup | None = None

    def show(self, popup: Popup, at: QPoint) -> None:
        """Show a popup; only one is open at a time."""
        self.close()
        self.current = popup
        popup.closed.connect(self._closed)
        popup.open_at(at)

    def show_beside(self, popup: Popup, name: str) -> None:
        """Show beside a component, where the popup covers least of the drawing."""
        view, layout = self.context.view, self.context.layout
        shown = view.viewportTransform()
        boxes = {each: shown.mapRect(rect(box)) for each, box in layout.boxes.items()}
        labels = {each: shown.mapRect(rect(label.box)) for each, label in layout.labels.items()}
        own = boxes[name].united(labels[name]) if name in labels else boxes[name]
        popup.adjustSize()
        wide, high = popup.width(), popup.height()
        corners = (
            QPointF(own.left(), own.bottom() + GAP),
            QPointF(own.right() + GAP, own.top()),
            QPointF(own.left(), own.top() - GAP - high),
            QPointF(own.left() - GAP - wide, own.top()),
        )
        room = QRectF(view.rect()).adjusted(GAP, GAP, -GAP, -GAP)

        def hidden(corner: QPointF) -> float:
            """How much it covers once moved inside the view; its own component counts most."""
            x, y = min(corner.x(), room.right() - wide), min(corner.y(), room.bottom() - high)
            area = QRectF(max(x, room.left()), max(y, room.top()), wide, high)
            others = sum(_area(area.intersected(box)) for box in (*boxes.values(), *labels.values()))
            return others + OWN_WEIGHT * _area(area.intersected(own))

        self.show(popup, min(corners, key=hidden).toPoint())

    def close(self) -> None:
        """The user moved on: valid input is applied."""
        if self.current is not None:
            self.current.leave()

    def cancel(self) -> None:
        """The circuit was replaced: the subject of the popup no longer exists."""
        if self.current is not None:
            self.current.cancel()

    def _closed(self) -> None:
        if self.current is not None and self.current.is_closed:
            self.current = None


def _area(box: QRectF) -> float:
    return box.width() * box.height() if box.isValid() else 0.0
