"""From circuit to run in three stages: `find_start` (model and consistent start), `compile_run` (machine code and integrator),
`RunInProgress.results` (the run made from the integrator's steps)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from mars.clocks import NEVER
from mars.document.circuit import Circuit
from mars.errors import CircuitError, Complaint, DocumentError, RunError, without_tracebacks
from mars.events.stop_checks import check_stops
from mars.events.switchboard import Switchboard, initial_modes, switches
from mars.machine.least_norm import least_solution
from mars.messages import Message
from mars.model.build import Model, build_model
from mars.model.compiled import CompiledModel, closing_states, compile_model
from mars.model.mechanics.articulated_inertia import lost_freedom
from mars.model.networks.ports import joint_ports
from mars.model.variables import Variables
from mars.simulation.accuracy import rounding_remarks
from mars.simulation.balances import balance_remarks
from mars.simulation.checks import (
    check_holds,
    check_last_signals,
    check_passed_stops,
    check_results,
    check_signals,
    check_unknowns,
    non_finite_law,
    remarks,
    snapped_through,
)
from mars.simulation.doubtful_events import event_remarks
from mars.simulation.flat_positions import flat_remarks
from mars.simulation.methods import lanes_of, solver_config
from mars.simulation.run import FollowingRun, Run, WitnessRun, witness_start_values
from mars.simulation.settings import Settings
from mars.simulation.snapshot import Snapshot
from mars.start.kinematic_mode import CannotFollowError, require_motions
from mars.start.light_carriers import light_carriers
from mars.start.start_values import missed_guesses, start_state
from mars.translation.component_titles import naming_components, with_titles

if TYPE_CHECKING:
    from mars.solvers.contract import Integrator, Progress, SolverState, Steps

# Guards are evaluated at the ends of steps, so the steps of a run with switches are limited:
IMPOSSIBLE = 1e-6  # of its terms: the acceleration of a gap that no force can close
SAME_TIME = 1e-12  # relative: an output time that equals the start up to rounding is the start


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

    `times` (or `step`) selects the output times; `progress` is called about 20 times a second and may return False to stop;
    `resume` continues from the snapshot of an earlier run; `more` are further `Settings` (baumgarte, beta, gamma, …). A run that
    fails raises RunError, whose `run` holds the results up to the failure.
    """
    given = {"until": until, "method": method, "rtol": rtol, "atol": atol, "step": step, "mode": mode, "max_step": max_step}
    settings = Settings.of(circuit, **given, **more)
    start = find_start(circuit, settings, times, until, resume)
    if settings.method == "ida":
        return _run_witness(start, settings)
    from mars.solvers.contract import IntegrationError
    from mars.solvers.driver import drive

    run = compile_run(start, settings, resume)
    try:
        found = run.results(drive(run.integrator, progress))
        found.repeat = lambda finer: _repeated(start, finer, resume, found)
        return found
    except IntegrationError as error:
        return run.results(error.steps, failure=error.message)


def _repeated(start: StartState, settings: Settings, resume: Snapshot | None, run: Run) -> Run:
    """The same run with other tolerances or steps."""
    from mars.solvers.driver import drive

    again = compile_run(replace(start, end=float(run.time[-1])), settings, resume)
    return again.run_of(drive(again.integrator, None))[0]


@dataclass
class StartState:
    """The start and the end of a run."""

    model: Model
    variables: Variables
    x: np.ndarray
    t: float
    end: float
    times: np.ndarray  # output times
    remarks: list[str] = field(default_factory=list)  # on start values


@dataclass
class RunInProgress:
    """A run that its integrator can advance, and how its results are made from its steps."""

    start: StartState
    settings: Settings
    native: CompiledModel
    board: Switchboard | None
    integrator: Integrator

    @property
    def run_class(self) -> type[Run]:
        model = self.start.model
        return FollowingRun if model.mode == "kinematic" and model.constraints.size else Run

    def run_of(self, steps: Steps) -> tuple[Run, str]:
        """The run so far, and the reason if joints cannot follow."""
        start, failure = self.start, ""
        parts = (start.model, start.variables, self.native, steps)
        try:
            run = self.run_class.from_steps(*parts, start.times)
        except CannotFollowError as error:
            run, failure = self.run_class.from_steps(*parts, start.times[start.times <= error.reached]), error.message
        run.settings = self.settings
        if self.board is not None:
            run.events, run.jumps = list(self.board.events), list(self.board.jumps)
        return run, failure

    def results(self, steps: Steps, failure: str = "") -> Run:
        """The whole run; raises RunError with it if it failed, or if `failure` gives a reason."""
        run, stuck = self.run_of(steps)
        if failure or stuck:
            raise RunError(stuck or failure, run=run)
        check_holds(run)
        check_passed_stops(run)
        if steps.status in ("finished", "stopped"):
            _check_given_motions(run)
            check_signals(run)
            check_results(run)
            owners = {watched.guard: watched.component for watched in self.board.guards.rules} if self.board is not None else {}
            # The first of these says why: a wrong branch or event is also an imbalance.
            doubts = flat_remarks(run) or event_remarks(run, owners) or balance_remarks(run) or rounding_remarks(run)
            run.remarks = [*self.start.remarks, *remarks(run), *doubts]
            return run
        if steps.status == "not finite":
            check_last_signals(run)
        if snapped := snapped_through(run):
            raise RunError(snapped, run=run)
        if steps.status == "not finite":
            check_unknowns(run)
        raise RunError(_failure(run.model, steps.worst, float(steps.t[-1]), steps.status, self.settings), run=run)


