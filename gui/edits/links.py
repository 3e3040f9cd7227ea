"""Links: connect ports and wires, re-attach an end, disconnect."""

from __future__ import annotations

from collections.abc import Iterable

from mars.document.circuit import Circuit, Link
from mars.document.links import replace_link, settle_junctions, unlink
from mars.editing.reroute import reroute
from mars.errors import DocumentError
from mars.pictures.sheet.symbols import SymbolPort, symbol_of
from mars.pictures.sheet.wire_shape import cut, nearest

from .link_rules import LinkRules, refusal, refuse
from .sheet_positions import drawn, is_kept, link_of, part, route_of, set_route_of

NEAR = 10  # a wire released this close to a junction is linked to it


@drawn
def connect(circuit: Circuit, a: str, b: str, moved: Iterable[str] = ()) -> str:
    """Link two ports or junctions; returns the key of the link. `moved` are components in new positions."""
    refuse(refusal(circuit, a, b))
    (link,) = circuit.connect(a, b)
    reroute(circuit, moved)
    return link.key


@drawn
def join(circuit: Circuit, end: str, link_key: str, at: tuple[float, float], moved: Iterable[str] = ()) -> str:
    """Link an end to a wire: at a nearby junction or port, else at a new junction on the grid."""
    link = link_of(circuit, link_key)
    refuse(refusal(circuit, end, link.a))
    return connect(circuit, end, split(circuit, link, at), moved)


@drawn
def join_links(circuit: Circuit, one: str, at_one: tuple[float, float], other: str, at_other: tuple[float, float]) -> str:
    """Link one wire to another wire."""
    first, second = link_of(circuit, one), link_of(circuit, other)
    refuse(refusal(circuit, first.a, second.a))
    return connect(circuit, split(circuit, first, at_one), split(circuit, second, at_other))


def split(circuit: Circuit, link: Link, at: tuple[float, float]) -> str:
    """The end of a link at a point, or a new junction there, which then needs its third link."""
    points = route_of(circuit, link)
    if not points:
        reroute(circuit)
        points = route_of(circuit, link)
    index, point = nearest(points, at)
    for end, place_of_end in ((link.a, points[0]), (link.b, points[-1])):
        far = abs(point[0] - place_of_end[0]) + abs(point[1] - place_of_end[1])
        if far == 0 or (end.startswith("#") and far <= NEAR):
            return end
    junction = circuit.free_junction()
    mode = "kept" if is_kept(circuit, link) else "auto"
    first, second = Link(link.a, junction), Link(junction, link.b)
    replace_link(circuit, link, first, second)
    for new, piece in zip((first, second), cut(points, index, point), strict=True):
        set_route_of(circuit, new, piece, mode)
    part(circuit, "junctions")[junction] = [round(point[0]), round(point[1])]
    return junction


@drawn
def disconnect(circuit: Circuit, link_keys: Iterable[str]) -> None:
    """Remove links; junctions left with two links dissolve."""
    keys = {link_of(circuit, key).key for key in link_keys}
    unlink(circuit, [link for link in circuit.links if link.key in keys])
    reroute(circuit)


@drawn
def reattach(circuit: Circuit, link_key: str, old_end: str, new_end: str, at: tuple[float, float] | None = None) -> str:
    """Move one end of a link to a port, a junction or, at a point, another wire (by its key)."""
    link = link_of(circuit, link_key)
    if old_end not in link.ends:
        raise DocumentError(
            "link {a} – {b}: it does not end at {old_end}. Choose one of its ends",
            code="no-such-end",
            a=link.a,
            b=link.b,
            old_end=old_end,
        )
    other = link.other(old_end)
    wire = link_of(circuit, new_end) if " " in new_end else None
    if new_end == old_end or wire == link:
        return link_key
    refuse(LinkRules(circuit, other, without=link).why(wire.a if wire else new_end))
    position = circuit.links.index(link)
    circuit.links.remove(link)
    part(circuit, "links").pop(link.key, None)
    target = split(circuit, wire, at if at is not None else route_of(circuit, wire)[0]) if wire else new_end
    (new,) = circuit.connect(*((other, target) if link.b == old_end else (target, other)))
    circuit.links.insert(min(position, len(circuit.links) - 1), circuit.links.pop())
    settle_junctions(circuit, [old_end])
    reroute(circuit)
    return new.key


def refusal_to_reattach(circuit: Circuit, link_key: str, old_end: str, new_end: str) -> str | None:
    """Why an end cannot be moved there."""
    link = link_of(circuit, link_key)
    return None if new_end == old_end else LinkRules(circuit, link.other(old_end), without=link).why(new_end)


def terminal_of(circuit: Circuit, end: str) -> SymbolPort | None:
    """The port of an end on the sheet; None for a junction."""
    if end.startswith("#"):
        return None
    owner, _, port = end.partition(".")
    return symbol_of(circuit, circuit.component(owner).name).terminals.get(port)
