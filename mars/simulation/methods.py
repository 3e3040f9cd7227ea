"""The integration methods by name, and what each needs of a model."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from mars.clocks import NEVER
from mars.machine import compile_function
from mars.model.build import Model
from mars.model.compiled import CompiledModel, closing_states

if TYPE_CHECKING:
    from mars.simulation.settings import Settings
    from mars.solvers.driver import Making, State

METHODS = ("auto", "rk8", "rk5", "radau", "newmark", "ida")
# Methods of low order, or with dear steps, are not asked for ten digits unless the user does.
TOLERANCES = {"radau": {"rtol": 1e-7, "atol": 1e-9}, "newmark": {"rtol": 1e-5, "atol": 1e-7}}
STIFF = {"rtol": 1e-8, "atol": 1e-9}  # where the method is chosen for the user, who asked for more


@dataclass
class Problem:
    """What is to be integrated, from where to where."""

    model: Model
    native: CompiledModel
    x: np.ndarray
    p: np.ndarray
    begin: float
    end: float
    state: State | None = None  # to go on from
    on_switch: Callable[[Any], None] | None = None
    entering: str = "start"  # what `on_switch` is told first


def prepare(problem: Problem, settings: Settings, max_step: float) -> Making:
    """A run that has not begun, to be advanced; each method is compiled when it is first used."""
    model, method = problem.model, settings.method
    start = (problem.native, problem.x, problem.begin, problem.end, model.breaks, problem.p)
    options: dict[str, Any] = {"quaternions": model.quaternions, "state": problem.state, "on_switch": problem.on_switch}
    options |= {"entering": problem.entering, "ticks": model.ticks if problem.on_switch is not None else NEVER}
    tolerances = (settings.rtol, _scaled(model, settings.atol), max_step)
    if method in ("rk8", "rk5"):
        from mars.solvers import explicit

        return explicit.prepare(*start, explicit.Explicit(method, *tolerances), **options)

    def lanes() -> Any:
        """The model four at a time, for Jacobians; torn unknowns are found one by one."""
        return None if model.torn_places else compile_function(model.function, lanes=4)

    if method == "auto":
        from mars.solvers import auto

        rtol, atol = (
            max(asked, STIFF[name]) if asked >= getattr(type(settings), name) else asked
            for name, asked in (("rtol", settings.rtol), ("atol", settings.atol))
        )
        chosen = auto.Automatic(*tolerances, stiff=(rtol, _scaled(model, atol)))
        return auto.prepare(*start, chosen, lanes=lanes, **options)
    if method == "radau":
        from mars.solvers import radau

        return radau.prepare(*start, radau.Radau(*tolerances), lanes=lanes(), **options)
    from mars.solvers import newmark

    chosen = newmark.Newmark(settings.beta, settings.gamma, settings.fixed_step or 0.0, settings.iterations, *tolerances)
    return newmark.prepare(*start, chosen, lanes=lanes(), motions=closing_states(model), **options)


def _scaled(model: Model, atol: float) -> float | tuple[float, ...]:
    """The absolute tolerance of each state, by its scale; one number where all have the same."""
    scales = tuple(state.scale for state in model.states)
    return atol if all(scale == 1.0 for scale in scales) else tuple(atol * scale for scale in scales)
