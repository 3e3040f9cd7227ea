"""The independent witness at work: SUNDIALS IDA (variable-order BDF) on the index-1 tableau, no part of the fast model.

found = solve_witness(Tableau(circuit), {"KN1.angle": 0.5}, times, rtol=1e-10, atol=1e-12)
found.values(["KN1.angle", "SB1.1.F.x"])
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from mars.errors import RunError
from mars.tableau import Choice, Tableau

SPARSE_FROM = 300  # variables; below, dense factors are quicker than the bookkeeping
LOOK_AGAIN = 20  # steps, after which progress and the choice of free states are looked at again
STUCK = 1e-12  # of the stretch; less progress than this in so many steps is none
SMALL_CURRENTS = 1e-5  # microamperes decide in electronics, while forces are newtons
MUCH_WORSE = 0.2  # of the best choice of free states: time for another one


@dataclass(frozen=True)
class Witness:
    """A solution: one row of all variables for each time."""

    tableau: Tableau
    t: np.ndarray
    y: np.ndarray
    segment: np.ndarray  # segment time of each row

    @property
    def states(self) -> np.ndarray:
        return self.y[:, : len(self.tableau.states)]

    def values(self, names: Sequence[str]) -> np.ndarray:
        """One column for each name: any name of `Tableau.table`."""
        function = self.tableau.values_function(list(names))
        rows = zip(self.t, self.y, self.segment, strict=True)
        return np.array([np.array(function(t, y, self.tableau.parameters(s))).ravel() for t, y, s in rows])


def solve_witness(
    tableau: Tableau,
    start: Mapping[str, float] | np.ndarray,
    times: Sequence[float] | np.ndarray,
    rtol: float = 1e-10,
    atol: float = 1e-12,
    breaks: Sequence[float] | None = None,
) -> Witness:
    """Integrate from the first of the rising `times` to the last; restarts at every corner of a law.

    States are IDA's; the algebraic variables are solved again from them at each output time, so that they are as exact as
    the states are. `breaks` defaults to the corners of the circuit's laws. With closed loops IDA is also restarted whenever
    another choice of free states has become much better; the loops themselves are closed in every step.
    """
    wanted = np.asarray(times, dtype=float)
    if wanted.size < 2 or not np.all(np.diff(wanted) > 0):
        raise RunError("The witness needs at least two rising times to solve at. Give for example [0, 1, 2]")
    corners = tableau.breaks if breaks is None else breaks
    edges = [wanted[0], *sorted({float(b) for b in corners if wanted[0] < b < wanted[-1]}), wanted[-1]]
    x = tableau.start(start) if isinstance(start, Mapping) else np.array(start, dtype=float)
    rows: list[np.ndarray] = []
    segments: list[float] = []
    for begin, end in pairwise(edges):
        segment = 0.5 * (begin + end)
        inside = wanted[(wanted >= begin) & ((wanted < end) | (end == wanted[-1]))]
        stops = np.unique(np.concatenate([[begin, end], inside]))
        found = _stretch(tableau, _with_unit_quaternions(tableau, x), stops, segment, rtol, atol)
        rows += [found[int(np.searchsorted(stops, t))] for t in inside]
        segments += [segment] * inside.size
        x = found[-1][: len(tableau.states)]
    return Witness(tableau, wanted, np.array(rows), np.array(segments))


def _stretch(tableau: Tableau, x: np.ndarray, stops: np.ndarray, segment: float, rtol: float, atol: float) -> list[np.ndarray]:
    """All variables at the stops of one smooth stretch."""
    t, count = float(stops[0]), len(tableau.states)
    choice = tableau.choose(x, t, segment)
    y = tableau.consistent(x, t, segment, choice=choice)
    if not count:
        return [tableau.consistent(x, float(stop), segment, y) for stop in stops]
    found, solver = [y], _begun(tableau, choice, y, t, segment, rtol, atol)
    looked, steps = -np.inf, 0
    for stop in stops[1:]:
        while t < stop:
            steps += 1
            if steps % LOOK_AGAIN == 0:
                if not t - looked > STUCK * (stops[-1] - stops[0]):
                    raise RunError(_stuck(tableau, t))
                looked = t
                if tableau.quality(choice, y, t, segment) < MUCH_WORSE:
                    y = tableau.consistent(y[:count], t, segment, y, choice)
                    choice = tableau.choose(y, t, segment)
                    solver = _begun(tableau, choice, y, t, segment, rtol, atol)
            t, y = _stepped(solver, stop, "onestep", t)
        _, at = _stepped(solver, stop, "normal", t)  # within the last step
        found.append(tableau.consistent(at[:count], float(stop), segment, at, choice))
    return found


def _stuck(tableau: Tableau, t: float) -> str:
    where = " A closed loop may be near a singular position there." if tableau.closure.count else ""
    return f"The witness cannot get past t = {t:g} s: its steps become too small.{where} End the run before, or use --method rk8"


def _begun(tableau: Tableau, choice: Choice, y: np.ndarray, t: float, segment: float, rtol: float, atol: float) -> Any:
    solver = _solver(tableau, choice, y, segment, rtol, atol)
    solver.init_step(t, y, tableau.slopes(y, t, segment, choice))
    return solver


def _stepped(solver: Any, stop: float, method: str, t: float) -> tuple[float, np.ndarray]:
    result = solver.step(stop, method=method)
    if not result.success:
        raise RunError(f"The witness stopped at t = {t:g} s: {result.message}. Loosen rtol, or shorten the run")
    return float(result.t), np.array(result.y)


def _solver(tableau: Tableau, choice: Choice, y: np.ndarray, segment: float, rtol: float, atol: float) -> Any:
    from sksundae.ida import IDA

    size, p = len(tableau.variables), tableau.parameters(segment)
    count = tableau.residual.numel_out(0)
    residual = _Buffered(tableau.residual, [1, size, size, p.size])
    jacobian = _Buffered(tableau.jacobian, [1, size, size, 1, p.size])
    residual.arguments[3][:] = p
    jacobian.arguments[4][:] = p
    numbers = np.full(count, -1)  # of all rows, those that are chosen
    numbers[choice.rows] = np.arange(size)
    all_rows, all_columns = (np.array(indices) for indices in tableau.jacobian.sparsity_out(0).get_triplet())
    order = np.lexsort((numbers[all_rows], all_columns))  # column by column, as IDA wants them
    order = order[numbers[all_rows[order]] >= 0]
    rows, columns = numbers[all_rows[order]], all_columns[order]

    def fill_residual(t: float, y: np.ndarray, yp: np.ndarray, result: np.ndarray) -> None:
        result[:] = residual(t, y, yp)[choice.rows]

    def fill_dense(t: float, y: np.ndarray, yp: np.ndarray, result: np.ndarray, cj: float, matrix: np.ndarray) -> None:
        matrix[rows, columns] = jacobian(t, y, yp, cj)[order]

    def fill_sparse(t: float, y: np.ndarray, yp: np.ndarray, result: np.ndarray, cj: float, matrix: np.ndarray) -> None:
        matrix[:] = jacobian(t, y, yp, cj)[order]

    # Accelerations and streams follow from the states; asked for less, they do not choke the step where they pass zero.
    tolerance = np.full(size, 1e2 * atol) * np.maximum(1.0, np.abs(y).max())
    tolerance[[variable.unit == "A" for variable in tableau.variables]] *= SMALL_CURRENTS
    tolerance[: len(tableau.states)] = atol
    options: dict[str, Any] = {"jacfn": fill_dense, "linsolver": "dense"}
    if size >= SPARSE_FROM:
        pattern = np.zeros((size, size))
        pattern[rows, columns] = 1
        options = {"jacfn": fill_sparse, "linsolver": "sparse", "sparsity": pattern}
    options |= {"rtol": rtol, "atol": tolerance, "algebraic_idx": choice.solved.tolist()}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # that a sparsity pattern and a Jacobian are both given: so it must be
        return IDA(fill_residual, **options)


class _Buffered:
    """A CasADi function called without making CasADi values: arguments and result are numpy memory."""

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
