"""From the document to numbers: every component with its kind, its resolved values and its ports, or a complaint."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from typing import Any, NamedTuple

from mars.component.author_errors import author_mistake
from mars.component.base import Component
from mars.component.declarations import Mode, Port, State
from mars.component.plugin_guard import raise_hidden_mistakes
from mars.document.circuit import Circuit
from mars.errors import Complaint, DocumentError
from mars.flat_names import shown
from mars.formulas.expressions import Quantity
from mars.kinds.definitions import complaint_of, is_defined
from mars.kinds.registry import kinds_in, suggestion
from mars.kinds.subcircuit_kind import Subcircuit


@dataclass(frozen=True)
class ResolvedComponent:
    """A component of the circuit with its values as numbers in SI."""

    name: str
    kind: type[Component]
    values: Mapping[str, Any]
    ports: Mapping[str, Port]

    @property
    def states(self) -> Mapping[str, State]:
        return self.kind.states_for(self.values)

    @property
    def modes(self) -> Mapping[str, Mode]:
        return self.kind.modes_for(self.values)


class ResolvedCircuit(NamedTuple):
    """The components that can be used, by name, and complaints of the others."""

    components: dict[str, ResolvedComponent]
    complaints: list[Complaint]


def resolve_all(circuit: Circuit) -> ResolvedCircuit:
    """Resolve every enabled component; what cannot be understood becomes a complaint instead."""
    complaints: list[Complaint] = []
    try:
        variables = circuit.variable_values()
    except DocumentError as error:
        return ResolvedCircuit({}, [Complaint("", str(error), "", code="variable")])
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
            continue  # one that could not be opened: `mars.topology.flattening` complains of it
        values, wrong = resolve_values(kind, component.name, component.values, variables)
        complaints += wrong
        if wrong:
            continue
        try:
            kind.check(values)
            raise_hidden_mistakes(kind, values)
            ports = kind.ports_for(values)
            resolved[component.name] = ResolvedComponent(component.name, kind, values, ports)
        except DocumentError as error:  # what the kind says against values that are right one by one, but not together
            complaints.append(Complaint(component.name, str(error), "", code="value"))
        except (Exception, SystemExit) as error:
            complaints.append(author_mistake(kind, component.name, error))
    return ResolvedCircuit(resolved, complaints)


def _unknown(circuit: Circuit, name: str, kind: str) -> Complaint:
    if kind in circuit.definitions:
        cause = f"its definition cannot be used: {complaint_of(kind, circuit.definitions[kind])}"
        return Complaint(name, cause, "Open the definition and mend it", code="definition")
    if is_defined(kind):
        cause = f"the file has no definition «{kind}», so this component cannot run"
        near = get_close_matches(kind, circuit.definitions, n=1)
        remedy = f"Did you mean {near[0]}" if near else "Take it in from your library, or choose another kind"
        return Complaint(name, cause, remedy, code="unknown-kind")
    cause = f"the kind «{kind}» is not installed, so this component cannot run"
    return Complaint(name, cause, suggestion(kind), code="unknown-kind")


@cache
def default_values(kind: type[Component]) -> Mapping[str, Any]:
    """The values of a component that was just placed."""
    return resolve_values(kind, "", {}, {})[0]


def default_ports(kind: type[Component]) -> Mapping[str, Port]:
    """Its ports then, also those that depend on values."""
    return kind.ports_for(default_values(kind))


def resolve_values(
    kind: type[Component], name: str, typed: Mapping[str, Any], variables: Mapping[str, Quantity]
) -> tuple[dict[str, Any], list[Complaint]]:
    """The values of one component as numbers; a complaint for each value that cannot be used."""
    complaints = []
    for given in typed:
        if given not in kind.parameters:
            near = get_close_matches(given, kind.parameters, n=1)
            remedy = f"Did you mean {near[0]}" if near else f"It has {', '.join(kind.parameters) or 'no parameters'}"
            complaints.append(Complaint(f"{name}.{given}", f"{kind.kind} has no parameter «{given}»", remedy, code="parameter"))
    values = {}
    for parameter in kind.parameters.values():
        where = shown(f"{name}.{parameter.name}")
        try:
            values[parameter.name] = parameter.resolve(typed.get(parameter.name, parameter.default), variables, where)
        except DocumentError as error:
            cause = str(error).removeprefix(where).lstrip(".: =")
            complaints.append(Complaint(where, cause, "", code="value"))
    return values, complaints
