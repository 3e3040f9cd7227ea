"""The values of one component as numbers, from the typed values and the variables of its circuit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from mars.component.base import Component
from mars.component.declarations import Mode, Port, State
from mars.errors import Complaint, DocumentError
from mars.flat_names import shown
from mars.formulas.expressions import Quantity
from mars.messages import Message, meant


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


@cache
def default_values(kind: type[Component]) -> Mapping[str, Any]:
    """The values of a newly placed component."""
    return resolve_values(kind, "", {}, {})[0]


def default_ports(kind: type[Component]) -> Mapping[str, Port]:
    """The ports of a newly placed component, including those that depend on values."""
    return kind.ports_for(default_values(kind))


def resolve_values(
    kind: type[Component], name: str, typed: Mapping[str, Any], variables: Mapping[str, Quantity]
) -> tuple[dict[str, Any], list[Complaint]]:
    """The values of one component as numbers; a complaint for each invalid value."""
    complaints = []
    for given in typed:
        if given not in kind.parameters:
            has = Message("It has {parameters}", parameters=", ".join(kind.parameters) or Message("no parameters"))
            remedy = meant(given, kind.parameters) or has
            complaints.append(
                Complaint(
                    f"{name}.{given}",
                    Message("{kind} has no parameter “{given}”", kind=kind.kind, given=given),
                    remedy,
                    code="parameter",
                )
            )
    values = {}
    for parameter in kind.parameters.values():
        where = shown(f"{name}.{parameter.name}")
        try:
            values[parameter.name] = parameter.resolve(typed.get(parameter.name, parameter.default), variables, where)
        except DocumentError as error:
            cause = error.message.without(where)
            complaints.append(Complaint(where, cause, "", code="value"))
    return values, complaints
