"""What all gestures and commands share: the document, the selection, the scene, where the mouse is, and how edits are refused."""

from __future__ import annotations

from collections.abc import Callable, Collection
from itertools import count
from typing import TYPE_CHECKING, TypeVar, cast

from PySide6.QtCore import QObject, QPoint, QPointF, QRectF, QTimer, Signal

from mars.document.circuit import Circuit
from mars.document.entries import Link
from mars.errors import DocumentError
from mars.translation import languages

from ... import edits
from ...document.document import Document
from ...document.selection import Selection
from ...i18n import translate
from ...symbols.painter_paths import rect
from ...theme import Theme
from ...widgets.popup import Popup
from ..hit_test import Hit
from ..sheet_layout import SheetLayout
from .gesture import Gesture

if TYPE_CHECKING:
    from ..scene import SheetScene
    from ..view import SheetView

T = TypeVar("T")
CHIP_TIME = 6000  # ms
GAP = 12  # between a component and its popup
ROOM = 40  # pixels around a new component, for the next wire
_numbers = count(1)


class HostCore(QObject):
    """`refused(text)` repeats for the status bar what is shown at the mouse."""

    refused = Signal(str)
    exploded = Signal(bool)  # vector links are shown as their scalar links
    # About the file's custom kinds; here and not where they are sent, as Qt knows signals of the first base class alone.
    equations_requested = Signal(str)  # name of a definition that is written in equations
    definition_requested = Signal(str)  # name of a definition whose properties are to be shown
    subcircuit_requested = Signal()  # of what is selected
    dissolving_requested = Signal()  # of the selected instance
    library_kind_asked = Signal(str, object)  # kind and how to place it: before one of the library comes into the file

    def __init__(self, view: SheetView, scene: SheetScene, document: Document, selection: Selection, theme: Theme):
        super().__init__(view)
        assert scene is view.sheet
        self.document, self.selection, self.theme = document, selection, theme
        self.gesture: Gesture | None = None  # the current one
        self.popup: Popup | None = None  # the one that is open
        self._chip_timer = QTimer(self, singleShot=True)
        self._chip_timer.timeout.connect(self._take_chip_away)
        self.mouse: QPointF | None = None  # on the sheet; None while it is not over the drawing

    @property
    def view(self) -> SheetView:
        """Asked for, not kept: view and host must not hold each other, or Python takes them apart in an order Qt cannot bear."""
        return cast("SheetView", self.parent())

    @property
    def scene(self) -> SheetScene:
        return self.view.sheet

    @property
    def circuit(self) -> Circuit:
        return self.document.circuit

    @property
    def layout(self) -> SheetLayout:
        """What lies where on the sheet."""
        return self.scene.layout

    def edit(self, text: str, function: Callable[[Circuit], T], merge: str = "") -> T | None:
        """One undo entry; a refusal is shown at the mouse."""
        try:
            return self.document.edit(text, edits.without_rings(self.document.sheet, function), merge)
        except DocumentError as error:
            self.say(error.message)
            return None

    def say(self, text: str, level: str = "error") -> None:
        """A chip at the mouse, until the next press or for some seconds."""
        text = languages.message(text)
        self.scene.say_at(self.mouse if self.mouse is not None else self.centre(), text, level)
        self._chip_timer.start(CHIP_TIME)
        self.refused.emit(text)

    def hide_chip(self) -> None:
        """Take the chip away."""
        if self._chip_timer.isActive():
            self._chip_timer.stop()
            self._take_chip_away()

    def _take_chip_away(self) -> None:
        self.scene.say_at(QPointF(), "", "note")

    def centre(self) -> QPointF:
        """The middle of what is seen of the sheet."""
        return self.view.mapToScene(self.view.viewport().rect().center())

    def mouse_or_centre(self) -> QPointF:
        """Where the mouse is if it is over the drawing."""
        return self.mouse if self.mouse is not None else self.centre()

    def zoom(self) -> float:
        return self.view.transform().m11()

    def on_view(self, point: QPointF) -> QPoint:
        return self.view.mapFromScene(point)

    def show_popup(self, popup: Popup, at: QPoint) -> None:
        """Only one popup is open at a time."""
        self.close_popup()
        self.popup = popup
        popup.closed.connect(self._popup_closed)
        popup.open_at(at)

    def reveal(self, name: str) -> None:
        """Move the sheet just as far as a component needs to be seen whole, with room to go on beyond it."""
        label = self.layout.labels.get(name)
        box = rect(self.layout.boxes[name])
        area = self.view.viewportTransform().mapRect(box.united(rect(label.box)) if label is not None else box)
        room = QRectF(self.view.viewport().rect()).adjusted(ROOM, ROOM, -ROOM, -ROOM)
        if room.contains(area) or area.width() > room.width() or area.height() > room.height():
            return
        dx = min(0.0, room.right() - area.right()) + max(0.0, room.left() - area.left())
        dy = min(0.0, room.bottom() - area.bottom()) + max(0.0, room.top() - area.top())
        self.view.pan(dx, dy)

    def show_popup_by(self, popup: Popup, name: str) -> None:
        """Beside a component, where the popup covers least of the drawing."""
        shown = self.view.viewportTransform()
        boxes = {each: shown.mapRect(rect(box)) for each, box in self.layout.boxes.items()}
        labels = {each: shown.mapRect(rect(label.box)) for each, label in self.layout.labels.items()}
        own = boxes[name].united(labels[name]) if name in labels else boxes[name]
        popup.adjustSize()
        wide, high = popup.width(), popup.height()
        corners = (
            QPointF(own.left(), own.bottom() + GAP),
            QPointF(own.right() + GAP, own.top()),
            QPointF(own.left(), own.top() - GAP - high),
            QPointF(own.left() - GAP - wide, own.top()),
        )
        room = QRectF(self.view.rect()).adjusted(GAP, GAP, -GAP, -GAP)

        def hidden(corner: QPointF) -> float:
            """How much it covers once it is brought inside the view; its own component counts most."""
            x, y = min(corner.x(), room.right() - wide), min(corner.y(), room.bottom() - high)
            area = QRectF(max(x, room.left()), max(y, room.top()), wide, high)
            others = sum(_area(area.intersected(box)) for box in (*boxes.values(), *labels.values()))
            return others + 20 * _area(area.intersected(own))

        self.show_popup(popup, min(corners, key=hidden).toPoint())

    def close_popup(self) -> None:
        """The user went on elsewhere: what was typed well is taken."""
        if self.popup is not None:
            self.popup.leave()

    def _popup_closed(self) -> None:
        if self.popup is not None and self.popup.is_closed:
            self.popup = None

    def hover_wire(self, key: str) -> None:
        """Light up a wire with its node; an empty key puts it out."""
        self.scene.set_hover(Hit("wire", (0.0, 0.0), key) if key else None)

    def link(self, key: str) -> Link | None:
        return next((link for link in self.circuit.links if link.key == key), None)

    def words(self, components: Collection[str] = (), links: Collection[str] = (), notes: Collection[int] = ()) -> str:
        """What an entry of the history is about: `KN1`, `KN1, SB1`, `5 components`."""
        parts = []
        if len(components) > 2:
            parts.append(translate("Gestures", "%n components", len(components)))
        elif components:
            parts.append(", ".join(name for name in self.circuit.components if name in components))
        if len(links) == 1:
            parts.append(link_words(next(iter(links))))
        elif links:
            parts.append(translate("Gestures", "%n links", len(links)))
        if notes:
            parts.append(translate("Gestures", "%n notes", len(notes)) if len(notes) > 1 else translate("Gestures", "note"))
        return ", ".join(parts)


def _area(box: QRectF) -> float:
    return box.width() * box.height() if box.isValid() else 0.0


def link_words(key: str) -> str:
    """`KN1.2 SB1.1` as people read it."""
    return key.replace(" ", " – ", 1)


def fresh_merge() -> str:
    """A word under which the edits of one gesture become one entry, and no others with them."""
    return f"gesture {next(_numbers)}"
