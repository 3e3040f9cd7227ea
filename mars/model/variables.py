"""Every variable of a circuit by name, computed from the states afterwards.

Given the states and their rates, this is inverse dynamics in the global basis: poses, twists and accelerations outward along the
tree, then the wrenches inward by the node laws. It shares no formula with the node equivalents, so the balance of torque at
each free joint is a check of the fast model.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from typing import Any

import casadi as ca

from mars.component import algebra as al
from mars.component.author_errors import call_author
from mars.component.base import Body, Joint, Solid
from mars.component.domains import AXES, FRAME
from mars.component.symbolic_functions import column, scalars
from mars.flat_names import shown
from mars.mechanism.frames import Closure, Frame, Seat
from mars.model.build import Model
from mars.model.mechanics.kinematics import rate_of
from mars.model.networks.signals import names_at
from mars.model.symbols import pose_of
from mars.topology.topology import PortKey, Reach

Wrench = tuple[al.Vector, al.Vector]


@dataclass
class Placement:
    """Global kinematics of a frame or a node."""

    R: al.Matrix
    r: al.Vector
    w: al.Vector
    v: al.Vector
    b: al.Vector
    a: al.Vector

    def carried(self, place: al.Vector, orientation: al.Matrix) -> Placement:
        """The kinematics of a point that sits rigidly in this frame."""
        d = al.apply(self.R, place)
        v = al.plus(self.v, al.cross(self.w, d))
        a = al.plus(self.a, al.plus(al.cross(self.b, d), al.cross(self.w, al.cross(self.w, d))))
        return Placement(al.product(self.R, orientation), al.plus(self.r, d), self.w, v, self.b, a)


@dataclass
class Freedom:
    """Direction of a joint's freedom in the global basis: e about a point (turn) or along (slide)."""

    node: int
    turns: bool
    direction: al.Vector
    place: al.Vector


