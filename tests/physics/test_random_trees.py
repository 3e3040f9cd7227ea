"""Random mechanisms against Pinocchio: the accelerations of the circuit, put into its inverse dynamics, must give back the
torques and forces that the circuit's sources exert. Every kind of joint, passed in either direction, branches, oblique
and aligned axes, oriented points, given motions, rotors, wrenches, moving bases and mechanisms without any base."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
import pinocchio as pin
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mars.document.circuit import Circuit
from tests.helpers.instant import Instant

WORST = 1e-9

# What each kind of joint is made of: (motion, parameter or direction of its axis, port, coordinate).
Step = tuple[str, Any, str, str]
JOINTS: dict[str, list[Step]] = {
    "rotation": [("turn", "axis", "turn", "angle")],
    "translation": [("slide", "axis", "slide", "travel")],
    "cylindrical": [("slide", "axis", "slide", "travel"), ("turn", "axis", "turn", "angle")],
    "universal": [("turn", "axis_1", "turn_1", "angle_1"), ("turn", "axis_2", "turn_2", "angle_2")],
    "planar": [
        ("slide", "axis_1", "slide_1", "travel_1"),
        ("slide", "axis_2", "slide_2", "travel_2"),
        ("turn", "normal", "turn", "angle"),
    ],
    "spherical": [("ball", None, "turn_{}", "attitude")],
    "free": [
        ("slide", [1.0, 0.0, 0.0], "slide_x", "x"),
        ("slide", [0.0, 1.0, 0.0], "slide_y", "y"),
        ("slide", [0.0, 0.0, 1.0], "slide_z", "z"),
        ("ball", None, "turn_{}", "attitude"),
    ],
    "weld": [],
}
AXES = "xyz"


@dataclass
class Plan:
    """One joint and the body behind it, as drawn by hypothesis."""

    kind: str
    parent: int  # body, or −1 for the base
    backwards: bool  # side 2 towards the base
    aligned: bool  # axes along the basis
    right_angles: bool  # orientations of points
    inner_point: bool  # the body hangs at a point other than its origin
    given: str  # "", "movement" or "velocity"
    rotor: str  # "", "shaft" (inertia alone), "housing" (gyroscopic), "elastic" or "elastic housing" (behind a spring)
    load: bool  # a wrench on the body


@st.composite
def plans(draw: st.DrawFn) -> tuple[list[Plan], str, str, int]:
    """Joints in order, the base, the pose, and a seed for all numbers."""
    base = draw(st.sampled_from(["none", "at rest", "moving"]))
    based = base != "none"
    count = draw(st.integers(1, 12))
    found = []
    for i in range(count):
        lowest = -1 if based else 0
        # mostly chains, with branches here and there
        parent = draw(st.one_of(st.just(i - 1 if based else i), st.integers(lowest, i - 1 if based else i)))
        found.append(
            Plan(
                draw(st.sampled_from(list(JOINTS))),
                parent,
                *(draw(st.booleans()) for _ in range(4)),
                draw(st.sampled_from(["", "", "", "movement", "velocity"])),
                draw(st.sampled_from(["", "", "shaft", "housing", "elastic"])),
                draw(st.booleans()),
            )
        )
    pose = draw(st.sampled_from(["any", "any", "zero", "right angles"]))
    return found, base, pose, draw(st.integers(0, 2**31))


@dataclass
class Numbers:
    """Seeded numbers; orientations are turns about the fixed x, then y, then z axes."""

    rng: np.random.Generator

    def vector(self, size: float = 0.5) -> list[float]:
        return self.rng.uniform(-size, size, 3).tolist()

    def axis(self, aligned: bool) -> list[float]:
        if aligned:
            return (np.eye(3)[self.rng.integers(3)] * self.rng.choice([-1.0, 1.0])).tolist()
        return self.rng.normal(size=3).tolist()

    def orientation(self, right_angles: bool) -> list[float]:
        if right_angles:
            return (np.pi / 2 * self.rng.integers(-2, 3, 3)).tolist()
        return self.rng.uniform(-np.pi, np.pi, 3).tolist()

    def inertia(self, mass: float) -> np.ndarray:
        points = self.rng.normal(scale=0.2, size=(5, 3))
        spread = points.T @ points
        return mass / 5 * (np.trace(spread) * np.eye(3) - spread)


def turned(angles: list[float]) -> np.ndarray:
    x, y, z = angles
    return pin.rpy.rpyToMatrix(x, y, z)


def pose_of(point: dict[str, Any]) -> Any:
    return pin.SE3(turned(point["orientation"]), np.array(point["place"]))


@dataclass
class Freedom:
    """A scalar freedom of both models, or the three of a ball."""

    joint: int  # Pinocchio's
    port: str  # KN1.turn, or KN1.turn_{} for a ball
    coordinate: str
    ball: bool = False
    backwards: bool = False
    source: str = ""  # the source's port
    drive: float | np.ndarray = 0.0
    armature: float = 0.0
    rotor: int = 0  # Pinocchio's joint of a rotor with housing
    ratio: float = 0.0
    shaft: str = ""  # port of a rotor that turns by itself, behind a spring and damper
    stiffness: float = 0.0
    damping: float = 0.0

    def names(self, pattern: str) -> list[str]:
        return [pattern.format(a) for a in AXES] if self.ball else [pattern]


@dataclass
class Twins:
    """The same mechanism as a circuit and as a Pinocchio model, built side by side."""

    numbers: Numbers
    base: str
    pose: str
    circuit: Circuit = field(default_factory=Circuit)
    model: Any = field(default_factory=lambda: pin.Model())
    freedoms: list[Freedom] = field(default_factory=list)
    states: dict[str, float] = field(default_factory=dict)
    hosts: dict[int, tuple[int, Any]] = field(default_factory=dict)  # body -> Pinocchio's joint, the body's basis in it
    points: dict[int, dict[str, dict[str, Any]]] = field(default_factory=dict)
    inertias: dict[int, np.ndarray] = field(default_factory=dict)
    base_motions: dict[int, np.ndarray] = field(default_factory=dict)  # Pinocchio's joint -> position, speed, acceleration
    loads: list[tuple[int, int, np.ndarray, np.ndarray]] = field(default_factory=list)

    def __post_init__(self) -> None:
        gravity = self.numbers.vector(10)
        self.circuit.gravity = gravity
        self.model.gravity = pin.Motion(np.array(gravity), np.zeros(3))
        if self.base != "none":
            self.add_base()
        else:
            self.add_body(0, *self.add_motions("Free_SB0", "free", {}, 0, pin.SE3.Identity(), False, ""), None, False)

    def add_base(self) -> None:
        """At rest, or sliding along x, y, z and turning about an axis by laws; Pinocchio has joints for that."""
        point = {"place": self.numbers.vector(), "orientation": self.numbers.orientation(False)}
        self.circuit.add("bodies.base", "Base1", **point)
        self.hosts[-1] = (0, pose_of(point))
        if self.base == "at rest":
            return
        axis = self.numbers.axis(False)
        self.circuit.set("Base1.axis", axis)
        shapes = [(f"travel_{a}", pin.JointModelPrismaticUnaligned(np.eye(3)[i])) for i, a in enumerate(AXES)]
        shapes.append(("rotation", pin.JointModelRevoluteUnaligned(np.array(axis) / np.linalg.norm(axis))))
        host, basis = 0, pin.SE3(np.eye(3), np.array(point["place"]))
        for name, shape in shapes:
            host, basis = self.model.addJoint(host, shape, basis, f"Base1.{name}"), pin.SE3.Identity()
            motion = self.numbers.rng.normal(size=3)
            self.base_motions[host] = motion
            self.circuit.set(f"Base1.{name}", {"law": "polynomial", "coefficients": (motion / [1, 1, 2]).tolist()})
        self.hosts[-1] = (host, pin.SE3(turned(point["orientation"]), np.zeros(3)))

    def add(self, number: int, plan: Plan) -> None:
        """Joint KN<number> and body SB<number> behind it."""
        joint, name = f"KN{number}", f"joints.{plan.kind}"
        numbers = self.numbers
        values = {a: numbers.axis(plan.aligned) for _, a, _, _ in JOINTS[plan.kind] if isinstance(a, str) and a != "normal"}
        if "axis_2" in values and np.linalg.norm(np.cross(values["axis_1"], values["axis_2"])) < 1e-3:
            values["axis_2"] = np.roll(values["axis_1"], 1).tolist()  # parallel axes would share one freedom
        self.circuit.add(name, joint, **values)
        host, basis = self.hosts[plan.parent]
        near, far = ("2", "1") if plan.backwards else ("1", "2")
        if plan.parent == -1:
            self.circuit.connect("Base1.1", f"{joint}.{near}")
        else:
            out = {"place": numbers.vector(), "orientation": numbers.orientation(plan.right_angles)}
            self.points[plan.parent][f"to{number}"] = out
            basis = basis * pose_of(out)
            self.circuit.connect(f"SB{plan.parent}.to{number}", f"{joint}.{near}")
        host, basis = self.add_motions(joint, plan.kind, values, host, basis, plan.backwards, plan.given)
        inner = {"place": numbers.vector(), "orientation": numbers.orientation(plan.right_angles)} if plan.inner_point else None
        self.add_body(number, host, basis, inner, plan.load)
        self.circuit.connect(f"{joint}.{far}", f"SB{number}.{'in' if inner else '1'}")
        if plan.rotor:
            self.add_rotor(number, plan)

    def add_motions(
        self, joint: str, kind: str, values: dict[str, Any], host: int, basis: Any, backwards: bool, motion: str
    ) -> tuple[int, Any]:
        """The joint as a chain of Pinocchio's joints of one freedom (or of a ball); gives the far side."""
        steps = JOINTS[kind][::-1] if backwards else JOINTS[kind]
        for what, axis, port, coordinate in steps:
            name = f"{joint}.{coordinate}"
            freedom = Freedom(0, f"{joint}.{port}", name, what == "ball", backwards)
            if what == "ball":
                freedom.joint = self.model.addJoint(host, pin.JointModelSpherical(), basis, name)
            else:
                if axis == "normal":
                    axis = np.cross(values["axis_1"], values["axis_2"])
                elif isinstance(axis, str):
                    axis = values[axis]
                direction = np.array(axis, dtype=float) / np.linalg.norm(axis) * (-1 if backwards else 1)
                shape = pin.JointModelRevoluteUnaligned if what == "turn" else pin.JointModelPrismaticUnaligned
                freedom.joint = self.model.addJoint(host, shape(direction), basis, name)
            host, basis = freedom.joint, pin.SE3.Identity()
            self.freedoms.append(freedom)
            self.drive(freedom, what, motion)
        return host, basis

    def drive(self, freedom: Freedom, what: str, motion: str) -> None:
        """A source on the freedom: a given motion, or a torque or force; and where it starts."""
        turns = what != "slide"
        rng = self.numbers.rng
        speeds = [float(s) for s in rng.normal(scale=2.0, size=3 if freedom.ball else 1)]
        port = "turn" if turns else "slide"
        joint = freedom.port.partition(".")[0]
        implicit = joint.startswith("Free_")
        if freedom.ball:
            motion = "velocity" if motion else ""
            self.start_attitude(freedom)
        else:
            angle = {"any": rng.uniform(-3, 3), "zero": 0.0, "right angles": np.pi / 2 * rng.integers(-2, 3)}[self.pose]
        for name, speed in zip(freedom.names(freedom.port), speeds, strict=True):
            second = float(rng.normal())
            source = name.replace(".", "_")
            prefix = "" if turns else "slide_"
            if motion == "movement":
                law: Any = {"law": "polynomial", "coefficients": [angle, speed, second / 2]}
                self.circuit.add(f"sources.{prefix}movement", source, law=law)
            elif motion == "velocity":
                law = {"law": "polynomial", "coefficients": [speed, second]}
                self.circuit.add(f"sources.{prefix}velocity", source, law=law)
            elif not implicit:
                push = float(rng.normal(scale=5.0))
                freedom.drive = np.append(freedom.drive, push) if len(speeds) > 1 and name[-1] != "x" else np.array([push])
                self.circuit.add("sources.torque" if turns else "sources.force", source, law=push)
            if not implicit:
                self.circuit.connect(name, f"{source}.{port}")
            if motion:
                freedom.source = freedom.port.replace(".", "_") + f".{port}"
            else:
                self.states[f"{name}.speed"] = speed
        if not freedom.ball and motion != "movement":
            self.states[freedom.coordinate] = angle

    def start_attitude(self, freedom: Freedom) -> None:
        angles = self.numbers.orientation(self.pose == "right angles") if self.pose != "zero" else [0.0, 0.0, 0.0]
        quaternion = pin.Quaternion(turned(angles))
        for letter in "wxyz":
            self.states[f"{freedom.coordinate}.{letter}"] = float(getattr(quaternion, letter))

    def add_body(self, number: int, host: int, basis: Any, inner: dict[str, Any] | None, load: bool) -> None:
        mass = float(self.numbers.rng.uniform(0.5, 3.0))
        centre, inertia = self.numbers.vector(0.3), self.numbers.inertia(mass)
        self.points[number] = {"in": inner} if inner else {}
        if inner:
            basis = basis * pose_of(inner).inverse()
        self.hosts[number] = (host, basis)
        self.inertias[number] = inertia
        self.circuit.add("bodies.body", f"SB{number}", mass=mass, centre=centre)
        self.model.appendBodyToJoint(host, pin.Inertia(mass, np.array(centre), inertia), basis)
        if load:
            force, moment = (np.array(self.numbers.vector(10)) for _ in range(2))
            laws = {f"{what}_{a}": float(v[i]) for what, v in (("force", force), ("moment", moment)) for i, a in enumerate(AXES)}
            self.circuit.add("sources.wrench", f"Ef{number}", **laws)
            self.circuit.connect(f"SB{number}.1", f"Ef{number}.1")
            self.loads.append((number, host, force, moment))

    def add_rotor(self, number: int, plan: Plan) -> None:
        """On the joint's first turn: an inertia on the shaft, or a rotor with its gyroscopic moment in the body before."""
        turns = [f for f in self.freedoms if f.port.startswith(f"KN{number}.") and "turn" in f.port and not f.ball]
        if not turns:
            return
        freedom, rotor = turns[0], f"R{number}"
        rng = self.numbers.rng
        inertia, ratio = float(rng.uniform(0.01, 0.1)), float(rng.uniform(1, 5) * rng.choice([-1, 1]))
        elastic, housed = "elastic" in plan.rotor, "housing" in plan.rotor
        if not elastic and (plan.kind != "rotation" or plan.backwards):
            housed = False  # the engine asks for the housing on side 1 of a hinge that faces the base
        self.circuit.add("dynamics.rotor", rotor, inertia=inertia, ratio=ratio)
        if housed:
            axis = self.numbers.axis(plan.aligned)
            self.circuit.set(f"{rotor}.axis", axis)
            self.circuit.connect(f"{rotor}.housing", f"KN{number}.{'2' if plan.backwards else '1'}")
            freedom.rotor = self.spinning_body(number, plan, inertia, np.array(axis) / np.linalg.norm(axis))
            freedom.ratio = ratio
        else:
            freedom.armature = inertia * ratio**2
        if not elastic:
            self.circuit.connect(f"{rotor}.shaft", freedom.port)
            return
        freedom.shaft = f"{rotor}.shaft"
        freedom.stiffness, freedom.damping = float(rng.uniform(1, 100)), float(rng.uniform(0.1, 5))
        self.circuit.add("dynamics.spring_damper", f"DC{number}", stiffness=freedom.stiffness, damping=freedom.damping)
        self.circuit.connect(f"DC{number}.a", freedom.shaft)
        self.circuit.connect(f"DC{number}.b", freedom.port)
        self.states |= {f"{freedom.shaft}.angle": float(rng.normal()), f"{freedom.shaft}.speed": float(rng.normal())}

    def spinning_body(self, number: int, plan: Plan, inertia: float, axis: np.ndarray) -> int:
        """The rotor as a body of its own for Pinocchio, without mass, with inertia about its axis only."""
        host, basis = self.hosts[plan.parent]
        if plan.parent >= 0:
            point = pose_of(self.points[plan.parent][f"to{number}"])
            basis = basis * point
            # In the circuit the carrier's own inertia includes the rotor's, as if it stood still.
            carried = point.rotation @ axis
            self.inertias[plan.parent] = self.inertias[plan.parent] + inertia * np.outer(carried, carried)
        joint = self.model.addJoint(host, pin.JointModelRevoluteUnaligned(axis), basis, f"R{number}")
        own = pin.Inertia(0.0, np.zeros(3), inertia * np.outer(axis, axis))
        self.model.appendBodyToJoint(joint, own, pin.SE3.Identity())
        return joint

    def finish(self) -> None:
        for number, points in self.points.items():
            self.circuit.set(f"SB{number}.inertia", self.inertias[number])
            self.circuit.set(f"SB{number}.points", points)

    def joint(self, index: int) -> Any:
        return self.model.joints[index]


