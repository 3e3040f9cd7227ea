"""Corners of subcircuits: words that are no variables, units, limits, names that lead through a sheet, disabled instances."""

import copy

import pytest

from mars.document.circuit import Circuit
from mars.document.storage import dumps, loads
from mars.editing.dissolve_subcircuit import dissolve
from mars.editing.make_subcircuit import make_subcircuit
from mars.errors import DocumentError
from mars.kinds import library
from mars.kinds.definition_edits import put_sheet
from mars.kinds.definitions import sheet_of
from mars.records.circuit_differences import interventions
from mars.simulation import simulate
from mars.simulation.settings import Settings
from mars.topology.flat_circuit import flatten
from mars.verification.check import check
from tests.helpers.subcircuits import AXIS, arm, axes, causes


def test_dissolving_leaves_the_words_of_formula_blocks_alone():
    circuit = Circuit()
    circuit.definitions["Twice"] = {
        "subcircuit": {
            "variables": {"u1": {"value": 7}},
            "components": {
                "IN1": {"kind": "signals.law", "values": {"law": 1}},
                "F1": {"kind": "signals.formula", "values": {"inputs": 1, "formula": "u1*2"}},
            },
            "links": [["IN1.out", "F1.u1"]],
        }
    }
    circuit.add("Twice", "X1")
    before = simulate(circuit, 0.1)["X1.F1.out.value"][-1]
    dissolve(circuit, "X1")
    assert simulate(circuit, 0.1)["F1.out.value"][-1] == before == 2.0


@pytest.mark.parametrize(("value", "unit"), [("10 deg", ""), (10, "deg"), ("200 mm", ""), (200, "mm"), (1, "")])
def test_variables_of_any_unit_become_parameters_and_come_back(value, unit):
    circuit = arm()
    circuit.add_variable("v", value, unit, minimum=0)
    what = "KN1.angle" if "deg" in (unit or str(value)) else "SB1.length"
    circuit.set_start(what, "v") if what == "KN1.angle" else circuit.set(what, "v")
    before = simulate(circuit, 0.2)["KN2.angle"][-1]
    make_subcircuit(circuit, ["KN1", "SB1"], "Axis")
    assert check(circuit).can_run, causes(circuit)
    assert simulate(circuit, 0.2)["KN2.angle"][-1] == pytest.approx(before, rel=1e-12)


def test_limits_follow_the_other_parameters_of_an_instance():
    circuit = axes()
    sheet = {
        **AXIS["subcircuit"],
        "variables": {"h": {"value": 1, "unit": "m"}, "length": {"value": 0.5, "unit": "m", "maximum": "2*h"}},
    }
    sheet["components"] = {**sheet["components"], "SB1": {"kind": "bodies.rod", "values": {"length": "length"}}}
    circuit.definitions = {"Axis": {**AXIS, "subcircuit": sheet, "parameters": ["h", "length"]}}
    circuit.set("Axis2.length", 5)
    assert "Axis2.length: 5 m is out of range. It must be at most 2 m." in causes(circuit)
    circuit.set("Axis2.h", 10)
    assert check(circuit).can_run, causes(circuit)


def test_start_values_follow_what_is_put_into_a_subcircuit_on_an_inner_sheet_and_back():
    circuit = axes()
    circuit.set_start("Axis1.KN1.angle", 0.3)
    inner = sheet_of(circuit, "Axis")
    made = make_subcircuit(inner, ["KN1"], "Hinge")
    put_sheet(circuit, "Axis", inner)
    assert set(circuit.start) == {f"Axis1.{made}.KN1.angle", f"Axis2.{made}.KN1.angle"}
    inner = sheet_of(circuit, "Axis")
    dissolve(inner, made)
    put_sheet(circuit, "Axis", inner)
    assert set(circuit.start) == {"Axis1.KN1.angle", "Axis2.KN1.angle"}


def redrawn(circuit):
    """The same physics: notes, limits, looks, order of links and sides of ports are other ones."""
    sheet = copy.deepcopy(AXIS["subcircuit"])
    sheet["variables"]["length"] |= {"note": "from hinge to tip", "maximum": 9}
    sheet["links"] = [[b, a] for a, b in reversed(sheet["links"])]
    sheet["components"]["tip"]["values"]["side"] = "top"
    looks = {"note": "new", "letters": "Q", "icon": [["line", "M0,0 h9"]], "drawing": {"components": {"KN1": {"at": [10, 20]}}}}
    circuit.definitions = {"Axis": {**AXIS, "subcircuit": sheet, **looks}, "Unused": {"equations": ""}}


