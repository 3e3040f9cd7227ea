"""From the document to numbers: every component of a circuit with its kind, its resolved values and its ports, or a complaint."""

from __future__ import annotations

from typing import NamedTuple

from mars.component.author_errors import author_mistake
from mars.component.plugin_guard import raise_hidden_mistakes
from mars.document.circuit import Circuit
from mars.errors import Complaint, DocumentError
from mars.kinds.definitions import complaint_of, is_defined
from mars.kinds.registry import kinds_in, suggestion
from mars.kinds.resolved import ResolvedComponent, resolve_values
from mars.kinds.subcircuit_kind import Subcircuit
from mars.messages import Message, meant


class ResolvedCircuit(NamedTuple):
    """The usable components, by name, and complaints about the others."""

    components: dict[str, ResolvedComponent]
    complaints: list[Complaint]


def resolve_all(circuit: Circuit) -> ResolvedCircuit:
    """Resolve every enabled component; invalid ones become complaints instead."""
    complaints: list[Complaint] = []
    try:
        variables = circuit.variable_values()
    except DocumentError as error:
        return ResolvedCircuit({}, [Complaint("", error.message, "", code="variable")])
    resolved: dict[str, ResolvedComponent] = {}
    kinds = kinds_in(circuit)
    for component in circuit.components.values():
        if component.disabled:
            continue
        kind = kinds.get(component.kind)
        if kind is None:
            complaints.append(_unknown(circuit, component.name, component.kind))
            continue
        if issubclass(kind, Subcircuit):
            continue  # a definition that could not be opened: reported by `mars.topology.flat_circuit`
        values, wrong = resolve_values(kind, component.name, component.values, variables)
        complaints += wrong
        if wrong:
            continue
        try:
            kind.check(values)
            raise_hidden_mistakes(kind, values)
            ports = kind.ports_for(values)
            resolved[component.name] = ResolvedComponent(component.name, kind, values, ports)
        except DocumentError as error:  # the kind refuses values that are valid separately, but not together
            complaints.append(Complaint(component.name, error.message, "", code="value"))
        except (Exception, SystemExit) as error:
            complaints.append(author_mistake(kind, component.name, error))
    return ResolvedCircuit(resolved, complaints)


def _unknown(circuit: Circuit, name: str, kind: str) -> Complaint:
    if kind in circuit.definitions:
        cause = Message("invalid definition: {complaint_of}", complaint_of=complaint_of(kind, circuit.definitions[kind]))
        return Complaint(name, cause, "", code="definition")
    if is_defined(kind):
        cause = Message("the file does not define the kind “{kind}”", kind=kind)
        remedy = meant(kind, circuit.definitions) or "Add it from your library, or choose another kind"
        return Complaint(name, cause, remedy, code="unknown-kind")
    cause = Message("the kind “{kind}” is not installed, so this component cannot be run", kind=kind)
    return Complaint(name, cause, suggestion(kind), code="unknown-kind")