def pinocchio_state(twins: Twins, found: dict[str, float]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """q, v, a in Pinocchio's convention: a ball's speeds are in the basis of its far side."""
    q, v, a = pin.neutral(twins.model), np.zeros(twins.model.nv), np.zeros(twins.model.nv)
    for index, motion in twins.base_motions.items():
        joint = twins.joint(index)
        q[joint.idx_q], v[joint.idx_v], a[joint.idx_v] = motion
    for freedom in twins.freedoms:
        joint = twins.joint(freedom.joint)
        speed, second = (
            np.array([found[n] for n in freedom.names(f"{freedom.port}.{what}")]) for what in ("speed", "acceleration")
        )
        if freedom.ball:
            w, x, y, z = (found[f"{freedom.coordinate}.{letter}"] for letter in "wxyz")
            far = pin.Quaternion(w, x, y, z).matrix().T
            sign = -1.0 if freedom.backwards else 1.0
            to_far = -np.eye(3) if freedom.backwards else far
            q[joint.idx_q : joint.idx_q + 4] = [-x, -y, -z, w] if sign < 0 else [x, y, z, w]
            v[joint.idx_v : joint.idx_v + 3], a[joint.idx_v : joint.idx_v + 3] = to_far @ speed, to_far @ second
        else:
            q[joint.idx_q], v[joint.idx_v], a[joint.idx_v] = found[freedom.coordinate], speed[0], second[0]
        if freedom.rotor:
            rotor, shaft = twins.joint(freedom.rotor), freedom.shaft or freedom.port
            v[rotor.idx_v] = freedom.ratio * found[f"{shaft}.speed"]
            a[rotor.idx_v] = freedom.ratio * found[f"{shaft}.acceleration"]
    return q, v, a


def torques(twins: Twins, q: np.ndarray, v: np.ndarray, a: np.ndarray) -> tuple[np.ndarray, float]:
    """Pinocchio's inverse dynamics, and the size of what is added up in it."""
    data = twins.model.createData()
    pin.forwardKinematics(twins.model, data, q)
    forces = pin.StdVec_Force()
    forces.extend([pin.Force.Zero() for _ in range(twins.model.njoints)])
    for number, host, force, moment in twins.loads:
        placed = data.oMi[host] * twins.hosts[number][1]
        at_point = pin.SE3(np.eye(3), placed.translation)
        forces[host] = forces[host] + (data.oMi[host].inverse() * at_point).act(pin.Force(force, moment))
    tau = pin.rnea(twins.model, data, q, v, a, forces).copy()
    bias = pin.rnea(twins.model, data, q, v, 0 * a, forces).copy()
    size = max(1.0, *(float(np.abs(part).max(initial=0.0)) for part in (tau, bias, tau - bias)))
    return tau, size


def compare(joints: list[Plan], base: str, pose: str, seed: int) -> float:
    """The worst relative difference between the circuit and Pinocchio."""
    twins = Twins(Numbers(np.random.default_rng(seed)), base, pose)
    for number, plan in enumerate(joints, start=1 if base == "none" else 0):
        twins.add(number, plan)
    twins.finish()
    found = Instant(twins.circuit)(twins.states)
    assert all(np.isfinite(value) for value in found.values())
    q, v, a = pinocchio_state(twins, found)
    tau, size = torques(twins, q, v, a)
    worst = 0.0
    for freedom in twins.freedoms:
        joint = twins.joint(freedom.joint)
        needed = tau[joint.idx_v : joint.idx_v + joint.nv]
        if freedom.ball:
            w, x, y, z = (found[f"{freedom.coordinate}.{letter}"] for letter in "wxyz")
            needed = -needed if freedom.backwards else pin.Quaternion(w, x, y, z).matrix() @ needed
        stream = "force" if ".slide" in freedom.port else "torque"
        passed = np.array([found[n] for n in freedom.names(f"{freedom.port}.{stream}")])
        worst = max(worst, float(np.abs(passed - needed).max()) / size)
        turning = np.zeros(1)  # what the rotor takes, on its own shaft
        if freedom.armature or freedom.rotor:
            turning = freedom.armature * np.array([found[f"{freedom.shaft or freedom.port}.acceleration"]])
        if freedom.rotor:
            turning = turning + freedom.ratio * tau[twins.joint(freedom.rotor).idx_v]
        if freedom.shaft:
            twist = found[freedom.coordinate] - found[f"{freedom.shaft}.angle"]
            rate = found[f"{freedom.port}.speed"] - found[f"{freedom.shaft}.speed"]
            torque = freedom.stiffness * twist + freedom.damping * rate
            worst = max(worst, abs(turning[0] - torque) / max(size, abs(torque)))
            turning = np.array([torque])
        whole = needed + turning
        drive = -np.array([found[n] for n in freedom.names(f"{freedom.source}.{stream}")]) if freedom.source else freedom.drive
        worst = max(worst, float(np.abs(whole - drive).max()) / size)
    return worst


@pytest.mark.slow
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(plans())
def test_accelerations_balance_in_pinocchio(plan: tuple[list[Plan], str, str, int]):
    assert compare(*plan) < WORST


@pytest.mark.parametrize("pose", ["any", "zero", "right angles"])
@pytest.mark.parametrize("backwards", [False, True])
@pytest.mark.parametrize("kind", list(JOINTS))
def test_each_kind_of_joint_twice_in_a_row(kind: str, backwards: bool, pose: str):
    """Every kind in either direction, once along the basis and once oblique, whatever hypothesis happens to draw."""
    make = partial(Plan, kind, inner_point=True, given="", rotor="shaft", load=True)
    joints = [
        make(parent=-1, backwards=backwards, aligned=True, right_angles=True),
        make(parent=0, backwards=backwards, aligned=False, right_angles=False),
    ]
    assert compare(joints, "at rest", pose, 7) < WORST


@pytest.mark.parametrize("seed", range(6))
def test_rotor_in_its_housing(seed: int):
    """Hinges along and against the axes of the basis: a hinge along −z is passed with the opposite sign."""
    make = partial(Plan, "rotation", backwards=False, aligned=True, right_angles=False, inner_point=False, given="", load=False)
    assert compare([make(parent=i - 1, rotor="housing") for i in range(4)], "moving", "any", seed) < WORST


@pytest.mark.parametrize("backwards", [False, True])
def test_elastic_drive_with_a_gyroscopic_rotor(backwards: bool):
    make = partial(
        Plan, "rotation", backwards=backwards, aligned=False, right_angles=False, inner_point=True, given="", load=True
    )
    joints = [make(parent=-1, rotor=""), make(parent=0, rotor="elastic housing"), make(parent=1, rotor="elastic housing")]
    assert compare(joints, "moving", "any", 3) < WORST
