"""Remedies for the circuit as a whole: its class of motions, gravity, run settings, variables."""

from __future__ import annotations

from mars.component.domains import MOTIONS
from mars.document.circuit import Circuit
from mars.errors import Complaint
from mars.messages import Message

from .. import edits
from ..i18n import translate
from .remedy import Remedy, is_named


def empty(complaint: Complaint, circuit: Circuit) -> list[Remedy]:
    text = translate("Remedies", "Add a base")
    return [(text, lambda c: edits.add(c, "bodies.base", (0, 0), turn=1))]


def motion_class(complaint: Complaint, circuit: Circuit) -> list[Remedy]:
    return [_more_motions(circuit, *(m for m in MOTIONS if m[0] == "R" and m not in circuit.motions))]


def leaves_class(complaint: Complaint, circuit: Circuit) -> list[Remedy]:
    motion = complaint.fields.get("motion")
    if motion not in MOTIONS:
        return []
    remedies = [_more_motions(circuit, motion)]
    if set(remedies[0][0].split()) & set(MOTIONS) and len(circuit.motions) < 5:
        remedies.append(_all_motions())
    return remedies


def _more_motions(circuit: Circuit, *missing: str) -> Remedy:
    """The class with these motions added; two rotations require the third."""
    wanted = {*circuit.motions, *missing}
    if sum(motion[0] == "R" for motion in wanted) == 2:
        wanted |= {motion for motion in MOTIONS if motion[0] == "R"}
    added = [motion for motion in MOTIONS if motion in wanted and motion not in circuit.motions]
    if len(wanted) == len(MOTIONS):
        return _all_motions()
    text = translate("Remedies", "Add {motions} to the circuit class").format(motions=", ".join(added))
    return (text, lambda c: setattr(c, "motions", tuple(m for m in MOTIONS if m in wanted)))


def _all_motions() -> Remedy:
    return (translate("Remedies", "Make the circuit spatial"), lambda c: setattr(c, "motions", MOTIONS))


def gravity(complaint: Complaint, circuit: Circuit) -> list[Remedy]:
    usual = (translate("Remedies", "Use default gravity"), lambda c: setattr(c, "gravity", None))
    axis = complaint.fields.get("axis")
    if axis is None:
        return [usual]

    def level(c: Circuit) -> None:
        typed = list(c.gravity if c.gravity is not None else c.default_gravity)
        typed["xyz".index(axis)] = 0
        c.gravity = typed

    text = translate("Remedies", "Remove gravity along {axis}").format(axis=axis)
    return [_more_motions(circuit, f"T{axis}"), (text, level), *([usual] if circuit.gravity is not None else [])]


def settings(complaint: Complaint, circuit: Circuit) -> list[Remedy]:
    names = [name for name in circuit.run if is_named(complaint.cause, f"run.{name}")]
    setting = next((name for name in [*names, "method", "mode"] if name in names or name in complaint.fields), None)
    if setting is None:
        return []
    return [(translate("Remedies", "Use the default {setting}").format(setting=setting), lambda c: c.run.pop(setting))]


def variable(complaint: Complaint, circuit: Circuit) -> list[Remedy]:
    user, used = complaint.fields.get("name"), complaint.fields.get("used")
    if Message(complaint.cause).code != "defined-later" or user not in circuit.variables or used not in circuit.variables:
        return []

    def reorder(c: Circuit) -> None:
        names = [name for name in c.variables if name != used]
        names.insert(names.index(user), used)
        c.variables = {name: c.variables[name] for name in names}

    return [(translate("Remedies", "Move {used} above {user}").format(used=used, user=user), reorder)]
