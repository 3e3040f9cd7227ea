"""From placed components and links to nodes, branches, trees and complaints (networkx)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

import networkx as nx
import numpy as np

from mars.component.base import Base, Body, Joint
from mars.component.domains import AXES, ELECTRICAL, FRAME, HYDRAULIC, MOTIONS, SIGNAL, SIGNALS, THERMAL, Domain
from mars.document.circuit import Circuit
from mars.document.links import roots_of
from mars.errors import CircuitError, Complaint, DocumentError
from mars.flat_names import INSIDE
from mars.kinds import plugins
from mars.kinds.resolved import Placed, place_all
from mars.names import with_article
from mars.topology.flattening import Flat, flatten
from mars.topology.implicit_kinds import Backbone, floating_joint, wire_of

PortKey = tuple[str, str]  # component, port


@dataclass(frozen=True)
class Node:
    """A point of equal potential. Its ports are branches: the stream of each is positive into the component."""

    index: int
    domain: str
    ports: tuple[PortKey, ...]


@dataclass(frozen=True)
class Reach:
    """One step of the spanning tree: the component is entered from `entry` and leads to `exits` (port names).

    A loop is cut through one of its bodies, so that there is mass on both sides: a `part` of the body is reached a second time.
    A joint that leads only to such a part is `closing`: it ends at a node that another way has reached already.
    """

    component: str
    entry: str
    exits: tuple[str, ...]
    part: bool = False
    closing: bool = False


@dataclass
class Topology:
    """What the drawing means before any equation is written."""

    circuit: Circuit  # without subcircuits
    placed: dict[str, Placed]
    nodes: list[Node] = field(default_factory=list)
    node_of: dict[PortKey, int] = field(default_factory=dict)  # open reference ports have no node
    roots: list[str] = field(default_factory=list)  # bases, then implicit ones
    tree: list[Reach] = field(default_factory=list)  # outward order
    complaints: list[Complaint] = field(default_factory=list)
    gravity: tuple[float, float, float] = (0.0, 0.0, 0.0)

    @property
    def motions(self) -> tuple[str, ...]:
        return self.circuit.motions

    @cached_property
    def graph(self) -> nx.MultiGraph:
        """Nodes (integers) and components (names); one edge for each branch."""
        graph = nx.MultiGraph()
        graph.add_nodes_from(node.index for node in self.nodes)
        graph.add_nodes_from(self.placed)
        for (name, port), node in self.node_of.items():
            graph.add_edge(node, name, key=port)
        return graph

    @property
    def parts(self) -> list[list[str]]:
        """Components that hang together, all bases taken as the one backbone node."""
        graph = nx.Graph(self.graph)
        graph.add_edges_from(("the backbone node", root) for root in self.roots)
        order = {name: i for i, name in enumerate(self.placed)}
        parts = [sorted((c for c in part if c in order), key=order.__getitem__) for part in nx.connected_components(graph)]
        return sorted((part for part in parts if part), key=lambda part: order[part[0]])

    @property
    def scalar_counts(self) -> tuple[int, int]:
        """Nodes and branches after decomposing each vector link into its scalar links (the class says which)."""
        size = {node.index: len(self.motions) if node.domain == FRAME.name else 1 for node in self.nodes}
        return sum(size.values()), sum(size[node] for node in self.node_of.values())

    @property
    def has_loops(self) -> bool:
        return any(reach.part for reach in self.tree)

    def domain_of(self, node: Node) -> Domain:
        name, port = node.ports[0]
        return self.placed[name].ports[port].domain

    def zero_of(self, nodes: Iterable[int]) -> int:
        """From which node voltages count where none is grounded: the first one, of negative poles if there are any."""
        return min(nodes, key=lambda n: (not any(port.rpartition("_")[2][0] == "n" for _, port in self.nodes[n].ports), n))

    def givers(self, node: Node) -> list[PortKey]:
        """Who gives a signal."""
        return [(name, port) for name, port in node.ports if self.placed[name].ports[port].gives]

    def signal_size(self, node: Node) -> int:
        """How many signals there are at a node: one, or as many as the bundle that is given has."""
        if self.domain_of(node) is SIGNAL:
            return 1
        sizes = [self.placed[name].ports[port].size for name, port in (self.givers(node) or node.ports)]
        return max(sizes)

    def errors(self) -> list[Complaint]:
        return [complaint for complaint in self.complaints if complaint.severity == "error"]


def analyse(circuit: Circuit) -> Topology:
    """Nodes, tree and complaints of a circuit. Never raises on a wrong drawing: it complains."""
    flat = flatten(circuit)
    circuit = flat.circuit
    placed, complaints = place_all(circuit)
    topology = Topology(circuit, placed, complaints=[*flat.complaints, *complaints, *plugins.problems()])
    if not placed and not any(each.severity == "error" for each in topology.complaints):
        topology.complaints.append(Complaint("", "the circuit is empty", "Add a base, a joint and a body", code="empty"))
    _check_class(topology)
    _check_gravity(topology, circuit)
    _make_nodes(topology, flat)
    _check_signals(topology)
    _grow_trees(topology)
    _note_welds(topology)
    _warn_of_inertias(topology)
    return topology


def _check_class(topology: Topology) -> None:
    if sum(m[0] == "R" for m in topology.motions) == 2:
        missing = next(m for m in MOTIONS if m[0] == "R" and m not in topology.motions)
        cause = f"the class {' '.join(topology.motions)} has two rotations, and two rotations make a third"
        topology.complaints.append(Complaint("", cause, f"Add {missing} to the class, or keep one rotation", code="class"))


def _check_gravity(topology: Topology, circuit: Circuit) -> None:
    """Weight along a motion that the class does not have is fine unless it has an arm about one of its rotations."""
    try:
        gravity = topology.gravity = circuit.gravity_vector()
    except DocumentError as error:
        topology.complaints.append(Complaint("", str(error), "", code="gravity"))
        return
    for axis, size in zip(AXES, gravity, strict=True):
        turns = [m for m in topology.motions if m[0] == "R" and m[1] != axis]
        if size != 0 and f"T{axis}" not in topology.motions and turns:
            have = " ".join(topology.motions)
            cause = f"gravity acts along {axis} and turns bodies in {turns[0]}, but the class {have} has no T{axis}"
            topology.complaints.append(
                Complaint("", cause, f"Add T{axis} to the class, or set gravity to zero along {axis}", code="gravity")
            )


def _make_nodes(topology: Topology, flat: Flat) -> None:
    """Linked ports share a node; a free open port has its own; an open reference port has none."""
    circuit = flat.circuit
    groups: list[tuple[PortKey, ...]] = []
    linked: set[PortKey] = set()
    excused: set[PortKey] = set()  # linked to a component that is complained of already
    for ends in circuit.nodes():
        group = []
        for end in ends:
            name, port = end.split(".", 1)
            if name in topology.placed:
                if port not in topology.placed[name].ports:
                    has = ", ".join(topology.placed[name].ports)
                    cause = f"a link ends at the port «{port}», which {name} does not have"
                    topology.complaints.append(Complaint(name, cause, f"Its ports are {has}", code="no-such-port"))
                    continue
                group.append((name, port))
        if len(group) > 1:  # alone, because all else there is disabled, a port is open
            groups.append(tuple(group))
            linked.update(group)
        owners = {end.split(".", 1)[0] for end in ends}
        if any(name not in topology.placed and not circuit.components[name].disabled for name in owners):
            excused.update(group)
    for name, placed in topology.placed.items():
        for port in placed.ports.values():
            key = (name, port.name)
            if key in linked:
                continue
            if port.open == "required" and key not in excused:
                cause = f"the port {port.name} is open, but {with_article(placed.kind.kind)} needs it"
                where = f"{name}.{port.name}"
                if outside := _port_outside(flat, where):
                    cause = f"the port {outside.partition('.')[2]} is open, but {where} inside needs it"
                    where = outside
                remedy = f"Link {where} to another {port.domain.name} port"
                topology.complaints.append(Complaint(where, cause, remedy, code="open-port"))
            if port.open != "reference":
                groups.append((key,))
    groups = _tie_joints(topology, groups)
    order = {key: i for i, key in enumerate((n, p) for n, placed in topology.placed.items() for p in placed.ports)}
    groups = sorted((tuple(sorted(group, key=order.__getitem__)) for group in groups), key=lambda group: order[group[0]])
    for index, group in enumerate(groups):
        domains = {topology.placed[name].ports[port].domain.name: f"{name}.{port}" for name, port in reversed(group)}
        if len(domains) > 1:
            what = " and ".join(f"{where} ({domain})" for domain, where in domains.items())
            cause = f"ports of unlike domains are linked: {what}"
            topology.complaints.append(Complaint(group[0][0], cause, _between({*domains}), code="unlike-domains"))
        name, port = group[0]
        topology.nodes.append(Node(index, topology.placed[name].ports[port].domain.name, group))
        topology.node_of.update(dict.fromkeys(group, index))


def _port_outside(flat: Flat, end: str) -> str:
    """The outermost port of a subcircuit to which an open port inside leads, if it leads to one: there the link is missing."""
    roots = roots_of(flat.circuit) if flat.ports else {}
    found = [port for junction, port in flat.ports.items() if end in roots and roots.get(junction) == roots[end]]
    return min(found, key=lambda port: port.count(INSIDE), default="")


def _between(domains: set[str]) -> str:
    """What to do where unlike domains are linked."""
    signals = {SIGNAL.name, SIGNALS.name}
    if domains == signals:
        return "Put a signals.bundle or a signals.unbundle between them"
    if domains & signals:
        return "A signal carries no power: put a sensor or a meter between to read, a driven source to act"
    if HYDRAULIC.name in domains:
        return "Oil and motion meet in a pump, a hydraulic motor or a cylinder: put one of them between"
    if THERMAL.name in domains:
        return "Heat comes out of a thermal port, as a heated motor has one: link to that"
    if ELECTRICAL.name in domains:
        return "Wires and motion meet in a motor: put one of the drives between them"
    return "Link each to its like: frame to frame, rotation to rotation, translation to translation"


def _check_signals(topology: Topology) -> None:
    """One component gives a signal, the others at its node read it."""
    for node in topology.nodes:
        if not topology.domain_of(node).informs or len(node.ports) == 1:
            continue
        givers = topology.givers(node)
        if not givers:
            where = ".".join(node.ports[0])
            cause = f"no component gives the signal that {' and '.join(name for name, _ in node.ports)} read"
            remedy = "Link something to it that gives one, such as inputs.slider"
            topology.complaints.append(Complaint(where, cause, remedy, code="no-signal"))
        elif len(givers) > 1:
            names = [name for name, _ in givers]
            cause = f"{' and '.join(names)} both give this signal"
            remedy = f"Take {names[-1]} away, or link it to something else"
            topology.complaints.append(Complaint(names[-1], cause, remedy, code="two-signals"))
        for name, port in node.ports:
            wanted, size = topology.placed[name].ports[port].size, topology.signal_size(node)
            if len(givers) == 1 and wanted not in (0, size):
                cause = f"it takes a bundle of {wanted} signals, but {givers[0][0]} gives {size}"
                topology.complaints.append(Complaint(f"{name}.{port}", cause, "Give both the same number", code="bundle-size"))


def _tie_joints(topology: Topology, groups: list[tuple[PortKey, ...]]) -> list[tuple[PortKey, ...]]:
    """Each joint's scalar port has a node of its own, because its motion is the tree's: further joints hang on implicit wires."""
    found: list[tuple[PortKey, ...]] = []
    for group in groups:
        joints = [key for key in group if issubclass(topology.placed[key[0]].kind, Joint)]
        domain = topology.placed[group[0][0]].ports[group[0][1]].domain
        kept = list(group)
        for key in joints[1:] if domain is not FRAME else ():
            name, kind = _unused(topology, f"Wire_{key[0]}"), wire_of(domain)
            topology.placed[name] = Placed(name, kind, {}, kind.ports)
            kept[kept.index(key)] = (name, "a")
            found.append((key, (name, "b")))
        found.append(tuple(kept))
    return found


def _grow_trees(topology: Topology) -> None:
    """Spanning trees of the mechanism from every base; a part without a base hangs on an implicit free joint."""
    reached: dict[int, str] = {}
    seen: set[str] = set()
    bases = [name for name, placed in topology.placed.items() if issubclass(placed.kind, Base)]
    queue: deque[int] = deque()
    for base in bases:
        topology.roots.append(base)
        for port in topology.placed[base].ports:
            node = topology.node_of.get((base, port))
            if node is None:
                continue
            if node in reached:
                cause = f"{reached[node]} and {base} are linked to the same node: both prescribe its motion"
                topology.complaints.append(Complaint(base, cause, f"Remove {base}, or put a joint between", code="two-motions"))
            reached[node] = base
            queue.append(node)
        seen.add(base)
    _spread(topology, queue, reached, seen)
    movers = [name for name, placed in topology.placed.items() if issubclass(placed.kind, Body | Joint)]
    loose = [name for name in movers if name not in seen]
    jointed = any(issubclass(topology.placed[name].kind, Joint) for name in loose)
    if jointed and not bases:
        cause = "there is no backbone node: no base holds this mechanism, it floats freely in space"
        remedy = "Link a bodies.base to it, or put a joints.free between a base and it, which also takes start values"
        outside = loose[0].partition(INSIDE)[0]  # a base inside a subcircuit would hold each of its instances
        topology.complaints.append(Complaint(outside, cause, remedy, "warning", "no-backbone"))
    part_of = _parts(topology) if loose else {}
    for name in loose:
        if name in seen:
            continue
        first = next((m for m in part_of[name] if issubclass(topology.placed[m].kind, Body) and m not in seen), None)
        if first is None:
            cause = "these joints have neither a base nor a body"
            topology.complaints.append(Complaint(name, cause, "Link them to a body and to a base", code="no-backbone"))
            return
        if bases or not jointed:
            cause = f"it is linked to no base, so it moves freely (as Free_{first})"
            topology.complaints.append(Complaint(first, cause, "Link it, or add a joints.free to say so", "note", "floating"))
        world, joint = _hang_freely(topology, first)
        seen.add(joint)
        node = topology.node_of[first, "1"]
        reached |= {topology.node_of[world, "1"]: world, node: first}
        _spread(topology, deque([node]), reached, seen)
    for node in topology.nodes:
        if node.domain == FRAME.name and node.index not in reached:
            name, port = node.ports[0]
            if topology.placed[name].ports[port].open == "required" and len(node.ports) == 1:
                continue  # told as an open port
            cause = "nothing says where this point is: no body, joint or base is linked to it"
            topology.complaints.append(
                Complaint(f"{name}.{port}", cause, "Link a body to it (bodies.point_mass)", code="no-place")
            )


def _parts(topology: Topology) -> dict[str, list[str]]:
    """For every component the ones that hang together with it, in file order."""
    order = {name: i for i, name in enumerate(topology.placed)}
    found: dict[str, list[str]] = {}
    for part in nx.connected_components(topology.graph):
        members = sorted((name for name in part if name in order), key=order.__getitem__)
        found |= dict.fromkeys(members, members)
    return found


def _hang_freely(topology: Topology, body: str) -> tuple[str, str]:
    """Put an implicit base and free joint before the body; returns their names."""
    node = topology.node_of[body, "1"]
    world, joint = (_unused(topology, f"{word}_{body}") for word in ("World", "Free"))
    floating = floating_joint(topology.motions)
    topology.placed[world] = Placed(world, Backbone, {}, Backbone.ports)
    topology.placed[joint] = Placed(joint, floating, {}, floating.ports)
    index = len(topology.nodes)
    topology.nodes.append(Node(index, FRAME.name, ((world, "1"), (joint, "1"))))
    topology.node_of.update({(world, "1"): index, (joint, "1"): index})
    old = topology.nodes[node]
    topology.nodes[node] = Node(node, old.domain, (*old.ports, (joint, "2")))
    topology.node_of[joint, "2"] = node
    for port in floating.ports.values():
        if port.domain is not FRAME:
            topology.nodes.append(Node(len(topology.nodes), port.domain.name, ((joint, port.name),)))
            topology.node_of[joint, port.name] = len(topology.nodes) - 1
    topology.__dict__.pop("graph", None)
    topology.roots.append(world)
    topology.tree.append(Reach(joint, "1", ("2",)))
    return world, joint


def _unused(topology: Topology, name: str) -> str:
    return name if name not in topology.placed else _unused(topology, f"{name}_")


def _spread(topology: Topology, queue: deque[int], reached: dict[int, str], seen: set[str]) -> None:
    early: list[Reach] = []  # loops closed at a body that is reached later
    while queue:
        node = queue.popleft()
        for name, entry in topology.nodes[node].ports:
            placed = topology.placed[name]
            if name in seen or not issubclass(placed.kind, Body | Joint) or placed.ports[entry].domain is not FRAME:
                continue
            seen.add(name)
            exits = [p.name for p in placed.ports.values() if p.domain is FRAME and p.name != entry]
            new = [port for port in exits if topology.node_of[name, port] not in reached]
            if issubclass(placed.kind, Body):
                topology.tree.append(Reach(name, entry, tuple(new)))
                topology.tree += [Reach(name, port, (), part=True) for port in exits if port not in new]
            elif new:
                topology.tree.append(Reach(name, entry, tuple(new)))
            else:
                closing = _closing(topology, name, entry, exits[0])
                (topology.tree if all(reach.component in seen for reach in closing) else early).extend(closing)
            for port in new:
                target = topology.node_of[name, port]
                reached[target] = name
                queue.append(target)
    topology.tree += early


def _closing(topology: Topology, joint: str, entry: str, far: str) -> list[Reach]:
    """The joint leads to a node that is reached already: cut through a body at one of its ends."""
    for near_port, far_port in ((entry, far), (far, entry)):
        node = topology.nodes[topology.node_of[joint, far_port]]
        body = next(((c, p) for c, p in node.ports if issubclass(topology.placed[c].kind, Body)), None)
        if body is not None:
            return [Reach(joint, near_port, (far_port,), closing=True), Reach(body[0], body[1], (), part=True)]
    cause = "it closes a loop, but no body is linked to either of its sides, so there is nothing to move"
    topology.complaints.append(Complaint(joint, cause, "Put a body between the joints", code="loop-without-body"))
    return []


def _note_welds(topology: Topology) -> None:
    """A vector link between two bodies is a weld: legal, but a beginner means a hinge."""
    for node in topology.nodes:
        bodies = [name for name, _ in node.ports if issubclass(topology.placed[name].kind, Body)]
        if len(bodies) > 1:
            cause = f"{bodies[0]} and {bodies[1]} are linked directly, so they are welded together"
            topology.complaints.append(Complaint(bodies[1], cause, "Put a joint on the link if they should move", "note", "weld"))


def _warn_of_inertias(topology: Topology) -> None:
    """Principal moments of a real body are positive and each is at most the sum of the others; measured data break this."""
    for name, placed in topology.placed.items():
        if not issubclass(placed.kind, Body):
            continue
        body = placed.kind()
        numbers = {p.name: p.symbolise(placed.values[p.name], lambda _, number: number) for p in placed.kind.parameters.values()}
        body.bind(name, numbers, {}, {})
        try:
            low, middle, high = np.linalg.eigvalsh(np.array(body.solid().inertia, dtype=float))
        except DocumentError as error:
            topology.complaints.append(Complaint(name, str(error), "", code="value"))
            continue
        except CircuitError as error:  # of a plug-in
            topology.complaints += error.complaints
            continue
        except (ArithmeticError, np.linalg.LinAlgError):
            cause = "its mass or inertia is too large to be a number"
            topology.complaints.append(Complaint(name, cause, "Look at its dimensions and their units", code="value"))
            continue
        if low < -1e-9 * abs(high) or high > (low + middle) * (1 + 1e-6) + 1e-300:
            cause = f"no real body has its inertia: the principal moments are {low:.4g}, {middle:.4g} and {high:.4g} kg·m²"
            remedy = "Check the tensor (about the centre of mass, right signs of the products); it runs all the same"
            topology.complaints.append(Complaint(name, cause, remedy, "warning", "inertia"))
