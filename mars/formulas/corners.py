"""Where a formula of time may jump or bend: its comparisons, and the functions that are not smooth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from mars.formulas.tree import FLOATS, TIME, Call, Chain, Name, Node, value_of

SEGMENT = "segment"  # the time inside the present smooth stretch; no variable can have this meaning in a formula
COMPARISONS = ("<", "<=", ">", ">=")
JUMPING, BENDING = {"floor", "sign", "mod"}, {"abs", "min", "max"}


def smoothness(root: Node) -> int:
    """How often the formula is surely differentiable: −1 it may jump, 0 it may bend, 9 smooth."""
    nodes = list(_nodes(root))
    called = {node.function for node in nodes if isinstance(node, Call)}
    if called & JUMPING or any(_is_comparison(node) for node in nodes):
        return -1
    return 0 if called & BENDING else 9


def corner_times(root: Node, values: Mapping[str, float]) -> list[float]:
    """Times at which a comparison that is linear in time changes its answer."""
    found = []
    for node in _nodes(root):
        if not _is_comparison(node):
            continue
        assert isinstance(node, Chain)
        sides = (node.first, node.rest[0][1])
        try:
            gaps = []
            for t in (0.0, 1.0, 2.0):
                left, right = (value_of(side, {**values, TIME: t}, FLOATS) for side in sides)
                gaps.append(left - right)
        except (ArithmeticError, ValueError):
            continue  # defined at some times only: the step-size control must find it
        slope = gaps[1] - gaps[0]
        if slope != 0 and abs(gaps[2] - gaps[1] - slope) <= 1e-12 * abs(slope):
            found.append(-gaps[0] / slope)
    return found


def by_segment(node: Node, inside: bool = False) -> Node:
    """The same formula, with comparisons that look at the segment time instead of the running time."""
    if isinstance(node, Name):
        return Name(SEGMENT) if inside and node.name == TIME else node
    if isinstance(node, Chain):
        inside = inside or _is_comparison(node)
        return Chain(by_segment(node.first, inside), tuple((sign, by_segment(other, inside)) for sign, other in node.rest))
    if isinstance(node, Call):
        return replace(node, arguments=tuple(by_segment(argument, inside) for argument in node.arguments))
    return node


def _is_comparison(node: Node) -> bool:
    return isinstance(node, Chain) and node.rest[0][0] in COMPARISONS


def _nodes(node: Node) -> Iterator[Node]:
    yield node
    if isinstance(node, Chain):
        yield from _nodes(node.first)
        for _, other in node.rest:
            yield from _nodes(other)
    elif isinstance(node, Call):
        for argument in node.arguments:
            yield from _nodes(argument)
