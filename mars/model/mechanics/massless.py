"""Degrees of freedom outside all loops that move no mass: points where springs meet, massless links on springs.

Their loads balance, r(q, v) = 0, at every instant. Where dampers act, C = ∂r/∂v ≠ 0, that gives speeds, and positions are
states; where only springs act it gives positions, and speeds follow from its rate. In general C has a rank in between (a damper
acts along its line only): as many rows give speeds v1, and in the others, freed of all speeds, the positions q2 are unknown:

    r1(q, v) = 0 for v1,    g(q) = r2 − C21 C11⁻¹ r1 at v = 0, g = 0 for q2,    ġ = 0 for v2

v1 and q2 are torn unknowns, found by Newton in every evaluation. Which are which is decided at the equilibrium of the start.
"""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca
import numpy as np
from scipy.linalg import qr

from mars.component import algebra as al
from mars.errors import CircuitError, Complaint
from mars.mechanism.frames import Frame
from mars.model.mechanics.articulated_inertia import Freedom, lost_freedom
from mars.model.mechanics.equilibrium import between_neighbours, numbers_at_start, resting_place, size_of
from mars.model.mechanics.outward_pass import Tree
from mars.model.mechanics.state_layout import Quaternion, States, node_labels, quaternion_rate
from mars.model.networks.tearing import TornUnknown
from mars.model.parameter_expressions import ParameterExpressions
from mars.model.symbols import depends
from mars.topology.implicit_kinds import PointJoint

RANK = 1e-9  # relative to the largest: what is smaller counts as zero
INDEPENDENT = 1e-6  # of the loads: speeds that should have no effect


@dataclass
class _Loads:
    """The degrees of freedom without mass, and their loads r as functions of the states."""

    free: list[tuple[Frame, Freedom]]
    r: ca.SX
    v: ca.SX

    def __len__(self) -> int:
        return len(self.free)

    @property
    def nodes(self) -> list[int]:
        return [freedom.node for _, freedom in self.free]


def balance_loads(tree: Tree, states: States, derived: ParameterExpressions, w: ca.SX) -> bool:
    """Choose the unknowns of everything without mass outside the loops, and store their equations in the network. Returns whether
    there are any; then the tree must be built again."""
    found = [(frame, freedom) for frame, _, row in tree.rows() for freedom in row if freedom.imbalance is not None]
    if not found:
        return False
    _refuse_masses_beyond(tree)
    loads = _without_idle_turns(tree, found, derived)
    _Balances(tree, states, loads, w).record()
    tree.network.balanced |= {freedom.node for _, freedom in found}
    return True


def _without_idle_turns(tree: Tree, found: list[tuple[Frame, Freedom]], derived: ParameterExpressions) -> _Loads:
    """Points do not turn: rotations of a joint that nothing loads stay at rest if its translations are loaded."""
    loaded = {frame.component for frame, freedom in found if not al.is_zero(freedom.imbalance)}
    for frame, freedom in found:
        if al.is_zero(freedom.imbalance) and (frame.motion == "slide" or frame.component not in loaded):
            raise CircuitError([_undetermined(tree, frame)])
    free = [(frame, freedom) for frame, freedom in found if not al.is_zero(freedom.imbalance)]
    signs = [frame.sign if frame.motion != "ball" else 1.0 for frame, _ in free]
    r = ca.vertcat(*(ca.SX(al.mul(sign, freedom.imbalance)) for sign, (_, freedom) in zip(signs, free, strict=True)))
    if derived.symbols:
        r = ca.substitute(r, ca.vertcat(*derived.symbols), ca.vertcat(*derived.expressions))
    v = ca.vertcat(*(tree.symbols.speed[freedom.node] for _, freedom in free))
    return _Loads(free, tree.kinematics().insert(r), v)


def is_point(tree: Tree, frame: Frame) -> bool:
    """Whether the joint is not drawn, but stands for a point where springs meet."""
    return issubclass(tree.symbols.topology.placed[frame.component].kind, PointJoint)


