"""Whether the tableau's equations determine its variables, and which they leave undetermined."""

from __future__ import annotations

import casadi as ca
import numpy as np

from mars.errors import CircuitError, Complaint
from mars.messages import Message
from mars.tableau.circuit_laws import CircuitLaws
from mars.tableau.consistent import solve_algebraic, undetermined_error
from mars.tableau.loop_closure import StateChoice
from mars.tableau.poses import SymbolicPose
from mars.tableau.state_selection import Levels, TableauVariable, scaled_solve, undetermined_columns
from mars.tableau.system import EquationSystem


def determinate_system(laws: CircuitLaws, poses: dict[int, SymbolicPose]) -> EquationSystem:
    """Differential and algebraic variables. Shafts without inertia have no independent acceleration: drop those levels."""
    levels = Levels(laws)
    while True:
        system = EquationSystem(laws, poses, levels)
        undetermined = _undetermined_somewhere(system)
        if not undetermined:
            return system
        if not levels.lower(undetermined) and not levels.ground(undetermined):
            raise undetermined_error(undetermined)


def undetermined_variables(system: EquationSystem, y: np.ndarray, t: float = 0.0, p: np.ndarray | None = None) -> set[str]:
    """Names of all variables left undetermined by redundant loop conditions: those that change with a reaction to one of them."""
    p = system.parameters(t) if p is None else p
    choice = system.closure.choose(t, y, p)
    if not choice.redundant.size:
        return set()
    matrix = system.matrix(choice, t, y, p)
    places = np.searchsorted(choice.solved, len(system.variables) - system.closure.count + choice.redundant)
    changed: set[str] = set()
    for place in places:
        unit = np.zeros(choice.solved.size)
        unit[place] = 1.0
        change = np.abs(scaled_solve(matrix, unit))
        changed |= {system.variables[choice.solved[i]].symbol.name() for i in np.flatnonzero(change > 1e-9 * change.max())}
    return {name for name, symbol in system.table("").items() if symbol.name() in changed}


def check_class(system: EquationSystem) -> None:
    """A component with a twist outside the class would silently be solved wrongly: report it."""
    if not system.laws.outside:
        return
    choice, y, t, p = _somewhere(system)
    y = solve_algebraic(system, choice, y, t, p)
    outside = system.geometric(ca.vertcat(*(row.residual for row in system.laws.outside)))
    values = np.array(ca.Function("outside", [system.symbols.t, system.y, system.p], [outside])(t, y, p)).ravel()
    for row, value in zip(system.laws.outside, values, strict=True):
        if abs(value) > 1e-9:
            motion = f"{'T' if row.law[-3] == 'v' else 'R'}{row.law[-1]}"  # the law ends in v.x, …, w.z
            cause = Message(
                "its motion leaves the circuit's class {motions} ({law})",
                motions=" ".join(system.topology.motions),
                law=row.law,
            )
            raise CircuitError([Complaint(row.owner, cause, Message("Add {motion} to the class", motion=motion), code="class")])


def _somewhere(system: EquationSystem) -> tuple[StateChoice, np.ndarray, float, np.ndarray]:
    """Arbitrary values, with loops open in their positions and closed in everything else."""
    t = 0.1
    y, p = np.random.default_rng(1).uniform(0.3, 1.2, len(system.variables)), system.parameters(t)
    return system.closure.choose(t, y, p, levels=(1,)), y, t, p


def _undetermined_somewhere(system: EquationSystem) -> list[TableauVariable]:
    choice, y, t, p = _somewhere(system)
    return [system.variables[choice.solved[i]] for i in undetermined_columns(system.matrix(choice, t, y, p))]
