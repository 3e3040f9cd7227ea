"""A small deterministic router for wires: orthogonal, on the grid, round the boxes of components, with few bends.

Most wires are found among straight, L- and Z-shapes; what is in the way then asks for a search along the lines that pass
obstacles at a distance.
"""

from __future__ import annotations

import heapq
import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from mars.component.icon_paths import Box, Point
from mars.document.circuit import Circuit, Link
from mars.pictures.sheet.layout import auto_place, placed_symbols
from mars.pictures.sheet.symbols import DOWN, LEFT, RIGHT, UP, Direction, Symbol, outer_box, section

__all__ = ["Taken", "Walls", "auto_place", "junction_places", "route", "route_all", "routes"]

STUB = 10  # a wire goes straight at least this far from its port
CLEARANCE = 4  # from a box to a wire that passes it
BEND = 30.0  # length that a wire takes on rather than bend
OVERLAP = 400.0  # … rather than lie on another wire
CROSSING = 12.0  # … rather than cross one
JOINED = 0.25  # share of the length that is not counted where a cross piece lies on one of its own node
WINDOW = 160  # search this far round the two ends first
MOST_STEPS = 1200  # of the search; then the wire takes the next best way
WAYS = (RIGHT, DOWN, LEFT, UP)

Lines = dict[float, list[tuple[float, float, str]]]  # line of the grid -> (from, to, node) of the wires on it


@dataclass
class Taken:
    """Where wires lie already, by line of the grid. Wires of the node `own` may be lain on: they are one rail."""

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
        """How many wires of other nodes the straight piece would lie on."""
        same, line, low, high = self._sorted(a, b)
        return sum(start < high and low < end and not self._is_own(node) for start, end, node in same.get(line, ()))

    def joined(self, a: Point, b: Point) -> float:
        """The longest stretch on which the straight piece would lie on a wire of its own node."""
        same, line, low, high = self._sorted(a, b)
        own = (min(high, end) - max(low, start) for start, end, node in same.get(line, ()) if self._is_own(node))
        return max(0.0, max(own, default=0.0))

    def crossed(self, a: Point, b: Point) -> int:
        """How many wires the straight piece would cross."""
        _, line, low, high = self._sorted(a, b)
        across = self.along_y if a[1] == b[1] else self.along_x
        lines = [stretches for other, stretches in across.items() if low < other < high]
        return sum(start < line < end for stretches in lines for start, end, _ in stretches)

    def own_lines(self) -> tuple[set[float], set[float]]:
        return self.lines[self.own] if self.own else (set(), set())

    def _is_own(self, node: str) -> bool:
        return bool(node) and node == self.own

    def _sorted(self, a: Point, b: Point) -> tuple[Lines, float, float, float]:
        if a[1] == b[1]:
            return self.along_x, a[1], min(a[0], b[0]), max(a[0], b[0])
        return self.along_y, a[0], min(a[1], b[1]), max(a[1], b[1])


class Walls:
    """Boxes that wires keep clear of, sorted by line as they are asked for."""

    def __init__(self, boxes: Iterable[Box] = ()):
        self.boxes = list(boxes)
        self._on: tuple[dict[float, list[tuple[float, float]]], ...] = ({}, {})

    def hit(self, a: Point, b: Point) -> bool:
        """Whether the straight piece runs through a box or closer to it than the clearance."""
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
        """Whether a box lies between two ports that face each other; their own boxes only touch the piece."""
        low_x, high_x, low_y, high_y = min(a[0], b[0]), max(a[0], b[0]), min(a[1], b[1]), max(a[1], b[1])
        return any(low_x < right and left < high_x and low_y < bottom and top < high_y for left, top, right, bottom in self.boxes)

    def near(self, a: Point, b: Point, window: float) -> list[Box]:
        left, right = min(a[0], b[0]) - window, max(a[0], b[0]) + window
        top, bottom = min(a[1], b[1]) - window, max(a[1], b[1]) + window
        return [box for box in self.boxes if box[0] < right and left < box[2] and box[1] < bottom and top < box[3]]