def test_notes_looks_and_the_order_of_links_inside_are_no_physics():
    circuit, other = axes(), axes()
    redrawn(other)
    assert other.physics_hash() == circuit.physics_hash()
    assert interventions(0.0, (circuit, Settings()), (other, Settings())) == []
    hashes = {circuit.physics_hash()}
    for key, value in (("density", 3), ("length", 0.6)):
        sheet = copy.deepcopy(AXIS["subcircuit"])
        sheet["variables"][key]["value"] = value
        other.definitions = {"Axis": {**AXIS, "subcircuit": sheet}}
        hashes.add(other.physics_hash())
    for changed in ({"start": {}}, {"parameters": ["length", "density"]}, {"future": 1}, {"subcircuit": 3}):
        other.definitions = {"Axis": {**AXIS, **changed}}
        hashes.add(other.physics_hash())
    sheet = copy.deepcopy(AXIS["subcircuit"])
    sheet["links"].pop()
    other.definitions = {"Axis": {**AXIS, "subcircuit": sheet}}
    assert len({*hashes, other.physics_hash()}) == 8


def test_comments_and_help_in_equations_are_no_physics():
    circuit = Circuit()
    circuit.add("Fan", "F1")
    hashes = []
    for text in (
        "port a: rotation\nparameter d = 2 N*m*s\na.torque = d*a.speed",
        '# air\nport a: rotation  "the shaft"\n\nparameter  d = 2 N*m*s "drag" # or so\na.torque = d*a.speed',
        "port a: rotation\nparameter d = 3 N*m*s\na.torque = d*a.speed",
    ):
        circuit.definitions = {"Fan": {"equations": text}}
        hashes.append(circuit.physics_hash())
    assert hashes[0] == hashes[1] != hashes[2]


def test_unknown_keys_of_a_definition_are_told_and_kept():
    circuit = axes()
    sheet = {**AXIS["subcircuit"], "componets": {}, "note": "of the sheet", "class": "Tx"}
    circuit.definitions = {"Axis": {**AXIS, "subcircuit": sheet, "paramters": ["length"], "author": "me"}}
    again = loads(dumps(circuit))
    assert again.definitions == circuit.definitions
    told = [(c.severity, str(c)) for c in check(again).complaints if c.code == "definition-key"]
    assert told == [
        ("warning", "definition Axis: unknown key “paramters”. Did you mean parameters?"),
        ("note", "definition Axis: unknown key “author”. It is kept in the file."),
        ("warning", "definition Axis: unknown key “componets”. Did you mean components?"),
    ]
    inner = sheet_of(again, "Axis")
    inner.set("SB1.mass", 3)
    put_sheet(again, "Axis", inner)
    kept, section = again.definitions["Axis"], again.definitions["Axis"]["subcircuit"]
    assert (kept["paramters"], kept["author"]) == (["length"], "me")
    assert (section["componets"], section["note"], section["class"]) == ({}, "of the sheet", "Tx")


def test_what_goes_while_a_kind_with_a_part_of_its_name_comes_did_not_move_there():
    circuit = axes()
    circuit.definitions["Other"] = {"subcircuit": {"components": {"KN1": {"kind": "joints.rotation"}}}}
    circuit.set_start("Axis1.KN1.angle", 0.3)
    inner = sheet_of(circuit, "Axis")
    inner.remove("KN1")
    inner.add("Other", "O1")
    put_sheet(circuit, "Axis", inner)
    assert [key for key in circuit.start if key.startswith("Axis1")] == []


def test_wires_that_meet_at_the_port_of_a_disabled_subcircuit_still_meet():
    circuit = Circuit(motions="Rz")
    circuit.definitions["Shaft"] = {
        "subcircuit": {
            "components": {"a": {"kind": "ports.rotation"}, "S1": {"kind": "dynamics.spring"}},
            "links": [["a.inside", "S1.a"]],
        }
    }
    circuit.add("Shaft", "X1")
    for name in ("S2", "S3"):
        circuit.add("dynamics.spring", name)
        circuit.connect("X1.a", f"{name}.a")
    circuit.components["X1"].disabled = True
    assert flatten(circuit).circuit.nodes() == [("S2.a", "S3.a")]
    dissolve(circuit, "X1")
    assert circuit.nodes() == [("S2.a", "S3.a")] and circuit.components["S1"].disabled


