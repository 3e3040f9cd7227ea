"""Modes in which ideal switches force states: a coil behind diodes that block has no current, and a capacitor at a diode that
conducts has the voltage of its source.

There the residuals r of the torn unknowns z leave a hidden constraint (index 2): some combinations Nᵀr contain states, but no z.
Their rates do determine z. So the residuals become r + P ṙ + Q r', where P = N W Nᵀ is chosen together with the modes
(`mars/start/forced_states.py`) and zero in all others. Then Nᵀr + W Nᵀṙ = 0: the constraint, met at the event, stays met.
Combinations without anything, as between diodes in series that block, are determined by r', the derivative by the modes: by a
leakage and a resistance that are alike for all switches and vanish.
"""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca
import numpy as np

from mars.model.networks.elimination import NumericSample
from mars.model.symbols import ModeSymbol, Parameters, Symbols

MOST_UNKNOWNS = 60  # P has as many rows and columns
SINGULAR = 1e-12  # of the largest singular value, after scaling


@dataclass(frozen=True)
class ForcedStates:
    """P and Q, the modes on which they depend, and the residuals as functions of the states x with z among them."""

    weights: ModeSymbol  # P, then Q, column by column
    modes: list[int]  # indices in p
    residuals: ca.SX
    slopes: ca.SX  # their rates, for given z
    leaks: ca.SX  # their derivative by the modes
    rates: ca.SX  # of x
    z: ca.SX

    @property
    def places(self) -> slice:
        """Of P and Q among the parameters."""
        return slice(self.weights.index, self.weights.index + 2 * self.z.numel() ** 2)

    @property
    def completed(self) -> ca.SX:
        """r + P ṙ + Q r'."""
        P, Q = ca.horzsplit(ca.reshape(self.weights.symbol, self.z.numel(), 2 * self.z.numel()), self.z.numel())
        return self.residuals + P @ self.slopes + Q @ self.leaks

    def function(self, x: ca.SX, p: ca.SX, t: ca.SX) -> ca.Function:
        """(x, p, t) -> (r, ∂r/∂z, ∂r/∂x, ṙ, ∂ṙ/∂z, ẋ, ∂ẋ/∂z)."""
        r, slopes, rates, z = self.residuals, self.slopes, self.rates, self.z
        parts = [r, ca.jacobian(r, z), ca.jacobian(r, x), slopes, ca.jacobian(slopes, z), rates, ca.jacobian(rates, z)]
        return ca.Function("forced", [x, p, t], [ca.densify(part) for part in parts], {"cse": True})


def find_forced_states(symbols: Symbols, x: ca.SX, w: ca.SX, rates: ca.SX, z: ca.SX, residuals: ca.SX) -> ForcedStates | None:
    """None where no mode forces a state, or where it cannot be treated: the combinations must be constant between events, and
    their rates must not depend on the multipliers w."""
    parameters, t, count = symbols.parameters, symbols.t, z.numel()
    if not 0 < count <= MOST_UNKNOWNS:
        return None
    J = ca.jacobian(residuals, z)
    if ca.depends_on(J, ca.vertcat(x, t)) or not _is_singular_somewhere(parameters, J):
        return None
    slopes = ca.jtimes(residuals, ca.vertcat(x, t), ca.vertcat(rates, 1.0))
    if ca.depends_on(ca.jacobian(slopes, z), z) or ca.depends_on(slopes, w):
        return None
    own = {s.name() for s in ca.symvar(J)}
    modes = [mode for mode in symbols.modes.values() if mode.symbol.numel() == 1 and mode.symbol.name() in own]
    together = ca.vertcat(*(mode.symbol for mode in modes))
    leaks = ca.jtimes(residuals, together, together)
    rates = ca.substitute(rates, w, ca.SX.zeros(w.shape))
    index = len(parameters.symbols)
    weights = [parameters.add(f"forced_{n}", 0.0) for n in range(2 * count**2)]
    return ForcedStates(
        ModeSymbol(index, ca.vertcat(*weights)), [mode.index for mode in modes], residuals, slopes, leaks, rates, z
    )


def _is_singular_somewhere(parameters: Parameters, J: ca.SX) -> bool:
    numbers = NumericSample(J)
    alike = [numbers(parameters, dict.fromkeys(parameters.modes, mode)) for mode in (-1.0, 1.0)]
    for matrix in [*alike, *numbers.in_all_modes(parameters)]:
        sizes = np.linalg.svd(scaled(matrix))[1]
        if sizes[-1] <= SINGULAR * sizes[0]:
            return True
    return False


def scaled(matrix: np.ndarray) -> np.ndarray:
    """Its rows and columns divided by their largest numbers."""
    for axis in (1, 0):
        largest = np.abs(matrix).max(axis=axis, keepdims=True, initial=0.0)
        matrix = matrix / np.where(largest > 0, largest, 1.0)
    return matrix
