"""Checks for problems that no integrator notices: laws and signals without a value, contradictory holds, and physically
impossible results."""

from __future__ import annotations

import casadi as ca
import numpy as np

from mars.component.author_errors import is_foreign
from mars.component.declarations import LawOf
from mars.component.rules import Stops
from mars.errors import CircuitError, RunError
from mars.events.given_motions import blocked
from mars.flat_names import shown
from mars.kinds.equation_text import OwnComponent
from mars.messages import Message, all_of
from mars.model.build import Model
from mars.model.networks.hold_rows import hold_of
from mars.model.networks.ports import joint_ports
from mars.model.networks.signals import label
from mars.simulation.run import Run
from mars.start.assembly import Assembly
from mars.start.torn_unknowns import solve_torn_unknowns

NEAR_POLE = 1e6  # growth factor: a law near a pole
BEHIND, EARLIEST = 1e-6, 1e-3  # just after a time: a fraction of it, or in seconds for earlier times
PASSED = 1e-9  # relative to the largest gap: a stop that is passed
SOFT = 0.3  # of the stiffness at the start
OPEN = 1e-6  # relative to the size of the mechanism: a gap that should be closed


_OPENED = (
    "the loop through {held} comes apart at t = {time:.6g} s: the prescribed motions ({movers}) are inconsistent. "
    "Remove one of them, or make their laws consistent."
)
_PARTED = (
    "the loop through {held} comes apart at t = {time:.6g} s: it was in a flat position, where it could go on in two ways, and "
    "nothing decided between them. Start elsewhere or with a speed, or let a spring or a drive decide."
)
_LOST = (
    "{held} loses its grip at t = {time:.6g} s: the part it holds is also moved by {movers}. "
    "Remove one of them, or open the grip earlier."
)


def check_holds(run: Run) -> None:
    """Rows that contradict others get no multiplier, so the parts they hold drift apart without the integrator noticing."""
    model = run.model
    if not model.constraints.size or not model.projects or model.mode != "dynamic":
        return
    closing = Assembly(model, set())
    closing.measure(run.states[0])
    rows, flags = model.constraints.rows, np.array(model.constraints.flags, dtype=int)
    for time, gaps, p in zip(run.time, run.gaps(), run.parameters_at(run.time), strict=True):
        on = (flags < 0) | (p[flags] != 0)
        wrong = on & (np.abs(gaps) > OPEN * closing.size)
        if wrong.any():
            held = dict.fromkeys(rows[i].component for i in np.flatnonzero(wrong))
            others = dict.fromkeys(rows[i].component for i in np.flatnonzero(on & ~wrong) if rows[i].closure is None)
            given = [".".join(joint_ports(model.symbols, node)[0]) for node in model.network.given]
            names = [*(name for name in others if name not in held), *given]
            is_loop = any(rows[i].closure is not None for i in np.flatnonzero(wrong))
            if is_loop and not names:
                raise RunError(_PARTED, run=run, code="branch", held=all_of(held), time=time)
            movers = all_of(names) or Message("prescribed motions")
            raise RunError(
                _OPENED if is_loop else _LOST, run=run, code="two-motions", held=all_of(held), time=time, movers=movers
            )


def check_passed_stops(run: Run) -> None:
    """Kinematic mode has no forces, so a given motion would pass through a stop."""
    model = run.model
    stops = {(name, hold_of(model.symbols, name, rule)[0]) for name, rule in model.network.switches if isinstance(rule, Stops)}
    rows = [i for i, row in enumerate(model.constraints.rows) if (row.component, row.what) in stops]
    if model.mode != "kinematic" or not rows:
        return
    gaps = run.gaps()[:, rows]
    passed = gaps < -PASSED * max(1.0, float(np.abs(gaps).max(initial=0.0)))
    if passed.any():
        first = int(passed.any(axis=1).argmax())
        name = model.constraints.rows[rows[int(gaps[first].argmin())]].component
        raise RunError(blocked(model, name, float(run.time[first])), run=run)


def check_signals(run: Run) -> None:
    """No integrator notices a signal without a value if no state depends on it."""
    if lost := lost_signal(run, run.time, run.states):
        raise RunError(lost, run=run)


def check_unknowns(run: Run) -> None:
    """A run that is no longer finite may have come to modes that force a state: say that."""
    model, steps = run.model, run.steps
    if steps is None or not model.torn_places:
        return
    t = float(steps.t[-1])
    try:
        solve_torn_unknowns(model, steps.x[-1], steps.parameters[-1], t + BEHIND * max(abs(t), EARLIEST))
    except CircuitError as error:
        if error.complaints[0].code == "forced-state":  # for other reasons there is a message already
            raise RunError(error.complaints[0].message, run=run) from error


