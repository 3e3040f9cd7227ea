"""Loads of the tree: masses of the bodies; drives, inertias and wrenches of the surrounding components."""

from __future__ import annotations

import casadi as ca

from mars.component import algebra as al
from mars.component.symbolic_functions import scalars
from mars.errors import CircuitError, Complaint
from mars.mechanism.frames import Frame
from mars.messages import Message
from mars.model.mechanics.articulated_inertia import Equivalent, Freedom, Motion, centrifugal
from mars.model.mechanics.kinematics import Kinematics
from mars.model.mechanics.outward_pass import Tree, in_own_basis
from mars.model.networks.network import is_same
from mars.model.networks.ports import joint_ports
from mars.model.parameter_expressions import ParameterExpressions
from mars.model.symbols import depends

LAG = "Insert a lag (signals.lag) between the sensor and the drive"


def body_loads(tree: Tree, derived: ParameterExpressions) -> list[Equivalent]:
    """The equivalent of each frame's own bodies."""
    loads = [Equivalent() for _ in tree.skeleton.frames]
    for frame, motion, load in zip(tree.skeleton.frames, tree.motions, loads, strict=True):
        _add_solids(frame, motion, load, derived)
    return loads


def load_tree(tree: Tree) -> None:
    """Give every degree of freedom its drive or its motion, and the frames their other loads, for passes 2 and 3."""
    _give_motions(tree)
    _add_network(tree)


def _add_solids(frame: Frame, motion: Motion, load: Equivalent, derived: ParameterExpressions) -> None:
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
    spreads = [derived.scalar(al.sub(inertia[(i + 2) % 3][(i + 2) % 3], inertia[(i + 1) % 3][(i + 1) % 3])) for i in range(3)]
    mass, moment, inertia = derived.scalar(mass), derived.vector(moment), derived.symmetric(inertia)
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
    """w × J w, written with the products w_i w_j already in the centrifugal matrix; spreads are J_kk − J_jj."""
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


def _give_motions(tree: Tree) -> None:
    for frame, motion, freedoms in tree.rows():
        for freedom in freedoms:
            if freedom.node in tree.network.balanced:
                freedom.given = 0.0  # it moves nothing that has mass
        given = [f for f in freedoms if f.node in tree.network.given]
        if not given:
            continue
        if motion.ball is not None and len(given) < 3:
            cause = "only some of its three rotations have a prescribed motion"
            remedy = "Prescribe all three angular velocities, or none"
            raise CircuitError([Complaint(frame.component, cause, remedy, code="ball-motion")])
        values = [scalars(tree.network.acceleration[f.node])[0] for f in given]
        for freedom, value in zip(given, in_own_basis(frame, motion, values), strict=True):
            freedom.given = value


def _add_network(tree: Tree) -> None:
    """Drives, inertias and wrenches of the surrounding components.

    Streams are linear in the accelerations: their derivatives are inertias, the values at rest are drives and wrenches.
    """
    symbols, network = tree.symbols, tree.network
    kinematics = tree.kinematics()
    free = [f.node for row in tree.freedoms for f in row if f.node not in network.given]
    stream_of = {n: network.streams[joint_ports(symbols, n)[0]] for n in free}
    rates = [element for frame in symbols.frames.values() for element in ca.vertsplit(frame.b)]
    accelerations = ca.vertcat(*(symbols.acceleration[n] for n in free), *rates)
    everything = ca.vertcat(*stream_of.values(), *(part for pair in network.wrenches.values() for part in pair))
    _refuse_feedback(tree, stream_of)
    inertial = bool(free) and ca.depends_on(everything, accelerations)
    if inertial:
        _add_port_inertias(tree, stream_of, kinematics)
        _add_rotor_inertias(tree, kinematics)

    def at_rest(expression: ca.SX) -> list[al.Scalar]:
        if inertial:
            expression = ca.substitute(expression, accelerations, ca.SX.zeros(*accelerations.shape))
        return scalars(kinematics.insert(expression))

    _add_drives(tree, {node: at_rest(stream)[0] for node, stream in stream_of.items()})
    for key, (F, M) in network.wrenches.items():
        node = symbols.topology.node_of.get(key)
        if node is None or node not in tree.skeleton.seats:
            continue
        seat = tree.skeleton.seats[node]
        R = al.transpose(kinematics.orientation(seat.frame))
        force, moment = al.apply(R, at_rest(F)), al.apply(R, at_rest(M))
        tree.loads[seat.frame].add_wrench(force, al.plus(moment, al.cross(seat.place, force)))


