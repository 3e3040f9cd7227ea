"""Remedies for one component: its kind, its values, disabling it."""

from __future__ import annotations

from mars.document.circuit import Circuit
from mars.errors import Complaint
from mars.kinds import library
from mars.kinds.registry import kind_in, kinds, kinds_in
from mars.names import component_of

from .. import edits
from ..i18n import translate
from .remedy import Remedy, suggestion

_SOFTER = {
    "sources.velocity": "sources.torque",
    "sources.movement": "sources.torque",
    "sources.slide_velocity": "sources.force",
    "sources.slide_movement": "sources.force",
    "dynamics.spring": "dynamics.damper",
    "dynamics.spring_damper": "dynamics.damper",
    "dynamics.table_spring": "dynamics.damper",
}


def unknown_kind(complaint: Complaint, circuit: Circuit) -> list[Remedy]:
    near = suggestion(complaint)
    name = complaint.where
    found = []
    if near in kinds_in(circuit):
        text = translate("Remedies", "Replace with {kind}").format(kind=near)
        found.append((text, lambda c: edits.swap_kind(c, name, near)))
    return found


def nesting(complaint: Complaint, circuit: Circuit) -> list[Remedy]:
    """Remove the instance that closes the recursion."""
    return [remove(complaint.where)] if complaint.where in circuit.components and "ring" in complaint.fields else []


def unknown_parameter(complaint: Complaint, circuit: Circuit) -> list[Remedy]:
    owner, _, given = complaint.where.partition(".")
    near = suggestion(complaint)
    found = []

    def rename(c: Circuit) -> None:
        values = c.component(owner).values
        c.component(owner).values = {near if key == given else key: value for key, value in values.items()}

    values = circuit.components[owner].values if owner in circuit.components else {}
    if near and near not in values:
        found.append((translate("Remedies", "Rename to {name}").format(name=near), rename))
    text = translate("Remedies", "Remove {name}").format(name=complaint.where)
    return [*found, (text, lambda c: c.set(complaint.where, None))] if given in values else found


def value(complaint: Complaint, circuit: Circuit) -> list[Remedy]:
    owner, _, parameter = complaint.where.partition(".")
    if owner not in circuit.components or parameter not in circuit.components[owner].values:
        return []
    return [(translate("Remedies", "Use the default value"), lambda c: c.set(complaint.where, None))]


def no_room(complaint: Complaint, circuit: Circuit) -> list[Remedy]:
    """Swap the lower and upper ends, if both are on one component."""
    name = complaint.where
    kind = kind_in(circuit, circuit.components[name].kind) if name in circuit.components else None
    if kind is None or "other" in complaint.fields or not {"lower", "upper"} <= kind.parameters.keys():
        return []
    defaults = {each: kind.parameters[each].default for each in ("lower", "upper")}

    def exchange(c: Circuit) -> None:
        values = c.component(name).values
        ends = defaults | {each: values[each] for each in ("lower", "upper") if each in values}
        values["lower"], values["upper"] = ends["upper"], ends["lower"]

    return [(translate("Remedies", "Swap the limits"), exchange)]


def disable(name: str) -> Remedy:
    text = translate("Remedies", "Disable {name}").format(name=name)
    return (text, lambda c: edits.set_disabled(c, [name], True))


def remove(name: str) -> Remedy:
    text = translate("Remedies", "Remove {name}").format(name=name)
    return (text, lambda c: edits.remove(c, [name]))


def two_motions(complaint: Complaint, circuit: Circuit) -> list[Remedy]:
    name = component_of(complaint.where)
    return [remove(name), *_swap(name, circuit)] if name in circuit.components else []


def ball_angle(complaint: Complaint, circuit: Circuit) -> list[Remedy]:
    return _swap(component_of(complaint.where), circuit)


def _swap(name: str, circuit: Circuit) -> list[Remedy]:
    """The similar kind that yields: a torque for a motion, a damper for a spring."""
    softer = _SOFTER.get(circuit.components[name].kind) if name in circuit.components else None
    if softer is None or softer not in kinds():
        return []
    text = translate("Remedies", "Change kind to {kind}").format(kind=softer.rpartition(".")[2])
    return [(text, lambda c: edits.swap_kind(c, name, softer))]


def library_newer(complaint: Complaint, circuit: Circuit) -> list[Remedy]:
    name = complaint.fields.get("name", "")
    return [(translate("Remedies", "Update from the library"), lambda c: library.update(c, name))]
