"""The fast model: states, parameters and the one function (x, w, p, t) -> (dx, h)."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import casadi as ca
import numpy as np

from mars import algebra as al
from mars.circuit import Circuit
from mars.component import Base, Joint
from mars.domains import AXES, FRAME, MOTIONS
from mars.equations import Symbols, bind_symbols
from mars.equivalents import Equivalent, Freedom, Motion, centrifugal, composites, motion_of, recursion
from mars.errors import CircuitError, Complaint
from mars.kinematics import Kinematics, rate_of
from mars.networks import Network, solve_networks
from mars.skeleton import Frame, Skeleton, build_skeleton
from mars.symbols import scalars
from mars.topology import Topology, analyse


@dataclass(frozen=True)
class StateVariable:
    """One entry of x. `level` is position, quaternion, speed or own."""

    name: str
    unit: str
    level: str
    node: int = -1
    start: float = 0.0


@dataclass
class Hoist:
    """Expressions of parameters alone, computed once for each set of parameters instead of in every evaluation."""

    symbols: list[ca.SX] = field(default_factory=list)
    expressions: list[ca.SX] = field(default_factory=list)

    def scalar(self, a: al.Scalar) -> al.Scalar:
        if isinstance(a, float) or a.is_symbolic():
            return a
        if a.is_constant():
            return float(a)
        self.symbols.append(ca.SX.sym(f"d{len(self.symbols)}"))
        self.expressions.append(a)
        return self.symbols[-1]

    def vector(self, v: al.Vector) -> al.Vector:
        return [self.scalar(a) for a in v]

    def symmetric(self, m: al.Matrix) -> al.Matrix:
        upper = {(i, j): self.scalar(m[i][j]) for i in range(3) for j in range(i, 3)}
        return [[upper[min(i, j), max(i, j)] for j in range(3)] for i in range(3)]


@dataclass
class Model:
    """A circuit reduced to a function of its states."""

    circuit: Circuit
    topology: Topology
    symbols: Symbols
    network: Network
    skeleton: Skeleton
    tree: Tree
    states: list[StateVariable]
    x: ca.SX
    quaternions: list[int]  # first index of each unit quaternion in x
    hoist: Hoist
    dx: ca.SX
    mode: str = "dynamic"

    @property
    def gravity(self) -> list[float]:
        return self.tree.gravity

    @property
    def p(self) -> ca.SX:
        return ca.vertcat(*self.symbols.parameters.symbols, *self.hoist.symbols)

    @cached_property
    def function(self) -> ca.Function:
        """(x, w, p, t) -> (dx, h); w and h are empty in a tree."""
        w = ca.SX.sym("w", 0)
        arguments = [self.x, w, self.p, self.symbols.t]
        return ca.Function("model", arguments, [self.dx, ca.SX(0, 1)], ["x", "w", "p", "t"], ["dx", "h"], {"cse": True})

    @cached_property
    def _prepare(self) -> ca.Function:
        return ca.Function("prepare", [ca.vertcat(*self.symbols.parameters.symbols)], [ca.vertcat(*self.hoist.expressions)])

    def parameters(self, segment: float = 0.0) -> np.ndarray:
        """The vector p with the circuit's numbers."""
        raw = np.array(self.symbols.parameters.numbers)
        raw[0] = segment
        return self.complete_parameters(raw)

    def complete_parameters(self, raw: np.ndarray) -> np.ndarray:
        derived = np.array(self._prepare(raw)).ravel() if self.hoist.symbols else np.zeros(0)
        return np.concatenate([raw, derived])

    @property
    def breaks(self) -> list[float]:
        """Times at which a law has a corner."""
        return sorted({time for law in self.symbols.laws for time in law.breaks})

    @property
    def state_index(self) -> dict[str, int]:
        return {state.name: i for i, state in enumerate(self.states)}

    def lost_freedoms(self, x: np.ndarray, t: float = 0.0) -> list[str]:
        """Free joints whose drive feels no inertia at this state, measured against what it would feel on a rigid rest."""
        free = [
            (frame, f)
            for frame, row in zip(self.skeleton.frames, self.tree.freedoms, strict=True)
            for f in row
            if f.given is None
        ]
        if not free:
            return []
        whole = composites(self.skeleton, self.tree.motions, self.tree.loads)
        pairs = [ca.SX(value) for _, f in free for value in (f.articulated, al.add(whole[f.node], f.inertia))]
        probe = ca.Function("pivots", [self.x, self.p, self.symbols.t], [ca.vertcat(*pairs)])
        values = np.array(probe(x, self.parameters(t), t)).reshape(-1, 2)
        lost = [frame.component for (frame, _), (D, all_) in zip(free, values, strict=True) if not 1e-11 * all_ < D]
        return list(dict.fromkeys(lost))

    def freedoms(self) -> list[tuple[str, str]]:
        """Every joint freedom with its status: free, or by which level its motion is given."""
        status = {0: "movement", 1: "velocity"}
        found = []
        for frame in self.skeleton.frames:
            for node in frame.nodes:
                port = next(p for c, p in self.topology.nodes[node].ports if c == frame.component)
                found.append((f"{frame.component}.{port}", status.get(self.network.given.get(node, -1), "free")))
        return found


