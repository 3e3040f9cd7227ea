"""Reading results: by one name or several, at any times, each time evaluated once."""

import numpy as np
import pytest
from mars.circuits.closed import n_four_bar

import mars
from mars.machine import Native
from tests.helpers.four_bar import four_bar
from tests.helpers.sprung_arm import arm


@pytest.fixture(scope="module")
def run():
    return mars.simulate(arm(), until=1)


def test_at_is_a_mapping_and_value_at_an_array(run):
    times = np.linspace(0, 1, 7)
    found = run.at(times, "KN1.angle", "SB2.*.F.x")
    assert list(found) == ["KN1.angle", "SB2.1.F.x", "SB2.2.F.x"] and all(value.shape == (7,) for value in found.values())
    for name, values in found.items():
        np.testing.assert_array_equal(run.value_at(times, name), values)
    assert run.value_at(0.5, "KN1.angle").shape == () and run.value_at([[0, 1], [0.2, 0.4]], "KN1.angle").shape == (2, 2)
    assert run.value_at([0.4, 0.1], "KN1.angle")[1] == run.value_at(0.1, "KN1.angle")
    assert run.value_at([], "KN1.angle").shape == (0,)


@pytest.mark.parametrize(
    ("times", "name", "words"),
    [
        ([0.1], "KN1.angel", r"Did you mean KN1\.angle"),
        ([0.1], "KN?.angle", r"matches 2 variables\. Use run\.values"),
        ([0.1, 1.5], "KN1.angle", "the run covers 0 to 1 s"),
        (["soon"], "KN1.angle", "must be numbers in seconds"),
    ],
)
def test_wrong_requests_are_told_in_words(run, times, name, words):
    with pytest.raises(mars.DocumentError, match=words):
        run.value_at(times, name)


def test_values_do_not_depend_on_what_else_is_read(run):
    times = np.sort(np.random.default_rng(1).uniform(0, 1, 40))
    together = run.at(times, "*")
    for name in ("KN2.turn.acceleration", "SB1.1.F.y", "KN1.angle", "SB2.2.a.x"):
        np.testing.assert_allclose(run.value_at(times, name), together[name], rtol=1e-13, atol=1e-13)


def counted(monkeypatch, name):
    """Calls of a function of the module that solves for the rates: number of times for each call."""
    from mars.solvers import solved_rates as module

    seen, plain = [], getattr(module, name)
    monkeypatch.setattr(module, name, lambda *given: seen.append(len(given[-1])) or plain(*given))
    return seen


def test_each_time_is_evaluated_once_for_all_names(run, monkeypatch):
    seen, times = counted(monkeypatch, "solved_rates"), np.linspace(0, 1, 33)
    run.at(times, "*")
    assert seen == [33]


def test_many_times_are_read_with_machine_code(run, monkeypatch):
    from mars.simulation import run as module

    made, plain = [], module.compile_function
    monkeypatch.setattr(module, "compile_function", lambda *given, **more: made.append(plain(*given, **more)) or made[-1])
    times = np.linspace(0, 1, 60)
    few = run.value_at(times, "SB1.1.F.y")
    assert not made
    monkeypatch.setattr(module, "MANY", 50)
    np.testing.assert_allclose(run.value_at(times, "SB1.1.F.y"), few, rtol=1e-13, atol=1e-12)
    assert isinstance(made[0], Native)


@pytest.mark.parametrize("redundant", [False, True])
def test_reading_in_one_loop_shares_loads_as_the_dense_solution_does(redundant):
    """A plane loop in space has three rows too many; the multipliers of least norm are unique."""
    from mars.solvers.solved_rates import solved_rates

    circuit = four_bar("Tx Ty Tz Rx Ry Rz" if redundant else "Tx Ty Rz")
    run = mars.simulate(circuit, until=1)
    times = np.linspace(0, 1, 50)
    states, (parameters, rows) = run.states_at(times), run._parameters(times)
    found, doubtful = solved_rates(run.native, states, parameters, rows, times)
    wanted, every = np.zeros_like(found), np.ones(times.size, dtype=bool)
    run._slopes_one_by_one(wanted, every, times, states, parameters[rows])
    assert run.model.constraints.size == (6 if redundant else 3) and not doubtful.any()
    np.testing.assert_allclose(found, wanted, atol=1e-11 * np.abs(wanted).max())


def test_reading_fifty_loops_calls_no_dense_solver(monkeypatch):
    """Threads of a linear algebra library are slower than such a small system."""
    from mars.model import compiled

    run = mars.simulate(n_four_bar(8), until=1)
    monkeypatch.setattr(compiled, "least_solution", lambda *_: pytest.fail("a dense system was solved"))
    assert np.isfinite(run.value_at(np.linspace(0, 1, 100), "J3.turn.acceleration")).all()
