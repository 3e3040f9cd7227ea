"""Whether a run passed a flat position of a closed loop, and whether anything but chance chose its way on.

In a flat position (all links of a parallelogram in a line) the conditions of a loop lose rank, and it could go on in two ways.
What moves fast keeps its direction, so that momentum decides. What is slow there has no direction to keep; and a loop that leaves
along the other way loses energy in an instant.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from mars.flat_names import shown
from mars.messages import Message, all_of

if TYPE_CHECKING:
    from mars.simulation.run import Run

FLAT = (
    1e-8  # of its largest value over the run, the square of a distance: nearer, conditions are left out (solvers/projection.py)
)
DEPENDENT = 1e-6  # of the largest: a condition that says nothing new anywhere
SLOW = 1e-4  # of the largest square of a speed during the run: what moves the parts apart while conditions are left out is larger
LOST, LOST_BY_TOLERANCE = 1e-3, 1e3  # of the energy turned over; in units of rtol
MOST = 2000  # points examined


@dataclass
class Flatness:
    """The flattest point of a loop on the way: its time, and how fast the loop is there, as a fraction squared."""

    body: str
    t: float
    flat: float
    speed: float


def flat_remarks(run: Run) -> list[str]:
    """Remarks on loops that were too slow in a flat position, or that lost energy after passing one."""
    passed = [place for place in flattest(run) if place.flat < FLAT]
    if not passed:
        return []
    slow = [place for place in passed if place.speed < SLOW]
    if slow:
        return [_remark(_TOO_SLOW, slow)]
    residual = run.ledger().relative_residual
    rtol = run.settings.rtol if run.settings is not None else 0.0
    if residual > max(LOST, LOST_BY_TOLERANCE * rtol):
        return [_remark(_LOSES, passed, part=residual)]
    return []


_TOO_SLOW = (
    "the loop through {names} is in a flat position at t = {t:.6g} s, where it could go on in two ways, and too slow there for "
    "its momentum to choose: the run shows one of them. Start elsewhere, or let a spring or a drive decide."
)
_LOSES = (
    "the loop through {names} passes a flat position at t = {t:.6g} s, where it could go on in two ways, and the run loses "
    "{part:.2g} of its energy: it may have left along the wrong one. Try a smaller rtol."
)


def _remark(template: str, places: list[Flatness], **more: float) -> Message:
    names = all_of(dict.fromkeys(place.body for place in places))
    return Message(template, code="branch", names=names, t=min(place.t for place in places), **more)


def flattest(run: Run) -> list[Flatness]:
    """For each loop the point among the steps of a run where its conditions are closest to dependent."""
    model, steps, native = run.model, run.steps, run.native
    if steps is None or native is None or model.packing is None or model.mode != "dynamic" or not model.skeleton.closures:
        return []
    chosen = np.unique(np.linspace(0, steps.t.size - 1, min(MOST, steps.t.size)).astype(int))
    matrices, reached = _systems(run, chosen)
    speeds = _squared_speeds(run, chosen)
    order = list(model.packing.order)
    found = []
    for closure in model.skeleton.closures:
        rows = [order.index(i) for i, row in enumerate(model.constraints.rows) if row.closure is closure]
        flat = _flatness(matrices[np.ix_(range(chosen.size), rows, rows)])
        near = np.flatnonzero(flat < FLAT)
        at = int(near[speeds[near].argmin()]) if near.size else int(flat.argmin())
        found.append(Flatness(shown(closure.body), float(reached[at]), float(flat[at]), float(speeds[at])))
    return found


def _systems(run: Run, chosen: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The matrix A of the small system at some points of the steps, and their times."""
    model, steps, native = run.model, run.steps, run.native
    assert steps is not None and native is not None and model.packing is not None
    sizes = [*native.input_sizes, *native.output_sizes]
    x, w, p, t, dx, h = (np.zeros(size) for size in sizes)
    evaluate = native.bind(x, w, p, t, dx, h)
    segments = np.append(steps.segment, len(steps.parameters) - 1)
    matrices = []
    for n in chosen:
        x[:], p[:], t[0] = steps.x[n], steps.parameters[segments[n]], steps.t[n]
        evaluate()
        matrices.append(model.packing.unpacked(h)[1])
    return np.array(matrices), steps.t[chosen]


def _flatness(blocks: np.ndarray) -> np.ndarray:
    """The smallest eigenvalue of the conditions that say something new somewhere, relative to its largest value on the way."""
    largest = np.einsum("nii->ni", blocks).max(axis=0)
    kept = np.flatnonzero(largest > DEPENDENT * largest.max(initial=0.0))
    if not kept.size:
        return np.ones(len(blocks))
    scale = 1 / np.sqrt(largest[kept])
    values = np.linalg.eigvalsh(blocks[:, kept][:, :, kept] * np.outer(scale, scale))
    reached = values.max(axis=0)
    values = values[:, reached > DEPENDENT * reached.max()]
    return (values / values.max(axis=0)).min(axis=1)


def _squared_speeds(run: Run, chosen: np.ndarray) -> np.ndarray:
    """Squares of the speeds at the points, relative to their largest: the mean over the degrees of freedom that move."""
    assert run.steps is not None
    places = [i for i, state in enumerate(run.model.states) if state.level == "speed"]
    squares = run.steps.x[:, places] ** 2
    largest = squares.max(axis=0, initial=0.0)
    moving = largest > 0
    return (squares[chosen][:, moving] / largest[moving]).mean(axis=1) if moving.any() else np.zeros(chosen.size)
