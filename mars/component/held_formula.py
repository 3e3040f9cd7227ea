"""A formula in a component's equations whose corners are located: in time by breaks, elsewhere by modes that change at events."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any

from mars.component.declarations import Mode
from mars.component.law_curves import functions_for
from mars.component.rules import Floor, Piece
from mars.formulas.corners import Corners, depends_on_time
from mars.formulas.decisions import FLOOR, PREFIX, Decision, decided
from mars.formulas.expressions import Expression
from mars.formulas.syntax_tree import TIME, Node


class HeldFormula:
    """`moving` names vary with time in ways unknown here; the names of its modes begin with `prefix`."""

    def __init__(self, expression: Expression, moving: Collection[str], prefix: str = PREFIX):
        self.expression = expression
        self.decided = decided(expression.root, moving, prefix)
        self._by_name = tuple(decision.name for decision in self.decided.untimed)
        self.root = self.decided.held(self.decided.root, self._by_name)

    @property
    def modes(self) -> dict[str, Mode]:
        return {name: Mode("a decision of its formula, held between events", name=name) for name in self._by_name}

    @property
    def has_corners_in_time(self) -> bool:
        named = {decision.name: decision for decision in self.decided.decisions}
        return any(decision.timed and depends_on_time(decision.of, named) for decision in named.values())

    def plain_value(self, scope: Mapping[str, Any]) -> Any:
        """The value with its decisions made at once, but those in time by the segment time."""
        return self._evaluate(self.decided.held(self.decided.root), scope)

    def value(self, scope: Mapping[str, Any]) -> Any:
        """The value with its decisions held; `scope` has the time, the segment time and the modes too."""
        return self._evaluate(self.root, scope)

    def rules(self, scope: Mapping[str, Any]) -> Iterator[Piece | Floor]:
        for decision in self.decided.untimed:
            value = self._evaluate(self.decided.held(decision.of, self._by_name), scope)
            yield rule_of(decision, scope[decision.name], value)

    def corners(self, values: Mapping[str, float]) -> Corners:
        """The corners in time, for these constants."""
        return Corners(self.decided.decisions, values)

    def _evaluate(self, root: Node, scope: Mapping[str, Any]) -> Any:
        return replace(self.expression, root=root).evaluate(scope, functions_for(scope[TIME]))


def rule_of(decision: Decision, mode: Any, value: Any) -> Piece | Floor:
    return Floor(mode, value) if decision.function == FLOOR else Piece(mode, value, words=None)