def route(
    start: Point,
    start_direction: Direction | None,
    end: Point,
    end_direction: Direction | None,
    obstacles: Iterable[Box] | Walls = (),
    taken: Taken | None = None,
) -> list[Point]:
    """Points from start to end, both included. A port is left in its outward direction; a junction has none (None)."""
    walls, taken = obstacles if isinstance(obstacles, Walls) else Walls(obstacles), taken or Taken()
    if start == end:
        return [start, end]
    if faces(start, start_direction, end, end_direction) and not walls.between(start, end):
        return [start, end]
    first, last = _stub(start, start_direction, walls), _stub(end, end_direction, walls)
    ends = (start, start_direction, first, last, end_direction, end)
    spare, found, reachable = None, None, not walls.hit(first, first) and not walls.hit(last, last)
    for window in (WINDOW, 4 * WINDOW) if reachable else ():
        xs, ys = _lines(walls.near(first, last, window), first, last, taken.own_lines())
        best, clean = _simple(*ends, walls, taken, xs, ys)
        if best and clean:
            return best
        spare = best
        found = _search(*ends, walls, taken, xs, ys)
        if found or spare:
            break
    if found:
        return found
    xs, ys = _lines([], first, last)
    return spare or _simple(*ends, Walls(), taken, xs, ys)[0] or _forced(start, first, last, end)


def _stub(point: Point, direction: Direction | None, walls: Walls) -> Point:
    """Where a wire may turn for the first time: outside of the symbol that it comes from."""
    if direction is None:
        return point
    places = [(point[0] + length * direction[0], point[1] + length * direction[1]) for length in (STUB, 2 * STUB, 3 * STUB)]
    return next((place for place in places if not walls.hit(place, place)), places[0])


