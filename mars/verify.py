"""All independent roads to the same numbers, side by side: `mars verify FILE`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from mars.circuit import Circuit
from mars.errors import MarsError
from mars.model import Model, build_model
from mars.run import Run
from mars.simulation import Settings, simulate
from mars.start import start_state
from mars.tableau import Tableau
from mars.variables import Variables

STATES = 5  # at the start, and at random states around it
SHORT = 1.0  # seconds of motion that two integrators are compared over, before chaos can blur it


@dataclass(frozen=True)
class Row:
    """One comparison. `difference` is relative to the largest number compared; NaN means the road does not apply."""

    what: str
    roads: str
    difference: float
    tolerance: float
    note: str = ""

    @property
    def agrees(self) -> bool:
        return not self.difference > self.tolerance  # a road that does not apply disagrees with nobody

    def to_data(self) -> dict[str, object]:
        return {**vars(self), "difference": None if np.isnan(self.difference) else self.difference, "agrees": self.agrees}


def verify(circuit: Circuit) -> list[Row]:
    """Compare every road that the circuit allows."""
    model = build_model(circuit)
    variables = Variables(model)
    states = list(_states(model, variables))
    if model.loops.size:
        return _verify_loops(circuit)
    rows = [_tableau(circuit, model, variables, states), _balance(model, variables, states)]
    rows += _formalisms(model, variables, states)
    settings = Settings.of(circuit)
    until = min(settings.until, SHORT)
    times = np.linspace(0, until, 21)
    fast = simulate(circuit, times=times, until=until, method="rk8")
    rows.append(
        _trajectories("motion by rk8 and rk5", fast, simulate(circuit, times=times, until=until, method="rk5", rtol=1e-10))
    )
    rows.append(
        _trajectories("motion and streams by rk8 and IDA on the tableau", fast, _witness(circuit, times, until), everything=True)
    )
    rows.append(Row("energy balance", "ledger", fast.ledger().relative_residual, 1e-8))
    return rows


def _verify_loops(circuit: Circuit) -> list[Row]:
    """With closed loops two integrators and the energy are compared; the tableau cannot take part yet."""
    until = min(Settings.of(circuit).until, SHORT)
    times = np.linspace(0, until, 21)
    fast = simulate(circuit, times=times, until=until, method="rk8")
    slow = simulate(circuit, times=times, until=until, method="rk5", rtol=1e-10)
    return [
        _trajectories("motion by rk8 and rk5", fast, slow),
        Row("energy balance", "ledger", fast.ledger().relative_residual, 1e-8),
    ]


def _states(model: Model, variables: Variables) -> Iterator[tuple[np.ndarray, float]]:
    x0 = start_state(model, variables)
    yield x0, 0.0
    rng = np.random.default_rng(0)
    for i in range(1, STATES):
        x = x0 + rng.normal(size=x0.size)
        for first in model.quaternions:
            x[first : first + 4] /= np.linalg.norm(x[first : first + 4])
        yield x, 0.1 * i


def _fast_values(model: Model, variables: Variables, names: list[str], x: np.ndarray, t: float) -> np.ndarray:
    p = model.parameters(t)
    dx = model.function(x, [], p, t)[0]
    return np.array(variables.function([variables.table[name][1] for name in names])(x, dx, p, t)).ravel()


def _relative(a: np.ndarray, b: np.ndarray) -> float:
    return float(np.max(np.abs(a - b), initial=0.0) / max(1e-300, float(np.max(np.abs(a), initial=0.0)), 1e-12))


def _tableau(circuit: Circuit, model: Model, variables: Variables, states: list[tuple[np.ndarray, float]]) -> Row:
    tableau = Tableau(circuit)
    table = tableau.table()
    names = [name for name in variables.table if name in table]
    worst = 0.0
    for x, t in states:
        fast = _fast_values(model, variables, names, x, t)
        start = dict(
            zip(
                (v.name for v in tableau.states),
                _fast_values(model, variables, [v.name for v in tableau.states], x, t),
                strict=True,
            )
        )
        y = tableau.consistent(start, t)
        slow = np.array(tableau.values_function(names)(t, y, tableau.parameters(t))).ravel()
        worst = max(worst, _relative(fast, slow))
    note = f"{len(names)} variables, {len(tableau.variables)} equations"
    return Row("accelerations, wrenches, all variables", "node equivalents – tableau", worst, 1e-9, note)


def _balance(model: Model, variables: Variables, states: list[tuple[np.ndarray, float]]) -> Row:
    """At free joints, the torque by inverse dynamics is the one that the scalar network gave."""
    free = [name for name, how in model.freedoms() if how == "free"]
    columns = []
    for name in free:
        component, port = name.split(".", 1)
        domain = model.topology.placed[component].ports[port].domain
        given = model.network.streams[component, port]
        columns.append((f"{name}.{domain.stream}", given))
    if not columns:
        return Row("torque at free joints", "node equivalents – inverse dynamics", float("nan"), 1e-9, "every motion is given")
    old, new = variables._node_symbols()
    given = variables._substituted([expression for _, expression in columns], old, new)
    # What is compared may be zero (a body flying freely), so it is measured against the wrenches and the energy of motion.
    sizes = [expression for name, (_, expression) in variables.table.items() if ".F." in name or ".M." in name]
    sizes += [row[4] for row in variables.energies.values()]
    function = variables.function([*(variables.table[name][1] for name, _ in columns), *given, *sizes])
    worst = 0.0
    for x, t in states:
        p = model.parameters(t)
        values = np.array(function(x, model.function(x, [], p, t)[0], p, t)).ravel()
        by_tree, by_network = values[: 2 * len(columns)].reshape(2, -1)
        scale = np.abs(values[2 * len(columns) :]).max(initial=1e-12)
        worst = max(worst, float(np.abs(by_tree - by_network).max() / scale))
    return Row("torque at free joints", "node equivalents – inverse dynamics", worst, 1e-9)


def _formalisms(model: Model, variables: Variables, states: list[tuple[np.ndarray, float]]) -> list[Row]:
    from mars.formalisms import gibbs_appell, vereshchagin, vukobratovic
    from mars.formalisms.from_circuit import chain_of

    roads = {
        "Vereshchagin (3.1)–(3.5b)": vereshchagin,
        "Gibbs–Appell (2.2)": gibbs_appell,
        "Vukobratović–Potkonjak (1)–(54)": vukobratovic,
    }
    try:
        chain, names = chain_of(model)
    except MarsError as reason:
        return [Row("joint accelerations", f"node equivalents – {', '.join(roads)}", float("nan"), 1e-9, str(reason))]
    status = dict(model.freedoms())
    worst = dict.fromkeys(roads, 0.0)
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
        q, rates, accelerations, streams = _fast_values(model, variables, columns, x, t).reshape(-1, 4).T
        armature = np.array(
            [body.armature if status[name] == "free" else 0.0 for body, name in zip(chain.bodies, names, strict=True)]
        )
        for road, module in roads.items():
            found = module.accelerations(chain, q, rates, streams + armature * accelerations)
            worst[road] = max(worst[road], _relative(accelerations, found))
    return [Row("joint accelerations", f"node equivalents – {road}", value, 1e-9) for road, value in worst.items()]


def _witness(circuit: Circuit, times: np.ndarray, until: float) -> Run:
    return simulate(circuit, times=times, until=until, method="ida", rtol=1e-12, atol=1e-13)


def _trajectories(what: str, a: Run, b: Run, everything: bool = False) -> Row:
    names = a.names() if everything else [state.name for state in a.model.states]
    if not names:
        return Row(what, "two integrators", float("nan"), 1e-6, "no states: every motion is given")
    first, second = (np.array(list(run.values(names).values())) for run in (a, b))
    return Row(what, f"two integrators over {a.time[-1]:g} s", _relative(first, second), 1e-6)


def describe(rows: list[Row]) -> str:
    """The table of disagreements as text."""
    lines = []
    for row in rows:
        if np.isnan(row.difference):
            lines.append(f"  –                 {row.what}: {row.roads}\n{'':20}{row.note}")
            continue
        mark = "agree " if row.agrees else "DIFFER"
        note = f" ({row.note})" if row.note else ""
        lines.append(f"  {mark} {row.difference:9.1e}  {row.what}: {row.roads}{note}")
    compared = sum(not np.isnan(row.difference) for row in rows)
    differing = sum(not row.agrees for row in rows)
    lines.append(f"{differing} of {compared} differ" if differing else f"all {compared} comparisons agree")
    return "\n".join(lines) + "\n"
