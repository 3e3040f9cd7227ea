"""Baumgarte's gains beside projection; Newmark on whole circuits."""

import numpy as np
import pytest

import mars
from tests.helpers.loop_closure import closure_gap
from tests.helpers.paths import CIRCUITS


def test_baumgarte_holds_the_loop_and_follows_the_projected_run():
    c = mars.load(CIRCUITS / "four_bar.mars")
    projected, pulled = mars.simulate(c, until=2), mars.simulate(c, until=2, baumgarte=(20, 20))
    assert 1e-14 < closure_gap(pulled) < 1e-8  # pulled closed, not projected
    assert pulled["KN1.angle"] == pytest.approx(projected["KN1.angle"], abs=1e-6)


def test_stronger_gains_hold_closer():
    c = mars.load(CIRCUITS / "four_bar.mars")
    gaps = [closure_gap(mars.simulate(c, until=2, rtol=1e-5, atol=1e-6, baumgarte=(gain, gain))) for gain in (2, 20)]
    assert gaps[1] < 0.3 * gaps[0]


@pytest.mark.parametrize("gains", [(0, 1), (1, -1), (1, 2, 3)])
def test_gains_must_be_two_positive_numbers(gains):
    with pytest.raises(mars.MarsError, match="two gains above zero"):
        mars.simulate(mars.load(CIRCUITS / "four_bar.mars"), until=0.1, baumgarte=gains)


def test_newmark_runs_a_circuit_and_one_matrix_serves_many_steps():
    """The trapezoidal rule is of second order: half the step, a quarter of the error."""
    c = mars.load(CIRCUITS / "two_segment_manipulator.mars")
    runs = [mars.simulate(c, until=2, method="newmark", fixed_step=step, rtol=1e-9) for step in (0.01, 0.005)]
    reference = mars.simulate(c, until=2)
    for run in runs:
        assert run.steps.counters["steps"] >= 100 * run.steps.counters["matrices"]
    errors = [max(np.abs(run[n] - reference[n]).max() for n in run.names("KN*.angle")) for run in runs]
    assert errors[0] < 5e-3 and errors[1] == pytest.approx(errors[0] / 4, rel=0.1)


def test_newmark_resumes_with_the_same_bits(tmp_path):
    c = mars.load(CIRCUITS / "four_bar.mars")
    whole = mars.simulate(c, until=1, method="newmark", fixed_step=1e-3)
    mars.simulate(c, until=0.5, method="newmark", fixed_step=1e-3).snapshot().save(tmp_path / "half.json")
    half = mars.Snapshot.load(tmp_path / "half.json")
    rest = mars.simulate(c, until=1, method="newmark", fixed_step=1e-3, resume=half)
    assert rest.states[-1] == pytest.approx(whole.states[-1], abs=1e-10)
