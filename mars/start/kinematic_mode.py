"""Kinematic mode with loops, couplings and given paths: joints without a prescribed motion follow from the closure.

At each time Newton's method closes the gaps from a prediction (continuation); speeds and accelerations follow linearly. All
solutions have minimum norm and are rank-revealing, so that dead centres are passed on the side they were entered from.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import casadi as ca
import numpy as np

from mars.errors import CircuitError, Complaint, RunError
from mars.messages import Message
from mars.model.build import Model
from mars.model.networks.ports import joint_ports
from mars.start.assembly import Assembly

FAR = 0.1  # rad, or relative to the size of the mechanism: a larger correction means that the prediction went too far
SMALLEST = 2.0**-20  # relative to the distance between two output times
CLOSED = 1e-13  # of the size: no further Newton step is needed
CLOSE_ENOUGH = 1e-10  # of the size, after the last step
STEPS = 12  # of Newton for one output time
DEPENDENT = 1e-9  # of the largest singular value


class CannotFollowError(RunError):
    """Joints cannot follow the given motions; `reached` is the last output time at which they still could."""

    def __init__(self, message: str, reached: float):
        super().__init__(message)
        self.reached = reached


class KinematicMode:
    """States and their rates over time, given the motions of the driven joints."""

    def __init__(self, model: Model, driven: Callable[[float], tuple[np.ndarray, np.ndarray]]):
        self.model, self.driven = model, driven  # driven(t): states with the driven joints set, and p
        self.closing = Assembly(model, set())
        self.columns = self.closing.columns
        constraints, both = model.constraints, ca.vertcat(model.x, model.symbols.t)
        bias = ca.jtimes(constraints.gap_rates, both, ca.vertcat(model.dx, 1.0))
        self._bias = ca.Function("bias", [model.x, model.p, model.symbols.t], [ca.densify(bias)])

    def along(self, x: np.ndarray, times: np.ndarray) -> np.ndarray:
        """States at all times; x is consistent at the first one."""
        self.closing.measure(x)
        x = self._with_speeds(x, times[0])
        states = [x]
        for begin, end in pairwise(times):
            x = self._advance(x, begin, end)
            states.append(x)
        return np.array(states)

    def _advance(self, x: np.ndarray, begin: float, end: float) -> np.ndarray:
        t, step = begin, end - begin
        a = self.accelerations(x, self.closing.p, t)
        while t < end:
            step = min(step, end - t)
            later = end if t + step >= end else t + step
            found = self._closed(x, a, t, later)
            if found is None:
                step *= 0.5
                if step < SMALLEST * (end - begin):
                    raise CannotFollowError(self._stuck(x, t), begin)
                continue
            x, t = found, later
            a = self.accelerations(x, self.closing.p, t)
            step *= 2.0
        return x

    def _closed(self, x: np.ndarray, a: np.ndarray, t: float, later: float) -> np.ndarray | None:
        dt = later - t
        move = dt * x[self.columns] + 0.5 * dt * dt * a
        predicted = self._moved(x, move, later)
        now = predicted
        for _ in range(STEPS):
            gap = self.closing.gaps(now)[0]
            if float(np.abs(gap).max(initial=0.0)) < CLOSED * self.closing.size:
                return self._with_speeds(now, later)
            step = self.closing.least(now, gap, self.closing.may_move)
            if float(np.abs(step).max(initial=0.0)) > FAR:
                return None
            now = self.closing.moved(now, step)
        closed = float(np.abs(self.closing.gaps(now)[0]).max(initial=0.0)) < CLOSE_ENOUGH * self.closing.size
        return self._with_speeds(now, later) if closed else None

    def _moved(self, x: np.ndarray, move: np.ndarray, t: float) -> np.ndarray:
        """The free joints moved, the driven ones at their positions at t."""
        moved = self.closing.moved(x, move)
        fresh, p = self.driven(t)
        free = np.zeros(x.size, bool)
        free[[*self.closing.freedoms[:, 0], *self.columns]] = True
        for first, *_ in self.closing.balls:
            free[first : first + 4] = True
        self.closing.p, self.closing.t = p, t
        return np.where(free, moved, fresh)

    def _with_speeds(self, x: np.ndarray, t: float) -> np.ndarray:
        x = x.copy()
        self.closing.p, self.closing.t = self.driven(t)[1], t
        x[self.columns] = 0.0
        x[self.columns] = self.closing.least(x, self.closing.gaps(x)[1], self.closing.may_speed)
        return x

    def accelerations(self, x: np.ndarray, p: np.ndarray, t: float) -> np.ndarray:
        """Accelerations of the free joints, those of `columns`."""
        self.closing.p, self.closing.t = p, t
        bias = np.array(self._bias(x, p, t)).ravel()
        return self.closing.least(x, bias, np.ones(self.columns.size))

    def _stuck(self, x: np.ndarray, t: float) -> str:
        row = self.model.constraints.rows[int(np.abs(self.closing.gaps(x)[0]).argmax())]
        return Message(
            (
                "{component} cannot follow after t = {t:.6g} s: the prescribed motions exceed the reach of "
                "the mechanism. Change the motion or the lengths."
            ),
            code="out-of-reach",
            component=row.component,
            t=t,
        )


def require_motions(model: Model, x: np.ndarray, t: float = 0.0) -> None:
    """Raise an error if anything can still move when all given motions and closures are met."""
    closing = Assembly(model, set(), t)
    K = closing.slopes(x, closing.p, t) * closing.on[:, None]
    scale = np.linalg.norm(K, axis=1, keepdims=True)
    _, values, turns = np.linalg.svd(np.where(scale > 0, K / np.maximum(scale, 1e-300), 0.0))
    rank = int((values > DEPENDENT * values.max(initial=0.0)).sum())
    left = closing.columns.size - rank
    if left == 0:
        return
    loosest = closing.columns[int(np.abs(turns[rank:]).max(axis=0).argmax())]
    where = ".".join(joint_ports(model.symbols, model.states[loosest].node)[0])
    cause = (
        Message("its motion is not prescribed and does not follow from the loops ({left} degrees of freedom remain)", left=left)
        if left > 1
        else Message(
            "its motion is not prescribed and does not follow from the loops ({left} degree of freedom remains)", left=left
        )
    )
    remedy = Message("Connect a velocity or movement source to {where}, or run the circuit in dynamic mode", where=where)
    raise CircuitError([Complaint(where, cause, remedy, code="missing-motion")])
