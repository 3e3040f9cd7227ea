"""Pinocchio: articulated-body forward dynamics, and the accurate reference solution."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from mars.verification.formalisms.chain import SerialChain

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # binding modules without __module__
    import pinocchio

_ALIGNED = {
    ("rotation", (1.0, 0.0, 0.0)): "JointModelRX",
    ("rotation", (0.0, 1.0, 0.0)): "JointModelRY",
    ("rotation", (0.0, 0.0, 1.0)): "JointModelRZ",
}
_UNALIGNED = {"rotation": "JointModelRevoluteUnaligned", "translation": "JointModelPrismaticUnaligned"}


def model_of(chain: SerialChain) -> Any:
    """The chain as a Pinocchio model, with its faster joints if the axis is a coordinate axis."""
    model = pinocchio.Model()
    model.gravity.linear = chain.gravity
    parent = 0
    for i, body in enumerate(chain.bodies):
        aligned = _ALIGNED.get((body.kind, tuple(body.axis.tolist())))
        joint = getattr(pinocchio, aligned)() if aligned else getattr(pinocchio, _UNALIGNED[body.kind])(*body.axis)
        parent = model.addJoint(parent, joint, pinocchio.SE3(body.placement_R, body.placement_p), f"joint {i}")
        inertia = pinocchio.Inertia(body.mass, body.com, body.inertia)
        model.appendBodyToJoint(parent, inertia, pinocchio.SE3.Identity())
    model.armature = np.array([body.armature for body in chain.bodies])
    return model


def forward_dynamics(chain: SerialChain, q: np.ndarray, rates: np.ndarray, drives: np.ndarray) -> list[Callable[[], Any]]:
    """Ready calls of ABA, one per convention: the bench uses the faster one."""
    model = model_of(chain)
    convention = getattr(pinocchio, "Convention", None)
    extras = [()] if convention is None else [(convention.LOCAL,), (convention.WORLD,)]
    return [partial(pinocchio.aba, model, model.createData(), q, rates, drives, *extra) for extra in extras]


def accelerations(chain: SerialChain) -> Callable[[np.ndarray, np.ndarray, np.ndarray], np.ndarray]:
    """(q, q̇, drives) -> q̈, for the reference solution."""
    model = model_of(chain)
    return partial(pinocchio.aba, model, model.createData())
