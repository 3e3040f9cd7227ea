"""A serial chain as plain numbers: the input of the published formalisms. Numpy only, independent of the engine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mars.errors import DocumentError

Array = NDArray[np.floating[Any]]
Kind = Literal["rotation", "translation"]


def cross(a: Array, b: Array) -> Array:
    """a × b of two plain vectors (several times faster than numpy.cross)."""
    return np.array([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]])


def skew(a: Array) -> Array:
    """The matrix [a]× with [a]× b = a × b."""
    return np.array([[0.0, -a[2], a[1]], [a[2], 0.0, -a[0]], [-a[1], a[0], 0.0]])


def turn(axis: Array, angle: float) -> Array:
    """Rodrigues' formula as a matrix: rotation by `angle` about the unit vector `axis`."""
    s, c = np.sin(angle), np.cos(angle)
    return c * np.eye(3) + (1.0 - c) * np.outer(axis, axis) + s * skew(axis)


def zeros3() -> Array:
    return np.zeros(3)


@dataclass(frozen=True, eq=False)
class ChainBody:
    """A body and the joint that carries it. The body frame is the joint frame after the motion."""

    kind: Kind
    axis: Array  # unit vector in the joint frame; positive coordinate: rotation about it, translation along it
    placement_R: Array  # noqa: N815 - joint frame in the parent body's frame: rotation
    placement_p: Array  # and origin
    mass: float
    com: Array  # centre of mass in the body frame
    inertia: Array  # 3×3 at the centre of mass, body axes; may violate the triangle inequality
    armature: float = 0.0  # rotor inertia, only on the joint's own diagonal

    def __post_init__(self) -> None:
        if self.kind not in ("rotation", "translation"):
            raise DocumentError(
                "{kind!r}: unknown kind of joint. Use 'rotation' or 'translation'", code="unknown-kind", kind=self.kind
            )
        shapes = {"axis": (3,), "placement_R": (3, 3), "placement_p": (3,), "com": (3,), "inertia": (3, 3)}
        for name, shape in shapes.items():
            value = np.array(getattr(self, name), dtype=float)
            if value.shape != shape:
                raise DocumentError(
                    "{name} has shape {shape} instead of {expected}",
                    code="size-mismatch",
                    name=name,
                    shape=value.shape,
                    expected=shape,
                )
            object.__setattr__(self, name, value)
        if abs(self.axis @ self.axis - 1.0) > 1e-9:
            raise DocumentError(
                "axis {axis} has length {length:.6g}. Use a unit vector",
                code="bad-value",
                axis=self.axis,
                length=np.linalg.norm(self.axis),
            )
        if np.abs(self.placement_R.T @ self.placement_R - np.eye(3)).max() > 1e-9:
            raise DocumentError("placement_R is not a rotation. Use an orthonormal matrix", code="bad-value")

    @property
    def rotates(self) -> bool:
        return self.kind == "rotation"


@dataclass(frozen=True, eq=False)
class TipWrench:
    """A force and a moment on the last body, in fixed axes; the force acts at `point` of the body frame."""

    force: Array = field(default_factory=zeros3)
    moment: Array = field(default_factory=zeros3)
    point: Array = field(default_factory=zeros3)


