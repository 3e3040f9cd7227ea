"""The plumbing of the bench: its registry, its options, its document. Figures are the bench's own business."""

import json

import numpy as np
import pytest

from bench import mars_side
from bench.__main__ import main
from bench.benches import BENCHES, chosen
from bench.chain import SIZES, chain, state
from bench.results import BARS, Results
from mars.formalisms import vereshchagin


@pytest.fixture(autouse=True)
def cache_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("MARS_CACHE", str(tmp_path))


def test_registry_has_every_bench():
    assert {f"forward_dynamics.{size}" for size in SIZES} < set(BENCHES)
    assert {"yardstick", "import", "simulate.7", "build.20", "build.200", "formalisms.7", "formalisms.14"} < set(BENCHES)
    for bar in BARS:
        figure = bar.name.split(" ")[0]
        assert any(figure.startswith(name) for name in BENCHES), f"nobody measures {figure}"


def test_only_chooses_by_name_or_beginning():
    assert list(chosen(["build"])) == ["yardstick", "build.20", "build.200"]
    assert list(chosen(["forward_dynamics.2"])) == ["yardstick", "forward_dynamics.2"]
    assert chosen(["nothing"]) == {}
    assert chosen([]) is BENCHES


def test_failure_leaves_a_reason():
    results = Results()
    with results.tried("a", "b"):
        raise ArithmeticError("off")
    assert results.figures == {"a": None, "b": None}
    assert results.reasons["a"] == "ArithmeticError: off"


@pytest.mark.parametrize("size", [2, 7, "panda"])
def test_circuit_is_the_chain(size):
    ours = mars_side.forward_dynamics(size)
    np.testing.assert_allclose(ours.accelerations, vereshchagin.accelerations(chain(size), *state(size)), rtol=1e-9)
    np.testing.assert_array_equal(ours.call(), ours.accelerations)


def test_coarse_simulation_ends_near_the_fine_one():
    ladders = mars_side.simulate()
    assert list(ladders) == ["rk5 tolerance", "rk8 tolerance"]
    fine = ladders["rk8 tolerance"][1](1e-9)[1]
    for _, run in ladders.values():
        seconds, q = run(1e-5)
        assert 0 < seconds < 1
        np.testing.assert_allclose(q, fine, atol=1e-5)


def test_quick_run_writes_its_document(tmp_path, capsys):
    target = tmp_path / "bench.json"
    code = main(["--quick", "--only", "formalisms.7", "import", "--json", str(target)])
    assert code in (0, 1)
    document = json.loads(target.read_text())
    figures = {"yardstick_s", "import_s", "import_package_s", "import_solver_s", "formalisms.7.vereshchagin_us"}
    assert figures <= set(document)
    assert all(document[figure] > 0 for figure in figures)
    assert {"reasons", "remarks", "bars", "machine"} <= set(document)
    assert "Figures" in capsys.readouterr().out
    assert main(["--only", "nothing"]) == 2
