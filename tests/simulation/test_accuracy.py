"""The tolerances asked for are kept, or the run says so; errors are estimated by a finer run."""

import numpy as np
import pytest

import mars
from mars.document.circuit import Circuit
from mars.simulation.settings import Settings
from tests.helpers.examples import example
from tests.helpers.sprung_arm import arm


def test_methods_share_one_default_and_the_absolute_tolerance_follows():
    usual = {method: Settings.of(arm(), method=method) for method in ("auto", "rk8", "rk5", "radau", "newmark")}
    assert len({(one.rtol, one.atol) for method, one in usual.items() if method != "newmark"}) == 1
    assert usual["newmark"].rtol > usual["auto"].rtol
    for rtol in (1e-4, 1e-11):
        assert Settings.of(arm(), rtol=rtol).atol == pytest.approx(0.01 * rtol)
    assert Settings.of(arm(), rtol=1e-4, atol=3e-5).atol == 3e-5


@pytest.mark.parametrize("rtol", [1e-6, 1e-10])
def test_auto_gives_both_methods_what_was_asked(rtol):
    run = mars.simulate(example("servo_axis"), 0.5, rtol=rtol)
    assert [name for name, _ in run.steps.methods] == ["rk8", "radau"]
    assert {part.config.rtol for part in run.steps.parts} == {rtol}


@pytest.mark.parametrize("more", [{}, {"fixed_step": 4e-3}, {"fixed_step": 4e-3, "beta": 0.3025, "gamma": 0.6}, {"rtol": 1e-7}])
@pytest.mark.parametrize(("name", "until"), [("double_pendulum", 1.5), ("four_bar", 0.6)])
def test_newmarks_error_estimate_is_the_true_error_within_a_third(name, until, more):
    run = mars.simulate(example(name), until, method="newmark", **more)
    exact = mars.simulate(example(name), until, method="rk8", rtol=1e-11)
    true = np.abs(run.states - exact.states_at(run.time)).max(axis=0)
    estimate = np.array([run.error_estimate[state.name] for state in run.model.states])

    np.testing.assert_allclose(estimate / true, 1.0, atol=1 / 3)


def test_error_estimate_of_an_error_controlled_run_is_its_size():
    run = mars.simulate(arm(), 2.0, rtol=1e-5)
    exact = mars.simulate(arm(), 2.0, rtol=1e-12)
    true = np.abs(run.states - exact.states_at(run.time)).max(axis=0)
    estimate = np.array(list(run.error_estimate.values()))
    assert np.all(estimate > true / 3) and np.all(estimate < 3 * true)


def test_runs_that_cannot_be_repeated_say_so():
    run = mars.simulate(arm(), 0.1, method="ida")
    with pytest.raises(mars.DocumentError, match="repeating the run with finer steps"):
        _ = run.error_estimate


FAR = """
port a: translation
parameter stiffness = 1e4 N/m
parameter place = 1 m
let elongation = ((a.travel + place)^2 - place^2)/(a.travel + 2*place)
a.force = stiffness*elongation
stored = stiffness*elongation^2/2
"""


def far_away(place: float) -> Circuit:
    """A kilogram on a spring, 100 rad/s, whose length is a difference of numbers that may be large."""
    c = Circuit("far", gravity=[0, 0, 0], motions="Tx")
    c.define("Spring", FAR, letters="S")
    c.add("bodies.base", "Base")
    c.add("joints.translation", "KN1")
    c.add("bodies.point_mass", "PM1", mass=1)
    c.add("Spring", "S1", place=place)
    for a, b in (("Base.1", "KN1.1"), ("KN1.2", "PM1.1"), ("S1.a", "KN1.slide")):
        c.connect(a, b)
    c.set_start("KN1.travel", 1e-3)
    return c


@pytest.mark.parametrize(("place", "limited"), [(1.0, False), (1e6, True)])
def test_a_run_below_the_rounding_floor_says_so(place, limited):
    """The elongation of the spring has seven digits there."""
    rtol = 1e-8
    run = mars.simulate(far_away(place), 1.0, rtol=rtol)
    wrong = np.abs(run["KN1.slide.speed"] + 0.1 * np.sin(100 * run.time)).max() / 0.1
    assert (wrong > 10 * rtol) == limited
    assert [remark.code for remark in run.remarks] == (["rounding"] if limited else [])
    if limited:
        assert 0.01 * wrong < run.remarks[0].fields["floor"] < 100 * wrong
        assert "KN1.slide.speed" in run.remarks[0]


def test_no_method_can_compute_sixteen_digits():
    (remark,) = mars.simulate(arm(), 0.2, rtol=1e-15).remarks
    assert remark.code == "rounding"
