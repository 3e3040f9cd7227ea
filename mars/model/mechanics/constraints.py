"""Constraints enforced by multipliers: cut loops, couplings between joints, and holds of components (stuck friction, stops,
grips).

A loop is cut through one of its bodies, not at a joint: both parts have mass, every joint keeps its coordinate and the
components on its scalar ports, and the closure is always the same: the two parts have the same pose. Each closure has one
multiplier and one row for each motion of the circuit's class. Couplings and holds have a row and a multiplier each. Accelerations
are affine in the multipliers w:

    dx = dx0 + T w,    h = b + A w = 0,    A = J M⁻¹ Jᵀ symmetric and positive semidefinite

so that b, A and T, packed behind dx0, are all that the integrator needs. Rows with a flag count only while it is on.

A degree of freedom in a loop that moves no mass by itself (of a coupler without mass, of a point mass behind a hinge) gets an
inertia d and a force f = d q̈ that takes it away again: one more multiplier f, with the row q̈ − f/d = 0. A stays symmetric.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

import casadi as ca
import numpy as np

from mars.component import algebra as al
from mars.component.domains import AXES
from mars.machine.constraint_packing import ALWAYS, BALANCE
from mars.mechanism.frames import Closure, Frame
from mars.model.mechanics.articulated_inertia import ForceBalance, Freedom, recursion
from mars.model.mechanics.kinematics import Kinematics
from mars.model.mechanics.loads import load_tree
from mars.model.mechanics.outward_pass import Tree
from mars.model.mechanics.state_layout import complete


@dataclass
class ConstraintRow:
    """One constraint and its multiplier."""

    component: str
    what: str  # motion of a closure's class, name of a hold, or «coupling»
    w: ca.SX
    gap: ca.SX
    rate: ca.SX
    closure: Closure | None = None
    flag: int = ALWAYS  # index of the switch in p, or ALWAYS, or BALANCE of a massless degree of freedom
    acceleration: ca.SX = field(default_factory=lambda: ca.SX(0.0))

    @property
    def is_length(self) -> bool:
        return self.closure is not None and self.what.startswith("T")


@dataclass
class Constraints:
    """All rows of the small system; empty for a tree without couplings and switches."""

    rows: list[ConstraintRow] = field(default_factory=list)

    @property
    def size(self) -> int:
        return len(self.rows)

    @property
    def flags(self) -> list[int]:
        return [row.flag for row in self.rows]

    @property
    def groups(self) -> list[int]:
        """Rows of one closure with the same unit have the same number; others −1."""
        keys = [(id(row.closure), row.is_length) if row.closure is not None else None for row in self.rows]
        numbers = {key: i for i, key in enumerate(dict.fromkeys(keys)) if key is not None}
        return [-1 if key is None else numbers[key] for key in keys]

    @property
    def w(self) -> ca.SX:
        return _stacked([row.w for row in self.rows])

    @property
    def gaps(self) -> ca.SX:
        return _stacked([row.gap for row in self.rows])

    @property
    def gap_rates(self) -> ca.SX:
        return _stacked([row.rate for row in self.rows])

    @property
    def h(self) -> ca.SX:
        return _stacked([row.acceleration for row in self.rows])

    def wrench(self, closure: Closure) -> tuple[al.Vector, al.Vector]:
        """The wrench from the first part on the second at the closure's point, in the global basis."""
        F: al.Vector = [0.0] * 3
        M: al.Vector = [0.0] * 3
        for row in self.rows:
            if row.closure is closure:
                (F if row.is_length else M)[AXES.index(row.what[1])] = row.w
        return F, M


def constraints_of(tree: Tree, motions: tuple[str, ...]) -> Constraints:
    """All rows and multipliers."""
    kinematics, constraints = tree.kinematics(), Constraints()
    for closure in tree.skeleton.closures:
        gap, rate = _gap(kinematics, closure), _differences(kinematics, closure, "v", "w")
        for motion in motions:
            w = ca.SX.sym(f"w{len(constraints.rows)}")
            constraints.rows.append(ConstraintRow(closure.body, motion, w, _part(gap, motion), _part(rate, motion), closure))
    for scalar in tree.network.constraints:
        gap, rate = kinematics.insert(scalar.gap), kinematics.insert(scalar.rate)
        constraints.rows.append(ConstraintRow(scalar.component, scalar.what, scalar.w, gap, rate, flag=scalar.flag))
    return constraints


def solve_tree(tree: Tree, constraints: Constraints, massless: Collection[int] = ()) -> dict[int, ca.SX]:
    """Passes 2 and 3 with all loads of the tree: the joints' accelerations, affine in the multipliers.

    Degrees of freedom in loops without any inertia get a balance; so do those at the nodes `massless`, whose inertia vanishes
    numerically.
    """
    load_tree(tree)
    _load_closures(constraints, tree)
    if constraints.rows:
        mass, inertia = _usual_inertias(tree)
        for frame, freedom in _held(tree, constraints):
            added = mass if frame.motion == "slide" else inertia
            freedom.balance = ForceBalance(added, ca.SX.sym(f"f{freedom.node}"), freedom.node in massless)
    recursion(tree.skeleton, tree.motions, tree.freedoms, [load.copy() for load in tree.loads])
    for frame, freedom in _free(tree):
        if freedom.balance is not None and freedom.balance.used:
            what, nothing = _port_of(tree, frame, freedom), ca.SX(0.0)
            row = ConstraintRow(frame.component, what, freedom.balance.force, nothing, nothing, flag=BALANCE)
            row.acceleration = freedom.acceleration - freedom.balance.force / freedom.balance.inertia
            constraints.rows.append(row)
    return tree.joint_accelerations()


