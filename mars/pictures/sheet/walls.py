"""Obstacles for wires: the boxes of the components."""

from __future__ import annotations

from collections.abc import Iterable

from mars.component.icon_paths import Box, Point
from mars.document.circuit import Circuit
from mars.pictures.sheet.symbols import Symbol, outer_box

CLEARANCE = 4  # minimum distance of a wire from a box


class Walls:
    """Boxes that wires avoid, sorted by line on demand."""

    def __init__(self, boxes: Iterable[Box] = ()):
        self.boxes = list(boxes)
        self._on: tuple[dict[float, list[tuple[float, float]]], ...] = ({}, {})

    def hit(self, a: Point, b: Point) -> bool:
        """Whether the straight segment passes through a box or closer to it than the clearance."""
        axis = 0 if a[1] == b[1] else 1
        line, low, high = a[1 - axis], min(a[axis], b[axis]), max(a[axis], b[axis])
        known = self._on[axis]
        if line not in known:
            across = 1 - axis
            known[line] = [
                (box[axis] - CLEARANCE, box[axis + 2] + CLEARANCE)
                for box in self.boxes
                if box[across] - CLEARANCE < line < box[across + 2] + CLEARANCE
            ]
        return any(low < end and start < high for start, end in known[line])

    def between(self, a: Point, b: Point) -> bool:
        """Whether a box lies between two ports that face each other; their own boxes only touch the segment."""
        low_x, high_x, low_y, high_y = min(a[0], b[0]), max(a[0], b[0]), min(a[1], b[1]), max(a[1], b[1])
        return any(low_x < right and left < high_x and low_y < bottom and top < high_y for left, top, right, bottom in self.boxes)

    def near(self, a: Point, b: Point, window: float) -> list[Box]:
        left, right = min(a[0], b[0]) - window, max(a[0], b[0]) + window
        top, bottom = min(a[1], b[1]) - window, max(a[1], b[1]) + window
        return [box for box in self.boxes if box[0] < right and left < box[2] and box[1] < bottom and top < box[3]]


def walls_of(circuit: Circuit, symbols: dict[str, Symbol]) -> Walls:
    """The boxes of all symbols, with the names and leads that wires must not cross."""
    linked = {end for link in circuit.links for end in (link.a, link.b)}
    return Walls(outer_box(symbol, linked) for symbol in symbols.values())
