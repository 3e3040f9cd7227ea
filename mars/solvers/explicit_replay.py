"""States between the points of an explicit run, and steps to times within a step.

A step is a function of (t, x, t_new) alone: it is repeated from its stored start, or taken to another end.
"""

from __future__ import annotations

import numba
import numpy as np

from mars.solvers.abi import F1, F2, I1, I2, INNER, doubles, entry, pointer
from mars.solvers.explicit_kernels import error_size
from mars.solvers.explicit_stages import blend, land, polynomial, slope, stages, stages_at
from mars.solvers.projection import normalise
from mars.solvers.torn_newton import is_torn

PROBED = 0.6  # fraction of a step at which its polynomial is checked: not in the middle, where some errors vanish
SHORTEST_PART = 2.0**-12  # of the way to a time inside a step: a step whose error no longer matters


@numba.njit(**INNER)
def walk(at, columns, weights, nodes, error_columns, error_weights, last, x, t, goal, size, trial, cell, quaternions, atol, rtol):
    """By steps whose error is checked from (t, x) to the state `trial` at goal; changes x. A stage of such a step may lie where
    the step of the run had none: at a position in which a loop is flat."""
    x_at, atol_at, errors = pointer(x), pointer(atol), np.zeros(x.size)
    step, shortest = goal - t, SHORTEST_PART * (goal - t)
    while True:
        t_new = goal if t + step >= goal else t + step
        trial[:] = x
        cell[0] = t
        slope(at, 0)
        stages(at, columns, weights, nodes, 1, last + 1, x_at, t, t_new, trial, cell, quaternions, last)
        error = error_size(error_columns, error_weights, at, t_new - t, size, x_at, atol_at, rtol, pointer(errors))
        if not error <= 1.0 and step > shortest:
            step *= 0.5
            continue
        if t_new == goal:
            return
        cell[0] = t_new
        land(at, last, quaternions, False)
        x[:] = trial
        t, step = t_new, 2.0 * step


@numba.njit(**INNER)
def fits(
    at,
    columns,
    weights,
    nodes,
    dense_columns,
    dense_weights,
    last,
    x,
    begin,
    end,
    size,
    trial,
    cell,
    quaternions,
    atol,
    rtol,
    parts,
):
    """Whether the polynomial of a step, which goes to `parts`, agrees with an actual shorter step. If not, there are quick
    changes that the stages see and the end of the step does not, or the other way round."""
    step, width, x_at = end - begin, x.size, pointer(x)
    trial[:] = x
    cell[0] = begin
    slope(at, 0)
    stages(at, columns, weights, nodes, 1, last + 1, x_at, begin, end, trial, cell, quaternions, last)
    x_new = trial.copy()
    stages(at, columns, weights, nodes, last + 1, nodes.size, x_at, begin, end, trial, cell, quaternions, last)
    k, trial_at = doubles(at.k, nodes.size * width).reshape(nodes.size, width), pointer(trial)
    # Cubic Hermite part, then the corrections of the method (contd5 and contd8 of Hairer's programs).
    for n in range(width):
        parts[0, n] = x_new[n] - x[n]
        parts[1, n] = step * k[0, n] - parts[0, n]
        parts[2, n] = parts[0, n] - step * k[last, n] - parts[1, n]
    for i in range(dense_columns.shape[0]):
        blend(dense_columns, dense_weights, i, at.k, 8 * width, trial_at)
        for n in range(width):
            parts[3 + i, n] = step * trial[n]
    stages(at, columns, weights, nodes, 1, last + 1, x_at, begin, begin + PROBED * step, trial, cell, quaternions, last)
    for n in range(size):
        if is_torn(at.model, n):  # solved again at every time
            continue
        value = x[n] + polynomial(parts, n, PROBED)
        if abs(value - trial[n]) > atol[n] + rtol * max(abs(x[n]), abs(x_new[n])):
            return False
    return True


