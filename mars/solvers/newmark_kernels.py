"""Inner loops of the Newmark family, compiled by numba once for all models; `newmark_formulas` has the formulas of a step.

Simplified Newton with S = 1 − γh V − βh² Q, where V = ∂a/∂v and Q = ∂a/∂q along the speeds. V and Q are kept as long as Newton
converges well, S is recomputed from them when the step changes. β = 0 needs no S: a₁ is evaluated with the speeds that follow
from a₀ alone, one evaluation per step.
"""

from __future__ import annotations

import math

import numba
import numpy as np

from mars.solvers import abi
from mars.solvers.abi import (
    AFTER_REJECTION,
    EVALUATIONS,
    F1,
    F2,
    I1,
    I2,
    INNER,
    MEMORY,
    STEP,
    STEPS,
    TIME,
    WORST,
    entry,
    pointer,
)
from mars.solvers.addresses import GUARD_COUNT, model_at
from mars.solvers.guard_checks import suspicious
from mars.solvers.guard_rows import keep_watch, slopes_at, watch
from mars.solvers.jacobian import FRESH, NEEDED, OLD, columns_in_lanes, columns_one_by_one, make_lanes, wrong_row
from mars.solvers.law_steps import shown_step
from mars.solvers.linear_algebra import substitute
from mars.solvers.newmark_formulas import NewmarkLayout, end_state, factorise_matrix, local_error, split_jacobian, whole_slope
from mars.solvers.projection import project
from mars.solvers.step_loop import (
    CONTINUE,
    EPSILON,
    MAX_STEP,
    NOT_FINITE_FACTOR,
    RTOL,
    SHARED_SETTINGS,
    end_of_step,
    error_scale,
    first_step,
    guards_at_start,
    is_too_small,
    largest,
    not_finite,
    rates,
    reason_to_return,
    relative_size,
)

# Further numbers of clock, counters and settings, after those of `abi` and `step_loop`. FIXED: the user's step, 0 for error
# control.
LAST_STEP, FACTOR_STEP, CONFIDENCE, CLOCK_SIZE = range(abi.CLOCK_SIZE, abi.CLOCK_SIZE + 4)
JACOBIANS, MATRICES, MATRIX, HISTORY, SERVED, LONGEST, COUNTERS_SIZE = range(abi.COUNTERS_SIZE, abi.COUNTERS_SIZE + 7)
NEWTON, BETA, GAMMA, FIXED, ITERATIONS, SETTINGS_SIZE = range(SHARED_SETTINGS, SHARED_SETTINGS + 6)

SLOW = 0.2  # θ above which V and Q are recomputed
DIVERGENT = 0.99  # θ, the ratio of two corrections, above which Newton diverges
HALVED = 0.5  # step factor if Newton diverges
CONFIDENCE_EXPONENT = 0.8  # RADAU5's: θ/(1 − θ) of the previous step is discounted
# With one iteration per step, θ is measured by one more evaluation after CHECKED steps, or when corrections grow by GROWN from
# one
# step to the next; above STALE the step is repeated. An error θ in a stiff mode may make it grow by 4θ with each step.
CHECKED, GROWN, STALE = 20, 1.2, 0.03
SAFETY, SMALLEST, LARGEST = 0.8, 0.2, 4.0  # of the estimated step, and of the factor from one step to the next
WORTH = 1.5  # a step that could grow by less than this factor stays
SAME_STEP = 1e-6  # relative difference of two steps that can share a matrix


