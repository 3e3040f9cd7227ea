"""The component equations, node laws and backbone equations of a circuit, in the global basis, scalar by scalar.

This is the paper's model of a component circuit (seed 004 §§2–5, misprints corrected): every component states its law in terms of
its own link variables and knows nothing of the others. Only the rows of the circuit's class are written; the twist rows outside
the class are kept separately, because a component that moves there leaves the class, and so are those that close a loop.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import casadi as ca

from mars.component.base import Ball, Base, Body, Component, Joint, Offset, Slide, Solid, Turn
from mars.component.domains import AXES, FRAME
from mars.component.symbolic_functions import column
from mars.errors import CircuitError, Complaint, DocumentError
from mars.messages import Message
from mars.model.symbols import FrameSymbols, Symbols, equations_at, equations_of, pose_of
from mars.topology.topology import PortKey, Topology


@dataclass(frozen=True)
class TableauRow:
    """One scalar equation 0 = residual; `law` identifies it among those of its owner."""

    owner: str
    law: str
    residual: ca.SX


@dataclass(frozen=True)
class Condition:
    """One scalar condition that closes a loop: a twist row, and the component of force or moment that enforces it."""

    port: PortKey  # of the joint or body, at a node already reached by another path
    axis: int
    turns: bool
    twist: TableauRow
    stream: ca.SX

    @property
    def motion(self) -> str:
        return f"{'TR'[self.turns]}{AXES[self.axis]}"


@dataclass(frozen=True)
class BodySymbols:
    """The paper's internal variables of a body: v0 and w, with rates a0 and b."""

    v0: ca.SX
    w: ca.SX
    a0: ca.SX
    b: ca.SX


@dataclass(frozen=True)
class UnitMotion:
    """Motion of side 2's point for unit speed of one degree of freedom: its column h."""

    port: str
    v: ca.SX
    w: ca.SX


