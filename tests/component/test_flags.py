"""Yes/no parameters: booleans in circuits and files; the words "yes" and "no" of older ones are read."""

import json

import numpy as np
import pytest

import mars
from mars.component import Component, Flag, Icon
from mars.component.parameters import Choice
from mars.document.flags import with_flag_words
from mars.document.storage import dumps, loads
from mars.errors import CircuitError, DocumentError
from mars.kinds import library
from mars.kinds.definitions import hash_of
from mars.kinds.registry import kinds
from mars.pictures.sheet.symbols import symbol_of
from mars.pictures.sheet.value_labels import value_label
from mars.translation import languages
from mars.translation.kind_pages import describe, entry


def flagged(pid, pipe, inner):
    """Flags at the top and in a subcircuit, as in the files whose hashes are below."""
    circuit = mars.Circuit("t")
    circuit.add("control.pid", limited=pid, lower=-0.3)
    circuit.add("hydraulic.pipe", inertia=pipe, length=2.0)
    box = mars.Circuit()
    box.add("signals.integrator", "INT1", limited=inner)
    circuit.define("Box", box)
    circuit.add("Box", "B1")
    return circuit


# Computed before there were flags, when the same circuit held the words.
PHYSICS = "37f646a6b61bd575ee0f65a508e3d5ae3275810fc24ab59b5b1592c3ec668724"
DEFINITION = "7d232275021e185f12023f63d6b58040eec03d5f2f87203ad95930170f477b64"


def test_a_component_reads_a_flag_as_a_boolean():
    flag = kinds()["control.pid"].parameters["limited"]
    assert isinstance(flag, Flag) and flag.structural and flag.default is False
    assert [flag.resolve(typed, {}, "") for typed in (True, False, "yes", "no")] == [True, False, True, False]


def test_no_kind_has_a_choice_of_yes_and_no():
    choices = [p for kind in kinds().values() for p in kind.parameters.values() if isinstance(p, Choice)]
    assert choices and not any({"yes", "no"} & set(p.options) for p in choices)


@pytest.mark.parametrize("wrong", [1, 0.0, "true", "Yes", "", None, [True], {}])
def test_anything_else_is_refused_with_a_remedy(wrong):
    flag = kinds()["control.pid"].parameters["limited"]
    with pytest.raises(DocumentError, match=r"^PID1\.limited must be true or false, not .+$") as caught:
        flag.resolve(wrong, {}, "PID1.limited")
    assert caught.value.code == "bad-value"


def test_a_wrong_value_is_a_complaint_at_its_place():
    circuit = mars.Circuit()
    circuit.add("control.pid", limited="sometimes")
    with pytest.raises(CircuitError) as error:
        mars.simulate(circuit, 1.0)
    found = next(each for each in error.value.complaints if each.code == "value")
    assert found.where == "PID1.limited" and found.cause == "must be true or false, not 'sometimes'"
    assert languages.message(found.cause, "ru") != found.cause


def test_scripts_with_words_give_booleans():
    circuit = flagged("yes", "no", "yes")
    assert circuit == flagged(True, False, True) == flagged(np.True_, np.bool_(0), np.True_)
    assert circuit.components["PID1"].values["limited"] is True
    circuit.set("PID1.limited", "no")
    assert circuit.components["PID1"].values["limited"] is False
    circuit.set("PID1.limited", True)
    assert circuit.components["PID1"].values["limited"] is True


def test_old_files_are_read_and_saved_as_booleans():
    new = dumps(flagged(True, False, True))
    old = new.replace('"limited": true', '"limited": "yes"').replace('"inertia": false', '"inertia": "no"')
    assert old.count('"yes"') == 2 and old.count('"no"') == 1
    assert dumps(loads(old)) == new
    inside = json.loads(new)["definitions"]["Box"]["subcircuit"]["components"]["INT1"]
    assert inside["values"] == {"limited": True}


def test_words_of_other_parameters_stay():
    circuit = mars.Circuit()
    circuit.add("signals.sum", signs="yes")
    circuit.add("not.installed", "X1", limited="yes")
    assert circuit.components["X1"].values == {"limited": "yes"}
    assert loads(dumps(circuit)) == circuit and "true" not in dumps(circuit)


def test_hashes_are_those_of_the_words():
    circuit = flagged(True, False, True)
    assert circuit.physics_hash() == PHYSICS
    assert hash_of(circuit.definitions["Box"]) == DEFINITION
    circuit.definitions["Box"]["subcircuit"]["components"]["INT1"]["values"] = {"limited": "yes"}  # as it stood in an older file
    assert circuit.physics_hash() == PHYSICS and hash_of(circuit.definitions["Box"]) == DEFINITION
    others = [flagged(*flags).physics_hash() for flags in ((False, False, True), (True, True, True), (True, False, False))]
    assert len({PHYSICS, *others}) == 4


def test_a_definition_from_the_library_is_not_new_for_its_flags(tmp_path, monkeypatch):
    monkeypatch.setattr(library, "folder", lambda: tmp_path)
    circuit = flagged(True, False, True)
    library.store(circuit, "Box")
    file = tmp_path / "Box.mars"
    file.write_text(file.read_text().replace("true", '"yes"'))
    assert library.newer(circuit) == []


def test_results_agree_with_those_of_the_words():
    def run(limited):
        circuit = mars.Circuit()
        circuit.add("signals.constant", "K1", value=1)
        circuit.add("signals.integrator", "INT1", limited=limited, upper=0.3)
        circuit.connect("K1.out", "INT1.in")
        return mars.simulate(circuit, 1.0)["INT1.value"]

    assert np.array_equal(run(True), run("yes")) and run(True)[-1] == pytest.approx(0.3)
    assert run(False)[-1] == pytest.approx(1.0)


def test_pages_say_true_or_false():
    data = entry("control.pid")
    limited = next(p for p in data["parameters"] if p["name"] == "limited")
    assert (limited["type"], limited["default"], limited["limits"]) == ("flag", False, "true or false")
    line = next(line for line in describe(data).splitlines() if line.startswith("  limited"))
    assert line.split()[1] == "false" and line.endswith("(true or false)")
    assert next(p for p in entry("control.pid", "ru")["parameters"] if p["name"] == "limited")["limits"] == "true или false"


def test_a_flag_that_is_a_key_parameter_stands_below_the_symbol():
    class Marked(Component, kind="tests.marked"):
        """Something with a flag."""

        letters = "MK"
        limited = Flag(True, "whether it is limited", key_parameter=True)
        icon = Icon(("line", "M-10,0 h20"))

    circuit = mars.Circuit()
    circuit.add("tests.marked", "MK1", at=(0, 0), letters="MK")
    kinds()["tests.marked"] = Marked
    try:
        labels = [value_label(circuit, symbol_of(circuit, "MK1"))]
        circuit.set("MK1.limited", False)
        labels.append(value_label(circuit, symbol_of(circuit, "MK1")))
    finally:
        del kinds()["tests.marked"]
    assert labels == ["limited yes", "limited no"]


def test_hashes_spell_flags_as_words_and_leave_numbers_alone():
    entry = {"kind": "control.pid", "values": {"limited": True, "kp": 1, "ki": 0, "kd": 1.0}}
    assert repr(with_flag_words(entry)["values"]) == repr({"limited": "yes", "kp": 1, "ki": 0, "kd": 1.0})
