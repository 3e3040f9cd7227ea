"""Subcircuits: made, dissolved, renamed, nested, hostile."""

import json

import pytest

from mars.document.circuit import Circuit
from mars.document.storage import dumps, loads
from mars.editing.dissolve_subcircuit import dissolve
from mars.editing.make_subcircuit import cuts, make_subcircuit
from mars.errors import CircuitError, DocumentError
from mars.kinds.definition_edits import put_sheet, remove_definition, rename_definition, users_of
from mars.kinds.definitions import hash_of, kind_of, sheet_of, with_parts
from mars.kinds.hierarchy import holds
from mars.simulation import simulate
from mars.topology.flat_circuit import DEEPEST, flatten
from mars.verification.check import check
from tests.helpers.subcircuits import AXIS, arm, axes, causes


def flat_axes() -> Circuit:
    circuit = Circuit("axes", motions="Tx Ty Rz")
    circuit.add("bodies.base", "Base1")
    for i, length in ((1, 0.6), (2, 0.5)):
        circuit.add("joints.rotation", f"KN{i}")
        circuit.add("bodies.rod", f"SB{i}", length=length, mass=2 * length)
    for a, b in (("Base1.1", "KN1.1"), ("KN1.2", "SB1.1"), ("SB1.2", "KN2.1"), ("KN2.2", "SB2.1")):
        circuit.connect(a, b)
    circuit.set_start("KN1.angle", "10 deg")
    circuit.set_start("KN2.angle", 0.4)
    return circuit


def test_instances_move_as_what_is_drawn_in_their_place():
    run, other = simulate(axes(), 1.0), simulate(flat_axes(), 1.0)
    for i in (1, 2):
        assert (run[f"Axis{i}.KN1.angle"] == other[f"KN{i}.angle"]).all()
        assert (run[f"Axis{i}.SB1.1.F.y"] == other[f"SB{i}.1.F.y"]).all()
    assert not any("\ua78f" in name for name in run.names())


def test_a_change_of_an_instances_parameter_needs_no_new_machine_code():
    from mars.records.live import Live

    live = Live(axes(), until=2.0)
    live.advance(0.5)
    other = axes()
    other.set("Axis2.length", 0.55)
    assert live.change(other, 0.5).how == "parameters"


def test_round_trip_through_the_file():
    circuit = axes()
    again = loads(dumps(circuit))
    assert again == circuit and dumps(again) == dumps(circuit) and again.physics_hash() == circuit.physics_hash()


def test_making_a_subcircuit_changes_no_motion_and_dissolving_brings_all_back():
    before = arm()
    circuit = before.copy()
    made = make_subcircuit(circuit, ["KN1", "SB1"], "Axis")
    assert made == "A1" and set(circuit.components) == {"Base1", "A1", "KN2", "SB2", "T1"}
    assert circuit.components["A1"].values == {"L": "L"}
    assert circuit.views["plots"] == [["A1.KN1.angle", "A1.SB1.2.r.x"]]
    one, two = simulate(before, 1.0), simulate(circuit, 1.0)
    assert (one["KN2.angle"] == two["KN2.angle"]).all() and (one["KN1.angle"] == two["A1.KN1.angle"]).all()
    assert sorted(dissolve(circuit, "A1")) == ["KN1", "SB1"]
    assert circuit.views == before.views and circuit.start == before.start and circuit.variables == before.variables
    assert {frozenset(node) for node in circuit.nodes()} == {frozenset(node) for node in before.nodes()}
    assert {n: (c.kind, c.values) for n, c in circuit.components.items()} == {
        n: (c.kind, c.values) for n, c in before.components.items()
    }
    assert {n: look["at"] for n, look in circuit.drawing["components"].items()} == {
        n: look["at"] for n, look in before.drawing["components"].items()
    }


def test_cut_nodes_become_ports_with_telling_names():
    found = {cut.name: (cut.kind, cut.side) for cut in cuts(arm(), ["KN1", "SB1"])}
    assert found == {"KN1_1": ("ports.frame", "left"), "SB1_2": ("ports.frame", "right"), "turn": ("ports.rotation", "top")}


def test_nested_subcircuits_give_results_by_their_path():
    circuit = arm()
    make_subcircuit(circuit, ["KN1", "SB1"], "Axis")
    make_subcircuit(circuit, ["A1", "KN2", "SB2"], "Limb")
    run, plain = simulate(circuit, 0.5), simulate(arm(), 0.5)
    assert (run["L1.A1.KN1.angle"] == plain["KN1.angle"]).all()
    assert (run["L1.KN2.angle"] == plain["KN2.angle"]).all()


