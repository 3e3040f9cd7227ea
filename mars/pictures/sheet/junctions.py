"""Where wires meet: the ends of links, positions of junctions, and points where wires of one node branch."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from itertools import pairwise

from mars.component.icon_paths import Point
from mars.document.circuit import Circuit
from mars.pictures.sheet.symbols import Direction, Symbol, section
from mars.pictures.sheet.walls import Walls, walls_of
from mars.pictures.sheet.wire_shape import direction_of, is_on


def end_place(end: str, symbols: dict[str, Symbol], junctions: dict[str, Point]) -> tuple[Point, Direction | None]:
    if end.startswith("#"):
        return junctions[end], None
    owner, _, port = end.partition(".")
    terminal = symbols[owner].terminals[port]
    return terminal.at, terminal.direction


def junction_places(circuit: Circuit, symbols: dict[str, Symbol]) -> dict[str, Point]:
    """Stored positions of junctions; one without a position is put between the ends that it joins, outside of all boxes."""
    stored = section(circuit.drawing, "junctions")
    ends: dict[str, list[str]] = {}
    for link in circuit.links:
        for end in (link.a, link.b):
            if end.startswith("#"):
                ends.setdefault(end, []).append(link.other(end))
    found: dict[str, Point] = {}
    walls = walls_of(circuit, symbols)
    for junction, others in ends.items():
        at = stored.get(junction)
        if isinstance(at, list | tuple) and len(at) == 2 and all(isinstance(a, int | float) for a in at):
            found[junction] = (float(at[0]), float(at[1]))
            continue
        near = []
        for other in others:
            if not other.startswith("#"):
                place, direction = end_place(other, symbols, found)
                near.append((place[0] + 20 * direction[0], place[1] + 20 * direction[1]) if direction else place)
            elif other in found:
                near.append(found[other])
        found[junction] = free_place_amid(near, walls, set(found.values()))
    return found


def free_place_amid(points: list[Point], walls: Walls, used: set[Point]) -> Point:
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
    """On the grid, and of all medians the most frequent value, so that a junction is in line with a port."""
    values = sorted(values)
    low, high = values[(len(values) - 1) // 2], values[len(values) // 2]
    return 10.0 * round(max((v for v in values if low <= v <= high), key=values.count) / 10)


def node_names(circuit: Circuit) -> dict[str, str]:
    """For every link end, including junctions, the first end of its node."""
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


def branch_points(
    circuit: Circuit, symbols: dict[str, Symbol], junctions: dict[str, Point], wires: Mapping[str, list[Point]]
) -> list[tuple[Point, str]]:
    """Where wires of one node leave in three or more directions (including into the symbol), each with an end of the node."""
    node = node_names(circuit)
    segments: dict[str, list[tuple[Point, Point]]] = defaultdict(list)
    leads: dict[tuple[str, Point], Direction] = {}
    for link in circuit.links:
        segments[node[link.a]] += pairwise(wires[link.key])
        for end in (link.a, link.b):
            place, direction = end_place(end, symbols, junctions)
            if direction is not None:
                leads[node[end], place] = (-direction[0], -direction[1])
    found = []
    for name, own in segments.items():
        for point in sorted({point for segment in own for point in segment}):
            near = [end for segment in own if is_on(point, *segment) for end in segment if end != point]
            directions = {direction_of(point, end) for end in near}
            if (name, point) in leads:
                directions.add(leads[name, point])
            if len(directions) > 2:
                found.append((point, name))
    return found