class CircuitLaws:
    """All equations of a circuit, sorted by their later use."""

    def __init__(self, symbols: Symbols, gravity: tuple[float, float, float]):
        self.symbols, self.gravity = symbols, ca.DM(list(gravity))
        motions = symbols.topology.motions
        self.along = [i for i in range(3) if f"T{AXES[i]}" in motions]
        self.about = [i for i in range(3) if f"R{AXES[i]}" in motions]
        self.quaternions: dict[tuple[str, str], ca.SX] = {}
        self.bodies: dict[str, BodySymbols] = {}
        self.twists: list[TableauRow] = []  # between velocities; their time derivatives are also part of the tableau
        self.outside: list[TableauRow] = []  # the same for motions outside the class
        self.kinematic: list[tuple[int, TableauRow]] = []  # scalar: level 0 (positions) or 1 (speeds), to be differentiated
        self.balances: list[TableauRow] = []  # everything else
        self.node_law: dict[int, int] = {}  # indices of the scalar nodes' laws among them
        self.joint_law: dict[int, int] = {}  # indices of the joints' laws for their scalar ports, by node
        self.conditions: list[Condition] = []  # twist rows that close a loop
        self.solids: dict[str, Solid] = {}
        self.state_rates: dict[str, ca.SX] = {}  # by name of the rate: its expression from the component's equation
        self._closing_ports = closing_ports(symbols.topology)
        for component in symbols.components.values():
            if isinstance(component, Body):
                self._declare_body(component)
            elif isinstance(component, Joint):
                for attitude in component.attitudes:
                    parts = [ca.SX.sym(f"{component.name}.{attitude}.{letter}") for letter in "wxyz"]
                    self.quaternions[component.name, attitude] = ca.vertcat(*parts)
        for component in symbols.components.values():
            if isinstance(component, Body):
                self._body(component)
            elif isinstance(component, Joint):
                self._joint(component)
            elif isinstance(component, Base):
                self._base(component)
            else:
                self._other(component)
        self._node_laws()

    def _declare_body(self, body: Body) -> None:
        try:
            self.solids[body.name] = body.solid()
        except DocumentError as error:
            raise CircuitError([Complaint(body.name, error.message, "", code="value")]) from None
        own = {letter: ca.SX.sym(f"{body.name}.{letter}", 3) for letter in ("v0", "w", "a0", "b")}
        self.bodies[body.name] = BodySymbols(**own)

    def _body(self, body: Body) -> None:
        """Seed 004 §4: v_j = v0 + w×ρ_j, m dv0/dt = ΣF_j + m g, J dw/dt + w×J w = Σ(M_j + ρ_j×F_j), with ρ_j = R p_j."""
        solid, own = self.solids[body.name], self.bodies[body.name]
        at_1 = self._frame(body.name, "1")
        R = at_1.R @ matrix(solid.points["1"][1]).T
        J = R @ matrix(solid.inertia) @ R.T
        force = solid.mass * (own.a0 - self.gravity)
        moment = J @ own.b + ca.cross(own.w, J @ own.w)
        for port in self.symbols.topology.placed[body.name].ports:
            frame = self._frame(body.name, port)
            F, M = self.symbols.streams[body.name, port]
            arm = R @ (column(solid.points[port][0]) - column(solid.centre))
            self._twist(
                (body.name, port), Message("point {port}", port=port), frame.v - own.v0 - ca.cross(own.w, arm), frame.w - own.w
            )
            force -= F
            moment -= M + ca.cross(arm, F)
        self._balance(body.name, "momentum", force, moment)

    def _joint(self, joint: Joint) -> None:
        """Seed 004 §5, corrected to conserve power: twists by the motions, wrenches transmitted, Q + h·(F2, M2) = 0."""
        one, two = self._frame(joint.name, "1"), self._frame(joint.name, "2")
        (F1, M1), (F2, M2) = (self.symbols.streams[joint.name, side] for side in "12")
        arm = two.r - one.r
        v = two.v - one.v - ca.cross(one.w, arm)
        w = two.w - one.w
        for unit in self._units(joint, one, two):
            speed = self.symbols.speed[self.symbols.topology.node_of[joint.name, unit.port]]
            v, w = v - unit.v * speed, w - unit.w * speed
            taken = ca.dot(unit.v, F2) + ca.dot(unit.w, M2)
            stream = self.symbols.streams[joint.name, unit.port]
            self.joint_law[self.symbols.topology.node_of[joint.name, unit.port]] = len(self.balances)
            self.balances.append(TableauRow(joint.name, Message("stream of {port}", port=unit.port), stream + taken))
        self._twist((joint.name, "2"), "side 2", v, w)
        self._balance(joint.name, "wrench", F1 + F2, M1 + M2 + ca.cross(arm, F2))

    def _units(self, joint: Joint, one: FrameSymbols, two: FrameSymbols) -> Iterator[UnitMotion]:
        """One by one: each elementary motion acts in the basis moved by the previous ones."""
        zero = ca.SX(3, 1)
        for motion, place, turned in self.chain(joint)[0]:
            axes, centre = one.R @ turned, one.r + one.R @ place
            if isinstance(motion, Slide):
                yield UnitMotion(joint.coordinates[motion.coordinate].port, axes @ column(motion.axis), zero)
            elif isinstance(motion, Turn):
                e = axes @ column(motion.axis)
                yield UnitMotion(joint.coordinates[motion.coordinate].port, ca.cross(e, two.r - centre), e)
            else:
                for k, port in enumerate(joint.attitudes[motion.attitude].ports):
                    yield UnitMotion(port, ca.cross(axes[:, k], two.r - centre), axes[:, k])

    def chain(self, joint: Joint) -> tuple[list[tuple[Turn | Slide | Ball, ca.SX, ca.SX]], tuple[ca.SX, ca.SX]]:
        """Each elementary motion with the pose before it, and the pose of side 2 after all of them, relative to side 1."""
        node_of, position = self.symbols.topology.node_of, self.symbols.position
        place, turned = ca.SX(3, 1), ca.SX.eye(3)
        passed: list[tuple[Turn | Slide | Ball, ca.SX, ca.SX]] = []
        try:
            motions = list(joint.motion())
        except DocumentError as error:
            raise CircuitError([Complaint(joint.name, error.message, "", code="value")]) from None
        for motion in motions:
            if isinstance(motion, Offset):
                place, turned = place + turned @ column(motion.place), turned @ matrix(motion.orientation)
                continue
            passed.append((motion, place, turned))
            if isinstance(motion, Ball):
                turned = turned @ quaternion_turn(self.quaternions[joint.name, motion.attitude])
                continue
            amount = position[node_of[joint.name, joint.coordinates[motion.coordinate].port]]
            if isinstance(motion, Slide):
                place = place + turned @ column(motion.axis) * amount
            else:
                turned = turned @ axis_turn(motion.axis, amount)
        return passed, (place, turned)

    def _base(self, base: Base) -> None:
        """The backbone: twist = rate of the given pose. Its stream is the reaction, given by its node law."""
        pose, t = pose_of(self.symbols, base.name), self.symbols.t
        place, R = column(pose.place), matrix(pose.orientation)
        spin = ca.reshape(ca.jacobian(ca.vec(R), t), 3, 3) @ R.T  # Ṙ Rᵀ = G(w)
        w = ca.vertcat(spin[2, 1], spin[0, 2], spin[1, 0])
        for port in self.symbols.topology.placed[base.name].ports:
            frame = self._frame(base.name, port)
            self._twist((base.name, port), "backbone", frame.v - ca.jacobian(place, t), frame.w - w)

    def _other(self, component: Component) -> None:
        """The author's equations. Those that contain only positions, speeds, states and time are kinematic."""
        name, symbols = component.name, self.symbols
        speeds = {symbols.speed[n].name() for n in symbols.position}  # voltages have no rates here
        movable = {s.name() for s in symbols.position.values()} | speeds
        known = {s.name() for s in (symbols.t, *symbols.parameters.symbols, *symbols.states.values())}
        dropped = {s.name() for s in self.dropped_streams(name)}
        rates = {s.name() for s in symbols.state_rates.values()}
        count = 0
        for number, equation in enumerate(equations_of(symbols, component), start=1):
            if any(side.is_symbolic() and side.name() in dropped for side in (equation.left, equation.right)):
                continue
            count += 1
            for side, other in ((equation.left, equation.right), (equation.right, equation.left)):
                if side.is_symbolic() and side.name() in rates:
                    self.state_rates[side.name()] = other
            row = TableauRow(name, Message("equation {number}", number=number), equation.residual)
            names = {s.name() for s in ca.symvar(row.residual)}
            if names & movable and names <= movable | known:
                self.kinematic.append((1 if names & speeds else 0, row))
            else:
                self.balances.append(row)
        placed = symbols.topology.placed[name]
        owed = sum(equations_at(port, len(self.along) + len(self.about)) for port in placed.ports.values())
        expected = owed + len(placed.states) + len(placed.kind.results)
        if count != expected:
            cause = Message(
                "it has {count} equations but needs {expected} (for its streams, output signals, states and results)",
                count=count,
                expected=expected,
            )
            raise CircuitError(
                [Complaint(name, cause, Message("Fix the component kind {kind}", kind=placed.kind.kind), code="kind")]
            )

    def dropped_streams(self, name: str) -> list[ca.SX]:
        """Components of forces and moments outside the class."""
        found = []
        for port in self.symbols.topology.placed[name].ports.values():
            if port.domain is FRAME:
                F, M = self.symbols.streams[name, port.name]
                found += [F[i] for i in range(3) if i not in self.along] + [M[i] for i in range(3) if i not in self.about]
        return found

    def _node_laws(self) -> None:
        """The streams of all links at a node sum to zero."""
        for node in self.symbols.topology.nodes:
            if self.symbols.topology.domain_of(node).informs:
                continue
            where = Message("node {ports}", ports=" ".join((f"{name}.{port}" for name, port in node.ports)))
            streams = [self.symbols.streams[key] for key in node.ports]
            if node.domain == FRAME.name:
                zero = ca.SX(3, 1)
                self._balance(where, "node law", sum((F for F, _ in streams), zero), sum((M for _, M in streams), zero))
            else:
                self.node_law[node.index] = len(self.balances)
                self.balances.append(TableauRow(where, "node law", sum(streams, ca.SX(0.0))))

    def rate(self, expressions: list[ca.SX]) -> list[ca.SX]:
        """Total time derivatives, with ṙ = v and Ṙ = G(w)R at every vector node."""
        if not expressions:
            return []
        symbols = self.symbols
        changing, rates = [symbols.t], [ca.SX(1.0)]
        for frame in symbols.frames.values():
            changing += [frame.r, ca.vec(frame.R), frame.v, frame.w]
            rates += [frame.v, ca.vec(ca.skew(frame.w) @ frame.R), frame.a, frame.b]
        for own in self.bodies.values():
            changing += [own.v0, own.w]
            rates += [own.a0, own.b]
        for node, position in symbols.position.items():
            changing += [position, symbols.speed[node]]
            rates += [symbols.speed[node], symbols.acceleration[node]]
        changing += symbols.states.values()
        rates += (self.state_rates.get(rate.name(), rate) for rate in symbols.state_rates.values())
        for key, q in self.quaternions.items():
            changing.append(q)
            rates.append(self.quaternion_rate(key))
        return ca.vertsplit(ca.jtimes(ca.vertcat(*expressions), ca.vertcat(*changing), ca.vertcat(*rates)))

    def quaternion_rate(self, key: tuple[str, str]) -> ca.SX:
        """dq/dt = ½ (0, ω)∘q for the relative angular velocity ω in the basis of side 1."""
        name, attitude = key
        joint, q = self.symbols.components[name], self.quaternions[key]
        assert isinstance(joint, Joint)
        nodes = [self.symbols.topology.node_of[name, port] for port in joint.attitudes[attitude].ports]
        w = ca.vertcat(*(self.symbols.speed[node] for node in nodes))
        return ca.vertcat(-ca.dot(w, q[1:]), q[0] * w + ca.cross(w, q[1:])) / 2

    def _frame(self, name: str, port: str) -> FrameSymbols:
        return self.symbols.frames[self.symbols.topology.node_of[name, port]]

    def _twist(self, port: PortKey, law: str, v: ca.SX, w: ca.SX) -> None:
        """Six rows; those at a port that closes a loop are kept separately, since some of them may be redundant."""
        for k, (letter, vector, axes) in enumerate((("v", v, self.along), ("w", w, self.about))):
            for i in range(3):
                row = TableauRow(port[0], _along(law, letter, i), vector[i])
                if i not in axes:
                    self.outside.append(row)
                elif port in self._closing_ports:
                    self.conditions.append(Condition(port, i, letter == "w", row, self.symbols.streams[port][k][i]))
                else:
                    self.twists.append(row)

    def _balance(self, owner: str, law: str, F: ca.SX, M: ca.SX) -> None:
        for letter, vector, axes in (("F", F, self.along), ("M", M, self.about)):
            self.balances += [TableauRow(owner, _along(law, letter, i), vector[i]) for i in axes]


