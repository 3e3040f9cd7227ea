"""Runs with a worker that is late, silent or killed: no edit is lost, nothing waits forever, the display is correct."""

import os
import signal
from contextlib import contextmanager

import numpy as np
import pytest
from mars.gui.document.document import Document
from mars.gui.runs import stored_runs
from mars.gui.runs.run_control import RunControl

import mars
from tests.helpers.paths import CIRCUITS


@pytest.fixture
def control(client):
    circuit = mars.load(CIRCUITS / "pendulum.mars")
    circuit.add("dynamics.damper", "D1", damping=0.2)
    circuit.connect("D1.a", "KN1.turn")
    circuit.run = {"until": 1000}
    made = RunControl(Document(circuit), client)
    made.pending = set()
    made.edits.pending_changed.connect(lambda names: setattr(made, "pending", names))
    yield made
    made.close()


@contextmanager
def silent(client):
    """The worker receives nothing for a while."""
    os.kill(client.process_id, signal.SIGSTOP)
    yield
    os.kill(client.process_id, signal.SIGCONT)


def running(qtbot, control, rows=5):
    control.run()
    qtbot.waitUntil(lambda: control.state == "running" and control.results.recording.count > rows)


def finished(qtbot, control):
    control.document.circuit.run = {"until": 0.5}
    control.set_speed(None)
    control.run()
    qtbot.waitUntil(lambda: control.state == "finished")
    return control.results.recording


def damp(control, value):
    control.document.edit("Damp", lambda circuit: circuit.set("D1.damping", value))


def damping_felt(control):
    return [each["after"] for each in control.results.recording.interventions if each["name"] == "D1.damping"]


def test_edits_while_a_run_is_made_ready_are_felt_and_so_are_later_ones(qtbot, control, client):
    running(qtbot, control)
    control.stop()
    with silent(client):
        control.run()
        damp(control, 0.3)
        damp(control, 0.4)
        assert control.pending == {"D1"}
    qtbot.waitUntil(lambda: control.state == "running" and not control.pending)
    assert damping_felt(control) in ([], [0.4]) and not control.results.is_stale
    damp(control, 0.5)
    qtbot.waitUntil(lambda: damping_felt(control)[-1:] == [0.5] and not control.pending)


def test_a_note_behind_an_edit_does_not_keep_it_waiting(qtbot, control, client):
    running(qtbot, control)
    with silent(client):
        damp(control, 0.3)
        control.document.edit("Note", lambda circuit: setattr(circuit, "note", "damped"))
    qtbot.waitUntil(lambda: damping_felt(control) == [0.3])
    assert control.pending == set() and not control.results.is_stale
    assert control.results.recording.origin.physics == control.document.circuit.physics_hash()


def test_what_is_edited_at_an_earlier_moment_is_felt_when_the_run_goes_on_from_its_end(qtbot, control):
    running(qtbot, control, rows=20)
    control.seek(0.05)
    damp(control, 0.3)
    assert control.results.is_stale and control.pending == set() and damping_felt(control) == []
    control.seek(control.results.recording.last)
    control.resume()
    qtbot.waitUntil(lambda: damping_felt(control) == [0.3] and not control.results.is_stale)
    assert len(control.results.runs) == 1


def test_an_edit_that_comes_too_late_makes_the_results_old(qtbot, control, client):
    running(qtbot, control)
    with silent(client):
        damp(control, 0.3)
        control.stop()
    assert control.results.is_stale and control.pending == set() and control.state == "finished"
    control.document.undo_stack.undo()
    qtbot.waitUntil(lambda: not control.results.is_stale)


def test_whoever_goes_back_stays_there(qtbot, control):
    running(qtbot, control, rows=20)
    control.cursor._timer.start(0)  # a frame of the newest time is due
    control.seek(0.05)
    assert not control.cursor._timer.isActive()
    qtbot.wait_for_deferred()
    assert control.cursor.t == 0.05 and not control.cursor.is_at_end


def test_a_question_is_asked_again_when_its_process_was_killed(qtbot, control, client):
    recording = finished(qtbot, control)
    os.kill(client.process_id, signal.SIGSTOP)
    control.results.watch("test", ["D1.a.torque"])
    os.kill(client.process_id, signal.SIGKILL)
    qtbot.waitUntil(lambda: "D1.a.torque" in recording.units and not recording.unknown_times("D1.a.torque").size)
    expected = mars.simulate(control.document.circuit).at(recording.times, "D1.a.torque")["D1.a.torque"]
    np.testing.assert_allclose(recording.column("D1.a.torque"), expected, atol=1e-9)


def test_a_question_that_kills_is_given_up(qtbot, control, client):
    recording, answers, killed = finished(qtbot, control), [], []
    client.died.connect(killed.append)
    os.kill(client.process_id, signal.SIGSTOP)
    client.ask("ledger", lambda word, content: answers.append((word, content)), folder=str(recording.origin.folder), until=None)
    os.kill(client.process_id, signal.SIGKILL)
    qtbot.waitUntil(lambda: len(killed) == 1 and client.process_id is not None)
    os.kill(client.process_id, signal.SIGKILL)
    qtbot.waitUntil(lambda: bool(answers))
    assert [word for word, _ in answers] == ["refused"] and "unexpectedly" in answers[0][1]["words"]


def test_a_run_that_cannot_be_kept_is_said(qtbot, control, tmp_path):
    control.results.stored_runs._root = tmp_path / "gone"
    with qtbot.waitSignal(control.failed) as told:
        control.run()
    assert "Free some disk space" in told.args[0]["message"] and control.state == "idle"
    (tmp_path / "gone").mkdir()
    running(qtbot, control)


def test_a_folder_that_a_late_worker_still_writes_to_goes_with_the_next_run(control, monkeypatch):
    first = control.results.stored_runs.new_origin("")
    with monkeypatch.context() as late:
        late.setattr(stored_runs.shutil, "rmtree", lambda *_, **__: None)
        control.results.stored_runs.discard(first)
        control.reset()
    assert control.results.stored_runs.new_origin("").folder != first.folder and not first.folder.exists()


def test_what_dead_programs_left_is_cleared_away(tmp_path, monkeypatch):
    monkeypatch.setattr(stored_runs, "user_folder", lambda _: tmp_path)
    monkeypatch.setattr(stored_runs, "_is_alive", lambda process: process == 17)
    for name in ("17", "17-1", "18", "18-1", "notes"):
        (tmp_path / name).mkdir()
    own = stored_runs._own_folder()
    assert {folder.name for folder in tmp_path.iterdir()} == {"17", "17-1", "notes", own.name}


def test_a_run_that_loses_energy_is_no_plain_success(qtbot, control):
    control.document.circuit.run = {"until": 2, "method": "newmark", "fixed_step": "10 ms", "beta": 0.36, "gamma": 0.7}
    control.set_speed(None)
    with qtbot.waitSignal(control.remarked) as told:
        control.run()
    assert control.state == "finished" and "the energy balance does not close" in told.args[0]
