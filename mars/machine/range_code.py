"""Bounds of guards and of their rates over ranges of their arguments: interval arithmetic on a CasADi function.

    bounds = range_function(guards, [0, 1, 3])  # (x, w, p, t) -> (g, g') becomes (x, w, p, t) -> (g, g') with twice as many
                                                # numbers for each but p: all low values, then all high ones

Arguments that are not listed are numbers. Rounding of single operations is not enclosed. A result that is not a number bounds
nothing; neither do rates if the value jumps.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from math import pi
from typing import Any, NamedTuple

import casadi as ca
import numpy as np

from mars.machine.compile import Native
from mars.machine.instructions import TWO_ARGUMENTS, read_listing

FAR = 1e300  # stands for infinity


@dataclass(frozen=True)
class BoundedFunction:
    """Guards (x, w, p, t) -> (g, g'), the same over ranges of everything except p, and which of them, marked by 1, read what has
    no bounds; laws of the time, and their rates, that those may follow, over ranges of the time."""

    function: ca.Function
    bounds: ca.Function
    unbounded: np.ndarray
    laws: ca.Function | None = None


@dataclass(frozen=True)
class Bounds:
    """Their machine code."""

    native: Native
    unbounded: np.ndarray
    laws: Native | None = None

    @property
    def address(self) -> int:
        return self.native.address

    @property
    def work_size(self) -> int:
        return max(self.native.work_size, self.laws.work_size if self.laws else 0)


class Enclosure(NamedTuple):
    """Two expressions; one and the same for a number."""

    low: ca.SX
    high: ca.SX
    jumps: bool = False

    @property
    def is_number(self) -> bool:
        return self.low is self.high


def range_function(function: ca.Function, ranged: Sequence[int], no_rate: Collection[int] = ()) -> ca.Function:
    """The function has two outputs: values and their rates, which are unknown for those numbered in `no_rate`."""
    listing = read_listing(function)
    inputs, arguments = [], []
    for i in range(function.n_in()):
        size = function.numel_in(i)
        low = ca.SX.sym(f"low{i}", size)
        high = ca.SX.sym(f"high{i}", size) if i in ranged else low
        inputs.append(ca.vertcat(low, high) if i in ranged else low)
        pairs = [(low[k], high[k]) for k in range(size)]
        arguments.append([Enclosure(a, b) if i in ranged else _number(a) for a, b in pairs])
    values: dict[int, Enclosure] = {-1: _number(ca.SX(0.0))}
    found = [[values[-1]] * function.numel_out(which) for which in range(2)]
    for k, code in enumerate(listing.operations):
        if k in listing.input_place:
            which, place = listing.input_place[k]
            values[k] = arguments[which][place]
        elif k in listing.constants:
            values[k] = _number(ca.SX(listing.constants[k]))
        elif k in listing.outputs:
            value, which, place = listing.outputs[k]
            found[which][place] = values[value]
        elif listing.first[k] >= 0:
            a, b = values[listing.first[k]], values[listing.second[k]]
            values[k] = _result(code, a, b, listing.first[k] == listing.second[k])
    rates = [EVERYTHING if value.jumps or i in no_rate else rate for i, (value, rate) in enumerate(zip(*found, strict=True))]
    outputs = [[each.low for each in part] + [each.high for each in part] for part in (found[0], rates)]
    return ca.Function(f"{function.name()}_bounds", inputs, [ca.densify(ca.vertcat(*part)) for part in outputs], {"cse": True})


EVERYTHING = Enclosure(ca.SX(-FAR), ca.SX(FAR))


def _number(value: ca.SX) -> Enclosure:
    return Enclosure(value, value)


def _result(code: int, a: Enclosure, b: Enclosure, same: bool) -> Enclosure:
    if a.is_number and b.is_number:
        return _number(ca.SX.binary(code, a.low, b.low) if code in TWO_ARGUMENTS else ca.SX.unary(code, a.low))
    if same and code in SAME:
        found = SAME[code](a)
    elif code in RULES:
        found = RULES[code](a, b) if code in TWO_ARGUMENTS else RULES[code](a)
    else:
        found = EVERYTHING
    return found._replace(jumps=a.jumps or b.jumps or code in JUMPS)


def _negative(a: Enclosure) -> Enclosure:
    return Enclosure(-a.high, -a.low)


def _sum(a: Enclosure, b: Enclosure) -> Enclosure:
    return Enclosure(a.low + b.low, a.high + b.high)


def _product(a: Enclosure, b: Enclosure) -> Enclosure:
    if b.is_number:
        a, b = b, a
    if a.is_number and a.low.is_constant():
        return Enclosure(a.low * b.low, a.low * b.high) if float(a.low) >= 0 else Enclosure(a.low * b.high, a.low * b.low)
    ends = [x * y for x in ([a.low] if a.is_number else a) for y in (b.low, b.high)]
    return Enclosure(_extreme(ca.fmin, ends), _extreme(ca.fmax, ends))


def _extreme(choose: Callable[..., Any], ends: list[ca.SX]) -> ca.SX:
    found = ends[0]
    for end in ends[1:]:
        found = choose(found, end)
    return found


def _distance(a: Enclosure) -> ca.SX:
    """From zero, of the nearest value."""
    return ca.fmax(ca.fmax(a.low, -a.high), 0.0)


def _even(function: Callable[[Any], Any]) -> Callable[[Enclosure], Enclosure]:
    """An even function that rises with the distance from zero."""
    return lambda a: Enclosure(function(_distance(a)), function(ca.fmax(-a.low, a.high)))


def _square(x: Any) -> Any:
    return x * x


def _rising(function: Callable[[Any], Any]) -> Callable[[Enclosure], Enclosure]:
    return lambda a: Enclosure(function(a.low), function(a.high))


def _unless(condition: Any, a: Enclosure) -> Enclosure:
    """The bounds, or none where the condition holds."""
    return Enclosure(ca.if_else(condition, -FAR, a.low), ca.if_else(condition, FAR, a.high))


def _inverse(a: Enclosure) -> Enclosure:
    return _unless(ca.logic_not(a.low * a.high > 0), Enclosure(1 / a.high, 1 / a.low))


def _quotient(a: Enclosure, b: Enclosure) -> Enclosure:
    return _product(a, _number(1 / b.low) if b.is_number else _inverse(b))


def _sine(a: Enclosure, shift: float = 0.0) -> Enclosure:
    """A crest (or a trough) is inside if the number of those passed differs at the ends."""
    low, high = a.low + shift, a.high + shift
    crest = ca.floor((high - 0.5 * pi) / (2 * pi)) > ca.floor((low - 0.5 * pi) / (2 * pi))
    trough = ca.floor((high + 0.5 * pi) / (2 * pi)) > ca.floor((low + 0.5 * pi) / (2 * pi))
    ends = ca.sin(low), ca.sin(high)
    return Enclosure(ca.if_else(trough, -1.0, ca.fmin(*ends)), ca.if_else(crest, 1.0, ca.fmax(*ends)))


def _tangent(a: Enclosure) -> Enclosure:
    low, high = ca.tan(a.low), ca.tan(a.high)
    return _unless(ca.logic_or(ca.floor(a.low / pi + 0.5) != ca.floor(a.high / pi + 0.5), low > high), Enclosure(low, high))


def _power(a: Enclosure, n: Enclosure) -> Enclosure:
    if n.is_number and n.low.is_constant() and float(n.low) == round(float(n.low)):
        k = round(float(n.low))
        if k < 0:
            return _inverse(_power(a, _number(ca.SX(-k))))
        return _even(lambda x: x**k)(a) if k % 2 == 0 else Enclosure(a.low**k, a.high**k)
    logarithm = Enclosure(ca.log(a.low), ca.log(a.high))
    return _unless(ca.logic_not(a.low > 0), _rising(ca.exp)(_product(n, logarithm)))


def _arc(y: Enclosure, x: Enclosure) -> Enclosure:
    """atan2 in the right half-plane; elsewhere every angle."""
    whole = ca.logic_not(x.low > 0)
    inside = _rising(ca.atan)(_quotient(y, x))
    return Enclosure(ca.if_else(whole, -pi, inside.low), ca.if_else(whole, pi, inside.high))


def _chosen(condition: Enclosure, a: Enclosure) -> Enclosure:
    """The value where the condition holds, else zero."""
    if condition.is_number:
        return Enclosure(ca.if_else(condition.low, a.low, 0.0), ca.if_else(condition.low, a.high, 0.0))
    perhaps = [ca.if_else(condition.high, end, 0.0) for end in (ca.fmin(a.low, 0.0), ca.fmax(a.high, 0.0))]
    return Enclosure(ca.if_else(condition.low, a.low, perhaps[0]), ca.if_else(condition.low, a.high, perhaps[1]))


def _opposite(a: Enclosure) -> Enclosure:
    return Enclosure(ca.logic_not(a.high), ca.logic_not(a.low))


def _equal(a: Enclosure, b: Enclosure) -> Enclosure:
    return Enclosure(ca.SX(0.0), ca.logic_and(a.low <= b.high, b.low <= a.high))


RULES: dict[int, Callable[..., Enclosure]] = {
    ca.OP_ADD: _sum,
    ca.OP_SUB: lambda a, b: _sum(a, _negative(b)),
    ca.OP_MUL: _product,
    ca.OP_DIV: _quotient,
    ca.OP_FMIN: lambda a, b: Enclosure(ca.fmin(a.low, b.low), ca.fmin(a.high, b.high)),
    ca.OP_FMAX: lambda a, b: Enclosure(ca.fmax(a.low, b.low), ca.fmax(a.high, b.high)),
    ca.OP_POW: _power,
    ca.OP_CONSTPOW: _power,
    ca.OP_ATAN2: _arc,
    ca.OP_HYPOT: lambda a, b: _rising(ca.sqrt)(_sum(_even(_square)(a), _even(_square)(b))),
    ca.OP_LT: lambda a, b: Enclosure(a.high < b.low, a.low < b.high),
    ca.OP_LE: lambda a, b: Enclosure(a.high <= b.low, a.low <= b.high),
    ca.OP_EQ: _equal,
    ca.OP_NE: lambda a, b: _opposite(_equal(a, b)),
    ca.OP_AND: lambda a, b: Enclosure(ca.logic_and(a.low, b.low), ca.logic_and(a.high, b.high)),
    ca.OP_OR: lambda a, b: Enclosure(ca.logic_or(a.low, b.low), ca.logic_or(a.high, b.high)),
    ca.OP_IF_ELSE_ZERO: _chosen,
    ca.OP_NEG: _negative,
    ca.OP_TWICE: lambda a: Enclosure(2 * a.low, 2 * a.high),
    ca.OP_SQ: _even(_square),
    ca.OP_INV: _inverse,
    ca.OP_NOT: _opposite,
    ca.OP_FABS: _even(lambda x: x),
    ca.OP_SQRT: _rising(lambda x: ca.sqrt(ca.fmax(x, 0.0))),
    ca.OP_SIN: _sine,
    ca.OP_COS: lambda a: _sine(a, 0.5 * pi),
    ca.OP_TAN: _tangent,
    ca.OP_COSH: _even(ca.cosh),
    ca.OP_ACOS: lambda a: _negative(_rising(lambda x: -ca.acos(x))(a)),
    **{
        getattr(ca, f"OP_{name.upper()}"): _rising(getattr(ca, name))
        for name in ("exp", "log", "atan", "asin", "sinh", "tanh", "asinh", "erf", "expm1", "log1p", "floor", "ceil", "sign")
    },
}  # fmt: skip
JUMPS = {ca.OP_FLOOR, ca.OP_CEIL, ca.OP_SIGN, ca.OP_LT, ca.OP_LE, ca.OP_EQ, ca.OP_NE, ca.OP_NOT, ca.OP_ATAN2, ca.OP_FMOD}
SAME = {ca.OP_MUL: _even(_square), ca.OP_SUB: lambda a: _number(ca.SX(0.0)), ca.OP_DIV: lambda a: _number(ca.SX(1.0))}
