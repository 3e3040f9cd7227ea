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
from mars.tableau import Tableau

SPARSE_FROM = 300  # variables; below, dense factors are quicker than the bookkeeping
MOST_STEPS = 200_000  # between two output times


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
    the states are. `breaks` defaults to the corners of the circuit's laws.
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
        x = _with_unit_quaternions(tableau, x)
        found = _stretch(tableau, x, stops, segment, rtol, atol)
        guess = None
        for t in inside:
            guess = tableau.consistent(found[int(np.searchsorted(stops, t))], t, segment, guess)
            rows.append(guess)
            segments.append(segment)
        x = found[-1]
    return Witness(tableau, wanted, np.array(rows), np.array(segments))


def _stretch(tableau: Tableau, x: np.ndarray, stops: np.ndarray, segment: float, rtol: float, atol: float) -> np.ndarray:
    """The states at the stops of one smooth stretch."""
    if not tableau.states:
        return np.zeros((stops.size, 0))
    y = tableau.consistent(x, stops[0], segment)
    slopes = tableau.slopes(y, stops[0], segment)
    solver = _solver(tableau, y, segment, rtol, atol)
    middle = [] if stops.size > 2 else [0.5 * (stops[0] + stops[1])]  # two times would mean every step to IDA
    asked = np.sort(np.concatenate([stops, middle]))
    solution = solver.solve(asked, y, slopes)
    if not solution.success:
        reached = float(solution.t[-1]) if len(solution.t) else float(stops[0])
        raise RunError(f"The witness stopped at t = {reached:g} s: {solution.message}. Loosen rtol, or shorten the run")
    states = np.asarray(solution.y)[:, : len(tableau.states)]
    return states if not middle else states[[0, -1]]


def _solver(tableau: Tableau, y: np.ndarray, segment: float, rtol: float, atol: float) -> Any:
    from sksundae.ida import IDA

    count, size = len(tableau.states), len(tableau.variables)
    p = tableau.parameters(segment)
    residual = _Buffered(tableau.residual, [1, size, size, p.size])
    jacobian = _Buffered(tableau.jacobian, [1, size, size, 1, p.size])
    residual.arguments[3][:] = p
    jacobian.arguments[4][:] = p
    sparsity = tableau.jacobian.sparsity_out(0)
    rows, columns = (np.array(indices) for indices in sparsity.get_triplet())

    def fill_residual(t: float, y: np.ndarray, yp: np.ndarray, result: np.ndarray) -> None:
        result[:] = residual(t, y, yp)

    def fill_dense(t: float, y: np.ndarray, yp: np.ndarray, result: np.ndarray, cj: float, matrix: np.ndarray) -> None:
        matrix[rows, columns] = jacobian(t, y, yp, cj)

    def fill_sparse(t: float, y: np.ndarray, yp: np.ndarray, result: np.ndarray, cj: float, matrix: np.ndarray) -> None:
        matrix[:] = jacobian(t, y, yp, cj)

    # Accelerations and streams follow from the states; asked for less, they do not choke the step where they pass zero.
    tolerance = np.full(size, 1e2 * atol) * np.maximum(1.0, np.abs(y).max())
    tolerance[:count] = atol
    options: dict[str, Any] = {"jacfn": fill_dense, "linsolver": "dense"}
    if size >= SPARSE_FROM:
        pattern = np.zeros((size, size))
        pattern[rows, columns] = 1
        options = {"jacfn": fill_sparse, "linsolver": "sparse", "sparsity": pattern}
    options |= {"rtol": rtol, "atol": tolerance, "algebraic_idx": list(range(count, size)), "max_num_steps": MOST_STEPS}
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
