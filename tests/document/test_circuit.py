import math

import numpy as np
import pytest

from mars.document.circuit import Circuit, Link, Start
from mars.document.links import ports_at
from mars.document.storage import dumps
from mars.errors import DocumentError


@pytest.fixture
def circuit():
    circuit = Circuit("Pendulum", motions="Rz Tx Ty")
    circuit.add_variable("L1", 500, "mm")
    circuit.add_variable("L2", "2*L1")
    circuit.add("bodies.base", "BN1", at=(0, 0))
    circuit.add("joints.rotation", "KN1", at=(10, 0), turn=5, flip=True)
    circuit.add("joints.rotation", "KN10")
    circuit.add("bodies.rigid", "B1", mass="2 kg*L1/1 m", points=[["L2", 0, 0]], shape="box")
    circuit.connect("BN1.1", "KN1.1", "KN10.1")
    circuit.connect("KN1.2", "B1.1")
    circuit.set_start("KN1.angle", "atan(L1/L2)")
    circuit.set_start("B1.2.x", None, "free")
    circuit.run["until"] = "10 s"
    circuit.drawing["links"] = {"KN1.2 B1.1": {"route": [[10, 0], [20, 0]], "mode": "auto"}}
    circuit.drawing["junctions"] = {"#1": [5, 0]}
    circuit.views["plots"] = [["KN1.angle", "KN10.angle"], ["KN1.*", "KN*.speed"], ["B1.1.F.x"]]
    circuit.views["motion"] = {"trails": ["B1.1", "KN1.2", "centre"], "centre": True}
    return circuit


def test_class_has_its_own_order_and_decides_gravity(circuit):
    assert circuit.motions == ("Tx", "Ty", "Rz")
    assert circuit.gravity_vector() == (0, -9.81, 0)
    assert Circuit().gravity_vector() == (0, 0, -9.81)
    assert Circuit(motions=["Tz", "Tx"]).gravity_vector() == (0, 0, -9.81)
    circuit.gravity = (0, "-1*L1/(1 s)^2", 3)
    assert circuit.gravity_vector() == (0, -0.5, 3)


@pytest.mark.parametrize("motions", ["", "Tx Q", ["tx"]])
def test_unknown_motions(motions):
    with pytest.raises(DocumentError, match=r"circuit class: .*\. Choose from Tx Ty Tz Rx Ry Rz") as caught:
        Circuit(motions=motions)
    assert caught.value.code == "class"


@pytest.mark.parametrize("gravity", [[1, 2], "down", [1, 2, None], [0, 0, math.inf], 9.81])
def test_bad_gravity(gravity):
    with pytest.raises(DocumentError, match="gravity"):
        Circuit(gravity=gravity)


def test_names_are_given_automatically():
    circuit = Circuit()
    assert [circuit.add("dynamics.spring_damper").name for _ in range(2)] == ["DC1", "DC2"], "as the kind declares"
    assert circuit.add("alien.warp_drive").name == "WD1", "of an unknown kind, its initials"
    assert circuit.add("joints.rotation", letters="KN").name == "KN1"
    assert circuit.add("joints.rotation", letters=lambda kind: "KN").name == "KN2"


@pytest.mark.parametrize("name", ["", "1A", "A.b", "A b", "A-b", "x" * 65, "#1", "а²", "A\n"])
def test_bad_names(circuit, name):
    before = dumps(circuit)
    for change in (
        lambda: circuit.add("bodies.rigid", name),
        lambda: circuit.rename("KN1", name),
        lambda: circuit.add_variable(name, 1),
        lambda: circuit.rename_variable("L1", name),
    ):
        with pytest.raises(DocumentError):
            change()
    assert dumps(circuit) == before


def test_names_are_unique_and_normalised(circuit):
    circuit.add("x.y", "й")
    with pytest.raises(DocumentError, match="component й: the name is already in use") as caught:
        circuit.add("x.y", "и\u0306")
    assert caught.value.code == "name-taken"
    for taken in ("sin", "t", "pi", "L1"):
        with pytest.raises(DocumentError):
            circuit.add_variable(taken, 1)


