"""The user's library: definitions kept, embedded with their hash, updated, in conflict."""

import pytest

from mars.document.circuit import Circuit
from mars.editing.make_subcircuit import make_subcircuit
from mars.errors import DocumentError
from mars.kinds import library
from mars.verification.check import check
from tests.helpers.subcircuits import AXIS, arm, axes


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("MARS_LIBRARY", str(tmp_path / "shelf"))
    return tmp_path / "shelf"


def test_what_is_stored_can_be_used_elsewhere_with_all_its_parts(folder):
    circuit = arm()
    make_subcircuit(circuit, ["KN1", "SB1"], "Axis")
    make_subcircuit(circuit, ["A1", "KN2", "SB2"], "Limb")
    assert library.store(circuit, "Limb") == folder / "Limb.mars"
    other = Circuit(motions="Tx Ty Rz")
    assert library.embed(other, "Limb") == "Limb" and set(other.definitions) == {"Axis", "Limb"}
    other.add("bodies.base", "Base1")
    other.add("Limb", "L1")
    other.connect("Base1.1", "L1.KN1_1")
    assert check(other).can_run, check(other).complaints


def test_a_changed_library_is_noticed_and_taken_over_when_asked():
    circuit = axes()
    library.store(circuit, "Axis")
    assert library.newer(circuit) == []
    other = axes()
    other.definitions = {"Axis": {**AXIS, "note": "Better."}}
    with pytest.raises(DocumentError, match="the library already has a different Axis") as caught:
        library.store(other, "Axis")
    assert caught.value.code == "name-taken"
    library.store(other, "Axis", replace=True)
    assert library.newer(circuit) == ["Axis"]
    library.update(circuit, "Axis")
    assert circuit.definitions["Axis"]["note"] == "Better." and library.newer(circuit) == []


def test_a_definition_changed_in_the_file_is_not_called_old():
    circuit = axes()
    library.store(circuit, "Axis")
    circuit.definitions = {"Axis": {**circuit.definitions["Axis"], "note": "Mine."}}
    assert library.newer(circuit) == []


def test_a_clash_of_names_keeps_both():
    circuit = axes()
    library.store(circuit, "Axis")
    other = Circuit()
    other.definitions = {"Axis": {"subcircuit": {}}}
    assert library.embed(other, "Axis") == "Axis_1"
    assert other.definitions["Axis"] == {"subcircuit": {}} and other.definitions["Axis_1"]["note"] == AXIS["note"]


def test_parts_that_clash_are_renamed_in_what_uses_them():
    circuit = axes()
    make_subcircuit(circuit, ["Axis1"], "Limb")
    library.store(circuit, "Limb")
    other = Circuit()
    other.definitions = {"Axis": {"subcircuit": {}}}
    library.embed(other, "Limb")
    kinds = {entry["kind"] for entry in other.definitions["Limb"]["subcircuit"]["components"].values()}
    assert "Axis_1" in kinds and "Axis" not in kinds


def test_damaged_files_of_the_library_are_told_and_the_rest_is_there(folder):
    library.store(axes(), "Axis")
    (folder / "bad.mars").write_text("{")
    (folder / "worse.mars").write_text('{"mars": 1, "circuit": {}, "definitions": {"X": {"subcircuit": 3}}}')
    found, complaints = library.entries()
    assert list(found) == ["Axis"] and len(complaints) == 2
    assert "bad.mars" in complaints[0].cause and "worse.mars" in complaints[1].cause


def test_what_is_taken_out_is_gone_and_circuits_keep_theirs(folder):
    circuit = axes()
    library.store(circuit, "Axis")
    library.take_out("Axis")
    assert library.entries() == ({}, []) and check(circuit).can_run and not list(folder.iterdir())


def test_an_unknown_name_is_told():
    for place, work in (
        ("library", lambda: library.embed(Circuit(), "Axis")),
        ("library", lambda: library.take_out("Axis")),
        ("file", lambda: library.store(Circuit(), "Axis")),
    ):
        with pytest.raises(DocumentError, match=f"definition 'Axis': not found. The {place} has none") as caught:
            work()
        assert caught.value.code == "unknown-definition"
