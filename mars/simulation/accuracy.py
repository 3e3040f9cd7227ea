"""How accurate a run is: an estimate of its error by a finer run, and whether rounding allows what was asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from mars.errors import DocumentError
from mars.flat_names import shown
from mars.messages import Message

if TYPE_CHECKING:
    from mars.simulation.run import Run
    from mars.simulation.settings import Settings

EPSILON = float(np.finfo(float).eps)
FINEST = 50 * EPSILON  # a smaller rtol cannot be told from rounding in a single step
SAMPLES = 16  # steps at which rounding is measured
NUDGE, ORDER = 1e-4, 6  # relative distance of the states at which rates are compared; order of their difference
TIGHTER = 10.0  # factor between the tolerances of a run and of its finer repetition


def error_estimate(run: Run, repeat: Callable[[Settings], Run]) -> dict[str, float]:
    """The largest error of each state at the output times, estimated by repeating the run with finer steps.

    With steps of half the size the error of order p falls to 2⁻ᵖ: the difference is 1 − 2⁻ᵖ of it.
    """
    settings = run.settings
    assert settings is not None
    rest = 1 / TIGHTER
    finer = replace(settings, rtol=settings.rtol / TIGHTER, atol=settings.atol / TIGHTER)
    if settings.method == "newmark":
        order = 2 if settings.gamma == 0.5 else 1
        rest = 0.5**order
        less = 2.0 ** (order + 1)  # the error of one step is of one order more
        halved = settings.fixed_step / 2 if settings.fixed_step else None
        finer = replace(settings, fixed_step=halved, rtol=settings.rtol / less, atol=settings.atol / less)
    other = repeat(finer)
    if other.status != run.status and other.time[-1] < run.time[-1]:
        raise DocumentError("the run with finer steps ended early: the error is unknown", code="not-supported")
    largest = np.abs(run.states - other.states_at(run.time)).max(axis=0, initial=0.0) / (1 - rest)
    return {shown(state.name): float(error) for state, error in zip(run.model.states, largest, strict=True)}


def rounding_remarks(run: Run) -> list[str]:
    """A remark if rounding in the rates adds up to more than the tolerances allow."""
    settings, steps, native = run.settings, run.steps, run.native
    if settings is None or steps is None or native is None or settings.fixed_step or steps.t.size < 2 or not run.model.states:
        return []
    from mars.solvers.solved_rates import solved_rates
    from mars.solvers.stiffness import spectral_radius

    lengths = np.diff(steps.t)
    moved = np.flatnonzero(lengths > 0)
    if not moved.size:
        return []
    chosen = moved[np.unique(np.linspace(0, moved.size - 1, SAMPLES).astype(int))]
    x, t, rows = steps.x[chosen], steps.t[chosen], steps.segment[chosen]
    signs = np.random.default_rng(1).choice([-1.0, 1.0], x.shape)
    rates = [
        solved_rates(native, x * (1 + i * NUDGE * signs), steps.parameters, rows, t)[0][:, : x.shape[1]] for i in range(ORDER + 1)
    ]
    radii = [spectral_radius(native, *point) for point in zip(x, steps.parameters[rows], t, strict=True)]
    span = steps.t[-1] - steps.t[0]
    lasting = np.minimum(span, 1 / np.maximum(radii, 1 / span))  # of a disturbance: the time constant of the fastest mode
    # High differences of a smooth function vanish, those of rounding grow (Moré and Wild, SIAM J. Sci. Comput. 33, 2011).
    rounding = np.abs(np.diff(rates, ORDER, axis=0)[0]) / comb(2 * ORDER, ORDER) ** 0.5
    # The median, because a corner close to a state looks like rounding.
    noise = np.nanmedian(np.sqrt(lasting * span)[:, None] * rounding + EPSILON * np.abs(x), axis=0)
    scales = np.array([state.scale for state in run.model.states])
    allowed = settings.rtol * np.abs(steps.x).max(axis=0) + settings.atol * scales
    parts = noise / allowed
    worst = int(parts.argmax())
    ratio = max(float(parts[worst]), FINEST / settings.rtol)
    if not ratio > 1:
        return []
    return [
        Message(
            "rounding limits the relative accuracy of {name} to about {floor:.0e}; rtol = {rtol:g} asks for more. "
            "A larger rtol gives the same results sooner.",
            code="rounding",
            name=shown(run.model.states[worst].name),
            floor=settings.rtol * ratio,
            rtol=settings.rtol,
        )
    ]
