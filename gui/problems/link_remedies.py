"""Remedies that add or remove links: a base for a mechanism, a joint in a weld, a neighbour for an open port."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from math import dist

from mars.component.base import Base, Body, Joint
from mars.component.declarations import Count
from mars.component.domains import DOMAINS, MOTIONS
from mars.document.circuit import Circuit
from mars.errors import Complaint
from mars.kinds.registry import kinds
from mars.kinds.subcircuit_kind import Subcircuit
from mars.names import component_of
from mars.pictures.sheet.symbols import section

from .. import edits
from ..document.new_circuits import PLANE
from ..i18n import translate
from ..kinds.kind_groups import title_in_sentence
from .link_surroundings import LinkSurroundings
from .remedy import Remedy


def open_port(complaint: Complaint, around: LinkSurroundings) -> list[Remedy]:
    """Link it to the nearest matching port, or add the usual component."""
    end = complaint.where
    other, domain = around.neighbour(end), around.domain(end)
    found = [_link(end, other)] if other is not None else []
    stands = any(around.is_a(name, Base) for name in around.part(end))
    if around.is_a(end, Joint) and domain == "frame":
        found.append(_add("bodies.base" if end.endswith(".1") and not stands else "bodies.rod", end))
    elif around.is_a(end, Subcircuit) and domain == "frame" and not stands:
        found.append(_add("bodies.base", end))
    elif domain == "frame":
        found.append(_add("bodies.point_mass", end))
    elif domain == "signal":
        found.append(_add("inputs.slider", end))
    elif domain == "signals":
        found.append(_add("signals.bundle", end))
    elif domain in DOMAINS and DOMAINS[domain].reference:
        found.append(_add(DOMAINS[domain].reference, end))
    return found


def no_signal(complaint: Complaint, around: LinkSurroundings) -> list[Remedy]:
    """Add a slider as source, or a bundle of several."""
    return [_add("signals.bundle" if around.domain(complaint.where) == "signals" else "inputs.slider", complaint.where)]


def two_signals(complaint: Complaint, around: LinkSurroundings) -> list[Remedy]:
    """Remove the link of the second source."""
    links = around.circuit.links
    return [_unlink(link.key) for link in links if any(end.partition(".")[0] == complaint.where for end in link.ends)][:1]


def no_ground(complaint: Complaint, around: LinkSurroundings) -> list[Remedy]:
    """A ground in the usual position: at the negative pin of a source; behind a transformer or an amplifier if missing there."""
    part, domain = around.part(complaint.where), around.domain(complaint.where)
    ground = DOMAINS[domain].reference
    pins = [f"{name}.n" for name in part if around.is_source(name) and around.domain(f"{name}.n") == domain]
    if any(around.circuit.components[name].kind == ground for name in part):  # on its other side
        pins = []
    return [_add(ground, next(iter(pins), complaint.where))]


def contradiction(complaint: Complaint, around: LinkSurroundings) -> list[Remedy]:
    """Insert a resistor between voltage sources in parallel; for current sources in series only the user can choose one."""
    name = component_of(complaint.where)
    wired = [(f"{name}.{port}", DOMAINS[t.domain]) for port, t in around.symbols[name].terminals.items() if t.domain in DOMAINS]
    for pin, domain in wired:
        key = next((link.key for link in around.circuit.links if pin in link.ends), None)
        if key is not None and domain.resistance and around.gives(name) == domain.potential_unit:
            text = translate("Remedies", "Insert {kind} at {port}").format(kind=title_in_sentence(domain.resistance), port=pin)
            return [(text, partial(edits.insert_new, kind=domain.resistance, link_key=key, at=_middle(around, key)))]
    return []


def bundle_size(complaint: Complaint, around: LinkSurroundings) -> list[Remedy]:
    """Match the reader's width to the source, or the source's to the reader, if they can be set."""
    fields = complaint.fields
    if not {"wanted", "giver", "size"} <= fields.keys():
        return []
    wanted, giver, given = fields["wanted"], fields["giver"], fields["size"]
    return [*_as_many(component_of(complaint.where), given, around), *_as_many(giver, wanted, around)]


def no_backbone(complaint: Complaint, around: LinkSurroundings) -> list[Remedy]:
    """A base at a joint's open side, else a base with a free joint at a body."""
    part = around.part(complaint.where)
    for side in ("1", "2"):
        for name in part:
            if around.is_a(name, Joint) and f"{name}.{side}" not in around.linked:
                return [_add("bodies.base", f"{name}.{side}")]
    return floating(complaint, around)


def floating(complaint: Complaint, around: LinkSurroundings) -> list[Remedy]:
    """Draw the joint that lets it move freely, so that it can have a start value."""
    joint = {MOTIONS: "joints.free", PLANE: "joints.planar"}.get(around.circuit.motions)
    body = next((name for name in around.part(complaint.where) if around.is_a(name, Body)), None)
    if body is None or joint is None or joint not in kinds():
        return []
    frames = [name for name, terminal in around.symbols[body].terminals.items() if terminal.domain == "frame"]
    port = next((name for name in frames if f"{body}.{name}" not in around.linked), frames[0])

    def hang(c: Circuit) -> None:
        name = edits.add_linked(c, joint, f"{body}.{port}", port="2")
        edits.add_linked(c, "bodies.base", f"{name}.1")

    return [(translate("Remedies", "Add a base and a free joint"), hang)]


