"""Linear equations solved symbolically, with pivots chosen by number.

That is safe where the coefficients hardly change, as in scalar networks (engine design, section 5).
"""

from __future__ import annotations

from collections.abc import Iterator

import casadi as ca
import numpy as np

from mars.equations import Parameters
from mars.errors import CircuitError, Complaint


class SingularError(Exception):
    """Elimination stopped: these rows and unknowns were left."""

    def __init__(self, rows: list[int], unknowns: list[int]):
        self.rows, self.unknowns = rows, unknowns


def eliminate(
    parameters: Parameters, rows: list[ca.SX], unknowns: list[ca.SX], prefer_first: bool = False, spare: list[ca.SX] | None = None
) -> dict[int, ca.SX]:
    """Solve linear rows for unknowns; {index of unknown: expression}.

    With `prefer_first` there may be more unknowns than rows: earlier unknowns are taken as dependent first. With `spare` there
    may be more rows than unknowns: what they say then, an expression that is zero, is appended to it.
    """
    if not rows:
        return {}
    matrix, b = _linear(rows, unknowns)
    numbers = sample(parameters, matrix)
    A = [[matrix[i, j] if matrix.sparsity().has_nz(i, j) else ca.SX(0.0) for j in range(len(unknowns))] for i in range(len(rows))]
    scale = max(1e-300, float(np.abs(numbers).max(initial=0.0)))
    left_rows, left_columns = list(range(len(rows))), list(range(len(unknowns)))
    pivots: list[tuple[int, int]] = []
    while left_rows and left_columns:
        block = np.abs(numbers[np.ix_(left_rows, left_columns)])
        pivot = _first_pivot(block, scale) if prefer_first else _sparse_pivot(block, scale)
        if pivot is None:
            break
        r, c = left_rows.pop(pivot[0]), left_columns.pop(pivot[1])
        pivots.append((r, c))
        for other in left_rows:
            if numbers[other, c] == 0.0:
                continue
            factor = A[other][c] / A[r][c]
            ratio = numbers[other, c] / numbers[r, c]
            for k in left_columns:
                if numbers[r, k] != 0.0:
                    A[other][k] = A[other][k] - factor * A[r][k]
                    numbers[other, k] -= ratio * numbers[r, k]
                    if abs(numbers[other, k]) < 1e-13 * scale:
                        numbers[other, k] = 0.0
            b[other] = b[other] - factor * b[r]
            numbers[other, c] = 0.0
    parameters.decisions.append(_Decided(matrix, parameters, pivots))
    if spare is not None and not left_columns:
        spare += [b[r] for r in left_rows]
    elif left_rows or (left_columns and not prefer_first):
        raise SingularError(left_rows, left_columns)
    solution: dict[int, ca.SX] = {}
    done = {c for _, c in pivots}  # columns that were eliminated before the present row
    for r, c in reversed(pivots):
        done.remove(c)
        value = b[r]
        for k in range(len(unknowns)):
            if k != c and k not in done and numbers[r, k] != 0.0:
                value = value - A[r][k] * solution.get(k, unknowns[k])
        solution[c] = value / A[r][c]
    return solution


def nonlinear(rows: list[ca.SX], unknowns: list[ca.SX]) -> list[int]:
    """Which unknowns the rows hold in a nonlinear way; if these are known, the others follow linearly."""
    matrix = ca.jacobian(ca.vertcat(*rows), ca.vertcat(*unknowns))
    return [i for i, unknown in enumerate(unknowns) if ca.depends_on(matrix, unknown)] if unknowns and rows else []


def _linear(rows: list[ca.SX], unknowns: list[ca.SX]) -> tuple[ca.SX, list[ca.SX]]:
    """Matrix and right-hand side of the rows, each of which is zero."""
    residual, unknown = ca.vertcat(*rows), ca.vertcat(*unknowns)
    matrix = ca.jacobian(residual, unknown)
    if ca.depends_on(matrix, unknown):
        cause = "its equation of motion is not linear in what moves"
        raise CircuitError([Complaint("", cause, "Mend the kind: gears and given motions are linear", code="nonlinear")])
    constant = ca.substitute(residual, unknown, ca.SX.zeros(*unknown.shape))
    return matrix, [-constant[i] for i in range(len(rows))]


def sample(parameters: Parameters, matrix: ca.SX) -> np.ndarray:
    """The matrix at the circuit's own parameters and at arbitrary values of everything else."""
    return Sample(matrix)(parameters)


class Sample:
    """The same for several sets of parameters."""

    def __init__(self, matrix: ca.SX):
        free = ca.symvar(matrix)
        self._names, self._shape = [s.name() for s in free], matrix.shape
        self._function = ca.Function("sample", free, [matrix])

    def __call__(self, parameters: Parameters) -> np.ndarray:
        known = dict(zip(parameters.names, parameters.numbers, strict=True)) if self._names else {}
        values = [ca.DM(known.get(name, 0.3 + 0.1 * (i % 7))) for i, name in enumerate(self._names)]
        return np.array(self._function.call(values)[0], dtype=float).reshape(self._shape)


class _Decided:
    """Zeros and pivots of an elimination: other numbers must be zero where these are, and not where the pivots are."""

    def __init__(self, matrix: ca.SX, parameters: Parameters, pivots: list[tuple[int, int]]):
        self._sample, self._pivots = Sample(matrix), pivots
        self._before = list(self._stages(parameters))

    def __call__(self, parameters: Parameters) -> bool:
        stages = zip(self._before, self._stages(parameters), strict=True)
        return all(good and not np.any(now[before == 0.0]) for (before, _), (now, good) in stages)

    def _stages(self, parameters: Parameters) -> Iterator[tuple[np.ndarray, bool]]:
        """What is left of the numbers before each pivot, and whether this one is good."""
        numbers = self._sample(parameters)
        scale = max(1e-300, float(np.abs(numbers).max(initial=0.0)))
        rows, columns = list(range(numbers.shape[0])), list(range(numbers.shape[1]))
        for r, c in self._pivots:
            yield numbers[np.ix_(rows, columns)], bool(abs(numbers[r, c]) > 1e-9 * scale)
            rows.remove(r)
            columns.remove(c)
            numbers[rows] -= np.outer(numbers[rows, c] / (numbers[r, c] or 1.0), numbers[r])
            numbers[np.abs(numbers) < 1e-13 * scale] = 0.0


def _first_pivot(block: np.ndarray, scale: float) -> tuple[int, int] | None:
    columns = np.flatnonzero(block.max(axis=0) > 1e-12 * scale)
    if not columns.size:
        return None
    return int(block[:, columns[0]].argmax()), int(columns[0])


def _sparse_pivot(block: np.ndarray, scale: float) -> tuple[int, int] | None:
    """Few entries first (keeps expressions small), then the larger pivot."""
    entries = block > 1e-12 * scale
    count = entries.sum(axis=1)[:, None] + entries.sum(axis=0)[None, :]
    merit = np.where(block > 1e-9 * scale, 1.0 / count + 1e-3 * block / scale, 0.0)
    i, j = np.unravel_index(int(merit.argmax()), merit.shape)
    return (int(i), int(j)) if merit[i, j] != 0.0 else None
