"""Python files in the user's plug-in folder: their kinds are there, and what is wrong with a file is told and breaks nothing."""

import os
import subprocess
import sys

import pytest

from mars.kinds import plugins
from mars.kinds.registry import kinds
from mars.topology.analyse import topology_of
from tests.helpers.waits import LIMIT

HEAD = "from mars.component import ROTATION, Component, Icon, Parameter, Port\n"
GOOD = (
    HEAD
    + '''

class Fan(Component, kind="my_parts.fan"):
    """Air drag on a shaft: torque grows with the square of the speed."""

    letters = "FAN"
    shaft = Port(ROTATION, at=(-30, 0), help="the shaft that it brakes")
    drag = Parameter(0.01, "N·m·s²/rad²", "torque at 1 rad/s", minimum=0, key_parameter=True)
    icon = Icon(("lead", "M-30,0 h20"), ("face", "M-10,-20 h20 v40 h-20 z"))

    def equations(self):
        yield self.shaft.torque == self.drag * self.shaft.speed**3 / (self.shaft.speed**2 + 1e-12) ** 0.5

    def loss(self):
        return self.shaft.torque * self.shaft.speed
'''
)
KIND = HEAD + '\n\nclass Mine(Component, kind="{kind}"):\n    """Mine."""\n{body}'
BODY = '    letters = "M"\n    icon = Icon(("line", "M0,0 h9"))\n    a = Port(ROTATION, at=({x}, 0))\n'

INSTALLED = dict(kinds())  # before a test has a folder of its own

# The file, the line that is told, a part of the cause.
WRONG = [
    ("import nothing_here\n", 1, "ModuleNotFoundError: No module named 'nothing_here'"),
    ("x = 1\n\ndef f(:\n", 3, "invalid syntax"),
    ("def f():\n    return 1 / 0\n\n\nf()\n", 2, "ZeroDivisionError"),
    ("import sys\n\nsys.exit(3)\n", 3, "SystemExit: 3"),
    ("raise KeyError\n", 1, "KeyError"),
    (KIND.format(kind="dynamics.gear", body=BODY.format(x=30)), 4, "the kind “dynamics.gear” already exists in the library"),
    (KIND.format(kind="gear", body=BODY.format(x=30)), 4, "has no family. Rename it to my_parts.gear"),
    (KIND.format(kind="my.gear", body=""), 4, "my.gear needs a name prefix (letters)"),
    (KIND.format(kind="my.gear", body=BODY.format(x=3)), 4, "port a of my.gear is off the grid (multiples of 10)"),
    (KIND.format(kind="my.gear", body=BODY.format(x=30) + '    k = Parameter("no", "m", "k")\n'), 4, "my.gear.k"),
    (KIND.format(kind="my.gear", body=BODY.format(x=30) + '    k = Parameter(1, "Nm", "k")\n'), 4, "my.gear.k: unit 'Nm'"),
    (KIND.format(kind="my.gear", body=BODY.format(x=30) + "    def ports_for(self): return 1 / 0\n"), 4, "division by zero"),
]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("MARS_LIBRARY", str(tmp_path))
    monkeypatch.setattr(plugins, "_problems", {})
    plugins.plugins_folder().mkdir()
    return plugins.plugins_folder()


def test_a_file_adds_its_kinds(folder):
    (folder / "fan.py").write_text(GOOD)
    assert list(plugins.loaded(INSTALLED)) == ["my_parts.fan"]
    assert plugins.problems() == []


def test_the_old_word_for_key_parameters_still_works(folder):
    (folder / "fan.py").write_text(GOOD.replace("key_parameter=", "telling="))
    with pytest.warns(DeprecationWarning, match="now key_parameter="):
        found = plugins.loaded(INSTALLED)
    assert found["my_parts.fan"].parameters["drag"].key_parameter
    assert plugins.problems() == []


@pytest.mark.parametrize(("text", "line", "part"), WRONG, ids=[wrong[2] for wrong in WRONG])
def test_a_wrong_file_is_told_and_the_others_stay(folder, text, line, part):
    (folder / "awry.py").write_text(text)
    (folder / "fan.py").write_text(GOOD)
    assert list(plugins.loaded(INSTALLED)) == ["my_parts.fan"]
    (problem,) = plugins.problems()
    assert f"cannot use the plug-in awry.py: line {line}: " in problem.cause and part in problem.cause
    assert str(folder) in problem.remedy and problem.severity == "warning" and problem.code == "plugin"
    assert not [name for name in sys.modules if name == "mars_plugin_awry" and "class" not in text]


def test_two_files_cannot_have_one_kind(folder):
    (folder / "a.py").write_text(GOOD)
    (folder / "b.py").write_text(GOOD)
    assert list(plugins.loaded({})) == ["my_parts.fan"]
    assert (
        f"cannot use the plug-in b.py: line 4: the kind “my_parts.fan” already exists in {folder / 'a.py'}"
        in plugins.problems()[0].cause
    )


def test_a_package_that_cannot_be_imported_is_told(monkeypatch):
    monkeypatch.setattr(plugins, "_problems", {})

    def classes():
        raise ImportError("no such thing")

    assert plugins.usable(classes, {}, "their_parts", "Uninstall it") == {}
    assert "cannot use the plug-in their_parts: ImportError: no such thing" in plugins.problems()[0].cause


def test_the_problems_panel_gets_them(monkeypatch, folder):
    from mars.document.circuit import Circuit

    (folder / "awry.py").write_text("import nothing_here")
    plugins.loaded({})
    assert [c.code for c in topology_of(Circuit()).complaints if c.severity == "warning"] == ["plugin"]


def test_the_command_lists_them_and_says_what_is_wrong(folder):
    (folder / "fan.py").write_text(GOOD)
    (folder / "awry.py").write_text("import nothing_here")
    command = [sys.executable, "-m", "mars", "components", "my_parts"]
    said = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT, env=dict(os.environ))
    assert said.returncode == 0
    assert "my_parts.fan  Air drag on a shaft" in said.stdout
    assert "cannot use the plug-in awry.py: line 1" in said.stderr
