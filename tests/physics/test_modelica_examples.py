"""Examples of the Modelica Standard Library against its published reference results, by every method that applies."""

import csv

import pytest

from tests.helpers.modelica import PROBLEMS
from tests.helpers.modelica.comparing import COMPILED, INTERNAL, differences
from tests.helpers.paths import REFS


def cases():
    for name, problem in PROBLEMS.items():
        for method in problem.methods:
            marks = [pytest.mark.slow] if method == "ida" or problem.reason(method) else []
            if problem.reason(method):
                marks.append(pytest.mark.xfail(reason=problem.waits, strict=True))
            yield pytest.param(name, method, marks=marks, id=f"{name}-{method}")


@pytest.mark.parametrize(("name", "method"), list(cases()))
def test_example_meets_its_reference(name, method, measured):
    problem = PROBLEMS[name]
    found = differences(problem, method)
    worst = max(found, key=found.__getitem__)
    measured(problem.title, f"msl/{name}.csv", found[worst], "of range", allowed=problem.limit, by=method)
    assert found[worst] < problem.limit, worst


def test_every_reference_has_its_circuit_and_every_signal_is_compared():
    files = {path.stem: path for path in (REFS / "msl").glob("*.csv")}
    assert set(PROBLEMS) == set(files)
    for name, path in files.items():
        with path.open(newline="") as file:
            signals = next(csv.reader(file))
        assert set(PROBLEMS[name].signals) == {s for s in signals if s != "time" and not s.endswith(INTERNAL)}, name
        assert set(PROBLEMS[name].methods) & set(COMPILED)


def test_no_limit_is_looser_than_a_thousandth_of_the_range():
    assert max(problem.limit for problem in PROBLEMS.values()) <= 1e-3
