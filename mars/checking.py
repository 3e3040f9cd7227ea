"""What a circuit is, in numbers and words, and what is wrong with it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from mars.circuit import Circuit
from mars.component import Base, Body, Joint
from mars.domains import FRAME
from mars.errors import CircuitError, Complaint
from mars.model import Model, build_model
from mars.simulation import check_freedoms
from mars.start import start_state
from mars.tableau import Tableau
from mars.topology import Topology, analyse
from mars.variables import Variables


@dataclass
class Report:
    """The answer of `mars check`."""

    title: str
    motions: tuple[str, ...]
    components: dict[str, int]  # solid bodies, joints, sources, dynamic components, as in the circuit tuple
    nodes: dict[str, int]
    branches: dict[str, int]
    parts: list[list[str]]
    tree: list[str] = field(default_factory=list)
    freedoms: list[tuple[str, str]] = field(default_factory=list)
    states: list[str] = field(default_factory=list)
    equations: dict[str, int] = field(default_factory=dict)
    operations: int | None = None
    complaints: list[Complaint] = field(default_factory=list)

    @property
    def can_run(self) -> bool:
        return all(complaint.severity != "error" for complaint in self.complaints)

    def to_data(self) -> dict[str, Any]:
        return {**asdict(self), "class": f"P{len(self.motions)}", "can_run": self.can_run}


def check(circuit: Circuit, mode: str = "dynamic") -> Report:
    """Look at a circuit without running it. Never raises on a wrong drawing."""
    topology = analyse(circuit)
    report = _describe(circuit, topology)
    if topology.errors():
        return report
    try:
        model = build_model(circuit, topology, mode)
        _describe_model(report, model)
        x = start_state(model, Variables(model))
        check_freedoms(model, x)
        if mode == "dynamic":
            report.equations = Tableau(circuit).counts
    except CircuitError as error:
        report.complaints += error.complaints
    return report


def _describe(circuit: Circuit, topology: Topology) -> Report:
    drawn = {name: placed.kind for name, placed in topology.placed.items() if name in circuit.components}
    counts = {
        "solid bodies (SB)": sum(issubclass(kind, Body) for kind in drawn.values()),
        "kinematic nodes (KN)": sum(issubclass(kind, Joint) for kind in drawn.values()),
        "external factors (E)": sum(kind.is_source for kind in drawn.values()),
    }
    counts["dynamic components (DC)"] = len(drawn) - sum(counts.values())
    vector = [node for node in topology.nodes if node.domain == FRAME.name]
    vector_branches = sum(len(node.ports) for node in vector)
    scalar_nodes, scalar_branches = topology.scalar_counts
    nodes = {"vector": len(vector), "scalar": len(topology.nodes) - len(vector), "all, decomposed": scalar_nodes}
    total = sum(len(node.ports) for node in topology.nodes)
    branches = {"vector": vector_branches, "scalar": total - vector_branches, "all, decomposed": scalar_branches}
    return Report(circuit.title, topology.motions, counts, nodes, branches, topology.parts, complaints=list(topology.complaints))


def _describe_model(report: Report, model: Model) -> None:
    from mars.machine import count_operations

    roots = {root for root in model.topology.roots if issubclass(model.topology.placed[root].kind, Base)}
    report.tree = [
        *sorted(roots),
        *(f"{r.component} ({r.entry} → {', '.join(r.exits) or '–'})" for r in model.topology.tree),
    ]
    report.freedoms = model.freedoms()
    report.states = [state.name for state in model.states]
    report.operations = count_operations(model.function)
