"""Solves linear equations symbolically, with numerically chosen pivots.

That is safe where the coefficients hardly change, as in scalar networks (engine design, section 5).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product

import casadi as ca
import numpy as np

from mars.errors import CircuitError, Complaint
from mars.model.symbols import Parameters

MAX_MODES = 4  # modes tried in all combinations
FALLBACK = 0.37  # for a law without a value at the arbitrary sample, such as the root of a negative number
ROUNDING = 1e-13  # of the largest number: what is left of a difference
HOLDS = 1e-11  # of the largest number: a row that contains a state
ZERO = 1e-12  # of the largest number: no entry
PIVOT = 1e-9  # of the largest number, for all samples


@dataclass
class Remainder:
    """The rest of an elimination: rows without any unknowns, whose expressions are zero; and undetermined unknowns.

    Whether these rows contain `watched` symbols is decided numerically: many apparent occurrences cancel.
    """

    watched: list[ca.SX] = field(default_factory=list)
    rows: dict[int, ca.SX] = field(default_factory=dict)
    holding: set[int] = field(default_factory=set)
    unknowns: list[int] = field(default_factory=list)
    open_rows: list[ca.SX] = field(default_factory=list)  # rows with undetermined unknowns, if pivots had to be `stable`


class SingularError(Exception):
    """Elimination stopped with these rows and unknowns left."""

    def __init__(self, rows: list[int], unknowns: list[int]):
        self.rows, self.unknowns = rows, unknowns


def eliminate(
    parameters: Parameters,
    rows: list[ca.SX],
    unknowns: list[ca.SX],
    prefer_first: bool = False,
    spare: list[ca.SX] | None = None,
    left: Remainder | None = None,
    late: Collection[int] = (),
    stable: float = 0.0,
) -> dict[int, ca.SX]:
    """Solve linear rows for unknowns; {index of unknown: expression}.

    With `prefer_first` there may be more unknowns than rows: earlier unknowns are made dependent first. With `spare` there may be
    more rows than unknowns: the remaining expressions, which are zero, are appended to it. With `left` both are possible: the
    rest is stored in it, and `late` unknowns are solved for after all others. Then coefficients without parameters are preferred
    as pivots, because resistances of open and closed switches differ by many orders of magnitude, and rows and columns are
    scaled. With `stable`, only pivots of at least this fraction of the largest number in their column, in all modes, are used;
    the other rows are stored in `left`.
    """
    if not rows:
        return {}
    matrix, b = _linear(rows, unknowns)
    watching = left.watched if left is not None else []
    watched = range(len(unknowns), len(unknowns) + len(watching))
    everything = ca.horzcat(matrix, ca.jacobian(ca.vertcat(*b), ca.vertcat(ca.SX(0, 1), *watching)))
    numbers = NumericSample(everything).in_all_modes(parameters)
    weights = _balance(np.abs(numbers).max(axis=0), len(unknowns)) if left is not None else np.ones(matrix.shape)
    numbers = numbers * weights
    zero = ca.SX(0.0)
    A = [[zero] * len(unknowns) for _ in rows]
    for k, (i, j) in enumerate(zip(*matrix.sparsity().get_triplet(), strict=True)):
        A[i][j] = matrix.nz[k]
    constant = np.array([[a.is_constant() for a in row] for row in A]).reshape(len(rows), len(unknowns))
    scale = max(1e-300, float(np.abs(numbers).max(initial=0.0)))
    left_rows, left_columns = list(range(len(rows))), list(range(len(unknowns)))
    pivots: list[tuple[int, int]] = []
    while left_rows and left_columns:
        block = np.abs(numbers[np.ix_(range(len(numbers)), left_rows, left_columns)])
        if prefer_first:
            pivot = _first_pivot(block.min(axis=0), scale) or _first_pivot(block.max(axis=0), scale)
        else:
            plain = constant[np.ix_(left_rows, left_columns)] if left is not None else None
            early = np.array([j not in late for j in left_columns])
            allowed = _stable(block, stable)
            choices = (_sparse_pivot(block, columns, scale, plain) for columns in (allowed * early, allowed))
            pivot = next((choice for choice in choices if choice is not None), None)
        if pivot is None:
            break
        r, c = left_rows.pop(pivot[0]), left_columns.pop(pivot[1])
        pivots.append((r, c))
        filled = np.any(numbers[:, r], axis=0)
        entries = [k for k in left_columns if filled[k]]
        touched = np.any(numbers[:, :, c], axis=0)
        for other in left_rows:
            if not touched[other]:
                continue
            factor = A[other][c] / A[r][c]
            ratio = _ratio(numbers[:, other, c], numbers[:, r, c])
            for k in entries:
                A[other][k] = A[other][k] - factor * A[r][k]
                constant[other, k] = A[other][k].is_constant()
            kept = [*left_columns, *watched]
            rest = numbers[:, other, kept] - ratio[:, None] * numbers[:, r, kept]
            numbers[:, other, kept] = np.where(np.abs(rest) < ROUNDING * scale, 0.0, rest)
            b[other] = b[other] - factor * b[r]
            numbers[:, other, c] = 0.0
    parameters.decisions.append(_Decided(everything, weights, parameters, pivots))
    if left is not None:
        left.rows, left.unknowns = {r: b[r] for r in left_rows}, left_columns
        if stable:
            open_ = [(r, [k for k in left_columns if numbers[:, r, k].any()]) for r in left_rows]
            left.open_rows = [sum((A[r][k] * unknowns[k] for k in columns), -b[r]) for r, columns in open_]
        left.holding = {r for r in left_rows if np.abs(numbers[:, r, watched]).max(initial=0.0) > HOLDS * scale}
    elif spare is not None and not left_columns:
        spare += [b[r] for r in left_rows]
    elif left_rows or (left_columns and not prefer_first):
        raise SingularError(left_rows, left_columns)
    solution: dict[int, ca.SX] = {}
    done = {c for _, c in pivots}  # columns eliminated before the current row
    for r, c in reversed(pivots):
        done.remove(c)
        value = b[r]
        for k in np.flatnonzero(numbers[:, r, : len(unknowns)].any(axis=0)):
            if k != c and k not in done:
                value = value - A[r][k] * solution.get(int(k), unknowns[k])
        solution[c] = value / A[r][c]
    return solution


def _linear(rows: list[ca.SX], unknowns: list[ca.SX]) -> tuple[ca.SX, list[ca.SX]]:
    """Matrix and right-hand side of the rows, each of which is zero."""
    residual, unknown = ca.vertcat(*rows), ca.vertcat(*unknowns)
    matrix = ca.jacobian(residual, unknown)
    if ca.depends_on(matrix, unknown):
        cause = "its equation of motion is not linear in positions and speeds"
        raise CircuitError(
            [Complaint("", cause, "Fix the component kind: gears and prescribed motions must be linear", code="nonlinear")]
        )
    constant = ca.substitute(residual, unknown, ca.SX.zeros(*unknown.shape))
    return matrix, [-constant[i] for i in range(len(rows))]


def sample(parameters: Parameters, matrix: ca.SX) -> np.ndarray:
    """The matrix at the circuit's parameters and at arbitrary values of everything else."""
    return NumericSample(matrix)(parameters)


