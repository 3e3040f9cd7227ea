"""A small deterministic router for one wire: orthogonal, on the grid, around the boxes of components, with few bends.

Most wires are found among straight, L- and Z-shapes; if these are blocked, a search follows the lines that pass obstacles at a
distance.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from mars.component.icon_paths import Box, Point
from mars.pictures.sheet.occupancy import Occupancy
from mars.pictures.sheet.symbols import DOWN, LEFT, RIGHT, UP, Direction
from mars.pictures.sheet.walls import CLEARANCE, Walls
from mars.pictures.sheet.wire_shape import STUB, direction_of, tidy

BEND = 30.0  # extra length accepted to avoid a bend
OVERLAP = 400.0  # … to avoid overlapping another wire
CROSSING = 12.0  # … to avoid crossing one
JOINED = 0.25  # fraction of the length that is free where a cross segment overlaps its own node
WINDOW = 160  # first search this far around the two ends
MOST_STEPS = 1200  # of the search; then the next best route is taken
DIRECTIONS = (RIGHT, DOWN, LEFT, UP)


class Ends(NamedTuple):
    """Both ends of a wire, and the points of its first and last possible bends."""

    start: Point
    start_direction: Direction | None
    first: Point
    last: Point
    end_direction: Direction | None
    end: Point


def route(
    start: Point,
    start_direction: Direction | None,
    end: Point,
    end_direction: Direction | None,
    obstacles: Iterable[Box] | Walls = (),
    occupancy: Occupancy | None = None,
) -> list[Point]:
    """Points from start to end, both included. A port is left in its outward direction; a junction has none (None)."""
    walls, occupancy = obstacles if isinstance(obstacles, Walls) else Walls(obstacles), occupancy or Occupancy()
    if start == end:
        return [start, end]
    if faces(start, start_direction, end, end_direction) and not walls.between(start, end):
        return [start, end]
    first, last = _stub(start, start_direction, walls), _stub(end, end_direction, walls)
    ends = Ends(start, start_direction, first, last, end_direction, end)
    spare, found, reachable = None, None, not walls.hit(first, first) and not walls.hit(last, last)
    for window in (WINDOW, 4 * WINDOW) if reachable else ():
        xs, ys = _lines(walls.near(first, last, window), first, last, occupancy.own_lines())
        best, clean = _simple(ends, walls, occupancy, xs, ys)
        if best and clean:
            return best
        spare = best
        found = _search(ends, walls, occupancy, xs, ys)
        if found or spare:
            break
    if found:
        return found
    xs, ys = _lines([], first, last)
    return spare or _simple(ends, Walls(), occupancy, xs, ys)[0] or _forced(start, first, last, end)


def _stub(point: Point, direction: Direction | None, walls: Walls) -> Point:
    """The first point where a wire may bend: outside of its symbol."""
    if direction is None:
        return point
    places = [(point[0] + length * direction[0], point[1] + length * direction[1]) for length in (STUB, 2 * STUB, 3 * STUB)]
    return next((place for place in places if not walls.hit(place, place)), places[0])


def faces(a: Point, a_direction: Direction | None, b: Point, b_direction: Direction | None) -> bool:
    """Whether a straight line from a to b leaves both ports outward."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    if dx and dy:
        return False
    direction = ((dx > 0) - (dx < 0), (dy > 0) - (dy < 0))
    return a_direction in (None, direction) and b_direction in (None, (-direction[0], -direction[1]))


def leaves(points: Sequence[Point], start_direction: Direction | None, end_direction: Direction | None) -> bool:
    return (start_direction is None or direction_of(points[0], points[1]) == start_direction) and (
        end_direction is None or direction_of(points[-1], points[-2]) == end_direction
    )


def _lines(
    boxes: Sequence[Box], a: Point, b: Point, own: tuple[set[float], set[float]] = (set(), set())
) -> tuple[list[float], list[float]]:
    """The grid lines worth trying: through the ends, halfway, past every box on both sides, and of the own node."""
    found: tuple[list[float], list[float]] = ([], [])
    for axis in (0, 1):
        middle = 10 * round((a[axis] + b[axis]) / 20)
        lines = {place + off for place in (a[axis], b[axis]) for off in (-20, 0, 20)} | {float(middle)} | own[axis]
        for box in boxes:
            lines.add(10 * math.floor((box[axis] - CLEARANCE) / 10))
            lines.add(10 * math.ceil((box[axis + 2] + CLEARANCE) / 10))
        found[axis].extend(sorted(lines))
    return found


