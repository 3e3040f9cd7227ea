"""Explicit Runge–Kutta: order, tolerances, known orbits, and that steps are the run."""

import math
import pickle
import subprocess
import sys

import casadi
import numpy as np
import pytest
from scipy.integrate._ivp import dop853_coefficients, rk

from mars.machine import compile_function
from mars.solvers import abi, explicit_stages
from mars.solvers.addresses import buffers
from mars.solvers.contract import InitialValueProblem
from mars.solvers.dense_output import quadrature_points
from mars.solvers.driver import integrate
from mars.solvers.explicit import Explicit
from mars.solvers.runge_kutta_tables import METHODS, RK5, RK8
from tests.helpers.paths import ROOT


def model(size, rates, parameters=1):
    """Compile `rates(x, p, t)`."""
    x, w, p, t = (casadi.SX.sym(*pair) for pair in (("x", size), ("w", 0), ("p", parameters), ("t", 1)))
    dx = casadi.densify(casadi.vertcat(*rates(x, p, t)))
    return compile_function(casadi.Function("rhs", [x, w, p, t], [dx, casadi.SX(0, 1)]))


def kepler_rates(x, _p, _t):
    cube = (x[0] ** 2 + x[1] ** 2) ** 1.5
    return x[2], x[3], -x[0] / cube, -x[1] / cube


def kepler_state(t, e):
    """Closed form: Kepler's equation E − e·sin E = t by Newton; orbit of unit semi-axis from the pericentre."""
    E = t + e * math.sin(t)
    for _ in range(50):
        E -= (E - e * math.sin(E) - t) / (1 - e * math.cos(E))
    minor, rate = math.sqrt(1 - e * e), 1 / (1 - e * math.cos(E))
    return np.array([math.cos(E) - e, minor * math.sin(E), -math.sin(E) * rate, minor * math.cos(E) * rate])


@pytest.fixture(scope="module")
def kepler():
    return model(4, kepler_rates)


P = np.zeros(1)
BOTH = pytest.mark.parametrize("method", ["rk5", "rk8"])


def test_tables_are_the_published_ones():
    np.testing.assert_array_equal(RK8.stages, dop853_coefficients.A)
    np.testing.assert_array_equal(RK8.nodes, dop853_coefficients.C)
    np.testing.assert_array_equal(RK8.errors, [dop853_coefficients.E5, dop853_coefficients.E3])
    np.testing.assert_array_equal(RK8.dense, dop853_coefficients.D)
    np.testing.assert_array_equal(RK5.stages[6, :6], rk.RK45.B)
    np.testing.assert_allclose(-RK5.errors[0], rk.RK45.E, rtol=1e-13)


@pytest.mark.parametrize("table", [RK5, RK8])
def test_terms_are_the_tables(table):
    for terms, matrix in (
        (table.stage_terms, table.stages),
        (table.error_terms, table.errors[: len(table.error_terms.columns)]),
        (table.dense_terms, table.dense),
    ):
        again = np.zeros(matrix.shape)
        for i, (columns, weights) in enumerate(zip(*terms, strict=True)):
            np.add.at(again[i], columns[columns >= 0], weights[columns >= 0])
        np.testing.assert_array_equal(again, matrix)
    assert set(table.error_terms.columns[0]) >= set(range(table.last + 1))


@pytest.mark.parametrize("table", [RK5, RK8])
def test_tables_satisfy_the_quadrature_conditions(table):
    np.testing.assert_allclose(table.stages.sum(axis=1), table.nodes, atol=2e-14)
    weights = table.stages[table.last]
    for power in range(table.order):
        assert weights @ table.nodes**power == pytest.approx(1 / (power + 1), abs=1e-14)
    np.testing.assert_allclose(table.errors.sum(axis=1), 0, atol=1e-14)


def fixed(rhs, method, count, x0, t1):
    """A run of equal steps: tolerances so wide that every step is taken at its largest."""
    config = Explicit(method, rtol=1e9, atol=1e9, max_step=t1 / count, first_step=t1 / count)
    return integrate(rhs, x0, 0.0, t1, (), P, config)


@pytest.mark.parametrize(("method", "order", "counts"), [("rk5", 4.8, (80, 160)), ("rk8", 7.5, (40, 80))])
def test_order_of_convergence(kepler, method, order, counts):
    errors = []
    for count in counts:
        steps = fixed(kepler, method, count, kepler_state(0.0, 0.3), 5.0)
        assert steps.counters["steps"] == count
        errors.append(np.abs(steps.x[-1] - kepler_state(5.0, 0.3)).max())
    assert math.log2(errors[0] / errors[1]) > order


