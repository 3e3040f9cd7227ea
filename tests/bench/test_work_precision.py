"""Every method keeps the tolerances it is given, between steps too."""

import pytest

from bench.work_precision import ALLOWED, GROWTH, METHODS, PROBLEMS, TOLERANCES, growth
from mars.simulation.settings import Settings

NAMES = [problem.example for problem in PROBLEMS]


@pytest.mark.parametrize("problem", PROBLEMS, ids=NAMES)
def test_smaller_tolerances_give_smaller_errors(problem):
    """The transistor amplifier's error was larger at 1e-9 than at 1e-8, because Radau's tolerance was raised."""
    series = [problem.measured("auto", rtol) for rtol in TOLERANCES]
    assert max(one.ratio for one in series) <= ALLOWED and growth(series) <= GROWTH
    assert series[-1].error < 1e-3 * series[0].error + TOLERANCES[-1]
    assert not any(one.remarks for one in series)


@pytest.mark.parametrize("problem", PROBLEMS, ids=NAMES)
def test_all_methods_keep_the_same_tolerances(problem):
    for method in METHODS[1:]:
        for rtol in (1e-5, Settings().rtol):
            assert problem.measured(method, rtol).ratio <= ALLOWED, (method, rtol)
