"""Values that overflow, wrong snapshots: an explanation, never a traceback."""

import builtins
import json

import numpy as np
import pytest

import mars
from mars.errors import DocumentError, MarsError
from mars.kinds.registry import kinds
from tests.helpers.kind_circuits import circuit_around
from tests.helpers.paths import CIRCUITS


def pendulum(**values):
    circuit = mars.Circuit()
    circuit.add("bodies.base", "B1")
    circuit.add("joints.rotation", "KN1", **values)
    circuit.add("bodies.rod", "SB1")
    circuit.connect("B1.1", "KN1.1")
    circuit.connect("KN1.2", "SB1.1")
    return circuit


@pytest.mark.parametrize("axis", [[0, 0, 1e200], [0, 0, -1e308], [1e308, 1e308, 1e308], [3e199, 0, 4e199]])
def test_an_axis_of_any_length_is_a_direction(axis):
    """`axis=[0, 0, 1e200]` was a ZeroDivisionError."""
    circuit, unit = pendulum(axis=axis), (np.array(axis) / np.abs(axis).max()).tolist()
    assert mars.check(circuit).can_run
    run, same = (mars.simulate(each, until=0.1) for each in (circuit, pendulum(axis=unit)))
    np.testing.assert_array_equal(run["KN1.angle"], same["KN1.angle"])


def test_a_number_that_overflows_inside_is_explained():
    """It was a KeyError of the tableau."""
    circuit = circuit_around("sources.driven_slide_movement", gain=1e200)
    (complaint,) = [each for each in mars.check(circuit).complaints if each.severity == "error"]
    assert complaint.code == "broken-check"
    assert "very large" in complaint.remedy


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("family", sorted({name.partition(".")[0] for name in kinds()} - {"ports"}))
def test_huge_values_end_in_a_report(family):
    for kind in (name for name in kinds() if name.startswith(f"{family}.")):
        for name, parameter in kinds()[kind].parameters.items():
            circuit = circuit_around(kind)
            if isinstance(parameter.default, list | tuple):
                circuit.components["X"].values[name] = [1e300] * len(parameter.default)
            else:
                circuit.components["X"].values[name] = 1e300
            assert mars.check(circuit).title == circuit.title


@pytest.mark.parametrize("part", ["memory", "slope", "clock", "x"])
@pytest.mark.parametrize("wrong", ["word", ["word"], None, [None], {"a": 1}, 3])
def test_anything_but_numbers_in_the_memory_of_a_snapshot_is_refused(tmp_path, part, wrong):
    circuit, path = pendulum(), tmp_path / "a.snapshot"
    mars.simulate(circuit, until=0.1, method="radau").snapshot().save(path)
    data = json.loads(path.read_text("utf-8"))
    data["solver"][part] = wrong
    path.write_text(json.dumps(data), "utf-8")
    with pytest.raises(DocumentError, match="not a snapshot of a run"):
        mars.Snapshot.load(path)


@pytest.mark.parametrize(
    "change", [{"t": -1}, {"modes": [1e301]}, {"states": [1]}, {"solver": {}}, {"more": 1}, {"mode_names": [1]}]
)
def test_a_snapshot_with_wrong_entries_is_refused(tmp_path, change):
    path = tmp_path / "a.snapshot"
    mars.simulate(pendulum(), until=0.1).snapshot().save(path)
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | change), "utf-8")
    with pytest.raises(DocumentError, match="not a snapshot of a run"):
        mars.Snapshot.load(path)


def test_a_data_frame_without_pandas_names_the_package(monkeypatch):
    real = builtins.__import__

    def without_pandas(name, *arguments, **more):
        if name == "pandas":
            raise ModuleNotFoundError("No module named 'pandas'")
        return real(name, *arguments, **more)

    run = mars.simulate(pendulum(), until=0.1)
    monkeypatch.setattr(builtins, "__import__", without_pandas)
    with pytest.raises(MarsError, match=r"pandas.*pip install") as caught:
        run.frame()
    assert caught.value.code == "missing-package"


def test_a_stored_run_is_not_taken_for_a_text(tmp_path):
    from mars.records.record import Record

    circuit = mars.load(CIRCUITS / "two_segment_manipulator.mars")
    Record.of(mars.simulate(circuit, until=0.05)).save(tmp_path / "a.marsrun")
    with pytest.raises(DocumentError, match="a stored run"):
        mars.load(tmp_path / "a.marsrun")
