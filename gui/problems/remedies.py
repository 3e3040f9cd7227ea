"""Remedies that one click can do: what a button beside a complaint says, and the edit that it makes."""

from __future__ import annotations

import re
from collections.abc import Callable

from mars.component.base import Base, Body, Joint
from mars.component.domains import MOTIONS
from mars.document.circuit import Circuit
from mars.errors import Complaint
from mars.kinds import library
from mars.kinds.registry import kind_in, kinds, kinds_in
from mars.names import component_of

from .. import edits
from ..i18n import translate
from . import link_remedies
from .link_surroundings import LinkSurroundings

MOST = 3  # buttons beside one complaint

Remedy = tuple[str, Callable[[Circuit], object]]  # words for the button and the history; an edit as `Document.edit` takes it


def remedies_of(complaint: Complaint, circuit: Circuit, around: LinkSurroundings | None = None) -> list[Remedy]:
    """What can be done at once, the most likely wish first; none where only the user can know.

    The surroundings may be given where many complaints about one circuit are asked for.
    """
    name = component_of(complaint.where)
    if complaint.code in _OF_LINKS:
        found = _OF_LINKS[complaint.code](complaint, around or LinkSurroundings(circuit))
    else:
        found = _BY_CODE.get(complaint.code, _none)(complaint, circuit)
    if complaint.severity == "error" and name in circuit.components and complaint.code not in ("value", "parameter", "start"):
        kind = kind_in(circuit, circuit.components[name].kind)
        if kind is None or not issubclass(kind, Body | Joint | Base):  # without those the rest would hang in the air
            found.append(_disable(name))
    return found[:MOST]


def _none(complaint: Complaint, circuit: Circuit) -> list[Remedy]:
    return []


# The circuit as a whole


def _empty(complaint: Complaint, circuit: Circuit) -> list[Remedy]:
    text = translate("Remedies", "Add a base")
    return [(text, lambda c: edits.add(c, "bodies.base", (0, 0), turn=1))]


def _class(complaint: Complaint, circuit: Circuit) -> list[Remedy]:
    return [_more_motions(circuit, *(m for m in MOTIONS if m[0] == "R" and m not in circuit.motions))]


def _leaves_class(complaint: Complaint, circuit: Circuit) -> list[Remedy]:
    found = re.search(r"it moves in (\w\w)", complaint.cause)
    if not found or found[1] not in MOTIONS:
        return []
    remedies = [_more_motions(circuit, found[1])]
    if set(remedies[0][0].split()) & set(MOTIONS) and len(circuit.motions) < 5:
        remedies.append(_all_motions())
    return remedies


def _more_motions(circuit: Circuit, *missing: str) -> Remedy:
    """The class with these motions; two rotations make a third."""
    wanted = {*circuit.motions, *missing}
    if sum(motion[0] == "R" for motion in wanted) == 2:
        wanted |= {motion for motion in MOTIONS if motion[0] == "R"}
    added = [motion for motion in MOTIONS if motion in wanted and motion not in circuit.motions]
    if len(wanted) == len(MOTIONS):
        return _all_motions()
    text = translate("Remedies", "Add {motions} to the class").format(motions=", ".join(added))
    return (text, lambda c: setattr(c, "motions", tuple(m for m in MOTIONS if m in wanted)))


def _all_motions() -> Remedy:
    return (translate("Remedies", "Make it spatial"), lambda c: setattr(c, "motions", MOTIONS))


def _gravity(complaint: Complaint, circuit: Circuit) -> list[Remedy]:
    usual = (translate("Remedies", "Take the usual gravity"), lambda c: setattr(c, "gravity", None))
    found = re.search(r"gravity acts along ([xyz])", complaint.cause)
    if not found:
        return [usual]
    axis = found[1]

    def level(c: Circuit) -> None:
        typed = list(c.gravity if c.gravity is not None else c.default_gravity)
        typed["xyz".index(axis)] = 0
        c.gravity = typed

    text = translate("Remedies", "No gravity along {axis}").format(axis=axis)
    return [_more_motions(circuit, f"T{axis}"), (text, level), *([usual] if circuit.gravity is not None else [])]


