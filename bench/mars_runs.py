"""Runs of Mars for the bench: only the integration is timed, as the peers are not charged for building their models."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import cache, cached_property, partial
from typing import Any

import numpy as np
from mars.circuits.closed import n_four_bar

from bench.chain import DAMPING, END_TIME, SIMULATED, START
from bench.mars_side import chain_circuit
from bench.mechanisms import (
    MAST_ANGLES,
    MAST_TIME,
    ROOT,
    SQUEEZED,
    SQUEEZER_ANGLES,
    WINDOWS_TIME,
    largest,
    mast,
    squeezer,
    windows_error,
)
from bench.peers import Ladder
from mars import load
from mars.document.circuit import Circuit
from mars.machine import compile_function
from mars.model.build import build_model
from mars.model.compiled import closing_states, compile_model
from mars.model.variables import Variables
from mars.simulation.settings import Settings
from mars.solvers.driver import integrate
from mars.solvers.explicit import Explicit
from mars.solvers.newmark import Newmark
from mars.solvers.radau import Radau
from mars.start.start_values import start_state

TOLERANCES = tuple(10 ** (-3 - i / 4) for i in range(29))  # relative and absolute; the same rungs as for Exudyn


class Simulation:
    """A compiled circuit at its start."""

    def __init__(self, circuit: Circuit, joints: Sequence[str], until: float):
        model = build_model(circuit)
        names = [state.name for state in model.states]
        self.angles = [names.index(f"{joint}.angle") for joint in joints]
        start = start_state(model, Variables(model))
        self.function, self.problem = model.function, (compile_model(model), start, 0.0, until, model.breaks, model.parameters())

    def run(self, method: str, rtol: float, atol: float) -> tuple[float, np.ndarray]:
        """Seconds spent and the angles of the joints at the end."""
        if method == "radau":
            call = partial(integrate, *self.problem, Radau(rtol, atol), lanes=self._lanes)
        else:
            call = partial(integrate, *self.problem, Explicit(method, rtol, atol))
        clock = time.perf_counter()
        steps = call()
        seconds = time.perf_counter() - clock
        return seconds, steps.x[-1, self.angles] if steps.status == "finished" else np.full(len(self.angles), np.nan)

    def ladders(self, *methods: str) -> dict[str, Ladder]:
        """Methods by name: tolerances from coarse to fine, relative and absolute, and tolerance -> (seconds, angles)."""
        return {f"{method} tolerance": (TOLERANCES, lambda tol, method=method: self.run(method, tol, tol)) for method in methods}

    @cached_property
    def _lanes(self) -> Any:
        return compile_function(self.function, lanes=4)


def simulate() -> dict[str, Ladder]:
    """The chain of SIMULATED joints with DAMPING, from START at rest."""
    circuit = chain_circuit(SIMULATED, DAMPING)
    joints = [f"KN{i}" for i in range(1, SIMULATED + 1)]
    for joint in joints:
        circuit.set_start(f"{joint}.angle", START)
    return Simulation(circuit, joints, END_TIME).ladders("rk5", "rk8")


def squeeze() -> dict[str, Ladder]:
    return Simulation(squeezer(), SQUEEZER_ANGLES, SQUEEZED).ladders("rk5", "rk8")


def windows(count: int) -> Callable[[], float]:
    """IFToMM A02 at the default settings, as a run that returns its seconds per simulated second."""
    simulation, default = Simulation(n_four_bar(count), [f"J{i}" for i in range(count + 1)], WINDOWS_TIME), Settings()

    def run() -> float:
        seconds, angles = simulation.run("rk8", default.rtol, default.atol)
        if not (error := windows_error(count, angles)) <= 1e-6:
            raise ArithmeticError(f"{count} windows are off by {error:.1e} rad: not timed")
        return seconds / WINDOWS_TIME

    return run


def swing(method: str) -> dict[str, Ladder]:
    """The stiff mast."""
    return _mast().ladders(method)


def swing_error(angles: np.ndarray) -> float:
    """Largest error of a joint against rk8 at 10⁻¹²."""
    return largest(angles - _swung())


@cache
def _mast() -> Simulation:
    return Simulation(mast(), MAST_ANGLES, MAST_TIME)


@cache
def _swung() -> np.ndarray:
    return _mast().run("rk8", 1e-12, 1e-12)[1]


def steps_per_matrix() -> float:
    """Steps of 10 ms per iteration matrix of the Newmark method, on the smooth motion of an arm."""
    model = build_model(load(ROOT / "circuits" / "two_segment_manipulator.mars"))
    problem = (compile_model(model), start_state(model, Variables(model)), 0.0, 5.0, model.breaks, model.parameters())
    steps = integrate(*problem, Newmark(step=0.01), motions=closing_states(model))
    exact = integrate(*problem, Explicit("rk8", 1e-12, 1e-12))
    error = largest(steps.x[-1] - exact.x[-1])
    if steps.status != "finished" or not error <= 1e-6:
        raise ArithmeticError(f"the arm is off by {error:.1e} at the end ({steps.status}): not counted")
    return steps.steps_per_matrix
