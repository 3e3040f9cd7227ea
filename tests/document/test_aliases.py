"""Old names of kinds, parameters, ports, variables and settings: files load with them, scripts run with them."""

import json
import warnings

import numpy as np
import pytest

import mars
from mars.document.aliases import ALIASES, current
from mars.document.circuit import Circuit
from mars.document.storage import dumps, loads
from mars.records.live import Live
from mars.simulation.settings import Settings

OLD = {
    ("kind", "", "joints.hinge"): "joints.rotation",
    ("parameter", "bodies.rod", "weight"): "mass",
    ("parameter", "joints.rotation", "direction"): "axis",
    ("port", "joints.rotation", "hinge"): "turn",
    ("port", "bodies.rod", "end"): "2",
    ("variable", "joints.rotation", "bend"): "angle",
    ("setting", "", "duration"): "until",
}


@pytest.fixture
def aliases(monkeypatch):
    for key, new in OLD.items():
        monkeypatch.setitem(ALIASES, key, new)


def pendulum(kind="joints.rotation", mass="mass", axis="axis", turn="turn", end="2", angle="angle") -> Circuit:
    """A pendulum with a damper and a mass at its tip; the words are those of the API, old or new."""
    c = Circuit("pendulum", motions="Tx Ty Rz")
    c.add("bodies.base", "Base")
    c.add(kind, "X", at=(0, 0), **{axis: [0, 0, 1]})
    c.add("bodies.rod", "R", **{mass: 2})
    c.add("bodies.point_mass", "Tip")
    c.add("dynamics.damper", "D")
    c.connect("Base.1", "X.1")
    c.connect("X.2", "R.1")
    c.connect(f"R.{end}", "Tip.1")
    c.connect(f"X.{turn}", "D.a")
    c.set_start(f"X.{angle}", 0.3)
    c.set_start(f"X.{turn}.speed", 0.1, "guess")
    return c


def old_text(circuit: Circuit) -> str:
    """The file as it was written before the names changed."""
    text = dumps(circuit)
    for old, new in {
        "joints.hinge": "joints.rotation",
        '"weight"': '"mass"',
        '"direction"': '"axis"',
        "X.hinge": "X.turn",
        "R.end": "R.2",
        "X.bend": "X.angle",
        '"duration"': '"until"',
    }.items():
        assert new in text, new
        text = text.replace(new, old)
    return text


def new_circuit() -> Circuit:
    c = pendulum()
    c.run = {"until": 0.1}
    c.drawing["links"] = {"X.turn D.a": {"route": [[0, 0], [10, 0]]}}
    c.views = {
        "plots": [["X.angle", "X.turn.speed"], {"curves": ["X.*"], "x": "X.angle"}],
        "motion": {"trails": ["R.2"]},
    }
    return c


def test_there_is_nothing_to_rename_without_the_table():
    assert current("kind", "joints.hinge") == "joints.hinge"
    c = new_circuit()
    assert loads(old_text(c)).components["X"].kind == "joints.hinge"


def test_a_file_loads_silently_and_is_saved_with_the_new_names(aliases):
    c = new_circuit()
    loaded = loads(old_text(c))
    assert dumps(loaded) == dumps(c) and loaded.physics_hash() == c.physics_hash()


def test_a_file_of_today_stays_as_it_is(aliases):
    text = dumps(new_circuit())
    assert dumps(loads(text)) == text


def test_inside_definitions_and_through_instances(aliases):
    def host(inner: Circuit) -> Circuit:
        c = Circuit("two pendulums", motions="Tx Ty Rz")
        c.define("Pendulum", inner)
        c.add("Pendulum", "P1")
        c.set_start("P1.X.angle", 0.2)
        c.views = {"plots": [["P1.X.angle", "P1.X.turn.speed"]]}
        return c

    c = host(new_circuit())
    text = dumps(c)
    for old, new in (("joints.hinge", "joints.rotation"), ("X.hinge", "X.turn"), ("X.bend", "X.angle"), ('"weight"', '"mass"')):
        assert new in text
        text = text.replace(new, old)
    loaded = loads(text)
    assert dumps(loaded) == dumps(c) and loaded.physics_hash() == c.physics_hash()
    assert "hinge" not in json.dumps(loaded.definitions)
    with pytest.warns(DeprecationWarning, match=r"P1\.X\.bend is now called P1\.X\.angle"):
        loaded.set_start("P1.X.bend", 0.4)
    assert loaded.start["P1.X.angle"].value == 0.4


def test_broken_definitions_are_left_alone(aliases):
    c = new_circuit()
    c.definitions = {"B": {"subcircuit": 4}, "C": {"subcircuit": {"components": {"X": 1}, "links": 2}, "start": 5}}
    assert loads(dumps(c)).definitions == c.definitions


def test_the_api_takes_old_names_and_warns(aliases):
    with pytest.warns(DeprecationWarning) as caught:
        c = pendulum("joints.hinge", "weight", "direction", "hinge", "end", "bend")
    messages = [str(each.message) for each in caught]
    assert messages == [
        "the kind joints.hinge is now called joints.rotation",
        "the parameter direction of joints.rotation is now called axis",
        "the parameter weight of bodies.rod is now called mass",
        "the port end of bodies.rod is now called 2",
        "the port hinge of joints.rotation is now called turn",
        "the variable X.bend is now called X.angle",
        "the variable X.hinge.speed is now called X.turn.speed",
    ]
    assert {each.filename for each in caught} == {__file__}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert dumps(c) == dumps(pendulum())
    with pytest.warns(DeprecationWarning, match="weight of bodies.rod is now called mass"):
        c.set("R.weight", 3)
    assert c.components["R"].values == {"mass": 3}
    with pytest.warns(DeprecationWarning, match="hinge"):
        c.disconnect("X.hinge", "D.a")


def test_results_and_settings(aliases):
    c = pendulum()
    with pytest.warns(DeprecationWarning, match="the setting duration is now called until"):
        run = mars.simulate(c, duration=0.05)
    assert run.time[-1] == 0.05
    with pytest.warns(DeprecationWarning, match=r"the variable X\.bend is now called X\.angle"):
        np.testing.assert_array_equal(run["X.bend"], run["X.angle"])
    with pytest.warns(DeprecationWarning):
        assert run.names("X.hinge.*") == run.names("X.turn.*") and "X.bend" in run
    with pytest.raises(mars.DocumentError, match=r"unknown variable “X\.nothing”"):
        run["X.nothing"]
    with pytest.warns(DeprecationWarning):
        assert Settings.of(c, duration=2).until == 2
    with pytest.warns(DeprecationWarning):
        assert "X.angle" in Live(c, ["X.bend"], until=0.01).names


def test_a_snapshot_of_before_goes_into_a_run_of_now(aliases, tmp_path):
    c = pendulum()
    snapshot = mars.simulate(c, until=0.05).snapshot()
    path = tmp_path / "old.snapshot"
    snapshot.save(path)
    path.write_text(path.read_text("utf-8").replace("X.angle", "X.bend"), "utf-8")
    again = mars.simulate(c, until=0.1, resume=mars.Snapshot.load(path))
    assert again.time[0] == pytest.approx(0.05)
