"""The Newmark family: order, what theory says of each (β, γ), events, and the life of an iteration matrix."""

import math

import casadi
import numpy as np
import pytest

from bench.mechanisms import MAST_ANGLES, mast
from mars import load
from mars.solvers.dense_output import closed
from mars.solvers.driver import integrate
from mars.solvers.explicit import Explicit
from mars.solvers.newmark import Newmark
from mars.solvers.stiffness import spectral_radius
from tests.helpers.paths import CIRCUITS
from tests.helpers.solver_problems import NO_BALLS, ONE_MOTION, Floor, Machine, P, bounce, model, stiff_machine

TRAPEZOIDAL, LINEAR, DAMPED, CENTRAL = (0.25, 0.5), (1 / 6, 0.5), (0.3025, 0.6), (0.0, 0.5)
WAYS = [Newmark(step=0.01), Newmark(*CENTRAL, step=0.01), Newmark(rtol=1e-7), Newmark(step=0.01, iterations=1)]


W = 2 * math.pi


@pytest.fixture(scope="module")
def oscillator():
    """x'' = −(2π)² x: one swing each second."""
    return model(2, lambda x, p, t: (x[1], -(W**2) * x[0]))


def swing(rhs, scheme, step, end, **more):
    config = Newmark(*scheme, step=step, rtol=1e-13, atol=1e-13, **more)
    steps = integrate(rhs, [1.0, 0.0], 0.0, end, (), P, config, motions=ONE_MOTION)
    assert steps.status == "finished" and steps.counters["steps"] == round(end / step)
    return steps


def energies(steps):
    return 0.5 * steps.x[:, 1] ** 2 + 0.5 * W**2 * steps.x[:, 0] ** 2


def test_trapezoidal_rule_keeps_the_energy_of_an_oscillator(oscillator):
    steps = swing(oscillator, TRAPEZOIDAL, 0.1, 100.0)
    np.testing.assert_allclose(energies(steps), energies(steps)[0], rtol=1e-10)
    # tan(½ΩH) = ½ωh: the swing is longer, as theory says.
    turned = 2 * math.atan(0.5 * W * 0.1)
    np.testing.assert_allclose(steps.x[:, 0], np.cos(turned * np.arange(1001)), atol=1e-9)


def test_explicit_scheme_is_central_differences_without_any_matrix(oscillator):
    h = 0.02
    steps = swing(oscillator, CENTRAL, h, 4.0)
    q = [1.0, 1.0 - 0.5 * (W * h) ** 2]
    while len(q) < len(steps.t):
        q.append(2 * q[-1] - q[-2] - (W * h) ** 2 * q[-1])
    np.testing.assert_allclose(steps.x[:, 0], q, atol=1e-11)
    np.testing.assert_allclose(steps.x[1:-1, 1], (steps.x[2:, 0] - steps.x[:-2, 0]) / (2 * h), atol=1e-9)
    assert steps.counters["matrices"] == steps.counters["jacobians"] == 0 and steps.steps_per_matrix == math.inf
    assert steps.counters["evaluations"] == steps.counters["steps"] + 1


@pytest.mark.parametrize("scheme", [TRAPEZOIDAL, LINEAR, DAMPED, (0.5, 1.0), CENTRAL])
@pytest.mark.parametrize("count", [1, 8])
def test_every_scheme_has_its_amplification_matrix(oscillator, scheme, count):
    """Also with one Newton iteration for each step: the model is linear."""
    (beta, gamma), h = scheme, 0.05
    steps = swing(oscillator, scheme, h, 2.0, iterations=count)
    # The two formulas of Newmark with a = −ω² q at both ends.
    new = np.array([[1 + beta * (W * h) ** 2, 0], [gamma * h * W**2, 1]])
    old = np.array([[1 - (0.5 - beta) * (W * h) ** 2, h], [-(1 - gamma) * h * W**2, 1]])
    amplify, x = np.linalg.solve(new, old), np.array([1.0, 0.0])
    expected = [x := amplify @ x for _ in range(len(steps.t) - 1)]
    np.testing.assert_allclose(steps.x[1:], expected, atol=1e-6 if count == 1 else 1e-10)
    radius = np.abs(np.linalg.eigvals(amplify)).max()
    assert radius == pytest.approx(1) if gamma == 0.5 else radius < 1


