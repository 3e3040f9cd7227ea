"""Radau IIA: its numbers, stiff problems with published answers and a stiff mechanism."""

import math

import casadi
import numpy as np
import pytest
from scipy.integrate._ivp import radau as scipy_radau

from mars.machine import compile_function
from mars.solvers import radau_constants, radau_systems
from mars.solvers.driver import integrate
from mars.solvers.explicit import Explicit
from mars.solvers.radau import Radau
from mars.solvers.stiffness import held_by_stability, spectral_radius
from tests.helpers.solver_problems import P, kepler_orbit, kepler_state, model_and_lanes, spinning_rates, stiff_machine


@pytest.fixture(scope="module")
def kepler():
    return kepler_orbit()


def test_numbers_are_the_published_ones():
    k = radau_constants
    assert pytest.approx(scipy_radau.MU_REAL, rel=1e-15) == k.GAMMA
    assert pytest.approx(scipy_radau.MU_COMPLEX, rel=1e-15) == k.ALPHA - 1j * k.BETA
    np.testing.assert_allclose(scipy_radau.E, [k.E1, k.E2, k.E3], rtol=1e-15)
    T = np.array([[k.T11, k.T12, k.T13], [k.T21, k.T22, k.T23], [k.T31, 1, 0]])
    inverse = np.array([[k.I11, k.I12, k.I13], [k.I21, k.I22, k.I23], [k.I31, k.I32, k.I33]])
    np.testing.assert_allclose(T @ inverse, np.eye(3), atol=1e-14)
    # T·Λ·T⁻¹ is the inverse of Butcher's matrix.
    middle = np.array([[k.GAMMA, 0, 0], [0, k.ALPHA, -k.BETA], [0, k.BETA, k.ALPHA]])
    r = math.sqrt(6)
    butcher = [
        [(88 - 7 * r) / 360, (296 - 169 * r) / 1800, (-2 + 3 * r) / 225],
        [(296 + 169 * r) / 1800, (88 + 7 * r) / 360, (-2 - 3 * r) / 225],
        [(16 - r) / 36, (16 + r) / 36, 1 / 9],
    ]
    np.testing.assert_allclose(T @ middle @ inverse @ butcher, np.eye(3), atol=1e-13)


def van_der_pol(x, _p, _t):
    return x[1], ((1 - x[0] ** 2) * x[1] - x[0]) / 1e-6


def van_der_pol_slow(x, _p, _t):
    return x[1], 1e3 * (1 - x[0] ** 2) * x[1] - x[0]


def robertson(x, _p, _t):
    a, b, c = 0.04 * x[0], 1e4 * x[1] * x[2], 3e7 * x[1] ** 2
    return b - a, a - b - c, c


def hires(x, _p, _t):
    return (
        -1.71 * x[0] + 0.43 * x[1] + 8.32 * x[2] + 0.0007,
        1.71 * x[0] - 8.75 * x[1],
        -10.03 * x[2] + 0.43 * x[3] + 0.035 * x[4],
        8.32 * x[1] + 1.71 * x[2] - 1.12 * x[3],
        -1.745 * x[4] + 0.43 * x[5] + 0.43 * x[6],
        -280 * x[5] * x[7] + 0.69 * x[3] + 1.71 * x[4] - 0.43 * x[5] + 0.69 * x[6],
        280 * x[5] * x[7] - 1.81 * x[6],
        -280 * x[5] * x[7] + 1.81 * x[6],
    )


# Start, end, answer, and how large the smallest of interest is. Hairer and Wanner's test set, Robertson's after Hindmarsh.
PUBLISHED = {
    "van der pol": (van_der_pol, [2, 0], 2.0, [1.706167732170483, -0.8928097010247975], 1.0, 1e-8),
    "van der pol, mu = 1000": (van_der_pol_slow, [2, 0], 2000.0, [1.706167732170483, -0.8928097010247975e-3], 1e-3, 1e-8),
    "robertson": (robertson, [1, 0, 0], 40.0, [0.7158270687, 9.185534765e-6, 0.2841637457], 1e-6, 1e-8),
    "hires": (
        *(hires, [1, 0, 0, 0, 0, 0, 0, 0.0057], 321.8122),
        [
            *(0.7371312573325668e-3, 0.1442485726316185e-3, 0.5888729740967575e-4, 0.1175651343283149e-2),
            *(0.2386356198831331e-2, 0.6238968252742796e-2, 0.2849998395185769e-2, 0.2850001604814231e-2),
        ],
        *(1e-4, 1e-7),
    ),
}


