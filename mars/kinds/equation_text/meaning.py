"""The content of a text, sorted: variables defined by a single equation, and the other equations."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from mars.formulas.syntax_tree import TIME, Node
from mars.kinds.equation_text.formula import LineFormula, rate_of
from mars.kinds.equation_text.scope import Names
from mars.kinds.equation_text.statements import EquationLine, Meaning, PortLine, Remark, Statement, ValueLine


@dataclass(frozen=True)
class Given:
    """A variable defined by a single equation: a let, a result, a signal, an element of a wrench, or the rate of a state.

    The rate may have a factor, `inductance*der(current) = …`; it is then the right side divided by that factor.
    """

    name: str
    right: LineFormula
    left: LineFormula | None = None  # of a rate
    factor: Node | None = None

    @property
    def reads(self) -> frozenset[str]:
        return self.right.names | (self.left.names - {self.name} if self.left else frozenset())


@dataclass
class Checked:
    """The content of a text. Without errors it can be made a kind."""

    remarks: list[Remark] = field(default_factory=list)
    help: str = ""
    ports: list[PortLine] = field(default_factory=list)
    values: list[ValueLine] = field(default_factory=list)
    results: list[Meaning] = field(default_factory=list)
    given: dict[str, Given] = field(default_factory=dict)  # in the order in which they can be computed
    equations: list[EquationLine] = field(default_factory=list)  # all others, for the streams of scalar ports
    balances: dict[str, LineFormula] = field(default_factory=dict)
    is_source: bool = False
    names: Names = field(default_factory=Names)
    said: int = 0  # equations stated
    owed: int = 0  # equations needed

    @property
    def errors(self) -> list[Remark]:
        return [remark for remark in self.remarks if remark.severity == "error"]

    @property
    def keeps_no_account(self) -> bool:
        """Whether it takes energy without stating where the energy goes."""
        return any(not port.domain.informs for port in self.ports) and not self.is_source and not self.balances

    def remark(self, line: Statement | LineFormula, text: str, severity: str = "error", start: int | None = None) -> None:
        place = line.start if start is None else start
        self.remarks.append(Remark(line.line, place + 1, severity, text))

    @cached_property
    def moving(self) -> set[str]:
        """All names except parameters and the time."""
        return {*self.names.units, *self.given, *map(rate_of, self.names.rates)} - self.names.constants

    @cached_property
    def kinematic(self) -> list[EquationLine]:
        """The equations that contain only positions or only speeds, besides parameters, states and time."""
        return [line for line in self.equations if self._is_kinematic(line)]

    def needed(self, formulas: Iterable[LineFormula]) -> list[Given]:
        """Variables to be computed before the formulas, in order."""
        wanted = {name for formula in formulas for name in formula.names}
        for name, given in reversed(self.given.items()):
            wanted |= given.reads if name in wanted else set()
        return [given for name, given in self.given.items() if name in wanted]

    def reads(self, line: EquationLine) -> set[str]:
        """All names on both sides, including those used by lets."""
        behind = {name for given in self.needed([line.left, line.right]) for name in given.reads}
        return behind | line.left.names | line.right.names

    def formulas(self) -> list[LineFormula]:
        """All formulas, those of the energy ledger last."""
        given = [side for each in self.given.values() for side in (each.left, each.right) if side is not None]
        return [*given, *(side for line in self.equations for side in (line.left, line.right)), *self.balances.values()]

    def _is_kinematic(self, line: EquationLine) -> bool:
        names = self.names
        read = self.reads(line) - self.given.keys()
        levels = [bool(read & names.positions), bool(read & names.movable)]
        return sum(levels) == 1 and read <= names.motions | names.constants | names.states | {TIME}
