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
from mars.tableau.state_selection import NO_MASS, Levels, TableauVariable, scaled_solve, undetermined_columns
from mars.tableau.system import EquationSystem

IDLE_STEP, IDLE = 1e-3, 1e-9  # rad, m or per second; of the largest load: loads that do not change


def determinate_system(laws: CircuitLaws, poses: dict[int, SymbolicPose]) -> EquationSystem:
    """Differential and algebraic variables. Shafts without inertia have no independent acceleration: drop those levels."""
    levels = Levels(laws)
    while True:
        system = EquationSystem(laws, poses, levels)
        undetermined = _undetermined_somewhere(system)
        if not undetermined:
            break
        if not levels.lower(undetermined) and not levels.ground(undetermined) and not levels.balance(undetermined):
            raise undetermined_error(undetermined)
    return _without_idle_turns(system, levels)


def _without_idle_turns(system: EquationSystem, levels: Levels) -> EquationSystem:
    """Points do not turn: the loads of some rotations without mass are always zero; those stay at rest."""
    if not levels.balanced:
        return system
    choice, y, t, p = _somewhere(system)
    loads = system.geometric(ca.vertcat(*(row.residual for row in levels.balanced.values())))
    function = ca.Function("loads", [system.symbols.t, system.y, system.p], [loads])

    def at(y: np.ndarray) -> np.ndarray:
        return np.array(function(t, solve_algebraic(system, choice, y.copy(), t, p), p)).ravel()

    before, change = at(y), np.zeros(len(levels.balanced))
    for i, variable in enumerate(system.states):
        if variable.node in levels.balanced or variable.level == "quaternion":
            moved = y.copy()
            moved[i] += IDLE_STEP
            change = np.maximum(change, np.abs(at(moved) - before))
    idle = change <= IDLE * max(float(change.max(initial=0.0)), float(np.abs(before).max(initial=0.0)))
    loaded = {row.owner for row, is_idle in zip(levels.balanced.values(), idle, strict=True) if not is_idle}
    for (node, row), is_idle in zip(list(levels.balanced.items()), idle, strict=True):
        if is_idle:
            moving = [v for v in system.variables if v.node == node and v.level == "acceleration"]
            if row.owner not in loaded or moving[0].unit == "m/s²":
                raise undetermined_error(moving)
            del levels.balanced[node]
    return EquationSystem(system.laws, system.poses, levels)


def undetermined_variables(system: EquationSystem, y: np.ndarray, t: float = 0.0, p: np.ndarray | None = None) -> set[str]:
    """Names of all variables left undetermined by redundant loop conditions: those that change with a reaction to one of them.

    Accelerations of points without mass are also left undetermined here.
    """
    p = system.parameters(t) if p is None else p
    choice = system.closure.choose(t, y, p)
    open_ = [len(system.states) + i for i, row in enumerate(system.open_rows) if row.law == NO_MASS]
    if not choice.redundant.size and not open_:
        return set()
    matrix = system.matrix(choice, t, y, p)
    places = np.searchsorted(choice.solved, len(system.variables) - system.closure.count + choice.redundant)
    places = np.concatenate([places, np.flatnonzero(np.isin(choice.rows[choice.solved], open_))])
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