@pytest.mark.parametrize("name", PUBLISHED)
@pytest.mark.parametrize("wide", [False, True])
def test_published_stiff_problems(name, wide):
    rates, x0, end, answer, small, accuracy = PUBLISHED[name]
    rhs, lanes = model_and_lanes(len(x0), rates)
    counts = []
    for rtol in (1e-5, 1e-9):
        steps = integrate(rhs, x0, 0.0, end, (), P, Radau(rtol=rtol, atol=rtol * small), lanes=lanes if wide else None)
        assert steps.status == "finished"
        counts.append(steps.counters["steps"])
    np.testing.assert_allclose(steps.x[-1], answer, rtol=accuracy, atol=0)
    assert counts[0] < 450
    assert counts[1] < 2200  # the error between the nodes, of order 4, is kept to the tolerance too


@pytest.mark.parametrize("stiffness", [1e2, 1e6, 1e10])
def test_prothero_robinson(stiffness):
    """y' = −λ(y − cos t) − sin t has the solution cos t. Stages are exact for large λ, but not what lies between them."""
    rhs, _ = model_and_lanes(1, lambda x, p, t: (-stiffness * (x[0] - casadi.cos(t)) - casadi.sin(t),))
    steps = integrate(rhs, [1.0], 0.0, 10.0, (), P, Radau(rtol=1e-7, atol=1e-7))
    assert steps.status == "finished"
    assert np.abs(steps.x[:, 0] - np.cos(steps.t)).max() < 5e-6
    assert steps.counters["steps"] < 100
    times = np.linspace(0, 10, 201)
    assert np.abs(steps.replay(rhs, times)[:, 0] - np.cos(times)).max() < 1e-5


def test_linear_system_with_exact_solution():
    """Eigenvalues from −1 to −1e6 and a lightly damped pair, mixed by an orthogonal matrix."""
    mixed, _ = np.linalg.qr(np.random.default_rng(3).standard_normal((6, 6)))
    inner = np.diag([-1.0, -50.0, -1e4, -1e6, -0.1, -0.1])
    inner[4, 5], inner[5, 4] = 2.0, -2.0
    A = mixed @ inner @ mixed.T
    rhs, lanes = model_and_lanes(6, lambda x, p, t: casadi.vertsplit(casadi.DM(A) @ x))
    x0 = mixed @ np.ones(6)
    steps = integrate(rhs, x0, 0.0, 3.0, (), P, Radau(rtol=1e-8, atol=1e-8), lanes=lanes)
    a, b = math.cos(6) + math.sin(6), math.cos(6) - math.sin(6)
    exact = mixed @ [math.exp(-3), 0, 0, 0, math.exp(-0.3) * a, math.exp(-0.3) * b]
    np.testing.assert_allclose(steps.x[-1], exact, atol=3e-7)
    assert steps.counters["jacobians"] * 10 < steps.counters["steps"]


def test_differences_in_lanes_and_alone_agree():
    rhs, lanes = model_and_lanes(8, hires)
    config = Radau(rtol=1e-6, atol=1e-10)
    start = [1, 0, 0, 0, 0, 0, 0, 0.0057]
    alone, together = (integrate(rhs, start, 0.0, 300.0, (), P, config, lanes=way) for way in (None, lanes))
    assert alone.counters["steps"] == pytest.approx(together.counters["steps"], abs=3)
    np.testing.assert_allclose(alone.x[-1], together.x[-1], rtol=1e-5)