def build_model(circuit: Circuit, topology: Topology | None = None, mode: str = "dynamic") -> Model:
    """From the document to the fast model; raises CircuitError with every complaint when the circuit cannot run.

    In kinematic mode every freedom must have a given motion; masses, springs and forces are not looked at.
    """
    topology = topology or analyse(circuit)
    if topology.errors():
        raise CircuitError(topology.errors())
    symbols = bind_symbols(topology)
    network = solve_networks(symbols, kinematic=mode == "kinematic")
    if network.complaints:
        raise CircuitError(network.complaints)
    skeleton = build_skeleton(symbols)
    if mode == "kinematic":
        _require_motions(symbols, network, skeleton)
    states, x, quaternions = _lay_out_states(symbols, network, skeleton, mode)
    hoist = Hoist()
    tree = _outward_motions(symbols, network, skeleton, circuit, hoist, quaternions)
    _check_motions_of_class(symbols, Kinematics(symbols, network, skeleton, tree.motions), x, hoist)
    if mode == "dynamic":
        _reduce(symbols, network, skeleton, tree, hoist)
        accelerations = _joint_accelerations(skeleton, tree)
    else:
        accelerations = {f.node: network.acceleration[f.node] for row in tree.freedoms for f in row}
    dx = _state_rates(symbols, network, states, accelerations, quaternions)
    starts = [first for first, _ in quaternions.values()]
    return Model(circuit, topology, symbols, network, skeleton, tree, states, x, starts, hoist, dx, mode)


@dataclass
class Tree:
    """What the recursion works on, frame by frame, and what it found."""

    gravity: list[float]
    motions: list[Motion] = field(default_factory=list)
    freedoms: list[list[Freedom]] = field(default_factory=list)
    loads: list[Equivalent] = field(default_factory=list)  # each frame's own bodies and wrenches


Quaternions = dict[tuple[str, str], tuple[int, list[ca.SX]]]  # (joint, attitude) -> first index in x, symbols


def _lay_out_states(symbols: Symbols, network: Network, skeleton: Skeleton, mode: str) -> tuple[list[StateVariable], ca.SX, Any]:
    """x: positions, quaternions, speeds, components' own states; each in file order."""
    topology = symbols.topology
    states: list[StateVariable] = []
    entries: list[ca.SX] = []
    labels = _node_labels(symbols)
    joint_nodes = {node for frame in skeleton.frames for node in frame.nodes}
    looked_at = joint_nodes if mode == "kinematic" else set(network.speed)
    for node in (n for n in network.position_states if n in looked_at):
        states.append(StateVariable(*labels[node][0], "position", node))
        entries.append(symbols.position[node])
    quaternions: Quaternions = {}
    for frame in skeleton.frames:
        if frame.motion == "ball":
            joint, attitude = frame.attitude
            q = [ca.SX.sym(f"{joint}.{attitude}.{letter}") for letter in "wxyz"]
            quaternions[frame.attitude] = (len(states), q)
            states += [StateVariable(s.name(), "1", "quaternion", start=float(i == 0)) for i, s in enumerate(q)]
            entries += q
    for node in (n for n in network.speed_states if n in looked_at):
        states.append(StateVariable(*labels[node][1], "speed", node))
        entries.append(symbols.speed[node])
    for (name, state), symbol in symbols.states.items() if mode == "dynamic" else ():
        declared = topology.placed[name].kind.states[state]
        states.append(StateVariable(f"{name}.{state}", declared.unit, "own", start=declared.start))
        entries.append(symbol)
    return states, ca.vertcat(*entries) if entries else ca.SX(0, 1), quaternions


