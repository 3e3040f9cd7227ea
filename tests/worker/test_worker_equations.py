"""The worker's answers about equations: at a time of a run, at the start of a drawing, without numbers where it cannot run."""

import math

import pytest

import mars
from mars.records.record import Record
from mars.worker.equations import Equations
from mars.worker.stored_runs import Archive
from tests.helpers.paths import CIRCUITS


def data_of(name):
    return mars.load(CIRCUITS / f"{name}.mars").to_data()


@pytest.fixture(scope="module")
def record():
    return Record.of(mars.simulate(mars.load(CIRCUITS / "pendulum.mars"), until=0.5))


def asked(archive, said, **content):
    archive.take("equations", {"id": 7, **content})
    archive.work()
    return said[-1]


@pytest.fixture
def desk(record):
    said = []
    archive = Archive(lambda word, **content: said.append((word, content)))
    archive.grow("run", lambda: record)
    return lambda **content: asked(archive, said, **content)


def test_a_run_is_asked_at_a_time(desk):
    word, content = desk(name="KN1", folder="run", t=0.25)
    assert word == "equations" and (content["id"], content["name"], content["t"]) == (7, "KN1", 0.25)
    turns = next(row for row in content["rows"] if row["text"] == "w₂ = w₁ + turn.speed·e")
    assert turns["left"] == pytest.approx(turns["right"], abs=1e-12) and turns["residual"] <= 1e-12 < turns["size"]
    assert [value["text"] for value in turns["values"]] == ["w₂", "w₁", "turn.speed", "e"]


def test_numbers_are_those_of_the_run(desk, record):
    _, content = desk(name="KN1", folder="run", t=0.25)
    (speed,) = record.at([0.25], ["KN1.turn.speed"])[0]
    told = {value["text"]: value["numbers"] for row in content["rows"] for value in row["values"]}
    assert told["turn.speed"] == pytest.approx([speed], rel=1e-12)


def test_a_time_beyond_the_run_is_its_end(desk, record):
    assert desk(name="KN1", folder="run", t=99.0)[1]["t"] == record.end


def test_a_drawing_has_the_numbers_of_its_start_and_is_built_once(desk, monkeypatch):
    word, content = desk(name="SB1", data=data_of("pendulum"))
    assert word == "equations" and content["t"] == 0.0 and content["rows"][0]["left"]
    monkeypatch.setattr("mars.worker.equations.Live", None)
    assert desk(name="KN1", data=data_of("pendulum"))[0] == "equations"


def test_a_drawing_that_cannot_run_has_equations_without_numbers():
    circuit = mars.load(CIRCUITS / "pendulum.mars")
    circuit.add("bodies.rod", "SB9")
    circuit.components["SB9"].values["length"] = "unknown_word"
    found = Equations().of_drawing(circuit.to_data(), "KN1")
    assert found["t"] is None and "unknown_word" in found["words"] and found["rows"]
    assert all(math.isnan(row["residual"]) and not row["left"] for row in found["rows"])


def test_no_model_of_a_large_drawing_is_built_for_a_look(monkeypatch):
    monkeypatch.setattr("mars.worker.equations.MOST_NAMED", 3)
    monkeypatch.setattr("mars.worker.equations.Live", None)
    found = Equations().of_drawing(data_of("two_segment_manipulator"), "KN1")
    assert found["t"] is None and "Run it" in found["words"] and found["rows"]


def test_an_unknown_component_is_refused_in_words(desk):
    word, content = desk(name="SB9", folder="run", t=0.1)
    assert word == "refused" and "SB9" in content["words"]


@pytest.mark.slow
def test_a_subcircuit_says_where_its_equations_are():
    data = data_of("modular_arm")
    with pytest.raises(mars.errors.DocumentError, match="Axis1 is a subcircuit"):
        Equations().of_drawing(data, "Axis1")
    topology = mars.topology.analyse.topology_of(mars.load(CIRCUITS / "modular_arm.mars"))
    inner = next(name for name in topology.placed if "ꞏ" in name)
    assert Equations().of_drawing(data, inner)["rows"]
