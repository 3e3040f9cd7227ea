"""A model as machine code: what the integrators and the results call."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from mars.component import Joint
from mars.machine import Native, compile_function
from mars.model import Model

DEPENDENT = 1e-10  # singular values of the scaled closure matrix below this belong to constraints that say nothing new


@dataclass(frozen=True)
class CompiledModel:
    """Machine code of (x, w, p, t) -> (dx, h), and of the closure of its loops."""

    native: Native
    closing: Native | None
    freedoms: np.ndarray  # pairs: position state, its speed state
    balls: np.ndarray  # first state of a quaternion, its three speed states

    @property
    def address(self) -> int:
        return self.native.address

    @property
    def work_size(self) -> int:
        return max(self.native.work_size, self.closing.work_size if self.closing else 0)

    @property
    def input_sizes(self) -> tuple[int, ...]:
        return self.native.input_sizes

    @property
    def output_sizes(self) -> tuple[int, ...]:
        return self.native.output_sizes

    @property
    def closure(self) -> tuple[int, np.ndarray, np.ndarray] | None:
        return (self.closing.address, self.freedoms, self.balls) if self.closing else None

    def bind(self, *arrays: np.ndarray) -> Callable[[], None]:
        return self.native.bind(*arrays)


def compile_model(model: Model) -> CompiledModel:
    closing = compile_function(model.closure) if model.loops.size else None
    freedoms, balls = closing_states(model)
    return CompiledModel(compile_function(model.function), closing, freedoms, balls)


def closing_states(model: Model) -> tuple[np.ndarray, np.ndarray]:
    """Which position states move with which speed states."""
    speeds = {state.node: i for i, state in enumerate(model.states) if state.level == "speed"}
    pairs = [(i, speeds[s.node]) for i, s in enumerate(model.states) if s.level == "position" and s.node in speeds]
    balls = []
    for first in model.quaternions:
        name, attitude, _ = model.states[first].name.rsplit(".", 2)
        joint = model.symbols.components[name]
        assert isinstance(joint, Joint)
        nodes = [model.topology.node_of[name, port] for port in joint.attitudes[attitude].ports]
        if all(node in speeds for node in nodes):
            balls.append([first, *(speeds[node] for node in nodes)])
    return np.array(pairs, dtype=np.int64).reshape(-1, 2), np.array(balls, dtype=np.int64).reshape(-1, 4)


def least_multipliers(packed: np.ndarray, size: int) -> np.ndarray:
    """w with A w = −b of least norm: what over-constrained joints share is shared evenly. Scaled, so that units do not matter."""
    b, A = packed[:size], packed[size : size + size * size].reshape(size, size)
    scale = 1 / np.sqrt(np.maximum(np.diag(A), 1e-300))
    values, vectors = np.linalg.eigh(0.5 * (A + A.T) * np.outer(scale, scale))
    kept = values > DEPENDENT * max(1e-300, float(values[-1]))
    return scale * (vectors[:, kept] @ ((vectors[:, kept].T @ (-b * scale)) / values[kept]))


def closed_rates(dx: np.ndarray, packed: np.ndarray, size: int) -> np.ndarray:
    """Rates of the states with all loops closed, dx + T w, and behind them the multipliers w: what `Variables` takes as dx."""
    if not size:
        return dx
    w = least_multipliers(packed, size)
    return np.concatenate([dx + packed[size + size * size :].reshape(size, dx.size).T @ w, w])