def _undetermined(tree: Tree, frame: Frame) -> Complaint:
    topology = tree.symbols.topology
    if not is_point(tree, frame):
        return lost_freedom(frame.component, bool(tree.symbols.signals))
    node = topology.nodes[topology.node_of[frame.component, "2"]]
    cause = "the position of this point is undetermined: nothing has mass there, and no springs hold it in all directions"
    remedy = "Connect a body to it, such as a point mass (bodies.point_mass), or more springs"
    return Complaint(".".join(node.ports[0]), cause, remedy, code="no-place")


def _refuse_masses_beyond(tree: Tree) -> None:
    """The acceleration of a massless slider would have to be known where a mass slides along it further out."""
    above: dict[int, str] = {}  # by frame: the joint without mass below it
    for index, (frame, _, freedoms) in enumerate(tree.rows()):
        below = above.get(frame.parent, "")
        above[index] = below or (frame.component if any(freedom.imbalance is not None for freedom in freedoms) else "")
        turns = frame.motion != "slide"
        moved = [f for f in freedoms if f.given is None and not all(al.is_zero(gain) for gain in f.gain[: 6 if turns else 3])]
        if below and below != frame.component and moved:
            raise CircuitError([lost_freedom(below, bool(tree.symbols.signals))])


def refuse_accelerations(tree: Tree) -> None:
    """The acceleration of a point without mass is known only after the run: no state may depend on it."""
    symbols, network = tree.symbols, tree.network
    above: dict[int, bool] = {}
    for index, (frame, _, freedoms) in enumerate(tree.rows()):
        above[index] = above.get(frame.parent, False) or any(freedom.node in network.balanced for freedom in freedoms)
    read = ca.vertcat(*network.state_rates.values(), *network.streams.values(), *(c.acceleration for c in network.constraints))
    for symbol in ca.symvar(read):
        node, letter = symbols.vector_symbols.get(symbol.name(), (-1, ""))
        if letter in ("a", "b") and node in tree.skeleton.seats and above[tree.skeleton.seats[node].frame]:
            where = ".".join(symbols.topology.nodes[node].ports[0])
            cause = "a signal or a state depends on the acceleration of this point, which has no mass"
            raise CircuitError([Complaint(where, cause, "Give it a mass (bodies.point_mass)", code="massless")])


