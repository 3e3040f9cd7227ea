"""A run while sheets of subcircuits are shown: it continues, each sheet shows its part, and edits inside take effect."""

import pytest
from mars.gui.theme import Theme
from mars.gui.window.main_window import MainWindow
from PySide6.QtCore import Qt

from tests.helpers.gui.dialogs import Answers
from tests.helpers.nested_circuit import two_axes


@pytest.fixture
def window(qapp, qtbot):
    found = MainWindow(Theme(qapp, "light"), Answers())
    qtbot.addWidget(found)
    found.show()
    circuit = two_axes()
    circuit.run["until"] = "60 s"
    found.files.new(circuit)
    yield found
    found.document.undo_stack.setClean()
    found.close()


def value_of(window, name):
    return window.scene.live._now().get(name)


@pytest.mark.slow
def test_the_run_goes_on_while_sheets_are_turned_and_edited(window, qtbot):
    running, document = window.run_control, window.document
    window.scene.set_live("values", True)
    window.scene.set_live("power", True)
    qtbot.keyClick(window, Qt.Key.Key_F5)
    qtbot.waitUntil(lambda: running.state == "running" and running.cursor.t > 0.2)
    recording = running.results.recording
    document.show("Axis", ("Axis2",))
    assert running.results.recording is recording and running.state == "running"
    seen = running.cursor.t
    qtbot.waitUntil(lambda: running.cursor.t > seen + 0.2)
    qtbot.waitUntil(lambda: window.scene.live.tags.chips["KN1", "value"].text.endswith("°"))
    assert value_of(window, "KN1.angle") == recording.value("Axis2.KN1.angle", running.cursor.t)
    assert any(item.strand.node_port.startswith(("KN1.turn", "shaft")) for item, _ in window.scene.live.flows.items)
    document.show("Wrist", ("Axis2", "W1"))
    told = []
    running.edits.changed.connect(told.append)
    document.edit("Damp", lambda circuit: circuit.set("D1.damping", "4 N*m*s/rad"))
    qtbot.waitUntil(lambda: bool(told))
    assert told[-1]["how"] != "refused" and not running.results.is_stale
    seen = running.cursor.t
    qtbot.waitUntil(lambda: running.cursor.t > seen + 0.2)
    document.show("")
    qtbot.waitUntil(lambda: value_of(window, "Axis1.shaft.torque") == pytest.approx(20))  # it is fetched first
    document.undo_stack.undo()
    assert document.sheet == "Wrist" and running.state == "running"
    qtbot.keyClick(window, Qt.Key.Key_F5, Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: running.state == "finished")
