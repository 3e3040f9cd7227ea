"""Where the equations of a text jump or bend, and the modes that hold their pieces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from mars.component.declarations import Mode
from mars.component.held_formula import HeldFormula
from mars.component.rules import Floor, Piece
from mars.formulas.corners import Corners
from mars.formulas.decisions import PREFIX, names_in, renamed
from mars.formulas.syntax_tree import TIME, Node
from mars.kinds.equation_text.formula import LineFormula
from mars.kinds.equation_text.meaning import Checked


class TextCorners:
    """The formulas of a text with their corners as decisions, and which of these are modes.

    Equations between positions or speeds have no modes: they may bend only at known times. Results that nothing else needs have
    none either, because step sizes do not depend on them.
    """

    def __init__(self, checked: Checked):
        lines = checked.kinematic
        kinematic = [side for line in lines for side in (line.left, line.right)]
        sides = [side for line in checked.equations if line not in lines for side in (line.left, line.right)]
        rates = [g for name, g in checked.given.items() if g.left is not None or name in checked.names.given]
        sides += [side for given in rates for side in (given.left, given.right) if side is not None]
        sides += [given.right for given in checked.needed(sides)]
        self._with_modes = {_key(formula) for formula in sides}
        self._with_modes -= {_key(formula) for formula in (*kinematic, *(g.right for g in checked.needed(kinematic)))}
        self._timed_lets: dict[str, Node] = {}
        moving = set(checked.moving)
        for name, given in checked.given.items():
            root = renamed(given.right.root, self._timed_lets)
            if given.left is None and names_in(root).isdisjoint(moving):
                self._timed_lets[name] = root
                moving.discard(name)
        self._held: dict[tuple[int, int], HeldFormula] = {}
        for number, formula in enumerate(checked.formulas()):
            expression = replace(formula.expression, root=renamed(formula.root, self._timed_lets))
            self._held[_key(formula)] = HeldFormula(expression, moving, f"{PREFIX}{number + 1}.")

    def of(self, formula: LineFormula) -> HeldFormula:
        return self._held[_key(formula)]

    def has_modes(self, formula: LineFormula) -> bool:
        return _key(formula) in self._with_modes

    @cached_property
    def _switched(self) -> list[HeldFormula]:
        return [held for key, held in self._held.items() if key in self._with_modes and held.modes]

    @cached_property
    def modes(self) -> dict[str, Mode]:
        return {name: mode for held in self._switched for name, mode in held.modes.items()}

    def rules(self, scope: Mapping[str, Any]) -> Iterator[Piece | Floor]:
        for held in self._switched:
            yield from held.rules(scope)

    def timed(self, values: Mapping[str, float]) -> Iterable[Corners]:
        return [held.corners(values) for held in self._held.values() if held.has_corners_in_time]

    @cached_property
    def structural(self) -> set[str]:
        """The parameters that decide when there is a corner."""
        return {
            name
            for held in self._held.values()
            for decision in held.decided.decisions
            if decision.timed and held.has_corners_in_time
            for name in names_in(decision.of)
            if name != TIME
        }


def _key(formula: LineFormula) -> tuple[int, int]:
    return formula.line, formula.start