def _node_labels(symbols: Symbols) -> dict[int, tuple[tuple[str, str], tuple[str, str]]]:
    """Name and unit of a scalar node's position and speed, by a joint's coordinate where there is one."""
    labels = {}
    for node in symbols.topology.nodes:
        if node.domain == FRAME.name:
            continue
        name, port = next(((c, p) for c, p in node.ports if isinstance(symbols.components[c], Joint)), node.ports[0])
        domain = symbols.topology.placed[name].ports[port].domain
        position = f"{name}.{port}.{domain.position}"
        component = symbols.components[name]
        if isinstance(component, Joint):
            position = next((f"{name}.{c.name}" for c in component.coordinates.values() if c.port == port), position)
        labels[node.index] = (
            (position, domain.position_unit),
            (f"{name}.{port}.{domain.potential}", domain.potential_unit),
        )
    return labels


def _outward_motions(
    symbols: Symbols, network: Network, skeleton: Skeleton, circuit: Circuit, hoist: Hoist, quaternions: Quaternions
) -> Tree:
    """Pass 1: poses, angular velocities and bias accelerations of all frames."""
    tree = Tree([float(g) for g in circuit.gravity_vector()])
    for frame in skeleton.frames:
        if frame.motion == "root":
            tree.motions.append(_root_motion(symbols, frame, tree.gravity))
            tree.freedoms.append([])
            continue
        frame.place = hoist.vector(frame.place)
        freedoms = [Freedom(node, al.mul(frame.sign, network.speed[node])) for node in frame.nodes]
        quaternion = quaternions[frame.attitude][1] if frame.motion == "ball" else None
        position = None if quaternion else al.mul(frame.sign, network.position[frame.nodes[0]])
        tree.motions.append(motion_of(frame, tree.motions[frame.parent], position, freedoms, quaternion))
        tree.freedoms.append(freedoms)
    return tree


def _reduce(symbols: Symbols, network: Network, skeleton: Skeleton, tree: Tree, hoist: Hoist) -> None:
    """Passes 2 and 3 with everything that loads the tree."""
    tree.loads = [Equivalent() for _ in skeleton.frames]
    for frame, motion, load in zip(skeleton.frames, tree.motions, tree.loads, strict=True):
        _add_solids(frame, motion, load, hoist)
    _add_network(symbols, network, skeleton, tree.motions, tree.freedoms, tree.loads)
    recursion(skeleton, tree.motions, tree.freedoms, [load.copy() for load in tree.loads])


def _joint_accelerations(skeleton: Skeleton, tree: Tree) -> dict[int, ca.SX]:
    """By scalar node, in the sense of the scalar ports."""
    found: dict[int, ca.SX] = {}
    for frame, motion, freedoms in zip(skeleton.frames, tree.motions, tree.freedoms, strict=True):
        values = [f.acceleration for f in freedoms]
        if motion.ball is not None and frame.sign > 0:
            values = al.apply(motion.ball, values)  # from the own basis to that of side 1
        else:
            values = [al.mul(frame.sign, value) for value in values]
        found |= {node: ca.SX(value) for node, value in zip(frame.nodes, values, strict=True)}
    return found


def _require_motions(symbols: Symbols, network: Network, skeleton: Skeleton) -> None:
    complaints = []
    for frame in skeleton.frames:
        for node in frame.nodes:
            if node not in network.given:
                where = ".".join(_joint_port(symbols, node))
                remedy = f"Link a velocity or movement source to {where}, or run the circuit in dynamic mode"
                complaints.append(
                    Complaint(where, "its motion is not given, which kinematic mode needs", remedy, code="missing-motion")
                )
    if complaints:
        raise CircuitError(complaints)