def _settings(complaint: Complaint, circuit: Circuit) -> list[Remedy]:
    said = next((name for name in circuit.run if _names(complaint.cause, f"run.{name}")), None)
    said = said or next((name for name in ("method", "mode") if name in circuit.run and f"no {name} «" in complaint.cause), None)
    if said is None:
        return []
    return [(translate("Remedies", "Take the usual {setting}").format(setting=said), lambda c: c.run.pop(said))]


def _variable(complaint: Complaint, circuit: Circuit) -> list[Remedy]:
    found = re.search(r"variable (\S+): it uses (\S+), which comes later", complaint.cause)
    if not found or not all(name in circuit.variables for name in found.groups()):
        return []
    user, used = found.groups()

    def reorder(c: Circuit) -> None:
        names = [name for name in c.variables if name != used]
        names.insert(names.index(user), used)
        c.variables = {name: c.variables[name] for name in names}

    return [(translate("Remedies", "Move {used} above {user}").format(used=used, user=user), reorder)]


# Values and kinds


def _unknown_kind(complaint: Complaint, circuit: Circuit) -> list[Remedy]:
    near = _meant(complaint)
    name = complaint.where
    found = []
    if near in kinds_in(circuit):
        text = translate("Remedies", "Replace by {kind}").format(kind=near)
        found.append((text, lambda c: edits.swap_kind(c, name, near)))
    return found


def _nesting(complaint: Complaint, circuit: Circuit) -> list[Remedy]:
    """The instance that closes the ring goes."""
    return [_remove(complaint.where)] if complaint.where in circuit.components and "contains itself" in complaint.cause else []


def _parameter(complaint: Complaint, circuit: Circuit) -> list[Remedy]:
    owner, _, given = complaint.where.partition(".")
    near = _meant(complaint)
    found = []

    def rename(c: Circuit) -> None:
        values = c.component(owner).values
        c.component(owner).values = {near if key == given else key: value for key, value in values.items()}

    values = circuit.components[owner].values if owner in circuit.components else {}
    if near and near not in values:
        found.append((translate("Remedies", "Rename to {name}").format(name=near), rename))
    text = translate("Remedies", "Remove {name}").format(name=complaint.where)
    return [*found, (text, lambda c: c.set(complaint.where, None))] if given in values else found


def _value(complaint: Complaint, circuit: Circuit) -> list[Remedy]:
    owner, _, parameter = complaint.where.partition(".")
    if owner not in circuit.components or parameter not in circuit.components[owner].values:
        return []
    return [(translate("Remedies", "Take the default value"), lambda c: c.set(complaint.where, None))]


def _no_room(complaint: Complaint, circuit: Circuit) -> list[Remedy]:
    """Lower and upper end exchanged, where both are on one component."""
    name = complaint.where
    kind = kind_in(circuit, circuit.components[name].kind) if name in circuit.components else None
    if kind is None or "its lower end" not in complaint.cause or not {"lower", "upper"} <= kind.parameters.keys():
        return []
    defaults = {each: kind.parameters[each].default for each in ("lower", "upper")}

    def exchange(c: Circuit) -> None:
        values = c.component(name).values
        ends = defaults | {each: values[each] for each in ("lower", "upper") if each in values}
        values["lower"], values["upper"] = ends["upper"], ends["lower"]

    return [(translate("Remedies", "Exchange the two ends"), exchange)]


def _disable(name: str) -> Remedy:
    text = translate("Remedies", "Disable {name}").format(name=name)
    return (text, lambda c: edits.set_disabled(c, [name], True))


def _remove(name: str) -> Remedy:
    text = translate("Remedies", "Remove {name}").format(name=name)
    return (text, lambda c: edits.remove(c, [name]))


# Motions and start values

_SOFTER = {
    "sources.velocity": "sources.torque",
    "sources.movement": "sources.torque",
    "sources.slide_velocity": "sources.force",
    "sources.slide_movement": "sources.force",
    "dynamics.spring": "dynamics.damper",
    "dynamics.spring_damper": "dynamics.damper",
    "dynamics.table_spring": "dynamics.damper",
}


def _two_motions(complaint: Complaint, circuit: Circuit) -> list[Remedy]:
    name = component_of(complaint.where)
    return [_remove(name), *_swap(name, circuit)] if name in circuit.components else []


def _ball_angle(complaint: Complaint, circuit: Circuit) -> list[Remedy]:
    return _swap(component_of(complaint.where), circuit)


