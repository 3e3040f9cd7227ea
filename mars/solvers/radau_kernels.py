"""Inner loops of Radau IIA of order 5, compiled by numba once for all models.

Hairer and Wanner, Solving Ordinary Differential Equations II, section IV.8 and their program RADAU5: simplified Newton
on the transformed stages, one real and one complex system of n equations, Jacobian and factors kept while Newton
converges well, Gustafsson's predictive step control. Symbols follow them. One difference: the Jacobian is evaluated at the
extrapolated middle of the step (after a rejection: at its start). In rotating mechanisms it changes so much within a step that
this halves the work.
"""

from __future__ import annotations

import math

import numba
import numpy as np

from mars.solvers import abi
from mars.solvers.abi import AFTER_REJECTION, EVALUATIONS, F1, F2, I1, INNER, MEMORY, STEP, STEPS, TIME, WORST, entry, pointer
from mars.solvers.addresses import GUARD_COUNT, TORN_COUNT, model_at
from mars.solvers.guard_checks import suspicious
from mars.solvers.guard_rows import keep_watch, slopes_at, watch
from mars.solvers.jacobian import AHEAD, FRESH, NEEDED, OLD, columns_in_lanes, columns_one_by_one, make_lanes, wrong_row
from mars.solvers.law_steps import shown_step
from mars.solvers.projection import normalise, project
from mars.solvers.radau_constants import (
    C1,
    C2,
    CEILING,
    DECOMPOSITIONS,
    E1,
    E2,
    E3,
    END1,
    END2,
    END3,
    FACTOR_STEP,
    HISTORY,
    JACOBIAN,
    JACOBIANS,
    LAST_STEP,
    REFRESH,
    START1,
    START2,
    START3,
)
from mars.solvers.radau_newton import ITERATIONS, back_transform, extrapolate, newton
from mars.solvers.radau_systems import eliminate, factorise, make_factors, make_reduction, solve
from mars.solvers.step_loop import (
    CONTINUE,
    MAX_STEP,
    NOT_FINITE_FACTOR,
    RTOL,
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
from mars.solvers.torn_newton import settle, torn_error

ERROR_EXPONENT = 0.25  # the error estimate is proportional to the fourth power of the step
# RADAU5's: of the estimated step, and of the factor from one step to the next; it has 8 for the largest, but friction that lets
# go begins slower than any error estimate of such a step sees.
SAFETY, SMALLEST, LARGEST = 0.9, 0.2, 4.0
FIRST_REJECTED = 0.1  # factor after a first step with too large an error
SLOW, SLOWEST = 0.3, 0.5  # θ above which the next step is reduced, so that Newton does not fail there; smallest factor
KEPT_STEP = 1.2  # RADAU5's: a step that could grow by less than this factor stays, and so do its factors
SAME_STEP = 1e-6  # relative difference of two steps that can share factors
FAILED_CEILING, NO_CEILING = 0.8, 1e99  # relative to a step at which Newton failed: limit of the next steps; none
MEMORY_FLOOR = 1e-2  # RADAU5's: smaller errors count as this in Gustafsson's prediction
MOST_BETWEEN = 0.018  # largest |θ(θ − c₁)(θ − c₂)(θ − 1)| between the nodes


@numba.njit(**INNER)
def error_size(model, cell, x, t, step, slope, z, scale, reduction, factors, gone, again, error, trial, dx, clock, counters):
    """Section IV.8, (8.19); `again` (first and rejected steps): (8.20), which is small also for large λh."""
    for n in range(x.size):
        error[n] = slope[n] + (E1 * z[0, n] + E2 * z[1, n] + E3 * z[2, n]) / step
    solve(reduction, factors, gone, clock[FACTOR_STEP], error)
    if again:
        for n in range(x.size):
            trial[n] = x[n] + error[n]
    found = relative_size(error, scale)
    if again and found >= 1.0:
        rates(model, cell, t, trial, dx)
        counters[EVALUATIONS] += 1
        for n in range(x.size):
            error[n] = dx[n] + (E1 * z[0, n] + E2 * z[1, n] + E3 * z[2, n]) / step
        solve(reduction, factors, gone, clock[FACTOR_STEP], error)
        found = relative_size(error, scale)
    return found


@numba.njit(**INNER)
def dense_error_size(z, expected, ratio, scale):
    """Estimated error of the polynomial between the nodes, from the error of the previous one, extrapolated to the end of the
    step.

    The error estimate does not see this where λh is large: there the stages are exact at any step size. Both errors are
    proportional to ω(θ) = θ(θ − c₁)(θ − c₂)(θ − 1) and the fourth power of their steps.
    """
    most = 0.0
    for n in range(scale.size):
        most = max(most, abs(z[2, n] - expected[n]) / scale[n])
    far = 1.0 + ratio
    return most * MOST_BETWEEN * ratio**3 / (far * (far - C1) * (far - C2))


@numba.njit(**INNER)
def collocation_slopes(z, step, start, end):
    """Rates of the polynomial through 0 and the stages at both ends of a step."""
    for n in range(start.size):
        start[n] = (START1 * z[0, n] + START2 * z[1, n] + START3 * z[2, n]) / step
        end[n] = (END1 * z[0, n] + END2 * z[1, n] + END3 * z[2, n]) / step


@numba.njit(**INNER)
def next_step(step, proposal, cut, factor, size_of_error, iterations, theta, clock, counters, settings):
    """After an accepted step: the next step, by Gustafsson's prediction, and whether to keep the Jacobian."""
    if counters[HISTORY] > 0:
        growth = (size_of_error**2 / clock[MEMORY]) ** ERROR_EXPONENT * clock[LAST_STEP] / step / SAFETY
        factor = min(factor, min(LARGEST, max(SMALLEST, 1.0 / growth)))
    clock[MEMORY] = max(MEMORY_FLOOR, size_of_error)
    if counters[AFTER_REJECTION] == 1:
        factor = min(factor, 1.0)
    if iterations > 1 and counters[JACOBIAN] >= FRESH and theta > SLOW:
        factor = min(factor, max(SLOWEST, SLOW / theta))
    following = step * factor
    # A step cut short by a stop says little about the next: the earlier proposal is kept if it was longer.
    if cut and step < proposal:
        following = max(following, proposal)
    calm = theta <= settings[REFRESH]
    if calm and step <= following <= KEPT_STEP * step:
        following = clock[FACTOR_STEP]
    clock[STEP] = min(following, clock[CEILING])
    clock[CEILING] = min(KEPT_STEP * clock[CEILING], NO_CEILING)
    counters[JACOBIAN] = OLD if calm else NEEDED


@entry(
    f"int64(int64, int64, {F1}, {F1}, {F1}, {I1}, {F1}, {F1}, {F1}, {F1}, {F1}, float64, int64, boolean, {I1}, {I1}, "
    f"{F1}, {F2}, {F2}, {F1}, {F1}, {F1})"
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
    store_t,
    store_x,
    store_z,
    h,
    work,
    lanes_work,
):
    """Take accepted steps towards t_stop until it is reached, `max_steps` are taken or the store is full; see the codes in `abi`.

    `x`, `slope`, `clock`, `counters` and `memory` (the Jacobian, then the stages of the last step) are the state, changed
    in place. Factors are recomputed on entry, with the same bits: they depend on the state alone. Row `STEPS` of the store
    is the current point; the stages of the step that leads to it are in the row before. `lanes_address` may be 0. If
    `guarded`, a step in which a guard may become negative is not taken: EVENT, its end and stages are already in the store.
    """
    size = x.size
    jacobian = memory[: size * size].reshape(size, size)
    old = memory[size * size :].reshape(3, size)
    cell, trial, scale, error = np.empty(1), np.zeros(size), np.zeros(size), np.zeros(size)
    dx, middle, expected = np.zeros(size), np.zeros(size), np.zeros(size)
    z, f, k, spare = np.zeros((3, size)), np.zeros((3, size)), np.zeros((3, size)), np.zeros((2, size))
    reduction, factors, lanes = make_reduction(size), make_factors(size), make_lanes(size, w, p, h, lanes_work)
    model = model_at(address, w, p, h, work, plan)
    watched = plan[GUARD_COUNT] > 0 and guarded
    if watched:
        guards_at_start(model, cell, clock[TIME], x, dx)
    gone = 0
    if counters[JACOBIAN] != NEEDED:
        gone = eliminate(jacobian, reduction)
        if clock[FACTOR_STEP] > 0.0 and not factorise(reduction, factors, gone, size, clock[FACTOR_STEP]):
            clock[FACTOR_STEP] = 0.0
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
        if clock[STEP] <= 0.0 or counters[HISTORY] == 0:
            bad = max(not_finite(x), not_finite(slope))
            if bad >= 0:
                counters[WORST] = bad
                return abi.NOT_FINITE
        if clock[STEP] <= 0.0:
            clock[STEP] = first_step(x, slope, scale, t_stop - t, settings)
        proposal = min(clock[STEP], settings[MAX_STEP])
        if watched:
            proposal = shown_step(model, t, proposal)
        t_new, cut = end_of_step(t, proposal, t_stop)
        step = t_new - t
        if step <= 0.0:
            return abi.TOO_SMALL
        if counters[HISTORY] > 0:
            extrapolate(old, step / clock[LAST_STEP], z)
        for n in range(size):
            if counters[HISTORY] == 0:
                z[0, n] = z[1, n] = z[2, n] = 0.0
            expected[n] = z[2, n]
        if counters[JACOBIAN] == NEEDED:
            ahead = counters[HISTORY] > 0 and counters[AFTER_REJECTION] == 0
            bad = 0
            for attempt in range(3):
                if bad < 0:
                    break
                # At the expected state within the step; if that fails, at the current one, with differences to either side.
                ahead = ahead and attempt == 0
                for n in range(size):
                    middle[n] = x[n] + z[1, n] if ahead else x[n]
                moment, sign = t + C2 * step if ahead else t, -1.0 if attempt == 2 else 1.0
                if lanes_address != 0:
                    columns_in_lanes(model, lanes_address, lanes, h, moment, middle, sign, trial, error, jacobian)
                else:
                    rates(model, cell, moment, middle, error)
                    columns_one_by_one(model, cell, moment, middle, error, sign, trial, dx, jacobian)
                bad = wrong_row(jacobian)
            if bad >= 0:
                counters[WORST] = bad
                return abi.NOT_FINITE
            counters[JACOBIANS] += 1
            counters[JACOBIAN] = AHEAD if ahead else FRESH
            clock[FACTOR_STEP] = 0.0
            gone = eliminate(jacobian, reduction)
        regular = True
        if not abs(step - clock[FACTOR_STEP]) <= SAME_STEP * step:
            regular = factorise(reduction, factors, gone, size, step)
            clock[FACTOR_STEP] = step if regular else 0.0
            counters[DECOMPOSITIONS] += 1
        iterations, theta, bad = -1, 0.5, -1
        if regular:
            back_transform(z, f)
            iterations, theta = newton(
                *(model, cell, x, t, t_new, z, f, k, trial, scale, reduction, factors, gone, spare, clock, counters, settings)
            )
            bad = counters[WORST] if iterations == -2 else -1
        factor = theta  # the factor proposed by Newton if it fails
        if iterations < 0:
            clock[CEILING] = FAILED_CEILING * step  # avoid the same failure in the next steps
        if iterations > 0:
            again = counters[HISTORY] == 0 or counters[AFTER_REJECTION] == 1
            size_of_error = error_size(
                *(model, cell, x, t, step, slope, z, scale, reduction, factors, gone, again, error, trial, dx, clock, counters)
            )
            counters[WORST] = largest(error)
            if counters[HISTORY] > 0:
                size_of_error = max(size_of_error, dense_error_size(z, expected, step / clock[LAST_STEP], scale))
            if plan[TORN_COUNT] > 0 and size_of_error < 1.0:
                for n in range(size):
                    trial[n] = x[n] + z[2, n]
                cell[0] = t_new
                settle(model, pointer(trial), pointer(cell))
                found = torn_error(model, pointer(cell), trial, error, 1.0, atol, settings[RTOL], dx)
                size_of_error = max(size_of_error, found)
            careful = SAFETY * (1.0 + 2.0 * ITERATIONS) / (iterations + 2.0 * ITERATIONS)
            factor = min(LARGEST, max(SMALLEST, min(SAFETY, careful) / size_of_error**ERROR_EXPONENT))
            if size_of_error < 1.0:
                for n in range(size):
                    trial[n] = x[n] + z[2, n]
                normalise(trial, quaternions)
                rates(model, cell, t_new, trial, dx)
                counters[EVALUATIONS] += 1
                if model.m > 0:
                    project(model, pointer(trial), pointer(cell), quaternions)
                    rates(model, cell, t_new, trial, dx)
                    counters[EVALUATIONS] += 1
                bad = max(not_finite(trial), not_finite(dx))
                if bad < 0:
                    row = counters[STEPS] + 1
                    store_t[row] = t_new
                    for i in range(3):
                        for n in range(size):
                            store_z[row - 1, i * size + n] = z[i, n]
                    if watched:
                        watch(model, pointer(trial), pointer(cell), pointer(dx))
                        collocation_slopes(z, step, slopes_at(model, 0), slopes_at(model, 1))
                        if suspicious(model, -1):
                            return abi.EVENT
                        keep_watch(model)
                    next_step(step, proposal, cut, factor, size_of_error, iterations, theta, clock, counters, settings)
                    clock[LAST_STEP], clock[TIME] = step, t_new
                    counters[AFTER_REJECTION] = 0
                    counters[HISTORY] = 1
                    counters[STEPS] = row
                    for n in range(size):
                        x[n], slope[n] = trial[n], dx[n]
                        store_x[row, n] = trial[n]
                    for i in range(3):
                        for n in range(size):
                            old[i, n] = z[i, n]
                    continue
                counters[WORST] = bad
                factor = NOT_FINITE_FACTOR
            elif not math.isfinite(size_of_error):
                bad = max(not_finite(error), 0)
                counters[WORST] = bad
                factor = NOT_FINITE_FACTOR
            elif counters[HISTORY] == 0:
                factor = FIRST_REJECTED
        counters[abi.REJECTED] += 1
        counters[AFTER_REJECTION] = 1
        clock[STEP] = step * factor
        if counters[JACOBIAN] != FRESH:
            counters[JACOBIAN] = NEEDED
        if is_too_small(clock[STEP], t, settings):
            return abi.NOT_FINITE if bad >= 0 else abi.TOO_SMALL