@pytest.fixture(scope="module")
def chain():
    made = stiff_machine()
    return made.rhs, made.lanes, made.x0, made.p


def test_stiff_mechanism_against_rk8(chain):
    rhs, lanes, x0, p = chain
    exact = integrate(rhs, x0, 0.0, 1.0, (), p, Explicit("rk8", rtol=1e-11, atol=1e-12))
    steps = integrate(rhs, x0, 0.0, 1.0, (), p, Radau(rtol=1e-6, atol=1e-8), lanes=lanes)
    assert steps.status == exact.status == "finished"
    assert np.abs(steps.x[-1] - exact.x[-1]).max() < 2e-5
    taken = steps.counters
    assert taken["steps"] * 10 < exact.counters["steps"]
    assert taken["evaluations"] * 20 < exact.counters["evaluations"]
    assert taken["jacobians"] * 10 < taken["steps"]
    assert taken["decompositions"] <= taken["steps"] + taken["rejected"]
    times = np.linspace(0.1, 1, 50)
    angles = slice(0, 3)
    difference = steps.replay(rhs, times) - exact.replay(rhs, times)
    assert np.abs(difference[:, angles]).max() < 2e-6


def test_newton_seldom_fails_twice_in_a_row():
    """A quick top turns far within a step: its Jacobian, not its error, limits the step."""

    def rates(x, _p, _t):
        q, (a, b, c) = x[:4], (x[4], x[5], x[6])
        turned = 0.5 * casadi.vertcat(
            *(-a * q[1] - b * q[2] - c * q[3], a * q[0] + c * q[2] - b * q[3]),
            *(b * q[0] - c * q[1] + a * q[3], c * q[0] + b * q[1] - a * q[2]),
        )
        return turned, 0.9 * b * c, -0.8 * a * c, -0.1 * a * b

    rhs, lanes = model_and_lanes(7, rates)
    x0 = [1, 0, 0, 0, 1, 2, 150]
    steps = integrate(rhs, x0, 0.0, 0.5, (), P, Radau(rtol=1e-5, atol=1e-5), quaternions=[0], lanes=lanes)
    exact = integrate(rhs, x0, 0.0, 0.5, (), P, Explicit("rk8", 1e-11, 1e-11), quaternions=[0])
    assert np.abs(steps.x[-1, :4] - exact.x[-1, :4]).max() < 5e-3
    assert steps.counters["rejected"] * 2 < steps.counters["steps"]


@pytest.mark.slow
def test_speeds_are_eliminated_before_the_factors(chain):
    rhs, _, x0, p = chain
    size = x0.size
    steps = integrate(rhs, x0, 0.0, 0.1, (), p, Radau())
    jacobian = steps.state.memory[: size * size].reshape(size, size)
    reduction, factors, step = radau_systems.make_reduction(size), radau_systems.make_factors(size), 0.01
    gone = radau_systems.eliminate(jacobian, reduction)
    assert gone == 3
    assert radau_systems.factorise(reduction, factors, gone, size, step)
    v, u, w = np.random.default_rng(1).standard_normal((3, size))
    a, b, c = v.copy(), u.copy(), w.copy()
    radau_systems.solve(reduction, factors, gone, step, a)
    radau_systems.solve_complex(reduction, factors, gone, step, b, c, np.zeros((2, size)))
    one = np.eye(size)
    np.testing.assert_allclose(a, np.linalg.solve(radau_constants.GAMMA / step * one - jacobian, v), rtol=1e-9)
    complex_matrix = complex(radau_constants.ALPHA, radau_constants.BETA) / step * one - jacobian
    np.testing.assert_allclose(b + 1j * c, np.linalg.solve(complex_matrix, u + 1j * w), rtol=1e-9)