def find_start(
    circuit: Circuit, settings: Settings, times: Any = None, until: float | None = None, resume: Snapshot | None = None
) -> StartState:
    """The model and its consistent start; raises MarsError if the circuit cannot run."""
    with naming_components(circuit), without_tracebacks():
        return _find_start(circuit, settings, times, until, resume)


def _find_start(circuit: Circuit, settings: Settings, times: Any, until: float | None, resume: Snapshot | None) -> StartState:
    model = build_model(circuit, mode=settings.mode, baumgarte=settings.baumgarte)
    variables = Variables(model)
    chosen = settings.times() if times is None else _checked_times(times)
    missed: list[str] = []
    if resume is None:
        x0, t0 = start_state(model, variables), 0.0
        check_freedoms(model, x0)
        if model.mode == "kinematic" and model.constraints.size:
            require_motions(model, x0)
        unusual = [*missed_guesses(model, variables, x0), *light_carriers(model)]
        missed = [complaint.message for complaint in with_titles(unusual, circuit)]
    else:
        x0, t0 = resume.states_for(model), resume.t
    check_stops(model, x0, t0)
    end = float(chosen[-1]) if times is not None and until is None else settings.until
    if end < t0:
        raise DocumentError(
            "the run has already reached {t0:g} s and cannot continue to {end:g} s. Choose a later end",
            code="out-of-range",
            t0=t0,
            end=end,
        )
    chosen = chosen[(chosen > t0 + SAME_TIME * t0) | (chosen == t0)]
    chosen = chosen[chosen <= end]
    if chosen.size == 0:
        raise DocumentError(
            "no output times between {t0:g} and {end:g} s. Choose times within the run", code="out-of-range", t0=t0, end=end
        )
    return StartState(model, variables, x0, t0, end, chosen, missed)


def compile_run(start: StartState, settings: Settings, resume: Snapshot | None = None) -> RunInProgress:
    """Machine code and integrator of a new run."""
    model, variables = start.model, start.variables
    board = Switchboard(model, variables) if switches(model) else None
    native = compile_model(model, board.guards.function if board is not None else None)
    if resume is None:
        return start_integrator(start, native, board, settings, model.parameters())
    p, state = resume.parameters_for(model), resume.solver_state(model, settings.method)
    # A changed circuit keeps sampled values until the next tick.
    first_switch = "break" if resume.mode_names else "start"
    return start_integrator(start, native, board, settings, p, state=state, first_switch=first_switch)


def start_integrator(
    start: StartState,
    native: CompiledModel,
    board: Switchboard | None,
    settings: Settings,
    p: np.ndarray,
    *,
    state: SolverState | None = None,
    first_switch: str = "start",
) -> RunInProgress:
    """The integrator of a run, with its machine code; `state` is that of a continuation."""
    from mars.solvers.contract import InitialValueProblem

    model = start.model
    problem = InitialValueProblem(
        *(native, start.x, start.t, start.end, model.breaks, p, state, model.quaternions),
        ticks=model.ticks if board is not None else NEVER,
        on_switch=board,
        first_switch=first_switch,
        lanes=lambda: lanes_of(model),
        motions=closing_states(model) if settings.method == "newmark" else None,
    )
    return RunInProgress(start, settings, native, board, solver_config(model, settings).integrator(problem))


def _checked_times(times: Any) -> np.ndarray:
    try:
        chosen = np.atleast_1d(np.asarray(times, dtype=float))
    except (TypeError, ValueError):
        raise DocumentError("the output times must be a list of numbers in seconds", code="bad-value") from None
    if chosen.ndim != 1 or chosen.size == 0 or not np.all(np.isfinite(chosen)) or chosen.min() < 0:
        raise DocumentError("the output times must be a list of finite, non-negative times", code="bad-value")
    if np.any(np.diff(chosen) < 0):
        raise DocumentError("the output times must be increasing. Sort them", code="not-increasing")
    return chosen


