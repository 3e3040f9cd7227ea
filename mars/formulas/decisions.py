"""Corners of a formula as decisions: numbers that are constant while the formula is smooth.

abs(x) is x or −x by the decision “x > 0”; mod(x, y) is x − d·y with the decision d = floor(x/y); comparisons are decisions.
Between the times at which a decision changes, the formula with its decisions held is smooth, also a little beyond these times,
so no step of an integrator straddles a corner.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace

from mars.formulas.syntax_tree import CHOOSE, MODE, TIME, Call, Chain, Name, Node, Number

SEGMENT = "segment"  # the time inside the current smooth interval; no variable can have this name in a formula
COMPARISONS = ("<", "<=", ">", ">=")
POSITIVE, FLOOR = "positive", "floor"
PREFIX = "#"  # of the names of decisions, which nobody can type
ZERO, HALF, ONE = Number(0.0), Number(0.5), Number(1.0)
TINY = 1e-100  # max(x, 1e-300) protects from a division by zero: no corner


@dataclass(frozen=True)
class Decision:
    """A number of a formula that changes only at its corners: whether an expression is positive (above 0: yes), or its floor."""

    name: str
    function: str  # POSITIVE or FLOOR
    of: Node  # may contain earlier decisions by name
    timed: bool  # depends on nothing but the time and constants

    @property
    def node(self) -> Node:
        return Call("floor", (self.of,)) if self.function == FLOOR else Chain(self.of, ((">", ZERO),))

    def by_mode(self, running: Node) -> Node:
        """The decision from the mode of its name; the mode of a floor is half above it, so that no mode is zero."""
        if self.function == POSITIVE:
            return Call(MODE, (Name(self.name), running))
        return Chain(Call(MODE, (Name(self.name), Chain(running, (("+", HALF),)))), (("-", HALF),))


@dataclass(frozen=True)
class Decided:
    """A formula that contains its decisions by name; each decision contains only earlier ones."""

    root: Node
    decisions: tuple[Decision, ...]

    def held(self, node: Node, by_name: Collection[str] = ()) -> Node:
        """A formula with its decisions in time made by the segment time, and others made at once unless they stay `by_name`."""
        held: dict[str, Node] = {}
        running: dict[str, Node] = {}
        for decision in self.decisions:
            running[decision.name] = renamed(decision.node, running)
            if decision.timed:
                held[decision.name] = renamed(running[decision.name], {TIME: Name(SEGMENT)})
            else:
                at_once = _inserted(decision.node, held, running)
                held[decision.name] = decision.by_mode(at_once) if decision.name in by_name else at_once
        return _inserted(node, held, running)

    @property
    def untimed(self) -> tuple[Decision, ...]:
        """Decisions that depend on variables: they change at events."""
        return tuple(decision for decision in self.decisions if not decision.timed)


def decided(root: Node, moving: Collection[str] = (), prefix: str = PREFIX) -> Decided:
    """Replace everything in a formula that may jump or bend by decisions; `moving` names vary with time in ways unknown here."""
    found: dict[tuple[str, Node], Decision] = {}

    def decide(function: str, of: Node) -> Node:
        if (function, of) not in found:
            names = names_in(of)
            timed = names.isdisjoint(moving) and all(earlier.timed for earlier in found.values() if earlier.name in names)
            found[function, of] = Decision(f"{prefix}{len(found) + 1}", function, of, timed)
        return Name(found[function, of].name)

    return Decided(_without_corners(root, decide), tuple(found.values()))


Decide = Callable[[str, Node], Node]


def _without_corners(node: Node, decide: Decide) -> Node:
    if isinstance(node, Chain):
        first = _without_corners(node.first, decide)
        rest = tuple((sign, _without_corners(other, decide)) for sign, other in node.rest)
        return _compared(first, rest, decide) if node.rest[0][0] in COMPARISONS else Chain(first, rest)
    if not isinstance(node, Call):
        return node
    arguments = tuple(_without_corners(argument, decide) for argument in node.arguments)
    if node.function in _REPLACED:
        return _REPLACED[node.function](arguments, decide)
    return replace(node, arguments=arguments)


def _compared(first: Node, rest: tuple[tuple[str, Node], ...], decide: Decide) -> Node:
    """a > b and a < b as “a − b > 0” and “b − a > 0”; a ≤ b and a ≥ b as their opposites."""
    for sign, other in rest:
        strict, upwards = len(sign) == 1, sign[0] == ">"
        larger = _difference(first, other) if upwards == strict else _difference(other, first)
        first = Chain(decide(POSITIVE, larger), ((">" if strict else "<=", ZERO),))
    return first


def _is_positive(x: Node, decide: Decide) -> Node:
    return Chain(decide(POSITIVE, x), ((">", ZERO),))


def _extreme(takes_larger: bool) -> Callable[[tuple[Node, ...], Decide], Node]:
    """min or max of several, in pairs."""

    def chosen(arguments: tuple[Node, ...], decide: Decide) -> Node:
        best, *others = arguments
        for other in others:
            if any(isinstance(each, Number) and 0.0 < abs(each.value) < TINY for each in (best, other)):
                best = Call("max" if takes_larger else "min", (best, other))
                continue
            pair = (best, other) if takes_larger else (other, best)
            best = Call("if", (_is_positive(_difference(best, other), decide), *pair))
        return best

    return chosen


def _sign(arguments: tuple[Node, ...], decide: Decide) -> Node:
    (x,) = arguments
    below = Call("if", (_is_positive(Call("neg", (x,)), decide), Number(-1.0), ZERO))
    return Call("if", (_is_positive(x, decide), ONE, below))


def _absolute(arguments: tuple[Node, ...], decide: Decide) -> Node:
    (x,) = arguments
    return Call("if", (_is_positive(x, decide), x, Call("neg", (x,))))


def _remainder(arguments: tuple[Node, ...], decide: Decide) -> Node:
    x, y = arguments
    return _difference(x, Chain(y, (("*", decide(FLOOR, Chain(x, (("/", y),)))),)))


def _difference(a: Node, b: Node) -> Node:
    if a == b:
        return ZERO
    if b == ZERO:
        return a
    return Call("neg", (b,)) if a == ZERO else Chain(a, (("-", b),))


_REPLACED: Mapping[str, Callable[[tuple[Node, ...], Decide], Node]] = {
    "abs": _absolute,
    "sign": _sign,
    "floor": lambda arguments, decide: decide(FLOOR, arguments[0]),
    "mod": _remainder,
    "min": _extreme(takes_larger=False),
    "max": _extreme(takes_larger=True),
}


def _inserted(node: Node, held: Mapping[str, Node], running: Mapping[str, Node]) -> Node:
    """The tree with its decisions held. A branch need not have a value beyond its corner, as in if(x > 0, sqrt(x), 0), so a
    choice also contains its running condition."""
    if isinstance(node, Call) and node.function == "if" and not names_in(node.arguments[0]).isdisjoint(running):
        condition, *branches = (_inserted(argument, held, running) for argument in node.arguments)
        return Call(CHOOSE, (condition, *branches, renamed(node.arguments[0], running)))
    return _rebuilt(node, lambda part: _inserted(part, held, running), held)


def renamed(node: Node, nodes: Mapping[str, Node]) -> Node:
    """The tree with some names replaced."""
    return _rebuilt(node, lambda part: renamed(part, nodes), nodes)


def _rebuilt(node: Node, change: Callable[[Node], Node], nodes: Mapping[str, Node]) -> Node:
    if isinstance(node, Name):
        return nodes.get(node.name, node)
    if isinstance(node, Chain):
        return Chain(change(node.first), tuple((sign, change(other)) for sign, other in node.rest))
    if isinstance(node, Call):
        return replace(node, arguments=tuple(map(change, node.arguments)))
    return node


def names_in(node: Node) -> set[str]:
    if isinstance(node, Name):
        return {node.name}
    if isinstance(node, Chain):
        return names_in(node.first).union(*(names_in(other) for _, other in node.rest))
    if isinstance(node, Call):
        return set().union(*(names_in(argument) for argument in node.arguments))
    return set()
