"""A run whose energy, constraints or currents do not balance is never a plain success; one that balances says nothing."""

import json

import numpy as np
import pytest

import mars
from mars.cli.main import main
from mars.simulation import balances
from mars.simulation.ledger import sampled_ledger
from tests.helpers.paths import CIRCUITS

EXAMPLES = sorted(path.stem for path in CIRCUITS.glob("*.mars"))


def codes(run):
    return [remark.code for remark in run.remarks]


def coarse(**run):
    """Newmark with damping of its own: gamma above 1/2."""
    circuit = mars.load(CIRCUITS / "double_pendulum.mars")
    circuit.run = {"until": 2, "method": "newmark", "fixed_step": "10 ms", "beta": 0.36, "gamma": 0.7} | run
    return circuit


def drifting():
    """Loops that pass flat positions, where weak Baumgarte gains let go of them."""
    return mars.simulate(mars.load(CIRCUITS / "n_four_bar.mars"), method="rk8", baumgarte=(1e-3, 1e-6))


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_balances_of_the_examples_close(name):
    assert codes(mars.simulate(mars.load(CIRCUITS / f"{name}.mars"))) == []


def test_a_run_that_loses_energy_says_where_and_how_much():
    run = mars.simulate(coarse())
    assert codes(run) == ["energy-balance"]
    name, rest = run.ledger().worst
    fields = run.remarks[0].fields
    assert (str(fields["name"]), fields["rest"]) == (name or "the circuit", rest) and fields["part"] > fields["allowed"]


def test_a_loop_that_drifts_apart_says_where_and_how_far():
    run = drifting()
    (remark,) = [each for each in run.remarks if each.code == "constraint-gap"]
    assert remark.fields["gap"] == np.abs(run.gaps()).max() and remark.fields["name"] in run.model.topology.placed


def test_currents_that_do_not_add_up_are_a_remark(monkeypatch):
    """No known circuit has such currents, so one of them is falsified."""
    run = mars.simulate(mars.load(CIRCUITS / "rlc.mars"))
    assert balances.balance_remarks(run) == []
    evaluate = run.evaluate
    monkeypatch.setattr(run, "evaluate", lambda *given: evaluate(*given) * np.append(1.001, np.ones(99))[: given[0].numel_out(0)])
    (remark,) = balances.balance_remarks(run)
    assert remark.code == "stream-balance" and remark.fields["stream"] == "current" and "A instead of zero" in remark


def test_a_long_run_is_judged_by_some_of_its_steps(monkeypatch):
    run = mars.simulate(coarse())
    whole, few = run.ledger(), sampled_ledger(run, 40)
    assert few is not whole and few.turnover == pytest.approx(whole.turnover, rel=0.2)
    assert few.worst[1] == pytest.approx(whole.worst[1], rel=0.3)
    panels = []
    monkeypatch.setattr("mars.simulation.ledger.sampled_ledger", lambda run, most: panels.append(most) or whole)
    monkeypatch.setattr(balances, "EFFORT", 0)
    assert [each.code for each in balances.balance_remarks(run)] == ["energy-balance"] and panels == [balances.FEWEST]


def test_an_unbalanced_run_is_a_warning_and_fails_if_strict(tmp_path, capsys):
    path = tmp_path / "lossy.mars"
    mars.save(coarse(), path)
    assert main(["run", str(path)]) == 0
    assert "the energy balance does not close" in capsys.readouterr().err
    assert main(["run", str(path), "--strict", "--json"]) == 3
    (remark,) = json.loads(capsys.readouterr().out)["remarks"]
    assert remark["code"] == "energy-balance" and {"name", "rest", "part", "allowed"} <= set(remark["fields"])
    assert main(["run", str(CIRCUITS / "pendulum.mars"), "--strict", "--quiet"]) == 0


def test_strict_is_refused_for_a_stored_run(tmp_path, capsys):
    path = tmp_path / "swing.marsrun"
    assert main(["run", str(CIRCUITS / "pendulum.mars"), "--until", "0.1", "--quiet", "--save", str(path)]) == 0
    assert main(["run", str(path), "--strict"]) == 2 and "--strict" in capsys.readouterr().err