def check_freedoms(model: Model, x: np.ndarray) -> None:
    """Refuse to start if a drive would move nothing (coaxial joints in series pass every structural check)."""
    lost = model.lost_freedoms(x) if model.mode == "dynamic" else []
    if lost:
        if light := light_carriers(model, "error"):
            raise CircuitError(light)
        raise CircuitError([lost_freedom(name, bool(model.symbols.signals)) for name in lost])
    _refuse_impossible_speeds(model, x)


def _refuse_impossible_speeds(model: Model, x: np.ndarray) -> None:
    """In a flat position the closure of a loop says nothing about some speeds, but its rate does: there are two branches."""
    if not model.skeleton.closures or model.mode != "dynamic":
        return
    p = model.parameters(1e-9)
    _, b, A, _ = (np.array(part) for part in model.system(x, p, 0.0))
    flags = np.array(model.constraints.flags, dtype=int)
    on = np.flatnonzero((flags < 0) | (p[flags] != 0))
    b, A = b.ravel()[on], A[np.ix_(on, on)]
    w = least_solution(A, b)
    left, terms = np.abs(b + A @ w), np.abs(b) + np.abs(A) @ np.abs(w)
    for row, gap in zip(on, left, strict=True):
        closure = model.constraints.rows[row].closure
        if closure is not None and gap > IMPOSSIBLE * terms.max():
            cause = "its loop starts in a singular position, where it could go on in two ways, and its start speeds fit neither"
            remedy = "Set the start speeds of the joints on both sides of the loop, or start from another position"
            raise CircuitError([Complaint(closure.body, cause, remedy, code="start")])


def _check_given_motions(run: Run) -> None:
    """No integrator notices a law without a value if nothing else depends on it."""
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
        law = non_finite_law(model, t) or "the law"
        raise RunError(
            Message(
                ("the motion law of {name} is not finite at t = {t:.6g} s. Change {law}, or end the run earlier."),
                code="not-finite",
                name=name,
                t=t,
                law=law,
            ),
            run=run,
        )


def _failure(model: Model, worst: int, t: float, status: str, settings: Settings) -> str:
    name = model.states[worst].name if 0 <= worst < len(model.states) else "the circuit"
    if law := non_finite_law(model, t):
        return Message(
            ("{law} is not finite at t = {t:.6g} s and affects {name}. Change the law, or end the run earlier."),
            code="not-finite",
            law=law,
            t=t,
            name=name,
        )
    if worst in model.torn_places:
        what = Message(
            "{name}: the nonlinear laws around it have no solution after t = {t:.6g} s", code="no-solution", name=name, t=t
        )
        remedy = "Check their curves: a curve that falls or ends may have no solution. Or end the run earlier"
    elif status == "not finite":
        what = Message("{name} is no longer finite at t = {t:.6g} s", code="not-finite", name=name, t=t)
        remedy = "Look for a massless part, a formula that is undefined there, or a force that grows without limit"
    else:
        what = Message(
            "{name} changes so quickly at t = {t:.6g} s that the step size became too small",
            code="step-too-small",
            name=name,
            t=t,
        )
        causes = "a very stiff spring, a jump in a law or a division by zero in a formula"
        remedy = Message("Check for {causes}, or try --rtol {rtol:g}", causes=causes, rtol=settings.rtol * 100)
    return Message("{what}. {remedy}.", what=what, remedy=remedy)


def _run_witness(start: StartState, settings: Settings) -> Run:
    """Solve the tableau with IDA; only the start values come from the fast model."""
    from mars.tableau.ida import solve_witness
    from mars.tableau.tableau import Tableau

    if settings.mode == "kinematic":
        raise DocumentError("method ida runs in dynamic mode only. Use --method rk8 for kinematic mode", code="not-supported")
    model, variables, times, t0 = start.model, start.variables, start.times, start.t
    tableau = Tableau(model.circuit)
    x, p = initial_modes(model, variables, start.x, t0)
    found = witness_start_values(model, variables, [variable.name for variable in tableau.variables], x, p, t0)
    states = {variable.name: found[variable.name] for variable in tableau.states}
    grid = times if times[0] == t0 else np.concatenate([[t0], times])
    guess = tableau.guess(found) if len(tableau.pieces) else None  # piecewise laws may have no value far from there
    modes = tableau.with_modes(model.symbols, p)
    witness = solve_witness(tableau, states, grid, settings.rtol, settings.atol, guess=guess, p=modes)
    run = WitnessRun(model, variables, times, np.tile(start.x, (times.size, 1)), t0, witness)
    run.remarks = list(start.remarks)
    return run
