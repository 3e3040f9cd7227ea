"""Packing of the small system of the multipliers behind the state rates.

    h = [b (m) | lower triangle of A, row by row from the first non-zero to the diagonal | non-zeros of T, column by column]

Rows are ordered so that the rows of A are short (Cholesky's factor stays within its envelope); each may have a switch in p.
Balances of massless degrees of freedom come last: with them A is symmetric, but positive only in the rows before them.
"""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca
import numpy as np
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import reverse_cuthill_mckee

ALWAYS, BALANCE = -1, -2  # flags of a row without a switch: a constraint, or the balance of a massless degree of freedom


@dataclass(frozen=True)
class Packing:
    """The layout of b, A and T in h. Row i of the packed system is row `order[i]` of the model's multipliers."""

    states: int
    order: np.ndarray
    flags: np.ndarray  # index in p of the switch of each packed row; ALWAYS or BALANCE if it has none
    first: np.ndarray  # column of the first element of each packed row of A
    starts: np.ndarray  # non-zeros starts[j] … starts[j + 1] − 1 of T are those of packed column j
    places: np.ndarray  # the states they belong to

    @property
    def size(self) -> int:
        return self.order.size

    def on(self, p: np.ndarray) -> np.ndarray:
        """Which packed rows are active."""
        return np.array([flag < 0 or p[flag] != 0 for flag in self.flags], dtype=bool)

    def unpacked(self, h: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """b, A and T, complete, in packed order."""
        m = self.size
        A, T, here = np.zeros((m, m)), np.zeros((self.states, m)), m
        for i, first in enumerate(self.first):
            A[i, first : i + 1] = A[first : i + 1, i] = h[here : here + i + 1 - first]
            here += i + 1 - first
        columns = np.repeat(np.arange(m), np.diff(self.starts))
        T[self.places, columns] = h[here:]
        return h[:m], A, T


@dataclass(frozen=True)
class Closing:
    """Data for the integrators besides h: the closure function (x, w, p, t) -> (gaps, rates) and the states it moves."""

    address: int
    freedoms: np.ndarray  # pairs: position state, its speed state
    balls: np.ndarray  # first state of a quaternion, its three speed states
    flags: np.ndarray  # from here on as in `Packing`
    first: np.ndarray
    starts: np.ndarray
    places: np.ndarray
    order: np.ndarray

    @property
    def length(self) -> int:
        """Length of h."""
        m = self.order.size
        return m + int((np.arange(m) - self.first + 1).sum()) + self.places.size

    @classmethod
    def of(cls, address: int, freedoms: np.ndarray, balls: np.ndarray, packing: Packing) -> Closing:
        parts = {name: part for name, part in vars(packing).items() if name != "states"}
        return cls(address, freedoms, balls, **parts)


@dataclass(frozen=True)
class Torn:
    """Nonlinear algebraic equations: machine code (x, w, p, t) -> (r, ∂r/∂z), and the indices of the unknowns z in x."""

    address: int
    work_size: int
    places: np.ndarray
    linear: bool = False  # ∂r/∂z does not depend on z


def pack(b: ca.SX, dx: ca.SX, w: ca.SX, flags: list[int] | None = None) -> tuple[ca.SX, Packing]:
    """h and its packing, for b + A w = 0 and dx + T w, both given as expressions in w."""
    A, T = ca.jacobian(b, w), ca.jacobian(dx, w)
    m = w.numel()
    rows, columns = A.sparsity().get_triplet()
    filled = np.eye(m, dtype=bool)
    filled[rows, columns] = filled[columns, rows] = True
    given = np.array([ALWAYS] * m if flags is None else flags, dtype=np.int64)
    order, first = _short_rows(filled, given == BALANCE)
    A, T = A[order.tolist(), order.tolist()], T[:, order.tolist()]
    lower = [A[i, int(start) : i + 1].T for i, start in enumerate(first)]
    starts, places = (np.array(part, dtype=np.int64) for part in (T.sparsity().colind(), T.sparsity().row()))
    effects = T.nz[:] if T.nnz() else ca.SX(0, 1)  # none where holds act on given motions alone
    h = ca.vertcat(b[order.tolist()], *lower, effects)
    return ca.densify(h), Packing(dx.numel(), order, given[order], first, starts, places)


def _short_rows(filled: np.ndarray, last: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """An order of the rows with a small envelope, the given one unless another is clearly better; first column of each row."""
    given = np.argsort(last, kind="stable")
    other = np.array(reverse_cuthill_mckee(csr_matrix(filled), symmetric_mode=True), dtype=np.int64)
    other = other[np.argsort(last[other], kind="stable")]
    envelopes = [filled[np.ix_(order, order)].argmax(axis=1).astype(np.int64) for order in (given, other)]
    sizes = [int((given - first).sum()) for first in envelopes]
    return (other, envelopes[1]) if sizes[1] < 0.8 * sizes[0] else (given, envelopes[0])