def check_results(run: Run) -> None:
    """Check values of custom equations and plug-ins on which nothing else depends: results, and streams of open ports."""
    model = run.model
    own = {n: c for n, c in model.symbols.components.items() if isinstance(c, OwnComponent) or is_foreign(type(c))}
    ports = [(n, port) for n in own for port in model.topology.placed[n].ports.values() if not port.domain.informs]
    open_ = [f"{n}.{port.name}.{port.domain.stream}" for n, port in ports if (n, port.name) not in model.topology.node_of]
    names = map(shown, (*(f"{n}.{result}" for n, component in own.items() for result in component.results), *open_))
    for name, values in run.values([name for name in names if name in run.variables.table]).items() if own else ():
        if values.size and not np.isfinite(values).any():
            raise RunError(
                Message(
                    (
                        "{name} has no finite value during the whole run, for example because of a division by "
                        "zero, the root of a negative number or an unconnected thermal port at 0 K. Fix the "
                        "equations of the component, or connect its ports."
                    ),
                    code="not-finite",
                    name=name,
                ),
                run=run,
            )


def remarks(run: Run) -> list[str]:
    """Physically impossible results: pressures below vacuum where no chamber prevents them, temperatures below absolute zero.

    Potentials relative to one of the nodes, for lack of a tank, are not checked.
    """
    topology, floating = run.model.topology, {run.model.topology.nodes[n].domain for n in run.model.network.floating}
    found = []
    for node in topology.nodes:
        domain = topology.domain_of(node)
        if domain.lowest == -np.inf or node.domain in floating:
            continue
        values = run[f"{shown('.'.join(node.ports[0]))}.{domain.potential}"]
        if values.size and values.min() < domain.lowest:
            t, (name, remedy) = run.time[int((values < domain.lowest).argmax())], domain.below
            ports = ", ".join(shown(".".join(port)) for port in node.ports)
            found.append(
                Message(
                    (
                        "{ports}: from t = {t:.6g} s the {potential} falls below {name}, to {min:.4g} "
                        "{unit}, which is physically impossible. {remedy}."
                    ),
                    code="below-lowest",
                    ports=ports,
                    potential=domain.potential,
                    name=Message(name),
                    t=t,
                    min=values.min(),
                    unit=domain.potential_unit,
                    remedy=remedy,
                )
            )
    return found


def snapped_through(run: Run) -> str:
    """A message about a point without mass whose springs lost their stiffness before a run failed: no balance is near beyond."""
    model, steps = run.model, run.steps
    points = [i for i, torn in enumerate(model.network.torn) if torn.node in model.network.balanced]
    if not points or steps is None:
        return ""

    def stiffness(n: int) -> tuple[float, int]:
        t, p = float(steps.t[n]), run.parameters_at(steps.t[n : n + 1])[0]
        J = np.array(model.torn(steps.x[n], np.zeros(model.constraints.size), p, t)[1])[np.ix_(points, points)]
        if not np.all(np.isfinite(J)):
            return np.inf, 0
        _, sizes, right = np.linalg.svd(J)
        return float(sizes[-1]), int(np.abs(right[-1]).argmax())

    last, weakest = stiffness(-1 + len(steps.t))
    if not last < SOFT * stiffness(0)[0]:
        return ""
    return Message(
        (
            "{name}: the forces at this point without mass have no balance after t = {t:.6g} s: its springs snap through to "
            "another position, or no longer hold it. Give it a mass (bodies.point_mass), or end the run earlier."
        ),
        code="no-solution",
        name=shown(model.network.torn[points[weakest]].name),
        t=float(steps.t[-1]),
    )


def check_last_signals(run: Run) -> None:
    """Check the inputs of states at the end of a failed run, or just after it."""
    assert run.steps is not None
    t = float(run.steps.t[-1])
    if lost := lost_signal(run, np.array([t, _just_behind(t)]), np.tile(run.steps.x[-1], (2, 1))):
        raise RunError(lost, run=run)


def lost_signal(run: Run, times: np.ndarray, states: np.ndarray) -> str:
    """A message about the first signal without a finite value, if any; of several dependent ones, the first."""
    names = list(run.model.network.signals)
    values = run.variables.inserted([run.model.network.signals[name] for name in names])
    wrong = ~np.isfinite(run.evaluate(run.variables.function(values), times, states)) if names else np.zeros((0, 0), bool)
    if not wrong.any():
        return ""
    row = int(wrong.any(axis=1).argmax())
    sizes = {i: ca.n_nodes(values[i]) for i in np.flatnonzero(wrong[row])}
    first = min(sizes, key=lambda i: (sizes[i] == 1, sizes[i]))  # a single symbol is a held value, lost earlier
    return Message(
        (
            "{label} has no finite value at t = {times:.6g} s, for example because of the root of a "
            "negative signal, a division by zero or a signal loop with gain 1. Limit its inputs, break "
            "the loop, or end the run earlier."
        ),
        code="not-finite",
        label=label(run.model.symbols, names[first]),
        times=times[row],
    )


def _just_behind(t: float) -> float:
    return t + BEHIND * max(EARLIEST, t)


def non_finite_law(model: Model, t: float) -> str:
    """The first law whose value at a time or just after it is not finite or is far larger than before, if any."""
    for name, placed in model.topology.placed.items():
        for parameter in placed.kind.parameters.values():
            if isinstance(parameter, LawOf):
                time = ca.SX.sym("t")
                law = ca.Function("law", [time], [placed.values[parameter.name].at(time, time)])
                before, *now = (abs(float(law(moment))) for moment in (0.5 * t, t, _just_behind(t)))
                if not all(value <= NEAR_POLE * max(1.0, before) for value in now):
                    return f"{name}.{parameter.name}"
    return ""
