"""Remedies for start values and for undriven motions."""

from __future__ import annotations

from collections.abc import Callable

from mars.document.circuit import Circuit
from mars.errors import Complaint

from ..i18n import translate
from . import link_remedies
from .link_surroundings import LinkSurroundings
from .remedy import MOST, Remedy, is_named, suggestion


def missing_motion(complaint: Complaint, circuit: Circuit) -> list[Remedy]:
    found = []
    if circuit.run.get("mode") == "kinematic":
        dynamic = translate("Remedies", "Run in dynamic mode")
        found.append((dynamic, lambda c: c.run.pop("mode")))
    return [*link_remedies.with_source(complaint.where, LinkSurroundings(circuit)), *found]


def start_value(complaint: Complaint, circuit: Circuit) -> list[Remedy]:
    """Remove an unusable start value or correct its name."""
    name, near = complaint.where, suggestion(complaint)
    if name not in circuit.start:
        return []
    found = []
    if near and near not in circuit.start:
        text = translate("Remedies", "Rename to {name}").format(name=near)
        found.append((text, lambda c: _rename_start(c, name, near)))
    text = translate("Remedies", "Remove this start value")
    return [*found, (text, lambda c: c.start.pop(name))]


def guesses(complaint: Complaint, circuit: Circuit) -> list[Remedy]:
    text = f"{complaint.where} {complaint.cause} {complaint.remedy}"
    fixed = [name for name, start in circuit.start.items() if start.how == "fixed" and is_named(text, name)]

    def loosen(*names: str) -> Callable[[Circuit], object]:
        return lambda c: [setattr(c.start[name], "how", "guess") for name in names]

    found = [(translate("Remedies", "Mark {name} as a guess").format(name=name), loosen(name)) for name in fixed]
    if len(fixed) > MOST - 1:
        found.insert(0, (translate("Remedies", "Mark all as guesses"), loosen(*fixed)))
    return found


def _rename_start(circuit: Circuit, old: str, new: str) -> None:
    circuit.start = {new if name == old else name: start for name, start in circuit.start.items()}