def _check_motions_of_class(symbols: Symbols, kinematics: Kinematics, x: ca.SX, hoist: Hoist) -> None:
    """A class must hold every velocity that its bodies can have: look at the dropped components at some odd states."""
    topology = symbols.topology
    dropped = [m for m in MOTIONS if m not in topology.motions]
    rows, where = [], []
    for reach in topology.tree if dropped else ():
        for port in (*reach.exits, reach.entry):
            node = topology.node_of[reach.component, port]
            v, w = kinematics.node(node, "v"), kinematics.node(node, "w")
            for motion in dropped:
                value = (v if motion[0] == "T" else w)[AXES.index(motion[1])]
                if not al.is_zero(value):
                    rows.append(ca.SX(value))
                    where.append((reach.component, motion))
    if not rows:
        return
    outside = ca.vertcat(*rows)
    if hoist.symbols:
        outside = ca.substitute(outside, ca.vertcat(*hoist.symbols), ca.vertcat(*hoist.expressions))
    probe = ca.Function("probe", [x, ca.vertcat(*symbols.parameters.symbols), symbols.t], [outside])
    for seed in range(2):
        odd = np.random.default_rng(seed).uniform(0.2, 1.0, x.numel())
        values = np.abs(np.array(probe(odd, symbols.parameters.numbers, 0.37 + seed)).ravel())
        for value, (component, motion) in zip(values, where, strict=True):
            if value > 1e-9:
                cause = f"it moves in {motion}, which the circuit's class {' '.join(topology.motions)} does not have"
                remedy = f"Add {motion} to the class, or turn the axis so that the motion stays in it"
                raise CircuitError([Complaint(component, cause, remedy, code="leaves-class")])


def _root_motion(symbols: Symbols, frame: Frame, gravity: list[float]) -> Motion:
    """A base: its prescribed motion in its own basis; gravity comes in as an upward acceleration of the base."""
    base = symbols.components[frame.component]
    assert isinstance(base, Base)
    pose = base.pose(symbols.t, symbols.segment)
    to_own = al.transpose(pose.orientation)
    m = Motion()
    a = [_second_rate(symbols, value) for value in pose.place]
    m.a = al.apply(to_own, al.minus(a, gravity))
    rates = [[rate_of(symbols, value) for value in row] for row in pose.orientation]
    if any(not al.is_zero(value) for row in rates for value in row):
        spin = al.product(to_own, rates)  # RᵀṘ = G(w) in the own basis
        m.w = [spin[2][1], spin[0][2], spin[1][0]]
        m.b = [rate_of(symbols, value) for value in m.w]
    m.squares = centrifugal(m.w)
    return m


def _second_rate(symbols: Symbols, value: al.Scalar) -> al.Scalar:
    return rate_of(symbols, rate_of(symbols, value))


def _add_solids(frame: Frame, motion: Motion, load: Equivalent, hoist: Hoist) -> None:
    """All bodies of a frame as one: mass, first moment and inertia about the frame's origin are constants."""
    if not frame.solids:
        return
    mass: al.Scalar = 0.0
    moment: al.Vector = [0.0] * 3
    inertia: al.Matrix = [[0.0] * 3 for _ in range(3)]
    for _, solid, seat in frame.solids:
        centre = al.plus(seat.place, al.apply(seat.orientation, solid.centre))
        first = al.times(solid.mass, centre)
        J = al.product(al.product(seat.orientation, solid.inertia), al.transpose(seat.orientation))
        # parallel axes: J + m(|c|²·1 − c cᵀ) = J − [m c][c]
        steiner = al.product(al.skew(first), al.skew(centre))
        inertia = [[al.sub(al.add(inertia[i][j], J[i][j]), steiner[i][j]) for j in range(3)] for i in range(3)]
        mass, moment = al.add(mass, solid.mass), al.plus(moment, first)
    spreads = [hoist.scalar(al.sub(inertia[(i + 2) % 3][(i + 2) % 3], inertia[(i + 1) % 3][(i + 1) % 3])) for i in range(3)]
    mass, moment, inertia = hoist.scalar(mass), hoist.vector(moment), hoist.symmetric(inertia)
    for i in range(3):
        load.A[i][i] = mass
    load.B = al.skew(al.times(-1.0, moment))
    load.C = [list(row) for row in inertia]
    if frame.motion == "root" or al.vanishes(motion.w):
        return
    if motion.squares is None:
        motion.squares = centrifugal(motion.w)
    load.add_wrench(al.apply(motion.squares, moment), _gyroscopic(motion, inertia, spreads))


