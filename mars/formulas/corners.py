"""The times at which a formula of time may jump or bend, found one after the other, and how smooth a formula is."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from math import inf, nan

from mars.formulas.decisions import COMPARISONS, POSITIVE, Decision, decided, names_in
from mars.formulas.ranges import RANGES, Range, as_range
from mars.formulas.syntax_tree import FLOATS, TIME, Call, Chain, Name, Node, Number, value_of

JUMPING, BENDING = {"floor", "sign", "mod"}, {"abs", "min", "max"}
SMOOTH = 9  # differentiable as often as anyone asks

ROUNDING = 8  # units in the last place of the time, within which two corners are one
SHORTEST = 2.0**-40  # of the time (or of a second): an interval in which a decision cannot be made counts as a corner
PATIENCE = 4.0  # times longer is the next interval in which the same decision need not be made, as in sin(t)^2 + cos(t)^2 > 1
FIRST = 2.0**-3  # s: the first interval that is searched; the next ones are longer or shorter as needed
SAMPLES = (0.137, 0.291, 0.433, 0.618, 0.859, 1.0)  # of the first interval: where expressions are compared
SAME = 2.0**-46  # of their terms


def smoothness(root: Node) -> int:
    """How often the formula is certainly differentiable: −1 it may jump, 0 it may bend, 9 smooth."""
    if any(_jumps(node) for node in nodes(root)):
        return -1
    return 0 if any(isinstance(node, Call) and node.function in BENDING for node in nodes(root)) else SMOOTH


def may_jump(root: Node, moving: Collection[str]) -> bool:
    """Whether the formula may jump where a variable, not only the time, passes some value."""
    return any(_jumps(node) and not names_in(node).isdisjoint(moving) for node in nodes(root))


def _jumps(node: Node) -> bool:
    return _is_comparison(node) or (isinstance(node, Call) and node.function in JUMPING)


class Corners:
    """The times at which the decisions in time of a formula change, one by one: `after(t)` is the first one after t.

    The search encloses each decision and its rate on an interval, with the earlier decisions held: it cannot change, changes
    monotonically (its crossing is then found to rounding), or the interval is shortened. Where even the shortest interval does
    not decide, as between two equal formulas, the intervals grow, so that their corners stay few.
    """

    def __init__(self, decisions: Sequence[Decision], values: Mapping[str, float]):
        named, self._values = {decision.name: decision for decision in decisions}, dict(values)
        self._key = tuple(decisions), tuple(sorted(values.items()))
        self._decisions: list[Decision] = []
        for decision in decisions:
            if decision.timed and depends_on_time(decision.of, named):
                self._decisions.append(decision)
            elif decision.timed:
                self._values[decision.name] = _number(decision.node, self._values)
        self._width, self._is_straight = FIRST, True
        self._allowed = dict.fromkeys(named, 1.0)  # lengths of intervals that need not decide, in shortest ones
        self._reached, self._limit, self._found = inf, -inf, inf  # the last answer: no corner between these

    @classmethod
    def of(cls, root: Node, values: Mapping[str, float], moving: Collection[str] = ()) -> Corners:
        return cls(decided(root, moving).decisions, values)

    def __eq__(self, other: object) -> bool:
        """Alike formulas with alike numbers have the same corners, which need to be found only once."""
        return isinstance(other, Corners) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def after(self, t: float, limit: float = inf) -> float:
        """The first corner after t, by more than rounding; a time at or beyond `limit` if there is none before it."""
        if not self._decisions:
            return inf
        if not self._reached <= t < self._found - _rounding(t):
            self._reached, self._limit, self._found = t, limit, self._search(t, limit)
        elif self._found == inf and limit > self._limit:
            self._limit, self._found = limit, self._search(self._limit, limit)
        return self._found

    def _search(self, t: float, limit: float) -> float:
        if self._is_straight:
            corner = self._first(t, inf)
            if corner is not None:
                return corner
            self._is_straight = False
        begin = t
        while begin < limit:
            end = begin + self._width
            corner = self._first(begin, end, begin <= t + _rounding(t))
            if corner is None:
                self._width *= 0.5
                continue
            if corner < inf:
                return corner
            begin, self._width = end, 2 * self._width
        return inf

    def _first(self, begin: float, end: float, is_corner: bool = False) -> float | None:
        """The first corner in an interval, infinite if there is none, None if the interval is too long to decide. If it begins
        at a corner, decisions that stay open belong to that one."""
        values, corner = dict(self._values), inf
        still_open: list[str] = []
        for decision in self._decisions:
            found = _Crossing(decision, values, begin, min(end, corner)).found
            if found is None:
                if end - begin > self._allowed[decision.name] * SHORTEST * max(1.0, abs(begin)):
                    return None
                still_open.append(decision.name)
                values[decision.name] = _number(decision.node, {**values, TIME: 0.5 * (begin + end)})
                continue
            values[decision.name], crossing = found
            corner = min(corner, crossing)
        for name in self._allowed:
            grown = self._allowed[name] * PATIENCE if name in still_open else self._allowed[name] / PATIENCE
            self._allowed[name] = max(1.0, grown) if corner == inf else 1.0
        return min(corner, end) if still_open and not is_corner else corner


class _Crossing:
    """The value of one decision just after the begin of an interval, and where it changes first."""

    def __init__(self, decision: Decision, values: Mapping[str, float], begin: float, end: float):
        self.decision, self.values, self.begin, self.end = decision, values, begin, end

    @cached_property
    def found(self) -> tuple[float, float] | None:
        """(value, time of the change or infinity), or None if the interval is too long."""
        begin, end = self.begin, self.end
        first = self._at(begin)
        bounds = as_range(value_of(self.decision.of, {**self.values, TIME: Range.time(begin, end)}, RANGES))
        last = self._at(end) if end < inf else nan
        if math.isnan(first):
            return (0.0, inf) if end < inf and math.isnan(last) else None  # not defined here
        near = max(abs(bounds.least), abs(bounds.most)) * _rounding(begin)
        value, levels = self._just_after(first, near if math.isfinite(near) else 0.0, bounds)
        if all(not bounds.low <= level <= bounds.high for level in levels):
            return value, inf
        if not bounds.is_monotonic:
            return next(((float(level), inf) for level in levels if self._stays_at(level)), None)
        level = levels[0] if bounds.least >= 0.0 else levels[-1]  # the one ahead
        if bounds.rates == (0.0, 0.0) or not (level > first if bounds.least >= 0.0 else level < first):
            return value, inf
        if bounds.least == bounds.most:  # a straight line
            crossing = begin + (level - first) / bounds.least
            return value, crossing if crossing <= end + _rounding(end) else inf  # at the end too: the next interval begins behind
        if end == inf or math.isnan(last):
            return None
        if (last - level) * (first - level) > 0.0:
            return value, end if abs(last - level) <= max(abs(bounds.least), abs(bounds.most)) * _rounding(end) else inf
        return value, _root(lambda t: self._at(t) - level, begin, end)

    def _at(self, t: float) -> float:
        return _number(self.decision.of, {**self.values, TIME: t})

    def _stays_at(self, level: float) -> bool:
        """Whether the expression equals a level up to rounding at several times, as sin(t)^2 + cos(t)^2 equals 1: it never leaves
        that level then, being smooth while the earlier decisions are held."""
        expression = Chain(self.decision.of, (("-", Number(level)),))
        return all(
            abs(_number(expression, values)) <= SAME * _size(expression, values)
            for values in ({**self.values, TIME: self.begin + part * FIRST} for part in SAMPLES)
        )

    def _just_after(self, first: float, near: float, bounds: Range) -> tuple[float, tuple[float, ...]]:
        """The decision just after the begin, and the levels at which it changes: those above, then those below."""
        way = 1.0 if bounds.least >= 0.0 else -1.0 if bounds.most <= 0.0 else 0.0
        still = bounds.rates == (0.0, 0.0)
        if self.decision.function == POSITIVE:
            if abs(first) > near or still or way == 0.0:
                return float(first > 0.0), (0.0,)
            return float(way > 0.0), (inf * way,)  # it just changes, and not again
        whole = round(first) if math.isfinite(first) else 0
        if abs(first - whole) > near or still or way == 0.0:
            value = float(math.floor(first))
        else:
            value = float(whole if way > 0.0 else whole - 1)
        return value, (value + 1.0, value)


def _number(node: Node, values: Mapping[str, float]) -> float:
    try:
        return float(value_of(node, values, FLOATS))
    except (ArithmeticError, ValueError):
        return nan


def _size(node: Node, values: Mapping[str, float]) -> float:
    """The size of the terms of a formula, of which rounding errors are a small part."""
    if isinstance(node, Chain) and node.rest[0][0] in "+-":
        return sum(_size(part, values) for part in (node.first, *(other for _, other in node.rest)))
    if isinstance(node, Chain) and all(sign == "*" for sign, _ in node.rest):
        return math.prod(_size(part, values) for part in (node.first, *(other for _, other in node.rest)))
    if isinstance(node, Call) and node.function == "neg":
        return _size(node.arguments[0], values)
    return abs(_number(node, values))


def depends_on_time(node: Node, decisions: Mapping[str, Decision]) -> bool:
    return any(
        isinstance(part, Name)
        and (part.name == TIME or (part.name in decisions and depends_on_time(decisions[part.name].of, decisions)))
        for part in nodes(node)
    )


def _rounding(t: float) -> float:
    return ROUNDING * math.ulp(max(abs(t), 1e-6))


def _root(f: Callable[[float], float], a: float, b: float) -> float:
    """A zero of a monotonic function between a and b: chords (the Illinois method), halved where they are slow."""
    fa, fb, side = f(a), f(b), 0
    if fb == 0.0:
        return b
    for count in range(200):
        middle = b - fb * (b - a) / (fb - fa)
        if count % 4 == 3 or not a < middle < b:
            middle = 0.5 * (a + b)
        if not a < middle < b:
            break
        value = f(middle)
        if value == 0.0:
            return middle
        if (value > 0.0) == (fb > 0.0):
            b, fb, fa, side = middle, value, 0.5 * fa if side > 0 else fa, 1
        else:
            a, fa, fb, side = middle, value, 0.5 * fb if side < 0 else fb, -1
    return b


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
