"""Torn unknowns of nonlinear algebraic equations at one state: damped Newton, as in every evaluation by the integrators."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from mars.errors import CircuitError, Complaint
from mars.messages import Message
from mars.model.build import Model

TRIES = 100
SHORTEST = 2.0**-20  # of a Newton step
VOLTAGES = (0.6, 5.0, 12.0, 24.0, 48.0, 100.0, 300.0, 600.0)  # V: typical of diodes and supplies, used as starting points
SETTLED = 1e-13  # of the largest unknown: the last Newton step
NO_STEP = 1e-15  # in the unit of the unknown
SINGULAR = 1e-16  # of the largest singular value: a combination that nothing determines
LEFT = 1e-6  # of the residual, so that a singular matrix does not pass for a solution
ROUNDING = 1e-9  # of the terms of a residual


def solve_torn_unknowns(model: Model, x: np.ndarray, p: np.ndarray, t: float = 0.0) -> np.ndarray:
    """The state with its torn unknowns solved, from their values in x or else from typical voltages; or an error."""
    places = model.torn_places
    if not places:
        return x
    if model.torn_is_linear:
        return _solve_linear(model, x, p, t)
    volts = np.array([torn.unit == "V" for torn in model.network.torn])
    guesses = [x[places], *(np.where(volts, guess, 0.0) for guess in VOLTAGES if volts.any())]
    for guess in guesses:
        found, r = _newton(model, x, p, t, guess)
        if found is not None:
            return found
    worst = model.network.torn[int(np.abs(np.nan_to_num(r, nan=np.inf)).argmax())]
    cause = Message("no solution found for the nonlinear laws around it (Newton residual {max:.3g})", max=np.abs(r).max())
    raise CircuitError(
        [Complaint(worst.name, cause, "Set a start value closer to the solution, or make the laws smoother", code="nonlinear")]
    )


def _solve_linear(model: Model, x: np.ndarray, p: np.ndarray, t: float) -> np.ndarray:
    """Two steps, the second of which removes the rounding of the first. Unknowns that nothing determines stay as they are."""
    places, x, w = model.torn_places, x.copy(), np.zeros(model.constraints.size)

    def evaluate(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        r, J = model.torn(x, w, p, t)
        return np.array(r).ravel(), np.array(J)

    r, J = evaluate(x)
    finite = bool(np.all(np.isfinite(J)))
    sizes = np.linalg.svd(J)[1] if finite else np.ones(1)
    regular = finite and sizes[-1] > SINGULAR * sizes[0]
    for _ in range(2 if finite else 0):
        x[places] -= np.linalg.solve(J, r) if regular else np.linalg.lstsq(J, r, rcond=10 * SINGULAR)[0]
        r, J = evaluate(x)
    if regular and np.all(np.isfinite(x[places])):
        return x
    rounding = ROUNDING * float((np.abs(J) @ np.abs(x[places])).max() + np.abs(x).max())
    if finite and np.abs(r).max() <= rounding and not _holds_states(model, x, J, evaluate):
        return x
    raise CircuitError([forced_complaint(model, np.abs(np.linalg.svd(J)[2][-1]) if finite else np.ones(len(places)))])


def forced_complaint(model: Model, shares: np.ndarray) -> Complaint:
    """Switches in modes that contradict the state; `shares` says how much each torn unknown takes part."""
    cause = (
        "its switches force a current of an inductor or a voltage of a capacitor, or leave everything around them undetermined"
    )
    remedy = "Use elements with a resistance (electrical.diode, electrical.switch) there, or insert a resistor"
    return Complaint(model.network.torn[int(shares.argmax())].name, cause, remedy, code="forced-state")


def _holds_states(model: Model, x: np.ndarray, J: np.ndarray, evaluate: Callable) -> bool:
    """Whether a combination of the residuals contains states but no unknowns."""
    left, values, _ = np.linalg.svd(J)
    free = left[:, values <= 10 * SINGULAR * values[0]]
    if not free.size:
        return False
    others = np.setdiff1d(np.arange(x.size), model.torn_places)
    other = x.copy()
    other[others] += np.cos(2.4 * np.arange(others.size)) * (1 + np.abs(x[others]))
    change = evaluate(other)[0] - evaluate(x)[0]
    return bool(np.abs(free.T @ change).max() > LEFT * max(1e-300, float(np.abs(change).max())))


def _newton(model: Model, x: np.ndarray, p: np.ndarray, t: float, z: np.ndarray) -> tuple[np.ndarray | None, np.ndarray]:
    """The state with its torn unknowns solved from z, or None; and the last residuals."""
    places = model.torn_places
    x, w = x.copy(), np.zeros(model.constraints.size)

    def evaluate(z: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        x[places] = z
        r, J = model.torn(x, w, p, t)
        return np.array(r).ravel(), np.array(J)

    for _ in range(TRIES):
        r, J = evaluate(z)
        step = (
            -np.linalg.lstsq(J, r, rcond=1e-13)[0]
            if np.all(np.isfinite(J)) and np.all(np.isfinite(r))
            else np.full(z.size, np.nan)
        )
        if not np.all(np.isfinite(step)):
            break
        left = np.abs(r + J @ step).max()  # where the matrix is singular, a zero step is not a solution
        rounding = ROUNDING * (np.abs(J) @ np.abs(z)).max()
        if (
            np.abs(step).max() <= max(SETTLED * np.abs(z).max(), NO_STEP) and left <= max(LEFT * np.abs(r).max(), rounding)
        ) or not np.any(r):
            x[places] = z + step
            return x, r
        part = 1.0
        while part >= SHORTEST:  # Deuflhard's natural test: with the same matrix the next step must be smaller
            ahead = np.linalg.lstsq(J, evaluate(z + part * step)[0], rcond=1e-13)[0]
            if np.all(np.isfinite(ahead)) and np.linalg.norm(ahead) <= (1 - part / 4) * np.linalg.norm(step):
                break
            part *= 0.5
        z = z + max(part, SHORTEST) * step
    return None, evaluate(z)[0]
