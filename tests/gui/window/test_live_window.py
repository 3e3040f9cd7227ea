"""The whole window during a run: one time cursor, the timeline, run files, closing in the middle."""

import multiprocessing
import os

import numpy as np
import pytest
from mars.gui.runs.timeline import intervention_text
from mars.gui.theme import Theme
from mars.gui.window.main_window import MainWindow
from PySide6.QtCore import QPoint, Qt

import mars
from tests.helpers.gui.dialogs import Answers
from tests.helpers.paths import CIRCUITS, FAILURES


@pytest.fixture
def window(qapp, qtbot):
    found = MainWindow(Theme(qapp, "light"), Answers())
    qtbot.addWidget(found)
    found.show()
    found.files.open_copy(CIRCUITS / "two_segment_manipulator.mars")
    yield found
    found.document.undo_stack.setClean()
    found.close()


def run_for(qtbot, window, seconds=0.5):
    qtbot.keyClick(window, Qt.Key.Key_F5)
    qtbot.waitUntil(lambda: window.run_control.state == "running" and window.run_control.cursor.t > seconds)


def run_to_the_end(qtbot, window):
    window.run_control.set_speed(None)
    qtbot.keyClick(window, Qt.Key.Key_F5)
    qtbot.waitUntil(lambda: window.run_control.state == "finished")


