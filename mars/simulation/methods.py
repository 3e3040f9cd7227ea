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

# Methods of low order, or with expensive steps, do not default to ten digits.
TOLERANCES = {"radau": {"rtol": 1e-7, "atol": 1e-9}, "newmark": {"rtol": 1e-5, "atol": 1e-7}}
STIFF = {"rtol": 1e-8, "atol": 1e-9}  # of an automatic Radau, unless the user wants more than the default
LANES = 4  # states at which the model is evaluated in parallel, for Jacobians


# Each method, with its machine code, is imported on first use.


def _automatic(model: Model, settings: Settings, tolerances: Tolerances) -> Config:
    from mars.solvers.auto import Automatic

    rtol, atol = (
        max(asked, STIFF[name]) if asked >= getattr(type(settings), name) else asked
        for name, asked in (("rtol", settings.rtol), ("atol", settings.atol))
    )
    return Automatic(*tolerances, stiff=(rtol, _scaled(model, atol)))


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


def solver_config(model: Model, settings: Settings, max_step: float) -> Config:
    """The configuration of the method named in the settings; it creates the integrator."""
    return CONFIGS[settings.method](model, settings, (settings.rtol, _scaled(model, settings.atol), max_step))


def lanes_of(model: Model) -> RightHandSide | None:
    """The model evaluated at four states in parallel, for Jacobians; None if torn unknowns are solved one by one."""
    return None if model.torn_places else compile_function(model.function, lanes=LANES)


def _scaled(model: Model, atol: float) -> float | tuple[float, ...]:
    """The absolute tolerance of each state, by its scale; a single number if all scales are one."""
    scales = tuple(state.scale for state in model.states)
    return atol if all(scale == 1.0 for scale in scales) else tuple(atol * scale for scale in scales)