def test_variables_are_worked_out_in_order(circuit):
    values = circuit.variable_values()
    assert values["L1"].value == 0.5
    assert values["L2"].value == 1.0
    assert values["L2"].dimension == values["L1"].dimension == (1, 0, 0, 0, 0)


@pytest.mark.parametrize(
    ("value", "unit", "message", "code"),
    [
        ("2*L3", "", "variable L3: defined in terms of itself", "circular-definition"),
        ("L4", "", "variables L3 and L4 are defined in terms of each other", "circular-definition"),
        ("LL2", "", "variable L3: .*unknown name 'LL2'; did you mean L2", "unknown-variable"),
        ("L1", "kg", "variable L3: .*expected a value in kg", "bad-formula"),
        ("1/0", "", "variable L3: .*division by zero", "bad-formula"),
        ("t", "", "variable L3: .*time", "bad-formula"),
    ],
)
def test_wrong_variables_are_named(circuit, value, unit, message, code):
    circuit.add_variable("L3", value, unit)
    circuit.add_variable("L4", "L3")
    with pytest.raises(DocumentError, match=message) as caught:
        circuit.variable_values()
    assert caught.value.code == code


def test_a_variable_that_uses_a_later_one_is_named(circuit):
    circuit.add_variable("L3", "L4")
    circuit.add_variable("L4", "2*L1")
    with pytest.raises(DocumentError, match=r"variable L3: uses L4, which is defined later\. Move L4 above L3") as caught:
        circuit.variable_values()
    assert caught.value.code == "defined-later"


def test_nodes_do_not_depend_on_how_links_are_drawn(circuit):
    assert circuit.nodes() == [("BN1.1", "KN1.1", "KN10.1"), ("KN1.2", "B1.1")]
    star, hashed = circuit.nodes(), circuit.physics_hash()
    circuit.links = [Link("B1.1", "KN1.2"), Link("KN10.1", "KN1.1"), Link("KN1.1", "BN1.1"), Link("#7", "B1.3")]
    assert circuit.nodes() == star
    assert circuit.physics_hash() == hashed


def test_ports_of_a_node_are_in_natural_order():
    circuit = Circuit()
    circuit.add("bodies.rigid", "B1")
    circuit.connect("B1.10", "B1.2")
    circuit.connect("B1.2", "B1.a")
    assert circuit.nodes() == [("B1.2", "B1.10", "B1.a")]


def test_ports_at_an_end_of_a_link_are_those_of_its_node(circuit):
    circuit.links = [Link("KN10.1", "#2"), Link("#2", "#1"), Link("#1", "BN1.1"), Link("KN1.1", "#1"), Link("KN1.2", "B1.1")]
    assert ports_at(circuit, "#1") == ports_at(circuit, "#2") == ports_at(circuit, "KN1.1") == ["BN1.1", "KN1.1", "KN10.1"]
    assert ports_at(circuit, "#9") == ports_at(circuit, "B1.2") == []


@pytest.mark.parametrize(
    ("ends", "message", "code"),
    [
        (("KN1.2", "B1.1"), "link KN1.2 – B1.1: already exists", "linked-twice"),
        (("B1.1", "KN1.2"), "link B1.1 – KN1.2: already exists", "linked-twice"),
        (("B1.1", "B1.1"), "B1.1 cannot be connected to itself", "self-link"),
        (("KN1.2", "KN11.1"), "KN11: no such component; did you mean .*KN10", "unknown-component"),
        (("KN1", "B1.1"), "expected a port such as KN1.2", "bad-name"),
        (("KN1.", "B1.1"), "expected a port such as KN1.2", "bad-name"),
        (("KN1.a b", "B1.1"), "expected a port such as KN1.2", "bad-name"),
        (("KN1.1.2", "B1.1"), "expected a port such as KN1.2", "bad-name"),
        (("#0", "B1.1"), "expected a port such as KN1.2", "bad-name"),
        (("#1", "BN1.1", "B1.2"), "link #1 – BN1.1: already exists", "linked-twice"),
    ],
)
def test_bad_links(circuit, ends, message, code):
    links = list(circuit.links)
    with pytest.raises(DocumentError, match=message) as caught:
        circuit.connect(*ends)
    assert caught.value.code == code
    assert circuit.links == links


