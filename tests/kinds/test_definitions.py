"""`Circuit.define` refuses what makes no kind, in words."""

import pytest

import mars
from mars.errors import DocumentError

FAN = "port a: rotation\nparameter drag = 0.02 N·m·s\na.torque = drag*a.speed"


@pytest.mark.parametrize(
    ("content", "parameters", "part", "code"),
    [
        (3, (), "expected a circuit or a text with equations, not int", "definition"),
        (None, (), "not NoneType", "definition"),
        (FAN, ["drag"], "parameters are declared in the text. Declare drag there", "definition"),
        (mars.Circuit("Axis"), ["lenght"], "lenght is not a variable of its sheet, which has no variables", "unknown-variable"),
    ],
)
def test_what_makes_no_kind_is_refused(content, parameters, part, code):
    circuit = mars.Circuit("host")
    with pytest.raises(DocumentError, match=part) as caught:
        circuit.define("Fan", content, parameters=parameters)
    assert caught.value.code == code
    assert not circuit.definitions


def test_equations_without_an_account_of_energy_are_noted_once():
    circuit = mars.Circuit("fans", motions="Tx Ty Rz", gravity=[0, 0, 0])
    circuit.define("Fan", FAN)
    circuit.define("Good", f"{FAN}\nloss = a.torque*a.speed")
    circuit.add("bodies.base", "Base1")
    circuit.add("joints.rotation", "KN1")
    circuit.add("bodies.rod", "SB1", length=1, mass=3)
    circuit.connect("Base1.1", "KN1.1")
    circuit.connect("KN1.2", "SB1.1")
    for kind, name in (("Good", "G1"), ("Fan", "F1"), ("Fan", "F2")):
        circuit.add(kind, name)
        circuit.connect("KN1.turn", f"{name}.a")
    notes = [complaint for complaint in mars.check(circuit).complaints if complaint.code == "own-equations"]
    assert [(note.where, note.severity) for note in notes] == [("F1", "note")]
    assert "the equations of Fan, line 1: no “stored”, “loss” or “source” is given" in notes[0].cause
