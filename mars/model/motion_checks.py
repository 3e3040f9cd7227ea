"""Checks of motions: kinematic mode needs all of them given, and the class must include every motion that occurs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import casadi as ca
import numpy as np

from mars.component import algebra as al
from mars.component.domains import AXES, MOTIONS
from mars.errors import CircuitError, Complaint
from mars.mechanism.frames import Skeleton
from mars.messages import Message
from mars.model.mechanics.kinematics import Kinematics
from mars.model.mechanics.outward_pass import Tree
from mars.model.networks.network import Network
from mars.model.networks.ports import joint_ports
from mars.model.parameter_expressions import ParameterExpressions
from mars.model.symbols import Symbols


def require_given_motions(symbols: Symbols, network: Network, skeleton: Skeleton) -> None:
    """Kinematic mode only follows given motions."""
    complaints = []
    for frame in skeleton.frames:
        for node in frame.nodes:
            if node not in network.given:
                where = ".".join(joint_ports(symbols, node)[0])
                remedy = Message(
                    "Connect a velocity or movement source to {where}, or run the circuit in dynamic mode", where=where
                )
                complaints.append(
                    Complaint(where, "its motion is not prescribed, which kinematic mode requires", remedy, code="missing-motion")
                )
    if complaints:
        raise CircuitError(complaints)


MOST_SEGMENTS = 20  # smooth segments of the laws in which a mechanism is checked


def check_class(tree: Tree, x: ca.SX, derived: ParameterExpressions) -> None:
    """A class must include every velocity that its bodies can have: evaluate the dropped components at arbitrary states."""
    symbols, kinematics, topology = tree.symbols, tree.kinematics(), tree.symbols.topology
    dropped = [m for m in MOTIONS if m not in topology.motions]
    rows, where = [], []
    for component, v, w in _velocities(tree, kinematics) if dropped else ():
        for motion in dropped:
            value = (v if motion[0] == "T" else w)[AXES.index(motion[1])]
            if not al.is_zero(value):
                rows.append(ca.SX(value))
                where.append((component, motion))
    if not rows:
        return
    outside = ca.vertcat(*rows)
    if derived.symbols:
        outside = ca.substitute(outside, ca.vertcat(*derived.symbols), ca.vertcat(*derived.expressions))
    probe = ca.Function("probe", [x, ca.vertcat(*symbols.parameters.symbols), symbols.t], [outside])
    numbers = list(symbols.parameters.numbers)
    for seed, t in enumerate(_odd_times(symbols)):
        odd = np.random.default_rng(seed).uniform(0.2, 1.0, x.numel())
        numbers[0] = t
        values = np.abs(np.array(probe(odd, numbers, t)).ravel())
        for value, (component, motion) in zip(values, where, strict=True):
            if value > 1e-9:
                cause = Message(
                    "moves in {motion}, but the circuit class is {motions}",
                    motion=motion,
                    motions=" ".join(topology.motions),
                )
                remedy = Message("Add {motion} to the class, or change the axis to stay within the class", motion=motion)
                raise CircuitError([Complaint(component, cause, remedy, code="leaves-class")])


def _odd_times(symbols: Symbols) -> list[float]:
    """Two generic times in every smooth segment of the laws."""
    edges = [0.0, *symbols.breaks.first(MOST_SEGMENTS)]
    edges.append(edges[-1] + 2.0)
    return [a + part * (b - a) for a, b in pairwise(edges) for part in (0.37, 0.71)]


def _velocities(tree: Tree, kinematics: Kinematics) -> Iterator[tuple[str, al.Vector, al.Vector]]:
    """Velocity and angular velocity at every port of bases, joints and bodies, and at the centres of mass, outward."""
    topology = tree.symbols.topology
    roots = [(root, tuple(topology.placed[root].ports)) for root in topology.roots]
    for name, ports in [*roots, *((reach.component, (*reach.exits, reach.entry)) for reach in topology.tree)]:
        for port in ports:
            node = topology.node_of[name, port]
            yield name, kinematics.node(node, "v"), kinematics.node(node, "w")
        if name in tree.skeleton.bodies:
            solid, seat = tree.skeleton.bodies[name]
            centre = seat.then(solid.centre, al.IDENTITY)
            yield name, kinematics.velocity_at(centre.frame, centre.place), [0.0] * 3