class _Balances:
    """The unknowns v1 and q2, and their equations."""

    def __init__(self, tree: Tree, states: States, loads: _Loads, w: ca.SX):
        self.tree, self.states, self.loads = tree, states, loads
        self.symbols, self.network = tree.symbols, tree.network
        self._place = {s.node: i for i, s in enumerate(states.variables) if s.level == "position"}
        self._refuse_others(w)
        self.x = self._at_rest()
        C = self._number(ca.jacobian(loads.r, loads.v))
        self.rows, self.columns = _regular(C)
        self.rest = [i for i in range(len(loads)) if i not in self.rows]
        self.placed = [i for i in range(len(loads)) if i not in self.columns]
        for i in self.placed:
            if loads.nodes[i] not in self._place:  # an attitude is not a coordinate
                raise CircuitError([_undetermined(tree, loads.free[i][0])])
        self.g = self._free_of_speeds()
        self.q = ca.vertcat(*(self.symbols.position[loads.nodes[i]] for i in self.placed))
        self._refuse_undetermined()

    def record(self) -> None:
        """Store unknowns, equations and what follows from them in the network."""
        symbols, network, nodes = self.symbols, self.network, self.loads.nodes
        labels = node_labels(symbols)
        first, second = [nodes[i] for i in self.columns], [nodes[i] for i in self.placed]
        v2 = [symbols.speed[n] for n in second]
        speeds = self._solved(self._rate(self.g), v2)
        r1 = _put(self.loads.r[self.rows], v2, speeds) if self.rows else ca.SX(0, 1)
        a1 = [symbols.acceleration[n] for n in first]
        first_rates = _put(self._rate(r1), v2, speeds) if self.rows else r1
        accelerations = self._solved(first_rates, a1)
        second_rates = [_put(_put(self._rate(speed), v2, speeds), a1, accelerations) for speed in speeds]
        for node, residual in zip(first, ca.vertsplit(r1), strict=True):
            name, unit = labels[node][1]
            network.torn.append(TornUnknown(name, unit, symbols.speed[node], residual, node))
            network.speed_states.remove(node)
        for node, residual in zip(second, ca.vertsplit(self.g), strict=True):
            name, unit = labels[node][0]
            start = float(self.x[self._place[node]])
            network.torn.append(TornUnknown(name, unit, symbols.position[node], residual, node, start))
            network.speed_states.remove(node)
            network.position_states.remove(node)
        undrawn = [n for i, n in zip(self.columns, first, strict=True) if is_point(self.tree, self.loads.free[i][0])]
        network.starts |= {n: float(self.x[self._place[n]]) for n in undrawn}
        a2 = [symbols.acceleration[n] for n in second]
        network.replace([*v2, *a1, *a2], [*speeds, *accelerations, *second_rates])

    # -- the equations -----------------------------------------------------------------------------------------------------

    def _free_of_speeds(self) -> ca.SX:
        """g: the rows that do not determine speeds, without their dampers."""
        if not self.rest:
            return ca.SX(0, 1)
        r, speeds = self.loads.r, [i for i, s in enumerate(self.states.variables) if s.level == "speed"]
        v = ca.vertcat(*(self.states.symbols[i] for i in speeds))
        still = [ca.SX.zeros(v.shape)]
        r0, C = _put(r, [v], still), _put(ca.jacobian(r, self.loads.v), [v], still)
        g, moving = r0[self.rest], r[self.rest]
        if self.rows:
            weights = _solve(ca.densify(C[self.rows, self.columns].T), ca.densify(C[self.rest, self.columns].T)).T
            g, moving = g - weights @ r0[self.rows], moving - weights @ r[self.rows]
        some = np.random.default_rng(0).uniform(-1.0, 1.0, v.numel())
        values = [self._number(ca.vertcat(part, r), v, some) for part in (g, moving)]
        if np.abs(values[0] - values[1])[: g.numel()].max() > INDEPENDENT * max(np.abs(values[1]).max(), 1e-300):
            cause = "dampers without mass between them determine its speed in a way that is not supported"
            remedy = "Give the point where they meet a small mass (bodies.point_mass)"
            raise CircuitError([Complaint(self.loads.free[self.rest[0]][0].component, cause, remedy, code="massless")])
        return g

    def _refuse_undetermined(self) -> None:
        if not self.placed:
            return
        K = self._number(ca.jacobian(self.g, self.q))
        _, sizes, right = np.linalg.svd(K)
        loose = right[sizes <= RANK * max(self._stiffness, 1e-300)]
        for i in np.flatnonzero(np.abs(loose).max(axis=0, initial=0.0) > 1e-6):
            raise CircuitError([_undetermined(self.tree, self.loads.free[self.placed[int(i)]][0])])

    def _refuse_others(self, w: ca.SX) -> None:
        """Loads must follow from states, and each speed must be a state of its own."""
        torn = [self.states.symbols[i] for i, s in enumerate(self.states.variables) if s.level == "torn"]
        unknown = [*ca.vertsplit(w), *torn, *self.symbols.acceleration.values()]
        for frame, freedom in self.loads.free:
            if freedom.node not in self.network.speed_states or depends(self.loads.r, unknown) or self.network.demands:
                raise CircuitError([_undetermined(self.tree, frame)])

    def _rate(self, expression: ca.SX) -> ca.SX:
        """The total time derivative of an expression of the states."""
        kinematics = self.tree.kinematics()
        moving, rates = [self.symbols.t], [ca.SX(1.0)]
        attitudes = {q.index: (key, q) for key, q in self.states.quaternions.items()}
        for i, (state, symbol) in enumerate(zip(self.states.variables, self.states.symbols, strict=True)):
            if i in attitudes:
                key, quaternion = attitudes[i]
                moving += quaternion.symbols
                rates += quaternion_rate(self.symbols, self.network, key, Quaternion(*quaternion))
            elif state.level == "position":
                moving.append(symbol)
                rates.append(self.network.speed[state.node])
            elif state.level == "speed":
                moving.append(symbol)
                rates.append(self.symbols.acceleration[state.node])
            elif state.level == "own" and depends(expression, [symbol]):
                name, own = state.name.split(".", 1)
                moving.append(symbol)
                rates.append(kinematics.insert(self.network.state_rates[name, own]))
        return ca.jtimes(expression, ca.vertcat(*moving), ca.vertcat(*rates))

    @staticmethod
    def _solved(equations: ca.SX, unknowns: list[ca.SX]) -> list[ca.SX]:
        """The solution of linear equations."""
        if not unknowns:
            return []
        z = ca.vertcat(*unknowns)
        left, right = ca.jacobian(equations, z), ca.substitute(equations, z, ca.SX.zeros(z.shape))
        return ca.vertsplit(_solve(ca.densify(left), ca.densify(-right)))

    # -- numbers at the start ----------------------------------------------------------------------------------------------

    def _number(self, expression: ca.SX, symbols: ca.SX | None = None, values: np.ndarray | None = None) -> np.ndarray:
        """At rest, or with other values of some symbols."""
        if symbols is not None:
            expression = ca.substitute(expression, symbols, ca.DM(values))
        numbers = list(self.symbols.parameters.numbers)
        arguments = [self.states.x, ca.vertcat(*self.symbols.parameters.symbols), self.symbols.t]
        return np.array(ca.Function("number", arguments, [ca.densify(expression)])(self.x, numbers, 0.0))

    def _at_rest(self) -> np.ndarray:
        """The states at the start, with everything without mass where its loads balance, if they do."""
        loads, numbers = self.loads, np.array(self.symbols.parameters.numbers)
        self.x, given = numbers_at_start(self.symbols.topology, self.states)
        still = [i for i, s in enumerate(self.states.variables) if s.node in loads.nodes and s.level == "speed"]
        self.x[still] = 0.0
        places = [self._place[n] for n in loads.nodes if n in self._place]
        rows = [i for i, n in enumerate(loads.nodes) if n in self._place]
        joints = dict.fromkeys(frame.component for frame, _ in loads.free)
        drawn = {self.states.variables[i].name.split(".", 1)[0] for i in given}
        between_neighbours(self.tree, self.states, self.x, numbers, [j for j in joints if j not in drawn], places)
        q = ca.vertcat(*(self.states.symbols[i] for i in places))
        r = loads.r[rows]
        arguments = [self.states.x, ca.vertcat(*self.symbols.parameters.symbols), self.symbols.t]
        both = ca.Function("loads", arguments, [ca.densify(r), ca.densify(ca.jacobian(r, q))])
        x = self.x.copy()

        def loads_at(q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
            x[places] = q
            found, slopes = both(x, numbers, 0.0)
            return np.array(found).ravel(), np.array(slopes)

        size = size_of(self.tree, self.states, self.x, numbers)
        fixed = bool(joints) and all(j in drawn for j in joints)
        x[places] = resting_place(loads_at, self.x[places], size, fixed)
        self._stiffness = float(np.abs(loads_at(x[places])[1]).max(initial=0.0))
        return x


def _regular(C: np.ndarray) -> tuple[list[int], list[int]]:
    """Rows and columns of a regular part of C, as large as its rank."""
    sizes, columns = _pivots(C)
    rank = int((sizes > RANK * max(float(sizes[0]), 1e-300)).sum())
    chosen = sorted(int(i) for i in columns[:rank])
    rows = _pivots(C[:, chosen].T)[1][:rank] if rank else []
    return sorted(int(i) for i in rows), chosen


def _pivots(matrix: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    factors = qr(matrix, mode="r", pivoting=True)
    return np.abs(np.diag(factors[0])), factors[-1]


def _solve(A: ca.SX, b: ca.SX) -> ca.SX:
    return b / A if A.numel() == 1 else ca.solve(A, b)


def _put(expression: ca.SX, old: list[ca.SX], new: list[ca.SX]) -> ca.SX:
    return ca.substitute(expression, ca.vertcat(*old), ca.vertcat(*new)) if old else expression
