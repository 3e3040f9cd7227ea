"""A circuit's report as plain data, for a reader in another process; every error becomes a complaint."""

from __future__ import annotations

import time
from dataclasses import asdict
from typing import Any

from mars.document.circuit import Circuit
from mars.errors import CircuitError, Complaint, DocumentError, without_tracebacks
from mars.messages import Message
from mars.verification.memory_use import is_out_of_memory, out_of_memory

MOST_NAMED = 400  # components; variables of larger circuits are listed once they run


def report_on(data: Any, revision: Any, mode: str | None = None) -> dict[str, Any]:
    """The report of `mars check`, the nodes with their ports, and the assembled start; every error becomes a complaint."""
    started = time.perf_counter()
    found: dict[str, Any] = {"title": "", "nodes": {}, "branches": {}, "tree": [], "freedoms": [], "loops": {}, "can_run": False}
    found |= {"node_list": [], "reach": [], "coordinates": {}, "variables": {}, "complaints": []}
    try:
        with without_tracebacks():
            found |= _examined(Circuit.from_data(data), mode)
    except CircuitError as error:
        complaints = [_too_large(data)] if is_out_of_memory(error) else error.complaints
        found["complaints"] += [asdict(complaint) for complaint in complaints]
    except DocumentError as error:
        found["complaints"].append(asdict(Complaint("", error.message, "", code="document")))
    return found | {"revision": revision, "seconds": time.perf_counter() - started}


def _too_large(data: Any) -> Complaint:
    cause = Message("the circuit could not be checked: {problem}", problem=out_of_memory(data))
    return Complaint("", cause, "", code="broken-check")


def _examined(circuit: Circuit, mode: str | None) -> dict[str, Any]:
    from mars.simulation.settings import Settings
    from mars.verification.check import examine

    wrong: list[Complaint] = []
    try:
        settings = Settings.of(circuit)
        mode = mode or settings.mode
    except DocumentError as error:
        wrong.append(Complaint("", error.message, "", code="settings"))
    examined = examine(circuit, mode or "dynamic", tableau=False)
    examined.report.complaints += wrong
    topology, coordinates, variables = examined.topology, {}, {}
    if examined.variables is not None and len(circuit.components) <= MOST_NAMED:
        variables = {name: unit for name, (unit, _) in examined.variables.table.items()}
    if examined.variables is not None and examined.start is not None:
        model, chosen = examined.variables.model, examined.variables.coordinates
        function = examined.variables.function([expression for _, expression in chosen.values()])
        rates = [0.0] * function.numel_in(1)
        values = function(examined.start, rates, model.parameters(1e-9), 0.0).full().ravel().tolist()
        coordinates = dict(zip(chosen, values, strict=True))
    nodes = [{"domain": node.domain, "ports": [f"{name}.{port}" for name, port in node.ports]} for node in topology.nodes]
    reach = [{"component": r.component, "entry": r.entry, "exits": list(r.exits), "again": r.part} for r in topology.tree]
    complaints = [asdict(complaint) for complaint in examined.report.complaints]  # as messages, to be shown in any language
    return {
        **examined.report.to_data(),
        "complaints": complaints,
        "node_list": nodes,
        "reach": reach,
        "coordinates": coordinates,
        "variables": variables,
    }