class NumericSample:
    """The same for several sets of parameters."""

    def __init__(self, matrix: ca.SX):
        free = ca.symvar(matrix)
        self._names, self._shape = [s.name() for s in free], matrix.shape
        self._function = ca.Function("sample", free, [matrix])

    def __call__(self, parameters: Parameters, modes: Mapping[str, float] | None = None) -> np.ndarray:
        known = dict(zip(parameters.names, parameters.numbers, strict=True)) | dict(modes or {}) if self._names else {}
        values = [ca.DM(known.get(name, 0.3 + 0.1 * (i % 7))) for i, name in enumerate(self._names)]
        found = np.array(self._function.call(values)[0], dtype=float).reshape(self._shape)
        return np.where(np.isfinite(found), found, FALLBACK)

    def in_all_modes(self, parameters: Parameters) -> np.ndarray:
        """One matrix for each combination of its modes, or for some if there are many: no pivot may vanish in one of them."""
        modes = [name for name in self._names if name in parameters.modes]
        if len(modes) <= MAX_MODES:
            combinations = np.array(list(product((-1.0, 1.0), repeat=len(modes))))
        else:
            combinations = np.sign(np.random.default_rng(1).uniform(-1, 1, (2**MAX_MODES, len(modes))))
        return np.array([self(parameters, dict(zip(modes, each, strict=True))) for each in combinations])


def dependent_columns(matrix: np.ndarray) -> list[int]:
    """The columns of a numerical matrix that are combinations of those before them."""
    rest = matrix / np.maximum(np.abs(matrix).max(axis=1, keepdims=True, initial=0.0), 1e-300)
    found = []
    for j in range(rest.shape[1]):
        r = int(np.abs(rest[:, j]).argmax())
        if np.abs(rest[r, j]) <= PIVOT:
            found.append(j)
            continue
        pivot = rest[r].copy()
        rest = rest - np.outer(rest[:, j] / pivot[j], pivot)
        rest[r] = 0.0
    return found


