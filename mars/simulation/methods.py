"""The integration methods by name, and their requirements on a model."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from mars.machine import compile_function
from mars.model.build import Model

if TYPE_CHECKING:
    from mars.simulation.settings import Settings
    from mars.solvers.contract import Config, RightHandSide

    Tolerances = tuple[float, float | tuple[float, ...], float]  # rtol, atol, largest step

# Relative and absolute: one default for auto, rk8, rk5 and radau, which keep the same accuracy. Newmark, of order 2, cannot
# afford eight digits; ida, the witness, should be at least as accurate as what it checks.
USUAL_TOLERANCES = (1e-8, 1e-10)
TOLERANCES = {"newmark": (1e-5, 1e-7), "ida": (1e-9, 1e-10)}
LANES = 4  # states at which the model is evaluated in parallel, for Jacobians


# Each method, with its machine code, is imported on first use.


def _automatic(_model: Model, _settings: Settings, tolerances: Tolerances) -> Config:
    from mars.solvers.auto import Automatic

    return Automatic(*tolerances)


def _explicit(_model: Model, settings: Settings, tolerances: Tolerances) -> Config:
    from mars.solvers.explicit import Explicit

    return Explicit(settings.method, *tolerances)


def _radau(_model: Model, _settings: Settings, tolerances: Tolerances) -> Config:
    from mars.solvers.radau import Radau

    return Radau(*tolerances)


def _newmark(_model: Model, settings: Settings, tolerances: Tolerances) -> Config:
    from mars.solvers.newmark import Newmark

    return Newmark(settings.beta, settings.gamma, settings.fixed_step or 0.0, settings.iterations, *tolerances)


CONFIGS: dict[str, Callable[[Model, Settings, Tolerances], Config]] = {
    "auto": _automatic,
    "rk8": _explicit,
    "rk5": _explicit,
    "radau": _radau,
    "newmark": _newmark,
}
METHODS = (*CONFIGS, "ida")  # ida solves the tableau, not the model


def solver_config(model: Model, settings: Settings) -> Config:
    """The configuration of the method named in the settings; it creates the integrator."""
    return CONFIGS[settings.method](model, settings, (settings.rtol, _scaled(model, settings.atol), settings.max_step))


def tolerances(method: str, rtol: float | None, atol: float | None) -> tuple[float, float]:
    """The relative and the absolute tolerance of a method; None: its default, for the absolute one in proportion to the other."""
    usual, least = TOLERANCES.get(method, USUAL_TOLERANCES)
    rtol = usual if rtol is None else rtol
    return rtol, rtol * (least / usual) if atol is None else atol


def lanes_of(model: Model) -> RightHandSide | None:
    """The model evaluated at four states in parallel, for Jacobians; None if torn unknowns are solved one by one."""
    return None if model.torn_places else compile_function(model.function, lanes=LANES)


def _scaled(model: Model, atol: float) -> float | tuple[float, ...]:
    """The absolute tolerance of each state, by its scale; a single number if all scales are one."""
    scales = tuple(state.scale for state in model.states)
    return atol if all(scale == 1.0 for scale in scales) else tuple(atol * scale for scale in scales)
