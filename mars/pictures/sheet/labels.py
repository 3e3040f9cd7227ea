"""Names and values beside their symbols: upright, on a free side."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from mars.component.icon_paths import Box, Point
from mars.pictures.sheet.symbols import DOWN, LEFT, RIGHT, Symbol
from mars.pictures.style import NAME_SIZE, VALUE_SIZE
from mars.pictures.svg import shorten, text_width

SIDES = ("below", "right", "above", "left")
GAP, NAME_HEIGHT, VALUE_HEIGHT = 11, 14, 14  # a halo of 8 fits between symbol and label
WIDEST = 190
CELL = 80


@dataclass(frozen=True)
class Label:
    """The positions of the two lines of a label: baselines of the name and of the values."""

    name: str
    values: str
    side: str
    x: float
    name_y: float
    values_y: float
    anchor: str
    box: Box


class Clutter:
    """Boxes by cell of the sheet, to measure how much of a new box is already covered."""

    def __init__(self) -> None:
        self.cells: dict[tuple[int, int], list[Box]] = defaultdict(list)

    def add(self, box: Box) -> None:
        for cell in _cells(box):
            self.cells[cell].append(box)

    def remove(self, box: Box) -> None:
        for cell in _cells(box):
            if box in self.cells[cell]:
                self.cells[cell].remove(box)

    def covered(self, box: Box) -> float:
        near = {other for cell in _cells(box) for other in self.cells.get(cell, ())}
        return sum(_common(box, other) for other in near)


def _cells(box: Box) -> Iterable[tuple[int, int]]:
    for i in range(int(box[0] // CELL), int(box[2] // CELL) + 1):
        for j in range(int(box[1] // CELL), int(box[3] // CELL) + 1):
            yield i, j


def _common(a: Box, b: Box) -> float:
    width, height = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return width * height if width > 0 and height > 0 else 0.0


def place_labels(
    symbols: Mapping[str, Symbol],
    boxes: Mapping[str, Box],
    wires: Iterable[list[Point]],
    lines: Mapping[str, str],
    looks: Mapping[str, Any],
    clutter: Clutter | None = None,
) -> dict[str, Label]:
    """A label for every symbol; `boxes` are the symbols' boxes with open ports and ties, `looks` may fix the side.

    A given `clutter` is filled, and can be used later to place a new label among the others.
    """
    clutter = Clutter() if clutter is None else clutter
    for box in boxes.values():
        clutter.add(box)
    for points in wires:
        for box in wire_boxes(points):
            clutter.add(box)
    found = {}
    for name, symbol in symbols.items():
        found[name] = place_label(symbol, boxes[name], lines[name], looks.get(name), clutter)
        clutter.add(found[name].box)
    return found


def wire_boxes(points: Sequence[Point]) -> Iterable[Box]:
    """The areas covered by the segments of a wire."""
    for (ax, ay), (bx, by) in pairwise(points):
        yield min(ax, bx) - 3, min(ay, by) - 3, max(ax, bx) + 3, max(ay, by) + 3


def place_label(symbol: Symbol, box: Box, line: str, look: Any, clutter: Clutter) -> Label:
    """One label, on the side with the least overlap."""
    wanted = look.get("label") if isinstance(look, Mapping) else None
    sides = (wanted,) if wanted in SIDES else _order(symbol)
    candidates = [_label(symbol.name, line, box, symbol, side) for side in sides]
    costs = [clutter.covered(_shrunk(label.box)) + 0.1 * rank for rank, label in enumerate(candidates)]
    return candidates[costs.index(min(costs))]


def _order(symbol: Symbol) -> tuple[str, ...]:
    """Below by default; a symbol whose ports are stacked vertically has its label on the right."""
    directions = {t.direction for t in symbol.terminals.values()}
    return ("right", "left", "below", "above") if DOWN in directions and not directions & {LEFT, RIGHT} else SIDES


def _label(name: str, values: str, box: Box, symbol: Symbol, side: str) -> Label:
    name = shorten(name, WIDEST, NAME_SIZE, 600)
    values = shorten(values, WIDEST, VALUE_SIZE, tail=False)
    width = max(text_width(name, NAME_SIZE, 600), text_width(values, VALUE_SIZE))
    height = NAME_HEIGHT + (VALUE_HEIGHT if values else 0)
    left, top, right, bottom = box
    middle = _within(symbol.place.at[0], left, right)
    if side in ("below", "above"):
        y = bottom + GAP - 3 if side == "below" else top - GAP + 2 - height
        return _at(name, values, side, middle, y, "middle", (middle - width / 2, y, middle + width / 2, y + height))
    level = _within(symbol.place.at[1], top, bottom)
    if bottom - top < 50 and symbol.kind is not None and not values:
        level = (top + bottom) / 2
    y = level - height / 2
    x = right + GAP if side == "right" else left - GAP
    reach = (x, y, x + width, y + height) if side == "right" else (x - width, y, x, y + height)
    return _at(name, values, side, x, y, "start" if side == "right" else "end", reach)


def _within(value: float, low: float, high: float) -> float:
    return value if low <= value <= high else (low + high) / 2


def _at(name: str, values: str, side: str, x: float, y: float, anchor: str, box: Box) -> Label:
    return Label(name, values, side, x, y + 11, y + NAME_HEIGHT + 10.5, anchor, box)


def _shrunk(box: Box) -> Box:
    return box[0] + 1, box[1] + 1, box[2] - 1, box[3] - 1