@pytest.mark.parametrize(("method", "order", "counts"), [("rk5", 3.8, (200, 400)), ("rk8", 6.8, (40, 80))])
def test_order_of_dense_output(kepler, method, order, counts):
    """Global error on a grid between the points: order 4 (+1 locally) and 7."""
    times = np.linspace(0, 5.0, 333)
    exact = np.array([kepler_state(t, 0.3) for t in times])
    errors = []
    for count in counts:
        steps = fixed(kepler, method, count, kepler_state(0.0, 0.3), 5.0)
        errors.append(np.abs(steps.replay(kepler, times) - exact).max())
    assert math.log2(errors[0] / errors[1]) > order


@BOTH
def test_error_follows_the_tolerance(kepler, method):
    errors = []
    for rtol in (1e-5, 1e-7, 1e-9):
        steps = integrate(kepler, kepler_state(0, 0.5), 0.0, 20.0, (), P, Explicit(method, rtol=rtol, atol=rtol))
        assert steps.status == "finished"
        assert steps.t[-1] == 20.0
        errors.append(np.abs(steps.x[-1] - kepler_state(20.0, 0.5)).max() / rtol)
    assert max(errors) < 2000
    assert max(errors) / min(errors) < 30


@BOTH
def test_arenstorf_orbit_closes(method):
    """Hairer, Nørsett, Wanner, section II.0: the orbit returns to its start after its period."""
    mu = 0.012277471

    def rates(x, _p, _t):
        near = ((x[0] + mu) ** 2 + x[1] ** 2) ** 1.5
        far = ((x[0] - (1 - mu)) ** 2 + x[1] ** 2) ** 1.5
        along = x[0] + 2 * x[3] - (1 - mu) * (x[0] + mu) / near - mu * (x[0] - (1 - mu)) / far
        across = x[1] - 2 * x[2] - (1 - mu) * x[1] / near - mu * x[1] / far
        return x[2], x[3], along, across

    start = np.array([0.994, 0.0, 0.0, -2.00158510637908252240537862224])
    period = 17.0652165601579625588917206249
    rhs = model(4, rates)
    steps = integrate(rhs, start, 0.0, period, (), P, Explicit(method, rtol=1e-11, atol=1e-11))
    assert np.abs(steps.x[-1, :2] - start[:2]).max() < 2e-5
    assert steps.counters["evaluations"] < (30000 if method == "rk5" else 5000)


@BOTH
def test_resumed_run_has_the_same_bits(kepler, method):
    config = Explicit(method, rtol=1e-8, atol=1e-10)
    breaks = [3.0, 7.0]
    x0 = kepler_state(0, 0.6)
    whole = integrate(kepler, x0, 0.0, 20.0, breaks, P, config)
    run = config.integrator(InitialValueProblem(kepler, x0, 0.0, 20.0, breaks, P))
    parts = None
    while run.advance(7) == abi.PAUSED:
        part = run.steps()
        parts = part if parts is None else parts.join(part)
        state = pickle.loads(pickle.dumps(part.state))
        run = config.integrator(InitialValueProblem(kepler, (), 0.0, 20.0, breaks, P, state))
    assert parts is not None
    parts = parts.join(run.steps())
    np.testing.assert_array_equal(parts.t, whole.t)
    np.testing.assert_array_equal(parts.x, whole.x)
    assert parts.counters == whole.counters
    times = np.linspace(0, 20, 77)
    np.testing.assert_array_equal(parts.replay(kepler, times), whole.replay(kepler, times))


def test_branches_do_not_disturb_each_other(kepler):
    config = Explicit()
    half = integrate(kepler, kepler_state(0, 0.2), 0.0, 2.0, (), P, config)
    before = half.state.x.copy()
    one = integrate(kepler, (), 0.0, 4.0, (), P, config, state=half.state)
    two = integrate(kepler, (), 0.0, 4.0, (), P, config, state=half.state)
    np.testing.assert_array_equal(one.x, two.x)
    np.testing.assert_array_equal(half.state.x, before)
    np.testing.assert_array_equal(one.x[0], half.x[-1])


def repeat(rhs, steps, number):
    """Step `number` made again from its stored beginning."""
    table = METHODS[steps.config.method]
    p = steps.parameters[steps.segment[number]]
    size = steps.x.shape[1]
    k, x, trial = np.zeros((table.nodes.size, 8)), np.zeros(8), np.zeros(8)  # padded
    made, cell = buffers(rhs), np.zeros(1)
    begin, end = steps.t[number : number + 2]
    x[:size] = trial[:size] = steps.x[number]
    cell[0] = begin
    at = explicit_stages.stages_at(rhs.address, trial, made.w, p, cell, k, made.h, made.work, made.plan)
    explicit_stages.slope(at, 0)
    explicit_stages.stages(
        *(at, *table.stage_terms, table.nodes, 1, table.last + 1, abi.pointer(x), begin, end, trial, cell),
        *(steps.quaternions, table.last),
    )
    return trial[:size]


