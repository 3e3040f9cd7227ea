"""Modes in which ideal switches force states (`mars/model/forced_states.py`): what they force, and the weights P."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from mars.errors import Complaint
from mars.model.build import Model
from mars.model.forced_states import SINGULAR
from mars.start.torn_unknowns import forced_complaint

NEAR = 1e-9  # of the largest terms so far: the constraint is met
DRIFT, SMALL = 1e-3, 1e-6  # of the terms of now, and of the largest so far: less is the error of integration
OVERSHOOTS = 4.0  # of an event's guard: the same
STEADY = 1e-6  # of the terms of a rate: it is zero
LEAK = 1e-9  # Ω and S: of ideal switches in modes that contradict the state
TINY = 1e-300


class ForcedModes:
    """What the modes of p force at a state whose torn unknowns need not be solved.

    With rows and columns scaled, N are the combinations of residuals without unknowns, Z the combinations of unknowns that do not
    occur. The rates of some of the former, N `_driven`, determine some of the latter.
    """

    def __init__(self, model: Model, x: np.ndarray, p: np.ndarray, t: float):
        self._model, self._x, self._p, self._t = model, x, p, t
        r, self._J, self._in_x, _, self._rate_in_z, _, self._push = self._evaluate(x)
        self._r = r.ravel()

    def _evaluate(self, x: np.ndarray) -> list[np.ndarray]:
        return [np.array(part) for part in self._model.forced_function(x, self._p, self._t)]

    @cached_property
    def _scales(self) -> tuple[np.ndarray, np.ndarray]:
        """Of rows and columns."""
        rows = 1.0 / _or_one(np.abs(self._J).max(axis=1))
        return rows, 1.0 / _or_one((np.abs(self._J) * rows[:, None]).max(axis=0))

    @cached_property
    def _null(self) -> tuple[np.ndarray, np.ndarray]:
        rows, columns = self._scales
        left, sizes, right = np.linalg.svd(self._J * rows[:, None] * columns)
        zero = sizes <= SINGULAR * max(float(sizes[0]), TINY)
        return left[:, zero], right[zero].T

    @property
    def is_regular(self) -> bool:
        return not np.all(np.isfinite(self._J)) or self._null[0].shape[1] == 0

    @cached_property
    def _driven(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Singular values of the effect of Z on the rates of N: combinations of rows, values, combinations of unknowns; and the
        rows on which nothing has an effect."""
        (rows, columns), (N, Z) = self._scales, self._null
        slopes = self._rate_in_z * rows[:, None] * columns
        left, sizes, right = np.linalg.svd(N.T @ slopes @ Z)
        rank = int((sizes > SINGULAR * max(float(np.abs(slopes).max()), TINY)).sum())
        return N @ left[:, :rank], sizes[:rank], Z @ right[:rank].T, N @ left[:, rank:]

    @property
    def weights(self) -> np.ndarray:
        """P and Q, column by column. Each forced combination keeps its constraint, with the circuit's time constant at 1 Ω."""
        rows, (driven, sizes, _, fixed) = self._scales[0], self._driven
        both = [each * rows / rows[:, None] for each in ((driven / sizes) @ driven.T, fixed @ fixed.T)]
        return np.hstack(both).ravel(order="F")

    def are_met(self, largest: np.ndarray, overshoot: float) -> bool:
        """Whether the state meets all constraints. `largest` are the magnitudes of the terms so far; `overshoot` is how far
        guards have become negative."""
        return self._are_below(NEAR * largest + OVERSHOOTS * overshoot)

    def have_drifted(self, largest: np.ndarray) -> bool:
        """Whether the state misses the constraints by little, not by a jump of a source."""
        return self._are_below(DRIFT * self.terms + SMALL * largest)

    @property
    def terms(self) -> np.ndarray:
        """Magnitudes of the terms of the residuals."""
        return np.abs(self._r) + np.abs(self._in_x) @ np.abs(self._x)

    def _are_below(self, limits: np.ndarray) -> bool:
        """Whether the constraints are, given limits of the residuals."""
        every = np.hstack([self._driven[0], self._driven[3]]) * self._scales[0][:, None]
        return not np.any(np.abs(every.T @ self._r) > np.abs(every.T) @ limits)

    def stay_met(self, x: np.ndarray) -> bool:
        """The same for the rates of those that no unknown influences; x is the solved state."""
        fixed = self._driven[3] * self._scales[0][:, None]
        if not fixed.size:
            return True
        rate, rates = (part.ravel() for part in self._evaluate(x)[3:6:2])
        moved = np.abs(self._in_x) @ np.abs(rates)
        terms = moved + np.abs(rate - self._in_x @ rates)
        return not np.any(np.abs(fixed.T @ rate) > STEADY * (np.abs(fixed.T) @ terms))

    def complaint(self) -> Complaint:
        return forced_complaint(self._model, np.abs(self._null[1]).max(axis=1))

    def nearest(self) -> np.ndarray:
        """The state moved by impulses of the unknowns until it meets the constraints."""
        (rows, columns), (driven, sizes, ways, _) = self._scales, self._driven
        impulses = ways @ (driven.T @ (rows * self._r) / sizes)
        return self._x - self._push @ (columns * impulses)


def _or_one(sizes: np.ndarray) -> np.ndarray:
    return np.where(sizes > 0, sizes, 1.0)
