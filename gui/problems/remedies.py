"""One-click remedies: the text of a button beside a complaint, and its edit."""

from __future__ import annotations

from collections.abc import Callable

from mars.component.base import Base, Body, Joint
from mars.document.circuit import Circuit
from mars.errors import Complaint
from mars.kinds.registry import kind_in
from mars.names import component_of

from . import circuit_remedies, component_remedies, link_remedies, start_remedies
from .link_surroundings import LinkSurroundings
from .remedy import MOST, Remedy


def remedies_of(complaint: Complaint, circuit: Circuit, around: LinkSurroundings | None = None) -> list[Remedy]:
    """Available remedies, the most likely first; none if only the user can decide.

    The surroundings can be passed in for many complaints about one circuit.
    """
    name = component_of(complaint.where)
    if complaint.code in _OF_LINKS:
        found = _OF_LINKS[complaint.code](complaint, around or LinkSurroundings(circuit))
    else:
        found = _BY_CODE[complaint.code](complaint, circuit) if complaint.code in _BY_CODE else []
    if (
        complaint.severity == "error"
        and name in circuit.components
        and complaint.code not in ("value", "parameter", "start", "start-value")
    ):
        kind = kind_in(circuit, circuit.components[name].kind)
        if kind is None or not issubclass(kind, Body | Joint | Base):  # without those the rest would be unconnected
            found.append(component_remedies.disable(name))
    return found[:MOST]


_BY_CODE: dict[str, Callable[[Complaint, Circuit], list[Remedy]]] = {
    "ball-angle": component_remedies.ball_angle,
    "class": circuit_remedies.motion_class,
    "empty": circuit_remedies.empty,
    "gravity": circuit_remedies.gravity,
    "leaves-class": circuit_remedies.leaves_class,
    "library-newer": component_remedies.library_newer,
    "missing-motion": start_remedies.missing_motion,
    "nesting": component_remedies.nesting,
    "no-room": component_remedies.no_room,
    "open-loop": start_remedies.guesses,
    "parameter": component_remedies.unknown_parameter,
    "settings": circuit_remedies.settings,
    "start": start_remedies.guesses,
    "start-value": start_remedies.start_value,
    "two-motions": component_remedies.two_motions,
    "unknown-kind": component_remedies.unknown_kind,
    "value": component_remedies.value,
    "variable": circuit_remedies.variable,
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