def spinning_rates(x, p, t):
    """A quaternion turned by a body rate that depends on time, and one plain state with a corner at each break."""
    q = x[:4]
    a, b, c = casadi.sin(t), 2 * casadi.cos(2 * t), 0.5 + x[4]
    return (
        0.5 * (-a * q[1] - b * q[2] - c * q[3]),
        0.5 * (a * q[0] + c * q[2] - b * q[3]),
        0.5 * (b * q[0] - c * q[1] + a * q[3]),
        0.5 * (c * q[0] + b * q[1] - a * q[2]),
        casadi.if_else(p[0] > 1.5, -1.0, 0.3),
    )


@pytest.mark.slow
@BOTH
def test_stored_steps_repeat_bit_for_bit(method):
    rhs = model(5, spinning_rates)
    config = Explicit(method, rtol=1e-7, atol=1e-9)
    steps = integrate(rhs, [1, 0, 0, 0, 0], 0.0, 3.0, [1.5, 2.0], P, config, quaternions=[0])
    for number in range(steps.segment.size):
        np.testing.assert_array_equal(repeat(rhs, steps, number), steps.x[number + 1])
    np.testing.assert_allclose(np.linalg.norm(steps.x[:, :4], axis=1), 1, rtol=4e-16)
    middle = steps.replay(rhs, np.linspace(0, 3, 101))
    np.testing.assert_allclose(np.linalg.norm(middle[:, :4], axis=1), 1, rtol=4e-16)
    np.testing.assert_array_equal(steps.replay(rhs, steps.t), steps.x)
    np.testing.assert_array_equal(steps.replay(rhs, steps.t[::-1]), steps.x[::-1])


@BOTH
def test_breaks_make_corners_exact(method):
    rhs = model(5, spinning_rates)
    seen = []
    steps = integrate(
        *(rhs, [1, 0, 0, 0, 0], 0.0, 3.0, [2.0, 1.5, 1.5, 9.0], P, Explicit(method)),
        on_segment=lambda index, p: seen.append((index, p[0])),
    )
    assert seen == [(0, 0.75), (1, 1.75), (2, 2.5)]
    assert {1.5, 2.0, 3.0} <= set(steps.t)
    assert steps.x[-1, 4] == pytest.approx(0.3 * 1.5 - 1.5, abs=1e-14)
    np.testing.assert_array_equal(steps.parameters[:, 0], [0.75, 1.75, 2.5])
    assert steps.t[np.flatnonzero(np.diff(steps.segment)) + 1].tolist() == [1.5, 2.0]
    times = np.linspace(0, 3, 61)
    np.testing.assert_allclose(
        steps.replay(rhs, times)[:, 4], np.where(times < 1.5, 0.3 * times, 0.45 - (times - 1.5)), atol=1e-13
    )


@BOTH
def test_quadrature_points_integrate_the_rates(kepler, method):
    config = Explicit(method, rtol=1e-9, atol=1e-11)
    steps = integrate(kepler, kepler_state(0, 0.3), 0.0, 5.0, [2.0], P, config)
    nodes, weights = np.polynomial.legendre.leggauss(5)
    times, states = quadrature_points(kepler, steps, (nodes + 1) / 2)
    moved = np.einsum("k,kj,j->", np.diff(steps.t), states[:, :, 2], weights / 2)  # ∫ v dt
    assert moved == pytest.approx(steps.x[-1, 0] - steps.x[0, 0], abs=1e-8)
    assert times.shape == states.shape[:2]
    times, states = quadrature_points(kepler, steps, [0.0, 0.5, 1.0])
    np.testing.assert_array_equal(states[:, 0], steps.x[:-1])
    np.testing.assert_array_equal(states[:, 2], steps.x[1:])
    np.testing.assert_array_equal(times[:, 2], steps.t[1:])


@BOTH
def test_nan_is_reported_with_state_and_time(method):
    rhs = model(2, lambda x, p, t: (1.0 + 0 * x[0], casadi.sqrt(1 - t)))
    steps = integrate(rhs, [0.0, 0.0], 0.0, 2.0, (), P, Explicit(method))
    assert steps.status == "not finite"
    assert steps.worst == 1
    assert 0.99 < steps.t[-1] <= 1.0
    assert np.isfinite(steps.x).all()
    at_once = integrate(rhs, [0.0, np.nan], 0.0, 0.5, (), P, Explicit(method))
    assert (at_once.status, at_once.worst, at_once.t.size) == ("not finite", 1, 1)