def _refuse_feedback(tree: Tree, stream_of: dict[int, ca.SX]) -> None:
    """Refuse forces that depend directly on an acceleration through signals; only inertias may."""
    symbols, network = tree.symbols, tree.network
    if not symbols.signals:
        return
    unknown = [element for frame in symbols.frames.values() for element in ca.vertsplit(frame.a)]
    unknown += [stream for key, stream in network.streams.items() if is_same(stream, symbols.streams[key])]
    loads = {_port(tree, n): stream for n, stream in stream_of.items()}
    loads |= {".".join(key): ca.vertcat(*pair) for key, pair in network.wrenches.items()}
    for where, stream in loads.items():
        if depends(stream, unknown):
            cause = (
                "the load here depends through signals on an acceleration or a reaction that in turn "
                "depends on this load without delay"
            )
            raise CircuitError([Complaint(where, cause, LAG, code="feedback")])


def _add_drives(tree: Tree, drive_of: dict[int, al.Scalar]) -> None:
    for frame, motion, freedoms in tree.rows():
        drives = in_own_basis(frame, motion, [drive_of.get(f.node, 0.0) for f in freedoms])
        for freedom, drive in zip(freedoms, drives, strict=True):
            freedom.drive = drive


def _add_port_inertias(tree: Tree, stream_of: dict[int, ca.SX], kinematics: Kinematics) -> None:
    """Inertia on scalar ports (D), and the coupling of rotors to the frames that carry them (k)."""
    for frame, _, freedoms in tree.rows():
        for freedom in freedoms:
            if freedom.node in stream_of:
                _add_inertia(tree, frame, freedom, stream_of, kinematics)
                _add_coupling(tree, frame, freedom, stream_of[freedom.node], kinematics)


def _add_inertia(tree: Tree, frame: Frame, freedom: Freedom, stream_of: dict[int, ca.SX], kinematics: Kinematics) -> None:
    for other in stream_of:
        slope = -ca.jacobian(stream_of[freedom.node], tree.symbols.acceleration[other])
        if slope.is_zero():
            continue
        if other != freedom.node or frame.motion == "ball":
            cause = Message(
                "an inertia or an acceleration signal couples it to {port}, which is not supported yet", port=_port(tree, other)
            )
            remedy = Message("Give each joint a separate rotor. {lag}", lag=LAG)
            raise CircuitError([Complaint(_port(tree, freedom.node), cause, remedy, code="coupling")])
        freedom.inertia = scalars(kinematics.insert(slope))[0]


def _add_coupling(tree: Tree, frame: Frame, freedom: Freedom, stream: ca.SX, kinematics: Kinematics) -> None:
    for vector_node, variables in tree.symbols.frames.items():
        slope = -ca.jacobian(stream, variables.b)
        if slope.is_zero():
            continue
        seat = tree.skeleton.seats[vector_node]
        if seat.frame != frame.parent or frame.motion != "turn":
            cause = "the housing of its rotor is not connected to the body on the base side of the joint"
            remedy = "Connect the rotor housing to the body on side 1, with side 1 facing the base"
            if tree.symbols.signals:
                cause, remedy = (
                    Message("{cause}, or an acceleration signal drives it without delay", cause=cause),
                    Message("{remedy}. {more}", remedy=remedy, more=LAG),
                )
            raise CircuitError([Complaint(_port(tree, freedom.node), cause, remedy, code="housing")])
        R = al.transpose(kinematics.orientation(seat.frame))
        k = al.times(frame.sign, al.apply(R, scalars(kinematics.insert(slope.T))))
        freedom.coupling = al.plus(freedom.coupling, k)


def _add_rotor_inertias(tree: Tree, kinematics: Kinematics) -> None:
    """Inertia of rotors about their axes, in the frames that carry them (K)."""
    for key, (_, M) in tree.network.wrenches.items():
        node = tree.symbols.topology.node_of.get(key)
        if node is None:
            continue
        slope = ca.jacobian(M, tree.symbols.frames[node].b)
        if slope.is_zero():
            continue
        seat = tree.skeleton.seats[node]
        R = kinematics.orientation(seat.frame)
        K = [scalars(kinematics.insert(slope[i, :])) for i in range(3)]
        own = al.product(al.product(al.transpose(R), K), R)
        tree.loads[seat.frame].C = al.matrix_plus(tree.loads[seat.frame].C, own)


def _port(tree: Tree, node: int) -> str:
    return ".".join(joint_ports(tree.symbols, node)[0])
