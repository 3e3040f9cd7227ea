"""Selecting: a click selects one item, Shift or Ctrl adds or removes, a drag over the empty sheet selects what it covers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from ...theme import Theme
from .gesture import ADDING, Gesture, Modifiers

if TYPE_CHECKING:
    from ..hit_test import Hit
    from .gesture_context import GestureContext

BAND_OPACITY = 0.08  # items under the band stay readable


def select(context: GestureContext, hit: Hit, modifiers: Modifiers) -> None:
    """Apply a click on an item to the selection."""
    components, links, notes = things(hit)
    chosen = context.selection
    if not modifiers & ADDING:
        chosen.set(components, links, notes)
    elif components or links or notes:
        chosen.set(chosen.components ^ components, chosen.links ^ links, chosen.notes ^ notes)


def is_selected(context: GestureContext, hit: Hit) -> bool:
    components, links, notes = things(hit)
    chosen = context.selection
    return bool(components & chosen.components or links & chosen.links or notes & chosen.notes)


def things(hit: Hit) -> tuple[frozenset[str], frozenset[str], frozenset[int]]:
    """The component, link or note under the mouse, in the form that a selection stores."""
    nothing = frozenset()
    if hit.component:
        return frozenset([hit.component]), nothing, nothing
    if hit.what == "wire" or hit.key:
        return nothing, frozenset([hit.key or str(hit.name)]), nothing
    if hit.what == "note":
        return nothing, nothing, frozenset([int(hit.name)])
    return nothing, nothing, nothing


class BandWidget(QWidget):
    """The rubber band."""

    def __init__(self, view: QWidget, theme: Theme):
        super().__init__(view)
        self.theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(QPen(self.theme.colour("accent"), 1))
        painter.setBrush(self.theme.colour("accent", BAND_OPACITY))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))


class RubberBandGesture(Gesture):
    """Selects components and notes that it touches, and wires with both ends inside it."""

    def __init__(self, context: GestureContext):
        super().__init__(context)
        self.band: BandWidget | None = None
        self.before = (context.selection.components, context.selection.links, context.selection.notes)

    def start(self, at: QPointF, modifiers: Modifiers) -> None:
        self.corner = at
        self.band = BandWidget(self.context.view.viewport(), self.context.theme)
        self.band.show()

    def move(self, at: QPointF, modifiers: Modifiers) -> None:
        assert self.band is not None
        a, b = self.context.on_view(self.corner), self.context.on_view(at)
        self.band.setGeometry(QRect(a, b).normalized())
        components, links, notes = self._covered(QRectF(self.corner, at).normalized())
        if modifiers & ADDING:
            components, links, notes = components | self.before[0], links | self.before[1], notes | self.before[2]
        self.context.selection.set(components, links, notes)

    def end(self, at: QPointF, modifiers: Modifiers) -> None:
        self._remove()

    def cancel(self) -> None:
        self._remove()
        self.context.selection.set(*self.before)

    def _remove(self) -> None:
        if self.band is not None:
            self.band.hide()
            self.band.deleteLater()
            self.band = None

    def _covered(self, area: QRectF) -> tuple[set[str], set[str], set[int]]:
        layout = self.context.layout
        components = {name for name, each in layout.symbols.items() if area.intersects(_rect(each.box))}
        links = {key for key, points in layout.wires.items() if all(area.contains(QPointF(*point)) for point in points)}
        notes = {number for number, box in self.context.scene.note_boxes().items() if area.intersects(box)}
        return components, links, notes


def _rect(box: tuple[float, float, float, float]) -> QRectF:
    left, top, right, bottom = box
    return QRectF(left, top, max(right - left, 1.0), max(bottom - top, 1.0))