@numba.njit(**INNER)
def correction(model, cell, x, slope, u, t_new, step, layout, quaternions, S, pivots, trial, dx, du, scale):
    """du becomes S⁻¹ (a(u) − u). Returns the resulting motion of the states relative to `scale`: root-mean-square."""
    end_state(x, slope, u, step, layout, quaternions, trial)
    rates(model, cell, t_new, trial, dx)
    for i in range(u.size):
        du[i] = dx[layout.unknown[i]] - u[i]
    substitute(S, u.size, pivots, du)
    total, far = 0.0, layout.beta * step * step
    for i in range(u.size):
        total += (layout.gamma * step * du[i] / scale[layout.unknown[i]]) ** 2
    for i in range(layout.pairs.shape[0]):
        q, v = layout.pairs[i]
        total += (far * du[v] / scale[q]) ** 2
    for i in range(layout.balls.shape[0]):
        for axis in range(1, 4):
            total += (0.5 * far * du[layout.balls[i, axis]] / scale[layout.balls[i, 0]]) ** 2
    return math.sqrt(total / max(1, x.size))


@numba.njit(**INNER)
def newton(
    model, cell, x, slope, u, t_new, step, layout, quaternions, S, pivots, trial, dx, du, scale, clock, counters, settings
):
    """Simplified Newton on u: (iterations, θ); or (−1, factor for a smaller step) and the failing state in counters[WORST].

    (−2, factor): something is not finite. If the user wants one iteration, its result is accepted as it is.
    """
    confidence = max(clock[CONFIDENCE], EPSILON) ** CONFIDENCE_EXPONENT
    limit, tolerance = int(settings[ITERATIONS]), settings[NEWTON]
    theta, before = 0.0, 1.0
    shared = (model, cell, x, slope, u, t_new, step, layout, quaternions, S, pivots, trial, dx, du, scale)
    for iteration in range(1, limit + 1):
        moved = correction(*shared)
        counters[EVALUATIONS] += 1
        if not math.isfinite(moved):
            bad = max(not_finite(dx), not_finite(trial))
            counters[WORST] = bad if bad >= 0 else layout.unknown[max(not_finite(du), 0)]
            return -2, NOT_FINITE_FACTOR
        for i in range(u.size):
            u[i] += du[i]
        counters[WORST] = layout.unknown[largest(du)] if u.size > 0 else -1
        if limit == 1:
            doubtful = counters[SERVED] % CHECKED == 0 or moved > GROWN * clock[MEMORY]
            clock[MEMORY] = moved
            if doubtful and moved > tolerance:
                theta = correction(*shared) / moved
                counters[EVALUATIONS] += 1
                if not theta < (1.0 if counters[MATRIX] == FRESH else STALE):
                    return -1, HALVED
            return 1, theta
        if iteration > 1:
            theta = moved / before
            if theta >= DIVERGENT:  # below the tolerance this is rounding
                return (iteration, 0.0) if moved <= tolerance else (-1, HALVED)
            confidence = theta / (1.0 - theta)
            if confidence * moved * theta ** (limit - iteration) > tolerance:
                return -1, HALVED
        before = max(moved, EPSILON)
        if confidence * moved <= tolerance:
            clock[CONFIDENCE] = confidence
            return iteration, theta
    return -1, HALVED


