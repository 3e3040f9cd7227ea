"""Consistent values of all variables of the tableau: Newton's method at given states, matching modes, rates."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from scipy import sparse

from mars.errors import CircuitError, Complaint
from mars.messages import Message
from mars.tableau.loop_closure import StateChoice
from mars.tableau.piecewise import PieceRules, Watch
from mars.tableau.state_selection import DeficientError, TableauVariable, scaled_solve
from mars.tableau.system import EquationSystem

FAR, LEAST = 1e-6, 1 / 16  # relative: smaller Newton steps are never damped; smallest damping factor
ROUNDING, ZERO = 1e-14, 1e-20  # relative to the terms of a row; values far below that are rounding errors themselves
TOGETHER = 4  # how often all invalid pieces are switched together before they are switched one by one


def start_states(system: EquationSystem, values: Mapping[str, float] | None = None) -> np.ndarray:
    """The states as given by name; the others at the defaults of their kinds (zero, unit quaternions)."""
    values = dict(values or {})
    x = np.array([float(values.pop(v.name, v.start)) for v in system.states])
    if values:
        name = next(iter(values))
        remedy = Message("The states are {states}", states=", ".join(v.name for v in system.states))
        raise CircuitError([Complaint(name, "the tableau has no state of this name", remedy, code="start")])
    return x


def newton_start(system: EquationSystem) -> np.ndarray:
    """Start of Newton's method: signals at 0.5, where all common functions have a value and a derivative."""
    return np.array([0.5 if variable.level == "signal" else 0.0 for variable in system.variables])


def guess_from(system: EquationSystem, values: Mapping[str, float]) -> np.ndarray:
    """Another start: the given values by name, if they are finite."""
    y = newton_start(system)
    for i, variable in enumerate(system.variables):
        if np.isfinite(value := values.get(variable.name, np.nan)):
            y[i] = value
    return y


def consistent(
    system: EquationSystem,
    x: Mapping[str, float] | np.ndarray,
    t: float = 0.0,
    p: np.ndarray | None = None,
    guess: np.ndarray | None = None,
    choice: StateChoice | None = None,
    drift: float = 0.0,
) -> np.ndarray:
    """All variables y for given states, by Newton's method; undetermined variables are named in the error.

    With closed loops the dependent states are guesses, but they must nearly close the loops.
    """
    y = newton_start(system) if guess is None else np.array(guess, dtype=float)
    states = start_states(system, x) if isinstance(x, Mapping) else np.asarray(x, dtype=float)
    y[: len(system.states)] = states
    p = system.parameters(t) if p is None else p
    closure = system.closure
    y = closure.completed(t, y, p)
    closure.check(t, y, p)
    y = solve_algebraic(system, choice or closure.choose(t, y, p), y, t, p)
    closure.check(t, y, p)
    twists = system.algebraic_residuals(t, y, p)[len(system.open_rows) + closure.count :][: closure.count]
    closure.check_speeds(t, y, p, states, twists, drift)
    return y


def solve_modes(
    system: EquationSystem,
    pieces: PieceRules,
    x: Mapping[str, float] | np.ndarray,
    t: float,
    p: np.ndarray,
    guess: np.ndarray | None = None,
    choice: StateChoice | None = None,
    ended: np.ndarray | tuple[int, ...] = (),
) -> tuple[np.ndarray, np.ndarray]:
    """Parameters with modes that are valid at the given states, and all variables. The pieces `ended` have just ended."""
    p, y, tried = pieces.flipped(p, np.asarray(ended, dtype=int), t, guess), guess, set[bytes]()
    if np.any(p[pieces.places] == 0):
        p = pieces.with_initial_modes(t, consistent(system, x, t, p, guess, choice), p)
    while p.tobytes() not in tried:
        tried.add(p.tobytes())
        y = consistent(system, x, t, p, y, choice)
        wrong = np.setdiff1d(Watch(np.zeros(len(pieces))).fallen(pieces.guards(t, y, p)), ended)
        if not wrong.size:
            return p, y
        p = pieces.flipped(p, wrong if len(tried) < TOGETHER else wrong[:1], t, y)
    names = ", ".join(dict.fromkeys(pieces.components[i] for i in wrong))
    cause = Message("no consistent combination of modes at t = {t:g} s", t=t)
    raise CircuitError([Complaint(names, cause, "Use --method rk8", code="events")])


