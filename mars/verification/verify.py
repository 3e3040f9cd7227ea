"""Compares all independent formulations: `mars verify FILE`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from mars.document.circuit import Circuit
from mars.errors import CircuitError, DocumentError, MarsError, RunError
from mars.events.switchboard import initial_modes
from mars.flat_names import shown
from mars.messages import Message, in_turn
from mars.model.build import Model, build_model
from mars.model.compiled import closed_rates
from mars.model.newton_euler import substituted
from mars.model.variables import Variables
from mars.simulation.run import Run, WitnessRun
from mars.simulation.settings import Settings
from mars.simulation.stages import simulate
from mars.start.assembly import assemble
from mars.start.start_values import start_state
from mars.start.torn_unknowns import solve_torn_unknowns
from mars.tableau.tableau import Tableau
from mars.translation.languages import message

STATES = 5  # at the start, and at random states around it
NEAR = 0.1  # for states with closed loops or torn unknowns, rad, m or V
SHORT = 1.0  # seconds of motion over which two integrators are compared, before chaos blurs the result
APART = ("Pa", "m³/s", "m³")  # units compared separately: next to newtons, pascals would dominate and cubic metres vanish
FINE = 1e-12  # of rk8 with switching: stability often limits its steps there, and errors exceed the tolerance
EXACT = 1e-9  # two formulations at one state
MOTION = 1e-6  # two integrators over the run
BALANCE = 1e-8  # relative to the turnover of energy
LEAST, AT_REST = 1e-13, 1e-11  # absolute tolerance of IDA; with switching, since rounding chokes it in drives at rest
FEW = 600  # steps of rk8 that the witness follows, since it is slow


@dataclass(frozen=True)
class Comparison:
    """One comparison. `difference` is relative to the largest number compared; NaN means the formulation does not apply."""

    what: str
    formulations: str
    difference: float
    tolerance: float
    note: str = ""
    code: str = ""

    @property
    def agrees(self) -> bool:
        return not self.difference > self.tolerance  # a formulation that does not apply does not disagree

    def to_data(self) -> dict[str, object]:
        difference = None if np.isnan(self.difference) else self.difference
        named = {"code": self.code, "what": self.what, "formulations": self.formulations}
        fields = Message(self.formulations).flat_fields() | Message(self.note).flat_fields()
        compared = {"difference": difference, "tolerance": self.tolerance, "agrees": self.agrees}
        return {**named, **compared, "note": self.note, "fields": fields}


def verify(circuit: Circuit) -> list[Comparison]:
    """Compare every formulation that applies to the circuit.

    Omitted: reactions not determined by an over-constrained loop (each formulation distributes them differently), and the tableau
    altogether if something sticks, stops, grips or samples: the only events it supports are the ends of pieces.
    """
    model = build_model(circuit)
    variables = Variables(model)
    states = list(_states(model, variables))
    rows = [replace(_tableau(circuit, model, variables, states), code="tableau")]
    rows.append(replace(_balance(model, variables, states), code="inverse-dynamics"))
    rows += [replace(row, code="formalism") for row in _formalisms(model, variables, states)]
    until = min(Settings.of(circuit).until, SHORT)
    times = np.linspace(0, until, 21)
    settings: dict[str, Any] = {"mode": "dynamic", "method": "rk8", "rtol": FINE if model.network.switches else None}
    fast = simulate(circuit, times=times, until=until, **settings)
    slow = simulate(circuit, mode="dynamic", times=times, until=until, method="rk5", rtol=1e-9)
    names = [shown(state.name) for state in model.states]
    rows.append(replace(_trajectories("motion by rk8 and rk5", fast, slow, names), code="two-methods"))
    rows.append(replace(_witness(circuit, fast, settings), code="witness"))
    rows.append(Comparison("energy balance", "ledger", fast.ledger().relative_residual, BALANCE, code="energy"))
    return rows


def _states(model: Model, variables: Variables) -> Iterator[tuple[np.ndarray, float]]:
    """The start, and random states around it; closed loops and exponential laws stay close to it, and loops are closed again."""
    x0 = start_state(model, variables)
    yield x0, 0.0
    rng = np.random.default_rng(0)
    reach = NEAR if model.constraints.size or model.torn_places else 1.0
    for i in range(1, STATES):
        x = x0 + rng.normal(size=x0.size) * reach * [state.scale for state in model.states]
        for first in model.quaternions:
            x[first : first + 4] /= np.linalg.norm(x[first : first + 4])
        try:
            yield solve_torn_unknowns(model, assemble(model, x, set(), 0.1 * i), model.parameters(0.1 * i), 0.1 * i), 0.1 * i
        except CircuitError:  # cannot be closed
            continue


def _evaluated(model: Model, function: Any, x: np.ndarray, t: float, p: np.ndarray | None = None) -> np.ndarray:
    """A function (x, dx, p, t) at a state, with the rates of the fast model."""
    p = model.parameters(t) if p is None else p
    dx, h = (np.array(part).ravel() for part in model.function(x, np.zeros(model.function.numel_in(1)), p, t))
    return np.array(function(x, closed_rates(model, dx, h, p), p, t)).ravel()


def fast_values(
    model: Model, variables: Variables, names: list[str], x: np.ndarray, t: float, p: np.ndarray | None = None
) -> np.ndarray:
    """Named variables by the fast model."""
    return _evaluated(model, variables.function([variables.table[shown(name)][1] for name in names]), x, t, p)


def _relative(a: np.ndarray, b: np.ndarray) -> float:
    return float(np.max(np.abs(a - b), initial=0.0) / max(1e-300, float(np.max(np.abs(a), initial=0.0)), 1e-12))


def _by_unit(a: np.ndarray, b: np.ndarray, units: list[str]) -> float:
    """The largest difference; each row is compared with those of similar magnitude."""
    groups = np.array([unit if unit in APART else "" for unit in units])
    return max((_relative(a[groups == group], b[groups == group]) for group in set(groups)), default=0.0)


def _tableau(circuit: Circuit, model: Model, variables: Variables, states: list[tuple[np.ndarray, float]]) -> Comparison:
    what, formulations = "accelerations, wrenches, all variables", "node equivalents – tableau"
    try:
        tableau = Tableau(circuit)
    except CircuitError as reason:
        return Comparison(what, formulations, float("nan"), EXACT, _excuse(reason))
    table, modes = tableau.table(), _modes(tableau)
    worst, left_out = 0.0, set[str]()
    for x, t in states:
        x, p = initial_modes(model, variables, x, t)
        known = [variable.name for variable in tableau.variables if shown(variable.name) in variables.table]
        given = dict(zip(known, fast_values(model, variables, known, x, t, p), strict=True))
        own = {variable.name: given[variable.name] for variable in tableau.states}
        same, y = tableau.solve_modes(own, t, tableau.with_modes(model.symbols, p), tableau.guess(given))
        undetermined = tableau.undetermined(y, t, same)
        left_out |= undetermined
        names = [name for name in variables.table if name in table and name not in undetermined | modes]
        slow = np.array(tableau.values_function(names)(t, y, same)).ravel()
        fast = fast_values(model, variables, names, x, t, p)
        worst = max(worst, _by_unit(fast, slow, [variables.table[name][0] for name in names]))
    note = Message(
        "{variables} variables, {equations} equations, {states} states",
        variables=len(table),
        equations=len(tableau.variables),
        states=len(states),
    )
    note = in_turn([note, _without(left_out)], "{first}; {last}") if left_out else note
    return Comparison(what, formulations, worst, EXACT, note)


def _modes(tableau: Tableau) -> set[str]:
    """Names of the modes: exactly at a corner both values are correct."""
    return {shown(".".join(key)) for key in tableau.symbols.modes}


def _excuse(reason: CircuitError) -> str:
    """The tableau may skip only circuits that switch or compute inverse dynamics."""
    if any(complaint.code not in ("events", "demand") for complaint in reason.complaints):
        raise reason
    return reason.message


def _without(undetermined: set[str]) -> str:
    return Message("without {count} redundant reactions", count=len(undetermined)) if undetermined else ""


def _balance(model: Model, variables: Variables, states: list[tuple[np.ndarray, float]]) -> Comparison:
    """At free joints, the torque by inverse dynamics must equal the one from the scalar network."""
    free = [name for name, how in model.freedoms() if how == "free"]
    columns = []
    for name in free:
        component, port = name.split(".", 1)
        domain = model.topology.placed[component].ports[port].domain
        given = model.network.streams[component, port]
        columns.append((f"{shown(name)}.{domain.stream}", given))
    if not columns:
        return Comparison(
            "torque at free joints", "node equivalents – inverse dynamics", float("nan"), EXACT, "every motion is prescribed"
        )
    old, new = variables.dynamics.node_symbols()
    given = substituted([expression for _, expression in columns], old, new)
    # The compared values may be zero (a body flying freely), so they are relative to the wrenches and the kinetic energy.
    sizes = [expression for name, (_, expression) in variables.table.items() if ".F." in name or ".M." in name]
    sizes += [row[4] for row in variables.energies.values()]
    function = variables.function([*(variables.table[name][1] for name, _ in columns), *given, *sizes])
    worst = 0.0
    for x, t in states:
        values = _evaluated(model, function, x, t)
        by_tree, by_network = values[: 2 * len(columns)].reshape(2, -1)
        scale = np.abs(values[2 * len(columns) :]).max(initial=1e-12)
        worst = max(worst, float(np.abs(by_tree - by_network).max() / scale))
    return Comparison("torque at free joints", "node equivalents – inverse dynamics", worst, EXACT)


def _published(word: str, equations: str) -> Message:
    return Message("{word} {equations}", word=word, equations=equations)


def _formalisms(model: Model, variables: Variables, states: list[tuple[np.ndarray, float]]) -> list[Comparison]:
    from mars.verification.formalisms import gibbs_appell, vereshchagin, vukobratovic
    from mars.verification.formalisms.from_circuit import chain_of

    formulations = {
        _published("Vereshchagin", "(3.1)–(3.5b)"): vereshchagin,
        _published("Gibbs–Appell", "(2.2)"): gibbs_appell,
        _published("Vukobratović–Potkonjak", "(1)–(54)"): vukobratovic,
    }
    try:
        if model.constraints.size:
            raise DocumentError("the formalisms apply only to open chains", code="no-chain")
        chain, names = chain_of(model)
    except MarsError as reason:
        return [
            Comparison(
                "joint accelerations",
                Message("node equivalents – {formulations}", formulations=in_turn(formulations)),
                float("nan"),
                EXACT,
                reason.message,
            )
        ]
    status = dict(model.freedoms())
    worst = dict.fromkeys(formulations, (0.0, EXACT))  # the difference with the largest ratio to its tolerance
    for x, t in states:
        columns = []
        for name in names:
            component, port = name.split(".", 1)
            domain = model.topology.placed[component].ports[port].domain
            columns += [
                f"{name}.{domain.position}",
                f"{name}.{domain.potential}",
                f"{name}.acceleration",
                f"{name}.{domain.stream}",
            ]
        q, rates, accelerations, streams = fast_values(model, variables, columns, x, t).reshape(-1, 4).T
        armature = np.array(
            [body.armature if status[name] == "free" else 0.0 for body, name in zip(chain.bodies, names, strict=True)]
        )
        for formulation, module in formulations.items():
            found = module.accelerations(chain, q, rates, streams + armature * accelerations)
            tolerance = EXACT
            if module is gibbs_appell:  # the others solve no system, so light parts beyond heavy ones cost them no digits
                alpha, _, _ = gibbs_appell.coefficients(chain, q, rates)
                tolerance = max(tolerance, 10 * np.finfo(float).eps * float(np.linalg.cond(alpha)))
            worst[formulation] = max(
                worst[formulation], (_relative(accelerations, found), tolerance), key=lambda pair: pair[0] / pair[1]
            )
    return [
        Comparison("joint accelerations", Message("node equivalents – {formulation}", formulation=formulation), *pair)
        for formulation, pair in worst.items()
    ]


def _witness(circuit: Circuit, fast: Run, settings: dict[str, Any]) -> Comparison:
    what = "motion and streams by rk8 and by IDA on the tableau"
    assert fast.steps is not None
    if len(fast.steps.t) > FEW:
        until = float(fast.steps.t[FEW])
        fast = simulate(circuit, times=np.linspace(0, until, 21), until=until, **settings)
    try:
        atol = LEAST if settings["rtol"] is None else AT_REST
        slow = simulate(circuit, times=fast.time, until=float(fast.time[-1]), mode="dynamic", method="ida", rtol=1e-12, atol=atol)
    except CircuitError as reason:
        return Comparison(what, "two integrators", float("nan"), MOTION, _excuse(reason))
    except RunError as reason:  # close to a singular position, as the message says
        return Comparison(what, "two integrators", float("nan"), MOTION, reason.message)
    assert isinstance(slow, WitnessRun)
    tableau, found = slow.witness.tableau, slow.witness
    undetermined = set().union(*(tableau.undetermined(y, t, p) for t, y, p in zip(found.t, found.y, found.p, strict=True)))
    table = tableau.table()
    names = [name for name in fast.names() if name in table and name not in undetermined | _modes(tableau)]
    return _trajectories(what, fast, slow, names, _without(undetermined))


def _trajectories(what: str, a: Run, b: Run, names: list[str], note: str = "") -> Comparison:
    if not names:
        return Comparison(what, "two integrators", float("nan"), MOTION, "no states: every motion is prescribed")
    first, second = (np.array(list(run.values(names).values())) for run in (a, b))
    worst = _by_unit(first, second, [a.unit(name) for name in names])
    return Comparison(what, Message("two integrators over {time:g} s", time=a.time[-1]), worst, MOTION, note)


def describe(rows: list[Comparison]) -> str:
    """The comparison table as text, in the user's language."""
    lines = []
    marks = {True: message("agree"), False: message("DIFFER")}
    width = max(map(len, marks.values()))
    for row in rows:
        line, note = f"{message(row.what)}: {message(row.formulations)}", message(row.note)
        if np.isnan(row.difference):
            lines.append(f"  {'–':<{width + 10}}  {line}\n{'':{width + 14}}{note}")
        else:
            said = f" ({note})" if note else ""
            lines.append(f"  {marks[row.agrees]:<{width}} {row.difference:9.1e}  {line}{said}")
    compared = sum(not np.isnan(row.difference) for row in rows)
    differing = sum(not row.agrees for row in rows)
    lines.append(
        message(
            Message("{differing} of {compared} differ", differing=differing, compared=compared)
            if differing
            else Message("all {compared} comparisons agree", compared=compared)
        )
    )
    return "\n".join(lines) + "\n"
