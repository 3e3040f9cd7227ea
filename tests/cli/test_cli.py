"""The command `mars` as a user meets it: in its own process where signals and exit codes matter, else in this one."""

import csv
import json
import os
import re
import signal
import subprocess
import sys

import numpy as np
import pytest

import mars
from mars.cli.main import main
from mars.translation.kind_pages import family, listing
from tests.helpers.paths import CIRCUITS
from tests.helpers.waits import LIMIT


@pytest.fixture
def pendulum(tmp_path, capsys):
    path = tmp_path / "swing.mars"
    assert main(["new", str(path)]) == 0
    capsys.readouterr()
    return path


def test_new_makes_a_circuit_that_runs_and_does_not_overwrite(pendulum, capsys):
    assert main(["run", str(pendulum), "--quiet"]) == 0
    before = pendulum.read_bytes()
    assert main(["new", str(pendulum)]) == 2
    assert "--force" in capsys.readouterr().err
    assert pendulum.read_bytes() == before
    assert main(["new", str(pendulum), "--spatial", "--force"]) == 0
    assert main(["check", str(pendulum)]) == 0


def test_run_writes_results_a_picture_and_the_final_values(pendulum, tmp_path, capsys):
    out, picture = tmp_path / "r.csv", tmp_path / "p.png"
    code = main(["run", str(pendulum), "--until", "1", "--step", "0.1", "--out", str(out), "--plot", str(picture), "--final"])
    assert code == 0
    final = json.loads(capsys.readouterr().out)
    rows = list(csv.reader(out.read_text(encoding="utf-8").splitlines()))
    assert rows[0][0] == "time [s]" and "KN1.angle [rad]" in rows[0]
    assert len(rows) == 12
    last = dict(zip(rows[0], rows[-1], strict=True))
    assert float(last["KN1.angle [rad]"]) == pytest.approx(final["KN1.angle"], rel=1e-11)
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("suffix", [".csv", ".npz", ".json", ".parquet"])
def test_results_hold_only_the_named_variables(pendulum, tmp_path, suffix):
    if suffix == ".parquet":
        pytest.importorskip("pyarrow")
    out = tmp_path / f"r{suffix}"
    assert main(["run", str(pendulum), "--until", "1", "--quiet", "--out", str(out), "--names", "KN1.turn.*"]) == 0
    run = mars.simulate(mars.load(pendulum), until=1)
    names = ["KN1.turn.angle", "KN1.turn.speed", "KN1.turn.acceleration", "KN1.turn.torque"]
    if suffix == ".npz":
        with np.load(out) as data:
            assert set(data) == {"time", *names}
            assert np.allclose(data["KN1.turn.speed"], run["KN1.turn.speed"], rtol=1e-12)
    elif suffix == ".json":
        assert list(json.loads(out.read_text())) == ["time", *names]
    elif suffix == ".csv":
        assert len(out.read_text(encoding="utf-8").splitlines()[0].split(",")) == 5


def test_set_and_start_change_what_is_run(pendulum, capsys):
    def final(*options):
        assert main(["run", str(pendulum), "--until", "0.5", "--final", *options]) == 0
        return json.loads(capsys.readouterr().out)

    usual = final()
    assert final("--set", "SB1.mass=5")["KN1.angle"] == pytest.approx(usual["KN1.angle"], rel=1e-7), "a pendulum forgets its mass"
    assert final("--set", "SB1.length=0.6 m")["KN1.angle"] != pytest.approx(usual["KN1.angle"], rel=1e-3)
    assert final("--start", "KN1.angle=-90 deg")["KN1.angle"] == pytest.approx(-np.pi / 2)


def test_times_take_units_and_names_choose_what_is_printed(pendulum, tmp_path, capsys):
    out = tmp_path / "r.csv"
    options = ["--until", "100 ms", "--step", "0.02 s", "--names", "KN1.turn.*", "--final", "--out", str(out)]
    assert main(["run", str(pendulum), *options]) == 0
    final = json.loads(capsys.readouterr().out)
    assert list(final) == ["KN1.turn.angle", "KN1.turn.speed", "KN1.turn.acceleration", "KN1.turn.torque"]
    times = [float(line.split(",")[0]) for line in out.read_text(encoding="utf-8").splitlines()[1:]]
    assert times == pytest.approx([0, 0.02, 0.04, 0.06, 0.08, 0.1])