def solve_algebraic(system: EquationSystem, choice: StateChoice, y: np.ndarray, t: float, p: np.ndarray) -> np.ndarray:
    """y with everything except the free states solved for, starting from its values."""
    if not choice.solved.size:
        return y
    rows = choice.rows[choice.solved] - len(system.states)
    last, part, before = np.inf, 1.0, np.zeros(rows.size)
    for _ in range(60):
        r = system.algebraic_residuals(t, y, p)
        _check_finite(system, r, t)
        matrix = system.matrix(choice, t, y, p)
        try:
            step = scaled_solve(matrix, -r[rows])
        except DeficientError as deficient:
            raise undetermined_error([system.variables[choice.solved[i]] for i in deficient.columns]) from None
        size = float(np.max(np.abs(step) / (1.0 + np.abs(y[choice.solved] + step))))
        to_and_fro = size > max(FAR, 0.9 * last) and before @ (step / (1.0 + np.abs(y[choice.solved])) ** 2) < 0
        part, before = max(LEAST, part / 2) if to_and_fro else min(1.0, 2 * part), step  # laws with roots oscillate
        y[choice.solved] += part * step
        if not np.isfinite(size):
            break
        if size < 1e-13 or (size < 1e-10 and size >= 0.5 * last):
            return y
        if size >= 0.5 * last and _rounded(matrix, y[choice.solved], r[rows]):
            return y
        last = size
    raise CircuitError(
        [Complaint("", Message("the equations have no solution at t = {t:g} s", t=t), "Change the start values", code="start")]
    )


def _rounded(matrix: sparse.csc_matrix, y: np.ndarray, residuals: np.ndarray) -> bool:
    """Whether what remains of each row is the rounding error of its terms: a stiff store turns that into large rates."""
    return bool(np.all(np.abs(residuals) <= ROUNDING * (abs(matrix) @ (np.abs(y) + ZERO))))


def _check_finite(system: EquationSystem, residuals: np.ndarray, t: float) -> None:
    wrong = np.flatnonzero(~np.isfinite(residuals))
    if wrong.size:
        row = system.rows[int(wrong[0])]
        cause = Message("its law has no finite value at t = {t:g} s ({law})", t=t, law=row.law)
        raise CircuitError([Complaint(row.owner, cause, "Change the law, or end the run earlier", code="not-finite")])


def rates(
    system: EquationSystem, y: np.ndarray, t: float = 0.0, p: np.ndarray | None = None, choice: StateChoice | None = None
) -> np.ndarray:
    """Rates y' of all variables: from the rows for the free states, by implicit differentiation for the others."""
    p = system.parameters(t) if p is None else p
    choice = choice or system.closure.choose(t, y, p)
    found = np.zeros(len(system.variables))
    found[choice.free] = np.array(system.rate_function(t, y, p)).ravel()[choice.free]
    if choice.solved.size:
        known = np.nan_to_num(np.array(system.known_rates(t, y, found, p)).ravel())
        rows = choice.rows[choice.solved] - len(system.states)
        found[choice.solved] = scaled_solve(system.matrix(choice, t, y, p), -known[rows])
    return found


def undetermined_error(variables: list[TableauVariable]) -> CircuitError:
    names = [variable.name for variable in variables]
    some = (
        Message("{names} and {count} more", names=", ".join(names[:6]), count=len(names) - 6)
        if len(names) > 6
        else Message("{names}", names=", ".join(names[:6]))
    )
    cause = Message("the equations do not determine {some}", some=some)
    remedy = "Add a mass or an inertia to the moving part, or remove a source that prescribes the same quantity"
    if any(variable.unit in ("V", "A") for variable in variables):
        remedy = (
            "Connect the network to a ground (electrical.ground), or add a resistor. Loops of "
            "capacitors and inductors in series are not supported by method ida: use --method rk8"
        )
    return CircuitError([Complaint(names[0], cause, remedy, code="undetermined")])
