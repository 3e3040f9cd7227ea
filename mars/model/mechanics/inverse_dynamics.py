"""Streams that the bodies of a tree need at its joints for given accelerations, inserted for the demands of components.

Recursive Newton–Euler (Luh, Walker and Paul 1980) in the frames' own bases, from the results of pass 1: accelerations outward,
wrenches inward, gravity as an upward acceleration of the bases. Components on scalar ports and wrenches of other components are
ignored. A joint without a demand moves as given, or has zero acceleration.
"""

from __future__ import annotations

from collections.abc import Mapping

import casadi as ca

from mars.component import algebra as al
from mars.component.symbolic_functions import scalars
from mars.errors import CircuitError, Complaint
from mars.messages import Message
from mars.model.mechanics.articulated_inertia import accelerations_at_rest, freedom_columns, out_of, unit
from mars.model.mechanics.outward_pass import Tree, in_own_basis, in_port_basis
from mars.model.networks.network import JointDemand
from mars.model.networks.ports import joint_ports
from mars.model.symbols import Symbols


def insert_demands(tree: Tree, known: ca.SX) -> None:
    """Insert the demanded streams everywhere, as expressions of variables `known` at any instant."""
    network, kinematics = tree.network, tree.kinematics()
    found = []
    for wanted in network.demands:
        _refuse_loops(tree, wanted)
        _refuse_unknowns(tree, wanted, known)
        values = scalars(kinematics.insert(wanted.accelerations))
        streams = needed_streams(tree, dict(zip(wanted.nodes, values, strict=True)))
        found.append(ca.vertcat(*(streams[node] for node in wanted.nodes)))
    network.replace([wanted.streams for wanted in network.demands], found)


def needed_streams(tree: Tree, wanted: Mapping[int, al.Scalar]) -> dict[int, al.Scalar]:
    """By scalar node, in the direction of the joints' ports; `wanted` are accelerations in the same direction."""
    wrenches = []
    accelerations: list[tuple[al.Vector, al.Vector]] = []  # of the frames' origins
    for (frame, motion, _), load in zip(tree.rows(), tree.loads, strict=True):
        if frame.motion == "root":
            a, b = motion.a, motion.b
        else:
            a, b = accelerations_at_rest(frame, motion, *accelerations[frame.parent])
            values = [wanted[n] if n in wanted else _given(tree, n) for n in frame.nodes]
            for k, value in zip(freedom_columns(frame), in_own_basis(frame, motion, values), strict=True):
                a, b = (al.plus(a, unit(k, value)), b) if k < 3 else (a, al.plus(b, unit(k - 3, value)))
        accelerations.append((a, b))
        F, M = load.times(a, b)
        wrenches.append((al.plus(F, load.F), al.plus(M, load.M)))
    found: dict[int, al.Scalar] = {}
    for index, (frame, motion, _) in reversed(list(enumerate(tree.rows()))):
        if frame.motion == "root":
            continue
        F, M = wrenches[index]
        along = [[*F, *M][k] for k in freedom_columns(frame)]
        found |= zip(frame.nodes, in_port_basis(frame, motion, along), strict=True)
        F, M = out_of(frame, motion, F), out_of(frame, motion, M)
        before = wrenches[frame.parent]
        wrenches[frame.parent] = (al.plus(before[0], F), al.plus(before[1], al.plus(M, al.cross(motion.place, F))))
    return found


def _given(tree: Tree, node: int) -> al.Scalar:
    return scalars(tree.network.acceleration[node])[0] if node in tree.network.given else 0.0


def _refuse_loops(tree: Tree, wanted: JointDemand) -> None:
    """The streams of a loop's joints are not determined by its motion alone."""
    frames, closures = tree.skeleton.frames, tree.skeleton.closures

    def root(index: int) -> int:
        return index if frames[index].parent < 0 else root(frames[index].parent)

    roots = {root(i) for i, frame in enumerate(frames) if set(frame.nodes) & set(wanted.nodes)}
    for closure in closures:
        if roots & {root(closure.first.frame), root(closure.second.frame)}:
            cause = Message(
                ("its mechanism has a closed loop through {body}, where the motion alone does not determine the torques"),
                body=closure.body,
            )
            remedy = "Open the loop, or control the joints individually"
            raise CircuitError([Complaint(wanted.component, cause, remedy, code="demand-loop")])


def _refuse_unknowns(tree: Tree, wanted: JointDemand, known: ca.SX) -> None:
    """Accelerations depend on the streams, so the demanded accelerations must not depend on accelerations."""
    network, vectors = tree.network, tree.symbols.vector_symbols
    given = (network.acceleration[node] for node in network.given)
    names = {symbol.name() for symbol in ca.symvar(known)} | {name for name, (_, letter) in vectors.items() if letter not in "ab"}
    for symbol in ca.symvar(ca.vertcat(wanted.accelerations, *given)):
        if symbol.name() not in names:
            cause = Message(
                "the acceleration it demands depends directly on {source}", source=_in_words(tree.symbols, symbol.name())
            )
            remedy = "Insert a lag (signals.lag) between them"
            raise CircuitError([Complaint(wanted.component, cause, remedy, code="demand-ring")])


def _in_words(symbols: Symbols, name: str) -> str:
    for (component, _), demand in symbols.demands.items():
        if name in (symbol.name() for symbol in ca.vertsplit(demand)):
            return Message("the torques of {component}", component=component)
    for node, acceleration in symbols.acceleration.items():
        if name == acceleration.name():
            return Message(
                "the acceleration of {joint_ports}",
                joint_ports=".".join((joint_ports(symbols, node) or symbols.topology.nodes[node].ports)[0]),
            )
    if name in symbols.vector_symbols:
        return Message(
            "the acceleration of {ports}", ports=".".join(symbols.topology.nodes[symbols.vector_symbols[name][0]].ports[0])
        )
    return name
