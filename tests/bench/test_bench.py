"""The plumbing of the bench: its registry, its options, its document. Figures are the bench's own business."""

import json

import numpy as np
import pytest

from bench import mars_runs, mars_side, peers
from bench.__main__ import main
from bench.benches import BENCHES, chosen
from bench.chain import SIZES, chain, state
from bench.mechanisms import MAST_ANGLES, WINDOWS_TIME, mast, squeezer, squeezer_error, windows_error
from bench.results import BARS, Results
from mars.solvers.stiffness import spectral_radius
from mars.verification.formalisms import vereshchagin
from tests.helpers.paths import REFS


@pytest.fixture(autouse=True)
def cache_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("MARS_CACHE", str(tmp_path))


def test_registry_has_every_bench():
    assert {f"forward_dynamics.{size}" for size in SIZES} < set(BENCHES)
    assert {"yardstick", "import", "simulate.7", "build.20", "build.200", "formalisms.7", "formalisms.14"} < set(BENCHES)
    assert {"loops.andrews", "loops.n_four_bar", "stiff.beam", "newmark"} < set(BENCHES)
    for bar in BARS:
        figure = bar.name.split(" ")[0]
        assert any(figure.startswith(name) for name in BENCHES), f"nobody measures {figure}"


def test_only_chooses_by_name_or_beginning():
    assert list(chosen(["build"])) == ["yardstick", "build.20", "build.200"]
    assert list(chosen(["forward_dynamics.2"])) == ["yardstick", "forward_dynamics.2"]
    assert chosen(["nothing"]) == {}
    assert chosen([]) is BENCHES


def test_bars_look_up_or_down():
    low, high = (next(bar for bar in BARS if bar.name.startswith(name)) for name in ("stiff.beam", "newmark"))
    assert (low.passed(1, 2), low.passed(2, 1), low.passed(None, 1)) == (True, False, None)
    assert (high.passed(1, 2), high.passed(2, 1), high.passed(1, None)) == (False, True, None)


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
    ladders = mars_runs.simulate()
    assert list(ladders) == ["rk5 tolerance", "rk8 tolerance"]
    fine = ladders["rk8 tolerance"][1](1e-9)[1]
    for _, run in ladders.values():
        seconds, q = run(1e-5)
        assert 0 < seconds < 1
        np.testing.assert_allclose(q, fine, atol=1e-5)


def test_squeezer_of_mars_and_of_exudyn_end_at_the_published_angles():
    _, run = mars_runs.squeeze()["rk8 tolerance"]
    assert squeezer_error(run(1e-8)[1]) < 1e-7
    module, reason = peers.peer("exudyn_squeezer")
    if module is None:
        pytest.skip(reason)
    for steps, run in module.ladders(squeezer()).values():
        assert squeezer_error(run(steps[0])[1]) < 2e-5
    assert squeezer_error(np.full(7, np.nan)) == np.inf


def test_windows_are_measured_against_the_published_motion():
    samples = json.loads((REFS / "iftomm_A02_n_four_bar.json").read_text())["reference"]["40"]["samples"]
    angle = np.pi / 2 - samples[f"{WINDOWS_TIME:g}"]["theta"]
    assert windows_error(40, np.full(41, angle)) < 1e-8
    assert windows_error(40, np.append(np.full(40, angle), angle + 0.1)) == pytest.approx(0.1)


def test_mast_is_stiff_and_both_methods_agree_on_it():
    swing = mars_runs.Simulation(mast(), MAST_ANGLES, 0.2)
    native, x0, *_, p = swing.problem
    assert x0.size == 2 * 27
    assert 8e3 < spectral_radius(native, x0, p, 0.0) < 1e4
    first, second = (swing.run(method, 1e-8, 1e-8)[1] for method in ("radau", "rk8"))
    np.testing.assert_allclose(first, second, atol=1e-6)


def test_quick_run_writes_its_document(tmp_path, capsys):
    target = tmp_path / "bench.json"
    code = main(["--quick", "--only", "formalisms.7", "editor.yardstick", "--json", str(target)])
    assert code in (0, 1)
    document = json.loads(target.read_text())
    figures = {"yardstick_s", "editor.yardstick_paint_ms", "editor.yardstick_loop_ms", "formalisms.7.vereshchagin_us"}
    assert figures <= set(document)
    assert all(document[figure] > 0 for figure in figures)
    assert {"reasons", "remarks", "bars", "machine"} <= set(document)
    assert "Figures" in capsys.readouterr().out
    assert main(["--only", "nothing"]) == 2
