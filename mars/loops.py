"""Closed loops: cut through a body, held together by multipliers.

A loop is cut through one of its bodies, not at a joint: both parts have mass, every joint keeps its coordinate and whatever sits
on its scalar ports, and the closure is always the same, the two parts have one pose. Each closure has one multiplier and one
row for each motion of the circuit's class. The accelerations are affine in the multipliers w:

    dx = dx0 + T w,    h = b + A w = 0,    A = J M⁻¹ Jᵀ symmetric and not negative

so that b, A and T, packed behind dx0, are all that the integrator needs.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import casadi as ca

from mars import algebra as al
from mars.domains import AXES
from mars.kinematics import Kinematics
from mars.skeleton import Closure
from mars.tree import Tree


@dataclass
class Loops:
    """Multipliers and closure of all cut loops of a circuit; empty for a tree."""

    rows: list[tuple[Closure, str]] = field(default_factory=list)  # closure and motion of the class
    w: ca.SX = field(default_factory=lambda: ca.SX(0, 1))
    gaps: ca.SX = field(default_factory=lambda: ca.SX(0, 1))  # positions
    gap_rates: ca.SX = field(default_factory=lambda: ca.SX(0, 1))
    h: ca.SX = field(default_factory=lambda: ca.SX(0, 1))  # gap accelerations

    @property
    def size(self) -> int:
        return len(self.rows)

    def wrench(self, closure: Closure) -> tuple[al.Vector, al.Vector]:
        """What the second part gets from the first at the closure's point, in the global basis."""
        F: al.Vector = [0.0] * 3
        M: al.Vector = [0.0] * 3
        for i, (owner, motion) in enumerate(self.rows):
            if owner is closure:
                (F if motion[0] == "T" else M)[AXES.index(motion[1])] = self.w[i]
        return F, M


def cut_loops(tree: Tree, motions: tuple[str, ...]) -> Loops:
    """Rows and multipliers, with their wrenches put on the frames."""
    closures = tree.skeleton.closures
    rows = [(closure, motion) for closure in closures for motion in motions]
    loops = Loops(rows, ca.SX.sym("w", len(rows)))
    kinematics = tree.kinematics()
    for closure in closures:
        F, M = loops.wrench(closure)
        for seat, sign in ((closure.first, 1.0), (closure.second, -1.0)):
            R = al.transpose(kinematics.orientation(seat.frame))
            force, moment = (al.times(sign, al.apply(R, part)) for part in (F, M))
            tree.loads[seat.frame].add_wrench(force, al.plus(moment, al.cross(seat.place, force)))
    loops.gaps = _stacked(rows, kinematics, _gap)
    loops.gap_rates = _stacked(rows, kinematics, lambda k, c: _differences(k, c, "v", "w"))
    return loops


def close_loops(loops: Loops, kinematics: Kinematics) -> None:
    """After the recursion: how the two parts of each closure accelerate apart."""
    loops.h = _stacked(loops.rows, kinematics, lambda k, c: _differences(k, c, "a", "b"))


def _stacked(rows, kinematics: Kinematics, function) -> ca.SX:
    found: list[ca.SX] = []
    values: dict[int, tuple[al.Vector, al.Vector]] = {}
    for closure, motion in rows:
        along, about = values.setdefault(id(closure), function(kinematics, closure))
        found.append(ca.SX((along if motion[0] == "T" else about)[AXES.index(motion[1])]))
    return ca.vertcat(*found) if found else ca.SX(0, 1)


def _differences(kinematics: Kinematics, closure: Closure, along: str, about: str) -> tuple[al.Vector, al.Vector]:
    linear, angular = (
        al.minus(kinematics.at(closure.second, letter), kinematics.at(closure.first, letter)) for letter in (along, about)
    )
    return linear, angular


def _gap(kinematics: Kinematics, closure: Closure) -> tuple[al.Vector, al.Vector]:
    """Distance of the two points, and the vector part of the turn between the two bases (its sine along the axis)."""
    first, second = (_matrix(kinematics.at(seat, "R")) for seat in (closure.first, closure.second))
    Q = al.product(second, al.transpose(first))
    turn = [al.mul(0.5, al.sub(Q[k][j], Q[j][k])) for j, k in ((1, 2), (2, 0), (0, 1))]
    return al.minus(kinematics.at(closure.second, "r"), kinematics.at(closure.first, "r")), turn


def _matrix(columns: list[al.Scalar]) -> al.Matrix:
    return [[columns[3 * j + i] for j in range(3)] for i in range(3)]
