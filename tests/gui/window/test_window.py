"""The whole window: commands, docks, files dropped on it, closing, and what its process may import."""

import json
import os
import subprocess
import sys
import time

import pytest
from mars.gui.theme import Theme
from mars.gui.window.command_methods import command_methods
from mars.gui.window.commands import COMMANDS
from mars.gui.window.main_window import MainWindow
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent

from mars.document.circuit import Circuit
from mars.document.storage import dumps, load, save
from mars.simulation import simulate
from tests.helpers.gui.dialogs import Answers
from tests.helpers.paths import CIRCUITS


@pytest.fixture
def window(qapp, qtbot):
    found = MainWindow(Theme(qapp, "light"), Answers())
    qtbot.addWidget(found)
    found.show()
    yield found
    found.document.undo_stack.setClean()
    found.close()


def drop(window, path):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    event = QDropEvent(
        QPointF(600, 400), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    window.dropEvent(event)


def test_every_command_has_a_method(window):
    assert command_methods(window).keys() == {command.name for command in COMMANDS}


def test_no_shortcut_is_used_twice():
    keys = [key for command in COMMANDS for key in command.keys]
    assert len(keys) == len(set(keys))


def test_a_new_planar_mechanism_has_a_base_and_can_be_undone_to_nothing_else(window, qtbot):
    qtbot.keyClick(window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    assert window.pages.currentWidget() is window.view
    assert window.document.circuit.motions == ("Tx", "Ty", "Rz") and list(window.document.circuit.components) == ["Base1"]
    assert not window.document.is_modified


def test_a_file_dropped_on_the_window_opens(window, qtbot):
    drop(window, CIRCUITS / "pendulum.mars")
    qtbot.waitUntil(lambda: window.document.path == CIRCUITS / "pendulum.mars")


def test_the_title_shows_name_and_unsaved_changes(window, qtbot, tmp_path):
    path = tmp_path / "arm.mars"
    save(load(CIRCUITS / "pendulum.mars"), path)
    window.files.open(path)
    assert window.windowTitle().startswith("arm") and not window.isWindowModified()
    window.document.edit("Set", lambda circuit: circuit.set("SB1.length", 0.3))
    assert window.isWindowModified()
    window.actions_by_name["save"].trigger()
    assert not window.isWindowModified() and load(path).components["SB1"].values["length"] == 0.3


@pytest.mark.parametrize(("answer", "closed"), [("cancel", False), ("discard", True), ("save", True)])
def test_closing_asks_about_unsaved_work(window, qtbot, tmp_path, answer, closed):
    window.circuit_commands.new("planar")
    window.document.edit("Add", lambda circuit: circuit.add("bodies.rod", at=(100, 0)))
    window.dialogs.save_answer, window.dialogs.path = answer, tmp_path / "kept.mars"
    window.close()
    qtbot.waitUntil(lambda: window.isVisible() != closed)
    assert (tmp_path / "kept.mars").exists() == (answer == "save")


def test_run_moves_the_arm_and_draws_curves(window, qtbot):
    window.files.open_copy(CIRCUITS / "two_segment_manipulator.mars")
    window.toolbar.speed_chosen.emit(None)
    qtbot.keyClick(window, Qt.Key.Key_F5)
    qtbot.waitUntil(lambda: window.run_control.state == "finished")
    values, t = window.motion.playing
    assert t == pytest.approx(5.0)
    whole = simulate(window.document.circuit)
    for name in ("KN1.angle", "KN2.angle"):
        assert values[name] == pytest.approx(whole[name][-1], abs=1e-9)
    view = window.plots.widgets[0].view
    qtbot.waitUntil(lambda: [trace.name for trace in view.traces] == ["KN1.angle", "KN2.angle"])
    _, (times, drawn) = view._points[0]
    assert times[-1] == pytest.approx(5.0) and drawn[-1] == pytest.approx(whole["KN1.angle"][-1], abs=1e-6)
    window.actions_by_name["reset"].trigger()
    assert window.motion.playing is None and window.toolbar.time.text() == "t = 0.000 s"
    assert window.run_control.results.recording is not None and window.run_control.state == "finished"  # the curves stay


def test_closing_a_circuit_asks_and_leads_to_the_start_page(window, qtbot):
    window.circuit_commands.new("planar")
    window.document.edit("Add", lambda circuit: circuit.add("bodies.rod", at=(100, 0)))
    window.dialogs.save_answer = "cancel"
    qtbot.keyClick(window, Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier)
    assert window.pages.currentWidget() is window.view
    window.dialogs.save_answer = "discard"
    qtbot.keyClick(window, Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier)
    assert window.pages.currentWidget() is window.start_page and not window.document.circuit.components


def test_edits_undo_by_keyboard(window, qtbot):
    window.files.open_copy(CIRCUITS / "two_segment_manipulator.mars")
    before = dumps(window.document.circuit)
    window.selection.set(["SB1"])
    window.view.setFocus()
    qtbot.keyClick(window.view, Qt.Key.Key_Delete)
    assert "SB1" not in window.document.circuit.components
    qtbot.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert dumps(window.document.circuit) == before


def test_drives_are_offered_to_joints_only(window):
    window.files.open_copy(CIRCUITS / "two_segment_manipulator.mars")
    offered = window.actions_by_name["add_damper"]
    for name, wanted in (("SB1", False), ("KN1", True)):
        window.selection.set([name])
        assert offered.isEnabled() == wanted
    window.selection.set(["KN1", "KN2"])
    assert not offered.isEnabled()


def test_layout_is_remembered(window, qapp, qtbot):
    window.circuit_commands.new("planar")
    window.docks["history"].hide()
    window.close()
    again = MainWindow(Theme(qapp, "light"), Answers())
    qtbot.addWidget(again)
    again.show()
    assert all(dock.isHidden() for dock in again.docks.by_name.values())  # the start page has the window to itself
    again.circuit_commands.new("planar")
    assert again.docks["history"].isHidden() and not again.docks["topology"].isHidden()
    again.close()


CHILD = """
import json, os, sys
os.environ["QT_QPA_PLATFORM"] = "offscreen"
from mars.gui.app import application
from mars.gui.window.main_window import MainWindow
app = application()
window = MainWindow()
window.show()
early = [m for m in ("casadi", "numba", "scipy", "pyqtgraph") if m in sys.modules]
from pathlib import Path
late = {}
for name in sys.argv[2:]:
    window.files.open_copy(Path(sys.argv[1], f"{name}.mars"))
    for _ in range(100):
        app.processEvents()
    window.selection.set(["KN1"])
    for _ in range(100):
        app.processEvents()
    late[name] = [m for m in ("casadi", "numba", "scipy") if m in sys.modules]
sys.stdout.write(json.dumps([early, late]) + "\\n")
window.close()
"""


@pytest.mark.slow
def test_the_editor_imports_nothing_heavy(tmp_path):
    names = ["two_segment_manipulator", "stewart_platform", "gripper_pick_and_place", "tip_path"]
    environment = os.environ | {"MARS_STATE": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    answer = subprocess.run([sys.executable, "-c", CHILD, str(CIRCUITS), *names], capture_output=True, text=True, env=environment)
    assert answer.returncode == 0, answer.stderr
    assert json.loads(answer.stdout) == [[], {name: [] for name in names}]


def hostile_files():
    yield "empty", ""
    yield "no json", "{'mars': 1}"
    yield "deep", "[" * 100_000
    yield (
        "cyclic definitions",
        json.dumps({"mars": 1, "circuit": {}, "definitions": {"a": {"circuit": {"components": {"x": {"kind": "a"}}}}}}),
    )
    yield "long name", json.dumps({"mars": 1, "circuit": {"components": {"N" * 50_000: {"kind": "bodies.rod"}}}})
    yield (
        "odd looks",
        json.dumps(
            {
                "mars": 1,
                "circuit": {"components": {"A": {"kind": "bodies.rod"}, "B": {"kind": "no.such"}}, "links": [["A.1", "B.7"]]},
                "drawing": {
                    "components": {"A": {"at": ["x", None]}, "B": 3},
                    "links": {"A.1 B.7": {"route": [[1]]}},
                    "notes": [1, {}],
                },
            }
        ),
    )
    yield (
        "far away",
        json.dumps(
            {
                "mars": 1,
                "circuit": {"components": {"A": {"kind": "bodies.rod"}}},
                "drawing": {"components": {"A": {"at": [10**12, -(10**12)]}}},
            }
        ),
    )
    yield (
        "odd values",
        json.dumps(
            {
                "mars": 1,
                "circuit": {
                    "class": "Rx Ry",
                    "gravity": ["a*b", 0, 0],
                    "variables": {"L": {"value": "L+1"}},
                    "components": {
                        "A": {"kind": "bodies.body", "values": {"points": {"2": "no", "3": [1, 2]}, "mass": [1]}},
                        "K": {"kind": "joints.rotation", "values": {"axis": [0, 0, 0]}},
                        "E": {"kind": "sources.velocity", "values": {"law": {"law": "sine", "amplitude": "9 kg"}}},
                    },
                },
                "run": {"until": "never", "start": {"K.angle": {"value": "1 kg", "how": "fixed"}}},
                "views": {"plots": 7},
            }
        ),
    )


@pytest.mark.slow
@pytest.mark.parametrize(("name", "text"), list(hostile_files()), ids=lambda value: value if len(value) < 30 else "")
def test_hostile_files_never_crash_it(window, qtbot, tmp_path, name, text):
    path = tmp_path / "hostile.mars"
    path.write_text(text)
    window.files.open(path)
    qtbot.wait_for_deferred()
    qtbot.waitUntil(lambda: not window.problems.check.is_waiting)
    for component in list(window.document.circuit.components)[:5]:
        window.selection.set([component])
        qtbot.wait_for_deferred()
    window.selection.clear()
    assert window.dialogs.told or window.pages.currentWidget() is window.view
    assert path.read_text() == text


@pytest.mark.slow
def test_opening_takes_time_in_proportion_to_the_components(window, qtbot, tmp_path):
    """In CPU time, ten times as many components take little more than ten times as long."""

    def seconds_to_open(count):
        circuit = Circuit("large")
        for i in range(count):
            circuit.add("bodies.rod", f"SB{i}", at=(120 * (i % 100), 80 * (i // 100)))
        path = tmp_path / f"{count}.mars"
        save(circuit, path)
        begun = time.process_time()
        window.files.open(path)
        assert len(window.document.circuit.components) == count
        return time.process_time() - begun

    seconds_to_open(1_000)  # once, to load and cache
    assert seconds_to_open(10_000) < 25 * seconds_to_open(1_000)
    seconds_to_open(10_000)
    window.document.edit("Set", lambda c: c.set("SB5.length", 2.0))
    assert window.document.undo_stack.count() == 1
