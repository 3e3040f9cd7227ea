"""The driver: circuit in, run out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any

import numpy as np

from mars.circuit import Circuit
from mars.equivalents import lost_freedom
from mars.errors import CircuitError, DocumentError, RunError
from mars.expressions import quantity
from mars.model import Model, build_model
from mars.networks.parts import joint_ports
from mars.run import Run, WitnessRun
from mars.snapshot import Snapshot
from mars.start import start_state
from mars.variables import Variables

if TYPE_CHECKING:
    from mars.solvers.explicit import Progress

METHODS = ("rk8", "rk5", "radau", "ida")
MODES = ("dynamic", "kinematic")
UNITS = {"until": "s", "step": "s", "max_step": "s", "rtol": "1", "atol": "1"}  # numbers may be typed with units


@dataclass(frozen=True)
class Settings:
    """How to run: the circuit's own `run` section, overridden by what the caller says."""

    until: float = 10.0
    step: float | None = None  # between output times; None: 500 of them
    method: str = "rk8"
    rtol: float = 1e-9
    atol: float = 1e-10
    mode: str = "dynamic"
    max_step: float = float("inf")

    @classmethod
    def of(cls, circuit: Circuit, **given: Any) -> Settings:
        known = cls.__dataclass_fields__
        values: dict[str, Any] = {name: value for name, value in circuit.run.items() if name in known and value is not None}
        if values.get("method") == "auto":
            values.pop("method")
        values |= {name: value for name, value in given.items() if value is not None}
        known_variables = circuit.variable_values()
        for name, value in values.items():
            if isinstance(value, str) and name in UNITS:
                try:
                    values[name] = quantity(value, known_variables, UNITS[name])
                except DocumentError as error:
                    raise DocumentError(f"run.{name}: {error}") from None
        if values.get("method") == "radau":  # of order 5 and with dearer steps
            values = {"rtol": 1e-7, "atol": 1e-9} | values
        settings = cls(**values)
        settings._check()
        return settings

    def _check(self) -> None:
        for name in ("until", "rtol", "atol", "max_step") + (("step",) if self.step is not None else ()):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int | float) or not value > 0:
                raise DocumentError(f"run.{name} = {value!r} must be a number above zero")
        if not isfinite(self.until):
            raise DocumentError("run.until must be a finite time in seconds")
        if self.max_step < 1e-9 * self.until:
            raise DocumentError(f"run.max_step = {self.max_step:g} s makes more than a billion steps. Choose a larger one")
        if self.step is not None and self.until / self.step > 5e6:
            raise DocumentError(f"run.step = {self.step:g} s makes more than 5 million output times. Choose a larger step")
        if self.method not in METHODS:
            raise DocumentError(f"there is no method «{self.method}». Choose one of {', '.join(METHODS)}")
        if self.mode not in MODES:
            raise DocumentError(f"there is no mode «{self.mode}». Choose one of {', '.join(MODES)}")

    def times(self) -> np.ndarray:
        if self.step is None:
            return np.linspace(0.0, self.until, 501)
        count = int(np.floor(self.until / self.step * (1 + 1e-12)))
        times = np.minimum(self.step * np.arange(count + 1), self.until)
        return times if self.until - times[-1] < 1e-9 * self.step else np.append(times, self.until)


def simulate(
    circuit: Circuit,
    until: float | None = None,
    *,
    method: str | None = None,
    rtol: float | None = None,
    atol: float | None = None,
    step: float | None = None,
    times: Sequence[float] | np.ndarray | None = None,
    mode: str | None = None,
    max_step: float | None = None,
    progress: Callable[[Progress], bool | None] | None = None,
    resume: Snapshot | None = None,
) -> Run:
    """Run a circuit to `until` seconds.

    `times` (or `step`) chooses where results are given; `progress` is called about 20 times a second and may return False to
    stop; `resume` goes on from the snapshot of an earlier run. A run that fails raises RunError, whose `run` holds what was
    computed until then.
    """
    settings = Settings.of(circuit, until=until, method=method, rtol=rtol, atol=atol, step=step, mode=mode, max_step=max_step)
    model = build_model(circuit, mode=settings.mode)
    variables = Variables(model)
    chosen = settings.times() if times is None else _checked_times(times)
    if resume is None:
        x0, t0 = start_state(model, variables), 0.0
        check_freedoms(model, x0)
    else:
        x0, t0 = resume.states_for(model), resume.t
    end = float(chosen[-1]) if times is not None and until is None else settings.until
    if end < t0:
        raise DocumentError(f"the run is at {t0:g} s already, it cannot go on to {end:g} s. Give a later end")
    # An output time a few roundings behind the beginning is the beginning.
    chosen = chosen[(chosen > t0 + 1e-12 * max(1.0, t0)) | (chosen == t0)]
    chosen = chosen[chosen <= end]
    if chosen.size == 0:
        raise DocumentError(f"no output time lies between {t0:g} and {end:g} s. Give times within the run")
    if settings.method == "ida":
        return _run_witness(model, variables, settings, x0, t0, chosen)
    return _run_explicit(model, variables, settings, x0, t0, end, chosen, progress, resume)


