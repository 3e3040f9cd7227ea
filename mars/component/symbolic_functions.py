"""CasADi functions for formulas and for authors of equations."""

from __future__ import annotations

from functools import cache, reduce
from typing import Any

from mars.component.algebra import Scalar
from mars.component.lazy_casadi import ca
from mars.formulas.syntax_tree import CHOOSE, MODE


@cache
def functions() -> dict[str, Any]:
    """Functions by their names in formulas."""
    return {
        "sin": ca.sin, "cos": ca.cos, "tan": ca.tan, "asin": ca.asin, "acos": ca.acos, "atan": ca.atan, "atan2": ca.atan2,
        "sinh": ca.sinh, "cosh": ca.cosh, "tanh": ca.tanh, "exp": ca.exp, "log": ca.log, "sqrt": ca.sqrt, "abs": ca.fabs,
        "sign": ca.sign, "floor": ca.floor, "if": ca.if_else, CHOOSE: _choose, MODE: _mode, "^": ca.power,
        "min": lambda *a: reduce(ca.fmin, a), "max": lambda *a: reduce(ca.fmax, a), "mod": lambda x, y: x - y * ca.floor(x / y),
    }  # fmt: skip


def _mode(mode: ca.SX, running: ca.SX) -> ca.SX:
    return ca.if_else(mode == 0, running, mode)


def _choose(condition: ca.SX, a: ca.SX, b: ca.SX, running: ca.SX) -> ca.SX:
    """a or b by a held condition. Beyond the corner, where it does not hold any more, the branch need not have a value; the other
    one keeps the step finite until the corner is located."""
    now = ca.if_else(running, a, b)
    return ca.if_else(condition, ca.if_else(a <= ca.inf, a, now), ca.if_else(b <= ca.inf, b, now))


def der(symbol: ca.SX) -> ca.SX:
    """Rate of a state or of a potential. The engine replaces this symbol by the actual variable."""
    elements = ca.vertsplit(ca.vec(symbol))
    return ca.vertcat(*(ca.SX.sym(f"der({e.name()})") if e.is_symbolic() else ca.SX(0.0) for e in elements))


def cancelled(total: ca.SX, most: int = 10_000) -> ca.SX:
    """A sum without the terms that it contains with both signs: their rounding would hide much smaller terms. Sums with very many
    terms are left as they are."""
    found: dict[int, list[Any]] = {}
    open_, seen = [(total, 1)], 0
    while open_:
        term, sign = open_.pop()
        seen += 1
        if seen > most:
            return total
        if term.op() in (ca.OP_ADD, ca.OP_SUB):
            open_ += [(term.dep(1), sign if term.op() == ca.OP_ADD else -sign), (term.dep(0), sign)]
        elif term.op() == ca.OP_NEG:
            open_.append((term.dep(0), -sign))
        else:
            found.setdefault(term.element_hash(), [term, 0])[1] += sign
    return sum((count * term for term, count in found.values() if count), ca.SX(0.0))


def column(v: Any) -> ca.SX:
    return ca.vertcat(*v)


def scalars(v: ca.SX) -> list[Scalar]:
    """The elements of a matrix column by column, constants as floats so that structure stays visible."""
    return [float(element) if element.is_constant() else element for element in ca.vertsplit(ca.vec(ca.SX(v)))]