def at(line, t):
    return QPoint(round(line.place_of(t)), line.height() // 2)


@pytest.mark.slow
def test_the_timeline_takes_the_cursor_back_and_the_run_goes_on_as_a_branch(window, qtbot):
    run_for(qtbot, window)
    line, running, old = window.timeline.line, window.run_control, window.run_control.results.recording
    qtbot.mousePress(line, Qt.MouseButton.LeftButton, pos=at(line, 0.4))
    assert running.state == "paused"
    qtbot.mouseMove(line, at(line, 0.2))
    qtbot.mouseRelease(line, Qt.MouseButton.LeftButton, pos=at(line, 0.2))
    assert running.cursor.t == pytest.approx(0.2, abs=0.02) and not running.cursor.is_at_end
    assert window.toolbar.time.text() == f"t = {running.cursor.t:.3f} s" and window.motion.playing[1] == running.cursor.t
    assert window.motion.playing[0]["KN1.angle"] == old.value("KN1.angle", running.cursor.t)
    left = running.cursor.t
    window.document.edit("Damp", lambda circuit: circuit.set("DC.damping", 3.0))
    qtbot.keyClick(window, Qt.Key.Key_F6)
    qtbot.waitUntil(lambda: running.results.recording is not old and running.cursor.t > left + 0.2)
    assert old.is_ghost and old in running.results.runs and not running.results.is_stale


def test_the_timeline_by_keyboard(window, qtbot):
    run_to_the_end(qtbot, window)
    line, running = window.timeline.line, window.run_control
    qtbot.keyClick(line, Qt.Key.Key_Home)
    assert running.cursor.t == 0.0
    qtbot.keyClick(line, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert running.cursor.t == pytest.approx(0.05)
    qtbot.keyClick(line, Qt.Key.Key_Left)
    assert running.cursor.t == pytest.approx(0.045)
    qtbot.keyClick(line, Qt.Key.Key_End)
    assert running.cursor.t == running.results.recording.last
    qtbot.keyClick(line, Qt.Key.Key_Space)
    assert running.playback.is_playing
    qtbot.keyClick(window, Qt.Key.Key_F7)
    assert not running.playback.is_playing


def test_the_timeline_is_there_when_there_is_something_to_look_at(window, qtbot):
    assert not window.timeline.isVisible()
    run_to_the_end(qtbot, window)
    assert window.timeline.isVisible() and "5.000 / 5 s" in window.timeline.time.text()
    window.page_switch.show_start_page()
    assert not window.timeline.isVisible()
    window.page_switch.show_drawing()
    assert window.timeline.isVisible()
    window.document.edit("Damp", lambda circuit: circuit.set("DC.damping", 3.0))
    assert window.timeline.note.isVisible()
    window.document.undo_stack.setClean()
    window.circuit_commands.new("planar")
    assert not window.timeline.isVisible()


def test_what_was_changed_stands_on_the_timeline(window, qtbot):
    run_for(qtbot, window)
    with qtbot.waitSignal(window.run_control.edits.changed) as change:
        window.document.edit("Damp", lambda circuit: circuit.set("DC.damping", 3.0))
    line, t = window.timeline.line, change.args[0]["t"]
    assert "DC.damping 0.8 N·m·s/rad → 3.0" in line._words_at(line.place_of(t))
    assert intervention_text({"t": 1.5, "name": "SB3", "before": None, "after": None}) == "t = 1.5 s: SB3"


@pytest.mark.slow
def test_a_step_shows_one_picture_more(window, qtbot):
    run_for(qtbot, window, 0.1)
    qtbot.keyClick(window, Qt.Key.Key_F6)
    answers = []
    window.run_control.questions.ledger(None, answers.append)  # after the answer no frame from before the pause is pending
    qtbot.waitUntil(lambda: bool(answers) and window.run_control.cursor.t == window.run_control.results.recording.last)
    moments = [window.run_control.cursor.t]
    for _ in range(3):
        with qtbot.waitSignal(window.run_control.cursor.moved, check_params_cb=lambda t: t > moments[-1] + 1e-9):
            qtbot.keyClick(window, Qt.Key.Key_F10)
        moments.append(window.run_control.cursor.t)
    assert np.diff(moments)[1:] == pytest.approx(1 / 60)


@pytest.mark.slow
def test_a_rebuild_is_said(window, qtbot):
    run_for(qtbot, window)
    with qtbot.waitSignal(window.run_control.edits.changed):
        window.document.edit("Gravity", lambda circuit: setattr(circuit, "gravity", [0.0, -1.62, 0.0]))
    assert "Rebuilt" in window.statusBar().currentMessage()
    with qtbot.waitSignal(window.run_control.edits.changed):
        window.document.edit("Cut", lambda circuit: circuit.remove("SB1"))
    assert "continues without this change" in window.statusBar().currentMessage() and window.run_control.state == "running"


@pytest.mark.slow
def test_closing_while_it_runs_leaves_nothing(window, qtbot):
    run_for(qtbot, window)
    process, root = window.worker.process_id, window.run_control.results.stored_runs._root
    window.close()
    assert not multiprocessing.active_children() and not root.exists()
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


@pytest.mark.slow
def test_a_run_is_saved_and_opened_with_its_circuit(window, qtbot, tmp_path):
    run_for(qtbot, window, 0.3)
    with qtbot.waitSignal(window.run_control.edits.changed):
        window.document.edit("Damp", lambda circuit: circuit.set("DC.damping", 3.0))
    qtbot.waitUntil(lambda: window.run_control.cursor.t > 0.6)
    qtbot.keyClick(window, Qt.Key.Key_F5, Qt.KeyboardModifier.ShiftModifier)
    old = window.run_control.results.recording
    qtbot.waitUntil(lambda: window.run_control.state == "finished")
    window.dialogs.path = tmp_path / "kept.marsrun"
    with qtbot.waitSignal(window.run_files.message):
        window.actions_by_name["save_run"].trigger()
    assert window.dialogs.path.exists()
    window.document.undo_stack.setClean()
    window.circuit_commands.new("planar")
    assert window.run_control.results.recording is None
    window.files.ask_open()
    qtbot.waitUntil(lambda: window.run_control.results.recording is not None and window.run_control.state == "finished")
    opened = window.run_control.results.recording
    assert opened.last == old.last and opened.label == "kept"
    assert window.document.circuit.components["DC"].values["damping"] == 3.0
    assert [each["name"] for each in opened.interventions] == ["DC.damping"] and not window.run_control.results.is_stale
    qtbot.waitUntil(lambda: not opened.unknown_times("KN1.angle").size)
    times = np.linspace(0, old.last, 50)
    for t in times:
        assert opened.value("KN2.angle", t) == pytest.approx(old.value("KN2.angle", t), abs=1e-3)
    window.run_control.seek(0.1)
    assert window.motion.playing[0]["KN2.angle"] == pytest.approx(old.value("KN2.angle", 0.1), abs=1e-4)
    qtbot.keyClick(window, Qt.Key.Key_F6)  # it can also continue from there
    qtbot.waitUntil(lambda: window.run_control.state == "running" and window.run_control.results.recording is not opened)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 rubbish", b'{"mars": 1}'])
def test_a_damaged_run_is_said_and_nothing_is_lost(window, qtbot, tmp_path, content):
    path = tmp_path / "broken.marsrun"
    path.write_bytes(content)
    before = window.document.circuit
    window.files.open(path)
    qtbot.waitUntil(lambda: bool(window.dialogs.told))
    assert "broken.marsrun" in window.dialogs.told[0][1] and window.document.circuit is before


@pytest.mark.slow
def test_a_failed_run_is_told_and_marked(window, qtbot):
    window.files.open_copy(FAILURES / "spring_that_snaps.mars")
    window.run_control.set_speed(None)
    with qtbot.waitSignal(window.run_control.failed) as failed:
        qtbot.keyClick(window, Qt.Key.Key_F5)
    with pytest.raises(mars.RunError) as expected:
        mars.simulate(window.document.circuit)
    assert failed.args[0]["message"] == str(expected.value) == window.statusBar().currentMessage()
    assert window.run_control.results.recording.count > 1 and window.timeline.isVisible()