def test_dissolving_joins_ports_that_are_linked_to_each_other_outside():
    circuit = Circuit(motions="Rz")
    circuit.definitions["Two"] = {
        "subcircuit": {
            "components": {
                "a": {"kind": "ports.rotation"},
                "b": {"kind": "ports.rotation"},
                "I1": {"kind": "dynamics.rotor"},
                "I2": {"kind": "dynamics.rotor"},
            },
            "links": [["a.inside", "I1.a"], ["b.inside", "I2.a"]],
        }
    }
    circuit.add("Two", "T1")
    circuit.connect("T1.a", "T1.b")
    dissolve(circuit, "T1")
    assert circuit.nodes() == [("I1.a", "I2.a")]


def test_kind_of_a_subcircuit_has_ports_parameters_and_help():
    kind = kind_of("Axis", AXIS)
    assert list(kind.ports) == ["base", "tip"] and kind.ports["tip"].at[0] > 0 > kind.ports["base"].at[0]
    assert kind.parameters["length"].default == 0.5 and kind.parameters["length"].minimum == 0
    assert kind.__doc__ == "A rod on a hinge." and kind is kind_of("Axis", json.loads(json.dumps(AXIS)))


def test_renaming_a_definition_reaches_every_sheet():
    circuit = axes()
    make_subcircuit(circuit, ["Axis1"], "Limb")
    rename_definition(circuit, "Axis", "Achse")
    assert users_of(circuit, "Achse") == ["Axis2", "Axis1 in Limb"]
    assert check(circuit).can_run


def test_what_is_used_is_not_removed():
    circuit = axes()
    with pytest.raises(DocumentError, match="Axis is used by Axis1, Axis2"):
        remove_definition(circuit, "Axis")
    circuit.remove("Axis1", "Axis2")
    remove_definition(circuit, "Axis")
    assert circuit.definitions == {}


@pytest.mark.parametrize(
    ("what", "old", "new"), [("port", "tip", "end"), ("variable", "length", "span"), ("part", "KN1", "Hinge")]
)
def test_names_changed_on_a_sheet_are_followed_outside(what, old, new):
    circuit = axes()
    circuit.views["plots"] = [["Axis2.KN1.angle"]]
    inner = sheet_of(circuit, "Axis")
    inner.rename_variable(old, new) if what == "variable" else inner.rename(old, new)
    put_sheet(circuit, "Axis", inner)
    assert check(circuit).can_run, check(circuit).complaints
    if what == "variable":
        assert circuit.components["Axis1"].values == {"span": "2*l0"} and circuit.definitions["Axis"]["parameters"] == ["span"]
    elif what == "port":
        assert "Axis1.end" in {end for link in circuit.links for end in link.ends}
    else:
        assert circuit.views["plots"] == [["Axis2.Hinge.angle"]] and "Axis2.Hinge.angle" in circuit.start
    one, two = simulate(axes(), 0.3), simulate(circuit, 0.3)
    hinge = "Hinge" if what == "part" else "KN1"
    assert (one["Axis2.KN1.angle"] == two[f"Axis2.{hinge}.angle"]).all()


# Hostile definitions


def nest(levels: int, last: str) -> dict:
    kinds = [*(f"D{i}" for i in range(1, levels)), last]
    return {f"D{i}": {"subcircuit": {"components": {"x": {"kind": kind}}}} for i, kind in enumerate(kinds)}


@pytest.mark.parametrize("levels", [1, 2, 3])
def test_definitions_that_contain_themselves_are_named(levels):
    circuit = Circuit()
    circuit.definitions = nest(levels, "D0")
    circuit.add("D0", "X1")
    ring = " › ".join([*(f"D{i}" for i in range(levels)), "D0"])
    told = f"X1{'.x' * levels}: the subcircuit D0 contains itself: {ring}. Remove x from the sheet of D{levels - 1}."
    assert told in causes(circuit) and {each.code for each in check(circuit).complaints} == {"nesting"}


def test_every_instance_that_closes_a_ring_is_told_once():
    circuit = Circuit()
    names = [f"D{i}" for i in range(12)]
    circuit.definitions = {name: {"subcircuit": {"components": {n: {"kind": n} for n in names}}} for name in names}
    circuit.add("D0", "X1")
    told = check(circuit).complaints
    assert 1 < len(told) <= len(names) ** 2 and {each.code for each in told} == {"nesting"}


