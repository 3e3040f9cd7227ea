"""Whether the balances of a run close: energy of every component, gaps of constraints, streams at nodes (currents: charge).

No integrator notices an energy that is lost or a loop that drifts apart. What remains is compared with what the tolerances allow.
The energy of an electrical component includes its charge: current times voltage against what the capacitor stores.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mars.component.author_errors import is_foreign
from mars.flat_names import shown
from mars.kinds.equation_text import OwnComponent
from mars.messages import Message

if TYPE_CHECKING:
    from mars.simulation.run import Run

# Each step may be wrong by rtol of what is turned over, and even few steps are not exact; nobody asks for more than a tenth.
ENERGY_BY_TOLERANCE, COARSEST, FIXED_STEPS = 1e3, 0.1, 1e-3
GAP, GAP_BY_TOLERANCE = 1e-6, 1e2  # of the size of the mechanism
STREAM = 1e-6  # of the largest stream of the domain: sums at nodes are algebra, no tolerance enters
EFFORT = 2_000_000  # instructions of the energies' function, evaluated some 6 times in each panel: some 20 ms
FEWEST = 40  # panels, however large the circuit
SAMPLES = 50  # output times at which streams are added up


def balance_remarks(run: Run) -> list[str]:
    """A remark for each kind of balance that does not close, with the number and the component where it is worst."""
    if run.model.mode != "dynamic" or run.steps is None or run.native is None or run.settings is None:
        return []
    return [*_energy(run), *_gaps(run), *_streams(run)]


def _energy(run: Run) -> list[str]:
    from mars.simulation.ledger import POINTS, powers, sampled_ledger

    assert run.settings is not None
    panels = max(FEWEST, EFFORT // (POINTS * max(1, powers(run).n_instructions())))
    ledger = sampled_ledger(run, panels)
    name, rest = ledger.worst
    scale = max(ledger.turnover, ledger.kinetic, ledger.largest)
    allowed = _allowed(run)
    if not abs(rest) > max(allowed * scale, ledger.rounding):
        return []
    is_own = name in _custom(run)
    return [
        Message(
            _UNDECLARED if is_own else _OPEN_BALANCE,
            code="energy-balance",
            name=name or Message("the circuit"),
            rest=rest,
            part=abs(rest) / scale,
            allowed=allowed,
        )
    ]


def _allowed(run: Run) -> float:
    """Imbalance relative to the energy turned over."""
    settings, steps = run.settings, run.steps
    assert settings is not None and steps is not None
    if settings.fixed_step:
        return FIXED_STEPS
    return min(COARSEST, settings.rtol * max(ENERGY_BY_TOLERANCE, steps.t.size))


def _custom(run: Run) -> set[str]:
    """Components whose energies were declared by users."""
    found = run.model.symbols.components.items()
    return {shown(name) for name, each in found if isinstance(each, OwnComponent) or is_foreign(type(each))}


_OPEN_BALANCE = (
    "{name}: the energy balance does not close: {rest:.2g} J are missing, {part:.1g} of the energy turned over, where the "
    "tolerances allow {allowed:.1g}. Results may be wrong. Try a smaller rtol or step, or another method."
)
_UNDECLARED = (
    "{name}: the energy balance does not close: {rest:.2g} J are missing, {part:.1g} of the energy turned over, where the "
    "tolerances allow {allowed:.1g}. Check what this custom component declares as stored and lost, or try a smaller rtol."
)


def _gaps(run: Run) -> list[str]:
    """With projection, gaps are closed in every step, and a gap that stays open has stopped the run already."""
    from mars.start.assembly import Assembly

    model = run.model
    if not model.constraints.size or model.projects:
        return []
    assert run.settings is not None
    sizes = Assembly(model, set())
    sizes.measure(run.states[0])
    allowed = max(GAP, GAP_BY_TOLERANCE * run.settings.rtol) * sizes.size
    gaps, flags = np.abs(run.gaps()), np.array(model.constraints.flags, dtype=int)
    on = (flags < 0) | (run.parameters_at(run.time)[:, flags] != 0)
    gaps = np.where(on, gaps, 0.0)
    row, column = np.unravel_index(int(gaps.argmax()), gaps.shape)
    if not gaps[row, column] > allowed:
        return []
    return [
        Message(
            "{name}: its constraint is open by {gap:.2g} at t = {t:.6g} s, where the tolerances allow {allowed:.1g}. Results may "
            "be wrong. Use projection instead of Baumgarte gains, larger gains, or a smaller rtol.",
            code="constraint-gap",
            name=shown(model.constraints.rows[column].component),
            gap=float(gaps[row, column]),
            t=float(run.time[row]),
            allowed=allowed,
        )
    ]


def _streams(run: Run) -> list[str]:
    """Currents and flows at each node add up to zero, so that no charge and no oil is made or lost."""
    topology, known = run.model.topology, run.variables.dynamics.streams.scalar
    nodes = {}
    for node in topology.nodes:
        domain = topology.domain_of(node)
        ports = [key for key in node.ports if key in known]
        if not domain.informs and not domain.moves and domain.stream and len(ports) == len(node.ports) > 1:
            nodes[tuple(ports)] = domain
    if not nodes:
        return []
    chosen = np.unique(np.linspace(0, run.time.size - 1, SAMPLES).astype(int))
    keys = [key for ports in nodes for key in ports]
    values = run.evaluate(run.variables.function([known[key] for key in keys]), run.time[chosen], run.states[chosen])
    column = {key: values[:, i] for i, key in enumerate(keys)}
    sums = {ports: np.sum([column[key] for key in ports], axis=0) for ports in nodes}
    largest = {
        domain: max(float(np.abs(column[key]).max(initial=0.0)) for ports, one in nodes.items() if one is domain for key in ports)
        for domain in set(nodes.values())
    }
    rests = {ports: float(np.abs(rest).max()) / (largest[nodes[ports]] or 1.0) for ports, rest in sums.items()}
    worst = max(rests, key=rests.__getitem__)
    if not rests[worst] > STREAM:
        return []
    domain, row = nodes[worst], int(np.abs(sums[worst]).argmax())
    return [
        Message(
            "{ports}: the {stream}s at this node add up to {rest:.2g} {unit} instead of zero at t = {t:.6g} s. Results may be "
            "wrong. Use less extreme values, or a smaller rtol.",
            code="stream-balance",
            ports=", ".join(shown(".".join(key)) for key in worst),
            stream=domain.stream,
            rest=float(sums[worst][row]),
            unit=domain.stream_unit,
            t=float(run.time[chosen][row]),
        )
    ]
