"""Where loops are cut: through a body with mass and inertia if the loop has one, so that both parts of it have mass."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import networkx as nx

from mars.topology.masses import EXTENDED

Edge = tuple[str, int]  # component, node
NEVER = -1  # grade of a component that cannot be cut: a base, a joint between bases


def outward_edges(mechanism: nx.Graph, source: Any, grade: Callable[[str], int]) -> list[tuple[Any, Any]]:
    """The edges of a spanning tree of everything connected with the source, outward: the tree of shortest paths, unless it would
    cut a loop where there is too little mass. Then the best edge of that loop is cut, the nearest one of several."""
    edges = list(nx.bfs_edges(mechanism, source))
    tree = nx.Graph(edges)
    cuts = [_named(a, b) for a, b in mechanism.edges(tree.nodes) if not tree.has_edge(a, b)]
    moved = False
    for cut in cuts:
        now = grade(cut[0])
        if now >= EXTENDED:
            continue
        path = nx.shortest_path(tree, *cut)
        loop = [_named(*pair) for pair in pairwise(path) if isinstance(pair[0], int) != isinstance(pair[1], int)]
        far = {edge: min(i, len(loop) - 1 - i) for i, edge in enumerate(loop)}
        best = max(loop, key=lambda edge: (grade(edge[0]), -far[edge]), default=cut)
        if grade(best[0]) > now:
            tree.remove_edge(*best)
            tree.add_edge(*cut)
            moved = True
    if not moved:
        return edges
    ordered = nx.Graph()  # neighbours in the order of the mechanism
    ordered.add_edges_from((a, b) for a, b in mechanism.edges if tree.has_edge(a, b))
    return list(nx.bfs_edges(ordered, source))


def _named(a: Any, b: Any) -> Edge:
    return (b, a) if isinstance(a, int) else (a, b)