def closing_ports(topology: Topology) -> set[PortKey]:
    """Ports where joints (at their side 2) and bodies meet a node already reached by the spanning tree: one for each loop."""
    reached = {topology.node_of[root, port] for root in topology.roots for port in topology.placed[root].ports}
    found: set[PortKey] = set()
    for reach in topology.tree:
        name, placed = reach.component, topology.placed[reach.component]
        if reach.part:  # a cut of the fast model; here every body is whole
            continue
        for port in placed.ports.values():
            if port.domain is FRAME and port.name != reach.entry:
                node = topology.node_of[name, port.name]
                if node in reached:
                    found.add((name, port.name if issubclass(placed.kind, Body) else "2"))
                reached.add(node)
    return found


def axis_turn(axis: list[float], angle: ca.SX) -> ca.SX:
    """Rotation about a unit axis e: 1 + sin·G(e) + (1 − cos)·G(e)²."""
    G = ca.skew(ca.DM([float(a) for a in axis]))
    return ca.SX.eye(3) + ca.sin(angle) * G + (1 - ca.cos(angle)) * (G @ G)


def quaternion_turn(q: ca.SX) -> ca.SX:
    """Rotation of a quaternion (w, x, y, z) of any length: 1 + 2(w G + G²)/|q|², so that its drift is harmless."""
    G = ca.skew(q[1:])
    return ca.SX.eye(3) + 2 * (q[0] * G + G @ G) / ca.dot(q, q)


def matrix(rows: list) -> ca.SX:
    return ca.vertcat(*(ca.horzcat(*row) for row in rows))


def _along(law: str, letter: str, i: int) -> Message:
    return Message("{law}, {axis}", law=law, axis=f"{letter}.{AXES[i]}")