def test_what_would_contain_itself_is_known_beforehand():
    circuit = Circuit()
    circuit.definitions = {**nest(3, "bodies.base"), "Other": {"equations": "port a: rotation\na.torque = 0"}, "Bad": 3}
    assert all(holds(circuit, "D0", part) for part in ("D0", "D1", "D2", "bodies.base"))
    assert not holds(circuit, "D1", "D0") and not holds(circuit, "D2", "D1")
    assert not any(holds(circuit, kind, part) for kind in ("Other", "Bad", "gone", "bodies.base") for part in ("D0", ""))
    assert holds(circuit, "Other", "Other")
    circuit.definitions = nest(2, "D0")  # a ring that is there already ends the search, too
    assert holds(circuit, "D1", "D1") and holds(circuit, "D1", "D0") and not holds(circuit, "D1", "bodies.base")


def test_a_thousand_levels_are_refused_in_words():
    circuit = Circuit()
    circuit.definitions = nest(1000, "bodies.base")
    circuit.add("D0", "X1")
    assert f"X1: subcircuits are nested more than {DEEPEST} levels deep" in causes(circuit)
    circuit.definitions = nest(DEEPEST, "bodies.base")
    assert check(circuit).can_run


def test_subcircuits_that_double_at_each_level_end_in_words():
    circuit = Circuit()
    circuit.definitions = {
        f"D{i}": {"subcircuit": {"components": {c: {"kind": f"D{i + 1}" if i < 40 else "bodies.point_mass"} for c in "xy"}}}
        for i in range(41)
    }
    circuit.add("D0", "X1")
    assert causes(circuit) == (
        f"the circuit has {2**41} components, more than 10000. "
        f"Use fewer instances of D0, each with {2**41} of them, or put less into it."
    )


def test_a_component_with_the_name_of_an_inner_one_is_told():
    circuit = axes()
    circuit.add("bodies.point_mass", "Axis1\ua78fKN1")
    assert "Axis1.KN1: a component inside a subcircuit already has this name. Rename one of them" in causes(circuit)
    assert "name-clash" in [each.code for each in check(circuit).complaints]


def test_a_sheet_does_not_see_the_variables_of_its_host():
    circuit = axes()
    circuit.definitions = {"Axis": json.loads(json.dumps(AXIS).replace('"density*length"', '"l0*1 kg/m"'))}
    assert "Axis1.SB1.mass: l0 is a variable of the main sheet and does not exist in Axis" in causes(circuit)


def test_a_variable_of_the_host_with_the_same_name_is_another_one():
    circuit, other = axes(), axes()
    circuit.add_variable("density", 100, "kg/m")
    circuit.add_variable("length", 100, "m")
    one, two = simulate(circuit, 0.3), simulate(other, 0.3)
    assert (one["Axis1.KN1.angle"] == two["Axis1.KN1.angle"]).all()


def test_names_of_laws_are_no_variables():
    circuit = Circuit(motions="Tx Ty Rz")
    circuit.definitions["Law"] = {
        "subcircuit": {
            "variables": {"sine": {"value": 3, "unit": "N·m"}},
            "components": {
                "out": {"kind": "ports.rotation"},
                "T1": {"kind": "sources.torque", "values": {"law": {"law": "sine", "amplitude": "2*sine", "frequency": 1}}},
            },
            "links": [["out.inside", "T1.turn"]],
        }
    }
    circuit.add("Law", "X1")
    circuit.add("bodies.base", "B")
    circuit.add("joints.rotation", "KN1")
    circuit.add("bodies.rod", "SB1")
    for a, b in (("B.1", "KN1.1"), ("KN1.2", "SB1.1"), ("KN1.turn", "X1.out")):
        circuit.connect(a, b)
    assert check(circuit).can_run, causes(circuit)
    assert abs(simulate(circuit, 0.25)["X1.T1.turn.torque"]).max() == pytest.approx(6.0)


