"""The choice of the method: stiff runs are handed over to Radau, others are not, and nothing is lost on the way."""

import casadi
import numpy as np
import pytest
from test_events import Bounce, Guarded

from mars.machine import compile_function
from mars.solvers import explicit
from mars.solvers.auto import FIRST, Automatic, integrate_auto
from mars.solvers.explicit import Explicit


def pendulum(x, _p, _t):
    return x[1], -9.81 * casadi.sin(x[0])


def relaxing(x, _p, t):
    """Follows the cosine, strongly."""
    return (-1e5 * (x[0] - casadi.cos(t)),)


def native(size, rates):
    x, w, p, t = (casadi.SX.sym(*pair) for pair in (("x", size), ("w", 0), ("p", 1), ("t", 1)))
    dx = casadi.densify(casadi.vertcat(*rates(x, p, t)))
    return compile_function(casadi.Function("rhs", [x, w, p, t], [dx, casadi.SX(0, 1)]))


P = np.zeros(1)


def test_a_pendulum_stays_with_rk8():
    rhs = native(2, pendulum)
    steps = integrate_auto(rhs, [1.0, 0.0], 0.0, 200.0, (), P, Automatic(1e-9, 1e-9))
    alone = explicit.integrate(rhs, [1.0, 0.0], 0.0, 200.0, (), P, Explicit("rk8", 1e-9, 1e-9))
    assert steps.counters["steps"] > FIRST + 1000
    assert steps.methods == [("rk8", 0.0)] and steps.status == "finished"
    np.testing.assert_array_equal(steps.x, alone.x)


def test_a_stiff_run_is_handed_over_once():
    rhs, asked = native(1, relaxing), []
    steps = integrate_auto(*(rhs, [1.0], 0.0, 10.0, [2.0, 5.0], P, Automatic(1e-7, 1e-7)), lanes=lambda: asked.append(1) or None)
    (first, begin), (second, change) = steps.methods
    assert (first, begin, second) == ("rk8", 0.0, "radau") and 0 < change < 0.1 and asked == [1]
    assert steps.status == "finished" and steps.t[FIRST] == change and steps.counters["steps"] < FIRST + 200
    times = np.linspace(0, 10, 201)
    np.testing.assert_allclose(steps.replay(rhs, times)[:, 0], np.cos(times), atol=1e-4)
    np.testing.assert_array_equal(explicit.replay(rhs, steps, steps.t), steps.x)
    np.testing.assert_array_equal(np.unique(steps.parameters[steps.segment, 0]), [1.0, 3.5, 7.5])


def test_a_handed_over_run_can_be_stopped_and_goes_on_with_radau():
    rhs = native(1, relaxing)
    config = Automatic(1e-7, 1e-7)
    whole = integrate_auto(rhs, [1.0], 0.0, 10.0, (), P, config)
    first = integrate_auto(rhs, [1.0], 0.0, 10.0, (), P, config, lambda progress: progress.steps <= FIRST)
    assert first.status == "stopped" and len(first.methods) == 2
    rest = integrate_auto(rhs, (), 0.0, 10.0, (), P, config, state=first.state)
    assert [name for name, _ in rest.methods] == ["radau"]
    both = first.join(rest)
    np.testing.assert_array_equal(both.x, whole.x)
    np.testing.assert_array_equal(both.replay(rhs, [0.0, 5.0, 10.0]), whole.replay(rhs, [0.0, 5.0, 10.0]))


def test_events_go_on_behind_the_change():
    """A ball, and something stiff that does not disturb it; modes are kept."""
    rhs = Guarded(3, lambda x, p, t: (x[1], -9.81, -1e5 * (x[2] - p[1])), lambda x, v, p, t: [x[0]])
    bounce = Bounce(0.8)
    config = Automatic(1e-8, 1e-8)
    steps = integrate_auto(rhs, [1.0, 0.0, 0.0], 0.0, 3.0, (), np.zeros(2), config, on_switch=lambda run: bounce(run.switch))
    assert [name for name, _ in steps.methods] == ["rk8", "radau"]
    assert [kind for kind, _, _ in bounce.seen].count("start") == 1
    assert steps.counters["events"] == len(bounce.times) >= 4
    assert steps.x[-1, 2] == pytest.approx(len(bounce.times), abs=1e-6)