@pytest.mark.parametrize("gamma", [0.55, 0.6, 0.8])
def test_damping_is_what_theory_says(oscillator, gamma):
    """With β = (γ + ½)²/4 the damping ratio is ½ (γ − ½) ω h, to first order (Hughes, The Finite Element Method, section 9.1)."""
    h, count = 0.01, 500
    steps = swing(oscillator, ((gamma + 0.5) ** 2 / 4, gamma), h, h * count)
    lost = math.log(energies(steps)[0] / energies(steps)[-1])
    assert lost == pytest.approx((gamma - 0.5) * W * h * W * h * count, rel=0.03)
    grown = swing(oscillator, (0.25, 0.45), h, h * count)
    assert energies(grown)[-1] > energies(grown)[0]


def test_explicit_scheme_has_its_limit_and_the_implicit_has_none(oscillator):
    """ωh = 2 is the limit of central differences."""
    assert np.abs(swing(oscillator, CENTRAL, 0.9 * 2 / W, 0.9 * 2 / W * 200).x).max() < 20
    assert np.abs(swing(oscillator, CENTRAL, 1.1 * 2 / W, 1.1 * 2 / W * 50).x).max() > 1e6
    assert np.abs(swing(oscillator, TRAPEZOIDAL, 1000 / W, 1000 / W * 200).x[:, 0]).max() < 1 + 1e-9


@pytest.fixture(scope="module")
def pendulum():
    return Machine(load(CIRCUITS / "double_pendulum.mars"))


@pytest.fixture(scope="module")
def body():
    return Machine(load(CIRCUITS / "torque_free_body.mars"))


@pytest.fixture(scope="module")
def top():
    return Machine(load(CIRCUITS / "heavy_top.mars"))


def order(machine, scheme, end, count, places, **more):
    """How much smaller the error, also between the points, is with half the step, as a power of two."""
    exact, times, errors = machine.exact(end), np.linspace(0, end, 77), []
    for number in (count, 2 * count):
        steps = machine.run(Newmark(*scheme, step=end / number, rtol=1e-10, atol=1e-10, **more), end)
        assert steps.status == "finished" and steps.counters["steps"] == number
        errors.append(np.abs(steps.replay(machine.rhs, times) - exact.replay(machine.rhs, times))[:, places].max())
    return math.log2(errors[0] / errors[1])


@pytest.mark.parametrize("scheme", [TRAPEZOIDAL, LINEAR, CENTRAL])
def test_order_two_on_a_pendulum(pendulum, scheme):
    assert order(pendulum, scheme, 1.0, 200, slice(None)) == pytest.approx(2, abs=0.15)


@pytest.mark.parametrize("scheme", [TRAPEZOIDAL, LINEAR, CENTRAL])
@pytest.mark.parametrize("name", ["body", "top"])
def test_order_two_on_spinning_bodies(request, name, scheme):
    machine = request.getfixturevalue(name)
    assert len(machine.model.quaternions) == 1 and len(machine.motions[1]) == 1
    assert order(machine, scheme, 1.0, 400, slice(None)) == pytest.approx(2, abs=0.15)


def test_order_one_with_damping_and_two_with_one_iteration(pendulum):
    assert order(pendulum, DAMPED, 1.0, 800, slice(None)) == pytest.approx(1, abs=0.15)
    assert order(pendulum, TRAPEZOIDAL, 1.0, 200, slice(None), iterations=1) == pytest.approx(2, abs=0.15)