def test_a_junction_left_with_two_links_dissolves(circuit):
    circuit.drawing["links"] |= {
        "#1 BN1.1": {"route": [[5, 0], [0, 0]], "mode": "kept"},
        "#1 KN1.1": {"route": [[5, 0], [10, 0]], "mode": "auto"},
    }
    circuit.disconnect("KN10.1", "#1")
    assert circuit.links == [Link("BN1.1", "KN1.1"), Link("KN1.2", "B1.1")]
    assert circuit.drawing["links"]["BN1.1 KN1.1"] == {"route": [[0, 0], [10, 0]], "mode": "kept"}
    assert "#1 BN1.1" not in circuit.drawing["links"]
    assert circuit.drawing["junctions"] == {}
    with pytest.raises(DocumentError, match=r"link KN10\.1 – #1: no such link") as caught:
        circuit.disconnect("KN10.1", "#1")
    assert caught.value.code == "not-linked"


def test_a_junction_under_construction_is_left_alone(circuit):
    circuit.connect("B1.2", "#5")
    circuit.connect("B1.3", "#5")
    circuit.disconnect("KN1.2", "B1.1")
    assert Link("B1.2", "#5") in circuit.links


def test_removing_takes_everything_along(circuit):
    circuit.remove("KN1")
    assert "KN1." not in dumps(circuit) and '"KN1"' not in dumps(circuit)
    assert circuit.links == [Link("BN1.1", "KN10.1")]
    assert circuit.views["plots"] == [["KN10.angle"], ["KN*.speed"], ["B1.1.F.x"]]
    assert circuit.views["motion"] == {"trails": ["B1.1", "centre"], "centre": True}
    assert list(circuit.start) == ["B1.2.x"]


def test_renaming_reaches_everything_and_nothing_else(circuit):
    before, hashed = dumps(circuit), circuit.physics_hash()
    circuit.rename("KN1", "Локоть")
    assert list(circuit.components) == ["BN1", "Локоть", "KN10", "B1"]
    assert circuit.components["Локоть"].name == "Локоть"
    assert circuit.nodes() == [("BN1.1", "Локоть.1", "KN10.1"), ("Локоть.2", "B1.1")]
    assert circuit.start["Локоть.angle"] == Start("atan(L1/L2)", "fixed")
    assert circuit.views["plots"] == [["Локоть.angle", "KN10.angle"], ["Локоть.*", "KN*.speed"], ["B1.1.F.x"]]
    assert circuit.views["motion"]["trails"] == ["B1.1", "Локоть.2", "centre"]
    assert "Локоть.2 B1.1" in circuit.drawing["links"]
    assert circuit.drawing["components"]["Локоть"] == {"at": [10, 0], "turn": 1, "flip": True}
    assert circuit.physics_hash() != hashed
    with pytest.raises(DocumentError, match="component B1: the name is already in use") as caught:
        circuit.rename("Локоть", "B1")
    assert caught.value.code == "name-taken"
    circuit.rename("Локоть", "KN1")
    assert dumps(circuit) == before


def test_renaming_a_variable_rewrites_formulas(circuit):
    before = dumps(circuit)
    circuit.gravity = [0, "-L1/(1 s)^2", 0]
    circuit.rename_variable("L1", "длина")
    assert list(circuit.variables) == ["длина", "L2"]
    assert circuit.variables["L2"].value == "2*длина"
    assert circuit.components["B1"].values["mass"] == "2 kg*длина/1 m"
    assert circuit.start["KN1.angle"].value == "atan(длина/L2)"
    assert circuit.gravity == [0, "-длина/(1 s)^2", 0]
    circuit.rename_variable("L2", "box", is_formula=lambda kind, parameter: parameter != "shape")
    assert circuit.components["B1"].values["points"] == [["box", 0, 0]]
    circuit.rename_variable("box", "L2", is_formula=lambda kind, parameter: parameter != "shape")
    assert circuit.components["B1"].values["shape"] == "box"
    circuit.rename_variable("длина", "L1")
    circuit.gravity = None
    assert dumps(circuit) == before


