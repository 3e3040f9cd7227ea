"""The choice of the method: stiff runs are handed over to Radau, others are not, and nothing is lost on the way."""

import casadi
import numpy as np
import pytest

import mars
from mars.document.circuit import Circuit
from mars.machine import compile_function
from mars.solvers.auto import FIRST_CHECK, QUICK, Automatic
from mars.solvers.driver import integrate
from mars.solvers.explicit import Explicit
from mars.solvers.stiffness import held_by_stability
from tests.helpers.guarded import Bounce, Guarded


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
    steps = integrate(rhs, [1.0, 0.0], 0.0, 200.0, (), P, Automatic(1e-9, 1e-9))
    alone = integrate(rhs, [1.0, 0.0], 0.0, 200.0, (), P, Explicit("rk8", 1e-9, 1e-9))
    assert steps.counters["steps"] > FIRST_CHECK + 1000
    assert steps.methods == [("rk8", 0.0)] and steps.status == "finished"
    np.testing.assert_array_equal(steps.x, alone.x)


def test_a_stiff_run_is_handed_over_once():
    rhs, asked = native(1, relaxing), []
    steps = integrate(*(rhs, [1.0], 0.0, 10.0, [2.0, 5.0], P, Automatic(1e-7, 1e-7)), lanes=lambda: asked.append(1) or None)
    (first, begin), (second, change) = steps.methods
    assert (first, begin, second) == ("rk8", 0.0, "radau") and 0 < change < 0.1 and asked == [1]
    assert steps.status == "finished" and steps.t[FIRST_CHECK] == change and steps.counters["steps"] < FIRST_CHECK + 200
    times = np.linspace(0, 10, 201)
    np.testing.assert_allclose(steps.replay(rhs, times)[:, 0], np.cos(times), atol=1e-4)
    np.testing.assert_array_equal(steps.replay(rhs, steps.t), steps.x)
    np.testing.assert_allclose(np.unique(steps.parameters[steps.segment, 0]), [1.0, 0.5 * (change + 2.0), 3.5, 7.5], rtol=1e-12)


def servo():
    """One axis with motor, current loop and PID: the current follows in 0.3 ms what the load does in tenths of a second."""
    c = Circuit("servo", gravity=[0, 0, 0])
    c.add("electrical.battery", "V1", open_voltage=48)
    c.add("electrical.ground", "GND1")
    c.add("drives.servo_amplifier", "AMP1")
    c.add("drives.dc_motor", "MT1", ratio=100)
    c.add("dynamics.rotor", "R1", inertia=0.5)
    c.add("sensors.shaft", "SEN1")
    c.add("signals.law", "W1", law="0.5*sin(1.3*t)")
    c.add("control.pid", "PID1", kp=200, ki=100, kd=10, filter=0.01)
    for node in (
        "V1.p AMP1.p", "V1.n AMP1.n GND1.p", "AMP1.out_p MT1.p", "AMP1.out_n MT1.n", "MT1.shaft R1.shaft SEN1.a",
        "W1.out PID1.reference", "SEN1.out PID1.measured", "PID1.out AMP1.command",
    ):  # fmt: skip
        c.connect(*node.split())
    return c


def test_quick_modes_that_only_follow_are_handed_over_before_stability_asks_for_it():
    """Currents that follow slow motions cost rk8 digits long before they cost it stability."""
    chosen, alone = (mars.simulate(servo(), 4.0, method=method) for method in ("auto", "rk8"))
    usual = float(np.median(np.diff(alone.steps.t)))
    assert not held_by_stability(usual, 3000.0) and usual * 3000.0 > QUICK
    assert [name for name, _ in chosen.steps.methods] == ["rk8", "radau"]
    assert chosen.steps.counters["evaluations"] < alone.steps.counters["evaluations"] / 2
    np.testing.assert_allclose(chosen["R1.shaft.angle"], alone["R1.shaft.angle"], atol=1e-7)


def test_what_swings_quickly_itself_is_not_handed_over():
    """The same quick mode, excited: Radau could not take longer steps."""
    rhs = native(2, lambda x, p, t: (x[1], -(3000.0**2) * x[0]))
    steps = integrate(rhs, [1.0, 0.0], 0.0, 0.5, (), P, Automatic(1e-9, 1e-9))
    assert steps.counters["steps"] > FIRST_CHECK and [name for name, _ in steps.methods] == ["rk8"]


def test_a_handed_over_run_can_be_stopped_and_goes_on_with_radau():
    rhs = native(1, relaxing)
    config = Automatic(1e-7, 1e-7)
    whole = integrate(rhs, [1.0], 0.0, 10.0, (), P, config)
    first = integrate(rhs, [1.0], 0.0, 10.0, (), P, config, lambda progress: progress.steps <= FIRST_CHECK)
    assert first.status == "stopped" and len(first.methods) == 2
    rest = integrate(rhs, (), 0.0, 10.0, (), P, config, state=first.state)
    assert [name for name, _ in rest.methods] == ["radau"]
    both = first.join(rest)
    np.testing.assert_array_equal(both.x, whole.x)
    np.testing.assert_array_equal(both.replay(rhs, [0.0, 5.0, 10.0]), whole.replay(rhs, [0.0, 5.0, 10.0]))


def test_events_go_on_behind_the_change():
    """A ball, and something stiff that does not disturb it; modes are kept."""
    rhs = Guarded(3, lambda x, p, t: (x[1], -9.81, -1e5 * (x[2] - p[1])), lambda x, v, p, t: [x[0]])
    bounce = Bounce(0.8)
    config = Automatic(1e-8, 1e-8)
    steps = integrate(rhs, [1.0, 0.0, 0.0], 0.0, 3.0, (), np.zeros(2), config, on_switch=lambda run: bounce(run.switch))
    assert [name for name, _ in steps.methods] == ["rk8", "radau"]
    assert [kind for kind, _, _ in bounce.seen].count("start") == 1
    assert steps.counters["events"] == len(bounce.times) >= 4
    assert steps.x[-1, 2] == pytest.approx(len(bounce.times), abs=1e-6)
