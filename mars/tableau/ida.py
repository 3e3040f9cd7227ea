"""Solves the tableau as an independent witness: SUNDIALS IDA (variable-order BDF) on the index-1 system, without the fast model.

found = solve_witness(Tableau(circuit), {"KN1.angle": 0.5}, times, rtol=1e-10, atol=1e-12)
found.values(["KN1.angle", "SB1.1.F.x"])
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, pairwise
from typing import Any

import numpy as np

from mars.clocks import Breaks
from mars.errors import RunError
from mars.event_log import Event
from mars.flat_names import shown
from mars.messages import Message, all_of
from mars.tableau.loop_closure import StateChoice
from mars.tableau.piecewise import Watch
from mars.tableau.tableau import Tableau

SPARSE_FROM = 300  # variables; below this number dense factors are faster
CHECK_AFTER = 20  # steps between checks of progress and of the choice of free states
STUCK = 1e-12  # relative to the segment: less progress than this in CHECK_AFTER steps counts as none
EVENT = 1e-15  # relative to the time: accuracy of the end of a piece
SHORTEST = 1e-14  # relative to the time: IDA cannot start a shorter segment
SMALL_CURRENTS = 1e-5  # microamperes matter in electronics, while forces are in newtons
OIL = {"Pa": 1e5, "m³/s": 1e-3}  # typical magnitudes in hydraulics, where numbers are far from 1
LOOSE, FIRST_STEP = 1e-3, 1e-6  # with points without mass: tolerance of what is not a state; s
RESOLVED = 0.3  # of the time in which an unstable mode grows by e: with longer steps BDF damps it and follows an unstable balance
LEFT_AFTER = 500  # such steps after a mode change, an amplifier that switches has long left the unstable balance
DRIFT = 100.0  # times atol: how far speeds that follow from others in loops may be off in a run that is almost at rest
CHATTERS, CHATTER = 50, 1e-6  # so many pieces that end within this part of a segment never stop ending
MUCH_WORSE = 0.2  # relative to the best choice of free states: choose again

TwoArrays = tuple[np.ndarray, np.ndarray]  # variables and parameters, or vice versa


@dataclass(frozen=True)
class Witness:
    """A solution: one row of all variables for each time."""

    tableau: Tableau
    t: np.ndarray
    y: np.ndarray
    p: np.ndarray  # parameters of each row: segment time and modes
    events: list[Event]  # mode changes

    @property
    def states(self) -> np.ndarray:
        return self.y[:, : len(self.tableau.states)]

    def values(self, names: Sequence[str]) -> np.ndarray:
        """One column for each name: any name of `Tableau.table`."""
        function = self.tableau.values_function(list(names))
        rows = zip(self.t, self.y, self.p, strict=True)
        return np.array([np.array(function(t, y, p)).ravel() for t, y, p in rows])


def solve_witness(
    tableau: Tableau,
    start: Mapping[str, float] | np.ndarray,
    times: Sequence[float] | np.ndarray,
    rtol: float = 1e-10,
    atol: float = 1e-12,
    breaks: Sequence[float] | None = None,
    guess: np.ndarray | None = None,
    p: np.ndarray | None = None,
) -> Witness:
    """Integrate from the first of the increasing `times` to the last; restarts at every corner of a law and end of a piece.

    States are IDA's; the algebraic variables are solved again from them at each output time, so that they are as accurate as the
    states. `breaks` defaults to the corners of the circuit's laws; Newton's method starts from `guess`, and the modes in `p` are
    tried first. With closed loops IDA is also restarted whenever another choice of free states has become much better; the loops
    themselves are closed in every step.
    """
    wanted = np.asarray(times, dtype=float)
    if wanted.size < 2 or not np.all(np.diff(wanted) > 0):
        raise RunError("Method ida needs at least two increasing output times. Use for example [0, 1, 2]", code="not-increasing")
    corners = tableau.breaks if breaks is None else Breaks.of(breaks)
    inner = corners.between(float(wanted[0]), float(wanted[-1]))
    x = tableau.start(start) if isinstance(start, Mapping) else np.array(start, dtype=float)
    trajectory = _Trajectory(tableau, rtol, atol)
    rows: list[tuple[np.ndarray, np.ndarray]] = []
    p = tableau.parameters() if p is None else p.copy()
    for begin, end in pairwise(chain(wanted[:1], inner, wanted[-1:])):
        p[0] = 0.5 * (begin + end)
        inside = wanted[(wanted >= begin) & ((wanted < end) | (end == wanted[-1]))]
        stops = np.unique(np.concatenate([[begin, end], inside]))
        found = trajectory.stretch(_with_unit_quaternions(tableau, x), stops, p, guess)
        rows += [found[int(np.searchsorted(stops, t))] for t in inside]
        last, p = found[-1][0], found[-1][1].copy()
        x, guess = last[: len(tableau.states)], None if guess is None else last
    return Witness(tableau, wanted, np.array([y for y, _ in rows]), np.array([p for _, p in rows]), trajectory.events)


@dataclass
class _Trajectory:
    """The states over time, one smooth segment after the other."""

    tableau: Tableau
    rtol: float
    atol: float
    events: list[Event] = field(default_factory=list)
    ends: list[float] = field(default_factory=list)  # times at which pieces of laws ended
    ended: list[int] = field(default_factory=list)  # the last of them

    def stretch(self, x: np.ndarray, stops: np.ndarray, p: np.ndarray, guess: np.ndarray | None) -> list[TwoArrays]:
        """All variables at the stops of a segment without corners of laws, restarted where a piece of a law ends."""
        tableau, t, count = self.tableau, float(stops[0]), len(self.tableau.states)
        choice = tableau.choose(x, t, p)
        p, y = self._switched(x, t, p, guess, choice)
        found = [(y, p)]
        if not count:
            for stop in stops[1:]:
                p, y = self._switched(x, float(stop), p, y, choice)
                found.append((y, p))
            return found
        solver, watch = self._started(choice, y, t, p)
        checked, steps, limited = -np.inf, 0, False
        while len(found) < stops.size:
            steps += 1
            if limited and steps > LEFT_AFTER:
                solver, watch = self._started(choice, y, t, p)
                limited = False
            if steps % CHECK_AFTER == 0:
                if not limited and not t - checked > STUCK * (stops[-1] - stops[0]):
                    if names := tableau.closure.nearly_singular(t, y, p):
                        raise RunError(_TWO_WAYS, code="step-too-small", t=t, names=all_of(names))
                    raise RunError(self._stuck(y, t, p))
                checked = t
                if tableau.quality(choice, y, t, p) < MUCH_WORSE:
                    y = tableau.consistent(y[:count], t, p, y, choice, DRIFT * self.atol)
                    choice = tableau.choose(y, t, p)
                    solver, watch = self._started(choice, y, t, p)
            before = t
            try:
                t, y = _stepped(solver, stops[-1], "onestep", t)
            except RunError:
                if names := tableau.closure.nearly_singular(t, y, p):
                    raise RunError(_TWO_WAYS, code="step-too-small", t=t, names=all_of(names)) from None
                raise
            guards = tableau.pieces.guards(t, y, p)
            ended = watch.fallen(guards)
            if ended.size:
                t, ended = _located(tableau, solver, watch, p, before, t)
            while len(found) < stops.size and stops[len(found)] <= t:
                stop = float(stops[len(found)])
                _, at = _stepped(solver, stop, "normal", t)  # within the last step
                found.append((tableau.consistent(at[:count], stop, p, at, choice, DRIFT * self.atol), p))
            if not ended.size:
                watch.passed(guards)
            elif len(found) < stops.size:
                _, y = _stepped(solver, t, "normal", t)
                self._count_end(t, ended, stops)
                p, y = self._switched(y[:count], t, p, y, choice, ended)
                if stops[-1] - t <= SHORTEST * stops[-1]:
                    found += [(y, p)] * (stops.size - len(found))
                else:
                    solver, watch = self._started(choice, y, t, p, limited=True)
                    steps, limited = 0, True
        return found

    def _switched(self, x: np.ndarray, t: float, p: np.ndarray, guess: Any, choice: StateChoice, ended: Any = ()) -> TwoArrays:
        """Parameters and variables with the modes valid from t on; changes are logged as events, except at the start."""
        tableau = self.tableau
        new, y = tableau.solve_modes(x, t, p, guess, choice, ended)
        freedoms = sum(tableau.states[i].level == "speed" for i in choice.free)
        if p[tableau.pieces.places].any():
            self.events += [Event(t, shown(name), what, freedoms) for name, what in tableau.pieces.changes(p, new)]
        return new, y

    def _stuck(self, y: np.ndarray, t: float, p: np.ndarray) -> str:
        """Names the law that ends at the same time again, or the state that changes fastest."""
        tableau = self.tableau
        if self.ends and self.ends[-1] >= t - STUCK * max(1.0, t):
            return self._to_and_fro(t)
        scales = np.array([state.scale for state in tableau.states])
        speeds = np.abs(np.array(tableau.system.rate_function(t, y, p)).ravel()) / (np.abs(y[: scales.size]) + scales)
        name = shown(tableau.states[int(np.nan_to_num(speeds).argmax())].name)
        return Message(_TOO_FAST, code="step-too-small", t=t, name=name)

    def _count_end(self, t: float, ended: np.ndarray, stops: np.ndarray) -> None:
        self.ends, self.ended = [*self.ends[-CHATTERS:], t], ended.tolist()
        if len(self.ends) > CHATTERS and t - self.ends[0] < CHATTER * (stops[-1] - stops[0]):
            raise RunError(self._to_and_fro(t))

    def _to_and_fro(self, t: float) -> str:
        names = all_of(dict.fromkeys(shown(self.tableau.pieces.components[i]) for i in self.ended))
        return Message(_TO_AND_FRO, code="chattering", t=t, names=names)

    def _started(self, choice: StateChoice, y: np.ndarray, t: float, p: np.ndarray, limited: bool = False) -> tuple[Any, Watch]:
        solver = _solver(self.tableau, choice, y, t, p, self.rtol, self.atol, limited)
        solver.init_step(t, y, self.tableau.rates(y, t, p, choice))
        return solver, Watch(self.tableau.pieces.guards(t, y, p))


_TO_AND_FRO = (
    "Method ida cannot get past t = {t:g} s: the law of {names} goes to and fro between two of its pieces. "
    "Give it a hysteresis, or end the run earlier"
)
_TOO_FAST = (
    "Method ida cannot get past t = {t:g} s: its steps become too small, where {name} changes fastest. "
    "End the run earlier, or use --method rk8"
)


def _located(tableau: Tableau, solver: Any, watch: Watch, p: np.ndarray, before: float, after: float) -> tuple[float, np.ndarray]:
    """The time within the last step at which the first piece ends, and which pieces end."""
    ended = np.zeros(0, dtype=int)
    while not ended.size or after - before > EVENT * max(abs(after), after - before):
        middle = 0.5 * (before + after) if ended.size else after
        fallen = watch.fallen(tableau.pieces.guards(middle, _stepped(solver, middle, "normal", middle)[1], p))
        if fallen.size:
            after, ended = middle, fallen
        elif before == middle:
            break
        else:
            before = middle
    return after, ended


_TWO_WAYS = (
    "Method ida cannot get past t = {t:g} s: the loop through {names} is close to a singular position, where it could go on in "
    "two ways. End the run earlier, or use --method rk8"
)


def _stepped(solver: Any, stop: float, method: str, t: float) -> tuple[float, np.ndarray]:
    result = solver.step(stop, method=method)
    if not result.success:
        raise RunError(
            "Method ida stopped at t = {t:g} s: {message}. Increase rtol, or shorten the run",
            code="solver-failed",
            t=t,
            message=result.message,
        )
    return float(result.t), np.array(result.y)


def _solver(
    tableau: Tableau, choice: StateChoice, y: np.ndarray, t: float, p: np.ndarray, rtol: float, atol: float, limited: bool
) -> Any:
    from sksundae.ida import IDA

    size = len(tableau.variables)
    count = tableau.residual.numel_out(0)
    residual = _Buffered(tableau.residual, [1, size, size, p.size])
    jacobian = _Buffered(tableau.jacobian, [1, size, size, 1, p.size])
    residual.arguments[3][:] = p
    jacobian.arguments[4][:] = p
    numbers = np.full(count, -1)  # the selected rows among all rows
    numbers[choice.rows] = np.arange(size)
    all_rows, all_columns = (np.array(indices) for indices in tableau.jacobian.sparsity_out(0).get_triplet())
    order = np.lexsort((numbers[all_rows], all_columns))  # column by column, as IDA requires
    order = order[numbers[all_rows[order]] >= 0]
    rows, columns = numbers[all_rows[order]], all_columns[order]

    def fill_residual(t: float, y: np.ndarray, yp: np.ndarray, result: np.ndarray) -> None:
        result[:] = residual(t, y, yp)[choice.rows]

    def fill_dense(t: float, y: np.ndarray, yp: np.ndarray, result: np.ndarray, cj: float, matrix: np.ndarray) -> None:
        matrix[rows, columns] = np.nan_to_num(jacobian(t, y, yp, cj)[order])  # 0/0 at rest

    def fill_sparse(t: float, y: np.ndarray, yp: np.ndarray, result: np.ndarray, cj: float, matrix: np.ndarray) -> None:
        matrix[:] = np.nan_to_num(jacobian(t, y, yp, cj)[order])

    # Accelerations and streams follow from the states; with looser tolerances they do not limit the step where they cross zero.
    tolerance = np.full(size, 1e2 * atol) * np.maximum(1.0, np.abs(y).max())
    for i, variable in enumerate(tableau.variables):
        if variable.unit == "A":
            tolerance[i] *= SMALL_CURRENTS
        elif variable.unit in OIL:
            tolerance[i] = 1e2 * atol * OIL[variable.unit]
        elif variable.level == "rate":
            tolerance[i] *= variable.scale
    tolerance[: len(tableau.states)] = [atol * state.scale for state in tableau.states]
    sensitivities = tableau.system.sensitivities(choice, t, y, p)
    allowed = np.abs(sensitivities) @ (rtol * np.abs(y) + tolerance)[choice.free]
    algebraic = choice.solved >= len(tableau.states)  # states that follow from others in loops keep their own
    places = choice.solved[algebraic]
    tolerance[places] = np.maximum(tolerance[places], allowed[algebraic])  # no more than the states allow
    balances = sorted(tableau.system.balances)
    if balances:  # their speeds may be rates of algebraic positions, which short steps cannot resolve
        tolerance[[*balances, *range(len(tableau.states), size)]] = LOOSE * max(1.0, np.abs(y).max())
    options: dict[str, Any] = {"jacfn": fill_dense, "linsolver": "dense"}
    if size >= SPARSE_FROM:
        pattern = np.zeros((size, size))
        pattern[rows, columns] = 1
        options = {"jacfn": fill_sparse, "linsolver": "sparse", "sparsity": pattern}
    options |= {"rtol": rtol, "atol": tolerance, "algebraic_idx": sorted([*balances, *choice.solved.tolist()])}
    if balances:
        options["first_step"] = FIRST_STEP
    if limited and (growth := tableau.system.growth(choice, t, y, p, sensitivities)):
        options["max_step"] = RESOLVED / growth
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # both a sparsity pattern and a Jacobian are given on purpose
        return IDA(fill_residual, **options)


class _Buffered:
    """A CasADi function called without creating CasADi values: arguments and result are numpy memory."""

    def __init__(self, function: Any, sizes: list[int]):
        self._buffer, self._evaluate = function.buffer()
        self.arguments = [np.zeros(size) for size in sizes]
        self.result = np.zeros(function.nnz_out(0))
        for i, memory in enumerate(self.arguments):
            self._buffer.set_arg(i, memory.data)
        self._buffer.set_res(0, self.result.data)

    def __call__(self, *values: Any) -> np.ndarray:
        for memory, value in zip(self.arguments, values, strict=False):
            memory[:] = value
        self._evaluate()
        return self.result


def _with_unit_quaternions(tableau: Tableau, x: np.ndarray) -> np.ndarray:
    x = np.array(x, dtype=float)
    places = [i for i, variable in enumerate(tableau.states) if variable.level == "quaternion"]
    for first in places[::4]:
        x[first : first + 4] /= np.linalg.norm(x[first : first + 4])
    return x
