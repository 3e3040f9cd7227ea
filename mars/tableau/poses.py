"""The pose of every vector node, along the spanning tree; and the gaps between the paths around a loop."""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca

from mars.component.base import Body, Joint
from mars.component.domains import FRAME
from mars.component.symbolic_functions import column
from mars.errors import CircuitError, Complaint
from mars.model.symbols import pose_of
from mars.tableau.circuit_laws import CircuitLaws, matrix
from mars.topology.topology import PortKey

SymbolicPose = tuple[ca.SX, ca.SX]  # position and orientation, global


@dataclass(frozen=True)
class Miss:
    """The gap where a path around a loop meets a node: distance, and rate as in the twist rows there."""

    distance: ca.SX
    turn: ca.SX  # vector part of the rotation between (sine × axis)
    cosine: ca.SX
    v: ca.SX
    w: ca.SX


def poses(laws: CircuitLaws) -> dict[int, SymbolicPose]:
    """Position and orientation of every vector node, from the coordinates."""
    topology = laws.symbols.topology
    found: dict[int, SymbolicPose] = {}
    for name in topology.roots:
        pose = pose_of(laws.symbols, name)
        for port in topology.placed[name].ports:
            found[topology.node_of[name, port]] = (column(pose.place), matrix(pose.orientation))
    for reach in topology.tree:
        component = laws.symbols.components[reach.component]
        at = found[topology.node_of[component.name, reach.entry]]
        if isinstance(component, Joint):
            _, (place, turned) = laws.chain(component)
            if reach.entry == "2":
                place, turned = -turned.T @ place, turned.T
            found.setdefault(topology.node_of[component.name, reach.exits[0]], _then(at, place, turned))
        else:
            for port in reach.exits:
                found.setdefault(topology.node_of[component.name, port], _across(laws, component.name, at, reach.entry, port))
    for node in topology.nodes:
        if node.domain == FRAME.name and node.index not in found:
            cause = "this node belongs to no body, joint or base, so its position is undetermined"
            raise CircuitError([Complaint(".".join(node.ports[0]), cause, "Connect it to a body", code="no-place")])
    return found


def misses(laws: CircuitLaws, found: dict[int, SymbolicPose]) -> dict[PortKey, Miss]:
    """For every port that closes a loop: its pose by its own component relative to its node."""
    topology = laws.symbols.topology
    entries = {reach.component: reach.entry for reach in topology.tree if not reach.part}
    result = {}
    for name, port in dict.fromkeys(c.port for c in laws.conditions):
        component = laws.symbols.components[name]
        if isinstance(component, Joint):
            r, R = _then(found[topology.node_of[name, "1"]], *laws.chain(component)[1])
        else:
            assert isinstance(component, Body)
            entry = entries[name]
            r, R = _across(laws, name, found[topology.node_of[name, entry]], entry, port)
        there, turned = found[topology.node_of[name, port]]
        distance, w = r - there, _spin(laws, R)
        v = ca.vertcat(*laws.rate([distance]))
        if isinstance(component, Joint):  # its rows refer to the point of the node
            v = v - ca.cross(w, distance)
        Q = R @ turned.T
        turn = ca.vertcat(Q[2, 1] - Q[1, 2], Q[0, 2] - Q[2, 0], Q[1, 0] - Q[0, 1]) / 2
        result[name, port] = Miss(distance, turn, _cosine(Q, laws.about), v, w - _spin(laws, turned))
    return result


def _spin(laws: CircuitLaws, R: ca.SX) -> ca.SX:
    """The angular velocity w of a basis: G(w) = Ṙ Rᵀ."""
    G = ca.reshape(ca.vertcat(*laws.rate([ca.vec(R)])), 3, 3) @ R.T
    return ca.vertcat(G[2, 1], G[0, 2], G[1, 0])


def _cosine(Q: ca.SX, about: list[int]) -> ca.SX:
    if len(about) == 1:
        return sum((Q[i, i] for i in range(3) if i not in about), ca.SX(0.0)) / 2
    return (ca.trace(Q) - 1) / 2 if about else ca.SX(1.0)


def _then(at: SymbolicPose, place: ca.SX, turned: ca.SX) -> SymbolicPose:
    r, R = at
    return r + R @ place, R @ turned


def _across(laws: CircuitLaws, body: str, at: SymbolicPose, entry: str, port: str) -> SymbolicPose:
    """From one point of a body to another."""
    points = laws.solids[body].points
    (place, turned), (there, facing) = ((column(p), matrix(M)) for p, M in (points[entry], points[port]))
    r, R = at
    own = R @ turned.T
    return r + own @ (there - place), own @ facing
