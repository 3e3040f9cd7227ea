"""A model as machine code, called by the integrators and for the results."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from mars.component.base import Joint
from mars.machine import Native, compile_function
from mars.machine.constraint_packing import Closing, Torn
from mars.machine.least_norm import least_solution
from mars.machine.range_code import BoundedFunction, Bounds
from mars.model.build import Model


@dataclass(frozen=True)
class CompiledModel:
    """Machine code of (x, w, p, t) -> (dx, h), and of the closure of its loops."""

    native: Native
    closing: Native | None
    closure: Closing | None  # the same with the small system, for the integrators
    guards: Native | None  # (x, [w; dx], p, t) -> (g, g'), where modes switch
    bounds: Bounds | None  # of the guards
    tearing: Native | None = None  # (x, w, p, t) -> (r, ∂r/∂z), nonlinear algebraic equations
    torn: Torn | None = None  # the same for the integrators

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

    def bind(self, *arrays: np.ndarray) -> Callable[[], None]:
        return self.native.bind(*arrays)


def compile_model(model: Model, guards: BoundedFunction | None = None) -> CompiledModel:
    """`guards`, (x, [w; dx], p, t) -> (g, g'), become negative where modes switch."""
    closing, closure = None, None
    if model.packing is not None:
        closing = compile_function(model.closure)
        closure = Closing.of(closing.address if model.projects else 0, *closing_states(model), model.packing)
    watching = compile_function(guards.function) if guards is not None else None
    bounds = None
    if guards is not None:
        laws = compile_function(guards.laws) if guards.laws is not None else None
        bounds = Bounds(compile_function(guards.bounds), guards.unbounded, laws)
    tearing, torn, places = None, None, np.array(model.torn_places, dtype=np.int64)
    if places.size:
        tearing = compile_function(model.torn)
        torn = Torn(tearing.address, tearing.work_size, places, model.torn_is_linear)
    return CompiledModel(compile_function(model.function), closing, closure, watching, bounds, tearing, torn)


def closing_states(model: Model) -> tuple[np.ndarray, np.ndarray]:
    """Which position states belong to which speed states."""
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


def least_multipliers(model: Model, packed: np.ndarray, p: np.ndarray) -> np.ndarray:
    """Minimum-norm multipliers of the active rows; those of the others are zero."""
    w = np.zeros(model.constraints.size)
    if model.packing is not None:
        on, (b, A, _) = model.packing.on(p), model.packing.unpacked(packed)
        w[model.packing.order[on]] = least_solution(A[np.ix_(on, on)], b[on])
    return w


def closed_rates(model: Model, dx: np.ndarray, packed: np.ndarray, p: np.ndarray) -> np.ndarray:
    """Rates of the states with all gaps closed, dx + T w, followed by the multipliers w: the dx of `Variables`."""
    if model.packing is None:
        return np.concatenate([dx, np.zeros(model.constraints.size)])
    w = least_multipliers(model, packed, p)
    return np.concatenate([dx + model.packing.unpacked(packed)[2] @ w[model.packing.order], w])