def _gyroscopic(motion: Motion, J: al.Matrix, spreads: al.Vector) -> al.Vector:
    """w × J w, written with the products w_i w_j that the centrifugal matrix has already; spreads are J_kk − J_jj."""
    S = motion.squares
    assert S is not None
    w = motion.w
    result = []
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        value = al.mul(spreads[i], S[j][k])
        if not al.is_zero(J[j][k]):
            value = al.add(value, al.mul(J[j][k], al.sub(al.mul(w[j], w[j]), al.mul(w[k], w[k]))))
        value = al.add(value, al.sub(al.mul(J[i][k], S[i][j]), al.mul(J[i][j], S[i][k])))
        result.append(value)
    return result


def _add_network(
    symbols: Symbols,
    network: Network,
    skeleton: Skeleton,
    motions: list[Motion],
    freedoms: list[list[Freedom]],
    loads: list[Equivalent],
) -> None:
    """Drives, inertias and wrenches of the components around the tree."""
    kinematics = Kinematics(symbols, network, skeleton, motions)
    joint_nodes = [f.node for row in freedoms for f in row]
    free = [n for n in joint_nodes if n not in network.given]
    by_node = {f.node: (index, f) for index, row in enumerate(freedoms) for f in row}
    _give_motions(symbols, network, skeleton, freedoms, motions)
    stream_of = {n: network.streams[_joint_port(symbols, n)] for n in free}
    accelerations = [symbols.acceleration[n] for n in free]
    rates = [element for frame in symbols.frames.values() for element in ca.vertsplit(frame.b)]
    everything = ca.vertcat(*stream_of.values(), *(part for pair in network.wrenches.values() for part in pair))
    inertial = bool(accelerations) and ca.depends_on(everything, ca.vertcat(*accelerations, *rates))
    if inertial:
        _add_inertias(symbols, network, skeleton, motions, by_node, loads, stream_of, kinematics)
    zero = ca.vertcat(*accelerations, *rates)

    def resting(expression: ca.SX) -> ca.SX:
        return ca.substitute(expression, zero, ca.SX.zeros(*zero.shape)) if inertial else expression

    for node, stream in stream_of.items():
        index, freedom = by_node[node]
        freedom.drive = al.mul(skeleton.frames[index].sign, scalars(kinematics.insert(resting(stream)))[0])
    for index, frame in enumerate(skeleton.frames):
        ball = motions[index].ball
        if ball is not None and frame.sign > 0:
            for freedom, drive in zip(
                freedoms[index], al.apply(al.transpose(ball), [f.drive for f in freedoms[index]]), strict=True
            ):
                freedom.drive = drive
    for key, (F, M) in network.wrenches.items():
        node = symbols.topology.node_of.get(key)
        if node is None or node not in skeleton.seats:
            continue
        seat = skeleton.seats[node]
        R = al.transpose(kinematics.orientation(seat.frame))
        force = al.apply(R, scalars(kinematics.insert(resting(F))))
        moment = al.apply(R, scalars(kinematics.insert(resting(M))))
        loads[seat.frame].add_wrench(force, al.plus(moment, al.cross(seat.place, force)))


def _joint_port(symbols: Symbols, node: int) -> tuple[str, str]:
    return next(key for key in symbols.topology.nodes[node].ports if isinstance(symbols.components[key[0]], Joint))


def _give_motions(
    symbols: Symbols, network: Network, skeleton: Skeleton, freedoms: list[list[Freedom]], motions: list[Motion]
) -> None:
    for index, frame in enumerate(skeleton.frames):
        given = [f for f in freedoms[index] if f.node in network.given]
        if not given:
            continue
        values = [al.mul(frame.sign, scalars(network.acceleration[f.node])[0]) for f in given]
        ball = motions[index].ball
        if ball is not None:
            if len(given) < 3:
                cause = "the motion of some, but not all, of its three turns is given"
                raise CircuitError(
                    [Complaint(frame.component, cause, "Give all three turning speeds or none", code="ball-motion")]
                )
            values = al.apply(al.transpose(ball), values) if frame.sign > 0 else values
        for freedom, value in zip(given, values, strict=True):
            freedom.given = value


