"""The value of a variable: a number or formula in the variable's unit, or in any unit if it has none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mars.component.declarations import Parameter
from mars.formulas.expressions import Quantity, measure


class AnyUnit(Parameter):
    """The value of a variable: without a unit it can have any dimension."""

    def number(self, typed: Any, variables: Mapping[str, Quantity], where: str, unit: str | None = None) -> float:
        if self.unit or not isinstance(typed, str):
            return super().number(typed, variables, where, unit)
        return measure(typed, variables).value