def test_a_disabled_instance_closes_no_ring():
    circuit = Circuit()
    circuit.definitions["A"] = {"subcircuit": {"components": {"X": {"kind": "A", "disabled": True}}}}
    circuit.add("A", "A1")
    assert "contains itself" not in causes(circuit)


def test_limits_keep_their_meaning_when_they_are_set_and_dissolved():
    circuit = axes()
    sheet = copy.deepcopy(AXIS["subcircuit"])
    sheet["variables"]["length"] = {"value": 500, "unit": "mm", "minimum": "200", "maximum": "2*reach"}
    sheet["variables"] = {"reach": {"value": 300, "unit": "mm"}, **sheet["variables"]}
    circuit.definitions = {"Axis": {**AXIS, "subcircuit": sheet}}
    assert "out of range" not in causes(circuit)  # at least 200 mm, not m
    sheet["variables"]["length"]["minimum"] = 200
    circuit.definitions = {"Axis": {**AXIS, "subcircuit": copy.deepcopy(sheet)}}
    dissolve(circuit, "Axis1")
    made = circuit.variables["Axis1_length"]
    assert (made.unit, made.minimum, made.maximum) == ("m", 0.2, "2*Axis1_reach")


def test_a_definition_by_its_own_instances_is_refused_before_anything_changes():
    circuit, inner = Circuit(), Circuit()
    inner.definitions = {"Axis": AXIS}
    inner.add("Axis", "Axis1")
    with pytest.raises(DocumentError, match="definition Axis: would contain itself") as caught:
        circuit.define("Axis", inner)
    assert caught.value.code == "circular-definition"
    assert circuit.definitions == {}
    circuit.define("Arm", inner)
    assert list(circuit.definitions) == ["Axis", "Arm"]


def test_dissolving_a_disabled_instance_joins_nothing():
    circuit = Circuit(motions="Rz")
    circuit.definitions["Wire"] = {
        "subcircuit": {
            "components": {"a": {"kind": "ports.rotation"}, "b": {"kind": "ports.rotation"}},
            "links": [["a.inside", "b.inside"]],
        }
    }
    circuit.add("dynamics.rotor", "R1")
    circuit.add("dynamics.rotor", "R2")
    circuit.add("Wire", "W1")
    circuit.components["W1"].disabled = True
    circuit.connect("R1.shaft", "W1.a")
    circuit.connect("W1.b", "R2.shaft")
    dissolve(circuit, "W1")
    assert circuit.nodes() == []


def test_values_inside_an_instance_cannot_be_set_from_outside():
    circuit = axes()
    circuit.set("Axis1.SB1.length", 1)
    assert "Make it a parameter of Axis" in causes(circuit)


def test_the_library_keeps_what_else_is_in_a_file(tmp_path, monkeypatch):
    monkeypatch.setenv("MARS_LIBRARY", str(tmp_path))
    circuit = axes()
    library.store(circuit, "Axis")
    (tmp_path / "Axis.mars").rename(tmp_path / "Limb.mars")
    make_subcircuit(circuit, ["Base1"], "Limb")
    library.store(circuit, "Limb")
    assert set(library.entries()[0]) == {"Axis", "Limb"}


def test_taking_a_clashing_definition_twice_makes_one_copy(tmp_path, monkeypatch):
    monkeypatch.setenv("MARS_LIBRARY", str(tmp_path))
    library.store(axes(), "Axis")
    circuit = Circuit()
    circuit.definitions = {"Axis": {"subcircuit": {}}}
    assert [library.embed(circuit, "Axis") for _ in range(3)] == ["Axis_1"] * 3


def test_definitions_of_wrong_shape_stop_no_edit():
    circuit = axes()
    circuit.definitions = {
        **circuit.definitions,
        "A": {"subcircuit": {"components": [1]}},
        "B": {"subcircuit": {"components": {"x": 3}}},
    }
    circuit.definitions["C"] = {"subcircuit": {"components": {"p": {"kind": "ports.frame", "values": {"side": {}}}}}}
    circuit.add("C", "X1")
    assert "Choose one of left, right" in causes(circuit)
    make_subcircuit(circuit, ["Axis2"], "Limb")
    assert "Limb" in circuit.definitions