def weld(complaint: Complaint, around: LinkSurroundings) -> list[Remedy]:
    """Insert a joint into the link that welds two bodies."""
    bodies = [complaint.fields.get(name, "") for name in ("one", "other")]
    key = _welding_link(around, *bodies)
    if key is None:
        return []
    middle = _middle(around, key)

    def insert(kind: str) -> Callable[[Circuit], object]:
        return lambda c: edits.insert(c, edits.add(c, kind, middle), key)

    words = {
        "joints.rotation": translate("Remedies", "Insert rotation joint"),
        "joints.translation": translate("Remedies", "Insert translation joint"),
        "joints.weld": translate("Remedies", "Weld them"),
    }
    return [(text, insert(kind)) for kind, text in words.items() if kind in kinds()]


def unlike_domains(complaint: Complaint, around: LinkSurroundings) -> list[Remedy]:
    """Remove the link at the port that differs from the rest of its node."""
    nodes = [node for node in around.nodes if complaint.where in map(component_of, node)]
    node = next((node for node in nodes if len(around.domains(node)) > 1), ())
    counted: dict[str, list[str]] = {}
    for end in node:
        counted.setdefault(around.domain(end), []).append(end)
    strangers = {end for ends in sorted(counted.values(), key=len)[:-1] for end in ends}
    return [_unlink(link.key) for link in around.circuit.links if strangers & link.ends][:2]


def no_such_port(complaint: Complaint, around: LinkSurroundings) -> list[Remedy]:
    """Move the link to an existing port, or remove it."""
    name, old = complaint.where, f"{complaint.where}.{complaint.fields.get('port', '')}"
    key = next((link.key for link in around.circuit.links if old in link.ends), None)
    symbol = around.symbols.get(name)
    if key is None or symbol is None:
        return []
    wanted = around.domains(around.node_of(old))
    remedies = []
    for port, terminal in symbol.terminals.items():
        new = f"{name}.{port}"
        if new not in around.linked and terminal.domain in wanted:
            text = translate("Remedies", "Connect {port} instead").format(port=new)
            remedies.append((text, lambda c, new=new: edits.reattach(c, key, old, new)))
    return [*remedies[:2], _unlink(key)]


def no_place(complaint: Complaint, around: LinkSurroundings) -> list[Remedy]:
    return [_add("bodies.point_mass", complaint.where)]


def loop_without_body(complaint: Complaint, around: LinkSurroundings) -> list[Remedy]:
    return [_add("bodies.point_mass", f"{component_of(complaint.where)}.2")]


def massless(complaint: Complaint, around: LinkSurroundings) -> list[Remedy]:
    return [_add("dynamics.rotor", complaint.where)] if around.domain(complaint.where) == "rotation" else []


def with_source(end: str, around: LinkSurroundings) -> list[Remedy]:
    """A prescribed motion for a joint that has none."""
    kind = {"rotation": "sources.velocity", "translation": "sources.slide_velocity"}.get(around.domain(end))
    return [_add(kind, end)] if kind else []


# Single steps


def _add(kind: str, end: str) -> Remedy:
    text = translate("Remedies", "Add {kind} at {port}").format(kind=title_in_sentence(kind), port=end)
    return text, lambda c: edits.add_linked(c, kind, end)


def _as_many(name: str, number: int, around: LinkSurroundings) -> list[Remedy]:
    kind = around.kind(name)
    counts = [key for key, parameter in kind.parameters.items() if isinstance(parameter, Count)] if kind is not None else []
    if len(counts) != 1:
        return []
    text = translate("Remedies", "Set {name} to {number} signals").format(name=name, number=number)
    return [(text, lambda c: edits.set_value(c, name, counts[0], number))]


def _link(end: str, other: str) -> Remedy:
    return translate("Remedies", "Connect it to {port}").format(port=other), lambda c: edits.connect(c, end, other)


def _unlink(key: str) -> Remedy:
    text = translate("Remedies", "Delete link {a} – {b}").format(a=key.split()[0], b=key.split()[1])
    return text, lambda c: edits.remove(c, [], links=[key])


def _welding_link(around: LinkSurroundings, first: str, second: str) -> str | None:
    """The link between two bodies, or the second one's link to the junction where they meet."""
    links = around.circuit.links
    direct = [link.key for link in links if {component_of(end) for end in link.ends} == {first, second}]
    node = next((n for n in around.nodes if {first, second} <= {component_of(end) for end in n}), ())
    own = {end for end in node if component_of(end) == second}
    return next(iter([*direct, *(link.key for link in links if own & link.ends)]), None)


def _middle(around: LinkSurroundings, key: str) -> tuple[float, float]:
    """The middle of the longest segment of a wire; halfway between its ends if it has no route."""
    looks = section(around.circuit.drawing, "links").get(key, {})
    ends = [terminal.at for end in key.split() if (terminal := around.terminal(end)) is not None]
    points = looks.get("route") or ends
    if len(points) < 2:
        return points[0] if points else (0, 0)
    a, b = max(pairwise(points), key=lambda pair: dist(*pair))
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