@entry(
    f"void(int64, {I2}, {F2}, {F1}, {I2}, {F2}, {I2}, {F2}, int64, {F1}, {F2}, {F1}, {F1}, {I1}, {I1}, {F1}, float64, "
    f"{F1}, {F2}, {F2}, {F1}, {F1})"
)
def replay(
    address,
    columns,
    weights,
    nodes,
    error_columns,
    error_weights,
    dense_columns,
    dense_weights,
    last,
    t,
    points,
    w,
    p,
    quaternions,
    plan,
    atol,
    rtol,
    times,
    states,
    k,
    h,
    work,
):
    """States at sorted times from stored points: each step that contains a time is repeated once.

    Its polynomial is compared with an actual shorter step. Where they differ by more than the tolerances (quick modes that only
    follow: the stages see them, the end of the step does not), states come from shorter steps, which are as accurate as steps.
    """
    size, width = points.shape[1], k.shape[1]
    x, trial, cell = np.zeros(width), np.zeros(width), np.empty(1)
    at = stages_at(address, trial, w, p, cell, k, h, work, plan)
    parts = np.zeros((3 + dense_columns.shape[0], width))
    here, ready, exact = 0, -1, False
    for m in range(times.size):
        while here + 1 < t.size and t[here + 1] <= times[m]:
            here += 1
        if times[m] == t[here] or here + 1 == t.size:
            states[m, :] = points[here]
            continue
        begin, end = t[here], t[here + 1]
        if ready != here:
            x[:size] = points[here]
            exact = not fits(
                *(at, columns, weights, nodes, dense_columns, dense_weights, last, x, begin, end, size, trial, cell),
                *(quaternions, atol, rtol, parts),
            )
            ready = here
        if exact:
            x[:size] = points[here]
            walk(
                *(at, columns, weights, nodes, error_columns, error_weights, last, x, begin, times[m], size, trial, cell),
                *(quaternions, atol, rtol),
            )
            states[m, :] = trial[:size]
            continue
        theta = (times[m] - begin) / (end - begin)
        for n in range(size):
            states[m, n] = x[n] + polynomial(parts, n, theta)
        normalise(states[m], quaternions)


@entry(
    f"boolean(int64, {I2}, {F2}, {F1}, {I2}, {F2}, int64, {F1}, float64, float64, int64, {F1}, {F1}, {I1}, {I1}, {F1}, float64, "
    f"{F2}, {F1}, {F1})"
)
def step_fits(
    address,
    columns,
    weights,
    nodes,
    dense_columns,
    dense_weights,
    last,
    x,
    begin,
    end,
    size,
    w,
    p,
    quaternions,
    plan,
    atol,
    rtol,
    k,
    h,
    work,
):
    """`fits` for the step from (begin, x) to an end; x is padded."""
    trial, cell, parts = np.zeros(x.size), np.empty(1), np.zeros((3 + dense_columns.shape[0], x.size))
    at = stages_at(address, trial, w, p, cell, k, h, work, plan)
    return fits(
        *(at, columns, weights, nodes, dense_columns, dense_weights, last, x, begin, end, size, trial, cell),
        *(quaternions, atol, rtol, parts),
    )


@entry(f"void(int64, {I2}, {F2}, {F1}, int64, {F1}, {F1}, float64, float64, {F1}, {F1}, {I1}, {I1}, {F2}, {F1}, {F1})")
def attempt(address, columns, weights, nodes, last, x, trial, t, t_new, w, p, quaternions, plan, k, h, work):
    """The step from (t, x) to t_new as `advance` would take it, to evaluate its guards; x and trial are padded."""
    cell = np.empty(1)
    at = stages_at(address, trial, w, p, cell, k, h, work, plan)
    cell[0] = t
    trial[:] = x
    slope(at, 0)
    stages(at, columns, weights, nodes, 1, last + 1, pointer(x), t, t_new, trial, cell, quaternions, last)
    cell[0] = t_new
    land(at, last, quaternions, True)
    cell[0] = t  # keeps the array alive until here