@BOTH
def test_a_stage_that_is_not_finite_is_never_accepted(method):
    """Not even one without weight in the new state and in the error: here the second, for steps of 1."""
    node = METHODS[method].nodes[1]
    rhs = model(1, lambda x, p, t: (casadi.if_else(casadi.fabs(t - node) < 1e-9, casadi.inf, 1.0),))
    steps = integrate(rhs, [0.0], 0.0, 2.0, (), P, Explicit(method, max_step=1.0, first_step=1.0))
    assert steps.counters["rejected"] >= 1
    assert steps.x[-1, 0] == pytest.approx(2.0, abs=1e-12)


@BOTH
def test_blow_up_is_a_step_too_small_or_not_finite(method):
    rhs = model(2, lambda x, p, t: (-x[0], x[1] ** 2))
    steps = integrate(rhs, [1.0, 1.0], 0.0, 2.0, (), P, Explicit(method))
    assert steps.status in ("step too small", "not finite")
    assert steps.worst == 1
    assert steps.t[-1] == pytest.approx(1.0, abs=1e-6)


def test_store_grows_and_progress_can_stop(kepler):
    config = Explicit("rk5", rtol=1e-12, atol=1e-12)
    seen = []
    whole = integrate(kepler, kepler_state(0, 0.3), 0.0, 30.0, (), P, config, lambda progress: seen.append(progress))
    assert whole.t.size > 1500
    assert [entry.t for entry in seen] == sorted(entry.t for entry in seen)
    assert seen[-1].fraction == 1.0
    short = integrate(kepler, kepler_state(0, 0.3), 0.0, 30.0, (), P, config, lambda progress: progress.steps < 100)
    assert short.status == "stopped"
    rest = integrate(kepler, (), 0.0, 30.0, (), P, config, state=short.state)
    np.testing.assert_array_equal(short.join(rest).x, whole.x)


def test_max_step_and_tiny_runs(kepler):
    x0 = kepler_state(0, 0.1)
    steps = integrate(kepler, x0, 0.0, 1.0, (), P, Explicit("rk8", max_step=0.01))
    assert np.diff(steps.t).max() <= 0.0101 * (1 + 1e-12)
    assert integrate(kepler, x0, 0.0, 0.0, (), P, Explicit()).t.tolist() == [0.0]
    assert integrate(kepler, x0, 5.0, 5.0 + 1e-14, (), P, Explicit()).t.tolist() == [5.0, 5.0 + 1e-14]


def test_tolerance_for_each_state(kepler):
    loose = integrate(kepler, kepler_state(0, 0.3), 0.0, 5.0, (), P, Explicit("rk5", rtol=0, atol=(1e-3,) * 4))
    tight = integrate(kepler, kepler_state(0, 0.3), 0.0, 5.0, (), P, Explicit("rk5", rtol=0, atol=(1e-3, 1e-9, 1e-3, 1e-3)))
    assert tight.counters["steps"] > 3 * loose.counters["steps"]


def test_model_without_states():
    rhs = model(0, lambda x, p, t: ())
    steps = integrate(rhs, [], 0.0, 1.0, [0.5], P, Explicit())
    assert steps.status == "finished"
    assert steps.x.shape == (steps.t.size, 0)
    assert steps.replay(rhs, [0.1, 0.9]).shape == (2, 0)


def test_wrong_sizes_are_refused(kepler):
    with pytest.raises(ValueError, match="4 states"):
        integrate(kepler, [0.0], 0.0, 1.0, (), P, Explicit())
    with pytest.raises(ValueError, match="parameters"):
        integrate(kepler, kepler_state(0, 0), 0.0, 1.0, (), np.zeros(3), Explicit())
    with pytest.raises(ValueError, match="no method"):
        Explicit("euler")
    steps = integrate(kepler, kepler_state(0, 0), 0.0, 1.0, (), P, Explicit())
    with pytest.raises(ValueError, match="between"):
        steps.replay(kepler, [1.5])


@pytest.mark.slow
def test_compiled_kernels_are_found_again_by_a_new_process():
    """Compiled, if not before, when this process imported them; a change of any solver's source gives them a new place."""
    code = (
        "from mars.solvers import explicit_kernels as kernels\n"
        "hits = [sum(k.stats.cache_hits.values()) for k in (kernels.advance, kernels.replay)]\n"
        "assert hits == [1, 1], hits"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT, timeout=300)