class _Decided:
    """Zeros and pivots of an elimination: other numbers must have the same zeros, and none at the pivots."""

    def __init__(self, matrix: ca.SX, weights: np.ndarray, parameters: Parameters, pivots: list[tuple[int, int]]):
        self._sample, self._weights, self._pivots = NumericSample(matrix), weights, pivots
        self._first = replace(parameters, numbers=list(parameters.numbers))

    @cached_property
    def _before(self) -> list[tuple[np.ndarray, np.ndarray]]:
        """With the first numbers; needed only if others come."""
        return list(self._stages(self._first))

    def __call__(self, parameters: Parameters) -> bool:
        stages = zip(self._before, self._stages(parameters), strict=True)
        return all(bool(np.all(good >= was)) and not np.any(now[before == 0.0]) for (before, was), (now, good) in stages)

    def _stages(self, parameters: Parameters) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """The remaining numbers before each pivot, and in which modes it is usable."""
        numbers = self._sample.in_all_modes(parameters) * self._weights
        scale = max(1e-300, float(np.abs(numbers).max(initial=0.0)))
        rows, columns = list(range(numbers.shape[1])), list(range(numbers.shape[2]))
        for r, c in self._pivots:
            yield numbers[np.ix_(range(len(numbers)), rows, columns)], np.abs(numbers[:, r, c]) > PIVOT * scale
            rows.remove(r)
            columns.remove(c)
            ratio = _ratio(numbers[:, rows, c], numbers[:, [r], c])
            numbers[:, rows] -= ratio[:, :, None] * numbers[:, [r]]
            numbers[np.abs(numbers) < ROUNDING * scale] = 0.0
        yield numbers[np.ix_(range(len(numbers)), rows, columns)], np.ones(1, bool)


def _ratio(above: np.ndarray, below: np.ndarray) -> np.ndarray:
    """Their quotient; zero where a pivot vanishes in some mode."""
    return np.divide(above, below, out=np.zeros(np.broadcast(above, below).shape), where=below != 0.0)


def _stable(block: np.ndarray, stable: float) -> np.ndarray:
    """Which pivots let no number grow by more than 1/stable, in all modes, and vanish in none: element by element."""
    if not stable:
        return np.ones(block.shape[1:], bool)
    return np.all((block > 0) & (block >= stable * block.max(axis=1, keepdims=True)), axis=0)


def _first_pivot(block: np.ndarray, scale: float) -> tuple[int, int] | None:
    columns = np.flatnonzero(block.max(axis=0) > ZERO * scale)
    if not columns.size:
        return None
    return int(block[:, columns[0]].argmax()), int(columns[0])


def _balance(numbers: np.ndarray, unknowns: int) -> np.ndarray:
    """Scale factors that bring the largest entry of each row and column near one (volts and amperes may have any magnitude).

    Columns after those of the unknowns do not count in the rows.
    """
    rows, columns = np.ones(numbers.shape[0]), np.ones(numbers.shape[1])
    for _ in range(3):
        sizes = np.abs(numbers) * np.outer(rows, columns)
        own = sizes[:, :unknowns]
        rows /= np.sqrt(np.where(own.any(axis=1), own.max(axis=1, initial=0.0), 1.0))
        columns /= np.sqrt(np.where(sizes.any(axis=0), sizes.max(axis=0, initial=0.0), 1.0))
    return np.outer(rows, columns)


def _sparse_pivot(
    block: np.ndarray, columns: np.ndarray, scale: float, plain: np.ndarray | None = None
) -> tuple[int, int] | None:
    """Few entries first (keeps expressions small), `plain` ones before all others, then the larger pivot; preferably pivots in
    all modes, else in some."""
    entries = block.max(axis=0) > ZERO * scale
    count = np.maximum(entries.sum(axis=1)[:, None] + entries.sum(axis=0)[None, :], 1)
    for sizes in (block.min(axis=0) * columns, block.max(axis=0) * columns):
        merit = np.where(sizes > PIVOT * scale, 1.0 / count + 1e-3 * sizes / scale, 0.0)
        merit = merit if plain is None else np.where((merit > 0) & plain, merit + 1.0, merit)
        i, j = np.unravel_index(int(merit.argmax()), merit.shape)
        if merit[i, j] != 0.0:
            return int(i), int(j)
    return None
