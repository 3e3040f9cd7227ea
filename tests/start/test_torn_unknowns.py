"""Nonlinear algebraic equations: torn unknowns, found by damped Newton in every evaluation."""

import casadi as ca
import numpy as np
import pytest

import mars
from mars.component.base import Component
from mars.component.declarations import Parameter, Port
from mars.component.domains import ROTATION
from mars.document.circuit import Circuit
from mars.kinds.registry import kinds


class Cubic(Component):
    """Hardening spring k s + q s³ between two shafts."""

    letters = "DC"
    a = Port(ROTATION, at=(-30, 0), help="first shaft")
    b = Port(ROTATION, at=(30, 0), open="reference", help="second shaft")
    soft = Parameter(1.0, "N·m/rad", "linear part")
    hard = Parameter(5.0, "N·m/rad", "cubic part, per rad²")

    def twist(self):
        return self.b.angle - self.a.angle

    def equations(self):
        torque = self.soft * self.twist() + self.hard * self.twist() ** 3
        yield self.a.torque == -torque
        yield self.b.torque == torque

    def stored(self):
        return self.soft * self.twist() ** 2 / 2 + self.hard * self.twist() ** 4 / 4


class Square(Component):
    """Drag quadratic in the speed between two shafts."""

    letters = "DC"
    a = Port(ROTATION, at=(-30, 0), help="first shaft")
    b = Port(ROTATION, at=(30, 0), open="reference", help="second shaft")
    drag = Parameter(1.0, "N·m", "torque at 1 rad/s")

    def rate(self):
        return self.b.speed - self.a.speed

    def equations(self):
        torque = self.drag * self.rate() * ca.fabs(self.rate())
        yield self.a.torque == -torque
        yield self.b.torque == torque

    def loss(self):
        return self.drag * ca.fabs(self.rate()) ** 3

    def stored(self):
        return 0.0


@pytest.fixture(autouse=True)
def library(monkeypatch):
    monkeypatch.setitem(kinds(), "test.cubic", Cubic)
    monkeypatch.setitem(kinds(), "test.square", Square)


def disc(*chain: tuple[str, dict]) -> Circuit:
    """A disc of 1 kg·m² with laws in series from its shaft to its housing."""
    c = Circuit("torn", gravity=[0, 0, 0])
    c.add("bodies.base", "Base")
    c.add("joints.rotation", "J")
    c.add("bodies.body", "B", mass=1, inertia=[1, 1, 1])
    c.connect("Base.1", "J.1")
    c.connect("J.2", "B.1")
    end = "J.turn"
    for i, (kind, values) in enumerate(chain, start=1):
        c.add(kind, f"S{i}", **values)
        c.connect(end, f"S{i}.a")
        end = f"S{i}.b"
    c.set_start("J.angle", 1.0)
    return c


@pytest.mark.parametrize(("method", "tolerance"), [("rk8", 1e-9), ("rk5", 1e-8), ("radau", 1e-6), ("auto", 1e-9)])
def test_two_equal_springs_in_series_are_one_of_twice_the_twist(method, tolerance):
    """Each takes half the twist s: k s/2 + q s³/8."""
    two = mars.simulate(disc(("test.cubic", {}), ("test.cubic", {})), until=8, method=method, rtol=1e-9)
    one = mars.simulate(disc(("test.cubic", {"soft": 0.5, "hard": 5 / 8})), until=8, rtol=1e-9)
    assert two["J.angle"] == pytest.approx(one["J.angle"], abs=tolerance)
    assert two["S1.b.angle"] == pytest.approx(two["J.angle"] / 2, abs=tolerance)
    assert two["S1.b.speed"] == pytest.approx(two["J.turn.speed"] / 2, abs=10 * tolerance)
    assert two.ledger().relative_residual < 1e-7


def test_three_unlike_springs_balance_and_keep_energy():
    c = disc(("test.cubic", {}), ("dynamics.spring", {"stiffness": 2}), ("test.cubic", {"soft": 0.1, "hard": 30}))
    run = mars.simulate(c, until=5)
    assert run["S1.a.torque"] == pytest.approx(run["S3.a.torque"], abs=1e-10)
    assert run.ledger().relative_residual < 1e-9


def test_torn_speed_between_two_drags():
    """Equal quadratic drags in series halve the rate: torque (w/2)², so w' = −w²/4 and w = w0/(1 + w0 t/4)."""
    c = disc(("test.square", {}), ("test.square", {}))
    c.set_start("J.turn.speed", 2.0)
    run = mars.simulate(c, until=4)
    assert run["J.turn.speed"] == pytest.approx(2 / (1 + run.time / 2), rel=1e-8)
    assert run["S2.a.angle"][-1] == pytest.approx(0.5 * (run["J.angle"][-1] - 1), abs=1e-7)


def test_newton_is_damped_where_full_steps_would_fly_away():
    """A law that flattens: atan-like springs need shortened steps from a bad start."""

    class Flat(Cubic):
        def equations(self):
            torque = ca.atan(40 * self.twist()) + 1e-3 * self.twist()
            yield self.a.torque == -torque
            yield self.b.torque == torque

    kinds()["test.flat"] = Flat
    try:
        c = disc(("test.flat", {}), ("dynamics.spring", {"stiffness": 1}))
        run = mars.simulate(c, until=0.5)
        twist = run["S1.b.angle"] - run["J.angle"]
        assert np.arctan(40 * twist) + 1e-3 * twist == pytest.approx(-run["S1.b.angle"], abs=1e-10)
    finally:
        del kinds()["test.flat"]


def test_law_without_solution_names_the_unknown():
    class Never(Cubic):
        def equations(self):
            torque = 1 + self.twist() ** 2  # always positive: nothing balances two of them
            yield self.a.torque == -torque
            yield self.b.torque == torque

    kinds()["test.never"] = Never
    try:
        c = disc(("test.never", {}), ("dynamics.spring", {"stiffness": 0.1}))
        with pytest.raises(mars.CircuitError, match=r"S1\.b\.angle: no solution found for the nonlinear laws") as caught:
            mars.simulate(c, until=0.5)
        assert caught.value.code == "nonlinear"
    finally:
        del kinds()["test.never"]
