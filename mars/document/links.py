"""Links and junctions: which ends exist, which ports they join, and cleanup after links are removed."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from mars.document.aliases import accept
from mars.document.entries import Link
from mars.errors import DocumentError
from mars.names import is_junction, is_port_name, nfc
from mars.plain_values import section

if TYPE_CHECKING:
    from mars.document.circuit import Circuit

PortOrder = tuple[tuple[int, int | str], ...]


def checked_end(circuit: Circuit, end: str) -> str:
    """A junction, or a port of an existing component; the ports themselves depend on the kind."""
    end = nfc(end)
    if is_junction(end):
        return end
    owner, _, port = end.partition(".")
    if not is_port_name(port):
        raise DocumentError(
            "link end {end!r}: expected a port such as KN1.2 or a junction such as #1", code="bad-name", end=end[:80]
        )
    return f"{owner}.{accept('port', port, circuit.component(owner).kind)}"


def joined_ports(circuit: Circuit) -> list[tuple[str, ...]]:
    """The nodes: groups of two or more ports, in the order of `_ports`."""
    number = node_numbers(circuit)
    groups: dict[int, list[str]] = defaultdict(list)
    for port in _ports(circuit, number):
        groups[number[port]].append(port)
    return [tuple(ports) for ports in groups.values() if len(ports) > 1]


def ports_at(circuit: Circuit, end: str) -> list[str]:
    """The ports of the node that a link end, port or junction, belongs to."""
    number = node_numbers(circuit)
    return [port for port in _ports(circuit, number) if number[port] == number.get(end)]


def node_numbers(circuit: Circuit) -> dict[str, int]:
    """Every link end with the number of its node."""
    import networkx as nx  # takes a tenth of a second, so import only when needed

    drawn = nx.Graph()
    drawn.add_edges_from((link.a, link.b) for link in circuit.links)
    return {end: number for number, ends in enumerate(nx.connected_components(drawn)) for end in ends}


def _ports(circuit: Circuit, ends: Iterable[str]) -> list[str]:
    """The ports among link ends, ordered by component (file order) and port, not by link.

    Redrawing a star as a chain therefore changes nothing.
    """
    place = {name: index for index, name in enumerate(circuit.components)}

    def order(port: str) -> tuple[int, PortOrder]:
        owner, _, name = port.partition(".")
        return place[owner], _port_order(name)

    return sorted((end for end in ends if not end.startswith("#")), key=order)


@lru_cache(maxsize=1024)
def _port_order(name: str) -> PortOrder:
    """Port 10 comes after port 2."""
    return tuple((0, int(part)) if part.isdecimal() else (1, part) for part in re.split(r"(\d+)", name) if part)


def unlink(circuit: Circuit, removed: Iterable[Link]) -> None:
    """Remove links with their looks. A junction left with two links becomes one link; with a single link both are removed."""
    gone = list(removed)
    leaving = set(gone)
    circuit.links = [link for link in circuit.links if link not in leaving]
    looks = section(circuit.drawing, "links")
    for link in gone:
        looks.pop(link.key, None)
    settle_junctions(circuit, [end for link in gone for end in (link.a, link.b)])


def settle_junctions(circuit: Circuit, ends: Iterable[str]) -> None:
    """Dissolve the junctions among the ends that have fewer than three links."""
    waiting = [end for end in ends if end.startswith("#")]
    while waiting:
        junction = waiting.pop()
        links = [link for link in circuit.links if junction in (link.a, link.b)]
        if len(links) > 2:
            continue
        if links:
            _dissolve(circuit, junction, links)
            waiting += [end for end in (link.other(junction) for link in links) if end.startswith("#")]
        section(circuit.drawing, "junctions").pop(junction, None)


def replace_link(circuit: Circuit, old: Link, *new: Link) -> None:
    """Replace a link by others at its position in the file; its looks are removed."""
    position = circuit.links.index(old)
    circuit.links[position : position + 1] = new
    section(circuit.drawing, "links").pop(old.key, None)


def _drop(circuit: Circuit, link: Link) -> dict[str, Any]:
    """Remove one link and return its looks."""
    circuit.links.remove(link)
    return section(circuit.drawing, "links").pop(link.key, {})


def _dissolve(circuit: Circuit, junction: str, links: list[Link]) -> None:
    position = circuit.links.index(links[0])
    looks = [_drop(circuit, link) for link in links]
    if len(links) == 1:
        return
    joined = Link(links[0].other(junction), links[1].other(junction))
    if joined.a == joined.b or any(link.ends == joined.ends for link in circuit.links):
        return
    circuit.links.insert(position, joined)
    first, second = (look.get("route") for look in looks)
    if first and second:
        first = first if links[0].b == junction else first[::-1]
        second = second if links[1].a == junction else second[::-1]
        route = _joined(first, second)
        if route:
            mode = "kept" if "kept" in (look.get("mode") for look in looks) else "auto"
            circuit.drawing["links"][joined.key] = {"route": route, "mode": mode}


def _joined(first: list[Any], second: list[Any]) -> list[Any] | None:
    """Two adjoining routes as one, without a corner on a straight line; None if the result would double back."""
    if len(first) < 2 or len(second) < 2:
        return first + second[1:]
    (ax, ay), (bx, by), (cx, cy) = first[-2], first[-1], second[1]
    if (ax == bx == cx) or (ay == by == cy):
        turns_back = (bx - ax) * (cx - bx) + (by - ay) * (cy - by) < 0
        return None if turns_back else first[:-1] + second[1:]
    return first + second[1:]
