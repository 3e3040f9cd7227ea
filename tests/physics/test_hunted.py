"""Circuits that once went wrong: each says what was."""

from pathlib import Path

import numpy as np
import pytest
from switching import balanced, between, shafts, sliders, start

import mars
from mars.circuit import Circuit


def test_a_grip_over_a_hinge_stops_its_turn():
    """Rows that the hinge keeps already were rounding, scaled up to one."""
    c = Circuit("arm")
    c.add("bodies.base", "Base")
    end = "Base.1"
    for i in (1, 2):
        c.add("joints.rotation", f"J{i}", axis=[0, 1, 0])
        c.add("bodies.rod", f"A{i}")
        c.connect(end, f"J{i}.1")
        c.connect(f"J{i}.2", f"A{i}.1")
        end = f"A{i}.2"
    c.add("dynamics.grip", "G", closed={"law": "step", "time": 0.3, "after": 1})
    c.connect("A1.2", "G.a")
    c.connect("A2.1", "G.b")
    run = balanced(c, until=2)
    assert [(e.t, e.what, e.freedoms) for e in run.events] == [(0.3, "grips", 1)]
    assert np.ptp(run["J2.angle"][run.time > 0.31]) < 1e-10


@pytest.mark.parametrize("method", ["rk8", "rk5", "radau"])
def test_a_rebound_that_a_ratchet_blocks(method):
    """The ratchet let the mass bounce back; then stop, ratchet and friction in one place switched without end."""
    c = sliders(1.0)
    c.add("dynamics.slide_ratchet", "R")
    c.connect("R.b", "J1.slide")
    between(c, "dynamics.slide_stop", "S", "J1", lower=-9, upper=0.5, restitution=0.6)
    between(c, "dynamics.slide_friction", "F", "J1", coulomb=0.1)
    start(c, J1=(0, 1))
    assert balanced(c, until=2, method=method)["J1.travel"][-1] == pytest.approx(0.5, abs=1e-9)


def test_a_given_motion_with_a_ratchet_and_no_state_at_all():
    c = sliders(1.0)
    between(c, "sources.slide_movement", "E", "J1", law="0.1*t")
    c.add("dynamics.slide_ratchet", "R")
    c.connect("R.b", "J1.slide")
    assert mars.simulate(c, until=1)["J1.travel"][-1] == pytest.approx(0.1)


def test_a_given_motion_into_a_stop_is_said_to_be_one():
    """It was told as switching without end."""
    c = sliders(1.0)
    between(c, "sources.slide_movement", "E", "J1", law="0.1*t")
    between(c, "dynamics.slide_stop", "S", "J1", lower=-1, upper=0.05)
    with pytest.raises(mars.RunError, match=r"S is run into at t = 0\.5 s by a given motion") as caught:
        mars.simulate(c, until=1)
    assert caught.value.run.time[-1] == pytest.approx(0.5)


def test_an_impact_at_the_very_start_is_told_and_is_before_the_ledger():
    c = sliders(1.0)
    c.add("dynamics.slide_ratchet", "R")
    c.connect("R.b", "J1.slide")
    start(c, J1=(0, -1))
    run = balanced(c, until=1)
    assert [e.what for e in run.events] == ["is hit at 1 m/s", "closes"] and run["J1.slide.speed"][0] == 0


def test_a_table_spring_rises_where_its_points_rise():
    """A natural spline through these points falls at zero, so that the shaft rested elsewhere."""
    c = shafts(0.5)
    between(c, "dynamics.table_spring", "S", "J1", table=[[-2, -40], [-0.5, -1], [0.5, 1], [2, 40]])
    between(c, "dynamics.damper", "D", "J1", damping=0.5)
    start(c, J1=(0.3, 0))
    assert abs(balanced(c, until=20)["J1.angle"][-1]) < 1e-4


def test_kinematic_loops_resume():
    """The snapshot held the joints where the integrator had left them, not where they had followed to."""
    c = mars.load(Path(__file__).parents[2] / "circuits/slider_crank.mars")
    half = mars.simulate(c, until=1, mode="kinematic").snapshot()
    whole, rest = (mars.simulate(c, until=2, mode="kinematic", resume=resume) for resume in (None, half))
    assert rest.states[-1] == pytest.approx(whole.states[-1], abs=1e-10)