def _checked_times(times: Any) -> np.ndarray:
    try:
        chosen = np.atleast_1d(np.asarray(times, dtype=float))
    except (TypeError, ValueError):
        raise DocumentError("the output times must be a list of numbers in seconds") from None
    if chosen.ndim != 1 or chosen.size == 0 or not np.all(np.isfinite(chosen)) or chosen.min() < 0:
        raise DocumentError("the output times must be a list of finite times, none before zero")
    if np.any(np.diff(chosen) < 0):
        raise DocumentError("the output times must rise. Sort them")
    return chosen


def check_freedoms(model: Model, x: np.ndarray) -> None:
    """Refuse to start where a drive would move nothing (coaxial joints in series pass every structural check)."""
    lost = model.lost_freedoms(x) if model.mode == "dynamic" else []
    if lost:
        raise CircuitError([lost_freedom(name) for name in lost])


def _run_explicit(
    model: Model,
    variables: Variables,
    settings: Settings,
    x0: np.ndarray,
    t0: float,
    end: float,
    times: np.ndarray,
    progress: Callable[[Progress], bool | None] | None,
    resume: Snapshot | None,
) -> Run:
    from mars.compiled import compile_model
    from mars.solvers import explicit

    if settings.method == "radau" and model.loops.size:
        raise DocumentError("radau cannot run closed loops yet. Use --method rk8")
    native = compile_model(model)
    problem = (native, x0, t0, end, model.breaks, model.parameters())
    tolerances = (settings.rtol, settings.atol, settings.max_step)
    state = resume.solver_state(model, settings.method) if resume is not None else None
    if settings.method == "radau":
        from mars.machine import compile_function
        from mars.solvers import radau

        lanes, config = compile_function(model.function, lanes=4), radau.Radau(*tolerances)
        steps = radau.integrate(*problem, config, progress, quaternions=model.quaternions, state=state, lanes=lanes)
    else:
        config = explicit.Explicit(settings.method, *tolerances)
        steps = explicit.integrate(*problem, config, progress, quaternions=model.quaternions, state=state)
    run = Run.from_steps(model, variables, native, steps, times)
    if steps.status in ("finished", "stopped"):
        _check_given_motions(run)
        return run
    raise RunError(_failure(model, steps.worst, float(steps.t[-1]), steps.status, settings), run)


def _check_given_motions(run: Run) -> None:
    """A law that has no value at some time is noticed by no integrator when nothing else depends on it."""
    model = run.model
    nodes = [node for frame in model.skeleton.frames for node in frame.nodes if node in model.network.given]
    laws = [(node, value) for node in nodes for value in (model.network.position[node], model.network.acceleration[node])]
    if not laws:
        return
    rows = run.evaluate(run.variables.function([value for _, value in laws]), run.time, run.states)
    wrong = np.argwhere(~np.isfinite(rows))
    if wrong.size:
        row, column = wrong[0]
        name = ".".join(joint_ports(model.symbols, laws[column][0])[0])
        raise RunError(
            f"the law that moves {name} has no finite value at t = {run.time[row]:.6g} s. Change the law or end before.", run
        )


def _failure(model: Model, worst: int, t: float, status: str, settings: Settings) -> str:
    name = model.states[worst].name if 0 <= worst < len(model.states) else "the circuit"
    if status == "not finite":
        what = f"{name} is no longer a finite number at t = {t:.6g} s"
        remedy = "Look for a massless part, a division by zero in a law, or a force that grows without limit"
    else:
        what = f"{name} changes so fast at t = {t:.6g} s that the step became too small"
        remedy = f"Look for a very stiff spring or a jump in a law there; try --rtol {settings.rtol * 100:g}"
    return f"{what}. {remedy}."


def _run_witness(model: Model, variables: Variables, settings: Settings, x0: np.ndarray, t0: float, times: np.ndarray) -> Run:
    """The tableau solved by IDA; only the start values come from the fast road's document reading."""
    from mars.solvers.witness import solve_witness
    from mars.tableau import Tableau

    if settings.mode == "kinematic":
        raise DocumentError("the witness runs in dynamic mode only. Use --method rk8 for kinematic mode")
    tableau = Tableau(model.circuit)
    run = WitnessRun(model, variables, times, np.tile(x0, (times.size, 1)), t0)
    start = run.start_values([variable.name for variable in tableau.states])
    grid = times if times[0] == t0 else np.concatenate([[t0], times])
    run.witness = solve_witness(tableau, start, grid, settings.rtol, settings.atol)
    run.offset = grid.size - times.size
    return run
