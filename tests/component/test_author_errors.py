"""Mistakes in the code of plug-ins: the component, the line and the cause are told, and no traceback ever comes out."""

import re

import pytest

import mars
from mars.cli.main import main
from mars.errors import CircuitError, RunError
from mars.kinds import plugins, registry
from mars.kinds.resolve_circuit import resolve_all
from mars.translation import kind_pages

INSTALLED = dict(registry.kinds())
HEAD = """import math

from mars.component import Component
from mars.component import Icon, Parameter, Port, Result, State
from mars.component import FRAME, ROTATION
from mars.component import ca
from mars.component import Piece


class Drag(Component, kind="my_parts.drag"):
    \"\"\"Brakes a shaft.\"\"\"

    letters = "M"
    icon = Icon(("line", "M0,0 h9"))
    a = Port(ROTATION, at=(30, 0), help="shaft")
    drag = Parameter(0.5, "N·m·s/rad", "torque per rad/s", minimum=0)
"""
LAW = "        yield self.a.torque == self.drag * self.a.speed\n"
EQUATIONS = "    def equations(self):\n" + LAW

# What the class says besides, its line that goes wrong (0: none can be told), parts of the complaint.
WRONG = [
    (f"    def equations(self):\n        1 / 0\n{LAW}", 2, ["ZeroDivisionError: division by zero"]),
    (f"    def equations(self):\n        self.critical\n{LAW}", 2, ["no attribute “critical”"]),
    (f"    def equations(self):\n        self.a.torq\n{LAW}", 2, ["no attribute “torq”; did you mean torque?"]),
    (f"    def equations(self):\n        if self.a.speed > 0:\n            pass\n{LAW}", 2, ["no truth value", "ca.if_else("]),
    (
        f"    def equations(self):\n        yield None\n{LAW}",
        0,
        ["equations() of my_parts.drag returns nothing instead of left == right", "line"],
    ),
    (
        "    def equations(self):\n        yield self.a.torque == math.sin(self.a.speed)\n",
        0,
        ["produces NaN", "math.sin(symbol)", "ca.sin"],
    ),
    (f"{EQUATIONS}    x = State('rad')\n    y = Result('W')\n", 0, ["gives 1 equations but needs 3, for a.torque, x, y"]),
    (f"{EQUATIONS}{LAW}", 0, ["gives 2 equations but needs 1, for a.torque"]),
    (f"{EQUATIONS}    f = Port(FRAME, at=(0, 0), open='reference')\n", 0, ["but needs 7, for a.torque, f.wrench"]),
    (f"{EQUATIONS}    def loss(self):\n        return self.nope\n", 4, ["no attribute “nope”"]),
    (f"{EQUATIONS}    def stored(self):\n        return [][1]\n", 4, ["IndexError"]),
    (f"{EQUATIONS}    def loss(self):\n        return math.sin(self.a.speed)\n", 0, ["produces NaN"]),
    (f"{EQUATIONS}    def switches(self):\n        yield Piece(self.mode, 1)\n", 4, ["no attribute “mode”"]),
    (f"{EQUATIONS}    def breaks(self):\n        return [1 / 0]\n", 4, ["ZeroDivisionError"]),
    (f"{EQUATIONS}    @classmethod\n    def check(cls, values):\n        values['x']\n", 5, ["KeyError: 'x'"]),
]


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Puts a plug-in into a library of its own, where Mars finds it."""
    monkeypatch.setenv("MARS_LIBRARY", str(tmp_path))
    monkeypatch.setattr(plugins, "_problems", {})
    plugins.plugins_folder().mkdir()

    def write(text):
        path = plugins.plugins_folder() / "drag.py"
        path.write_text(text, "utf-8")
        found = {**INSTALLED, **plugins.loaded(INSTALLED)}
        for module in (registry, kind_pages):
            monkeypatch.setattr(module, "kinds", lambda: found)
        return path

    return write


def braked(kind="my_parts.drag"):
    circuit = mars.Circuit("a rod that is braked", motions="Tx Ty Rz", gravity=[0, 0, 0])
    circuit.add("bodies.base", "Base1")
    circuit.add("joints.rotation", "KN1")
    circuit.add("bodies.rod", "SB1", length=1, mass=3)
    circuit.add(kind, "M1")
    for one, other in [("Base1.1", "KN1.1"), ("KN1.2", "SB1.1"), ("KN1.turn", "M1.a")]:
        circuit.connect(one, other)
    return circuit


@pytest.mark.parametrize(("text", "line", "parts"), WRONG, ids=[wrong[2][0] for wrong in WRONG])
def test_a_mistake_becomes_a_complaint(write, text, line, parts):
    path = write(HEAD + text)
    circuit = braked()
    (found,) = [complaint for complaint in mars.check(circuit).complaints if complaint.severity == "error"]
    assert (found.where, found.code) == ("M1", "kind")
    assert all(part in str(found) for part in parts)
    assert not line or f"error in the code of my_parts.drag, line {HEAD.count(chr(10)) + line} of {path}: " in found.cause
    with pytest.raises(CircuitError, match=re.escape(found.cause)):
        mars.simulate(circuit, until=0.1)


def test_a_good_one_runs(write):
    write(HEAD + EQUATIONS + "    def loss(self):\n        return self.drag * self.a.speed**2\n")
    circuit = braked()
    circuit.set_start("KN1.turn.speed", 2, how="fixed")
    assert mars.simulate(circuit, until=1).ledger().relative_residual < 1e-9


@pytest.mark.parametrize("text", [WRONG[0][0], WRONG[3][0], WRONG[4][0]])
def test_the_help_of_a_kind_with_a_mistake_tells_it(write, capsys, text):
    write(HEAD + text)
    assert main(["components", "my_parts.drag"]) == 2
    said = capsys.readouterr().err
    assert "Traceback" not in said and ("error in the code of my_parts.drag, line" in said or "instead of left == right" in said)


def test_a_kind_whose_plugin_failed_says_why(write, capsys):
    write("import nothing_here\n" + HEAD + EQUATIONS)
    (complaint,) = resolve_all(braked())[1]
    assert complaint.code == "unknown-kind" and "“my_parts.drag” is not installed" in complaint.cause
    assert "Its plug-in failed: cannot use the plug-in drag.py: line 1: ModuleNotFoundError" in complaint.remedy
    assert main(["components", "my_parts.drag"]) == 2
    assert "Its plug-in failed: cannot use the plug-in drag.py: line 1" in capsys.readouterr().err
    assert "plug-in" not in registry.suggestion("my_parts.other")


def test_a_result_without_any_value_is_told(write):
    write(HEAD + EQUATIONS + "        yield self.y == ca.sqrt(-1 - self.a.speed**2)\n    y = Result('W', 'none')\n")
    with pytest.raises(RunError, match=r"M1\.y has no finite value during the whole run") as caught:
        mars.simulate(braked(), until=0.1)
    assert caught.value.code == "not-finite"


def test_a_result_that_has_a_value_later_is_fine(write):
    write(HEAD + EQUATIONS + "        yield self.y == self.time / self.time\n    y = Result('1', 'one')\n")
    assert mars.simulate(braked(), until=0.1)["M1.y"][-1] == 1
