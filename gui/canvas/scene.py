"""The scene: observes document, selection and theme, and has one item for each element of the sheet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QPointF, QRectF, Signal
from PySide6.QtWidgets import QGraphicsScene

from mars.component.base import Component
from mars.component.icon_paths import Point

from ..document.changes import Change
from ..document.document import Document
from ..document.instance_values import there
from ..document.selection import Selection
from ..symbols.painter_paths import rect
from ..symbols.pens import theme_pens
from ..theme import Theme
from .hit_test import Hit, hit
from .incremental_layout import EditedItems, follow
from .item_states import ItemStates
from .items import ComponentItem, DotsItem, NoteItem, WireItem
from .live.live_drawing import LiveDrawing
from .overlay_items import BadgeItem, StrandsItem
from .previews import Previews
from .sheet_layout import SheetLayout

if TYPE_CHECKING:
    from ..runs.run_control import RunControl

MARGIN = 200


class SheetScene(QGraphicsScene):
    """Items by name of component, key of link, name of node and number of note. Gestures ask `hit` and show previews."""

    badge_clicked = Signal(str)
    plot_requested = Signal(object)  # names of variables, chosen in the popup at the mouse
    drawn = Signal()  # after the items were updated

    def __init__(self, document: Document, selection: Selection, theme: Theme, parent: QObject | None = None):
        super().__init__(parent)
        self.document, self.selection, self.theme = document, selection, theme
        self.colours = theme_pens(theme.name)
        self.components: dict[str, ComponentItem] = {}
        self.wires: dict[str, WireItem] = {}
        self.dots: dict[str, DotsItem] = {}
        self.notes: dict[int, NoteItem] = {}
        self.badges: dict[str, BadgeItem] = {}
        self.strands: dict[str, StrandsItem] = {}
        self.problems: dict[str, list[Any]] = {}
        self.freedoms: Mapping[str, str] = {}
        self.is_exploded = False
        self.picture = 0  # counts changes in the appearance of the sheet
        self.marks = ItemStates(self)
        self.live = LiveDrawing(self)
        self.live.hover.plot_asked.connect(self.plot)
        self.rebuild()
        document.changed.connect(self._follow)
        document.root_changed.connect(self._follow_instance)
        document.sheet_changed.connect(self.rebuild)
        selection.changed.connect(self.marks.show_selection)
        selection.lit_changed.connect(self.marks.show_light)
        theme.changed.connect(self._change_theme)

    # Following the document

    def rebuild(self) -> None:
        """Draw the whole document again."""
        self.layout = SheetLayout(self.document.circuit, there(self.document))
        self._fill()

    def _fill(self) -> None:
        self.marks.forget_hover()
        self.live.forget()
        self.clear()
        for items in (self.components, self.wires, self.dots, self.notes, self.badges, self.strands):
            items.clear()
        self.previews = Previews(self)
        layout = self.layout
        extent = layout.extent()
        self._area = rect(extent or (0.0, 0.0, 160.0, 80.0), MARGIN)
        self.setSceneRect(self._area)  # first: otherwise Qt computes it for every item added before
        for key in layout.links:
            self.show_wire(key, layout.drawn[key], layout.wires[key])
        for name in layout.symbols:
            self._show_component(name)
        for node in layout.dots:
            self.show_dots(node, layout.dots[node])
        self._show_notes()
        self.marks.show_selection()
        self.marks.show_light()
        self._show_problems()
        self.marks.show_freedoms(self.freedoms)
        self.marks.show_strands(layout.links)
        self.live.redraw()
        self._noted()

    def _follow(self, change: Change) -> None:
        if self.layout.circuit is not self.document.circuit:
            return
        if self.previews:
            self.previews.clear()
        self.set_hover(None)
        self.layout.where = there(self.document)
        touched = follow(self.layout, change)
        self._show_touched(touched)
        if "notes" in change.sections:
            self._show_notes()
        self.marks.show_strands(touched.links if "motions" not in change.sections else self.layout.links)
        if touched.links or touched.nodes or "looks" in change.sections or not self.live.knows(self.components):
            self.live.redraw()
        self._noted()

    def _follow_instance(self) -> None:
        """The enclosing sheets set other values."""
        if self.layout.where is not None and self.layout.where != there(self.document):
            self.rebuild()

    def _show_touched(self, touched: EditedItems) -> None:
        layout = self.layout
        for key in touched.links:
            if key in layout.links:
                self.show_wire(key, layout.drawn[key], layout.wires[key])
            elif key in self.wires:
                self.removeItem(self.wires.pop(key))
        for name in touched.components | touched.labels:
            if name in layout.symbols:
                self._show_component(name)
            elif name in self.components:
                self.removeItem(self.components.pop(name))
                self.marks.drop_badge(name)
        for node in touched.nodes:
            self.show_dots(node, layout.dots.get(node, []))

    def _show_component(self, name: str) -> None:
        layout = self.layout
        now = (
            layout.symbols[name],
            layout.labels[name],
            layout.linked,
            layout.boxes[name],
            self.colours,
            layout.is_crowded(name),
        )
        item = self.components.get(name)
        if item is None:
            item = self.components[name] = ComponentItem(*now)
            item.is_selected = name in self.selection.components
            item.freedom = self.freedoms.get(name, "")
            self.addItem(item)
        else:
            item.take(*now)
        if name in self.badges:
            self.marks.place_badge(name)
        self._grow(item.sceneBoundingRect())

    def show_wire(self, key: str, points: list[Point], whole: list[Point]) -> None:
        """Draw a wire with this route; also used by previews."""
        layout = self.layout
        now = (points, whole, layout.looks[key], layout.is_off(layout.links[key]), self.colours)
        item = self.wires.get(key)
        if item is None:
            item = self.wires[key] = WireItem(key, *now)
            item.is_selected = key in self.selection.links
            self.addItem(item)
        else:
            item.take(*now)
        self._grow(item.boundingRect())

    def show_dots(self, node: str, places: list[Point]) -> None:
        item = self.dots.get(node)
        if not places:
            if item is not None:
                self.removeItem(self.dots.pop(node))
            return
        domain = self.layout.domains.get(node, "")
        if item is None:
            item = self.dots[node] = DotsItem(places, domain, self.colours)
            self.addItem(item)
        else:
            item.take(places, domain, self.colours)

    def _show_notes(self) -> None:
        stored = self.document.circuit.drawing.get("notes")
        notes = stored if isinstance(stored, list) else []
        for number in [number for number in self.notes if number >= len(notes)]:
            self.removeItem(self.notes.pop(number))
        for number, note in enumerate(notes):
            item = self.notes.get(number)
            if item is None:
                item = self.notes[number] = NoteItem(number, note, self.colours)
                self.addItem(item)
            else:
                item.take(note, self.colours)
            item.setVisible(item.is_readable)
            item.is_selected = number in self.selection.notes
            self._grow(item.sceneBoundingRect())

    def _grow(self, around: QRectF) -> None:
        if not self._area.contains(around):
            self._area = self._area.united(around.adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN))
            self.setSceneRect(self._area)

    def _noted(self) -> None:
        self.picture += 1
        self.drawn.emit()

    def _change_theme(self) -> None:
        colours = theme_pens(self.theme.name)
        if colours is not self.colours:
            self.colours = colours
            self._fill()

    def content_rect(self) -> QRectF:
        """Bounding box of the drawing; empty if nothing is drawn."""
        extent = self.layout.extent()
        around = rect(extent) if extent else QRectF()
        for item in self.notes.values():
            if item.is_readable:
                around = around.united(item.mapRectToScene(item.frame))
        return around

    # States

    def set_hover(self, found: Hit | None) -> None:
        """Show ring and port names of a component, or the whole node of a wire."""
        self.marks.hover(found)

    def set_problems(self, problems: Mapping[str, Sequence[Any]]) -> None:
        """Complaints by component: badge and dashed ring in the colour of the worst."""
        self.problems = {name: list(found) for name, found in problems.items() if found}
        self._show_problems()

    def set_failure(self, names: Iterable[str], words: str, t: float) -> None:
        """Mark where a run failed: badge, ring and time; no names: clear. The next run and the next edit clear it too."""
        self.live.set_failure(names, words, t)
        self._show_problems()

    def _show_problems(self) -> None:
        self.marks.show_problems({name: self.problems_of(name) for name in {*self.problems, *self.live.failures}})

    def problems_of(self, name: str) -> list[Any]:
        return [*self.problems.get(name, ()), *self.live.failures.get(name, ())]

    def set_pending(self, names: Iterable[str]) -> None:
        """Components whose change restarts the run once the worker has received it."""
        self.live.set_pending(names)

    def follow(self, run_control: RunControl) -> None:
        """Show values, streams, power and states of a run (`RunControl`) at its time cursor."""
        self.live.follow(run_control)

    def set_live(self, what: str, on: bool) -> None:
        """Show `values` beside components, `streams` or `power` on the wires."""
        self.live.set_live(what, on)

    def set_freedoms(self, freedoms: Mapping[str, str]) -> None:
        """State of motion of each joint: free, given, partly or locked."""
        if freedoms != self.freedoms:
            self.freedoms = freedoms
            self.marks.show_freedoms(freedoms)
            self._noted()

    def set_exploded(self, exploded: bool) -> None:
        """Show vector links as the scalar links they bundle."""
        if exploded != self.is_exploded:
            self.is_exploded = exploded
            self.marks.show_strands(self.layout.links)
            self._noted()

    def plot(self, names: Iterable[str]) -> None:
        """Request a plot of variables, by their names on the sheet."""
        self.plot_requested.emit(self.live.run_names(names))

    # For gestures

    def note_boxes(self) -> dict[int, QRectF]:
        """The frames of the notes, by number."""
        return {number: item.mapRectToScene(item.frame) for number, item in self.notes.items() if item.is_readable}

    def hit(self, place: QPointF, zoom: float) -> Hit:
        return hit(self, place, zoom)

    def preview_move(self, offsets: Mapping[Any, Point], routes: Mapping[str, Sequence[Point]] | None = None) -> None:
        self.previews.move(offsets, routes or {})

    def preview_wire(self, points: Sequence[Point], domain: str, refused: bool = False) -> None:
        self.previews.draw_wire(points, domain, refused)

    def preview_ghost(self, kind: str | type[Component], at: Point, turn: int = 0, flip: bool = False) -> None:
        self.previews.draw_ghost(kind, at, turn, flip)

    def mark_targets(self, compatible: Iterable[str], current: str | None = None) -> None:
        self.previews.mark(compatible, current)

    def say_at(self, place: QPointF, text: str, tone: str = "note") -> None:
        self.previews.say(place, text, tone)

    def preview_note_width(self, number: int, width: float | None) -> None:
        self.previews.widen(number, width)

    def clear_previews(self) -> None:
        self.previews.clear()
