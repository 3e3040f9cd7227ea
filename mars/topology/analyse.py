"""From a circuit to its topology, in three stages: flat circuit, resolved components, nodes and trees."""

from __future__ import annotations

from dataclasses import replace

from mars.document.circuit import Circuit
from mars.kinds import plugins
from mars.kinds.resolve_circuit import ResolvedCircuit, resolve_all
from mars.plain_values import without_collector
from mars.topology import checks
from mars.topology.flat_circuit import FlatCircuit, flatten
from mars.topology.nodes import find_nodes
from mars.topology.spanning_tree import grow_trees
from mars.topology.topology import Topology


def topology_of(circuit: Circuit) -> Topology:
    """Nodes, trees and complaints of a circuit. Never raises on an invalid drawing: problems become complaints."""
    with without_collector():
        flat = flatten(circuit)
        resolved = resolve_all(flat.circuit)
        return analyse(flat, resolved)


def analyse(flat: FlatCircuit, resolved: ResolvedCircuit) -> Topology:
    """Nodes, trees and complaints, those of the earlier stages first."""
    circuit, earlier = flat.circuit, [*flat.complaints, *resolved.complaints, *plugins.problems()]
    gravity, about_gravity = checks.check_gravity(circuit)
    with without_collector():
        wiring = find_nodes(flat, resolved.components)
        trees = grow_trees(wiring, circuit.motions)
    topology = Topology(circuit, trees.components, trees.nodes, trees.node_of, trees.roots, trees.tree, earlier, gravity)
    complaints = [
        *earlier,
        *checks.check_empty(topology),
        *checks.check_class(circuit.motions),
        *about_gravity,
        *wiring.complaints,
        *checks.check_signals(topology),
        *trees.complaints,
        *checks.note_welds(topology),
        *checks.check_inertias(topology),
    ]
    return replace(topology, complaints=complaints)
