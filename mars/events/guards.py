"""Guards of a model's modes, non-negative while the current modes are valid, and the values by which new modes are chosen."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import casadi as ca
import numpy as np

from mars.component.rules import Floor, Grips, Holds, Piece, Samples, Sticks, Stops, Switch
from mars.machine.range_code import BoundedFunction, range_function
from mars.machine.time_values import time_values
from mars.model.build import Model
from mars.model.networks.hold_rows import hold_of, same
from mars.model.symbols import ModeSymbol
from mars.model.variables import Variables

NOTHING = 1e-11  # N or N·m: rounding does not release a hold without load (a released brake, an unloaded stop)
DRAGGED = 1e-7  # m/s or rad/s: what sticks and still moves this fast is moved as given
STILL = 1e-12  # m, rad, or these per second: rounding does not move what other holds keep at rest
JUDGED_BY = {  # the values by which each rule is judged
    Piece: ("enters", "leaves"),
    Floor: ("value",),
    Sticks: ("rate", "limit", "centre"),
    Stops: ("gap", "rate", "restitution", "settle"),
    Grips: ("gap", "rate", "reach", "pose"),
}


@dataclass
class WatchedRule:
    """One rule of one component, and the indices of its parts: modes and flag in p, rows in w, guard in g, rule values."""

    component: str
    rule: Switch
    mode: ModeSymbol | None
    flag: int  # index in p; −1 for pieces
    rows: np.ndarray
    guard: int  # −1: none
    places: dict[str, slice]
    given: bool = False  # no force of the circuit changes its motion
    slack: int = -1  # index in p; −1: none

    @cached_property
    def modes(self) -> np.ndarray:
        """Indices of the rule's mode in p."""
        return np.arange(self.mode.index, self.mode.index + self.mode.symbol.numel()) if self.mode else np.zeros(0, int)


@dataclass(frozen=True)
class WatchedPieces:
    """The rules that are pieces of laws: which, and indices of their modes and slacks in p and of their rule values."""

    rules: np.ndarray
    modes: np.ndarray
    slacks: np.ndarray
    entering: np.ndarray
    leaving: np.ndarray

    @classmethod
    def among(cls, rules: list[WatchedRule]) -> WatchedPieces:
        found = [(i, watched) for i, watched in enumerate(rules) if isinstance(watched.rule, Piece)]
        rows = [
            (i, watched.modes[0], watched.slack, watched.places["enters"].start, watched.places["leaves"].start)
            for i, watched in found
        ]
        return cls(*np.array(rows, dtype=int).reshape(-1, 5).T)

    def values(self, p: np.ndarray, rule_values: np.ndarray) -> np.ndarray:
        """Non-negative where the mode of a piece is right."""
        on = p[self.modes] > 0
        return np.where(on, rule_values[self.leaving], -rule_values[self.entering])

    def places(self, p: np.ndarray) -> np.ndarray:
        """Of the values by which the modes of now are judged."""
        return np.where(p[self.modes] > 0, self.leaving, self.entering)


def watched_rules(model: Model) -> list[tuple[str, Switch]]:
    """Component and rule of everything that may switch. Kinematic mode has no forces: only rules on signals switch."""
    rules: list[tuple[str, Switch]] = [each for each in model.network.switches if not isinstance(each[1], Holds)]
    if model.mode == "dynamic":
        return rules
    placed = model.topology.placed
    informed = {name for name, _ in rules if any(port.domain.informs for port in placed[name].ports.values())}
    return [(name, rule) for name, rule in rules if isinstance(rule, Piece | Floor | Samples) and name in informed]


