"""Describes a circuit in numbers and words, and reports its problems."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from mars.component.base import Body, Joint
from mars.component.domains import FRAME
from mars.document.circuit import Circuit
from mars.errors import CircuitError, Complaint, without_tracebacks
from mars.events.stop_checks import check_stops
from mars.flat_names import shown
from mars.formulas.units import parse_unit
from mars.kinds.equation_text import NO_ACCOUNT, OwnComponent
from mars.kinds.resolved import ResolvedComponent
from mars.mechanism.poses.circuit_values import mistakes_in_pictures
from mars.messages import Message, all_of
from mars.model.build import Model, build_model
from mars.model.compiled import closed_rates
from mars.model.symbols import depends
from mars.model.variables import Variables
from mars.names import last_word, with_article
from mars.simulation.stages import check_freedoms
from mars.start.assembly import mobility
from mars.start.light_carriers import light_carriers
from mars.start.start_values import missed_guesses, start_state
from mars.tableau.tableau import Tableau
from mars.topology.analyse import topology_of
from mars.topology.topology import Reach, Topology
from mars.translation.component_titles import with_titles

FAST = 1e6  # oscillations per second that make a run long


@dataclass
class Report:
    """The result of `mars check`."""

    title: str
    motions: tuple[str, ...]
    components: dict[str, int]  # solid bodies, joints, sources, dynamic components, as in the circuit tuple
    nodes: dict[str, int]
    branches: dict[str, int]
    parts: list[list[str]]
    tree: list[list[str]] = field(default_factory=list)  # one list for each branch, from root to leaf
    freedoms: list[tuple[str, str]] = field(default_factory=list)
    states: list[str] = field(default_factory=list)
    equations: dict[str, int] = field(default_factory=dict)
    operations: int | None = None
    loops: dict[str, Any] = field(default_factory=dict)
    complaints: list[Complaint] = field(default_factory=list)

    @property
    def can_run(self) -> bool:
        return all(complaint.severity != "error" for complaint in self.complaints)

    def to_data(self) -> dict[str, Any]:
        complaints = [complaint.to_data() for complaint in self.complaints]
        lists = {"motions": list(self.motions), "freedoms": [list(freedom) for freedom in self.freedoms]}
        return {**asdict(self), **lists, "complaints": complaints, "class": f"P{len(self.motions)}", "can_run": self.can_run}


@dataclass
class Examined:
    """The report and the data it was made from: `start` are the states at the start, if they were found."""

    report: Report
    topology: Topology
    variables: Variables | None = None
    start: np.ndarray | None = None


def check(circuit: Circuit, mode: str = "dynamic") -> Report:
    """Examine a circuit without running it. Never raises on an invalid drawing."""
    return examine(circuit, mode).report


def examine(circuit: Circuit, mode: str = "dynamic", *, tableau: bool = True) -> Examined:
    """As `check`; the equations of the tableau, which take longest, may be omitted."""
    found = _examined(circuit, mode, tableau)
    reported = {complaint.where for complaint in found.report.complaints if complaint.code == "kind"}
    found.report.complaints += [c for c in mistakes_in_pictures(found.topology) if c.where not in reported]
    found.report.complaints = with_titles(found.report.complaints, circuit)
    return found


def _examined(circuit: Circuit, mode: str, tableau: bool) -> Examined:
    topology = topology_of(circuit)
    report = _describe(circuit, topology)
    found = Examined(report, topology)
    if topology.errors():
        return found
    try:
        with without_tracebacks():
            _examine_model(found, circuit, mode, tableau)
    except CircuitError as error:
        report.complaints += error.complaints
    return found


def _examine_model(found: Examined, circuit: Circuit, mode: str, tableau: bool) -> None:
    """Everything that needs equations and numbers; raises CircuitError."""
    report, topology = found.report, found.topology
    with np.errstate(all="ignore"):  # what overflows is reported by the checks themselves
        model = build_model(circuit, topology, mode)
        _describe_model(report, model)
        report.complaints += _noteworthy(model)
        found.variables = Variables(model)
        x = found.start = start_state(model, found.variables)
        report.complaints += missed_guesses(model, found.variables, x)
        check_freedoms(model, x)
        report.complaints += light_carriers(model)
        check_stops(model, x)
        if mode == "dynamic":
            report.complaints += _trembling(model, x)
        if model.skeleton.closures:
            _describe_loops(report, model, x)
        network = model.network
        if tableau and mode == "dynamic" and not (network.switches or network.demands or network.following):
            report.equations = Tableau(circuit).counts


def _noteworthy(model: Model) -> list[Complaint]:
    """Notes on circuits that run, but may not be intended: networks without a ground, algebraic loops, dependent states."""
    found, network, topology = [], model.network, model.topology
    kinds = {placed.kind.kind for placed in topology.placed.values()}
    for node in network.floating:
        domain = topology.domain_of(topology.nodes[node])
        if not domain.reference or domain.reference in kinds:  # it is a part behind an amplifier or a transformer
            continue
        where = ".".join(topology.nodes[node].ports[0])
        cause = Message(
            "this part of the circuit has no {reference}, so its {potential}s are measured relative to this port",
            reference=Message(last_word(domain.reference)),
            potential=domain.potential,
        )
        remedy = Message(
            "Connect {reference} to the node that should be the {potential} reference",
            reference=with_article(last_word(domain.reference)),
            potential=domain.potential,
        )
        found.append(Complaint(where, cause, remedy, "note", "no-ground"))
    for ring in network.rings:
        cause = Message(
            "the signals of {ring} form an algebraic loop; they are solved together",
            ring=all_of(ring),
        )
        found.append(Complaint(ring[0], cause, "Put a lag (signals.lag) into the loop to break it", "note", "signal-ring"))
    for (name, state), value in network.following.items():
        others = [".".join(key) for key, symbol in model.symbols.states.items() if depends(value, [symbol])]
        cause = Message(
            "its {state} is not an independent state; it is determined by {others}",
            state=state,
            others=", ".join(others) or Message("the components connected to it"),
        )
        found.append(Complaint(name, cause, _kept_apart(topology.placed[name], state), "note", "follows"))
    return found + _remarks_on_texts(topology)


def _kept_apart(placed: ResolvedComponent, state: str) -> str:
    """The remedy that would make a dependent state independent, by the unit of the state."""
    resistor = (
        "The circuit still runs. To make the states independent, add a small resistor (in series "
        "with a capacitor, in parallel with an inductor)"
    )
    remedies = {
        "V": resistor,
        "A": resistor,
        "Pa": ("The circuit still runs. To make the states independent, add an orifice or a short pipe between the chambers"),
        "m³/s": "The circuit still runs. To make the states independent, add a small volume between the pipes",
        "K": (
            "The circuit still runs. To make the states independent, add a small thermal resistance between the heat capacities"
        ),
    }
    measured = parse_unit(placed.kind.states_for(placed.values)[state].unit).dimension
    return next((remedy for unit, remedy in remedies.items() if parse_unit(unit).dimension == measured), "The circuit still runs")


def _remarks_on_texts(topology: Topology) -> list[Complaint]:
    """Remarks on custom equations, at the first component that uses them."""
    found = []
    users = {placed.kind: name for name, placed in reversed(topology.placed.items()) if issubclass(placed.kind, OwnComponent)}
    for kind, name in users.items():
        for remark in kind.checked_text.remarks:
            if remark.severity == "warning" or remark.text == NO_ACCOUNT:
                cause = Message(
                    "the equations of {kind}, line {line}: {remark}", kind=kind.kind, line=remark.line, remark=remark.text
                )
                found.append(Complaint(name, cause, "", remark.severity, "own-equations"))
    return found


def _trembling(model: Model, x: np.ndarray) -> list[Complaint]:
    """A stiff spring on a small mass makes a run long: find the fastest oscillation by finite differences at the start."""
    p, w, n = model.parameters(1e-9), np.zeros(model.function.numel_in(1)), x.size

    def rates(state: np.ndarray) -> np.ndarray:
        dx, packed = (np.array(part).ravel() for part in model.function(state, w, p, 0.0))
        return closed_rates(model, dx, packed, p)[:n]

    now, steps = rates(x), 1e-6 * np.maximum(1.0, np.abs(x))
    slopes = np.array([(rates(x + step) - now) / step.sum() for step in np.diag(steps)]).T
    if not n or not np.all(np.isfinite(slopes)):
        return []
    values, shapes = np.linalg.eig(slopes)
    circular = np.abs(np.imag(values))
    fastest = int(circular.argmax())
    often = circular[fastest] / (2 * np.pi)
    if often < FAST:
        return []
    # The state with the strongest restoring force: not the one with the largest amplitude, which may just be carried along.
    positions = [i for i, state in enumerate(model.states) if state.level == "position"] or list(range(n))
    hardness = np.abs(shapes[:, fastest]) * np.abs(slopes).max(axis=0)
    name = model.states[max(positions, key=lambda i: hardness[i])].name
    cause = Message("it can oscillate at {often:.2g} Hz, so each second of the run may take that many steps", often=often)
    return [
        Complaint(
            name,
            cause,
            "Use a softer spring or more mass there, or replace the spring with a rigid joint",
            "warning",
            "trembling",
        )
    ]


def _describe_loops(report: Report, model: Model, x: np.ndarray) -> None:
    """Degrees of freedom by count and by rank at the start; redundant constraints, and their effect on reactions."""
    found = mobility(model, x)
    report.loops = {
        "cut through": list(dict.fromkeys(shown(closure.body) for closure in model.skeleton.closures)),
        "constraints": found.constraints,
        "independent": found.independent,
        "freedoms by count": found.by_count,
        "freedoms by rank": found.by_rank,
    }
    redundant = found.constraints - found.independent
    first = model.skeleton.closures[0].body
    if redundant:
        held = ", ".join(found.overdone)
        cause = Message(
            "{redundant} of the {constraints} closure constraints are redundant at the start (joints {held})",
            redundant=redundant,
            constraints=found.constraints,
            held=held,
        )
        remedy = (
            "The circuit still runs; indeterminate reactions are distributed with least norm. A "
            "smaller class or ball joints would avoid this"
        )
        report.complaints.append(Complaint(first, cause, remedy, "note", "redundant"))
    if found.by_rank == 0 and not model.network.given:
        cause = "its loop leaves no degrees of freedom at the start: the mechanism is locked"
        report.complaints.append(Complaint(first, cause, "Check the joints of the loop", "note", "locked"))


def _describe(circuit: Circuit, topology: Topology) -> Report:
    drawn = {name: placed.kind for name, placed in topology.placed.items() if name in topology.circuit.components}
    counts = {
        "solid bodies (SB)": sum(issubclass(kind, Body) for kind in drawn.values()),
        "kinematic nodes (KN)": sum(issubclass(kind, Joint) for kind in drawn.values()),
        "sources (E, external factors)": sum(kind.is_source for kind in drawn.values()),
    }
    placed = (topology.placed[name] for name in drawn)
    signals = sum(all(port.domain.informs for port in each.ports.values()) for each in placed)
    counts["dynamic components (DC)"] = len(drawn) - sum(counts.values()) - signals
    if signals:
        counts["signal components (IN)"] = signals
    vector = [node for node in topology.nodes if node.domain == FRAME.name]
    vector_branches = sum(len(node.ports) for node in vector)
    scalar_nodes, scalar_branches = topology.scalar_counts
    nodes = {"vector": len(vector), "scalar": len(topology.nodes) - len(vector), "all, decomposed": scalar_nodes}
    total = sum(len(node.ports) for node in topology.nodes)
    branches = {"vector": vector_branches, "scalar": total - vector_branches, "all, decomposed": scalar_branches}
    parts = [[shown(name) for name in part] for part in topology.groups]
    return Report(circuit.title, topology.motions, counts, nodes, branches, parts, complaints=list(topology.complaints))


def _describe_model(report: Report, model: Model) -> None:
    from mars.machine import count_operations

    report.tree = _branches(model.topology)
    report.freedoms = [(shown(name), how) for name, how in model.freedoms()]
    report.states = [shown(state.name) for state in model.states]
    report.operations = count_operations(model.function)


def _branches(topology: Topology) -> list[list[str]]:
    """Every path from a root to a leaf, with its ports; a loop ends at the second part of the body it is cut through."""
    reaches = [*(Reach(root, "", tuple(topology.placed[root].ports)) for root in topology.roots), *topology.tree]
    came_from: list[tuple[int, str] | None] = []  # index of the previous one, and its port
    reached_by: dict[int, tuple[int, str]] = {}  # node -> the same
    for place, reach in enumerate(reaches):
        before = (place - 1, reaches[place - 1].exits[0]) if place and reaches[place - 1].closing else None
        came_from.append(before or reached_by.get(topology.node_of.get((reach.component, reach.entry), -1)))
        for port in () if reach.closing else reach.exits:
            node = topology.node_of.get((reach.component, port))
            if node is not None:
                reached_by.setdefault(node, (place, port))
    inner = {before[0] for before in came_from if before is not None}
    return [_path(reaches, came_from, leaf) for leaf in range(len(reaches)) if leaf not in inner]


def _path(reaches: list[Reach], came_from: list[tuple[int, str] | None], leaf: int) -> list[str]:
    way: list[str] = []
    step: tuple[int, str] | None = (leaf, "")
    while step is not None:
        place, port = step
        reach = reaches[place]
        ports = " → ".join(p for p in (reach.entry, port if reach.entry else "") if p)
        again = ", again" if reach.part else ""
        name = shown(reach.component)
        way.append(f"{name} ({ports}{again})" if ports else name)
        step = came_from[place]
    return way[::-1]
