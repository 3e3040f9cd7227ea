"""Constraints of components: their holds, row by row."""

from __future__ import annotations

from typing import Any

import casadi as ca

from mars.component.rules import Floor, Holds, Piece, Samples, Switch
from mars.model.networks.network import ScalarConstraint
from mars.model.symbols import HoldSymbol, Symbols, total_rate


def hold_rows(symbols: Symbols, component: str, switch: Switch) -> list[ScalarConstraint]:
    """The rows of one hold; friction has no gap, a one-sided hold may have only a rate."""
    if isinstance(switch, Piece | Floor | Samples):
        return []
    what, hold = hold_of(symbols, component, switch)
    declared = getattr(switch, "gap", None)
    gap = ca.SX.zeros(hold.symbol.shape) if declared is None else ca.SX(declared)
    rate = total_rate(symbols, gap) if switch.rate is None else ca.SX(switch.rate)
    flag = -1 if isinstance(switch, Holds) else hold.flag.index
    change = total_rate(symbols, rate)
    return [
        ScalarConstraint(component, what, hold.symbol[i], gap[i], rate[i], change[i], flag) for i in range(hold.symbol.numel())
    ]


def hold_of(symbols: Symbols, component: str, switch: Any) -> tuple[str, HoldSymbol]:
    """The declared hold of a rule."""
    for (name, what), hold in symbols.holds.items():
        if name == component and same(hold.symbol, switch.hold):
            return what, hold
    raise AssertionError(f"{component}: the hold of a rule must be one of the declared holds")


def gap_unit(symbols: Symbols, component: str, what: str) -> str:
    """Unit of the gap of a hold: forces hold lengths, moments hold angles."""
    return "m" if symbols.components[component].holds[what].unit == "N" else "rad"


def same(a: ca.SX, b: ca.SX) -> bool:
    return a.shape == b.shape and ca.is_equal(a, b)
