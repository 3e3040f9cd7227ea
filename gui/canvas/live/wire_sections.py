"""Divides the wires of a node into strands between ports and branching points, each with the ports beyond it."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from mars.component.icon_paths import Point
from mars.document.entries import Link

from ..sheet_layout import SheetLayout

Ways = Mapping[Point, Iterable[Point]]


@dataclass(frozen=True)
class WireSection:
    """A section of wire without branching. The sum of the streams into `ports` flows along `points`; all ports of a node share
    the potential of `node_port`."""

    points: tuple[Point, ...]
    domain: str
    ports: tuple[str, ...]
    node_port: str

    @property
    def key(self) -> tuple[Point, ...]:
        return self.points


def strands(layout: SheetLayout) -> list[WireSection]:
    """Strands of all nodes; wires of disabled components carry nothing."""
    found = []
    for links in layout.nodes.values():
        active = [link for link in links if not layout.is_off(link)]
        if active:
            found += strands_of(layout, active)
    return found


def strands_of(layout: SheetLayout, links: Sequence[Link]) -> list[WireSection]:
    """Strands of one node. If its wires form a loop, the stream in it is undetermined, and one direction is left out."""
    ports: dict[Point, list[str]] = defaultdict(list)
    for end in dict.fromkeys(end for link in links for end in (link.a, link.b) if not end.startswith("#")):
        ports[layout.end_place(end)[0]].append(end)
    everything = [end for ends in ports.values() for end in ends]
    domain = layout.domains.get(links[0].key, "")
    if len(everything) < 2:
        return []
    root = next(iter(ports))
    ways, order = _tree(_ways(layout, links), root)
    beyond = {point: list(ports.get(point, ())) for point in order}
    parent = {child: point for point in order for child in ways[point]}
    for point in reversed(order[1:]):
        beyond[parent[point]] += beyond[point]
    found = []
    for run in _runs(ways, ports, root):
        far = beyond[run[1]]
        near = [end for end in everything if end not in far]
        if far and near:
            points, inside = (run, far) if len(far) <= len(near) else (run[::-1], near)
            found.append(WireSection(tuple(points), domain, tuple(inside), everything[0]))
    return found


def _ways(layout: SheetLayout, links: Sequence[Link]) -> Ways:
    """Neighbours of every corner, end and branching point along the wires; each piece is cut where another wire meets it."""
    wires = [layout.wires[link.key] for link in links]
    points = {point for wire in wires for point in wire}
    ways: dict[Point, dict[Point, None]] = defaultdict(dict)
    for wire in wires:
        for a, b in pairwise(wire):
            between = sorted((point for point in points if _is_on(point, a, b)), key=lambda point: math.dist(a, point))
            for one, other in pairwise([a, *between, b]):
                ways[one][other] = ways[other][one] = None
    return ways


def _is_on(point: Point, a: Point, b: Point) -> bool:
    """Whether a point lies inside a piece, not at its ends."""
    (x, y), (ax, ay), (bx, by) = point, a, b
    upright, level = x == ax == bx and min(ay, by) < y < max(ay, by), y == ay == by and min(ax, bx) < x < max(ax, bx)
    return upright or level


def _tree(ways: Ways, root: Point) -> tuple[dict[Point, list[Point]], list[Point]]:
    """Children of each point on the path from the root, and the points in that order."""
    children: dict[Point, list[Point]] = {root: []}
    order = [root]
    for point in order:
        for other in ways.get(point, ()):
            if other not in children:
                children[point].append(other)
                children[other] = []
                order.append(other)
    return children, order


def _runs(children: Mapping[Point, list[Point]], ports: Mapping[Point, list[str]], root: Point) -> list[list[Point]]:
    """Sections outward from the root, each to the next port or branching point."""
    found, waiting = [], [[root, child] for child in children[root]]
    while waiting:
        run = waiting.pop()
        while run[-1] not in ports and len(children[run[-1]]) == 1:
            run.append(children[run[-1]][0])
        found.append(run)
        waiting += [[run[-1], child] for child in children[run[-1]]]
    return found