@entry(
    f"int64(int64, int64, {F1}, {F1}, {F1}, {I1}, {F1}, {F1}, {F1}, {F1}, {F1}, float64, int64, boolean, {I1}, {I1}, "
    f"{I1}, {I2}, {I2}, {F1}, {F2}, {F2}, {F1}, {F1}, {F1})"
)
def advance(
    address,
    lanes_address,
    x,
    slope,
    clock,
    counters,
    memory,
    atol,
    settings,
    w,
    p,
    t_stop,
    max_steps,
    guarded,
    quaternions,
    plan,
    unknown,
    pairs,
    balls,
    store_t,
    store_x,
    store_slopes,
    h,
    work,
    lanes_work,
):
    """Take accepted steps towards t_stop until it is reached, `max_steps` are taken or the store is full; the contract is that of
    Radau's `advance`.

    `memory` holds V, Q and the rates u at the start of the last step. The slopes at both ends of the step that leads to a point
    are in the row of the store before it. A step that is not taken because of a guard is already in the store.
    """
    size, count = x.size, unknown.size
    layout = NewmarkLayout(unknown, pairs, balls, settings[BETA], settings[GAMMA])
    V, Q = memory[: count**2].reshape(count, count), memory[count**2 : 2 * count**2].reshape(count, count)
    old = memory[2 * count**2 : 2 * count**2 + count]
    cell, trial, scale, error, dx = np.empty(1), np.zeros(size), np.zeros(size), np.zeros(size), np.zeros(size)
    point, base = np.zeros(size), np.zeros(size)
    u, du, expected = np.zeros(count), np.zeros(count), np.zeros(count)
    S, pivots, jacobian = np.zeros((count, count)), np.zeros(count, dtype=np.int64), np.zeros((size, size))
    lanes = make_lanes(size, w, p, h, lanes_work)
    model = model_at(address, w, p, h, work, plan)
    explicit, automatic = settings[BETA] == 0.0, settings[FIXED] == 0.0
    watched = plan[GUARD_COUNT] > 0 and guarded
    if watched:
        guards_at_start(model, cell, clock[TIME], x, dx)
    if counters[MATRIX] != NEEDED and clock[FACTOR_STEP] > 0.0:  # the same bits as before the pause
        factorise_matrix(V, Q, clock[FACTOR_STEP], layout, S, pivots)
    begin = counters[STEPS]
    while True:
        t = clock[TIME]
        reason = reason_to_return(t, t_stop, counters[STEPS] - begin, max_steps, counters[STEPS], store_t.size)
        if reason != CONTINUE:
            return reason
        if counters[abi.SLOPE_KNOWN] == 0:
            rates(model, cell, t, x, slope)
            counters[EVALUATIONS] += 1
            counters[abi.SLOPE_KNOWN] = 1
        error_scale(x, atol, settings, scale)
        for start in quaternions:
            for n in range(start, start + 4):
                scale[n] = atol[n] + settings[RTOL]
        if clock[STEP] <= 0.0 or counters[HISTORY] == 0:
            bad = max(not_finite(x), not_finite(slope))
            if bad >= 0:
                counters[WORST] = bad
                return abi.NOT_FINITE
        if clock[STEP] <= 0.0:
            clock[STEP] = first_step(x, slope, scale, t_stop - t, settings) if automatic else settings[FIXED]
        proposal = min(clock[STEP], settings[MAX_STEP])
        if watched:
            proposal = shown_step(model, t, proposal)
        t_new, cut = end_of_step(t, proposal, t_stop)
        step = t_new - t
        if step <= 0.0:
            return abi.TOO_SMALL
        last = clock[LAST_STEP] if counters[HISTORY] > 0 else step
        for i in range(count):
            a = slope[unknown[i]]
            expected[i] = a + step / last * (a - old[i]) if counters[HISTORY] > 0 else a
            u[i] = a if explicit else expected[i]
        iterations, theta, bad = 1, 0.0, -1
        if explicit:
            end_state(x, slope, u, step, layout, quaternions, trial)
            rates(model, cell, t_new, trial, dx)
            counters[EVALUATIONS] += 1
            for i in range(count):
                u[i] = dx[unknown[i]]
        else:
            if counters[MATRIX] == NEEDED:
                bad = 0
                for attempt in range(3):
                    if bad < 0:
                        break
                    # At the expected state; if that fails, at the current one, with differences to either side.
                    moment, sign = t_new if attempt == 0 else t, -1.0 if attempt == 2 else 1.0
                    for n in range(size):
                        point[n] = x[n]
                    if attempt == 0:
                        end_state(x, slope, u, step, layout, quaternions, point)
                    if lanes_address != 0:
                        columns_in_lanes(model, lanes_address, lanes, h, moment, point, sign, trial, base, jacobian)
                    else:
                        rates(model, cell, moment, point, base)
                        columns_one_by_one(model, cell, moment, point, base, sign, trial, dx, jacobian)
                    bad = wrong_row(jacobian)
                if bad >= 0:
                    counters[WORST] = bad
                    return abi.NOT_FINITE
                split_jacobian(jacobian, point, layout, V, Q)
                counters[JACOBIANS] += 1
                counters[MATRIX] = FRESH
                clock[FACTOR_STEP] = 0.0
            regular = True
            if not abs(step - clock[FACTOR_STEP]) <= SAME_STEP * step:
                regular = factorise_matrix(V, Q, step, layout, S, pivots)
                clock[FACTOR_STEP] = step if regular else 0.0
                counters[MATRICES] += 1
                counters[SERVED] = 0
            iterations, theta = -1, 0.5
            if regular:
                iterations, theta = newton(
                    *(model, cell, x, slope, u, t_new, step, layout, quaternions, S, pivots, trial, dx, du, scale),
                    *(clock, counters, settings),
                )
            bad = counters[WORST] if iterations == -2 else -1
        factor = theta  # the factor proposed by Newton if it fails
        if iterations > 0:
            size_of_error = 0.0
            if automatic:
                local_error(slope, u, expected, step, last, layout, error)
                size_of_error = relative_size(error, scale)
                counters[WORST] = largest(error)
                factor = SAFETY / size_of_error ** (1.0 / 3.0 if settings[GAMMA] == 0.5 else 0.5)
                factor = min(LARGEST, max(SMALLEST, factor))
            if size_of_error <= 1.0:
                end_state(x, slope, u, step, layout, quaternions, trial)
                cell[0] = t_new
                if model.m > 0:  # A and T are those of the last iteration
                    project(model, pointer(trial), pointer(cell), quaternions)
                whole_slope(trial, u, layout, dx)
                bad = max(not_finite(trial), not_finite(dx))
                if bad < 0:
                    row = counters[STEPS] + 1
                    store_t[row] = t_new
                    for n in range(size):
                        store_x[row, n] = trial[n]
                        store_slopes[row - 1, n], store_slopes[row - 1, size + n] = slope[n], dx[n]
                    if watched:
                        rates(model, cell, t_new, trial, error)
                        counters[EVALUATIONS] += 1
                        watch(model, pointer(trial), pointer(cell), pointer(error))
                        slopes_at(model, 0)[:], slopes_at(model, 1)[:] = slope, dx
                        if suspicious(model, -1):
                            return abi.EVENT
                        keep_watch(model)
                    if not automatic:
                        following = min(2.0 * proposal, settings[FIXED])
                    elif cut and step < proposal:  # a step cut short by a stop says little about the next
                        following = proposal
                    else:
                        following = step * factor if factor >= WORTH and counters[AFTER_REJECTION] == 0 else step
                    for i in range(count):
                        old[i] = slope[unknown[i]]
                    for n in range(size):
                        x[n], slope[n] = trial[n], dx[n]
                    clock[STEP], clock[LAST_STEP], clock[TIME] = following, step, t_new
                    if not explicit:
                        counters[MATRIX] = OLD if theta <= SLOW else NEEDED
                        counters[SERVED] += 1
                        counters[LONGEST] = max(counters[LONGEST], counters[SERVED])
                    counters[AFTER_REJECTION] = 0
                    counters[HISTORY] = 1
                    counters[STEPS] = row
                    continue
            elif not math.isfinite(size_of_error):
                bad = max(not_finite(error), 0)
            if bad >= 0:
                counters[WORST] = bad
                factor = NOT_FINITE_FACTOR
        counters[abi.REJECTED] += 1
        if iterations < 0 and counters[MATRIX] == OLD:  # repeat the step with a new matrix
            counters[MATRIX] = NEEDED
            continue
        counters[AFTER_REJECTION] = 1
        clock[STEP] = step * factor
        if is_too_small(clock[STEP], t, settings):
            return abi.NOT_FINITE if bad >= 0 else abi.TOO_SMALL