def _simple(ends: Ends, walls: Walls, occupancy: Occupancy, xs: list[float], ys: list[float]) -> tuple[list[Point] | None, bool]:
    """The cheapest wire among straight, L, Z and U shapes that hits no box, and whether it avoids other wires."""
    start, start_direction, first, last, end_direction, end = ends
    (ax, ay), (bx, by) = first, last
    shapes: list[tuple[Point, ...]] = [(first, (bx, ay), last), (first, (ax, by), last)]
    shapes += [(first, (x, ay), (x, by), last) for x in xs]
    shapes += [(first, (ax, y), (bx, y), last) for y in ys]
    middle = ((ax + bx) / 2, (ay + by) / 2)
    candidates = []
    for index, shape in enumerate(shapes):
        points = tidy([start, *shape, end])
        if points is not None and leaves(points, start_direction, end_direction):
            off = abs(shape[1][0] - middle[0]) + abs(shape[1][1] - middle[1])
            cost = _length(points) + BEND * (len(points) - 2) + 0.001 * off
            if len(shape) == 4 and _is_across(shape[1], shape[2], start_direction or end_direction):
                cost -= JOINED * occupancy.joined(shape[1], shape[2])
            candidates.append((cost, index, points))
    best, best_cost, best_shared = None, math.inf, 0
    for cost, index, points in sorted(candidates, key=lambda each: each[:2]):
        if cost >= best_cost:
            break
        if any(walls.hit(a, b) for a, b in pairwise(shapes[index])):
            continue
        shared = sum(occupancy.shared(a, b) for a, b in pairwise(points))
        cost += OVERLAP * shared + CROSSING * sum(occupancy.crossed(a, b) for a, b in pairwise(points))
        if cost < best_cost:
            best, best_cost, best_shared = points, cost, shared
    return best, not best_shared


def _is_across(a: Point, b: Point, direction: Direction | None) -> bool:
    """Whether a segment is perpendicular to the direction in which the wire leaves its port."""
    return direction is not None and (a[0] == b[0]) == (direction[1] == 0)


def _length(points: Sequence[Point]) -> float:
    return sum(abs(b[0] - a[0]) + abs(b[1] - a[1]) for a, b in pairwise(points))


def _search(ends: Ends, walls: Walls, occupancy: Occupancy, xs: list[float], ys: list[float]) -> list[Point] | None:
    """A* over crossings of the lines; a state is a crossing and the direction from which it was reached."""
    start, start_direction, first, last, end_direction, end = ends
    column, row = {x: i for i, x in enumerate(xs)}, {y: i for i, y in enumerate(ys)}
    goal = (column[last[0]], row[last[1]])
    begin = (column[first[0]], row[first[1]])
    costs: dict[tuple[int, int, int, int], float] = {}
    before: dict[tuple[int, int, Direction], tuple[int, int, Direction] | None] = {}
    known: dict[tuple[int, int, Direction], float] = {}
    queue: list[tuple[float, int, tuple[int, int, Direction]]] = []
    count = 0
    for direction in [start_direction] if start_direction else DIRECTIONS:
        state = (*begin, direction)
        known[state], before[state] = 0.0, None
        heapq.heappush(queue, (0.0, count, state))
        count += 1
    arrival = None if end_direction is None else (-end_direction[0], -end_direction[1])
    for _ in range(MOST_STEPS):
        if not queue:
            break
        _, _, state = heapq.heappop(queue)
        i, j, direction = state
        if (i, j) == goal and (arrival is None or direction == arrival):
            return _traced(state, before, start, end, xs, ys)
        cost = known[state]
        for turn in DIRECTIONS:
            if turn == (-direction[0], -direction[1]):
                continue
            a, b = i + turn[0], j + turn[1]
            if (i, j) == goal and turn == arrival:  # arrived, and bends into the port
                a, b, step = i, j, 0.0
            elif not (0 <= a < len(xs) and 0 <= b < len(ys)):
                continue
            else:
                edge = (i, j, a, b)
                if edge not in costs:
                    p, q = (xs[i], ys[j]), (xs[a], ys[b])
                    length = abs(p[0] - q[0]) + abs(p[1] - q[1])
                    costs[edge] = math.inf if walls.hit(p, q) else length + OVERLAP * occupancy.shared(p, q)
                step = costs[edge]
            total = cost + step + (BEND if turn != direction else 0.0)
            following = (a, b, turn)
            if total < known.get(following, math.inf):
                known[following], before[following] = total, state
                dx, dy = abs(xs[a] - last[0]), abs(ys[b] - last[1])
                guess = dx + dy + (BEND if dx and dy else 0.0)
                heapq.heappush(queue, (total + guess, count, following))
                count += 1
    return None


def _traced(state, before, start: Point, end: Point, xs, ys) -> list[Point] | None:
    points = [end]
    while state is not None:
        points.append((xs[state[0]], ys[state[1]]))
        state = before[state]
    return tidy([*points, start][::-1])


def _forced(start: Point, first: Point, last: Point, end: Point) -> list[Point]:
    """Orthogonal, ignoring obstacles."""
    for corner in ((last[0], first[1]), (first[0], last[1])):
        points = tidy([start, first, corner, last, end])
        if points:
            return points
    return tidy([start, (end[0], start[1]), end]) or [start, end]
