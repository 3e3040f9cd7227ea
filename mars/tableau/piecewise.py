"""Piecewise laws in the tableau: which of their modes are valid, from the tableau's variables alone."""

from __future__ import annotations

from collections.abc import Callable

import casadi as ca
import numpy as np

from mars.component.rules import Floor, Piece, Switch
from mars.model.symbols import Symbols

ROUNDING = 1e-13  # relative to the largest guard value so far, and absolute: allowed below zero


def rules_of(symbols: Symbols) -> list[tuple[str, Switch]]:
    """Component and rule of everything that switches."""
    return [(component.name, rule) for component in symbols.others() for rule in component.switches()]


class PieceRules:
    """All rules `Piece` of a circuit, 1 from where `enters` rises above zero until `leaves` falls below it, else −1; and all
    rules `Floor`, half above the largest whole number below a value."""

    def __init__(self, symbols: Symbols, y: ca.SX, p: ca.SX, geometric: Callable[[ca.SX], ca.SX]):
        found = [(name, rule) for name, rule in rules_of(symbols) if isinstance(rule, Piece | Floor)]
        index = {mode.symbol.name(): mode.index for mode in symbols.modes.values() if mode.symbol.numel() == 1}
        self.components = [name for name, _ in found]
        self.words = [rule.words for _, rule in found]
        self.places = np.array([index[ca.SX(rule.mode).name()] for _, rule in found], dtype=int)
        self._floors = np.array([isinstance(rule, Floor) for _, rule in found], dtype=bool)
        both = [ca.SX(side) for _, rule in found for side in _sides(rule)]
        column = geometric(_with_rates(symbols, ca.vertcat(*both))) if both else ca.SX(0, 1)
        self._sides = ca.Function("pieces", [symbols.t, y, p], [ca.densify(column)], {"cse": True})

    def __len__(self) -> int:
        return len(self.places)

    def sides(self, t: float, y: np.ndarray, p: np.ndarray) -> np.ndarray:
        """`enters` and `leaves` of each, or the value of a floor twice; one row for each rule."""
        return np.array(self._sides(t, y, p)).reshape(-1, 2)

    def guards(self, t: float, y: np.ndarray, p: np.ndarray) -> np.ndarray:
        """Non-negative while the current modes are valid."""
        enters, leaves = self.sides(t, y, p).T
        modes = p[self.places]
        return np.where(self._floors, 0.25 - (enters - modes) ** 2, np.where(modes > 0, leaves, -enters))

    def with_initial_modes(self, t: float, y: np.ndarray, p: np.ndarray) -> np.ndarray:
        """p with modes for rules that have none yet."""
        p, new = p.copy(), p[self.places] == 0
        values = self.sides(t, y, p)[new, 0]
        p[self.places[new]] = np.where(self._floors[new], np.floor(values) + 0.5, np.where(values > 0, 1.0, -1.0))
        return p

    def flipped(self, p: np.ndarray, which: np.ndarray, t: float, y: np.ndarray | None) -> np.ndarray:
        """p with the other modes of some pieces; floors go on to the next whole number in the direction of their value."""
        p = p.copy()
        floors = which[self._floors[which]] if which.size else which
        if floors.size:
            assert y is not None
            p[self.places[floors]] += np.sign(self.sides(t, y, p)[floors, 0] - p[self.places[floors]])
        p[self.places[np.setdiff1d(which, floors)]] *= -1
        return p

    def changes(self, before: np.ndarray, after: np.ndarray) -> list[tuple[str, str]]:
        """Component and word for each mode that changed."""
        changed = np.flatnonzero(before[self.places] != after[self.places])
        worded = [(i, words) for i in changed if (words := self.words[i]) is not None]
        return [(self.components[i], words[0 if after[self.places[i]] > 0 else 1]) for i, words in worded]


def _sides(rule: Piece | Floor) -> tuple[ca.SX, ca.SX]:
    if isinstance(rule, Floor):
        return rule.value, rule.value
    return rule.enters, rule.enters if rule.leaves is None else rule.leaves


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