def test_quaternions_keep_their_length(body):
    steps = body.run(Newmark(step=0.01), 2.0)
    first = body.model.quaternions[0]
    between = steps.replay(body.rhs, np.linspace(0, 2, 333))
    for states in (steps.x, between):
        np.testing.assert_allclose(np.linalg.norm(states[:, first : first + 4], axis=1), 1, rtol=1e-15)
    np.testing.assert_array_equal(steps.replay(body.rhs, steps.t), steps.x)


@pytest.fixture(scope="module")
def chain():
    return stiff_machine()


@pytest.mark.parametrize("count", [1, 8])
def test_stiff_chain_at_steps_far_beyond_the_explicit_limit(chain, count):
    limit = 2 / spectral_radius(chain.rhs, chain.x0, chain.p, 0.0)
    assert 100 * limit < 0.01
    exact = chain.exact(1.0).x[-1]
    for scheme, error in ((TRAPEZOIDAL, 2e-4), (DAMPED, 2e-3)):
        steps = chain.run(Newmark(*scheme, step=0.01, iterations=count), 1.0)
        assert steps.status == "finished" and steps.counters["matrices"] == 1
        assert np.abs(steps.x[-1] - exact).max() < error
    assert chain.run(Newmark(*CENTRAL, step=0.01), 1.0).status == "not finite"


def test_differences_in_lanes_and_alone_agree(chain):
    one, other = (chain.run(Newmark(step=0.002, rtol=1e-10, atol=1e-10), 0.4, lanes=lanes) for lanes in (True, False))
    np.testing.assert_allclose(one.x, other.x, atol=1e-7)
    assert one.counters["matrices"] == other.counters["matrices"]


@pytest.mark.parametrize("rtol", [1e-4, 1e-6])
def test_automatic_step_follows_the_tolerance_and_changes_rarely(pendulum, rtol):
    steps = pendulum.run(Newmark(rtol=rtol, atol=rtol), 2.0)
    exact = pendulum.exact(2.0)
    assert steps.status == "finished"
    assert 0.1 * rtol < np.abs(steps.x[-1] - exact.x[-1]).max() < 3000 * rtol
    sizes = np.diff(steps.t)
    changes = np.count_nonzero(np.abs(np.diff(sizes)) > 1e-6 * sizes[1:])
    assert changes * 5 < steps.counters["steps"] and steps.counters["rejected"] * 10 < steps.counters["steps"]


def test_four_bar_stays_closed():
    machine = Machine(load(CIRCUITS / "four_bar.mars"))
    assert machine.rhs.closing is not None
    exact = machine.exact(1.0)
    for scheme in (TRAPEZOIDAL, CENTRAL):
        steps = machine.run(Newmark(*scheme, step=0.002), 1.0)
        assert steps.status == "finished"
        times = np.linspace(0, 1.0, 41)
        between = closed(machine.rhs, steps, times, steps.replay(machine.rhs, times))
        for t, x in zip([*steps.t, *times], [*steps.x, *between], strict=True):
            w = np.zeros(machine.rhs.input_sizes[1])
            gaps, gap_rates = (np.array(part).ravel() for part in machine.model.closure(x, w, machine.p, t))
            assert np.abs(gaps).max() < 1e-10 and np.abs(gap_rates).max() < 1e-8
        assert np.abs(steps.x[-1] - exact.x[-1]).max() < 1e-2


@pytest.mark.parametrize("count", [1, 8])
def test_one_matrix_serves_a_hundred_steps_of_a_smooth_arm(count):
    """«Guarantees convergence for at least further 100 steps»: here 400 of 10 ms, from the break at 1 s to the end."""
    machine = Machine(load(CIRCUITS / "two_segment_manipulator.mars"))
    steps = machine.run(Newmark(step=0.01, iterations=count), 5.0)
    assert steps.status == "finished" and steps.counters["steps"] == 500
    assert steps.counters["matrices"] == 2 and steps.steps_per_matrix == 250 and steps.counters["longest"] == 400
    assert np.abs(steps.x[-1] - machine.exact(5.0).x[-1]).max() < 1e-6


