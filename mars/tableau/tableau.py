"""The independent witness: the paper's equations of a circuit as one index-1 system F(t, y, y') = 0 in the global basis.

y holds every variable of the circuit: twists and their rates at vector nodes, positions, speeds and accelerations at scalar
nodes, the stream of every branch, bodies' own velocities, components' states and results. The first of them, `states`, are
differential; all others are algebraic. Nothing here is shared with the fast model: no articulated inertias, no local bases, no
elimination. Every equation between velocities is accompanied by its time derivative (from automatic differentiation).

Closed loops add rows, and make some of the states dependent; a `StateChoice` says which, at a configuration. In an
over-constrained loop, the reactions to its redundant conditions are zero here: a statically possible solution, but not the
minimum-norm one of the fast model. `undetermined` names every variable affected, so that it is not compared.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import casadi as ca
import numpy as np

from mars.clocks import Breaks
from mars.component.rules import Floor, Piece
from mars.document.circuit import Circuit
from mars.errors import CircuitError, Complaint
from mars.model.symbols import Symbols, bind_symbols
from mars.tableau import consistent, determinacy
from mars.tableau.circuit_laws import CircuitLaws
from mars.tableau.loop_closure import LoopClosure, StateChoice
from mars.tableau.piecewise import PieceRules, rules_of
from mars.tableau.poses import poses
from mars.tableau.state_selection import TableauVariable
from mars.topology.analyse import topology_of
from mars.topology.topology import Topology


class Tableau:
    """The tableau of a circuit: its system of equations and functions on it."""

    def __init__(self, circuit: Circuit, topology: Topology | None = None):
        self.topology = topology or topology_of(circuit)
        if self.topology.errors():
            raise CircuitError(self.topology.errors())
        self.symbols: Symbols = bind_symbols(self.topology)
        self._refuse_events()
        laws = CircuitLaws(self.symbols, self.topology.gravity)
        self.system = determinacy.determinate_system(laws, poses(laws))
        determinacy.check_class(self.system)

    def _refuse_events(self) -> None:
        switching = list(dict.fromkeys(name for name, rule in rules_of(self.symbols) if not isinstance(rule, Piece | Floor)))
        inverse = [name for name, placed in self.topology.placed.items() if placed.kind.demanded]
        if inverse:
            cause = "it computes the inverse dynamics of its mechanism, which method ida does not support"
            raise CircuitError([Complaint(name, cause, "Use --method rk8", code="demand") for name in inverse])
        if switching:
            cause = (
                "it switches during the run (friction, stops, grips, sampling or point following), which "
                "method ida does not support"
            )
            raise CircuitError([Complaint(name, cause, "Use --method rk8", code="events") for name in switching])

    # -- contents --------------------------------------------------------------------------------------------------------

    @property
    def states(self) -> list[TableauVariable]:
        return self.system.states

    @property
    def variables(self) -> list[TableauVariable]:
        return self.system.variables

    @property
    def closure(self) -> LoopClosure:
        return self.system.closure

    @cached_property
    def pieces(self) -> PieceRules:
        return PieceRules(self.symbols, self.system.y, self.system.p, self.system.geometric)

    @property
    def equations(self) -> list[tuple[str, str, str]]:
        """(component or node, law, residual as text): the rates of the states, then all other rows."""
        return self.system.equations()

    @property
    def counts(self) -> dict[str, int]:
        """Numbers of variables by level, and number of equations."""
        found = {"equations": len(self.system.open_rows) + len(self.states), "variables": len(self.variables)}
        for variable in self.variables:
            found[variable.level] = found.get(variable.level, 0) + 1
        return found

    @cached_property
    def index(self) -> dict[str, int]:
        return {variable.name: i for i, variable in enumerate(self.variables)}

    @property
    def breaks(self) -> Breaks:
        """Times at which a law or a component has a corner."""
        return self.symbols.breaks

    # -- functions -------------------------------------------------------------------------------------------------------

    @property
    def residual(self) -> ca.Function:
        """F(t, y, y', p): rates of the states, then all other rows; a choice selects as many as there are variables."""
        return self.system.residual

    @property
    def jacobian(self) -> ca.Function:
        """(t, y, y', cj, p) -> dF/dy + cj dF/dy'."""
        return self.system.jacobian

    def table(self, letters: str = "rR") -> dict[str, ca.SX]:
        """Every variable by all of its names (each port of a node names the node's variables), poses included."""
        return self.system.table(letters)

    def values_function(self, names: list[str]) -> ca.Function:
        """(t, y, p) -> the named values."""
        table = self.table()
        return ca.Function(
            "values", [self.symbols.t, self.system.y, self.system.p], [ca.vertcat(*(table[name] for name in names))]
        )

    # -- values ----------------------------------------------------------------------------------------------------------

    def parameters(self, segment: float = 0.0) -> np.ndarray:
        return self.system.parameters(segment)

    def with_modes(self, symbols: Symbols, p: np.ndarray) -> np.ndarray:
        """Parameters with the segment time and the modes of another system, to be checked again."""
        numbers = self.parameters(p[0])
        for key, mode in self.symbols.modes.items():
            numbers[mode.index] = p[symbols.modes[key].index]
        return numbers

    def start(self, values: Mapping[str, float] | None = None) -> np.ndarray:
        """The states as given by name; the others at the defaults of their kinds (zero, unit quaternions)."""
        return consistent.start_states(self.system, values)

    def guess(self, values: Mapping[str, float]) -> np.ndarray:
        """A start for Newton's method: the given values by name, if they are finite."""
        return consistent.guess_from(self.system, values)

    def choose(self, x: np.ndarray, t: float = 0.0, p: np.ndarray | None = None) -> StateChoice:
        """Which states are free at the configuration of x (the states, or all variables); all of them without loops."""
        y = np.zeros(len(self.variables))
        y[: len(x)] = x
        return self.closure.choose(t, y, self.parameters(t) if p is None else p)

    def quality(self, choice: StateChoice, y: np.ndarray, t: float, p: np.ndarray) -> float:
        """The quality of a choice at y, relative to the best one there."""
        return self.closure.quality(choice, t, y, p)

    def consistent(
        self,
        x: Mapping[str, float] | np.ndarray,
        t: float = 0.0,
        p: np.ndarray | None = None,
        guess: np.ndarray | None = None,
        choice: StateChoice | None = None,
        drift: float = 0.0,
    ) -> np.ndarray:
        """All variables y for given states; see `mars.tableau.consistent`."""
        return consistent.consistent(self.system, x, t, p, guess, choice, drift)

    def solve_modes(
        self,
        x: Mapping[str, float] | np.ndarray,
        t: float,
        p: np.ndarray,
        guess: np.ndarray | None = None,
        choice: StateChoice | None = None,
        ended: np.ndarray | tuple[int, ...] = (),
    ) -> tuple[np.ndarray, np.ndarray]:
        """Parameters with modes that are valid at the given states, and all variables. The pieces `ended` have just ended."""
        return consistent.solve_modes(self.system, self.pieces, x, t, p, guess, choice, ended)

    def rates(self, y: np.ndarray, t: float = 0.0, p: np.ndarray | None = None, choice: StateChoice | None = None) -> np.ndarray:
        """Rates y' of all variables."""
        return consistent.rates(self.system, y, t, p, choice)

    def undetermined(self, y: np.ndarray, t: float = 0.0, p: np.ndarray | None = None) -> set[str]:
        """Names of all variables left undetermined by redundant loop conditions: those that depend on their reactions."""
        return determinacy.undetermined_variables(self.system, y, t, p)