@dataclass
class Variables:
    """Names, units and the function (x, dx, p, t) -> values; energies of each component likewise.

    Of a circuit with loops, dx has the multipliers behind the rates of the states.
    """

    model: Model
    dx: ca.SX = field(init=False)

    def __post_init__(self) -> None:
        self.rates, self.multipliers = (
            ca.SX.sym(*a) for a in (("dx", len(self.model.states)), ("w", self.model.constraints.size))
        )
        self.dx = ca.vertcat(self.rates, self.multipliers)
        model = self.model
        rates = {state.node: self.rates[i] for i, state in enumerate(model.states) if state.level == "speed"}
        network, symbols = model.network, model.symbols
        old = [symbols.acceleration[node] for node in rates]
        new = list(rates.values())
        given = {n: e for n, e in network.acceleration.items() if n not in rates}
        inserted = self._substituted(list(given.values()), old, new)
        self.acceleration: dict[int, al.Scalar] = dict(rates) | dict(zip(given, inserted, strict=True))
        self.quaternion = {s.name: model.x[i] for i, s in enumerate(model.states) if s.level == "quaternion"}
        self.frames: list[Placement] = []
        self.freedoms: dict[str, list[Freedom]] = {}
        self._outward()
        self.nodes = {n: self.frames[s.frame].carried(s.place, s.orientation) for n, s in model.skeleton.seats.items()}
        self.bodies = {name: self._body(solid, seat) for name, (solid, seat) in model.skeleton.bodies.items()}

    @staticmethod
    def _substituted(expressions: list[ca.SX], old: list[ca.SX], new: list[ca.SX]) -> list[ca.SX]:
        if not expressions or not old:
            return expressions
        stacked = ca.substitute(ca.vertcat(*expressions), ca.vertcat(*old), ca.vertcat(*new))
        return ca.vertsplit(stacked, list(_offsets(expressions)))

    def _outward(self) -> None:
        """Global kinematics of every frame, and the directions of all freedoms."""
        for frame in self.model.skeleton.frames:
            if frame.motion == "root":
                self.frames.append(self._root(frame.component))
                continue
            parent = self.frames[frame.parent].carried(frame.place, frame.orientation)
            if frame.motion == "slide":
                self.frames.append(self._slid(frame, parent))
            else:
                self.frames.append(self._turned(frame, parent))

    def _turned(self, frame: Frame, parent: Placement) -> Placement:
        """A turn about one axis, or any turn of a ball. Directions are for unit speed of the scalar port, signs included."""
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
            self.freedoms.setdefault(frame.component, []).append(Freedom(node, True, e, here.r))
        here.w = al.plus(parent.w, relative)
        here.b = al.plus(here.b, al.cross(parent.w, relative))
        return here

    def _slid(self, frame: Frame, parent: Placement) -> Placement:
        node = frame.nodes[0]
        e = al.times(frame.sign, [row[frame.axis] for row in parent.R])
        travel, speed = self.model.network.position[node], self.model.network.speed[node]
        here = parent.carried(al.times(al.mul(frame.sign, travel), [float(i == frame.axis) for i in range(3)]), al.IDENTITY)
        coriolis = al.times(speed, al.cross(parent.w, e))
        here.v = al.plus(here.v, al.times(speed, e))
        here.a = al.plus(here.a, al.plus(al.times(self.acceleration[node], e), al.plus(coriolis, coriolis)))
        self.freedoms.setdefault(frame.component, []).append(Freedom(node, False, e, here.r))
        return here

    def _root(self, name: str) -> Placement:
        symbols = self.model.symbols
        pose = pose_of(symbols, name)
        v = [rate_of(symbols, value) for value in pose.place]
        a = [rate_of(symbols, value) for value in v]
        rates = [[rate_of(symbols, value) for value in row] for row in pose.orientation]
        spin = al.product(rates, al.transpose(pose.orientation))  # Ṙ Rᵀ = G(w)
        w = [spin[2][1], spin[0][2], spin[1][0]]
        return Placement(pose.orientation, pose.place, w, v, [rate_of(symbols, value) for value in w], a)

    def _body(self, solid: Solid, seat: Seat) -> Placement:
        """Kinematics of a body's centre of mass, with the orientation of the body's basis."""
        return self.frames[seat.frame].carried(seat.place, seat.orientation).carried(solid.centre, al.IDENTITY)

    @cached_property
    def _inserted(self) -> tuple[dict[PortKey, Wrench], dict[PortKey, Any]]:
        """Wrenches of components at vector nodes, and the wrench of every port; then all scalar streams."""
        model = self.model
        network, topology = model.network, model.topology
        old, new = self._node_symbols()
        flat = self._substituted([part for pair in network.wrenches.values() for part in pair], old, new)
        wrenches: dict[PortKey, Wrench] = {}
        for i, key in enumerate(network.wrenches):
            wrenches[key] = (scalars(flat[2 * i]), scalars(flat[2 * i + 1]))
        load: dict[int, Wrench] = {n: (list(al.ZERO), list(al.ZERO)) for n in model.symbols.frames}
        for key, wrench in wrenches.items():
            if key in topology.node_of:
                _accumulate(load, topology.node_of[key], wrench)
        drives: dict[PortKey, al.Scalar] = {}
        self._private: dict[str, Wrench] = {}  # what a closing joint holds
        for reach in reversed(topology.tree):
            component = model.symbols.components[reach.component]
            if isinstance(component, Body):
                self._body_wrenches(reach, load, wrenches)
            else:
                self._joint_wrenches(reach, load, wrenches, drives)
        for root in topology.roots:
            for port in topology.placed[root].ports:
                F, M = load[topology.node_of[root, port]]
                wrenches[root, port] = (al.times(-1.0, F), al.times(-1.0, M))
        old += [model.symbols.streams[key] for key in drives]
        new += [ca.SX(value) for value in drives.values()]
        streams = self._substituted(list(network.streams.values()), old, new)
        found: dict[PortKey, Any] = dict(zip(network.streams, streams, strict=True))
        return wrenches, found | drives

    def _node_symbols(self) -> tuple[list[ca.SX], list[ca.SX]]:
        """Symbols of vector nodes and of accelerations, and what they are."""
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

    def _body_wrenches(self, reach: Reach, load: dict[int, Wrench], wrenches: dict[PortKey, Wrench]) -> None:
        """Newton and Euler for one body: ΣF = m (a − g), Σ(M + ρ×F) = J b + w×J w; of a cut body for one of its parts."""
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
        for closure in closures:  # what the other part gives is no stream of a port
            force, moment = (al.times(sign, part) for part in self._multiplier_wrench(closure))
            arm = al.minus(self._at(closure.second if reach.part else closure.first).r, centre.r)
            F, M = al.minus(F, force), al.minus(M, al.plus(moment, al.cross(arm, force)))
        for port in reach.exits:
            node = node_of[reach.component, port]
            out = (al.times(-1.0, load[node][0]), al.times(-1.0, load[node][1]))
            _add_wrench(wrenches, (reach.component, port), out)
            arm = al.minus(self.nodes[node].r, centre.r)
            F, M = al.minus(F, out[0]), al.minus(M, al.plus(out[1], al.cross(arm, out[0])))
        arm = al.minus(held, centre.r)
        entry = (F, al.minus(M, al.cross(arm, F)))
        _add_wrench(wrenches, (reach.component, reach.entry), entry)
        joint = closures[0].joint if reach.part else ""
        if joint:
            self._private[joint] = entry
        else:
            _accumulate(load, node_of[reach.component, reach.entry], entry)

    def _at(self, seat: Seat) -> Placement:
        return self.frames[seat.frame].carried(seat.place, seat.orientation)

    def _multiplier_wrench(self, closure: Closure) -> Wrench:
        """On the second part of a cut body, in the global basis."""
        constraints = self.model.constraints
        values = self.multipliers
        F, M = constraints.wrench(closure)
        return tuple(scalars(ca.substitute(column(part), constraints.w, values)) for part in (F, M))  # type: ignore[return-value]

    def _joint_wrenches(
        self, reach: Reach, load: dict[int, Wrench], wrenches: dict[PortKey, Wrench], drives: dict[PortKey, al.Scalar]
    ) -> None:
        """An ideal joint passes the wrench on; what each freedom takes of it is the stream of its scalar port."""
        topology = self.model.topology
        name, (far,) = reach.component, reach.exits
        node, entry = topology.node_of[name, far], topology.node_of[name, reach.entry]
        behind = self._private[name] if reach.closing else load[node]
        F, M = (al.times(-1.0, part) for part in behind)
        wrenches[name, far] = (F, M)
        arm = al.minus(self.nodes[node].r, self.nodes[entry].r)
        wrenches[name, reach.entry] = (al.times(-1.0, F), al.times(-1.0, al.plus(M, al.cross(arm, F))))
        _accumulate(load, entry, wrenches[name, reach.entry])
        for freedom in self.freedoms.get(name, []):
            # Q + h·(F, M) = 0 at the far side, h being the motion of the far side's point for a unit speed
            if freedom.turns:
                lever = al.minus(self.nodes[node].r, freedom.place)
                projected = al.dot(freedom.direction, al.plus(M, al.cross(lever, F)))
            else:
                projected = al.dot(freedom.direction, F)
            port = next(p for c, p in topology.nodes[freedom.node].ports if c == name)
            drives[name, port] = al.mul(-1.0, projected)

    @cached_property
    def coordinates(self) -> dict[str, tuple[str, al.Scalar]]:
        """Joint coordinates and attitudes, those of joints that nobody draws too: name -> (unit, expression)."""
        placed = self.model.topology.placed
        return {shown(name): entry for component in placed for name, entry in self._coordinates_of(component).items()}

    def _coordinates_of(self, name: str) -> dict[str, tuple[str, al.Scalar]]:
        topology, component = self.model.topology, self.model.symbols.components[name]
        found: dict[str, tuple[str, al.Scalar]] = {}
        if isinstance(component, Joint):
            for coordinate in component.coordinates.values():
                unit = topology.placed[name].ports[coordinate.port].domain.position_unit
                position = self.model.network.position[topology.node_of[name, coordinate.port]]
                found[f"{name}.{coordinate.name}"] = (unit, position)
            for attitude in component.attitudes.values():
                keys = [f"{name}.{attitude.name}.{letter}" for letter in "wxyz"]
                found |= {key: ("1", self.quaternion[key]) for key in keys}
        return found

    @cached_property
    def table(self) -> dict[str, tuple[str, al.Scalar]]:
        """Every variable: name -> (unit, expression)."""
        model = self.model
        topology, symbols, network = model.topology, model.symbols, model.network
        dynamic = model.mode == "dynamic"
        wrenches, streams = self._inserted if dynamic or self._joints_can_tell else ({}, {})
        found: dict[str, tuple[str, al.Scalar]] = {}
        for name, placed in topology.placed.items():
            found |= self._coordinates_of(name)
            for port in placed.ports.values():
                node = topology.node_of.get((name, port.name))
                if port.domain is FRAME:
                    if node is not None:
                        found |= self._frame_variables(f"{name}.{port.name}", node, wrenches.get((name, port.name)))
                elif not port.domain.informs:
                    found |= self._scalar_variables(name, port, node, streams)
        laid_out = {state.name for state in model.states if state.level == "own"}
        for (name, state), symbol in symbols.states.items():
            if f"{name}.{state}" in laid_out:
                found[f"{name}.{state}"] = (topology.placed[name].states[state].unit, symbol)
        if dynamic:
            for (name, state), value in zip(network.following, self.inserted(list(network.following.values())), strict=True):
                found[f"{name}.{state}"] = (topology.placed[name].states[state].unit, value)
        values = self.inserted(list(network.results.values()))
        found |= self._switching_variables() if dynamic else {}
        known = {s.name() for s in ca.symvar(ca.vertcat(model.x, self.dx, model.p, symbols.t))}
        for (name, result), value in zip(network.results, values, strict=True):
            if dynamic or all(s.name() in known for s in ca.symvar(value)):  # no streams in kinematic mode
                found[f"{name}.{result}"] = (topology.placed[name].kind.results[result].unit, value)
        for wanted in network.demands:
            ports = [next(p for c, p in topology.nodes[node].ports if c == wanted.component) for node in wanted.nodes]
            units = [topology.placed[wanted.component].ports[port].domain.stream_unit for port in ports]
            named = _numbered(f"{wanted.component}.{wanted.what}", self.inserted([wanted.streams])[0])
            found |= {label: (unit, value) for unit, (label, value) in zip(units, named, strict=True)}
        signals = dict(zip(network.signals, self.inserted(list(network.signals.values())), strict=True))
        for node in symbols.signals:
            for name, port in topology.nodes[node].ports:
                for symbol, label in names_at(symbols, node, name, port).items():
                    if dynamic or all(s.name() in known for s in ca.symvar(signals[symbol])):
                        found[label] = ("1", signals[symbol])
        order = {name: i for i, name in enumerate(topology.placed)}
        in_order = sorted(found.items(), key=lambda item: order[item[0].split(".", 1)[0]])
        return {shown(name): entry for name, entry in in_order}

    def inserted(self, expressions: list[ca.SX]) -> list[ca.SX]:
        """Expressions of the equations as functions of (x, dx, p, t)."""
        return self._substituted(expressions, *self._known)

    @cached_property
    def _known(self) -> tuple[list[ca.SX], list[ca.SX]]:
        """Symbols of the equations, and what they are."""
        old, new = self._node_symbols()
        streams = self._inserted[1] if self.model.mode == "dynamic" or self._joints_can_tell else {}
        old += [self.model.symbols.streams[key] for key in streams]
        new += [ca.SX(value) for value in streams.values()]
        return old, new

    def _switching_variables(self) -> dict[str, tuple[str, al.Scalar]]:
        """Holds with their flags, and modes; of several numbers each with its place."""
        symbols, placed = self.model.symbols, self.model.topology.placed
        found = {}
        used = {(tie.component, tie.what) for tie in self.model.network.ties}
        for (name, what), hold in symbols.holds.items():
            if (name, what) not in used:
                continue
            multipliers = ca.substitute(hold.symbol, self.model.constraints.w, self.multipliers)
            for label, value in _numbered(f"{name}.{what}", multipliers):
                found[label] = (placed[name].kind.holds[what].unit, value)
            found[f"{name}.{what}.on"] = ("1", hold.flag.symbol)
        for (name, what), mode in symbols.modes.items():
            found |= {label: ("1", symbol) for label, symbol in _numbered(f"{name}.{what}", mode.symbol)}
        return found

    @cached_property
    def _driven_nodes(self) -> set[int]:
        """Scalar nodes whose motion kinematic mode knows."""
        return {n for frame in self.model.skeleton.frames for n in frame.nodes} | set(self.model.network.given)

    @cached_property
    def _joints_can_tell(self) -> bool:
        """Kinematic mode has no streams but those that the joints of a tree need for their motion, if all loads are known."""
        model = self.model
        if model.skeleton.closures:
            return False
        known = {s.name() for s in ca.symvar(ca.vertcat(model.x, self.dx, model.p, model.symbols.t))}
        old, new = self._node_symbols()
        loads = self._substituted([part for pair in model.network.wrenches.values() for part in pair], old, new)
        return all(s.name() in known for load in loads for s in ca.symvar(load))

    def _frame_variables(self, prefix: str, node: int, wrench: Wrench | None) -> dict[str, tuple[str, al.Scalar]]:
        """Components that the circuit's class has."""
        here, motions = self.nodes[node], self.model.topology.motions
        along = [i for i in range(3) if f"T{AXES[i]}" in motions]
        about = [i for i in range(3) if f"R{AXES[i]}" in motions]
        found: dict[str, tuple[str, al.Scalar]] = {}
        rows = [
            ("r", "m", here.r, along),
            ("v", "m/s", here.v, along),
            ("w", "rad/s", here.w, about),
            ("a", "m/s²", here.a, along),
            ("b", "rad/s²", here.b, about),
        ]
        if wrench is not None:
            rows += [("F", "N", wrench[0], along), ("M", "N·m", wrench[1], about)]
        for letter, unit, vector, axes in rows:
            found |= {f"{prefix}.{letter}.{AXES[i]}": (unit, vector[i]) for i in axes}
        turning = range(3) if len(about) == 3 else [i for i in range(3) if i not in about] if about else []
        found |= {f"{prefix}.R.{AXES[i]}{AXES[j]}": ("1", here.R[i][j]) for i in turning for j in turning}
        return found

    def _scalar_variables(self, name: str, port: Any, node: int | None, streams: dict[PortKey, Any]) -> dict[str, Any]:
        network, domain, prefix = self.model.network, port.domain, f"{name}.{port.name}"
        found: dict[str, tuple[str, al.Scalar]] = {}
        if node is not None and not domain.moves and self.model.mode == "dynamic":
            found[f"{prefix}.{domain.potential}"] = (domain.potential_unit, self._voltages[node])
        elif node is not None and (self.model.mode == "dynamic" or node in self._driven_nodes):
            if node in network.position:
                found[f"{prefix}.{domain.position}"] = (domain.position_unit, network.position[node])
            found[f"{prefix}.{domain.potential}"] = (domain.potential_unit, network.speed[node])
            found[f"{prefix}.acceleration"] = (domain.rate_unit, self.acceleration[node])
        if (name, port.name) in streams:
            found[f"{prefix}.{domain.stream}"] = (domain.stream_unit, streams[name, port.name])
        return found

    @cached_property
    def _voltages(self) -> dict[int, ca.SX]:
        """At the nodes that do not move; they may depend on accelerations."""
        nodes = [n for n in self.model.network.speed if n not in self.model.symbols.position]
        return dict(zip(nodes, self.inserted([self.model.network.speed[n] for n in nodes]), strict=True))

    @cached_property
    def families_of(self) -> dict[str, set[str]]:
        """Natures of the energy at the ports of each component."""
        placed = self.model.topology.placed.items()
        return {name: {port.domain.family for port in each.ports.values() if not port.domain.informs} for name, each in placed}

    @cached_property
    def families(self) -> list[str]:
        """Natures of the energy in the circuit."""
        return sorted(set().union(*self.families_of.values()))

    @cached_property
    def energies(self) -> dict[str, tuple[al.Scalar, ...]]:
        """Of each component: power into its ports, stored energy, loss; of bodies also power of gravity and kinetic energy; then
        the power into its ports of each of the families."""
        model = self.model
        topology, symbols = model.topology, model.symbols
        wrenches, streams = self._inserted
        old, new = self._node_symbols()
        old += [symbols.streams[key] for key in streams]
        new += [ca.SX(value) for value in streams.values()]
        potentials = model.network.speed | self._voltages
        for table, values in ((symbols.position, model.network.position), (symbols.speed, potentials)):
            for node, value in values.items():
                old.append(table[node])
                new.append(value)
        old += [symbols.states[key] for key in model.network.following]
        new += self.inserted(list(model.network.following.values()))
        signals = {s.name(): s for column in symbols.signals.values() for s in ca.vertsplit(column)}
        old += [signals[name] for name in model.network.signals]
        new += self.inserted(list(model.network.signals.values()))
        found: dict[str, tuple[al.Scalar, ...]] = {}
        for name, placed in topology.placed.items():
            component = symbols.components[name]
            powers: dict[str, al.Scalar] = dict.fromkeys(self.families, 0.0)
            for port in placed.ports.values():
                node = topology.node_of.get((name, port.name))
                if node is None or port.domain.informs:
                    continue
                if port.domain is FRAME:
                    F, M = wrenches[name, port.name]
                    here = self.nodes[node]
                    power = al.add(al.dot(F, here.v), al.dot(M, here.w))
                elif port.domain.stream_is_power:
                    power = streams[name, port.name]
                else:
                    potential = model.network.speed[node] if port.domain.moves else self._voltages[node]
                    power = al.mul(streams[name, port.name], potential)
                powers[port.domain.family] = al.add(powers[port.domain.family], power)
            power = reduce(al.add, powers.values(), 0.0)
            if isinstance(component, Body):
                mass = self.model.skeleton.bodies[name][0].mass
                weight = al.mul(mass, al.dot(self.model.gravity, self.bodies[name].v))
                kinetic = self._kinetic_energy(name)
                height = al.dot(self.model.gravity, self.bodies[name].r)
                found[name] = (power, al.sub(kinetic, al.mul(mass, height)), 0.0, weight, kinetic, *powers.values())
            else:
                stored, loss = call_author(component, component.stored), call_author(component, component.loss)
                both = self._substituted([ca.SX(0.0 if stored is None else stored), ca.SX(loss)], old, new)
                found[name] = (power, *both, 0.0, 0.0, *powers.values())
        return found

    def _kinetic_energy(self, name: str) -> al.Scalar:
        solid, _ = self.model.skeleton.bodies[name]
        centre = self.bodies[name]
        w = al.apply(al.transpose(centre.R), centre.w)
        twice = al.add(al.mul(solid.mass, al.dot(centre.v, centre.v)), al.dot(w, al.apply(solid.inertia, w)))
        return al.mul(0.5, twice)

    def function(self, expressions: list[al.Scalar]) -> ca.Function:
        """(x, dx, p, t) -> the chosen expressions."""
        model = self.model
        arguments = [model.x, self.dx, model.p, model.symbols.t]
        return ca.Function("variables", arguments, [ca.SX(ca.vertcat(*expressions))], {"cse": True})


def _numbered(name: str, symbol: ca.SX) -> list[tuple[str, ca.SX]]:
    parts = ca.vertsplit(symbol)
    return [(name, symbol)] if len(parts) == 1 else [(f"{name}.{i + 1}", part) for i, part in enumerate(parts)]


def _offsets(expressions: list[ca.SX]):
    total = 0
    yield total
    for expression in expressions:
        total += expression.numel()
        yield total


def _add_wrench(wrenches: dict[PortKey, Wrench], key: PortKey, more: Wrench) -> None:
    """Parts of a cut body share its ports."""
    F, M = wrenches.get(key, ([0.0] * 3, [0.0] * 3))
    wrenches[key] = (al.plus(F, more[0]), al.plus(M, more[1]))


def _accumulate(load: dict[int, Wrench], node: int, wrench: Wrench) -> None:
    load[node] = (al.plus(load[node][0], wrench[0]), al.plus(load[node][1], wrench[1]))