@pytest.mark.parametrize(
    ("definition", "said"),
    [
        (7, "definition D: expected an object {…}"),
        ({}, "has neither"),
        ({"subcircuit": {}, "equations": ""}, "has subcircuit and equations"),
        ({"subcircuit": []}, "subcircuit D: expected an object {…}"),
        ({"subcircuit": {"components": {"x": {}}}}, "'kind' is missing"),
        ({"subcircuit": {}, "parameters": ["L"]}, "parameter L is not a variable of its sheet"),
        ({"subcircuit": {}, "parameters": "L"}, "the parameters must be a list of variable names"),
        ({"subcircuit": {"variables": {"a": {"value": "b"}, "b": {"value": 1}}}}, "variable a: uses b, which is defined later"),
        ({"subcircuit": {}, "icon": "x"}, "the icon must be a list of strokes"),
        ({"subcircuit": {}, "icon": [["glow", "M0,0"]]}, "unknown icon role"),
        ({"subcircuit": {}, "letters": "1 2"}, "a name consists of letters"),
        ({"subcircuit": {"components": {"a": {"kind": "ports.frame", "values": {"side": "up"}}}}}, "Choose one of left, right"),
        ({"subcircuit": {"components": {}, "links": [["A.1", "B.2"]]}}, "link A.1 – B.2: A: no such component"),
    ],
)
def test_wrong_definitions_are_told_where_they_are_used(definition, said):
    circuit = Circuit()
    circuit.definitions["D"] = definition
    circuit.add("D", "X1")
    assert not check(circuit).can_run
    assert said in causes(circuit) and "X1" in causes(circuit)
    assert [each.code for each in check(circuit).complaints] == ["definition"]
    with pytest.raises(CircuitError):
        simulate(circuit, 0.1)


def test_wrong_definitions_that_nobody_uses_only_warn():
    circuit = flat_axes()
    circuit.definitions["D"] = {"subcircuit": 3}
    report = check(circuit)
    assert report.can_run and [c.severity for c in report.complaints] == ["warning"]


def test_values_and_ports_that_an_instance_cannot_have_are_told():
    circuit = axes()
    circuit.set("Axis1.lenght", 1)
    circuit.set("Axis2.length", "-1 m")
    circuit.add("bodies.point_mass", "M1")
    circuit.connect("Axis2.top", "M1.1")
    said = causes(circuit)
    assert "Axis1.lenght: Axis has no parameter “lenght”. Did you mean length?" in said
    assert "Axis2.length = -1 m is out of range" in said or "Axis2.length: = -1" in said or "Axis2.length: -1 m" in said, said
    assert "which Axis2 does not have. Its ports: base, tip" in said


def test_an_unknown_definition_is_named():
    circuit = axes()
    circuit.add("Axes", "X1")
    assert "X1: the file does not define the kind “Axes”. Did you mean Axis?" in causes(circuit)
    assert [each.code for each in check(circuit).complaints] == ["unknown-kind"]


def test_a_kind_that_is_missing_inside_a_sheet_is_told_with_its_path():
    circuit = axes()
    make_subcircuit(circuit, ["Axis1"], "Limb")
    circuit.definitions = json.loads(json.dumps(circuit.definitions).replace('"kind": "Axis"', '"kind": "Axes"'))
    said = causes(circuit)
    assert "L1.Axis1: the file does not define the kind “Axes”. Did you mean Axis?" in said
    circuit.definitions = {**circuit.definitions, "Axes": {"subcircuit": 3}}
    said = causes(circuit)
    assert "L1.Axis1: invalid definition: subcircuit Axes: expected an object {…}" in said and "No component uses it" not in said


def test_start_values_of_components_that_are_not_there_are_told():
    circuit = axes()
    circuit.set_start("Axis1.KN9.angle", 1)
    assert "Axis1.KN9.angle: a start value is set, but Axis1 has no component “KN9”" in causes(circuit)


def test_an_open_port_is_told_with_the_path_of_its_component():
    circuit = Circuit(motions="Tx Ty Rz")
    circuit.definitions = {"Axis": AXIS}
    circuit.add("bodies.base", "Base1")
    circuit.add("Axis", "Axis1")
    assert "Axis1.KN1.1" in causes(circuit)


def test_a_disabled_instance_takes_no_part():
    circuit = axes()
    circuit.components["Axis2"].disabled = True
    assert set(flatten(circuit).circuit.components) == {"Base1", *(f"Axis{i}\ua78f{c}" for i in (1, 2) for c in ("KN1", "SB1"))}
    assert check(circuit).can_run and "Axis2.KN1.angle" not in simulate(circuit, 0.1)


def test_a_sheet_can_be_run_by_itself_its_ports_open():
    inner = sheet_of(axes(), "Axis")
    assert check(inner).complaints[0].where == "KN1.1"


def test_the_hash_is_of_the_content_alone():
    assert hash_of(AXIS) == hash_of({**AXIS, "library": "abc"}) != hash_of({**AXIS, "note": ""})


def test_parts_come_before_what_is_made_of_them():
    definitions = {**nest(3, "bodies.base"), "Other": {"equations": ""}}
    assert list(with_parts(["D0"], definitions)) == ["D2", "D1", "D0"]
