"""The tree in motion: pass 1 outward over the frames, and the accelerations at the scalar ports.

Passes 2 and 3 are in `articulated_inertia`, the loads of the tree in `loads`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import casadi as ca

from mars.component import algebra as al
from mars.mechanism.frames import Frame, Skeleton
from mars.model.mechanics.articulated_inertia import Equivalent, Freedom, Motion, centrifugal, motion_of
from mars.model.mechanics.kinematics import Kinematics, rate_of
from mars.model.mechanics.state_layout import Quaternions
from mars.model.networks.network import Network
from mars.model.parameter_expressions import ParameterExpressions
from mars.model.symbols import Symbols, pose_of


@dataclass
class Tree:
    """Data of the three passes, frame by frame. Passes 2 and 3 store their results in the motions and freedoms."""

    symbols: Symbols
    network: Network
    skeleton: Skeleton
    gravity: list[float]
    motions: list[Motion]
    freedoms: list[list[Freedom]]
    loads: list[Equivalent] = field(default_factory=list)  # each frame's own bodies and wrenches

    def rows(self) -> Iterator[tuple[Frame, Motion, list[Freedom]]]:
        return zip(self.skeleton.frames, self.motions, self.freedoms, strict=True)

    def kinematics(self) -> Kinematics:
        return Kinematics(self.symbols, self.network, self.skeleton, self.motions, self.gravity)

    def joint_accelerations(self) -> dict[int, ca.SX]:
        """By scalar node, in the direction of the scalar ports."""
        found: dict[int, ca.SX] = {}
        for frame, motion, freedoms in self.rows():
            values = in_port_basis(frame, motion, [f.acceleration for f in freedoms])
            found |= {node: ca.SX(value) for node, value in zip(frame.nodes, values, strict=True)}
        return found


def move_outward(
    symbols: Symbols, network: Network, skeleton: Skeleton, quaternions: Quaternions, derived: ParameterExpressions
) -> Tree:
    """Pass 1: poses, angular velocities and bias accelerations of all frames."""
    gravity = [float(g) for g in symbols.topology.gravity]
    motions: list[Motion] = []
    freedoms: list[list[Freedom]] = []
    for frame in skeleton.frames:
        if frame.motion == "root":
            motions.append(_root_motion(symbols, frame, gravity))
            freedoms.append([])
            continue
        frame.place = derived.vector(frame.place)
        own = [Freedom(node, al.mul(frame.sign, network.speed[node])) for node in frame.nodes]
        quaternion = quaternions[frame.attitude].symbols if frame.motion == "ball" else None
        position = None if quaternion else al.mul(frame.sign, network.position[frame.nodes[0]])
        motions.append(motion_of(frame, motions[frame.parent], position, own, quaternion))
        freedoms.append(own)
    return Tree(symbols, network, skeleton, gravity, motions, freedoms)


def given_accelerations(tree: Tree) -> dict[int, ca.SX]:
    """In kinematic mode, by scalar node; zero for free joints, which follow from the closure (`mars.start.kinematic_mode`)."""
    network, nodes = tree.network, [freedom.node for row in tree.freedoms for freedom in row]
    return {node: network.acceleration[node] if node in network.given else ca.SX(0.0) for node in nodes}


def in_own_basis(frame: Frame, motion: Motion, values: list[al.Scalar]) -> list[al.Scalar]:
    """Accelerations or streams at a joint's scalar ports in its frame's basis; a ball's ports use the basis of side 1."""
    values = al.times(frame.sign, values)
    return al.apply(al.transpose(motion.ball), values) if motion.ball is not None and frame.sign > 0 else values


def in_port_basis(frame: Frame, motion: Motion, values: list[al.Scalar]) -> list[al.Scalar]:
    """Inverse of `in_own_basis`."""
    values = al.times(frame.sign, values)
    return al.apply(motion.ball, values) if motion.ball is not None and frame.sign > 0 else values


def _root_motion(symbols: Symbols, frame: Frame, gravity: list[float]) -> Motion:
    """A base: its prescribed motion in its own basis; gravity is an upward acceleration of the base."""
    pose = pose_of(symbols, frame.component)
    to_own = al.transpose(pose.orientation)
    m = Motion()
    a = [rate_of(symbols, rate_of(symbols, value)) for value in pose.place]
    m.a = al.apply(to_own, al.minus(a, gravity))
    rates = [[rate_of(symbols, value) for value in row] for row in pose.orientation]
    if any(not al.is_zero(value) for row in rates for value in row):
        spin = al.product(to_own, rates)  # RᵀṘ = G(w) in the own basis
        m.w = [spin[2][1], spin[0][2], spin[1][0]]
        m.b = [rate_of(symbols, value) for value in m.w]
    m.squares = centrifugal(m.w)
    return m
