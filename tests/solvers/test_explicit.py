"""Explicit Runge–Kutta: the tables, known orbits, and that steps are the run."""

import casadi
import numpy as np
import pytest
from scipy.integrate._ivp import dop853_coefficients, rk

from mars.solvers import abi, explicit_replay, explicit_stages
from mars.solvers.addresses import buffers
from mars.solvers.dense_output import quadrature_points
from mars.solvers.driver import integrate
from mars.solvers.explicit import Explicit
from mars.solvers.runge_kutta_tables import METHODS, RK5, RK8
from tests.helpers.solver_problems import P, kepler_orbit, kepler_state, model, spinning_rates


@pytest.fixture(scope="module")
def kepler():
    return kepler_orbit()[0]


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
def test_a_stage_that_is_not_finite_is_never_accepted(method):
    """Not even one without weight in the new state and in the error: here the second, for steps of 1."""
    node = METHODS[method].nodes[1]
    rhs = model(1, lambda x, p, t: (casadi.if_else(casadi.fabs(t - node) < 1e-9, casadi.inf, 1.0),))
    steps = integrate(rhs, [0.0], 0.0, 2.0, (), P, Explicit(method, max_step=1.0, first_step=1.0))
    assert steps.counters["rejected"] >= 1
    assert steps.x[-1, 0] == pytest.approx(2.0, abs=1e-12)


def test_unknown_method_is_refused():
    with pytest.raises(ValueError, match="no method"):
        Explicit("euler")


def test_values_between_steps_read_no_memory_behind_the_tolerances(kepler, monkeypatch):
    """The kernel reads whole blocks: chance numbers behind the last tolerance led to 0/0 and steps 4,000 times shorter."""
    given, replay = [], explicit_replay.replay
    monkeypatch.setattr(explicit_replay, "replay", lambda *arguments: given.append(arguments) or replay(*arguments))
    steps = integrate(kepler, kepler_state(0, 0.3), 0.0, 1.0, [], P, Explicit("rk8", rtol=1e-9, atol=1e-3))
    steps.replay(kepler, [0.5])
    k = given[0][-3]
    tolerances = [part for part in given[0] if getattr(part, "ndim", 0) == 1 and part.size and part[0] == 1e-3]
    assert [part.size for part in tolerances] == [k.shape[1]] and np.all(tolerances[0] > 0)
    assert k.shape[1] > steps.x.shape[1]