def test_quaternions_keep_their_length_and_points_their_bits():
    rhs, lanes = model_and_lanes(5, spinning_rates)
    config = Radau(rtol=1e-5, atol=1e-6)
    steps = integrate(rhs, [1, 0, 0, 0, 0], 0.0, 3.0, [1.5, 2.0], P, config, quaternions=[0], lanes=lanes)
    exact = integrate(rhs, [1, 0, 0, 0, 0], 0.0, 3.0, [1.5, 2.0], P, Explicit("rk8", 1e-11, 1e-11), quaternions=[0])
    np.testing.assert_allclose(steps.x[-1], exact.x[-1], atol=1e-4)
    np.testing.assert_allclose(np.linalg.norm(steps.x[:, :4], axis=1), 1, rtol=4e-16)
    middle = steps.replay(rhs, np.linspace(0, 3, 101))
    np.testing.assert_allclose(np.linalg.norm(middle[:, :4], axis=1), 1, rtol=4e-16)
    np.testing.assert_array_equal(steps.replay(rhs, steps.t), steps.x)
    np.testing.assert_array_equal(steps.replay(rhs, steps.t[::-1]), steps.x[::-1])


def test_differences_turn_back_at_the_edge_of_a_domain():
    """x grows no further than 1, and the root has no value beyond."""
    rhs, lanes = model_and_lanes(1, lambda x, p, t: (-casadi.sqrt(1 - x[0]) - 0.1,))
    for way in (None, lanes):
        assert integrate(rhs, [1.0], 0.0, 1.0, (), P, Radau(), lanes=way).status == "finished"


def test_what_does_not_belong_together_is_refused(kepler):
    rhs, lanes = kepler
    steps = integrate(rhs, kepler_state(0, 0), 0.0, 1.0, (), P, Radau(), lanes=lanes)
    x, w, p, t = (casadi.SX.sym(*pair) for pair in (("x", 1), ("w", 1), ("p", 1), ("t", 1)))
    looped = compile_function(casadi.Function("rhs", [x, w, p, t], [-x + w, casadi.vertcat(w, 1, 1)]))
    with pytest.raises(ValueError, match="closure"):
        integrate(looped, [1.0], 0.0, 1.0, (), P, Radau())
    steps.state.memory = np.zeros(3)
    with pytest.raises(ValueError, match="belong"):
        integrate(rhs, (), 0.0, 2.0, (), P, Radau(), state=steps.state)


@pytest.mark.parametrize(
    "eigenvalues", [[-1, -50, -3e4], [-1, 20, 3], [(-2, 700), -300], [(0, 1e4), (-5, 9e2), -0.1], [-40, 40, 1], [0, 0]]
)
def test_spectral_radius(eigenvalues):
    blocks = [np.array([[e]]) if np.isscalar(e) else np.array([[e[0], e[1]], [-e[1], e[0]]]) for e in eigenvalues]
    size = sum(len(block) for block in blocks)
    inner, here = np.zeros((size, size)), 0
    for block in blocks:
        inner[here : here + len(block), here : here + len(block)] = block
        here += len(block)
    mixed = np.random.default_rng(5).standard_normal((size, size))
    A = mixed @ inner @ np.linalg.inv(mixed)
    rhs, _ = model_and_lanes(size, lambda x, p, t: casadi.vertsplit(casadi.DM(A) @ x))
    found = spectral_radius(rhs, np.ones(size), P, 0.0)
    assert found == pytest.approx(np.abs(np.linalg.eigvals(A)).max(), rel=0.02, abs=1e-3)


def test_stiffness_is_seen_in_the_steps_of_an_explicit_run(chain, kepler):
    rhs, _, x0, p = chain
    for method in ("rk5", "rk8"):
        steps = integrate(rhs, x0, 0.0, 0.5, (), p, Explicit(method, rtol=1e-6, atol=1e-8))
        step = float(np.median(np.diff(steps.t)[-50:]))
        assert held_by_stability(step, spectral_radius(rhs, steps.x[-1], p, 0.5), method)
        smooth, _ = kepler
        steps = integrate(smooth, kepler_state(0, 0.3), 0.0, 20.0, (), P, Explicit(method, rtol=1e-6, atol=1e-8))
        step = float(np.median(np.diff(steps.t)[-50:]))
        assert not held_by_stability(step, spectral_radius(smooth, steps.x[-1], P, 20.0), method)