@pytest.mark.parametrize(
    "options", [["--method", "ida", "--snapshot", "s.json"], ["--method", "ida", "--ledger"], ["--names", "KN1.angle"]], ids=str
)
def test_what_cannot_be_delivered_is_refused_before_the_run(pendulum, capsys, monkeypatch, options):
    monkeypatch.setattr(mars, "simulate", lambda *_, **__: pytest.fail("it was run"))
    assert main(["run", str(pendulum), *options]) == 2
    assert options[-2 if len(options) == 2 else 2] in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--set", "SB1.mass"], ["NAME=VALUE", "DC1.damping"]),
        (["--set", "SB1.mas=3"], ["SB1.mas", "Did you mean mass?"]),
        (["--set", "SB1.mass=-1"], ["SB1.mass", "at least 0"]),
        (["--set", "SB1.mass=3 m"], ["SB1.mass", "kg"]),
        (["--set", "SB9.mass=3"], ["SB9"]),
        (["--set", "SB1.mass=NaN"], ["SB1.mass"]),
        (["--start", "KN1.angel=3"], ["KN1.angel", "KN1.angle"]),
        (["--until", "-1"], ["until"]),
        (["--until", "2 m"], ["--until", "a value in s"]),
        (["--step", "soon"], ["--step", "soon"]),
        (["--out", ""], ["--out: file name missing", "omit --out"]),
        (["--snapshot", ""], ["--snapshot: file name missing", "omit --snapshot"]),
        (["--names", "KN1.angle"], ["--names", "--final"]),
        (["--rtol", "0"], ["rtol"]),
        (["--out", "results.xls"], [".csv"]),
        (["--plot", "KN1.angle"], [".png"]),
        (["--plot", "p.png", "KN1.angel"], ["KN1.angel", "Did you mean KN1.angle"]),
        (["--mode", "kinematic"], ["Joint KN1.turn: its motion is not prescribed", "source to KN1.turn"]),
        (["--resume", "nothing.json"], ["nothing.json"]),
    ],
)
def test_bad_options_are_told_in_words_with_exit_code_2(pendulum, capsys, options, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["run", str(pendulum), "--until", "0.1", *options]) == 2
    error = capsys.readouterr().err
    assert "Traceback" not in error
    for word in words:
        assert word in error, error


def test_check_as_json_names_what_is_wrong(pendulum, capsys):
    circuit = mars.load(pendulum)
    circuit.disconnect("Base1.1", "KN1.1")
    mars.save(circuit, pendulum)
    assert main(["check", str(pendulum), "--json"]) == 2
    report = json.loads(capsys.readouterr().out)
    assert not report["can_run"]
    assert any(c["where"] == "KN1.1" and c["code"] == "open-port" and c["remedy"] for c in report["complaints"])