def test_matrix_is_made_again_where_the_stiffness_changes():
    """A spring that becomes four hundred times stiffer on the way: the old matrix does not serve."""
    rhs = model(2, lambda x, p, t: (x[1], -100 * (1 + 200 * (1 + casadi.tanh(20 * (t - 1)))) * x[0]))
    steps = integrate(rhs, [1.0, 0.0], 0.0, 2.0, (), P, Newmark(step=0.02), motions=ONE_MOTION)
    assert steps.status == "finished" and 2 <= steps.counters["jacobians"] < 30


def test_one_iteration_with_a_stale_matrix_does_not_blow_up():
    """The stiff mast swings through poses in which its springs look different; without measuring θ it leaves all bounds."""
    machine = Machine(mast())
    steps = machine.run(Newmark(step=0.002, iterations=1), 1.0)
    assert steps.status == "finished" and steps.counters["rejected"] > 0
    assert np.abs(steps.x[-1] - machine.exact(1.0).x[-1])[: len(MAST_ANGLES)].max() < 1e-3


@pytest.fixture(scope="module")
def floor():
    return Floor()


@pytest.mark.parametrize("config", WAYS)
def test_ball_bounces_on_the_floor(floor, config):
    steps = integrate(floor, [1.0, 0.0], 0.0, 2.0, (), P, config, motions=ONE_MOTION, on_switch=bounce)
    exact = integrate(floor, [1.0, 0.0], 0.0, 2.0, (), P, Explicit("rk8", 1e-11, 1e-11), on_switch=bounce)
    hits, wanted = (run.t[:-1][np.diff(run.t) == 0] for run in (steps, exact))
    assert steps.status == "finished" and steps.counters["events"] == len(hits) == len(wanted) >= 3
    np.testing.assert_allclose(hits, wanted, atol=1e-3)
    # The state stored at a hit is the very one whose guard was looked at.
    at = np.flatnonzero(np.diff(steps.t) == 0)
    assert np.all(steps.x[at, 0] <= 0) and np.all(steps.x[at, 0] > -1e-10)
    np.testing.assert_array_equal(steps.x[at + 1, 1], -0.7 * steps.x[at, 1])
    assert np.all(steps.replay(floor, hits)[:, 1] > 0)


def test_resumed_mechanism_has_the_same_bits(chain):
    config = Newmark(step=0.003)
    whole = chain.run(config, 0.6)
    half = chain.run(config, 0.6, on_progress=lambda progress: False)
    assert half.status == "stopped" and 0 < half.t[-1] < 0.6
    rest = chain.run(config, 0.6, state=half.state)
    np.testing.assert_array_equal(half.join(rest).x, whole.x)
    assert rest.counters == whole.counters


def test_own_states_alone_go_by_the_trapezoidal_rule():
    rhs = model(2, lambda x, p, t: (-3.0 * x[0], x[0] - x[1]))
    steps = integrate(rhs, [1.0, 0.0], 0.0, 1.0, (), P, Newmark(step=0.1, rtol=1e-13, atol=1e-13))
    np.testing.assert_allclose(steps.x[:, 0], (0.85 / 1.15) ** np.arange(11), rtol=1e-10)
    assert steps.counters["matrices"] == 1 and steps.steps_per_matrix == 10


def test_models_without_states():
    steps = integrate(model(0, lambda x, p, t: ()), [], 0.0, 1.0, [0.5], P, Newmark(step=0.1))
    assert steps.status == "finished" and steps.replay(None, [0.1, 0.9]).shape == (2, 0)


def test_wrong_settings_are_refused(oscillator):
    for wrong in ({"beta": -0.1}, {"beta": 0.6}, {"gamma": 1.5}, {"step": -1.0}, {"iterations": 0}, {"atol": 0.0}):
        with pytest.raises(ValueError):
            Newmark(**wrong)
    with pytest.raises(ValueError, match="motions"):
        integrate(oscillator, [1.0, 0.0], 0.0, 1.0, (), P, Newmark(), motions=(np.array([[0, 0]]), NO_BALLS))
