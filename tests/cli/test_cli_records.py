"""`mars run --save`, `mars run R.marsrun`, `mars repeat`."""

import csv
import json
from pathlib import Path

import pytest

from mars.cli.main import main
from mars.document.storage import load
from mars.records import Record
from mars.records.live import Live
from tests.helpers.paths import CIRCUITS


@pytest.fixture
def stored(tmp_path) -> Path:
    path = tmp_path / "r.marsrun"
    assert (
        main(["run", str(CIRCUITS / "four_bar.mars"), "--until", "1", "--set", "Crank.mass=2", "--save", str(path), "--quiet"])
        == 0
    )
    return path


def said(capsys, *words) -> str:
    capsys.readouterr()
    assert main([str(word) for word in words]) == 0
    return capsys.readouterr().out


def test_a_saved_run_gives_what_the_run_gave(stored, tmp_path, capsys):
    computed = json.loads(
        said(capsys, "run", CIRCUITS / "four_bar.mars", "--until", 1, "--set", "Crank.mass=2", "--final", "--names", "KN*")
    )
    assert json.loads(said(capsys, "run", stored, "--final", "--names", "KN*")) == computed
    assert "largest imbalance" in said(capsys, "run", stored, "--ledger", "--quiet")
    assert said(capsys, "run", stored, "--events", "--quiet") == "no events\n"
    said(capsys, "run", stored, "--out", tmp_path / "r.csv", "--step", "0.25 s", "--plot", tmp_path / "r.svg")
    rows = list(csv.reader((tmp_path / "r.csv").read_text().splitlines()))
    assert [float(row[0]) for row in rows[1:]] == [0, 0.25, 0.5, 0.75, 1] and (tmp_path / "r.svg").stat().st_size > 1000


def test_repeating_tells_the_same_bits(stored, tmp_path, capsys):
    assert "identical to the last bit" in said(capsys, "repeat", stored, "--save", tmp_path / "again.marsrun")
    assert Record.load(tmp_path / "again.marsrun").same_states(Record.load(stored))


def test_repeating_tells_a_difference(tmp_path, capsys):
    circuit = load(CIRCUITS / "pendulum.mars")
    live = Live(circuit, until=2.0)
    live.advance(2.0, 10)
    record = live.record()
    record.parts[0].steps.x[5, 0] += 1e-7
    record.save(tmp_path / "r.marsrun")
    assert main(["repeat", str(tmp_path / "r.marsrun")]) == 3
    assert "the repeated run differs: KN1.angle by up to" in capsys.readouterr().err


def test_a_run_of_several_parts_is_looked_at_as_one(tmp_path, capsys):
    circuit = load(CIRCUITS / "pendulum.mars")
    live = Live(circuit, until=2.0)
    live.advance(1.0)
    other = circuit.copy()
    other.set("SB1.mass", 3)
    live.change(other, 0.7)
    live.advance(2.0, 10)
    live.record().save(tmp_path / "r.marsrun")
    final = json.loads(said(capsys, "run", tmp_path / "r.marsrun", "--final", "--names", "KN1.angle"))
    assert final["KN1.angle"] == live.record().at([2.0], ["KN1.angle"]).item()
    assert "in 2 parts" in said(capsys, "repeat", tmp_path / "r.marsrun")
    said(capsys, "run", tmp_path / "r.marsrun", "--plot", tmp_path / "r.png", "KN1.angle", "SB1.1.F.y")


@pytest.mark.parametrize("option", [["--until", "3"], ["--set", "SB1.mass=2"], ["--method", "rk8"], ["--save", "x.marsrun"]])
def test_a_stored_run_is_not_computed(stored, option, capsys):
    assert main(["run", str(stored), *option]) == 2
    error = capsys.readouterr().err
    assert f"{option[0]}: not available for a stored run. Omit {option[0]}, or run the .mars file" in error


def test_wrong_names_and_files_are_told(tmp_path, capsys):
    assert main(["run", str(CIRCUITS / "pendulum.mars"), "--save", str(tmp_path / "x.zip")]) == 2
    assert ".marsrun" in capsys.readouterr().err
    (tmp_path / "bad.marsrun").write_bytes(b"hello")
    for command in ("run", "repeat"):
        assert main([command, str(tmp_path / "bad.marsrun")]) == 2
        assert main([command, str(tmp_path / "none.marsrun")]) == 2
    assert "bad.marsrun: not a Mars run" in capsys.readouterr().err
    assert main(["run", str(CIRCUITS / "pendulum.mars"), "--method", "ida", "--save", str(tmp_path / "x.marsrun")]) == 2
