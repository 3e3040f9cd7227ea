"""Piecewise laws in the tableau: which of their modes are valid, from the tableau's variables alone."""

from __future__ import annotations

from collections.abc import Callable

import casadi as ca
import numpy as np

from mars.component.rules import Piece, Switch
from mars.model.symbols import Symbols

ROUNDING = 1e-13  # relative to the largest guard value so far, and absolute: allowed below zero


def rules_of(symbols: Symbols) -> list[tuple[str, Switch]]:
    """Component and rule of everything that switches."""
    return [(component.name, rule) for component in symbols.others() for rule in component.switches()]


class PieceRules:
    """All rules `Piece` of a circuit: 1 from where `enters` rises above zero until `leaves` falls below it, else −1."""

    def __init__(self, symbols: Symbols, y: ca.SX, p: ca.SX, geometric: Callable[[ca.SX], ca.SX]):
        found = [(name, rule) for name, rule in rules_of(symbols) if isinstance(rule, Piece)]
        index = {mode.symbol.name(): mode.index for mode in symbols.modes.values() if mode.symbol.numel() == 1}
        self.components = [name for name, _ in found]
        self.words = [rule.words for _, rule in found]
        self.places = np.array([index[ca.SX(rule.mode).name()] for _, rule in found], dtype=int)
        both = [ca.SX(side) for _, r in found for side in (r.enters, r.enters if r.leaves is None else r.leaves)]
        column = geometric(_with_rates(symbols, ca.vertcat(*both))) if both else ca.SX(0, 1)
        self._sides = ca.Function("pieces", [symbols.t, y, p], [ca.densify(column)], {"cse": True})

    def __len__(self) -> int:
        return len(self.places)

    def sides(self, t: float, y: np.ndarray, p: np.ndarray) -> np.ndarray:
        """`enters` and `leaves` of each, one row for each rule."""
        return np.array(self._sides(t, y, p)).reshape(-1, 2)

    def guards(self, t: float, y: np.ndarray, p: np.ndarray) -> np.ndarray:
        """Non-negative while the current modes are valid."""
        enters, leaves = self.sides(t, y, p).T
        return np.where(p[self.places] > 0, leaves, -enters)

    def with_initial_modes(self, t: float, y: np.ndarray, p: np.ndarray) -> np.ndarray:
        """p with modes for rules that have none yet."""
        p, new = p.copy(), p[self.places] == 0
        p[self.places[new]] = np.where(self.sides(t, y, p)[new, 0] > 0, 1.0, -1.0)
        return p

    def flipped(self, p: np.ndarray, which: np.ndarray) -> np.ndarray:
        p = p.copy()
        p[self.places[which]] *= -1
        return p

    def changes(self, before: np.ndarray, after: np.ndarray) -> list[tuple[str, str]]:
        """Component and word for each mode that changed."""
        changed = np.flatnonzero(before[self.places] != after[self.places])
        return [(self.components[i], self.words[i][0 if after[self.places[i]] > 0 else 1]) for i in changed]


class Watch:
    """Detects guards that fall below zero during a segment; one that starts below by rounding must fall further."""

    def __init__(self, begin: np.ndarray):
        self._floor, self._size = np.minimum(begin, 0.0), np.abs(begin)

    def fallen(self, guards: np.ndarray) -> np.ndarray:
        """Indices of the guards whose modes have ended."""
        return np.flatnonzero(guards < self._floor - ROUNDING * (1.0 + self._size))

    def passed(self, guards: np.ndarray) -> None:
        """Record a step in which no guard has fallen."""
        self._size = np.maximum(self._size, np.abs(guards))
        self._floor[guards >= 0] = 0.0


def _with_rates(symbols: Symbols, expression: ca.SX) -> ca.SX:
    """With every der(…) replaced by its variable."""
    rates = [s for s in ca.symvar(expression) if s.name().startswith("der(")]
    variables = [symbols.rates[s.name()[4:-1]] for s in rates]
    return ca.substitute(expression, ca.vertcat(*rates), ca.vertcat(*variables)) if rates else expression
