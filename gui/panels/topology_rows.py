"""The contents of the Topology dock as plain rows: nodes, paths of the tree, loops, degrees of freedom, parts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from mars.component.base import Base, Joint
from mars.component.domains import FRAME
from mars.document.circuit import Circuit
from mars.flat_names import joined, shown
from mars.kinds.definitions import is_sheet, read_sheet
from mars.names import component_of
from mars.pictures.sheet.junctions import node_names
from mars.topology.topology import Node, Reach, Topology

from ..edits.link_rules import gives_motion
from ..i18n import translate
from ..kinds.domain_names import word

DEEPEST = 8  # maximum depth of subcircuits
MOST_ROWS = 200  # per section: longer lists are not read


@dataclass
class TopologyRow:
    """A line; `ends` are the components, ports and links that it highlights."""

    text: str
    detail: str = ""
    ends: frozenset[str] = frozenset()
    key: str = ""
    rows: list[TopologyRow] = field(default_factory=list)


def sections(circuit: Circuit, topology: Topology, report: Mapping[str, Any] | None) -> list[TopologyRow]:
    """The whole list; the report has more on degrees of freedom and loops."""
    keys = _links_of_nodes(circuit)
    found = [
        _section("nodes", translate("Topology", "Nodes"), _nodes(topology, keys), len(topology.nodes)),
        _section("tree", translate("Topology", "Tree branches"), *_ways(topology, keys)),
        _section("loops", translate("Topology", "Loops"), _loops(topology, report), sum(r.part for r in topology.tree)),
        _section("freedoms", translate("Topology", "Degrees of freedom"), _freedoms(topology, report)),
        _section("parts", translate("Topology", "Parts"), _parts(topology)),
        _section("subcircuits", translate("Topology", "Subcircuits"), _instances(circuit, circuit)),
    ]
    return [section for section in found if section.rows or section.key == "nodes"]


def headline(topology: Topology) -> list[tuple[str, str]]:
    """Class and counts as pairs of label and value."""
    vector = [node for node in topology.nodes if node.domain == FRAME.name]
    branches, vector_branches = (sum(len(node.ports) for node in nodes) for nodes in (topology.nodes, vector))
    scalar_nodes, scalar_branches = topology.scalar_counts
    of = translate("Topology", "{all} ({vector} vector, {scalar} scalar)")
    return [
        (translate("Topology", "Class"), f"P{_raised(len(topology.motions))}  {' '.join(topology.motions)}"),
        (
            translate("Topology", "Nodes"),
            of.format(all=len(topology.nodes), vector=len(vector), scalar=len(topology.nodes) - len(vector)),
        ),
        (translate("Topology", "Branches"), of.format(all=branches, vector=vector_branches, scalar=branches - vector_branches)),
        (
            translate("Topology", "In scalar form"),
            translate("Topology", "{nodes} nodes, {branches} branches").format(nodes=scalar_nodes, branches=scalar_branches),
        ),
    ]


def _section(key: str, title: str, rows: list[TopologyRow], count: int | None = None) -> TopologyRow:
    shown = rows[:MOST_ROWS]
    count = len(rows) if count is None else count
    if count > MOST_ROWS:
        shown.append(TopologyRow(translate("Topology", "and %n more", count - MOST_ROWS)))
    for number, row in enumerate(shown):
        row.key = f"{key}/{row.text}/{number}"
    return TopologyRow(title, str(count), key=key, rows=shown)


def _nodes(topology: Topology, keys: Mapping[str, frozenset[str]]) -> list[TopologyRow]:
    backbone = [node for node in topology.nodes if _root(topology, node)]
    rest = [node for node in topology.nodes if not _root(topology, node)]
    rows = []
    for number, node in enumerate([*backbone, *rest][:MOST_ROWS], start=1):
        root = _root(topology, node)
        name = translate("Topology", "Backbone node") if root else translate("Topology", "Node {number}").format(number=number)
        ports = [f"{component}.{port}" for component, port in node.ports]
        row = TopologyRow(name, f"{word(node.domain)}:  {',  '.join(map(shown, ports))}", _lit(ports, keys))
        row.rows = [TopologyRow(shown(port), _kind_of(topology, port), frozenset([port]), port) for port in ports]
        rows.append(row)
    return rows


def _root(topology: Topology, node: Node) -> str | None:
    return next((name for name, _ in node.ports if issubclass(topology.placed[name].kind, Base)), None)


def _kind_of(topology: Topology, port: str) -> str:
    return topology.placed[component_of(port)].kind.kind


def _links_of_nodes(circuit: Circuit) -> dict[str, frozenset[str]]:
    """For every port, the links of its node."""
    node_of = node_names(circuit)
    links: dict[Any, set[str]] = defaultdict(set)
    for link in circuit.links:
        links[node_of[link.a]].add(link.key)
    return {end: frozenset(links[node]) for end, node in node_of.items()}


def _lit(ports: list[str], keys: Mapping[str, frozenset[str]]) -> frozenset[str]:
    return frozenset(ports).union(*(keys.get(port, frozenset()) for port in ports))


def _ways(topology: Topology, keys: Mapping[str, frozenset[str]]) -> tuple[list[TopologyRow], int]:
    """Every path from a root to a leaf; one that closes a loop ends at the second part of the body where it is cut."""
    reaches = [*(Reach(root, "", tuple(topology.placed[root].ports)) for root in topology.roots), *topology.tree]
    before: list[int | None] = []
    reached_by: dict[int, int] = {}
    for place, reach in enumerate(reaches):
        closed = place - 1 if place and reaches[place - 1].closing else None
        before.append(closed if closed is not None else reached_by.get(topology.node_of.get((reach.component, reach.entry), -1)))
        for port in () if reach.closing else reach.exits:
            node = topology.node_of.get((reach.component, port))
            if node is not None:
                reached_by.setdefault(node, place)
    inner = {place for place in before if place is not None}
    leaves = [place for place in range(len(reaches)) if place not in inner]
    rows = [_way(reaches, before, leaf, keys) for leaf in leaves[:MOST_ROWS]]
    return rows, len(leaves)


def _way(reaches: list[Reach], before: list[int | None], leaf: int, keys: Mapping[str, frozenset[str]]) -> TopologyRow:
    places: list[int] = []
    place: int | None = leaf
    while place is not None:
        places.append(place)
        place = before[place]
    steps = []
    for reach in (reaches[each] for each in reversed(places)):
        ports = " → ".join(filter(None, [reach.entry, ", ".join(reach.exits)]))
        again = translate("Topology", "loop cut here") if reach.part else ports
        entered = f"{reach.component}.{reach.entry}"
        ends = frozenset([reach.component]) | (keys.get(entered, frozenset()) if reach.entry else frozenset())
        steps.append(TopologyRow(shown(reach.component), again, ends, entered))
    names = " → ".join(step.text for step in steps)
    return TopologyRow(steps[-1].text, names, frozenset().union(*(step.ends for step in steps)), rows=steps[:MOST_ROWS])


def _loops(topology: Topology, report: Mapping[str, Any] | None) -> list[TopologyRow]:
    known = (report or {}).get("loops") or {}
    cut = list(dict.fromkeys(reach.component for reach in topology.tree if reach.part))
    rows = [
        TopologyRow(translate("Topology", "Cut through {body}").format(body=shown(body)), "", frozenset([body])) for body in cut
    ]
    if known:
        redundant = known["constraints"] - known["independent"]
        rows.append(
            TopologyRow(
                translate("Topology", "Constraints"),
                translate("Topology", "{all}, {redundant} of them redundant").format(
                    all=known["constraints"], redundant=redundant
                ),
            )
        )
        rows.append(
            TopologyRow(
                translate("Topology", "Degrees of freedom"),
                translate("Topology", "{rank} at the start ({count} by counting constraints)").format(
                    rank=known["freedoms by rank"], count=known["freedoms by count"]
                ),
            )
        )
    return rows


def _freedoms(topology: Topology, report: Mapping[str, Any] | None) -> list[TopologyRow]:
    words = {
        "free": translate("Topology", "free"),
        "movement": translate("Topology", "prescribed displacement"),
        "velocity": translate("Topology", "prescribed velocity"),
        "given": translate("Topology", "prescribed motion"),
    }
    statuses = (report or {}).get("freedoms") or _joint_freedoms(topology)
    called = {shown(name): name for name in topology.placed}
    rows = []
    for port, status in statuses:
        owner, _, name = port.rpartition(".")
        owner = called.get(owner, owner)
        coordinate = _coordinate(topology, owner, name)
        rows.append(TopologyRow(shown(coordinate or port), words.get(status, status), frozenset([owner, f"{owner}.{name}"])))
    return rows


def _joint_freedoms(topology: Topology) -> list[tuple[str, str]]:
    found = []
    for name, placed in topology.placed.items():
        if issubclass(placed.kind, Joint):
            for port in placed.ports.values():
                node = topology.node_of.get((name, port.name))
                if port.domain is not FRAME and node is not None:
                    given = any(gives_motion(topology.placed[other].kind) for other, _ in topology.nodes[node].ports)
                    found.append((f"{name}.{port.name}", "given" if given else "free"))
    return found


def _coordinate(topology: Topology, owner: str, port: str) -> str:
    """`KN1.turn` -> KN1.angle."""
    placed = topology.placed.get(owner)
    coordinates = placed.kind.coordinates.values() if placed and issubclass(placed.kind, Joint) else ()
    return next((f"{owner}.{c.name}" for c in coordinates if c.port == port), "")


def _parts(topology: Topology) -> list[TopologyRow]:
    rows = []
    for number, part in enumerate(topology.groups, start=1):
        drawn = [name for name in part if name in topology.circuit.components]
        words = translate("Topology", "Part {number}").format(number=number)
        rows.append(TopologyRow(words, ", ".join(map(shown, drawn)), frozenset(drawn)))
    return rows


def _instances(root: Circuit, sheet: Circuit, way: tuple[str, ...] = ()) -> list[TopologyRow]:
    """Instances on a sheet with those inside them; a recursive subcircuit is listed among the problems."""
    rows = []
    for name, entry in sheet.components.items():
        if entry.kind in root.definitions and is_sheet(root, entry.kind) and len(way) < DEEPEST:
            inside = (*way, name)
            rows.append(TopologyRow(name, entry.kind, frozenset([joined(*inside)])))
            rows[-1].rows = _instances(root, read_sheet(root, entry.kind), inside)
    return rows


def _raised(number: int) -> str:
    return str(number).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