def test_check_tells_every_branch_of_the_tree(pendulum, capsys):
    circuit = mars.load(pendulum)
    circuit.add("bodies.body", "Fork", points={"2": [1, 0, 0], "3": [0, 1, 0]})
    circuit.connect("Fork.1", "SB1.2")
    for i in (2, 3):
        circuit.add("joints.rotation", f"KN{i}")
        circuit.add("bodies.rod", f"SB{i}")
        circuit.connect(f"Fork.{i}", f"KN{i}.1")
        circuit.connect(f"KN{i}.2", f"SB{i}.1")
    mars.save(circuit, pendulum)
    trunk = ["Base1", "KN1 (1 → 2)", "SB1 (1 → 2)"]
    branches = [[*trunk, f"Fork (1 → {i})", f"KN{i} (1 → 2)", f"SB{i} (1)"] for i in (2, 3)]
    assert main(["check", str(pendulum), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["tree"] == branches
    assert main(["check", str(pendulum)]) == 0
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert f"tree                {' → '.join(branches[0])}" in lines and " → ".join(branches[1]) in lines


def test_check_counts_one_in_the_singular(pendulum, capsys):
    assert main(["check", str(pendulum)]) == 0
    text = capsys.readouterr().out
    assert "1 solid body (SB), 1 kinematic node (KN), 1 source (E, external factor), 0 dynamic components (DC)" in text


def test_components_tells_all_about_a_kind(capsys):
    assert main(["components"]) == 0
    families = [{line.split(".")[0] for line in part.splitlines()} for part in capsys.readouterr().out.split("\n\n")]
    assert {"joints"} in families and all(len(names) == 1 for names in families)
    assert main(["components", "dynamics.damper"]) == 0
    text = capsys.readouterr().out
    assert "N·m·s/rad" in text and "may stay unconnected" in text and "laws" not in text
    assert main(["components", "joints.rotation"]) == 0
    assert ["angle", "rad"] in [line.split()[:2] for line in capsys.readouterr().out.splitlines()]
    assert main(["components", "joints.rotaton"]) == 2
    assert "Did you mean joints.rotation?" in capsys.readouterr().err


def test_listed_kinds_fit_the_width_of_the_terminal():
    narrow, wide = listing(family(None), 80).splitlines(), listing(family(None)).splitlines()
    assert max(map(len, narrow)) <= 80 < max(map(len, wide))
    assert " ".join(" ".join(narrow).split()) == " ".join(" ".join(wide).split())


def test_components_lists_a_family_by_first_sentences(capsys):
    assert main(["components", "joints"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 5 and all(line.startswith("joints.") for line in lines)
    assert next(line for line in lines if "spherical" in line).endswith("about one point.")
    assert main(["components", "joints", "--json"]) == 0
    assert [entry["kind"] for entry in json.loads(capsys.readouterr().out)] == [line.split()[0] for line in lines]
    for wrong, right in (("joint", "joints"), ("rotation", "joints.rotation")):
        assert main(["components", wrong]) == 2
        assert f"Did you mean {right}?" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("kind", "without"), [("sources.torque", []), ("sources.velocity", ["step"]), ("sources.movement", ["step", "ramp"])]
)
def test_components_tells_the_laws_that_a_kind_takes(capsys, kind, without):
    assert main(["components", kind]) == 0
    laws = capsys.readouterr().out.split("\nlaws")[1].split("\n\n")[0]
    told = [line.split()[0] for line in laws.splitlines()]
    names = ["constant", "step", "ramp", "sine", "cycloid", "polynomial", "table", "expression"]
    assert [name for name in names if name not in told] == without
    assert "start [s] = 0, time [s]" in laws


def test_unknown_kind_loads_saves_and_says_so_when_asked_to_run(pendulum, capsys):
    circuit = mars.load(pendulum)
    circuit.add("alien.warp_drive", "Warp", factor=9)
    mars.save(circuit, pendulum)
    before = pendulum.read_bytes()
    mars.save(mars.load(pendulum), pendulum)
    assert pendulum.read_bytes() == before
    assert main(["run", str(pendulum)]) == 2
    assert "Warp" in (error := capsys.readouterr().err) and "alien.warp_drive" in error


def test_failed_run_keeps_what_was_computed_and_exits_with_3(pendulum, tmp_path, capsys):
    circuit = mars.load(pendulum)
    circuit.add("sources.torque", "Em1", law="1/(0.5-t)^3")
    circuit.connect("Em1.turn", "KN1.turn")
    mars.save(circuit, pendulum)
    out = tmp_path / "r.csv"
    assert main(["run", str(pendulum), "--until", "1", "--out", str(out)]) == 3
    error = capsys.readouterr().err
    assert "KN1" in error and "t = 0." in error and "Traceback" not in error
    assert len(out.read_text(encoding="utf-8").splitlines()) > 100


def test_snapshot_goes_on_where_the_run_stopped(pendulum, tmp_path, capsys):
    snapshot = tmp_path / "s.json"
    assert main(["run", str(pendulum), "--until", "1", "--quiet", "--snapshot", str(snapshot)]) == 0
    assert main(["run", str(pendulum), "--until", "2", "--final", "--resume", str(snapshot)]) == 0
    resumed = json.loads(capsys.readouterr().out)
    assert main(["run", str(pendulum), "--until", "2", "--final"]) == 0
    whole = json.loads(capsys.readouterr().out)
    assert resumed["KN1.angle"] == pytest.approx(whole["KN1.angle"], abs=1e-8)


@pytest.mark.slow
def test_ctrl_c_keeps_what_was_computed(pendulum, tmp_path):
    circuit = mars.load(pendulum)
    circuit.add("dynamics.spring", "Stiff", stiffness=1e9)
    circuit.connect("Stiff.a", "KN1.turn")
    mars.save(circuit, pendulum)
    out = tmp_path / "r.csv"
    command = [sys.executable, "-m", "mars.cli", "run", str(pendulum), "--until", "1000", "--step", "0.001", "--out", str(out)]
    terminal = os.environ | {"FORCE_COLOR": "1"}  # so that it tells how far it is
    process = subprocess.Popen([*command, "--names", "KN1.angle"], stderr=subprocess.PIPE, text=True, env=terminal)
    assert process.stderr is not None
    shown = ""
    while not re.search(r"t = [1-9][\d.]* s", shown):
        shown += (letter := process.stderr.read(1))
        assert letter, shown
    process.send_signal(signal.SIGINT)
    _, error = process.communicate(timeout=LIMIT)
    assert process.returncode == 130, error
    assert "stopped by the user at t = " in error and "Traceback" not in error
    assert len(out.read_text(encoding="utf-8").splitlines()) > 2


def test_importing_mars_is_light():
    """The editor process must not load the engine's heavy parts by accident."""
    code = (
        "import sys, mars; print([m for m in ('casadi', 'numba', 'scipy', 'PySide6', 'jsonschema', 'rich') if m in sys.modules])"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert loaded.strip() == "[]"


@pytest.mark.parametrize(
    "damage",
    [
        {"t": "x"}, {"t": -1}, {"start": 1e9}, {"states": None}, {"states": {"KN1.angle": "1", "KN1.turn.speed": 0}},
        {"states": {}}, {"solver": {}}, {"solver": {"slope": [1], "clock": ["a"], "counters": []}}, {"physics": 3}, {"more": 1},
    ],
    ids=str,
)  # fmt: skip
def test_damaged_snapshot_is_refused(pendulum, tmp_path, capsys, damage):
    snapshot = tmp_path / "s.json"
    assert main(["run", str(pendulum), "--until", "1", "--quiet", "--snapshot", str(snapshot)]) == 0
    snapshot.write_text(json.dumps(json.loads(snapshot.read_text()) | damage))
    assert main(["run", str(pendulum), "--until", "2", "--quiet", "--resume", str(snapshot)]) == 2
    assert "snapshot" in capsys.readouterr().err


def test_snapshot_with_short_memory_still_goes_on(pendulum, tmp_path):
    """The integrator's memory is a convenience; states alone are enough."""
    snapshot = tmp_path / "s.json"
    assert main(["run", str(pendulum), "--until", "1", "--quiet", "--snapshot", str(snapshot)]) == 0
    data = json.loads(snapshot.read_text())
    data["solver"] = {"slope": [], "clock": [], "counters": []}
    snapshot.write_text(json.dumps(data))
    assert main(["run", str(pendulum), "--until", "2", "--quiet", "--resume", str(snapshot)]) == 0


def test_full_disk_is_told_without_a_traceback(pendulum):
    with open("/dev/full", "w") as full:  # noqa: PTH123
        command = [sys.executable, "-m", "mars.cli", "run", str(pendulum), "--until", "0.1", "--final"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert "cannot print the results" in done.stderr and "--out" in done.stderr and "Traceback" not in done.stderr


def test_the_ledger_tells_what_passes_from_the_wires_to_the_shaft(capsys):
    assert main(["run", str(CIRCUITS / "dc_motor.mars"), "--ledger"]) == 0
    out = capsys.readouterr().out
    assert "electrical: 8.47908 J supplied" in out and "8.47908 J transferred out" in out
    assert "MT1: 8.47908 J electrical in, 3.5431 J mechanical out, 1.93266 J stored, 3.00332 J lost" in out


def test_what_cannot_be_in_nature_is_told_behind_the_run(tmp_path, capsys):
    c = mars.Circuit("sucked")
    c.add("hydraulic.pressure_source", "PS1", law="-5 bar")
    c.add("hydraulic.orifice", "OR1")
    c.add("hydraulic.tank", "T1")
    c.connect("PS1.b", "OR1.a")
    c.connect("OR1.b", "T1.a")
    mars.save(c, tmp_path / "sucked.mars")
    assert main(["run", str(tmp_path / "sucked.mars"), "--until", "0.1"]) == 0
    error = " ".join(capsys.readouterr().err.split())
    assert "warning: PS1.b, OR1.a: from t = 0 s the pressure falls below vacuum" in error and "hydraulic.volume" in error
