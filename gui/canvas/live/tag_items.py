"""Tags beside a component during a run: chips with a value or a word, a mark for holding or slipping."""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QPainter
from PySide6.QtWidgets import QGraphicsItem

from mars.component.icon_paths import Box
from mars.pictures.sheet.labels import Clutter

from ...symbols.pens import ThemePens, pen
from ...symbols.sheet_text import width, write
from ..items import BADGES, VALUES_FROM, ComponentItem, zoom_of
from ..sheet_layout import SheetLayout
from .switch_states import SwitchState

HIGH, RADIUS, TEXT, PADDING = 18.0, 9.0, 10.5, 8.0
GAP = 6.0  # to the symbol
MARK = 5.5  # radius
NARROWEST = 44.0


class ChipTag(QGraphicsItem):
    """A one-line chip, a child of its component so that it moves with it. It never gets narrower, to avoid jitter."""

    def __init__(self, item: ComponentItem, text: str, tone: str, colours: ThemePens):
        super().__init__(item)
        self.setZValue(BADGES)
        self.tone, self.colours = tone, colours
        self.text, self.wide = "", NARROWEST
        self.say(text)

    def say(self, text: str) -> bool:
        """Set the text; whether it must be moved because it got wider."""
        if text == self.text:
            return False
        self.text = text
        wide = width(text, TEXT) + 2 * PADDING
        if wide > self.wide:
            self.prepareGeometryChange()
            self.wide = 4 * -(-wide // 4)
            return True
        self.update()
        return False

    def boundingRect(self) -> QRectF:
        return QRectF(-self.wide / 2 - 1, -HIGH / 2 - 1, self.wide + 2, HIGH + 2)

    def paint(self, painter: QPainter, option: Any, widget: Any = None) -> None:
        if zoom_of(painter) < VALUES_FROM and self.tone == "value":
            return
        line, ink = {"error": ("error", "error"), "pending": ("warning", "warning")}.get(self.tone, ("border", "text"))
        painter.setPen(pen(self.colours.colour(line), 1.0))
        painter.setBrush(QBrush(self.colours.colour("tint")))
        painter.drawRoundedRect(QRectF(-self.wide / 2, -HIGH / 2, self.wide, HIGH), RADIUS, RADIUS)
        write(painter, 0, 3.8, self.text, self.colours.colour(ink), TEXT, anchor="middle")


class MarkTag(QGraphicsItem):
    """A disc with a bar while a component holds, a ring with an arrow from a to b, or back, while it slips."""

    def __init__(self, item: ComponentItem, doing: SwitchState, colours: ThemePens):
        super().__init__(item)
        self.setZValue(BADGES)
        self.colours, self.doing = colours, doing
        self.setPos(_mark_place(item))
        places = [terminal.at for terminal in item.symbol.terminals.values()]
        (ax, ay), (bx, by) = places[0], places[-1]
        self.angle = math.degrees(math.atan2(by - ay, bx - ax))

    def take(self, doing: SwitchState) -> None:
        if doing != self.doing:
            self.doing = doing
            self.update()

    def boundingRect(self) -> QRectF:
        return QRectF(-MARK - 2, -MARK - 2, 2 * MARK + 4, 2 * MARK + 4)

    def paint(self, painter: QPainter, option: Any, widget: Any = None) -> None:
        colours, holds = self.colours, self.doing.holds
        painter.setPen(pen(colours.colour("sheet" if holds else "ink"), 1.25))
        painter.setBrush(colours.ink if holds else colours.tint)
        painter.drawEllipse(QPointF(0, 0), MARK, MARK)
        if holds:
            painter.setPen(pen(colours.colour("sheet"), 2.0))
            painter.drawLine(QPointF(-2.4, 0), QPointF(2.4, 0))
        elif self.doing.sense:
            painter.rotate(self.angle + (180 if self.doing.sense < 0 else 0))
            painter.setPen(pen(colours.colour("ink"), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPolyline([QPointF(-1.2, -2.6), QPointF(1.6, 0), QPointF(-1.2, 2.6)])


def _mark_place(item: ComponentItem) -> QPointF:
    """In the middle of a side without a wire or the label."""
    box, ways = item.box, {terminal.direction for terminal in item.symbol.terminals.values()}
    out = MARK + 1
    sides = {
        "above": ((0, -1), QPointF(box.center().x(), box.top() - out)),
        "right": ((1, 0), QPointF(box.right() + out, box.center().y())),
        "left": ((-1, 0), QPointF(box.left() - out, box.center().y())),
        "below": ((0, 1), QPointF(box.center().x(), box.bottom() + out)),
    }
    free = [place for side, (way, place) in sides.items() if way not in ways and side != item.label.side]
    return free[0] if free else box.topLeft()


def place_chips(layout: SheetLayout, chips: dict[tuple[str, str], ChipTag], marked: Collection[str] = ()) -> None:
    """Place each chip on the side of its component where it covers least; `marked` ones leave room for a mark."""
    taken = Clutter()
    for (name, _), chip in chips.items():
        symbol = layout.symbols[name]
        room = 2 * MARK if name in marked else 0.0
        left, top, right, bottom = layout.boxes[name]
        box = (left - room, top - room, right + room, bottom + room)
        candidates = _candidates(box, layout.labels[name].box, layout.labels[name].side, chip.wide)
        costs = [layout.clutter.covered(box) + 4 * taken.covered(box) + 0.1 * rank for rank, box in enumerate(candidates)]
        left, top, right, bottom = candidates[costs.index(min(costs))]
        taken.add((left, top, right, bottom))
        x, y = symbol.place.at
        chip.setPos((left + right) / 2 - x, (top + bottom) / 2 - y)


def _candidates(box: Box, label: Box, side: str, wide: float) -> list[Box]:
    """Above, below (under the label), at the sides, at the corners."""
    left, top, right, bottom = box
    below = max(bottom, label[3]) if side == "below" else bottom
    above = min(top, label[1]) if side == "above" else top
    middle, level = (left + right) / 2, (top + bottom) / 2
    centres = [
        (middle, above - GAP - HIGH / 2),
        (middle, below + GAP + HIGH / 2),
        (right + GAP + wide / 2, level),
        (left - GAP - wide / 2, level),
        (right + wide / 2, above - HIGH / 2),
        (left - wide / 2, above - HIGH / 2),
        (right + wide / 2, below + HIGH / 2),
        (left - wide / 2, below + HIGH / 2),
    ]
    return [(x - wide / 2, y - HIGH / 2, x + wide / 2, y + HIGH / 2) for x, y in centres]
