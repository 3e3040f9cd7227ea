"""Small run files that would cost minutes and gigabytes: refused by their header, before circuits and arrays are made."""

import json
import zipfile

import pytest

import mars
from mars.document.circuit import Circuit
from mars.document.storage import MOST_BRACKETS
from mars.errors import DocumentError
from mars.records import file
from mars.records.record import Record
from tests.helpers.paths import CIRCUITS


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    path = tmp_path_factory.mktemp("runs") / "a.marsrun"
    Record.of(mars.simulate(mars.load(CIRCUITS / "two_segment_manipulator.mars"), until=0.05)).save(path)
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def written(path, content, about):
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in content.items():
            if name != "run.json":
                archive.writestr(name, data)
        archive.writestr("run.json", json.dumps(about), zipfile.ZIP_DEFLATED)
    return path


@pytest.fixture
def circuits_made(monkeypatch):
    made, real = [], Circuit.from_data.__func__
    monkeypatch.setattr(Circuit, "from_data", classmethod(lambda cls, data: made.append(1) or real(cls, data)))
    return made


def test_parts_without_arrays_are_refused_before_any_circuit_is_made(stored, tmp_path, circuits_made):
    about = json.loads(stored["run.json"])
    about["parts"] *= 5000
    path = written(tmp_path / "b.marsrun", stored, about)
    assert path.stat().st_size < 100_000
    with pytest.raises(DocumentError, match="numbers are missing"):
        Record.load(path)
    assert not circuits_made


def test_many_parts_with_one_large_circuit_are_refused_early(stored, tmp_path, circuits_made):
    """70 kB took 41 s and 1.8 GB."""
    about, arrays = json.loads(stored["run.json"]), {}
    (first,) = about["parts"]
    large = first["circuit"]
    large["circuit"]["components"] |= {f"S{i}": {"kind": "bodies.rod"} for i in range(8000)}
    first["physics"] = Circuit.from_data(large).physics_hash()
    about["parts"] = [first, *[{**first, "circuit": None, "changes": {}} for _ in range(50)]]
    for part in range(51):
        arrays |= {name.replace("0/", f"{part}/", 1): data for name, data in stored.items() if name != "run.json"}
    circuits_made.clear()
    size, limit = len(json.dumps(large)), file.CIRCUITS
    path = written(tmp_path / "b.marsrun", arrays, about)
    with pytest.raises(DocumentError):
        Record.load(path)
    assert len(circuits_made) <= 2 + (limit + file.GROWTH * path.stat().st_size) / size < 60


def test_packed_brackets_are_refused(stored, tmp_path):
    about = json.loads(stored["run.json"])
    about["x"] = [[]] * (MOST_BRACKETS + 1)
    path = written(tmp_path / "b.marsrun", stored, about)
    assert path.stat().st_size < 100_000
    with pytest.raises(DocumentError, match="lists and objects"):
        Record.load(path)