def _add_inertias(
    symbols: Symbols,
    network: Network,
    skeleton: Skeleton,
    motions: list[Motion],
    by_node: dict[int, tuple[int, Freedom]],
    loads: list[Equivalent],
    stream_of: dict[int, ca.SX],
    kinematics: Kinematics,
) -> None:
    """Inertia on scalar ports (D), and the coupling of rotors to the frames that carry them (k, and K in their own frame)."""
    for node, stream in stream_of.items():
        index, freedom = by_node[node]
        frame = skeleton.frames[index]
        for other in stream_of:
            slope = -ca.jacobian(stream, symbols.acceleration[other])
            if slope.is_zero():
                continue
            if other != node or frame.motion == "ball":
                name = ".".join(_joint_port(symbols, other))
                cause = f"an inertia ties it to {name}; couplings between freedoms cannot run yet"
                raise CircuitError(
                    [
                        Complaint(
                            ".".join(_joint_port(symbols, node)),
                            cause,
                            "Give each joint its own rotor",
                            code="coupling",
                        )
                    ]
                )
            freedom.inertia = scalars(kinematics.insert(slope))[0]
        for vector_node, variables in symbols.frames.items():
            slope = -ca.jacobian(stream, variables.b)
            if slope.is_zero():
                continue
            seat = skeleton.seats[vector_node]
            if seat.frame != frame.parent or frame.motion != "turn":
                cause = "the housing of its rotor is not the body on the side of the joint that faces the base"
                remedy = "Link the rotor's housing to the body on side 1, with side 1 towards the base"
                raise CircuitError([Complaint(".".join(_joint_port(symbols, node)), cause, remedy, code="housing")])
            R = al.transpose(kinematics.orientation(seat.frame))
            k = al.times(frame.sign, al.apply(R, scalars(kinematics.insert(slope.T))))
            freedom.coupling = al.plus(freedom.coupling, k)
    for key, (_, M) in network.wrenches.items():
        node = symbols.topology.node_of.get(key)
        if node is None:
            continue
        slope = ca.jacobian(M, symbols.frames[node].b)
        if slope.is_zero():
            continue
        seat = skeleton.seats[node]
        R = kinematics.orientation(seat.frame)
        K = [scalars(kinematics.insert(slope[i, :])) for i in range(3)]
        own = al.product(al.product(al.transpose(R), K), R)
        loads[seat.frame].C = al.matrix_plus(loads[seat.frame].C, own)


def _state_rates(
    symbols: Symbols,
    network: Network,
    states: list[StateVariable],
    accelerations: dict[int, ca.SX],
    quaternions: Quaternions,
) -> ca.SX:
    # rates of the components' own states and of free shafts may hold joint accelerations and vector-node variables
    rates: list[ca.SX] = []
    by_start = {start: (key, q) for key, (start, q) in quaternions.items()}
    old = [symbols.acceleration[n] for n in accelerations]
    new = list(accelerations.values())

    def complete(expression: ca.SX) -> ca.SX:
        return ca.substitute(expression, ca.vertcat(*old), ca.vertcat(*new)) if old else expression

    index = 0
    while index < len(states):
        state = states[index]
        if state.level == "quaternion":
            (joint, attitude), q = by_start[index]
            component = symbols.components[joint]
            assert isinstance(component, Joint)
            w = [network.speed[symbols.topology.node_of[joint, port]] for port in component.attitudes[attitude].ports]
            rates += [ca.SX(value) for value in al.quaternion_rate(q, w)]
            index += 4
            continue
        if state.level == "position":
            rates.append(network.speed[state.node])
        elif state.level == "speed":
            rates.append(accelerations[state.node] if state.node in accelerations else complete(network.acceleration[state.node]))
        else:
            name, own = state.name.split(".", 1)
            rates.append(complete(network.state_rates[name, own]))
        index += 1
    return ca.vertcat(*rates) if rates else ca.SX(0, 1)