def _swap(name: str, circuit: Circuit) -> list[Remedy]:
    """The like kind that gives way: a torque for a motion, a damper for a spring."""
    softer = _SOFTER.get(circuit.components[name].kind) if name in circuit.components else None
    if softer is None or softer not in kinds():
        return []
    text = translate("Remedies", "Make it a {kind}").format(kind=softer.rpartition(".")[2])
    return [(text, lambda c: edits.swap_kind(c, name, softer))]


def _missing_motion(complaint: Complaint, circuit: Circuit) -> list[Remedy]:
    found = []
    if circuit.run.get("mode") == "kinematic":
        dynamic = translate("Remedies", "Run in dynamic mode")
        found.append((dynamic, lambda c: c.run.pop("mode")))
    return [*link_remedies.with_source(complaint.where, LinkSurroundings(circuit)), *found]


def _start(complaint: Complaint, circuit: Circuit) -> list[Remedy]:
    """A start value that nobody knows goes or gets the right name; fixed ones that cannot be met become guesses."""
    name, near = complaint.where, _meant(complaint)
    if name in circuit.start and any(word in complaint.cause for word in ("does not exist", "cannot be used", "be given alone")):
        found = []
        if near and near not in circuit.start:
            text = translate("Remedies", "Rename to {name}").format(name=near)
            found.append((text, lambda c: _rename_start(c, name, near)))
        text = translate("Remedies", "Remove this start value")
        return [*found, (text, lambda c: c.start.pop(name))]
    return _guesses(complaint, circuit)


def _guesses(complaint: Complaint, circuit: Circuit) -> list[Remedy]:
    said = f"{complaint.where} {complaint.cause} {complaint.remedy}"
    fixed = [name for name, start in circuit.start.items() if start.how == "fixed" and _names(said, name)]

    def loosen(*names: str) -> Callable[[Circuit], object]:
        return lambda c: [setattr(c.start[name], "how", "guess") for name in names]

    found = [(translate("Remedies", "Mark {name} as a guess").format(name=name), loosen(name)) for name in fixed]
    if len(fixed) > MOST - 1:
        found.insert(0, (translate("Remedies", "Mark all as guesses"), loosen(*fixed)))
    return found


def _rename_start(circuit: Circuit, old: str, new: str) -> None:
    circuit.start = {new if name == old else name: start for name, start in circuit.start.items()}


def _names(said: str, name: str) -> bool:
    return re.search(rf"(?<![\w.]){re.escape(name)}(?!\w)", said) is not None


def _meant(complaint: Complaint) -> str:
    """The word of «Did you mean …»."""
    found = re.match(r"Did you mean (\S+)", complaint.remedy)
    return found[1].rstrip("?") if found else ""


def _library_newer(complaint: Complaint, circuit: Circuit) -> list[Remedy]:
    name = complaint.cause.rpartition(" ")[2]
    return [(translate("Remedies", "Update to the library's version"), lambda c: library.update(c, name))]


_BY_CODE: dict[str, Callable[[Complaint, Circuit], list[Remedy]]] = {
    "ball-angle": _ball_angle,
    "class": _class,
    "empty": _empty,
    "gravity": _gravity,
    "leaves-class": _leaves_class,
    "library-newer": _library_newer,
    "missing-motion": _missing_motion,
    "nesting": _nesting,
    "no-room": _no_room,
    "open-loop": _guesses,
    "parameter": _parameter,
    "settings": _settings,
    "start": _start,
    "two-motions": _two_motions,
    "unknown-kind": _unknown_kind,
    "value": _value,
    "variable": _variable,
}
_OF_LINKS: dict[str, Callable[[Complaint, LinkSurroundings], list[Remedy]]] = {
    "bundle-size": link_remedies.bundle_size,
    "contradiction": link_remedies.contradiction,
    "floating": link_remedies.floating,
    "loop-without-body": link_remedies.loop_without_body,
    "massless": link_remedies.massless,
    "no-backbone": link_remedies.no_backbone,
    "no-ground": link_remedies.no_ground,
    "no-place": link_remedies.no_place,
    "no-signal": link_remedies.no_signal,
    "no-such-port": link_remedies.no_such_port,
    "open-port": link_remedies.open_port,
    "two-signals": link_remedies.two_signals,
    "undetermined": link_remedies.contradiction,
    "unlike-domains": link_remedies.unlike_domains,
    "weld": link_remedies.weld,
}
