"""Poses and velocities in the global basis, computed only for the nodes that are needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import casadi as ca

from mars.component import algebra as al
from mars.component.base import Pose
from mars.component.symbolic_functions import column, scalars
from mars.mechanism.frames import Seat, Skeleton
from mars.model.networks.network import Network
from mars.model.symbols import Symbols, pose_of

if TYPE_CHECKING:
    from mars.model.mechanics.articulated_inertia import Motion


class Kinematics:
    """Global poses and twists of frames and nodes, from the own-basis motions of the frames, computed on demand."""

    def __init__(self, symbols: Symbols, network: Network, skeleton: Skeleton, motions: list[Motion], gravity: list[float]):
        self.symbols, self.network, self.skeleton, self.motions = symbols, network, skeleton, motions
        self.gravity = gravity
        self._orientation: dict[int, al.Matrix] = {}
        self._place: dict[int, al.Vector] = {}
        self._velocity: dict[int, al.Vector] = {}

    def orientation(self, index: int) -> al.Matrix:
        if index not in self._orientation:
            frame, motion = self.skeleton.frames[index], self.motions[index]
            if frame.motion == "root":
                self._orientation[index] = self._pose(index).orientation
            else:
                R = al.product(self.orientation(frame.parent), frame.orientation)
                if frame.motion == "turn":
                    R = al.product(R, al.rotation_about(frame.axis, motion.cosine, motion.sine))
                elif motion.ball is not None:
                    R = al.product(R, motion.ball)
                self._orientation[index] = R
        return self._orientation[index]

    def place(self, index: int) -> al.Vector:
        if index not in self._place:
            frame, motion = self.skeleton.frames[index], self.motions[index]
            if frame.motion == "root":
                self._place[index] = self._pose(index).place
            else:
                self._place[index] = al.plus(self.place(frame.parent), al.apply(self.orientation(frame.parent), motion.place))
        return self._place[index]

    def velocity(self, index: int) -> al.Vector:
        """Velocity of a frame's origin in the global basis."""
        if index not in self._velocity:
            frame, motion = self.skeleton.frames[index], self.motions[index]
            if frame.motion == "root":
                self._velocity[index] = [rate_of(self.symbols, value) for value in self._pose(index).place]
            else:
                R = self.orientation(frame.parent)
                relative = al.cross(self.motions[frame.parent].w, motion.place)
                if frame.motion == "slide":
                    speed = al.mul(frame.sign, self.network.speed[frame.nodes[0]])
                    relative = al.plus(relative, al.times(speed, [row[frame.axis] for row in frame.orientation]))
                self._velocity[index] = al.plus(self.velocity(frame.parent), al.apply(R, relative))
        return self._velocity[index]

    def _pose(self, index: int) -> Pose:
        return pose_of(self.symbols, self.skeleton.frames[index].component)

    def node(self, node: int, letter: str) -> list[al.Scalar]:
        """As `at`, for a vector node."""
        return self.at(self.skeleton.seats[node], letter)

    def at(self, seat: Seat, letter: str) -> list[al.Scalar]:
        """r, R (column by column), v, w, and after the recursion a, b, of a seat in the global basis."""
        R = self.orientation(seat.frame)
        if letter == "R":
            turned = al.product(R, seat.orientation)
            return [turned[i][j] for j in range(3) for i in range(3)]
        if letter == "r":
            return al.plus(self.place(seat.frame), al.apply(R, seat.place))
        motion = self.motions[seat.frame]
        if letter == "w":
            return al.apply(R, motion.w)
        if letter == "b":
            return al.apply(R, motion.b)
        if letter == "a":  # the recursion's accelerations contain gravity as an upward acceleration of the base
            own = al.plus(al.cross(motion.b, seat.place), al.cross(motion.w, al.cross(motion.w, seat.place)))
            return al.plus(al.apply(R, al.plus(motion.a, own)), self.gravity)
        return self.velocity_at(seat.frame, seat.place)

    def velocity_at(self, frame: int, place: al.Vector) -> al.Vector:
        """Velocity of a point fixed in a frame."""
        return al.plus(self.velocity(frame), al.apply(self.orientation(frame), al.cross(self.motions[frame].w, place)))

    def insert(self, expression: ca.SX) -> ca.SX:
        """Replace the vector-node symbols of an expression by their expressions."""
        wanted = {
            self.symbols.vector_symbols[name]: None
            for s in ca.symvar(expression)
            if (name := s.name()) in self.symbols.vector_symbols
        }
        if not wanted:
            return expression
        old = [ca.vec(getattr(self.symbols.frames[node], letter)) for node, letter in wanted]
        new = [column(self.node(node, letter)) for node, letter in wanted]
        return ca.substitute(expression, ca.vertcat(*old), ca.vertcat(*new))


def rate_of(symbols: Symbols, value: al.Scalar) -> al.Scalar:
    """Time derivative of an expression of time and parameters."""
    if isinstance(value, float) or not ca.depends_on(value, symbols.t):
        return 0.0
    return scalars(ca.jacobian(value, symbols.t))[0]