def _held(tree: Tree, constraints: Constraints) -> list[tuple[Frame, Freedom]]:
    """Free degrees of freedom on which a constraint depends."""
    free = list(_free(tree))
    speeds = ca.vertcat(*(ca.SX(tree.symbols.speed[freedom.node]) for _, freedom in free))
    columns = set(ca.jacobian(constraints.gap_rates, speeds).sparsity().get_triplet()[1]) if free else set()
    own = [network_speed.is_symbolic() for network_speed in (tree.network.speed[freedom.node] for _, freedom in free)]
    return [each for i, each in enumerate(free) if i in columns or not own[i]]


def _free(tree: Tree) -> Iterator[tuple[Frame, Freedom]]:
    return ((frame, freedom) for frame, _, row in tree.rows() for freedom in row if freedom.given is None)


def _port_of(tree: Tree, frame: Frame, freedom: Freedom) -> str:
    return next(port for name, port in tree.symbols.topology.nodes[freedom.node].ports if name == frame.component)


def _usual_inertias(tree: Tree) -> tuple[float, float]:
    """The largest mass, and moment of inertia about a body's origin: what is added and taken away again should not be much larger
    or smaller than what is there, for the sake of rounding errors."""
    parameters, solids = tree.symbols.parameters, [solid for solid, _ in tree.skeleton.bodies.values()]
    rows = [[s.mass, al.add(al.mul(s.mass, al.dot(s.centre, s.centre)), s.inertia[k][k])] for s in solids for k in range(3)]
    table = ca.vertcat(ca.DM.zeros(1, 2), *(ca.horzcat(*map(ca.SX, row)) for row in rows))
    found = ca.Function("inertias", [ca.vertcat(*parameters.symbols)], [ca.densify(table)])
    mass, inertia = np.array(found(parameters.numbers)).max(axis=0)
    return float(mass) or 1.0, float(inertia) or float(mass) or 1.0


def _load_closures(constraints: Constraints, tree: Tree) -> None:
    """The wrenches between the parts of cut bodies; those of couplings and holds are already in the networks."""
    kinematics = tree.kinematics()
    for closure in tree.skeleton.closures:
        F, M = constraints.wrench(closure)
        for seat, sign in ((closure.first, 1.0), (closure.second, -1.0)):
            R = al.transpose(kinematics.orientation(seat.frame))
            force, moment = (al.times(sign, al.apply(R, part)) for part in (F, M))
            tree.loads[seat.frame].add_wrench(force, al.plus(moment, al.cross(seat.place, force)))


def accelerate(
    constraints: Constraints, tree: Tree, accelerations: dict[int, ca.SX], baumgarte: tuple[float, float] | None = None
) -> None:
    """After the recursion: the acceleration of each gap. Baumgarte's gains (α, β), 1/s, add 2α ġ + β² g to it."""
    kinematics = tree.kinematics()
    for closure in tree.skeleton.closures:
        acceleration = _differences(kinematics, closure, "a", "b")
        for row in constraints.rows:
            if row.closure is closure:
                row.acceleration = _part(acceleration, row.what)
    scalar_rows = [row for row in constraints.rows if row.closure is None and row.flag != BALANCE]
    for row, scalar in zip(scalar_rows, tree.network.constraints, strict=True):
        row.acceleration = complete(tree.symbols, accelerations, tree.kinematics(), scalar.acceleration)
    if baumgarte is not None:
        for row in constraints.rows:  # nothing is added to balances: they have no gap
            row.acceleration += 2 * baumgarte[0] * row.rate + baumgarte[1] ** 2 * row.gap


def _stacked(values: list[ca.SX]) -> ca.SX:
    return ca.vertcat(*values) if values else ca.SX(0, 1)


def _part(vectors: tuple[al.Vector, al.Vector], motion: str) -> ca.SX:
    return ca.SX(vectors[0 if motion[0] == "T" else 1][AXES.index(motion[1])])


def _differences(kinematics: Kinematics, closure: Closure, along: str, about: str) -> tuple[al.Vector, al.Vector]:
    linear, angular = (
        al.minus(kinematics.at(closure.second, letter), kinematics.at(closure.first, letter)) for letter in (along, about)
    )
    return linear, angular


def _gap(kinematics: Kinematics, closure: Closure) -> tuple[al.Vector, al.Vector]:
    """Distance of the two points, and the vector part of the rotation between the two bases (its sine along the axis)."""
    first, second = (_matrix(kinematics.at(seat, "R")) for seat in (closure.first, closure.second))
    Q = al.product(second, al.transpose(first))
    turn = [al.mul(0.5, al.sub(Q[k][j], Q[j][k])) for j, k in ((1, 2), (2, 0), (0, 1))]
    return al.minus(kinematics.at(closure.second, "r"), kinematics.at(closure.first, "r")), turn


def _matrix(columns: list[al.Scalar]) -> al.Matrix:
    return [[columns[3 * j + i] for j in range(3)] for i in range(3)]