class Guards:
    """All rules of a model as functions of (x, dx, p, t), dx followed by the multipliers, as in `Variables`."""

    def __init__(self, model: Model, variables: Variables):
        self.model, self.variables = model, variables
        self.rules: list[WatchedRule] = []
        self._rule_values: list[ca.SX] = []
        self._guards: list[ca.SX] = []
        for component, rule in watched_rules(model):
            if not isinstance(rule, Samples):
                self._add(component, rule)

    def _add(self, component: str, rule: Switch) -> None:
        symbols = self.model.symbols
        what, flag, rows = "", -1, np.zeros(0, int)
        if not isinstance(rule, Piece | Floor):
            what, hold = hold_of(symbols, component, rule)
            flag = hold.flag.index
            rows = np.array(
                [i for i, row in enumerate(self.model.constraints.rows) if (row.component, row.what) == (component, what)]
            )
        places, count = {}, sum(value.numel() for value in self._rule_values)
        for name in JUDGED_BY[type(rule)]:
            value = self._expression(rule, name, rows)
            places[name] = slice(count, count + value.numel())
            self._rule_values.append(value)
            count += value.numel()
        guard = self._guard(component, rule, flag, rows)
        index = -1 if guard is None else len(self._guards)
        if guard is not None:
            self._guards.append(guard)
        self.rules.append(
            WatchedRule(
                component,
                rule,
                self._mode_of(component, rule),
                flag,
                rows,
                index,
                places,
                given=self._is_given(rows),
                slack=slack.index if (slack := self._slack_of(component, rule)) else -1,
            )
        )

    def _is_given(self, rows: np.ndarray) -> bool:
        return bool(rows.size) and self.model.mode == "dynamic" and all(self.model.given_rows[i] for i in rows)

    def _expression(self, rule: Switch, name: str, rows: np.ndarray) -> ca.SX:
        constraints = self.model.constraints
        value: Any = getattr(rule, name)
        if name == "pose":
            return ca.vertcat(*(ca.vec(self._closed(ca.SX(v))) for _, v in value)) if value else ca.SX(0, 1)
        if name in ("gap", "rate") and rows.size:  # as in the small system
            return ca.vertcat(*((constraints.rows[i].gap if name == "gap" else constraints.rows[i].rate) for i in rows))
        if name == "leaves" and value is None:
            value = rule.enters  # type: ignore[union-attr]
        return self._closed(ca.SX(value))

    def _closed(self, expression: ca.SX) -> ca.SX:
        return self.variables.inserted([expression])[0]

    def _mode_of(self, component: str, rule: Switch) -> ModeSymbol | None:
        key = self._key_of(component, rule)
        return self.model.symbols.modes[key] if key else None

    def _slack_of(self, component: str, rule: Switch) -> ModeSymbol | None:
        key = self._key_of(component, rule) if isinstance(rule, Piece) else None
        return self.model.symbols.slacks.get(key) if key else None

    def _key_of(self, component: str, rule: Switch) -> tuple[str, str] | None:
        named = getattr(rule, "mode", None) if not isinstance(rule, Sticks) else rule.direction
        for (owner, what), mode in self.model.symbols.modes.items():
            if owner == component and named is not None and same(mode.symbol, named):
                return owner, what
        return None

    def _guard(self, component: str, rule: Switch, flag: int, rows: np.ndarray) -> ca.SX | None:
        """Non-negative while the current modes are valid."""
        multipliers = self.variables.multipliers
        on = self.model.p[flag] if flag >= 0 else ca.SX(0.0)
        if isinstance(rule, Piece):
            enters, leaves = self._expression(rule, "enters", rows), self._expression(rule, "leaves", rows)
            slack = self._slack_of(component, rule)
            return ca.if_else(rule.mode > 0, leaves, -enters) + (slack.symbol if slack else 0.0)
        if isinstance(rule, Floor):
            return 0.25 - (self._expression(rule, "value", rows) - rule.mode) ** 2
        if isinstance(rule, Sticks):
            limit, rate = self._closed(ca.SX(rule.limit)), self._expression(rule, "rate", rows)
            w = ca.vertcat(*(multipliers[int(i)] for i in rows)) - self._expression(rule, "centre", rows)
            holds = limit**2 - ca.sumsqr(w) + NOTHING**2
            slips = ca.dot(rate, rule.direction) + STILL
            if self.model.motion_sources:
                holds = ca.fmin(holds, DRAGGED**2 - ca.sumsqr(rate)) if self.model.projects else holds
                slips = ca.if_else(ca.sumsqr(rule.direction) > 0, slips, STILL**2 - ca.sumsqr(rate))  # at rest as given
            return ca.if_else(on > 0, holds, slips)
        if isinstance(rule, Stops):
            what = self._expression(rule, "gap" if rule.gap is not None else "rate", rows)
            return ca.if_else(on > 0, multipliers[int(rows[0])] + NOTHING, what + STILL)
        return None

    @cached_property
    def pieces(self) -> WatchedPieces:
        return WatchedPieces.among(self.rules)

    @cached_property
    def chained(self) -> list[int]:
        """Pieces that depend, through signals, on the modes of other pieces and so change together with them."""
        pieces = {i: watched for i, watched in enumerate(self.rules) if isinstance(watched.rule, Piece | Floor)}
        if len(pieces) < 2:
            return []
        p, values = self.model.p, ca.vertcat(*self._rule_values)
        own = {i: {p[int(j)].name() for j in watched.modes} for i, watched in pieces.items()}
        every = set().union(*own.values())
        read = {
            i: {s.name() for place in watched.places.values() for s in ca.symvar(values[place])} for i, watched in pieces.items()
        }
        return [i for i in pieces if read[i] & (every - own[i])]

    @cached_property
    def rule_values(self) -> ca.Function:
        """(x, dx, p, t) -> all rule values, followed by the guards."""
        return self.variables.function([*self._rule_values, *self._guards] or [ca.SX(0.0)])

    def stand(self, rule_values: np.ndarray) -> bool:
        """Whether no guard is negative."""
        return bool(np.all(rule_values[rule_values.size - len(self._guards) :] >= 0.0))

    @cached_property
    def function(self) -> BoundedFunction | None:
        """(x, [w; dx], p, t) -> (guards, their rates if they depend only on states and time), as called by the integrators."""
        if not self._guards:
            return None
        model, variables = self.model, self.variables
        solved = ca.vertcat(variables.dx, *(model.x[i] for i in model.torn_places))
        without = [i for i, guard in enumerate(self._guards) if ca.depends_on(guard, solved)]
        moments, moving = ca.vertcat(model.x, model.symbols.t), ca.vertcat(variables.rates, 1.0)
        rates = [ca.SX(0.0) if i in without else ca.jtimes(guard, moments, moving) for i, guard in enumerate(self._guards)]
        mixed = ca.vertcat(variables.multipliers, variables.rates) if model.packing is not None else variables.rates
        inputs, outputs = [model.x, mixed, model.p, model.symbols.t], [ca.densify(ca.vertcat(*e)) for e in (self._guards, rates)]
        function = ca.Function("guards", inputs, outputs, {"cse": True})
        unread = ca.vertcat(variables.multipliers, *(model.x[i] for i in model.torn_places))
        unbounded = np.array([ca.depends_on(guard, unread) for guard in self._guards], dtype=np.int64)
        laws = self._laws(function) if unbounded.any() else None
        return BoundedFunction(function, range_function(function, [0, 1, 3], without), unbounded, laws)

    def _laws(self, function: ca.Function) -> ca.Function | None:
        """What depends on the time alone, over ranges of it: guards without bounds may follow it where no state does."""
        model = self.model
        functions = [function, model.function, *([model.torn] if model.torn_places else [])]
        values = time_values(functions, model.p, model.symbols.t)
        if not values.numel():
            return None
        outputs = [ca.densify(values), ca.densify(ca.jacobian(values, model.symbols.t))]
        inputs = [ca.SX(0, 1), ca.SX(0, 1), model.p, model.symbols.t]
        return range_function(ca.Function("laws", inputs, outputs, {"cse": True}), [3])
