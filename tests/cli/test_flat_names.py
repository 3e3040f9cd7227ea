"""The letter that joins names inside subcircuits never gets out: people read and write `Axis1.KN1.angle` everywhere."""

import json
import re
import zipfile

import numpy as np
import pytest

from mars import load
from mars.cli.main import main
from mars.flat_names import INSIDE
from mars.simulation import simulate
from mars.simulation.snapshot import Snapshot
from mars.verification.check import check
from tests.helpers.paths import CIRCUITS

ARM = str(CIRCUITS / "modular_arm.mars")
SPELT = re.compile(
    f"{INSIDE}|{INSIDE.encode('unicode_escape').decode()[1:]}|&#42895;", re.IGNORECASE
)  # also as JSON and XML write it


def leaks(content):
    """Places in a text or in the bytes of a file, or of the files that it holds."""
    text = content if isinstance(content, str) else content.decode("utf-8", "ignore")
    return [text[max(0, found.start() - 30) : found.end() + 10] for found in SPELT.finditer(text)]


def said(capsys, *words, code=0):
    capsys.readouterr()
    assert main([str(word) for word in words]) == code
    told = capsys.readouterr()
    return told.out + told.err


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Everything that a run writes."""
    folder = tmp_path_factory.mktemp("arm")
    names = ["--names", "Axis1.KN1.*", "Axis2.DR1.*"]
    for i, ending in enumerate(("csv", "npz", "json")):
        keep = ["--snapshot", folder / "arm.snapshot", "--save", folder / "arm.marsrun"] if not i else []
        plot = ["--plot", folder / "arm.svg", "Axis1.KN1.angle"] if not i else []
        words = ["run", ARM, "--until", "0.02", "--out", folder / f"arm.{ending}", *names, *keep, *plot, "--quiet"]
        assert main([str(word) for word in words]) == 0
    return folder


def test_no_file_holds_it(folder):
    for path in folder.iterdir():
        content = path.read_bytes()
        assert leaks(content) == [], path
        if zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as packed:
                assert [
                    (name, leaks(packed.read(name))) for name in packed.namelist() if leaks(name + str(packed.read(name)))
                ] == []
    assert "Axis1.KN1.angle" in (folder / "arm.csv").read_text().partition("\n")[0]
    assert "Axis1.KN1.angle" in np.load(folder / "arm.npz").files
    assert "Axis1.KN1.angle" in json.loads((folder / "arm.snapshot").read_text())["states"]


@pytest.mark.parametrize(
    "words",
    [
        ("run", ARM, "--until", "0.02", "--final", "--ledger", "--events"),
        ("check", ARM),
        ("check", ARM, "--json"),
        ("equations", ARM),
        ("equations", ARM, "--latex"),
        ("equations", ARM, "Axis1", "--json"),
    ],
    ids=lambda words: " ".join(words).replace(ARM, "ARM"),
)
def test_no_command_says_it(capsys, words):
    told = said(capsys, *words)
    assert "Axis1" in told and leaks(told) == []


def test_the_stored_run_says_it_neither(folder, capsys):
    assert leaks(said(capsys, "run", folder / "arm.marsrun", "--final", "--ledger", "--events")) == []


def test_complaints_do_not_say_it():
    circuit = load(ARM)
    sheet = circuit.definitions["Drive"]["subcircuit"]
    sheet["components"]["MT1"]["values"] = {"resistance": -1, "nonsense": 3, "inductance": "sqrt(-1) H"}
    sheet["links"] = [link for link in sheet["links"] if "V1.n" not in link]
    told = "\n".join(str(complaint) for complaint in check(circuit).complaints)
    assert "Axis1.DR1.MT1" in told and leaks(told) == []


def test_snapshots_go_on_to_the_bit_whichever_names_they_have(folder, tmp_path):
    """Those of earlier versions have the letter."""
    new = json.loads((folder / "arm.snapshot").read_text())
    flat = {name.replace(".", INSIDE, name.count(".") - 1 - name.endswith(".turn.speed")): x for name, x in new["states"].items()}
    assert leaks(str(list(flat)))
    (tmp_path / "old.snapshot").write_text(json.dumps({**new, "states": flat}))
    circuit = load(ARM)
    runs = [simulate(circuit, 0.03, resume=Snapshot.load(path)) for path in (folder / "arm.snapshot", tmp_path / "old.snapshot")]
    assert (runs[0]["Axis1.KN1.angle"] == runs[1]["Axis1.KN1.angle"]).all()
    assert runs[0].steps.t[-1] == 0.03
