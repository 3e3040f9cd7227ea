"""The tree in motion: pass 1 outward over the frames, and accelerations back at the scalar ports.

Passes 2 and 3 are in `equivalents`, what loads the tree in `loading`.
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
from mars.model.networks.parts import Network
from mars.model.parameter_expressions import Hoist
from mars.model.symbols import Symbols, pose_of


@dataclass
class Tree:
    """What the recursion works on, frame by frame, and what it found."""

    symbols: Symbols
    network: Network
    skeleton: Skeleton
    gravity: list[float]
    motions: list[Motion] = field(default_factory=list)
    freedoms: list[list[Freedom]] = field(default_factory=list)
    loads: list[Equivalent] = field(default_factory=list)  # each frame's own bodies and wrenches

    def rows(self) -> Iterator[tuple[Frame, Motion, list[Freedom]]]:
        return zip(self.skeleton.frames, self.motions, self.freedoms, strict=True)

    def kinematics(self) -> Kinematics:
        return Kinematics(self.symbols, self.network, self.skeleton, self.motions, self.gravity)

    def set_in_motion(self, hoist: Hoist, quaternions: Quaternions) -> None:
        """Pass 1: poses, angular velocities and bias accelerations of all frames."""
        for frame in self.skeleton.frames:
            if frame.motion == "root":
                self.motions.append(_root_motion(self.symbols, frame, self.gravity))
                self.freedoms.append([])
                continue
            frame.place = hoist.vector(frame.place)
            freedoms = [Freedom(node, al.mul(frame.sign, self.network.speed[node])) for node in frame.nodes]
            quaternion = quaternions[frame.attitude].symbols if frame.motion == "ball" else None
            position = None if quaternion else al.mul(frame.sign, self.network.position[frame.nodes[0]])
            self.motions.append(motion_of(frame, self.motions[frame.parent], position, freedoms, quaternion))
            self.freedoms.append(freedoms)

    def joint_accelerations(self) -> dict[int, ca.SX]:
        """By scalar node, in the sense of the scalar ports."""
        found: dict[int, ca.SX] = {}
        for frame, motion, freedoms in self.rows():
            values = in_port_basis(frame, motion, [f.acceleration for f in freedoms])
            found |= {node: ca.SX(value) for node, value in zip(frame.nodes, values, strict=True)}
        return found


def in_own_basis(frame: Frame, motion: Motion, values: list[al.Scalar]) -> list[al.Scalar]:
    """Accelerations or streams at a joint's scalar ports as its frame has them; a ball's ports have the basis of side 1."""
    values = al.times(frame.sign, values)
    return al.apply(al.transpose(motion.ball), values) if motion.ball is not None and frame.sign > 0 else values


def in_port_basis(frame: Frame, motion: Motion, values: list[al.Scalar]) -> list[al.Scalar]:
    """The way back."""
    values = al.times(frame.sign, values)
    return al.apply(motion.ball, values) if motion.ball is not None and frame.sign > 0 else values


def _root_motion(symbols: Symbols, frame: Frame, gravity: list[float]) -> Motion:
    """A base: its prescribed motion in its own basis; gravity comes in as an upward acceleration of the base."""
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
