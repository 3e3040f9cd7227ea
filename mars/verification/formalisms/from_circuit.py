"""Converts a circuit to the serial chain of the published formalisms, or raises a complaint that says why it is not one."""

from __future__ import annotations

from typing import Any, NoReturn

import casadi as ca
import numpy as np

from mars.component.base import Base
from mars.errors import CircuitError, Complaint
from mars.mechanism.frames import Frame
from mars.messages import Message
from mars.model.build import Model
from mars.verification.formalisms.chain import Array, ChainBody, SerialChain, TipWrench


def chain_of(model: Model) -> tuple[SerialChain, list[str]]:
    """The chain and the names of its degrees of freedom from the base outward (`KN1.turn`).

    Under each name the circuit has angle or travel, speed, acceleration, and torque or force: the stream of the joint. An inertia
    on a free joint's shaft is the chain's armature, so the drive of the formalisms is stream + armature·acceleration. If the
    motion is given, the armature is left to the source, and the drive is the stream alone.
    """
    numbers = _Numbers(model)
    frames = _in_series(model)
    orientation, place = _base_pose(model, numbers, frames[0])
    bodies, names = [], []
    for frame in frames:
        placement_p = place + orientation @ numbers(frame.place)
        placement_R = orientation @ numbers(frame.orientation)
        kind = "rotation" if frame.motion == "turn" else "translation"
        mass, com, inertia = _as_one_body(numbers, frame)
        armature = _armature(model, numbers, frame)
        axis = frame.sign * np.eye(3)[frame.axis]
        bodies.append(ChainBody(kind, axis, placement_R, placement_p, mass, com, inertia, armature))
        names.append(f"{frame.component}.{_port(model, frame)}")
        orientation, place = np.eye(3), np.zeros(3)
    return SerialChain(tuple(bodies), np.array(model.gravity, dtype=float), _tip(model, numbers, frames[-1])), names


class _Numbers:
    """Expressions of parameters as numbers; anything that depends on more is not constant."""

    def __init__(self, model: Model):
        self._p, self._values = model.p, model.parameters()
        # p[0] is the segment time: expressions that depend on it change in time.
        self._known = {symbol.name() for symbol in ca.vertsplit(model.p)[1:]}

    def constant(self, *expressions: Any) -> bool:
        return all(s.name() in self._known for e in expressions for s in ca.symvar(ca.SX(e)))

    def __call__(self, nested: Any) -> Array:
        """For a scalar, a vector (list) or a matrix (list of rows)."""
        if isinstance(nested, list):
            return np.array([self(part) for part in nested])
        if isinstance(nested, float):
            return np.array(nested)
        return np.array(ca.Function("number", [self._p], [nested])(self._values), dtype=float).reshape(())


def _refuse(where: str, cause: str, remedy: str) -> NoReturn:
    raise CircuitError(
        [Complaint(where, Message("the circuit is not an open chain: {cause}", cause=cause), remedy, code="no-chain")]
    )


def _in_series(model: Model) -> list[Frame]:
    """The moving frames, each attached to the previous one and the first to a base."""
    frames = model.skeleton.frames
    moving = [i for i, frame in enumerate(frames) if frame.motion != "root"]
    if not moving:
        _refuse("", "nothing in it moves", "Put a joint and a body on the base")
    previous = frames[moving[0]].parent
    for index in moving:
        frame = frames[index]
        if frame.motion == "ball":
            cause = (
                "a ball joint has three simultaneous degrees of freedom; the formalisms support only "
                "successive rotations and translations"
            )
            _refuse(frame.component, cause, "Use rotation and translation joints")
        if frame.parent != previous:
            _refuse(
                frame.component,
                "it branches here, or a second mechanism starts here",
                "Keep one arm and remove the others",
            )
        previous = index
    return [frames[index] for index in moving]


def _base_pose(model: Model, numbers: _Numbers, first: Frame) -> tuple[Array, Array]:
    name = model.skeleton.frames[first.parent].component
    base = model.symbols.components[name]
    assert isinstance(base, Base)
    pose = base.pose(model.symbols.t, model.symbols.segment)
    if not numbers.constant(*pose.place, *(value for row in pose.orientation for value in row)):
        _refuse(name, "its base moves", "Use a fixed base")
    return numbers(pose.orientation), numbers(pose.place)


def _as_one_body(numbers: _Numbers, frame: Frame) -> tuple[float, Array, Array]:
    """Everything in a frame, welded together: mass, centre and inertia about it in the frame's basis."""
    parts = []
    for _, solid, seat in frame.solids:
        R = numbers(seat.orientation)
        centre = numbers(seat.place) + R @ numbers(solid.centre)
        parts.append((float(numbers(solid.mass)), centre, R @ numbers(solid.inertia) @ R.T))
    mass = sum(m for m, _, _ in parts)
    com = sum((m * c for m, c, _ in parts), np.zeros(3)) / mass if mass else np.zeros(3)
    inertia = np.zeros((3, 3))
    for m, centre, J in parts:
        d = centre - com
        inertia += J + m * (d @ d * np.eye(3) - np.outer(d, d))
    return mass, com, inertia


def _port(model: Model, frame: Frame) -> str:
    return next(port for name, port in model.topology.nodes[frame.nodes[0]].ports if name == frame.component)


def _armature(model: Model, numbers: _Numbers, frame: Frame) -> float:
    """Inertia on the shaft of a free joint: minus the derivative of the network's stream by the joint's own acceleration."""
    node = frame.nodes[0]
    if node in model.network.given:
        return 0.0
    name = f"{frame.component}.{_port(model, frame)}"
    stream = model.network.streams[frame.component, _port(model, frame)]
    slope = -ca.jacobian(stream, model.symbols.acceleration[node])
    if not numbers.constant(slope):
        _refuse(name, "the inertia on its shaft is not constant", "Use rotors with constant inertia")
    return float(numbers(slope))


def _tip(model: Model, numbers: _Numbers, last: Frame) -> TipWrench | None:
    """Constant loads on one point of the last body; nothing else may act on the bodies besides joints and weight."""
    force, moment, points = np.zeros(3), np.zeros(3), []
    for (name, port), (F, M) in model.network.wrenches.items():
        node = model.topology.node_of.get((name, port))
        if node is None or (F.is_zero() and M.is_zero()):
            continue
        seat = model.skeleton.seats[node]
        frame = model.skeleton.frames[seat.frame]
        if frame.motion == "root":
            continue
        if not numbers.constant(F, M):
            _refuse(
                name,
                "its force depends on time or on the motion",
                "Use a constant load in the global basis",
            )
        if frame is not last:
            _refuse(name, "it does not load the last body", "Move the load to the last body")
        force -= numbers([F[i] for i in range(3)])
        moment -= numbers([M[i] for i in range(3)])
        points.append(numbers(seat.place))
    if not points:
        return None
    if any(np.abs(point - points[0]).max() > 0 for point in points):
        _refuse(last.component, "the last body is loaded at several points", "Load it at one point only")
    return TipWrench(force, moment, points[0])
