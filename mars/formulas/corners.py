"""Where a formula of time may jump or bend: its comparisons, and functions that are not smooth."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from math import pi

from mars.formulas.syntax_tree import FLOATS, TIME, Call, Chain, Name, Node, value_of

SEGMENT = "segment"  # the time inside the current smooth interval; no variable can have this name in a formula
COMPARISONS = ("<", "<=", ">", ">=")
WAVES = {"sin", "cos", "tan"}
JUMPING, BENDING = {"floor", "sign", "mod"}, {"abs", "min", "max"}


def smoothness(root: Node, known: Collection[Node] = ()) -> int:
    """How often the formula is certainly differentiable: −1 it may jump, 0 it may bend, 9 smooth; comparisons in `known`, whose
    times are met exactly, do not count."""
    parts = list(nodes(root))
    called = {node.function for node in parts if isinstance(node, Call)}
    if called & JUMPING or any(_is_comparison(node) and node not in known for node in parts):
        return -1
    return 0 if called & BENDING else 9


def timed_comparisons(root: Node, moving: Collection[str] = ()) -> list[Chain]:
    """Comparisons of linear functions of time; `moving` names vary with time in other ways."""
    return [node for node in nodes(root) if isinstance(node, Chain) and _is_comparison(node) and _is_straight(node, moving)]


def corner_times(root: Node, values: Mapping[str, float]) -> list[float]:
    """Times at which a comparison of linear functions of time changes its result."""
    found = []
    for node in timed_comparisons(root):
        try:
            at_zero, at_one = (_gap(node, {**values, TIME: t}) for t in (0.0, 1.0))
        except (ArithmeticError, ValueError):
            continue
        if at_one != at_zero:
            found.append(at_zero / (at_zero - at_one))
    return found


def frequency(root: Node, values: Mapping[str, float]) -> float:
    """The highest frequency in a formula, in Hz: of its sines, cosines and tangents of linear functions of time."""
    fastest = 0.0
    for node in nodes(root):
        if isinstance(node, Call) and node.function in WAVES and _is_straight(node.arguments[0]):
            try:
                at_zero, at_one = (value_of(node.arguments[0], {**values, TIME: t}, FLOATS) for t in (0.0, 1.0))
            except (ArithmeticError, ValueError):
                continue
            fastest = max(fastest, abs(at_one - at_zero) / (2 * pi))
    return fastest


def by_segment(node: Node, moving: Collection[str] = (), inside: bool = False) -> Node:
    """The same formula, with the segment time in comparisons of linear functions: their corners are known.

    Other comparisons keep the running time; step-size control has to find where they change.
    """
    if isinstance(node, Name):
        return Name(SEGMENT) if inside and node.name == TIME else node
    if isinstance(node, Chain):
        inside = inside or (_is_comparison(node) and _is_straight(node, moving))
        rest = tuple((sign, by_segment(other, moving, inside)) for sign, other in node.rest)
        return Chain(by_segment(node.first, moving, inside), rest)
    if isinstance(node, Call):
        return replace(node, arguments=tuple(by_segment(argument, moving, inside) for argument in node.arguments))
    return node


def _gap(comparison: Chain, values: Mapping[str, float]) -> float:
    left, right = (value_of(side, values, FLOATS) for side in (comparison.first, comparison.rest[0][1]))
    return left - right


def _is_straight(node: Node, moving: Collection[str] = ()) -> bool:
    """Whether a formula is certainly c0 + c1·t: sums, and products or quotients with at most one time-dependent part."""
    names = {part.name for part in nodes(node) if isinstance(part, Name)}
    if not names.isdisjoint(moving):
        return False
    if TIME not in names:
        return True
    if isinstance(node, Name):
        return True
    if isinstance(node, Chain):
        parts = [node.first, *(other for _, other in node.rest)]
        timed = [any(isinstance(p, Name) and p.name == TIME for p in nodes(part)) for part in parts]
        if node.rest[0][0] in "*/":
            divides = any(sign == "/" and late for (sign, _), late in zip(node.rest, timed[1:], strict=True))
            return sum(timed) == 1 and not divides and all(_is_straight(part) for part in parts)
        return all(_is_straight(part) for part in parts)
    return isinstance(node, Call) and node.function == "neg" and _is_straight(node.arguments[0])


def _is_comparison(node: Node) -> bool:
    return isinstance(node, Chain) and node.rest[0][0] in COMPARISONS


def nodes(node: Node) -> Iterator[Node]:
    """The node itself and all below it."""
    yield node
    if isinstance(node, Chain):
        yield from nodes(node.first)
        for _, other in node.rest:
            yield from nodes(other)
    elif isinstance(node, Call):
        for argument in node.arguments:
            yield from nodes(argument)
