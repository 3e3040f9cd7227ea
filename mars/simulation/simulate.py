"""The driver: circuit in, run out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from mars.document.circuit import Circuit
from mars.errors import CircuitError, DocumentError, MarsError, RunError
from mars.events.stop_checks import check_stops
from mars.events.switchboard import Switchboard, initial_modes, switches
from mars.model.build import Model, build_model
from mars.model.compiled import CompiledModel, compile_model
from mars.model.mechanics.articulated_inertia import lost_freedom
from mars.model.networks.ports import joint_ports
from mars.model.variables import Variables
from mars.simulation.checks import check_holds, check_last_signals, check_results, check_signals, remarks, wild_law
from mars.simulation.methods import Problem, prepare
from mars.simulation.run import FollowingRun, Run, WitnessRun
from mars.simulation.settings import Settings
from mars.simulation.snapshot import Snapshot
from mars.start.kinematic_mode import require_motions
from mars.start.start_values import start_state

if TYPE_CHECKING:
    from mars.solvers.driver import Making, Progress, State, Steps

LONGEST = 0.01  # of a run with switches, a step
WAVE = 1 / 16  # of a wave in a law likewise: what follows it at once is not seen by the control of errors


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
    **more: Any,
) -> Run:
    """Run a circuit to `until` seconds.

    `times` (or `step`) chooses where results are given; `progress` is called about 20 times a second and may return False to
    stop; `resume` goes on from the snapshot of an earlier run; `more` are further `Settings` (baumgarte, beta, gamma, …). A run
    that fails raises RunError, whose `run` holds what was computed until then.
    """
    given = {"until": until, "method": method, "rtol": rtol, "atol": atol, "step": step, "mode": mode, "max_step": max_step}
    settings = Settings.of(circuit, **given, **more)
    beginning = begin(circuit, settings, times, until, resume)
    if settings.method == "ida":
        return _run_witness(beginning, settings)
    from mars.solvers.driver import drive

    course = set_out(beginning, settings, resume)
    try:
        steps, said = drive(course.making, progress), ""
    except MarsError as error:
        steps, said = course.broken(error)
    return course.results(steps, said)


@dataclass
class Beginning:
    """Where a run begins and where it goes."""

    model: Model
    variables: Variables
    x: np.ndarray
    t: float
    end: float
    times: np.ndarray  # of the results


@dataclass
class Course:
    """A run that can be advanced, and how its results are made of its steps."""

    model: Model
    variables: Variables
    settings: Settings
    native: CompiledModel
    board: Switchboard | None
    making: Making
    end: float
    times: np.ndarray

    @property
    def kind(self) -> type[Run]:
        return FollowingRun if self.model.mode == "kinematic" and self.model.constraints.size else Run

    @staticmethod
    def broken(error: MarsError) -> tuple[Steps, str]:
        """What was computed until the switchboard gave up, and its words."""
        steps = getattr(error, "steps", None)
        if steps is None:
            raise error
        return steps, str(error)

    def run_of(self, steps: Steps) -> tuple[Run, str]:
        """The run as far as it goes, and why it goes no further, if joints cannot follow."""
        parts, said = (self.model, self.variables, self.native, steps), ""
        try:
            run = self.kind.from_steps(*parts, self.times)
        except RunError as error:
            run, said = self.kind.from_steps(*parts, self.times[self.times <= error.reached]), str(error)
        run.settings = self.settings
        if self.board is not None:
            run.events, run.jumps = list(self.board.events), list(self.board.jumps)
        return run, said

    def results(self, steps: Steps, said: str = "") -> Run:
        """The whole run; raises RunError with it where it failed."""
        run, stuck = self.run_of(steps)
        if said or stuck:
            raise RunError(stuck or said, run)
        check_holds(run)
        if steps.status in ("finished", "stopped"):
            _check_given_motions(run)
            check_signals(run)
            check_results(run)
            run.remarks = remarks(run)
            return run
        if steps.status == "not finite":
            check_last_signals(run)
        raise RunError(_failure(self.model, steps.worst, float(steps.t[-1]), steps.status, self.settings), run)


def begin(
    circuit: Circuit, settings: Settings, times: Any = None, until: float | None = None, resume: Snapshot | None = None
) -> Beginning:
    """The model and its consistent start; raises MarsError where the circuit cannot run."""
    model = build_model(circuit, mode=settings.mode, baumgarte=settings.baumgarte)
    variables = Variables(model)
    chosen = settings.times() if times is None else _checked_times(times)
    if resume is None:
        x0, t0 = start_state(model, variables), 0.0
        check_freedoms(model, x0)
        if model.mode == "kinematic" and model.constraints.size:
            require_motions(model, x0)
    else:
        x0, t0 = resume.states_for(model), resume.t
    check_stops(model, x0, t0)
    end = float(chosen[-1]) if times is not None and until is None else settings.until
    if end < t0:
        raise DocumentError(f"the run is at {t0:g} s already, it cannot go on to {end:g} s. Give a later end")
    # An output time a few roundings behind the beginning is the beginning.
    chosen = chosen[(chosen > t0 + 1e-12 * t0) | (chosen == t0)]
    chosen = chosen[chosen <= end]
    if chosen.size == 0:
        raise DocumentError(f"no output time lies between {t0:g} and {end:g} s. Give times within the run")
    return Beginning(model, variables, x0, t0, end, chosen)


def set_out(beginning: Beginning, settings: Settings, resume: Snapshot | None = None) -> Course:
    """Machine code and integrator of a run that is to be advanced."""
    model, variables = beginning.model, beginning.variables
    board = Switchboard(model, variables, beginning.end - beginning.t) if switches(model) else None
    native = compile_model(model, board.guards.function if board is not None else None)
    p = model.parameters() if resume is None else resume.parameters_for(model)
    state = resume.solver_state(model, settings.method) if resume is not None else None
    start = beginning.t if resume is None else resume.start
    # A changed circuit keeps what was sampled until the next tick.
    entering = "break" if resume is not None and resume.mode_names else "start"
    return depart(beginning, native, board, settings, p, state=state, start=start, entering=entering)


def depart(
    beginning: Beginning,
    native: CompiledModel,
    board: Switchboard | None,
    settings: Settings,
    p: np.ndarray,
    *,
    start: float,
    state: State | None = None,
    entering: str = "start",
) -> Course:
    """The integrator of a run that is to be advanced; `start` is where the whole run began."""
    model, t0, end = beginning.model, beginning.t, beginning.end
    # Guards are looked at at the ends of steps: not too far apart.
    span = end - start
    longest = settings.max_step
    if board is not None and span > 0:
        waves = [WAVE / law.frequency for law in model.symbols.laws if law.frequency]
        longest = min(longest, LONGEST * span, *waves)
    making = prepare(Problem(model, native, beginning.x, p, t0, end, state, board, entering), settings, longest)
    return Course(model, beginning.variables, settings, native, board, making, end, beginning.times)


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
        raise CircuitError([lost_freedom(name, bool(model.symbols.signals)) for name in lost])


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
        t = float(run.time[row])
        law = wild_law(model, t) or "the law"
        raise RunError(f"the law that moves {name} has no finite value at t = {t:.6g} s. Change {law} or end before.", run)


def _failure(model: Model, worst: int, t: float, status: str, settings: Settings) -> str:
    name = model.states[worst].name if 0 <= worst < len(model.states) else "the circuit"
    if law := wild_law(model, t):
        return f"{law} has no finite value at t = {t:.6g} s, or no limit, and {name} with it. Change the law or end before."
    if worst in model.torn_places:
        what = f"{name}: the nonlinear laws around it have no solution beyond t = {t:.6g} s"
        remedy = "Look at their curves there: one that falls or ends may leave none; or end before"
    elif status == "not finite":
        what = f"{name} is no longer a finite number at t = {t:.6g} s"
        remedy = "Look for a massless part, a formula without a value there, or a force that grows without limit"
    else:
        what = f"{name} changes so fast at t = {t:.6g} s that the step became too small"
        causes = "a very stiff spring, a jump in a law or a division by zero in a formula"
        remedy = f"Look for {causes} there; try --rtol {settings.rtol * 100:g}"
    return f"{what}. {remedy}."


def _run_witness(beginning: Beginning, settings: Settings) -> Run:
    """The tableau solved by IDA; only the start values come from the fast road's document reading."""
    from mars.tableau.ida import solve_witness
    from mars.tableau.tableau import Tableau

    if settings.mode == "kinematic":
        raise DocumentError("the witness runs in dynamic mode only. Use --method rk8 for kinematic mode")
    tableau, times, t0 = Tableau(beginning.model.circuit), beginning.times, beginning.t
    run = WitnessRun(beginning.model, beginning.variables, times, np.tile(beginning.x, (times.size, 1)), t0)
    x, p = initial_modes(beginning.model, beginning.variables, beginning.x, t0)
    found = run.start_values([variable.name for variable in tableau.variables], x, p)
    start = {variable.name: found[variable.name] for variable in tableau.states}
    grid = times if times[0] == t0 else np.concatenate([[t0], times])
    guess = tableau.guess(found) if len(tableau.pieces) else None  # laws of pieces may have no value far from there
    modes = tableau.with_modes(beginning.model.symbols, p)
    run.witness = solve_witness(tableau, start, grid, settings.rtol, settings.atol, guess=guess, p=modes)
    run.offset, run.events = grid.size - times.size, run.witness.events
    return run
