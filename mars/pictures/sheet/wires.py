"""The wires of a whole circuit: one route for every link."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from mars.component.icon_paths import Point
from mars.document.circuit import Circuit, Link
from mars.pictures.sheet.junctions import end_place, junction_places, node_names
from mars.pictures.sheet.layout import placed_symbols
from mars.pictures.sheet.occupancy import Occupancy
from mars.pictures.sheet.router import faces, route
from mars.pictures.sheet.symbols import Symbol, section
from mars.pictures.sheet.walls import walls_of
from mars.pictures.sheet.wire_shape import direction_of, is_on


def route_all(circuit: Circuit) -> None:
    """Fill in `circuit.drawing`: a new route for every link whose route is not kept, and positions of junctions.

    Components need positions: call `auto_place` first if some have none (their links are skipped otherwise).
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


def routes(circuit: Circuit, symbols: dict[str, Symbol], junctions: dict[str, Point]) -> dict[str, list[Point]]:
    """The wire of every link: the stored one if it still meets both ends, else a new one. Straight and short ones first."""
    return dict(_all(circuit, symbols, junctions, renew=False))


def _all(
    circuit: Circuit, symbols: dict[str, Symbol], junctions: dict[str, Point], renew: bool
) -> Iterator[tuple[str, list[Point]]]:
    looks = section(circuit.drawing, "links")
    walls = walls_of(circuit, symbols)
    node = node_names(circuit)
    occupancy = Occupancy()
    done: dict[str, list[Point]] = {}
    waiting: list[tuple[float, int, Link]] = []
    for index, link in enumerate(circuit.links):
        (a, a_direction), (b, b_direction) = (end_place(end, symbols, junctions) for end in (link.a, link.b))
        kept = stored_route(looks.get(link.key), a, b, kept_only=renew)
        if kept:
            done[link.key] = kept
            occupancy.add(kept, node[link.a])
        else:
            straight = faces(a, a_direction, b, b_direction)
            waiting.append(((0 if straight else 1e6) + abs(a[0] - b[0]) + abs(a[1] - b[1]), index, link))
    for _, _, link in sorted(waiting, key=lambda each: each[:2]):
        (a, a_direction), (b, b_direction) = (end_place(end, symbols, junctions) for end in (link.a, link.b))
        occupancy.own = node[link.a]
        done[link.key] = route(a, a_direction, b, b_direction, walls, occupancy)
        occupancy.add(done[link.key], occupancy.own)
    for link in circuit.links:
        yield link.key, done[link.key]


def stored_route(look: object, a: Point, b: Point, kept_only: bool = False) -> list[Point] | None:
    """The stored route, if it is valid and still runs from a to b."""
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


def without_doubles(wires: Iterable[tuple[str, str, list[Point]]]) -> dict[str, list[Point]]:
    """Wires (key, node, points) without the end parts covered by earlier ones of the same node: a rail is drawn once."""
    drawn: dict[str, list[tuple[Point, Point]]] = defaultdict(list)
    found = {}
    for key, node, points in wires:
        rest = _uncovered(_uncovered(points, drawn[node])[::-1], drawn[node])[::-1]
        found[key] = rest if len(rest) > 1 else points
        drawn[node] += pairwise(found[key])
    return found


def _uncovered(points: list[Point], drawn: Sequence[tuple[Point, Point]]) -> list[Point]:
    """The wire from where it leaves the segments already drawn."""
    while len(points) > 1:
        start, then = points[:2]
        direction = direction_of(start, then)
        near = [end for segment in drawn if is_on(start, *segment) for end in segment if end != start]
        ends = [end for end in near if direction_of(start, end) == direction]
        if not ends:
            break
        far = max(ends, key=lambda end: math.dist(start, end))
        points = points[1:] if math.dist(start, far) >= math.dist(start, then) else [far, *points[1:]]
    return points
