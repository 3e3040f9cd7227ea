"""`Topology`: the meaning of the drawing, before any equations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

import networkx as nx

from mars.component.domains import FRAME, SIGNAL, Domain
from mars.document.circuit import Circuit
from mars.errors import Complaint
from mars.kinds.resolved import ResolvedComponent

PortKey = tuple[str, str]  # component, port
BACKBONE = "the backbone node"  # the graph vertex to which all roots are joined; no component can have this name


@dataclass(frozen=True)
class Node:
    """A point of equal potential. Its ports are branches: the stream of each is positive into the component."""

    index: int
    domain: str
    ports: tuple[PortKey, ...]


@dataclass(frozen=True)
class Reach:
    """One step of the spanning tree: the component is entered from `entry` and leads to `exits` (port names).

    A loop is cut through one of its bodies, so that there is mass on both sides: a `part` of the body is reached a second time. A
    joint that leads only to such a part is `closing`: it ends at a node already reached by another path.
    """

    component: str
    entry: str
    exits: tuple[str, ...]
    part: bool = False
    closing: bool = False


@dataclass(frozen=True)
class Topology:
    """Nodes, branches, spanning trees and complaints of a circuit."""

    circuit: Circuit  # without subcircuits
    placed: dict[str, ResolvedComponent]  # the circuit's, then implicit ones
    nodes: list[Node]
    node_of: dict[PortKey, int]  # open reference ports have no node
    roots: list[str]  # bases, then implicit ones
    tree: list[Reach]  # outward order
    complaints: list[Complaint]
    gravity: tuple[float, float, float]

    @property
    def motions(self) -> tuple[str, ...]:
        return self.circuit.motions

    @cached_property
    def graph(self) -> nx.Graph:
        """See `graph_of`."""
        return graph_of(self.placed, self.node_of)

    @property
    def groups(self) -> list[list[str]]:
        """Connected components, with all bases treated as the one backbone node."""
        graph = self.graph.copy()
        graph.add_edges_from((BACKBONE, root) for root in self.roots)
        return connected_groups(graph, self.placed)

    @property
    def scalar_counts(self) -> tuple[int, int]:
        """Nodes and branches after decomposing each vector link into its scalar links (depending on the class)."""
        size = {node.index: len(self.motions) if node.domain == FRAME.name else 1 for node in self.nodes}
        return sum(size.values()), sum(size[node] for node in self.node_of.values())

    @property
    def has_loops(self) -> bool:
        return any(reach.part for reach in self.tree)

    def domain_of(self, node: Node) -> Domain:
        name, port = node.ports[0]
        return self.placed[name].ports[port].domain

    def zero_of(self, nodes: Iterable[int]) -> int:
        """The node of zero voltage in the absence of a ground: the first one, of negative poles if there are any."""
        return min(nodes, key=lambda n: (not any(_is_negative_pole(port) for _, port in self.nodes[n].ports), n))

    def givers(self, node: Node) -> list[PortKey]:
        """The ports at a node that give its signal."""
        return [(name, port) for name, port in node.ports if self.placed[name].ports[port].gives]

    def signal_size(self, node: Node) -> int:
        """Number of signals at a node: one, or the size of the bundle."""
        if self.domain_of(node) is SIGNAL:
            return 1
        sizes = [self.placed[name].ports[port].size for name, port in (self.givers(node) or node.ports)]
        return max(sizes)

    def errors(self) -> list[Complaint]:
        return [complaint for complaint in self.complaints if complaint.severity == "error"]


def graph_of(components: Mapping[str, ResolvedComponent], node_of: Mapping[PortKey, int]) -> nx.Graph:
    """Nodes (integers) and components (names), joined where a component has a port at a node."""
    graph = nx.Graph()
    graph.add_nodes_from(components)
    graph.add_edges_from((node, name) for (name, _), node in node_of.items())
    return graph


def connected_groups(graph: nx.Graph, components: Mapping[str, ResolvedComponent]) -> list[list[str]]:
    """The components in each connected part of the graph, in file order."""
    order = {name: i for i, name in enumerate(components)}
    found = (sorted((name for name in part if name in order), key=order.__getitem__) for part in nx.connected_components(graph))
    return sorted((group for group in found if group), key=lambda group: order[group[0]])


def _is_negative_pole(port: str) -> bool:
    """Whether a port is named n, neg, c_n or similar."""
    return port.rpartition("_")[2][0] == "n"
