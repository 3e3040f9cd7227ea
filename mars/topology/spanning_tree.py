"""Spanning trees of the mechanism, outward from its bases (networkx); a loop is cut through one of its bodies that has mass."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import UnionType

import networkx as nx

from mars.component.base import Base, Body, Component, Joint
from mars.component.domains import FRAME
from mars.errors import Complaint
from mars.flat_names import INSIDE
from mars.kinds.resolved import ResolvedComponent
from mars.messages import Message
from mars.topology.implicit_kinds import Backbone, floating_joint, point_joint
from mars.topology.loop_cuts import NEVER, outward_edges
from mars.topology.masses import EXTENDED, POINT, mass_of, rotates
from mars.topology.nodes import Wiring, unused_name
from mars.topology.topology import BACKBONE, Node, PortKey, Reach, connected_groups, graph_of


@dataclass(frozen=True)
class Trees:
    """The trees, and the wiring with the implicit bases and joints of floating groups."""

    components: dict[str, ResolvedComponent]
    nodes: list[Node]
    node_of: dict[PortKey, int]
    roots: list[str]  # bases, then implicit ones
    tree: list[Reach]  # outward order
    complaints: list[Complaint]


def grow_trees(wiring: Wiring, motions: tuple[str, ...]) -> Trees:
    """Spanning trees of the mechanism from every base; a group without a base gets an implicit free joint."""
    growth = _Growth(wiring, motions)
    complaints = [*growth.from_bases(), *growth.from_loose_bodies()]
    return Trees(growth.components, growth.nodes, growth.node_of, growth.roots, growth.tree, complaints)


def mechanism_graph(wiring: Wiring) -> nx.Graph:
    """Bases, bodies, joints and their vector nodes; the bases are joined to the backbone.

    Edges are added in the order of components and ports, so a search visits the neighbours of each vertex in that order.
    """
    edges: list[tuple[str, str | int]] = []
    for name, component in wiring.components.items():
        if issubclass(component.kind, Base):
            edges.append((name, BACKBONE))
            edges += [(name, wiring.node_of[name, port]) for port in component.ports if (name, port) in wiring.node_of]
        elif issubclass(component.kind, (Body, Joint)):
            edges += [(name, wiring.node_of[name, port]) for port in _frame_ports(component)]
    graph = nx.Graph()
    graph.add_node(BACKBONE)
    graph.add_edges_from(edges)
    return graph


def _frame_ports(component: ResolvedComponent) -> list[str]:
    return [port.name for port in component.ports.values() if port.domain is FRAME]


class _Growth:
    """The trees while they grow."""

    def __init__(self, wiring: Wiring, motions: tuple[str, ...]):
        self.motions = motions
        self.components, self.nodes, self.node_of = dict(wiring.components), list(wiring.nodes), dict(wiring.node_of)
        self.mechanism = mechanism_graph(wiring)
        self._body_at: dict[int, PortKey | None] = {}  # the one with the most mass at each node queried so far
        self._mass_of: dict[str, int] = {}
        self.roots: list[str] = []
        self.tree: list[Reach] = []
        self.seen: set[str] = set()  # components reached by a tree
        self.reached: set[int] = set()  # nodes reached by a tree

    def _is(self, name: str, kind: type[Component] | UnionType) -> bool:
        return issubclass(self.components[name].kind, kind)

    def from_bases(self) -> Iterator[Complaint]:
        self.roots += [name for name in self.components if self._is(name, Base)]
        self.seen.update(self.roots)
        prescribed: dict[int, str] = {}
        for base in self.roots:
            for port in self.components[base].ports:
                node = self.node_of.get((base, port))
                if node is None:
                    continue
                if node in prescribed:
                    cause = Message(
                        "{prescribed} and {base} are connected to the same node, and both prescribe its motion",
                        prescribed=prescribed[node],
                        base=base,
                    )
                    yield Complaint(
                        base, cause, Message("Remove {base}, or put a joint between them", base=base), code="two-motions"
                    )
                prescribed[node] = base
        self.reached.update(prescribed)
        yield from self._spread(BACKBONE)

    def from_loose_bodies(self) -> Iterator[Complaint]:
        """Trees of parts without a base."""
        has_base = bool(self.roots)
        loose = [name for name in self.components if self._is(name, Body | Joint) and name not in self.seen]
        is_jointed = any(self._is(name, Joint) for name in loose)
        if is_jointed and not has_base:
            cause = "the mechanism is not connected to a base and floats freely"
            remedy = (
                "Connect it to a base (bodies.base), or put a free joint (joints.free) between it and a base to set start values"
            )
            outside = loose[0].partition(INSIDE)[0]  # a base inside a subcircuit would hold each of its instances
            yield Complaint(outside, cause, remedy, "warning", "no-backbone")
        bodies_near = self._bodies_by_group() if loose else {}
        for name in loose:
            if name in self.seen:
                continue
            first = next((body for body in bodies_near[name] if body not in self.seen), None)
            if first is None:
                cause = "these joints are connected neither to a base nor to a body"
                yield Complaint(name, cause, "Connect them to a body and to a base", code="no-backbone")
                return
            if has_base or not is_jointed:
                cause = Message("it is not connected to a base, so it moves freely (as Free_{first})", first=first)
                yield Complaint(
                    first, cause, "Connect it, or add a free joint (joints.free) to make this explicit", "note", "floating"
                )
            self._add_joint("Free", first, self.node_of[first, "1"], floating_joint(self.motions))
            yield from self._spread(self.node_of[first, "1"])
        yield from self._unreached_nodes()

    def _bodies_by_group(self) -> dict[str, Iterator[str]]:
        """For every component the bodies connected with it, in file order; components of a group share one iterator."""
        found: dict[str, Iterator[str]] = {}
        for group in connected_groups(graph_of(self.components, self.node_of), self.components):
            found |= dict.fromkeys(group, iter([name for name in group if self._is(name, Body)]))
        return found

    def _unreached_nodes(self) -> Iterator[Complaint]:
        for node in list(self.nodes):
            if node.domain == FRAME.name and node.index not in self.reached:
                name, port = node.ports[0]
                if sum(len(_frame_ports(self.components[other])) > 1 for other, _ in node.ports) > 1:
                    self._add_joint("Point", name, node.index, point_joint(self.motions))
                    continue
                if self.components[name].ports[port].open == "required" and len(node.ports) == 1:
                    continue  # the open port has already been reported
                cause = "the position of this point is undetermined: no body, joint or base is connected to it"
                yield Complaint(
                    f"{name}.{port}",
                    cause,
                    "Connect a body to it, such as a point mass (bodies.point_mass)",
                    code="no-place",
                )

    def _add_joint(self, word: str, first: str, node: int, floating: type[Joint]) -> None:
        """Insert an implicit base and joint before the node of a component."""
        world, joint = (unused_name(f"{word}_{first}", self.components) for word in ("World", word))
        self.components[world] = ResolvedComponent(world, Backbone, {}, Backbone.ports)
        self.components[joint] = ResolvedComponent(joint, floating, {}, floating.ports)
        index = self._add_node(FRAME.name, (world, "1"), (joint, "1"))
        old = self.nodes[node]
        self.nodes[node] = Node(node, old.domain, (*old.ports, (joint, "2")))
        self.node_of[joint, "2"] = node
        for port in floating.ports.values():
            if port.domain is not FRAME:
                self._add_node(port.domain.name, (joint, port.name))
        self.roots.append(world)
        self.tree.append(Reach(joint, "1", ("2",)))
        self.seen.add(joint)
        self.reached |= {index, node}

    def _add_node(self, domain: str, *ports: PortKey) -> int:
        index = len(self.nodes)
        self.nodes.append(Node(index, domain, ports))
        self.node_of.update(dict.fromkeys(ports, index))
        return index

    def _spread(self, source: str | int) -> Iterator[Complaint]:
        """Grow the tree of everything connected with the source, a vertex of the mechanism."""
        edges = outward_edges(self.mechanism, source, self._grade)
        came_from = {vertex: before for before, vertex in edges}
        waiting = {vertex for vertex in came_from if isinstance(vertex, int)} - self.reached  # nodes, till the tree comes to them
        self.reached |= waiting
        early: list[Reach] = []  # loops closed at a body or a node that is reached later
        for node, name in edges:
            if not isinstance(node, int):
                continue  # from a component to a node
            self.seen.add(name)
            ports = _frame_ports(self.components[name])
            entry = next(port for port in ports if self.node_of[name, port] == node)
            exits = [port for port in ports if port != entry]
            new = [port for port in exits if came_from.get(self.node_of[name, port]) == name]
            waiting.difference_update(self.node_of[name, port] for port in new)
            if self._is(name, Body):
                self.tree.append(Reach(name, entry, tuple(new)))
                for port in exits:
                    if port not in new:
                        follows = self.node_of[name, port] not in waiting
                        (self.tree if follows else early).append(Reach(name, port, (), part=True))
            elif new:
                self.tree.append(Reach(name, entry, tuple(new)))
            elif closing := self._closing(name, entry, exits[0]):
                joint, body = closing
                follows = self.node_of[name, joint.entry] not in waiting and body.component in self.seen
                (self.tree if follows else early).extend(closing)
            else:
                cause = "it closes a loop, but no body is connected to either side, so nothing can move"
                yield Complaint(name, cause, "Put a body between the joints", code="loop-without-body")
        self.tree += early

    def _closing(self, joint: str, entry: str, far: str) -> list[Reach]:
        """The joint leads to a node already reached: cut through a body at one of its ends, the far one if both are as good."""
        ends = {far: entry, entry: far}
        end = max(ends, key=lambda port: self._grade_at(joint, port))
        body = self._best_body(self.node_of[joint, end])
        return [Reach(joint, ends[end], (end,), closing=True), Reach(*body, (), part=True)] if body else []

    def _grade(self, name: str) -> int:
        """How well a loop can be cut between a component and one of its nodes."""
        if self._is(name, Body):
            return self._mass(name)
        return max(self._grade_at(name, port) for port in _frame_ports(self.components[name])) if self._is(name, Joint) else NEVER

    def _grade_at(self, joint: str, port: str) -> int:
        """How well a loop can be cut behind a joint: a part of a point mass there has no inertia about a hinge."""
        body = self._best_body(self.node_of[joint, port])
        grade = self._mass(body[0]) if body else NEVER
        return EXTENDED if grade == POINT and not rotates(self.components[joint]) else grade

    def _best_body(self, node: int) -> PortKey | None:
        """The body at a node with the most mass and inertia, the first of several."""
        if node not in self._body_at:
            bodies = [key for key in self.nodes[node].ports if self._is(key[0], Body)]
            self._body_at[node] = max(bodies, key=lambda key: self._mass(key[0]), default=None)
        return self._body_at[node]

    def _mass(self, body: str) -> int:
        if body not in self._mass_of:
            self._mass_of[body] = mass_of(self.components[body])
        return self._mass_of[body]
