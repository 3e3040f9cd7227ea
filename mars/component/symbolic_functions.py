"""CasADi functions for formulas and for authors of equations."""

from __future__ import annotations

from functools import cache, reduce
from typing import Any

from mars.component.algebra import Scalar
from mars.component.lazy_casadi import ca


@cache
def functions() -> dict[str, Any]:
    """Functions by their names in formulas."""
    return {
        "sin": ca.sin, "cos": ca.cos, "tan": ca.tan, "asin": ca.asin, "acos": ca.acos, "atan": ca.atan, "atan2": ca.atan2,
        "sinh": ca.sinh, "cosh": ca.cosh, "tanh": ca.tanh, "exp": ca.exp, "log": ca.log, "sqrt": ca.sqrt, "abs": ca.fabs,
        "sign": ca.sign, "floor": ca.floor, "if": ca.if_else, "^": ca.power,
        "min": lambda *a: reduce(ca.fmin, a), "max": lambda *a: reduce(ca.fmax, a), "mod": lambda x, y: x - y * ca.floor(x / y),
    }  # fmt: skip


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