def test_renaming_a_port(circuit):
    before = dumps(circuit)
    circuit.rename_port("B1", "1", "конец")
    assert Link("KN1.2", "B1.конец") in circuit.links
    assert circuit.views["plots"][2] == ["B1.конец.F.x"]
    assert circuit.views["motion"]["trails"][0] == "B1.конец"
    assert "KN1.2 B1.конец" in circuit.drawing["links"]
    circuit.rename_port("B1", "конец", "1")
    assert dumps(circuit) == before
    with pytest.raises(DocumentError, match=r"KN1\.2: this port is already connected") as caught:
        circuit.rename_port("KN1", "1", "2")
    assert caught.value.code == "name-taken"


def test_setting_values(circuit):
    circuit.set("B1.mass", np.float64(3.5))
    circuit.set("B1.points", np.eye(2))
    circuit.set("L1", "20 mm")
    assert type(circuit.components["B1"].values["mass"]) is float
    assert circuit.components["B1"].values["points"] == [[1.0, 0.0], [0.0, 1.0]]
    assert circuit.variables["L1"].value == "20 mm"
    circuit.set("B1.mass", None)
    assert "mass" not in circuit.components["B1"].values


@pytest.mark.parametrize("value", [math.nan, -math.inf, 10**400, object(), {1: 2}, [[math.inf]]])
def test_values_that_no_file_could_hold(circuit, value):
    with pytest.raises(DocumentError, match=r"B1\.mass"):
        circuit.set("B1.mass", value)


@pytest.mark.parametrize(
    ("name", "value", "how"),
    [("KN1", 1, "fixed"), ("KN2.angle", 1, "fixed"), ("KN1.angle", 1, "exact"), ("KN1.angle", None, "fixed")],
)
def test_bad_start_values(circuit, name, value, how):
    with pytest.raises(DocumentError, match="start value"):
        circuit.set_start(name, value, how)


def test_a_copy_is_on_its_own(circuit):
    other = circuit.copy()
    assert other == circuit
    other.components["B1"].values["points"][0][0] = 7
    other.views["plots"].clear()
    assert circuit.components["B1"].values["points"] == [["L2", 0, 0]]
    assert other != circuit


def test_hash_sees_physics_only(circuit):
    hashed = circuit.physics_hash()
    circuit.title = circuit.note = "other"
    circuit.drawing.clear()
    circuit.views.clear()
    circuit.run["until"] = 3
    circuit.variables["L1"].note = "long"
    circuit.variables["L1"].value = 500.0
    circuit.gravity = [0, -9.81, 0]
    circuit.definitions.update(Axis={"equations": "port a: rotation\na.torque = 0"})  # that nothing uses
    assert circuit.physics_hash() == hashed
    seen = {hashed}
    for change in (
        lambda: circuit.set("L1", 501),
        lambda: circuit.set("B1.mass", 1),
        lambda: circuit.set_start("KN1.angle", 0),
        lambda: circuit.set_start("KN1.angle", 0, "guess"),
        lambda: circuit.connect("B1.2", "KN10.2"),
        lambda: circuit.add("Axis", "A1"),
        lambda: circuit.definitions.update(Axis={}),
        lambda: setattr(circuit, "gravity", [0, 0, 0]),
        lambda: setattr(circuit, "motions", "Tx Ty"),
        lambda: setattr(circuit.components["B1"], "disabled", True),
    ):
        change()
        seen.add(circuit.physics_hash())
    assert len(seen) == 11
