"""The shape of one wire: points on it, segments of it, and how it bends when an end or one of its segments is dragged."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from mars.component.icon_paths import Box, Point
from mars.pictures.sheet.symbols import Direction

GRID = 10
STUB = 10  # minimum straight length of a wire at its port


def snapped(value: float) -> int:
    """The nearest grid line."""
    return GRID * round(value / GRID)


def tidy(points: Iterable[Point]) -> list[Point] | None:
    """Without repeated points and needless corners; None if the wire would double back."""
    kept: list[Point] = []
    for point in points:
        if kept and point == kept[-1]:
            continue
        if len(kept) > 1:
            before, direction = direction_of(kept[-2], kept[-1]), direction_of(kept[-1], point)
            if direction == (-before[0], -before[1]):
                return None
            if direction == before and 0 in direction:
                kept[-1] = point
                continue
        kept.append(point)
    return kept if len(kept) > 1 else None


def direction_of(a: Point, b: Point) -> Direction:
    """The signs of both components of the vector from a to b."""
    return ((b[0] > a[0]) - (b[0] < a[0]), (b[1] > a[1]) - (b[1] < a[1]))


def is_on(point: Point, a: Point, b: Point) -> bool:
    """Whether a point lies on the straight segment from a to b."""
    (x, y), (ax, ay), (bx, by) = point, a, b
    return (x == ax == bx and min(ay, by) <= y <= max(ay, by)) or (y == ay == by and min(ax, bx) <= x <= max(ax, bx))


def is_orthogonal(points: Sequence[Point]) -> bool:
    return len(points) > 1 and all(a[0] == b[0] or a[1] == b[1] for a, b in pairwise(points))


def shifted(points: Sequence[Point], dx: float, dy: float) -> list[Point]:
    return [(x + dx, y + dy) for x, y in points]


def extent(points: Sequence[Point]) -> Box:
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def lies_on(points: Sequence[Point], box: Box, margin: float = 0) -> bool:
    """Whether the wire passes through a box (grown by the margin); touching its edge does not count."""
    left, top, right, bottom = box[0] - margin, box[1] - margin, box[2] + margin, box[3] + margin
    for (ax, ay), (bx, by) in pairwise(points):
        if ax > bx:
            ax, bx = bx, ax
        if ay > by:
            ay, by = by, ay
        if ax < right and left < bx and ay < bottom and top < by:
            return True
    return False


def nearest(points: Sequence[Point], place: Point) -> tuple[int, Point]:
    """The segment of the wire nearest to a point, and the nearest point on it: on the grid along the segment."""
    best: tuple[float, int, Point] | None = None
    for index, ((ax, ay), (bx, by)) in enumerate(pairwise(points)):
        x = _between(snapped(place[0]), ax, bx)
        y = _between(snapped(place[1]), ay, by)
        point = (x, ay) if ay == by else (ax, y)
        away = (point[0] - place[0]) ** 2 + (point[1] - place[1]) ** 2
        if best is None or away < best[0]:
            best = (away, index, point)
    return (best[1], best[2]) if best else (0, points[0])


def _between(value: float, a: float, b: float) -> float:
    return max(min(a, b), min(max(a, b), value))


def cut(points: Sequence[Point], index: int, at: Point) -> tuple[list[Point], list[Point]]:
    """The two parts of a wire cut at a point of its segment `index`."""
    first, second = [*points[: index + 1], at], [at, *points[index + 1 :]]
    return tidy(first) or [points[0], at], tidy(second) or [at, points[-1]]


def pulled(points: Sequence[Point], a: Point, b: Point) -> list[Point] | None:
    """The wire with its ends at a and b: only the segments at the ends follow. None if it would double back."""
    found = tidy(points)
    for end in (a, b):
        found = _first_pulled(found, end)[::-1] if found else None
        found = tidy(found) if found else None
    return found


def _first_pulled(points: list[Point], to: Point) -> list[Point]:
    (_, ay), (bx, by) = points[:2]
    level = ay == by
    if len(points) > 2:
        return [to, (bx, to[1]) if level else (to[0], by), *points[2:]]
    if to[1] == by if level else to[0] == bx:
        return [to, (bx, by)]
    if level:
        middle = snapped((to[0] + bx) / 2)
        return [to, (middle, to[1]), (middle, by), (bx, by)]
    middle = snapped((to[1] + by) / 2)
    return [to, (to[0], middle), (bx, middle), (bx, by)]


def segment_moved(
    points: Sequence[Point],
    index: int,
    delta: float,
    start_direction: Direction | None = None,
    end_direction: Direction | None = None,
) -> list[Point] | None:
    """The wire with one segment moved sideways by delta; fixed ends at ports get a jog. None if that is not possible."""
    if not 0 <= index < len(points) - 1:
        return None
    (ax, ay), (bx, by) = points[index], points[index + 1]
    dx, dy = (0.0, delta) if ay == by else (delta, 0.0)
    before, after = list(points[:index]), list(points[index + 2 :])
    if index == 0:
        before = _jog(points[0], start_direction)
        ax, ay = before[-1]
    if index == len(points) - 2:
        after = _jog(points[-1], end_direction)[::-1]
        bx, by = after[0]
    return tidy([*before, (ax + dx, ay + dy), (bx + dx, by + dy), *after])


def _jog(end: Point, direction: Direction | None) -> list[Point]:
    """The fixed end of a moved segment: a stub at a port, just the point itself at a junction."""
    return [end] if direction is None else [end, (end[0] + STUB * direction[0], end[1] + STUB * direction[1])]


def parted(wires: Sequence[list[Point]]) -> list[list[Point]] | None:
    """Three wires from one point, starting from where two of them separate; None if they already separate there."""
    found = [list(points) for points in wires]
    for _ in range(20):
        directions = [direction_of(*points[:2]) for points in found]
        direction = max(directions, key=directions.count)
        together = [points for points, own in zip(found, directions, strict=True) if own == direction]
        room = min(_length(*points[:2]) - (GRID if len(points) == 2 else 0) for points in together)
        if len(together) < 2 or room <= 0:
            break
        start = found[0][0]
        at = (start[0] + room * direction[0], start[1] + room * direction[1])
        moved = [tidy([at, *(points[1:] if own == direction else points)]) for points, own in zip(found, directions, strict=True)]
        if any(points is None for points in moved):
            break
        found = [points for points in moved if points is not None]
    return None if found[0][0] == wires[0][0] else found


def _length(a: Point, b: Point) -> float:
    return abs(b[0] - a[0]) + abs(b[1] - a[1])
