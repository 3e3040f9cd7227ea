"""MuJoCo: forward dynamics, and RK4 simulation in its own compiled loop; everything the chain does not need is off."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import mujoco
import numpy as np

from bench.timing import stopwatch
from mars.verification.formalisms.chain import SerialChain

_UNUSED = ("CONSTRAINT", "CONTACT", "EQUALITY", "LIMIT", "FRICTIONLOSS", "ACTUATION", "SENSOR", "SPRING", "AUTORESET")


def model_of(chain: SerialChain, damping: float = 0.0) -> Any:
    """The chain as a compiled MuJoCo model."""
    spec = mujoco.MjSpec()
    spec.option.gravity = chain.gravity
    parent = spec.worldbody
    kinds = {"rotation": mujoco.mjtJoint.mjJNT_HINGE, "translation": mujoco.mjtJoint.mjJNT_SLIDE}
    moments = np.zeros((len(chain), 3))
    for i, body in enumerate(chain.bodies):
        moments[i], axes = np.linalg.eigh(body.inertia)
        axes = axes * np.sign(np.linalg.det(axes))
        parent = parent.add_body(
            pos=body.placement_p,
            quat=_quaternion(body.placement_R),
            mass=body.mass,
            ipos=body.com,
            iquat=_quaternion(axes),
            inertia=np.full(3, moments[i].max()),
            explicitinertial=True,
        )
        parent.add_joint(type=kinds[body.kind], axis=body.axis)
    model = spec.compile()
    # Measured inertias may violate the triangle inequality, which the compiler refuses: set them afterwards.
    model.body_inertia[1:] = moments
    model.dof_armature[:] = [body.armature for body in chain.bodies]
    model.dof_damping[:] = damping
    mujoco.mj_setConst(model, mujoco.MjData(model))
    for name in _UNUSED + (() if damping else ("DAMPER",)):
        model.opt.disableflags |= getattr(mujoco.mjtDisableBit, f"mjDSBL_{name}", 0)
    model.opt.integrator = mujoco.mjtIntegrator.mjINT_RK4
    return model


def forward_dynamics(chain: SerialChain, q: np.ndarray, rates: np.ndarray, drives: np.ndarray) -> Callable[[], Any]:
    """A ready call of mj_forward."""
    model = model_of(chain)
    return partial(mujoco.mj_forward, model, _data(model, q, rates, drives))


def accelerations(chain: SerialChain, q: np.ndarray, rates: np.ndarray, drives: np.ndarray) -> np.ndarray:
    model = model_of(chain)
    data = _data(model, q, rates, drives)
    mujoco.mj_forward(model, data)
    return data.qacc.copy()


class Simulation:
    """RK4 in a fixed number of steps; only the stepping is timed, not the model or the start."""

    def __init__(self, chain: SerialChain, start: np.ndarray, damping: float, end_time: float):
        self.model = model_of(chain, damping)
        self.start, self.end_time = start, end_time

    def run(self, steps: int) -> tuple[float, np.ndarray]:
        """Seconds spent and q at the end."""
        self.model.opt.timestep = self.end_time / steps
        data = _data(self.model, self.start, np.zeros_like(self.start), np.zeros_like(self.start))
        seconds = stopwatch(partial(mujoco.mj_step, self.model, data, nstep=steps))
        return seconds, data.qpos.copy()


def _data(model: Any, q: np.ndarray, rates: np.ndarray, drives: np.ndarray) -> Any:
    data = mujoco.MjData(model)
    data.qpos[:], data.qvel[:], data.qfrc_applied[:] = q, rates, drives
    return data


def _quaternion(R: np.ndarray) -> np.ndarray:
    quaternion = np.zeros(4)
    mujoco.mju_mat2Quat(quaternion, np.ascontiguousarray(R).ravel())
    return quaternion
