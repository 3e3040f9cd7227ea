"""The page Validation: every reference has a row, what it shows was measured by the tests, and nothing exceeds its limit."""

import pytest

from docs.tools import validation
from tests.helpers.modelica import PROBLEMS
from tests.helpers.paths import REFS

DATA = validation.measured()
ROWS = DATA["rows"]
AGAIN = "run python -m tests.helpers.validation"


@pytest.mark.parametrize("file", sorted(path.name for path in REFS.glob("*.json")))
def test_every_reference_problem_has_a_row(file):
    assert any(row["source"] == file for row in ROWS), AGAIN


@pytest.mark.parametrize("name", PROBLEMS)
def test_every_example_of_the_modelica_library_has_a_row_or_says_what_is_missing(name):
    problem = PROBLEMS[name]
    methods = {row["by"] for row in ROWS if row["source"] == f"msl/{name}.csv"}
    assert methods == {method for method in problem.methods if not problem.reason(method)}, AGAIN
    assert DATA["waiting"].get(name, "") == problem.waits, AGAIN


def test_errors_are_within_what_the_tests_allow():
    assert all(row["error"] <= row["allowed"] for row in ROWS)


def test_less_than_a_fifth_of_the_random_circuits_was_discarded():
    made = validation.random_figures()
    assert sum(made["discarded"].values()) <= 0.2 * made["circuits"]
    assert made["agree"] + sum(made["discarded"].values()) + sum(made["differ"].values()) == made["circuits"]
    for key in ("rk8_radau", "rk8_ida", "energy"):
        assert made[key]["circuits"] > 0 and made[key]["worst"] <= made[key]["bound"]


def test_the_page_is_written_from_what_was_measured_and_shows_every_row():
    text = validation.PAGE.read_text(encoding="utf-8")
    assert text == validation.page(), "run python -m docs.tools.validation"
    assert all(row["problem"] in text for row in ROWS)
    assert all(reason in text for reason in DATA["waiting"].values())