def faces(a: Point, a_way: Direction | None, b: Point, b_way: Direction | None) -> bool:
    """Whether a straight line from a to b leaves both ports outward."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    if dx and dy:
        return False
    way = ((dx > 0) - (dx < 0), (dy > 0) - (dy < 0))
    return a_way in (None, way) and b_way in (None, (-way[0], -way[1]))


def _lines(
    boxes: Sequence[Box], a: Point, b: Point, own: tuple[set[float], set[float]] = (set(), set())
) -> tuple[list[float], list[float]]:
    """The lines of the grid worth trying: through the ends, half way, past every box on both sides, and of the own node."""
    found: tuple[list[float], list[float]] = ([], [])
    for axis in (0, 1):
        middle = 10 * round((a[axis] + b[axis]) / 20)
        lines = {place + off for place in (a[axis], b[axis]) for off in (-20, 0, 20)} | {float(middle)} | own[axis]
        for box in boxes:
            lines.add(10 * math.floor((box[axis] - CLEARANCE) / 10))
            lines.add(10 * math.ceil((box[axis + 2] + CLEARANCE) / 10))
        found[axis].extend(sorted(lines))
    return found


def _simple(start, start_way, first, last, end_way, end, walls: Walls, taken: Taken, xs, ys) -> tuple[list[Point] | None, bool]:
    """The cheapest wire among straight, L, Z and U shapes that meets no box, and whether it keeps off other wires."""
    (ax, ay), (bx, by) = first, last
    shapes: list[tuple[Point, ...]] = [(first, (bx, ay), last), (first, (ax, by), last)]
    shapes += [(first, (x, ay), (x, by), last) for x in xs]
    shapes += [(first, (ax, y), (bx, y), last) for y in ys]
    middle = ((ax + bx) / 2, (ay + by) / 2)
    candidates = []
    for index, shape in enumerate(shapes):
        points = tidy([start, *shape, end])
        if points is not None and leaves(points, start_way, end_way):
            off = abs(shape[1][0] - middle[0]) + abs(shape[1][1] - middle[1])
            cost = _length(points) + BEND * (len(points) - 2) + 0.001 * off
            if len(shape) == 4 and _is_across(shape[1], shape[2], start_way or end_way):
                cost -= JOINED * taken.joined(shape[1], shape[2])
            candidates.append((cost, index, points))
    best, best_cost, best_shared = None, math.inf, 0
    for cost, index, points in sorted(candidates, key=lambda each: each[:2]):
        if cost >= best_cost:
            break
        if any(walls.hit(a, b) for a, b in pairwise(shapes[index])):
            continue
        shared = sum(taken.shared(a, b) for a, b in pairwise(points))
        cost += OVERLAP * shared + CROSSING * sum(taken.crossed(a, b) for a, b in pairwise(points))
        if cost < best_cost:
            best, best_cost, best_shared = points, cost, shared
    return best, not best_shared


def _is_across(a: Point, b: Point, way: Direction | None) -> bool:
    """Whether a piece runs across the way that the wire leaves its port."""
    return way is not None and (a[0] == b[0]) == (way[1] == 0)


def leaves(points: Sequence[Point], start_way: Direction | None, end_way: Direction | None) -> bool:
    return (start_way is None or _way(points[0], points[1]) == start_way) and (
        end_way is None or _way(points[-1], points[-2]) == end_way
    )


def _way(a: Point, b: Point) -> Direction:
    return ((b[0] > a[0]) - (b[0] < a[0]), (b[1] > a[1]) - (b[1] < a[1]))


def _length(points: Sequence[Point]) -> float:
    return sum(abs(b[0] - a[0]) + abs(b[1] - a[1]) for a, b in pairwise(points))


def _search(start, start_way, first, last, end_way, end, walls: Walls, taken: Taken, xs, ys) -> list[Point] | None:
    """A* over crossings of the lines; a state is a crossing and the way it was reached."""
    column, row = {x: i for i, x in enumerate(xs)}, {y: i for i, y in enumerate(ys)}
    goal = (column[last[0]], row[last[1]])
    begin = (column[first[0]], row[first[1]])
    costs: dict[tuple[int, int, int, int], float] = {}
    before: dict[tuple[int, int, Direction], tuple[int, int, Direction] | None] = {}
    known: dict[tuple[int, int, Direction], float] = {}
    queue: list[tuple[float, int, tuple[int, int, Direction]]] = []
    count = 0
    for way in [start_way] if start_way else WAYS:
        state = (*begin, way)
        known[state], before[state] = 0.0, None
        heapq.heappush(queue, (0.0, count, state))
        count += 1
    arrival = None if end_way is None else (-end_way[0], -end_way[1])
    for _ in range(MOST_STEPS):
        if not queue:
            break
        _, _, state = heapq.heappop(queue)
        i, j, way = state
        if (i, j) == goal and (arrival is None or way == arrival):
            return _traced(state, before, start, end, xs, ys)
        cost = known[state]
        for turn in WAYS:
            if turn == (-way[0], -way[1]):
                continue
            a, b = i + turn[0], j + turn[1]
            if (i, j) == goal and turn == arrival:  # arrived, and turns into the port
                a, b, step = i, j, 0.0
            elif not (0 <= a < len(xs) and 0 <= b < len(ys)):
                continue
            else:
                edge = (i, j, a, b)
                if edge not in costs:
                    p, q = (xs[i], ys[j]), (xs[a], ys[b])
                    length = abs(p[0] - q[0]) + abs(p[1] - q[1])
                    costs[edge] = math.inf if walls.hit(p, q) else length + OVERLAP * taken.shared(p, q)
                step = costs[edge]
            total = cost + step + (BEND if turn != way else 0.0)
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
    """Orthogonal whatever is in the way."""
    for corner in ((last[0], first[1]), (first[0], last[1])):
        points = tidy([start, first, corner, last, end])
        if points:
            return points
    return tidy([start, (end[0], start[1]), end]) or [start, end]


def tidy(points: Iterable[Point]) -> list[Point] | None:
    """Without repeated points and needless corners; None if the wire would turn back on itself."""
    kept: list[Point] = []
    for point in points:
        if kept and point == kept[-1]:
            continue
        if len(kept) > 1:
            before, way = _way(kept[-2], kept[-1]), _way(kept[-1], point)
            if way == (-before[0], -before[1]):
                return None
            if way == before and 0 in way:
                kept[-1] = point
                continue
        kept.append(point)
    return kept if len(kept) > 1 else None


# Whole circuits


def routes(circuit: Circuit, symbols: dict[str, Symbol], junctions: dict[str, Point]) -> dict[str, list[Point]]:
    """The wire of every link: the stored one where it still meets both ends, else a new one. Straight and short ones first."""
    return dict(_all(circuit, symbols, junctions, renew=False))


def _all(
    circuit: Circuit, symbols: dict[str, Symbol], junctions: dict[str, Point], renew: bool
) -> Iterator[tuple[str, list[Point]]]:
    looks = section(circuit.drawing, "links")
    walls = _walls(circuit, symbols)
    node = node_names(circuit)
    taken = Taken()
    done: dict[str, list[Point]] = {}
    waiting: list[tuple[float, int, Link]] = []
    for index, link in enumerate(circuit.links):
        (a, a_way), (b, b_way) = (end_place(end, symbols, junctions) for end in (link.a, link.b))
        kept = stored_route(looks.get(link.key), a, b, kept_only=renew)
        if kept:
            done[link.key] = kept
            taken.add(kept, node[link.a])
        else:
            straight = faces(a, a_way, b, b_way)
            waiting.append(((0 if straight else 1e6) + abs(a[0] - b[0]) + abs(a[1] - b[1]), index, link))
    for _, _, link in sorted(waiting, key=lambda each: each[:2]):
        (a, a_way), (b, b_way) = (end_place(end, symbols, junctions) for end in (link.a, link.b))
        taken.own = node[link.a]
        done[link.key] = route(a, a_way, b, b_way, walls, taken)
        taken.add(done[link.key], taken.own)
    for link in circuit.links:
        yield link.key, done[link.key]


def node_names(circuit: Circuit) -> dict[str, str]:
    """For every end of a link, junctions too, the first end of its node."""
    near: dict[str, list[str]] = defaultdict(list)
    for link in circuit.links:
        near[link.a].append(link.b)
        near[link.b].append(link.a)
    names: dict[str, str] = {}
    for first in near:
        queue = [] if first in names else [first]
        while queue:
            end = queue.pop()
            if end not in names:
                names[end] = first
                queue += near[end]
    return names


def partings(
    circuit: Circuit, symbols: dict[str, Symbol], junctions: dict[str, Point], wires: Mapping[str, list[Point]]
) -> list[tuple[Point, str]]:
    """Where wires of one node part, each with an end of the node: three ways or more lead on, that into the symbol included."""
    node = node_names(circuit)
    pieces: dict[str, list[tuple[Point, Point]]] = defaultdict(list)
    leads: dict[tuple[str, Point], Direction] = {}
    for link in circuit.links:
        pieces[node[link.a]] += pairwise(wires[link.key])
        for end in (link.a, link.b):
            place, way = end_place(end, symbols, junctions)
            if way is not None:
                leads[node[end], place] = (-way[0], -way[1])
    found = []
    for name, own in pieces.items():
        for point in sorted({point for piece in own for point in piece}):
            ways = {_way(point, end) for piece in own if _on(point, *piece) for end in piece if end != point}
            if (name, point) in leads:
                ways.add(leads[name, point])
            if len(ways) > 2:
                found.append((point, name))
    return found


def without_doubles(wires: Iterable[tuple[str, str, list[Point]]]) -> dict[str, list[Point]]:
    """Wires (key, node, points) without what earlier ones of the same node cover at their ends: a rail is stroked once."""
    drawn: dict[str, list[tuple[Point, Point]]] = defaultdict(list)
    found = {}
    for key, node, points in wires:
        rest = _uncovered(_uncovered(points, drawn[node])[::-1], drawn[node])[::-1]
        found[key] = rest if len(rest) > 1 else points
        drawn[node] += pairwise(found[key])
    return found


def _uncovered(points: list[Point], drawn: Sequence[tuple[Point, Point]]) -> list[Point]:
    """The wire from where it leaves the pieces that are drawn."""
    while len(points) > 1:
        start, then = points[:2]
        way = _way(start, then)
        ends = [end for piece in drawn if _on(start, *piece) for end in piece if end != start and _way(start, end) == way]
        if not ends:
            break
        far = max(ends, key=lambda end: math.dist(start, end))
        points = points[1:] if math.dist(start, far) >= math.dist(start, then) else [far, *points[1:]]
    return points


def _on(point: Point, a: Point, b: Point) -> bool:
    (x, y), (ax, ay), (bx, by) = point, a, b
    return (x == ax == bx and min(ay, by) <= y <= max(ay, by)) or (y == ay == by and min(ax, bx) <= x <= max(ax, bx))


def _walls(circuit: Circuit, symbols: dict[str, Symbol]) -> Walls:
    linked = {end for link in circuit.links for end in (link.a, link.b)}
    return Walls(outer_box(symbol, linked) for symbol in symbols.values())


def end_place(end: str, symbols: dict[str, Symbol], junctions: dict[str, Point]) -> tuple[Point, Direction | None]:
    if end.startswith("#"):
        return junctions[end], None
    owner, _, port = end.partition(".")
    terminal = symbols[owner].terminals[port]
    return terminal.at, terminal.direction


def stored_route(look: object, a: Point, b: Point, kept_only: bool = False) -> list[Point] | None:
    """The route kept in the file if it is one and still runs from a to b."""
    if not isinstance(look, dict) or (kept_only and look.get("mode") != "kept"):
        return None
    points = look.get("route")
    if not isinstance(points, list) or len(points) < 2:
        return None
    try:
        found = [(float(x), float(y)) for x, y in points]
    except (TypeError, ValueError):
        return None
    return found if found[0] == a and found[-1] == b else None


def junction_places(circuit: Circuit, symbols: dict[str, Symbol]) -> dict[str, Point]:
    """Stored places of junctions; one without a place lies amid the ends that it joins, outside of all boxes."""
    stored = section(circuit.drawing, "junctions")
    ends: dict[str, list[str]] = {}
    for link in circuit.links:
        for end in (link.a, link.b):
            if end.startswith("#"):
                ends.setdefault(end, []).append(link.other(end))
    found: dict[str, Point] = {}
    walls = _walls(circuit, symbols)
    for junction, others in ends.items():
        at = stored.get(junction)
        if isinstance(at, list | tuple) and len(at) == 2 and all(isinstance(a, int | float) for a in at):
            found[junction] = (float(at[0]), float(at[1]))
            continue
        near = []
        for other in others:
            if not other.startswith("#"):
                place, way = end_place(other, symbols, found)
                near.append((place[0] + 20 * way[0], place[1] + 20 * way[1]) if way else place)
            elif other in found:
                near.append(found[other])
        found[junction] = amid(near, walls, set(found.values()))
    return found


def amid(points: list[Point], walls: Walls, used: set[Point]) -> Point:
    if not points:
        points = [(0.0, 0.0)]
    middle = (_median([p[0] for p in points]), _median([p[1] for p in points]))
    for radius in range(60):
        ring = [(x, y) for x in range(-radius, radius + 1) for y in range(-radius, radius + 1) if max(abs(x), abs(y)) == radius]
        for x, y in sorted(ring, key=lambda p: (abs(p[0]) + abs(p[1]), p)):
            place = (middle[0] + 10 * x, middle[1] + 10 * y)
            if place not in used and not walls.hit(place, place):
                return place
    return middle


def _median(values: list[float]) -> float:
    """On the grid, and of all medians the one that most of the values share: so a junction lies straight off a port."""
    values = sorted(values)
    low, high = values[(len(values) - 1) // 2], values[len(values) // 2]
    return 10.0 * round(max((v for v in values if low <= v <= high), key=values.count) / 10)


def route_all(circuit: Circuit) -> None:
    """Fill in `circuit.drawing`: a new route for every link whose route is not kept, and places of junctions.

    Components need places: call `auto_place` first where some have none (their links are left alone else).
    """
    symbols = placed_symbols(circuit)
    junctions = junction_places(circuit, symbols)
    new = dict(_all(circuit, symbols, junctions, renew=True))
    looks = circuit.drawing.get("links")
    old = looks if isinstance(looks, dict) else {}
    written = {}
    for key, points in new.items():
        look = old.get(key)
        if isinstance(look, dict) and look.get("mode") == "kept" and look.get("route"):
            written[key] = look
        else:
            written[key] = {"route": [[round(x), round(y)] for x, y in points], "mode": "auto"}
    circuit.drawing["links"] = written
    if junctions:
        kept = section(circuit.drawing, "junctions")
        circuit.drawing["junctions"] = {name: kept.get(name, [round(x), round(y)]) for name, (x, y) in junctions.items()}
