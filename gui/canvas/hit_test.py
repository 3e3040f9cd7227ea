"""Finds what is under a point of the sheet, with the same tolerance on the screen at any zoom."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt

from mars.component.handles import Handle
from mars.component.icon_paths import Point
from mars.pictures.sheet.symbols import Symbol

from .items import NAMES_FROM, VALUES_FROM, ComponentItem, DotsItem, NoteItem, WireItem
from .overlay_items import BadgeItem

if TYPE_CHECKING:
    from .scene import SheetScene

PORT_REACH, WIRE_REACH, JUNCTION_REACH = 7.0, 5.0, 6.0  # radius of the hit circle, in screen pixels
GRIP_REACH = 5.0
HANDLE = "handle"


@dataclass(frozen=True)
class Hit:
    """`name` is a component, the key of a link, a junction (`#1`, or empty for a bare branching point) or the number of a
    note."""

    what: str  # port, component, wire, junction, note, badge, empty
    at: Point  # mouse position; on a port or junction, its position; on a wire, the nearest point of it
    name: str | int = ""
    port: str = ""  # of a component: "name" or "values" (its label), "handle" (dragged); of a note: "width", its right edge
    end: str = ""  # the end of a link at this point: `KN1.2` or `#1`
    segment: int = -1
    key: str = ""  # of the wire under a junction

    @property
    def is_handle(self) -> bool:
        """Whether an input can be dragged here; a port may have that name too."""
        return self.what == "component" and self.port == HANDLE

    @property
    def component(self) -> str:
        """The component concerned, if any."""
        return str(self.name) if self.what in ("port", "component", "badge") else ""


def hit(scene: SheetScene, place: QPointF, zoom: float) -> Hit:
    """The topmost thing: badge, port, junction, component, wire, label, note."""
    x, y = place.x(), place.y()
    reach = max(PORT_REACH, WIRE_REACH) / zoom + 2
    near = scene.items(QRectF(x - reach, y - reach, 2 * reach, 2 * reach), Qt.ItemSelectionMode.IntersectsItemBoundingRect)
    at = (x, y)
    components = [item for item in near if isinstance(item, ComponentItem)]
    notes = [item for item in near if isinstance(item, NoteItem)]
    found = (
        _badge(scene, near, at, zoom)
        or _grip(notes, at, zoom)
        or _port(components, at, zoom)
        or _junction(scene, near, at, zoom)
        or _component(components, at, zoom)
        or _wire((item for item in near if isinstance(item, WireItem)), at, zoom)
        or _label(components, at, zoom)
        or _note(notes, at)
    )
    return found or Hit("empty", at)


def _badge(scene: SheetScene, near: Iterable[object], at: Point, zoom: float) -> Hit | None:
    for item in near:
        if isinstance(item, BadgeItem) and item.covers(at, zoom):
            return Hit("badge", at, item.name)
    return None


def _port(components: list[ComponentItem], at: Point, zoom: float) -> Hit | None:
    best, found = PORT_REACH / zoom, None
    for item in components:
        for terminal in item.symbol.terminals.values():
            away = math.dist(at, terminal.at)
            if away <= best and not _is_inside(item, at, away):
                best, found = away, (item.symbol.name, terminal)
    if found is None:
        return None
    name, terminal = found
    return Hit("port", terminal.at, name, terminal.name, f"{name}.{terminal.name}")


def _is_inside(item: ComponentItem, at: Point, away: float) -> bool:
    """Closer to the middle of a symbol than to its port, so that a symbol can still be grabbed when zoomed out."""
    left, top, right, bottom = item.symbol.box
    middle = ((left + right) / 2, (top + bottom) / 2)
    return left < at[0] < right and top < at[1] < bottom and math.dist(at, middle) < away


def _junction(scene: SheetScene, near: Iterable[object], at: Point, zoom: float) -> Hit | None:
    best, found = JUNCTION_REACH / zoom, None
    for item in near:
        for place in item.places if isinstance(item, DotsItem) else ():
            away = math.dist(at, place)
            if away <= best:
                best, found = away, place
    if found is None:
        return None
    name = next((end for end, place in scene.layout.junctions.items() if place == found), "")
    wire = _wire((item for item in near if isinstance(item, WireItem)), found, zoom)
    return Hit("junction", found, name, end=name, segment=wire.segment if wire else -1, key=str(wire.name) if wire else "")


def _component(components: list[ComponentItem], at: Point, zoom: float) -> Hit | None:
    slack = 2 / zoom
    for item in components:
        left, top, right, bottom = item.symbol.box
        if left - slack <= at[0] <= right + slack and top - slack <= at[1] <= bottom + slack:
            return Hit("component", at, item.symbol.name, HANDLE if handle_at(item.symbol, at, slack) else "")
    return None


def _wire(wires: Iterable[WireItem], at: Point, zoom: float) -> Hit | None:
    best, found = WIRE_REACH / zoom, None
    for item in wires:
        for index, (a, b) in enumerate(pairwise(item.whole)):
            nearest = _nearest(at, a, b)
            away = math.dist(at, nearest)
            if away < best:
                best, found = away, Hit("wire", nearest, item.key, segment=index)
    return found


def _label(components: list[ComponentItem], at: Point, zoom: float) -> Hit | None:
    for item in components if zoom >= NAMES_FROM else ():
        left, top, right, bottom = item.label.box
        if left <= at[0] <= right and top <= at[1] <= bottom:
            on_values = zoom >= VALUES_FROM and item.label.values and at[1] > (top + bottom) / 2
            return Hit("component", at, item.symbol.name, "values" if on_values else "name")
    return None


def _grip(notes: list[NoteItem], at: Point, zoom: float) -> Hit | None:
    for item in notes:
        frame = item.mapRectToScene(item.frame)
        if item.is_selected and abs(at[0] - frame.right()) <= GRIP_REACH / zoom and frame.top() <= at[1] <= frame.bottom():
            return Hit("note", at, item.number, "width")
    return None


def _note(notes: list[NoteItem], at: Point) -> Hit | None:
    for item in notes:
        if item.mapRectToScene(item.frame).contains(QPointF(*at)):
            return Hit("note", at, item.number)
    return None


def _nearest(point: Point, a: Point, b: Point) -> Point:
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    t = max(0.0, min(1.0, ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / square)) if square else 0.0
    return a[0] + t * dx, a[1] + t * dy


def handle_at(symbol: Symbol, at: Point, slack: float) -> Handle | None:
    """The handle of a symbol if a point of the sheet is on it."""
    handle = symbol.kind.handle if symbol.kind is not None else None
    if handle is None or symbol.wrong or not handle.is_at(within(symbol, at), symbol.values, slack):
        return None
    return handle


def within(symbol: Symbol, at: Point) -> Point:
    """A point of the sheet in the symbol's own coordinates."""
    x, y = at[0] - symbol.place.at[0], at[1] - symbol.place.at[1]
    for _ in range(-symbol.place.turn % 4):
        x, y = -y, x
    return (-x if symbol.place.flip else x), y
