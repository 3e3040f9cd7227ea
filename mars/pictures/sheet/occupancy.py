"""The grid lines occupied by existing wires."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from mars.component.icon_paths import Point

Lines = dict[float, list[tuple[float, float, str]]]  # grid line -> (from, to, node) of the wires on it


@dataclass
class Occupancy:
    """Existing wires by grid line. Wires of the node `own` may be shared: they form one rail."""

    along_x: Lines = field(default_factory=lambda: defaultdict(list))
    along_y: Lines = field(default_factory=lambda: defaultdict(list))
    own: str = ""
    lines: dict[str, tuple[set[float], set[float]]] = field(default_factory=lambda: defaultdict(lambda: (set(), set())))

    def add(self, points: Sequence[Point], node: str = "") -> None:
        for (ax, ay), (bx, by) in pairwise(points):
            if ay == by:
                self.along_x[ay].append((min(ax, bx), max(ax, bx), node))
                self.lines[node][1].add(ay)
            elif ax == bx:
                self.along_y[ax].append((min(ay, by), max(ay, by), node))
                self.lines[node][0].add(ax)

    def shared(self, a: Point, b: Point) -> int:
        """How many wires of other nodes the straight segment would overlap."""
        same, line, low, high = self._sorted(a, b)
        return sum(start < high and low < end and not self._is_own(node) for start, end, node in same.get(line, ()))

    def joined(self, a: Point, b: Point) -> float:
        """The longest overlap of the straight segment with a wire of its own node."""
        same, line, low, high = self._sorted(a, b)
        own = (min(high, end) - max(low, start) for start, end, node in same.get(line, ()) if self._is_own(node))
        return max(0.0, max(own, default=0.0))

    def crossed(self, a: Point, b: Point) -> int:
        """How many wires the straight segment would cross."""
        _, line, low, high = self._sorted(a, b)
        across = self.along_y if a[1] == b[1] else self.along_x
        lines = [wires for other, wires in across.items() if low < other < high]
        return sum(start < line < end for wires in lines for start, end, _ in wires)

    def own_lines(self) -> tuple[set[float], set[float]]:
        return self.lines[self.own] if self.own else (set(), set())

    def _is_own(self, node: str) -> bool:
        return bool(node) and node == self.own

    def _sorted(self, a: Point, b: Point) -> tuple[Lines, float, float, float]:
        if a[1] == b[1]:
            return self.along_x, a[1], min(a[0], b[0]), max(a[0], b[0])
        return self.along_y, a[0], min(a[1], b[1]), max(a[1], b[1])
