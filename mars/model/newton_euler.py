"""Newton–Euler: every pose, twist, acceleration and wrench of a circuit, from the states and their rates.

This is inverse dynamics in the global basis: outward along the tree for the kinematics, then inward by the node laws for the
wrenches. It shares no formula with the articulated inertias, so the balance of torque at each free joint checks the fast model.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

import casadi as ca

from mars.component import algebra as al
from mars.component.base import Body, Solid
from mars.component.symbolic_functions import column, scalars
from mars.mechanism.frames import Closure, Frame, Seat
from mars.model.build import Model
from mars.model.mechanics.kinematics import rate_of
from mars.model.symbols import pose_of
from mars.topology.topology import PortKey, Reach

Wrench = tuple[al.Vector, al.Vector]


@dataclass
class GlobalKinematics:
    """Global kinematics of a frame or a node."""

    R: al.Matrix
    r: al.Vector
    w: al.Vector
    v: al.Vector
    b: al.Vector
    a: al.Vector

    def carried(self, place: al.Vector, orientation: al.Matrix) -> GlobalKinematics:
        """The kinematics of a point fixed in this frame."""
        d = al.apply(self.R, place)
        v = al.plus(self.v, al.cross(self.w, d))
        a = al.plus(self.a, al.plus(al.cross(self.b, d), al.cross(self.w, al.cross(self.w, d))))
        return GlobalKinematics(al.product(self.R, orientation), al.plus(self.r, d), self.w, v, self.b, a)


@dataclass
class JointAxis:
    """Axis of a joint in the global basis: about a point (turn) or along (slide), for unit speed of its scalar port."""

    node: int
    turns: bool
    direction: al.Vector
    place: al.Vector


class PortStreams(NamedTuple):
    """Streams at the ports: wrenches at vector ports, one number at scalar ones."""

    wrenches: dict[PortKey, Wrench]
    scalar: dict[PortKey, Any]


@dataclass
class _InwardPass:
    """Data collected by the pass inward along the tree."""

    load: dict[int, Wrench]  # of each vector node, from everything attached to it
    wrenches: dict[PortKey, Wrench]
    drives: dict[PortKey, al.Scalar] = field(default_factory=dict)  # streams of the joints' scalar ports
    held: dict[str, Wrench] = field(default_factory=dict)  # by joint that closes a loop: the load attached to it


class NewtonEuler:
    """Kinematics and streams as expressions of (x, dx, p, t).

    For a circuit with loops, dx contains the rates of the states, followed by the multipliers.
    """

    def __init__(self, model: Model) -> None:
        self.model = model
        self.rates = ca.SX.sym("dx", len(model.states))
        self.multipliers = ca.SX.sym("w", model.constraints.size)
        self.dx = ca.vertcat(self.rates, self.multipliers)
        rates = {state.node: self.rates[i] for i, state in enumerate(model.states) if state.level == "speed"}
        network, symbols = model.network, model.symbols
        old = [symbols.acceleration[node] for node in rates]
        new = list(rates.values())
        given = {n: e for n, e in network.acceleration.items() if n not in rates}
        inserted = substituted(list(given.values()), old, new)
        self.acceleration: dict[int, al.Scalar] = dict(rates) | dict(zip(given, inserted, strict=True))
        self.quaternion = {s.name: model.x[i] for i, s in enumerate(model.states) if s.level == "quaternion"}
        self.frames: list[GlobalKinematics] = []
        self.axes: dict[str, list[JointAxis]] = {}  # by joint
        self._outward()
        self.nodes = {n: self.frames[s.frame].carried(s.place, s.orientation) for n, s in model.skeleton.seats.items()}
        self.bodies = {name: self._body(solid, seat) for name, (solid, seat) in model.skeleton.bodies.items()}

    def _outward(self) -> None:
        """Global kinematics of every frame, and the directions of all degrees of freedom."""
        for frame in self.model.skeleton.frames:
            if frame.motion == "root":
                self.frames.append(self._root(frame.component))
                continue
            parent = self.frames[frame.parent].carried(frame.place, frame.orientation)
            if frame.motion == "slide":
                self.frames.append(self._slid(frame, parent))
            else:
                self.frames.append(self._turned(frame, parent))

    def _turned(self, frame: Frame, parent: GlobalKinematics) -> GlobalKinematics:
        """Rotation about one axis, or any rotation of a ball. Directions are for unit speed of the scalar port, with sign."""
        model = self.model
        here = replace(parent)
        if frame.motion == "turn":
            angle = al.mul(frame.sign, model.network.position[frame.nodes[0]])
            here.R = al.product(parent.R, al.rotation_about(frame.axis, ca.cos(angle), ca.sin(angle)))
            directions = [al.times(frame.sign, [row[frame.axis] for row in parent.R])]
        else:
            joint, attitude = frame.attitude
            Q = al.quaternion_matrix([self.quaternion[f"{joint}.{attitude}.{letter}"] for letter in "wxyz"])
            here.R = al.product(parent.R, Q if frame.sign > 0 else al.transpose(Q))
            side_1 = parent.R if frame.sign > 0 else here.R  # the speeds are given in this basis
            directions = [al.times(frame.sign, e) for e in al.transpose(side_1)]
        relative: al.Vector = [0.0] * 3
        for node, e in zip(frame.nodes, directions, strict=True):
            relative = al.plus(relative, al.times(model.network.speed[node], e))
            here.b = al.plus(here.b, al.times(self.acceleration[node], e))
            self.axes.setdefault(frame.component, []).append(JointAxis(node, True, e, here.r))
        here.w = al.plus(parent.w, relative)
        here.b = al.plus(here.b, al.cross(parent.w, relative))
        return here

    def _slid(self, frame: Frame, parent: GlobalKinematics) -> GlobalKinematics:
        node = frame.nodes[0]
        e = al.times(frame.sign, [row[frame.axis] for row in parent.R])
        travel, speed = self.model.network.position[node], self.model.network.speed[node]
        here = parent.carried(al.times(al.mul(frame.sign, travel), [float(i == frame.axis) for i in range(3)]), al.IDENTITY)
        coriolis = al.times(speed, al.cross(parent.w, e))
        here.v = al.plus(here.v, al.times(speed, e))
        here.a = al.plus(here.a, al.plus(al.times(self.acceleration[node], e), al.plus(coriolis, coriolis)))
        self.axes.setdefault(frame.component, []).append(JointAxis(node, False, e, here.r))
        return here

    def _root(self, name: str) -> GlobalKinematics:
        symbols = self.model.symbols
        pose = pose_of(symbols, name)
        v = [rate_of(symbols, value) for value in pose.place]
        a = [rate_of(symbols, value) for value in v]
        rates = [[rate_of(symbols, value) for value in row] for row in pose.orientation]
        spin = al.product(rates, al.transpose(pose.orientation))  # Ṙ Rᵀ = G(w)
        w = [spin[2][1], spin[0][2], spin[1][0]]
        return GlobalKinematics(pose.orientation, pose.place, w, v, [rate_of(symbols, value) for value in w], a)

    def _body(self, solid: Solid, seat: Seat) -> GlobalKinematics:
        """Kinematics of a body's centre of mass, with the orientation of the body's basis."""
        return self.frames[seat.frame].carried(seat.place, seat.orientation).carried(solid.centre, al.IDENTITY)

    @cached_property
    def streams(self) -> PortStreams:
        """Wrenches of components at vector nodes, and the wrench of every port; then all scalar streams."""
        model = self.model
        network, topology = model.network, model.topology
        old, new = self.node_symbols()
        flat = substituted([part for pair in network.wrenches.values() for part in pair], old, new)
        wrenches: dict[PortKey, Wrench] = {}
        for i, key in enumerate(network.wrenches):
            wrenches[key] = (scalars(flat[2 * i]), scalars(flat[2 * i + 1]))
        load: dict[int, Wrench] = {n: (list(al.ZERO), list(al.ZERO)) for n in model.symbols.frames}
        for key, wrench in wrenches.items():
            if key in topology.node_of:
                _accumulate(load, topology.node_of[key], wrench)
        inward = _InwardPass(load, wrenches)
        for reach in reversed(topology.tree):
            component = model.symbols.components[reach.component]
            if isinstance(component, Body):
                self._body_wrenches(reach, inward)
            else:
                self._joint_wrenches(reach, inward)
        for root in topology.roots:
            for port in topology.placed[root].ports:
                F, M = load[topology.node_of[root, port]]
                wrenches[root, port] = (al.times(-1.0, F), al.times(-1.0, M))
        old += [model.symbols.streams[key] for key in inward.drives]
        new += [ca.SX(value) for value in inward.drives.values()]
        streams = substituted(list(network.streams.values()), old, new)
        found: dict[PortKey, Any] = dict(zip(network.streams, streams, strict=True))
        return PortStreams(wrenches, found | inward.drives)

    def _body_wrenches(self, reach: Reach, inward: _InwardPass) -> None:
        """Newton–Euler for one body: ΣF = m (a − g), Σ(M + ρ×F) = J b + w×J w; for one of the parts of a cut body."""
        model, node_of = self.model, self.model.topology.node_of
        closures = [c for c in model.skeleton.closures if c.body == reach.component]
        solid, seat = model.skeleton.bodies[reach.component]
        held = self.nodes[node_of[reach.component, reach.entry]].r
        if reach.part:
            closure = next(c for c in closures if c.port == reach.entry)
            seat = closure.second.back(*solid.points[reach.entry])
            held = self._at(closure.second).r
            closures, sign = [closure], 1.0
        else:
            sign = -1.0
        share = model.skeleton.shares[reach.component]
        centre = self._body(solid, seat)
        J = al.product(al.product(centre.R, solid.inertia), al.transpose(centre.R))
        F = al.times(share, al.times(solid.mass, al.minus(centre.a, model.gravity)))
        M = al.times(share, al.plus(al.apply(J, centre.b), al.cross(centre.w, al.apply(J, centre.w))))
        for closure in closures:  # the wrench from the other part is not a stream of a port
            force, moment = (al.times(sign, part) for part in self._multiplier_wrench(closure))
            arm = al.minus(self._at(closure.second if reach.part else closure.first).r, centre.r)
            F, M = al.minus(F, force), al.minus(M, al.plus(moment, al.cross(arm, force)))
        for port in reach.exits:
            node = node_of[reach.component, port]
            out = (al.times(-1.0, inward.load[node][0]), al.times(-1.0, inward.load[node][1]))
            _add_wrench(inward.wrenches, (reach.component, port), out)
            arm = al.minus(self.nodes[node].r, centre.r)
            F, M = al.minus(F, out[0]), al.minus(M, al.plus(out[1], al.cross(arm, out[0])))
        arm = al.minus(held, centre.r)
        entry = (F, al.minus(M, al.cross(arm, F)))
        _add_wrench(inward.wrenches, (reach.component, reach.entry), entry)
        joint = closures[0].joint if reach.part else ""
        if joint:
            inward.held[joint] = entry
        else:
            _accumulate(inward.load, node_of[reach.component, reach.entry], entry)

    def _at(self, seat: Seat) -> GlobalKinematics:
        return self.frames[seat.frame].carried(seat.place, seat.orientation)

    def _multiplier_wrench(self, closure: Closure) -> Wrench:
        """The wrench on the second part of a cut body, in the global basis."""
        constraints = self.model.constraints
        values = self.multipliers
        F, M = constraints.wrench(closure)
        return tuple(scalars(ca.substitute(column(part), constraints.w, values)) for part in (F, M))  # type: ignore[return-value]

    def _joint_wrenches(self, reach: Reach, inward: _InwardPass) -> None:
        """An ideal joint transmits the wrench; the component along each degree of freedom is the stream of its scalar port."""
        topology, wrenches = self.model.topology, inward.wrenches
        name, (far,) = reach.component, reach.exits
        node, entry = topology.node_of[name, far], topology.node_of[name, reach.entry]
        behind = inward.held[name] if reach.closing else inward.load[node]
        F, M = (al.times(-1.0, part) for part in behind)
        wrenches[name, far] = (F, M)
        arm = al.minus(self.nodes[node].r, self.nodes[entry].r)
        wrenches[name, reach.entry] = (al.times(-1.0, F), al.times(-1.0, al.plus(M, al.cross(arm, F))))
        _accumulate(inward.load, entry, wrenches[name, reach.entry])
        for axis in self.axes.get(name, []):
            # Q + h·(F, M) = 0 at the far side, where h is the motion of the far side's point for unit speed
            if axis.turns:
                lever = al.minus(self.nodes[node].r, axis.place)
                projected = al.dot(axis.direction, al.plus(M, al.cross(lever, F)))
            else:
                projected = al.dot(axis.direction, F)
            port = next(p for c, p in topology.nodes[axis.node].ports if c == name)
            inward.drives[name, port] = al.mul(-1.0, projected)

    def node_symbols(self) -> tuple[list[ca.SX], list[ca.SX]]:
        """Symbols of vector nodes and of accelerations, and their expressions."""
        old, new = [], []
        for node, variables in self.model.symbols.frames.items():
            if node not in self.nodes:
                continue
            here = self.nodes[node]
            old += [variables.r, ca.vec(variables.R), variables.v, variables.w, variables.a, variables.b]
            R = [here.R[i][j] for j in range(3) for i in range(3)]
            new += [column(here.r), column(R), column(here.v), column(here.w), column(here.a), column(here.b)]
        for node, value in self.acceleration.items():
            old.append(self.model.symbols.acceleration[node])
            new.append(ca.SX(value))
        if self.model.constraints.size:
            old.append(self.model.constraints.w)
            new.append(self.multipliers)
        return old, new

    def inserted(self, expressions: list[ca.SX]) -> list[ca.SX]:
        """Expressions of the equations as functions of (x, dx, p, t)."""
        return substituted(expressions, *self._known)

    @cached_property
    def _known(self) -> tuple[list[ca.SX], list[ca.SX]]:
        """Symbols of the equations, and their expressions."""
        old, new = self.node_symbols()
        streams = self.streams.scalar if self.has_streams else {}
        old += [self.model.symbols.streams[key] for key in streams]
        new += [ca.SX(value) for value in streams.values()]
        return old, new

    @cached_property
    def has_streams(self) -> bool:
        """In kinematic mode only the streams that move the joints of a tree exist, and only if all loads are known."""
        model = self.model
        if model.mode == "dynamic":
            return True
        if model.skeleton.closures:
            return False
        known = {s.name() for s in ca.symvar(ca.vertcat(model.x, self.dx, model.p, model.symbols.t))}
        old, new = self.node_symbols()
        loads = substituted([part for pair in model.network.wrenches.values() for part in pair], old, new)
        return all(s.name() in known for load in loads for s in ca.symvar(load))

    @cached_property
    def fixed_potentials(self) -> dict[int, ca.SX]:
        """Voltages, pressures and the like: potentials of nodes that do not move; they may depend on accelerations."""
        nodes = [n for n in self.model.network.speed if n not in self.model.symbols.position]
        return dict(zip(nodes, self.inserted([self.model.network.speed[n] for n in nodes]), strict=True))


def substituted(expressions: list[ca.SX], old: list[ca.SX], new: list[ca.SX]) -> list[ca.SX]:
    if not expressions or not old:
        return expressions
    stacked = ca.substitute(ca.vertcat(*expressions), ca.vertcat(*old), ca.vertcat(*new))
    return ca.vertsplit(stacked, list(_offsets(expressions)))


def _offsets(expressions: list[ca.SX]):
    total = 0
    yield total
    for expression in expressions:
        total += expression.numel()
        yield total


def _add_wrench(wrenches: dict[PortKey, Wrench], key: PortKey, more: Wrench) -> None:
    """The parts of a cut body share its ports."""
    F, M = wrenches.get(key, ([0.0] * 3, [0.0] * 3))
    wrenches[key] = (al.plus(F, more[0]), al.plus(M, more[1]))


def _accumulate(load: dict[int, Wrench], node: int, wrench: Wrench) -> None:
    load[node] = (al.plus(load[node][0], wrench[0]), al.plus(load[node][1], wrench[1]))