@dataclass(frozen=True, eq=False)
class SerialChain:
    """Bodies in order from the base; body i is attached to body i − 1, the first one to the base."""

    bodies: tuple[ChainBody, ...]
    gravity: Array = field(default_factory=lambda: np.array([0.0, 0.0, -9.81]))
    tip: TipWrench | None = None

    def __len__(self) -> int:
        return len(self.bodies)

    def check(self, **columns: ArrayLike) -> list[Array]:
        """The given columns as arrays of floats, each as long as the chain."""
        arrays = []
        for name, column in columns.items():
            values = np.asarray(column, dtype=float)
            if values.shape != (len(self),):
                raise DocumentError(
                    "{name} has shape {shape}, but the chain has {count} joints",
                    code="size-mismatch",
                    name=name,
                    shape=values.shape,
                    count=len(self),
                )
            arrays.append(values)
        return arrays

    def poses(self, q: ArrayLike) -> list[tuple[Array, Array]]:
        """Rotation and origin of every body frame in the fixed frame."""
        (q,) = self.check(q=q)
        R, p, poses = np.eye(3), np.zeros(3), []
        for body, coordinate in zip(self.bodies, q, strict=True):
            p = p + R @ body.placement_p
            R = R @ body.placement_R
            if body.rotates:
                R = R @ turn(body.axis, coordinate)
            else:
                p = p + R @ body.axis * coordinate
            poses.append((R, p))
        return poses

    def tip_at_centre(self, R: Array) -> tuple[Array, Array]:
        """Force and moment of the tip wrench about the last centre of mass, in fixed axes; R is the rotation of the last body."""
        if self.tip is None:
            return np.zeros(3), np.zeros(3)
        force = np.asarray(self.tip.force, dtype=float)
        arm = R @ (np.asarray(self.tip.point, dtype=float) - self.bodies[-1].com)
        return force, np.asarray(self.tip.moment, dtype=float) + cross(arm, force)

    @classmethod
    def random(cls, rng: np.random.Generator, n: int, *, armature: bool = False, tip: bool = False) -> SerialChain:
        """n joints of either kind along any axes, with valid inertias (each body is a cloud of five points)."""
        bodies = []
        for _ in range(n):
            axis = rng.normal(size=3)
            points = rng.normal(scale=0.2, size=(5, 3))
            points -= points.mean(axis=0)
            mass = rng.uniform(0.5, 3.0)
            spread = points.T @ points
            bodies.append(
                ChainBody(
                    kind="rotation" if rng.random() < 0.6 else "translation",
                    axis=axis / np.linalg.norm(axis),
                    placement_R=_random_rotation(rng),
                    placement_p=rng.uniform(-0.5, 0.5, 3),
                    mass=mass,
                    com=rng.uniform(-0.3, 0.3, 3),
                    inertia=mass / 5 * (np.trace(spread) * np.eye(3) - spread),
                    armature=rng.uniform(0.0, 0.3) if armature else 0.0,
                )
            )
        wrench = TipWrench(*rng.normal(size=(3, 3))) if tip else None
        return cls(tuple(bodies), gravity=rng.normal(scale=5.0, size=3), tip=wrench)

    @classmethod
    def spatial(cls, n: int) -> SerialChain:
        """The chain of the speed benchmark: 1 kg bodies half a metre long hang down, axes z, y, z, y, …"""
        axes = (np.array([0.0, 0.0, 1.0]), np.array([0.0, 1.0, 0.0]))
        return cls(
            tuple(
                ChainBody(
                    kind="rotation",
                    axis=axes[i % 2],
                    placement_R=np.eye(3),
                    placement_p=np.array([0.0, 0.0, -0.5 if i else 0.0]),
                    mass=1.0,
                    com=np.array([0.0, 0.0, -0.25]),
                    inertia=np.diag([0.02, 0.02, 0.001]),
                )
                for i in range(n)
            )
        )

    @classmethod
    def from_reference(cls, parameters: dict[str, Any]) -> SerialChain:
        """From the `parameters` of a reference file with a list of joints (robot_panda.json)."""
        kinds: dict[str, Kind] = {"revolute": "rotation", "prismatic": "translation"}
        return cls(
            tuple(
                ChainBody(
                    kind=kinds[joint["type"]],
                    axis=joint["axis_in_joint_frame"],
                    placement_R=joint["placement_R"],
                    placement_p=joint["placement_p"],
                    mass=joint["mass"],
                    com=joint["com"],
                    inertia=joint["inertia_at_com"],
                    armature=joint.get("armature", 0.0),
                )
                for joint in parameters["joints"]
            ),
            gravity=np.array(parameters["gravity"], dtype=float),
        )

    @classmethod
    def from_denavit_hartenberg(
        cls,
        a: Sequence[float],
        d: Sequence[float],
        alpha: Sequence[float],
        mass: Sequence[float],
        com: ArrayLike,
        inertia: ArrayLike,
        armature: Sequence[float],
    ) -> SerialChain:
        """Rotational joints in the standard convention: com and inertia are given in the far frame of each body."""
        x, z = np.array([1.0, 0.0, 0.0]), np.array([0.0, 0.0, 1.0])
        coms, inertias = np.asarray(com, dtype=float), np.asarray(inertia, dtype=float)
        R, p, bodies = np.eye(3), np.zeros(3), []  # far frame of the previous body
        for i in range(len(a)):
            near = (R, p)
            R, p = turn(x, alpha[i]), np.array([a[i], 0.0, d[i]])
            bodies.append(ChainBody("rotation", z, *near, mass[i], p + R @ coms[i], R @ inertias[i] @ R.T, armature[i]))
        return cls(tuple(bodies))


def _random_rotation(rng: np.random.Generator) -> Array:
    axis = rng.normal(size=3)
    return turn(axis / np.linalg.norm(axis), rng.uniform(-np.pi, np.pi))
