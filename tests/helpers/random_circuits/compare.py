"""One random circuit by rk8, Radau and, where the witness applies, IDA; and its balance of energy."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

import mars
from mars.errors import MarsError, RunError
from mars.simulation.settings import Settings
from mars.simulation.stages import StartState, _run_witness, compile_run, find_start
from mars.solvers.driver import drive
from tests.helpers.random_circuits.drawing import Drawing
from tests.helpers.random_circuits.generate import random_circuit

UNTIL = 0.8  # s
TIMES = np.linspace(0, UNTIL, 9)
FINE = {"rk8": (1e-9, 1e-11), "radau": (1e-8, 1e-10), "ida": (1e-8, 1e-10)}
FINER = {"rk8": (1e-11, 1e-13), "radau": (1e-10, 1e-12), "ida": (1e-10, 1e-12)}
FACTOR = 1e3  # times the tolerance of the looser method: differences up to this are its errors added up over the run
BALANCE = 1e-6  # of the energy turned over
NEAR_EVENT = 1e-6  # of the run: results so near to an event are not compared, since one of the methods is not there yet
MANY_STEPS = 100_000  # of rk8: a circuit is too stiff for it
WITNESSED = 200  # variables of the tableau at most: IDA factors them densely in each step
NOT_WITNESSED = ("events", "demand", "undetermined")  # the tableau says so itself


@dataclass
class Outcome:
    """What became of one seed: `agrees`, `discarded` with the cause, or `differs` with the cause."""

    seed: int
    components: int
    domains: tuple[str, ...]
    events: bool
    loops: bool
    verdict: str = "agrees"
    cause: str = ""
    detail: str = ""
    witness: str = ""  # why IDA did not take part
    differences: dict[str, float] = field(default_factory=dict)  # by method, in units of its tolerance bound
    switched: int = 0  # events of the run
    seconds: float = 0.0  # of CPU time

    def ends(self, verdict: str, cause: str, detail: object = "") -> Outcome:
        self.verdict, self.cause, self.detail = verdict, cause, str(detail)
        return self


def outcome(seed: int) -> Outcome:
    drawing = random_circuit(seed)
    found = Outcome(seed, drawing.count, tuple(sorted(drawing.domains)), drawing.events, drawing.loops)
    begin = time.process_time()
    compared(drawing, found)
    found.seconds = time.process_time() - begin
    return found


def compared(drawing: Drawing, found: Outcome) -> Outcome:
    try:
        start = find_start(drawing.circuit, settings("rk8", FINE), TIMES)
    except MarsError as error:
        return found.ends("discarded", f"refused: {error.code or type(error).__name__}", error)
    try:
        one = by_method(start, "rk8", FINE)
    except RunError as error:
        return found.ends("discarded", f"rk8 stops: {error.code}", error)
    if one is None:
        return found.ends("discarded", "too stiff for rk8")
    found.switched = len(one.events)
    residual = one.ledger().relative_residual
    found.differences["energy"] = residual / BALANCE
    for method in ("radau", "ida"):
        try:
            worst, name = difference(start, one, method, FINE)
        except NotWitnessedError as reason:
            found.witness = str(reason)
            continue
        except MarsError as error:
            return found.ends("differs", f"{method} stops: {error.code}", error)
        if worst > 1:
            coarse = worst
            fine = by_method(start, "rk8", FINER)
            assert fine is not None
            worst, name = difference(start, fine, method, FINER, scaled_to=FINE)
            own = apart(one, fine)[0] / bound(FINE["radau"])
            if worst > 1:
                said = f"{name}: {coarse:.2g}, with finer tolerances {worst:.2g} of the bound; rk8 by itself {own:.2g}"
                if own > 1:
                    return found.ends("discarded", "sensitive: rk8 differs from itself with other tolerances", said)
                return found.ends("differs", f"rk8 and {method}", said)
        found.differences[method] = worst
    if residual > BALANCE:
        return found.ends("differs", "energy", f"residual {residual:.2g}")
    return found


class NotWitnessedError(Exception):
    """The tableau does not cover the circuit."""


def settings(method: str, tolerances: dict[str, tuple[float, float]]) -> Settings:
    rtol, atol = tolerances[method]
    return Settings(until=UNTIL, method=method, rtol=rtol, atol=atol)


def bound(tolerances: tuple[float, float]) -> float:
    return FACTOR * tolerances[0]


def by_method(start: StartState, method: str, tolerances: dict[str, tuple[float, float]]) -> mars.Run | None:
    """A run from the same model and start; None if it needs too many steps."""
    chosen = settings(method, tolerances)
    if method == "ida":
        return witnessed(start, chosen)
    fresh = StartState(start.model, start.variables, start.x.copy(), start.t, start.end, start.times)
    run = compile_run(fresh, chosen)
    steps = drive(run.integrator, few(MANY_STEPS))
    return None if steps.status == "stopped" else run.results(steps)


def few(limit: int) -> Callable[[Any], bool]:
    return lambda progress: progress.steps + progress.rejected < limit


def witnessed(start: StartState, chosen: Settings) -> mars.Run:
    from mars.errors import CircuitError
    from mars.tableau.tableau import Tableau

    try:
        tableau = Tableau(start.model.circuit)
    except CircuitError as error:
        if error.code in NOT_WITNESSED or any(c.code in NOT_WITNESSED for c in error.complaints):
            raise NotWitnessedError(f"no tableau: {error.code}") from None
        raise
    if len(tableau.variables) > WITNESSED:
        raise NotWitnessedError("too many variables")
    return _run_witness(start, chosen)


def difference(
    start: StartState, one: mars.Run, method: str, tolerances: dict[str, tuple[float, float]], scaled_to: Any = None
) -> tuple[float, str]:
    """The largest difference of a state in units of the bound, and the state."""
    other = by_method(start, method, tolerances)
    if other is None:
        return 0.0, ""
    worst, name = apart(one, other)
    return worst / bound((scaled_to or tolerances)[method]), name


def apart(one: mars.Run, other: mars.Run) -> tuple[float, str]:
    """The largest difference of a state, relative to the largest value of states of its unit; not next to events."""
    names = [state.name for state in one.model.states if state.name in one]
    if not names:
        return 0.0, ""
    at = np.array([event.t for run in (one, other) for event in run.events if event.t > 0])
    clear = np.array([not np.any(np.abs(at - t) < NEAR_EVENT * UNTIL) for t in TIMES])
    a, b = (np.array([run.values(names)[name] for name in names])[:, clear] for run in (one, other))
    units = np.array([one.unit(name) for name in names])
    scales = {unit: max(np.abs(a[units == unit]).max(), np.abs(b[units == unit]).max(), 1e-3) for unit in set(units)}
    off = np.abs(a - b).max(axis=1) / [scales[unit] for unit in units]
    worst = int(off.argmax())
    return float(off[worst]), names[worst]
