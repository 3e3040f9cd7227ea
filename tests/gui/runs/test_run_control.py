"""The states of a run with a real worker: run, pause, step, change, go back, branch, stop; nothing is lost when it dies."""

import itertools
import os
import signal

import numpy as np
import pytest
from mars.gui.document.document import Document
from mars.gui.runs.run_control import RunControl

import mars
from mars.simulation.snapshot import Snapshot
from tests.helpers.paths import CIRCUITS, FAILURES


@pytest.fixture
def control(client, qapp):
    circuit = mars.load(CIRCUITS / "pendulum.mars")
    circuit.run = {"until": 1000}
    made = RunControl(Document(circuit), client)
    yield made
    made.close()


def running(qtbot, control, rows=5):
    control.run()
    qtbot.waitUntil(lambda: control.state == "running" and control.results.recording.count > rows)


def finished(qtbot, control, until=None):
    if until is not None:
        control.document.circuit.run = {"until": until}
    control.set_speed(None)
    control.run()
    qtbot.waitUntil(lambda: control.state == "finished")
    return control.results.recording


def set_value(control, where, value):
    control.document.edit("Change", lambda circuit: circuit.set(where, value))


def damped_pendulum():
    circuit = mars.load(CIRCUITS / "pendulum.mars")
    circuit.add("dynamics.damper", "D1", damping=0.2)
    circuit.connect("D1.a", "KN1.turn")
    circuit.run = {"until": 1000}
    return circuit


def test_run_pause_step_resume_stop_and_reset(qtbot, control):
    states, moments = [], []
    control.state_changed.connect(states.append)
    control.cursor.moved.connect(moments.append)
    control.run()
    assert control.state == "starting"
    qtbot.waitUntil(lambda: len(moments) > 5)
    assert control.state == "running" and control.results.recording.times[0] == 0.0
    assert control.results.recording.value("KN1.angle", 0.0) == pytest.approx(np.pi)
    assert all(a < b for a, b in itertools.pairwise(moments))
    control.toggle_pause()
    assert control.state == "paused"
    qtbot.waitUntil(lambda: control.cursor.t == control.results.recording.last)
    seen = control.results.recording.count
    control.step()
    qtbot.waitUntil(lambda: control.results.recording.count > seen and control.cursor.is_at_end)
    last = control.results.recording.last
    control.toggle_pause()
    qtbot.waitUntil(lambda: control.cursor.t > last and control.state == "running")
    control.stop()
    assert control.state == "finished" and control.results.recording.count > seen
    control.reset()
    assert control.state == "idle" and control.results.recording is None and control.cursor.t == 0.0 and not control.results.runs
    assert states == ["starting", "running", "paused", "running", "finished", "idle"]


def test_the_recorded_values_are_those_of_a_headless_run(qtbot, control):
    recording = finished(qtbot, control, until=2)
    run = mars.simulate(control.document.circuit)
    expected = run.at(recording.times, "KN1.angle")["KN1.angle"]
    assert np.array_equal(recording.column("KN1.angle"), expected)


def test_a_finished_run_is_looked_at_and_runs_anew(qtbot, control):
    first = finished(qtbot, control, until=2)
    assert control.cursor.t == first.last == 2.0
    with qtbot.waitSignal(control.cursor.moved) as told:
        control.seek(0.777)
    assert told.args == [0.777]
    control.seek(99.0)
    assert control.cursor.t == 2.0
    control.run()
    assert control.results.recording is first  # until the new one starts
    qtbot.waitUntil(lambda: control.state == "finished" and control.results.recording is not first)
    assert control.results.runs == [first, control.results.recording] and control.results.recording.label != first.label


def test_any_variable_is_fetched_after_the_run_and_while_it_goes_on(qtbot, control):
    recording = finished(qtbot, control, until=1)
    control.results.watch("test", ["SB1.1.F.y", "nobody.knows"])
    qtbot.waitUntil(lambda: not recording.unknown_times("SB1.1.F.y").size)
    run = mars.simulate(control.document.circuit)
    expected = run.at(recording.times, "SB1.1.F.y")["SB1.1.F.y"]
    np.testing.assert_allclose(recording.column("SB1.1.F.y"), expected, rtol=1e-12)
    control.document.circuit.run = {"until": 1000}
    control.set_speed(1.0)
    running(qtbot, control)
    recording = control.results.recording
    assert not recording.unknown_times("SB1.1.F.y").size  # watched from the start
    before = recording.count
    control.results.watch("other", ["SB1.1.F.x"])
    qtbot.waitUntil(
        lambda: recording.count > before + 10 and recording.column("SB1.1.F.x") is not None
        and not recording.unknown_times("SB1.1.F.x").size,
    )  # fmt: skip


def test_the_same_variables_are_not_asked_for_again(qtbot, control, client, monkeypatch):
    told, tell = [], client.watch
    monkeypatch.setattr(client, "watch", lambda names: (told.append(names), tell(names)))
    running(qtbot, control)
    for owner, names in (("one", ["SB1.1.F.x"]), ("one", ["SB1.1.F.x"]), ("other", ["SB1.1.F.x"] * 2)):
        control.results.watch(owner, names)
    assert told == [["SB1.1.F.x"]]


def test_a_value_turned_while_it_runs_is_a_run_switched_at_that_time(qtbot, control):
    control.document.replace(damped_pendulum())
    running(qtbot, control, rows=30)
    with qtbot.waitSignal(control.edits.changed) as told:
        set_value(control, "D1.damping", 3.0)
    change = told.args[0]
    assert change["how"] == "parameters" and change["words"] == ""
    recording = control.results.recording
    assert [(each["name"], each["before"], each["after"]) for each in recording.interventions] == [("D1.damping", 0.2, 3.0)]
    qtbot.waitUntil(lambda: recording.last > change["t"] + 0.5)
    control.stop()
    before = mars.simulate(damped_pendulum(), until=change["t"])
    after = damped_pendulum()
    after.set("D1.damping", 3.0)
    later = recording.times[recording.times > change["t"]]
    switched = mars.simulate(after, times=later, resume=before.snapshot())
    ours = recording.column("KN1.angle")[recording.times > change["t"]]
    np.testing.assert_allclose(ours, switched["KN1.angle"], atol=1e-6)
    assert np.ptp(ours) > 0.01  # it moves, so the comparison is meaningful
    assert not control.results.is_stale
    control.document.undo_stack.undo()
    assert control.results.is_stale


def test_of_many_edits_in_a_row_the_last_is_what_runs(qtbot, control):
    control.document.replace(damped_pendulum())
    running(qtbot, control)
    answers = []
    control.edits.changed.connect(answers.append)
    for i in range(1, 51):
        set_value(control, "D1.damping", i / 10)
    qtbot.waitUntil(lambda: bool(answers) and answers[-1]["revision"] == control.document.revision)
    assert len(answers) < 10 and control.results.recording.interventions[-1]["after"] == 5.0


def test_a_rewired_circuit_goes_on_with_its_coordinates(qtbot, control):
    control.document.replace(damped_pendulum())
    running(qtbot, control, rows=30)

    def heavier(circuit):
        circuit.add("bodies.point_mass", "PM1", mass=2.0)
        circuit.connect("PM1.1", "SB1.2")

    with qtbot.waitSignal(control.edits.changed) as told:
        control.document.edit("Hang a mass", heavier)
    change, recording = told.args[0], control.results.recording
    assert change["how"] == "rebuilt" and "PM1.1.v.x" in recording.variables
    qtbot.waitUntil(lambda: recording.last > change["t"] + 0.2)
    steps = np.abs(np.diff(recording.column("KN1.angle")))
    assert steps.max() < 0.2 and not control.results.is_stale


def test_a_change_that_cannot_run_leaves_the_run_as_it_was(qtbot, control):
    running(qtbot, control)
    with qtbot.waitSignal(control.edits.changed) as told:
        control.document.edit("Cut", lambda circuit: circuit.remove("Base1"))
    assert told.args[0]["how"] == "refused" and told.args[0]["words"] and control.results.is_stale
    last = control.results.recording.last
    qtbot.waitUntil(lambda: control.results.recording.last > last + 0.1)
    with qtbot.waitSignal(control.edits.changed) as told:
        control.document.undo_stack.undo()
    assert told.args[0]["how"] == "nothing" and not control.results.is_stale and control.state == "running"


def test_going_back_pauses_and_going_on_from_there_is_a_branch(qtbot, control):
    control.document.replace(damped_pendulum())
    running(qtbot, control, rows=60)
    old = control.results.recording
    control.seek(0.2)
    assert control.state == "paused" and control.cursor.t == 0.2 and not control.cursor.is_at_end
    set_value(control, "D1.damping", 5.0)
    assert control.results.is_stale  # the old run does not match the changed circuit
    control.toggle_pause()
    qtbot.waitUntil(lambda: control.results.recording is not old and control.results.recording.last > 0.6)
    control.stop()
    branch = control.results.recording
    assert old.is_ghost and old.is_overlaid and control.results.runs == [old, branch] and not control.results.is_stale
    early = branch.times < 0.2
    assert np.array_equal(branch.column("KN1.angle")[early], old.column("KN1.angle")[: early.sum()])
    first = mars.simulate(damped_pendulum(), until=0.2)
    changed = damped_pendulum()
    changed.set("D1.damping", 5.0)
    later = branch.times[branch.times > 0.2]
    expected = mars.simulate(changed, times=later, resume=first.snapshot())["KN1.angle"]
    np.testing.assert_allclose(branch.column("KN1.angle")[branch.times > 0.2], expected, atol=1e-6)
    control.seek(0.1)
    control.toggle_pause()  # a finished run also continues from the cursor
    qtbot.waitUntil(lambda: control.results.recording not in (old, branch) and control.results.recording.last > 0.3)


def test_a_stopped_run_goes_on_from_its_end_and_a_branch_tells_what_it_changed(qtbot, control):
    control.document.replace(damped_pendulum())
    running(qtbot, control, rows=40)
    control.stop()
    old = control.results.recording
    assert control.can_continue and control.cursor.is_at_end
    set_value(control, "D1.damping", 5.0)
    control.toggle_pause()
    qtbot.waitUntil(lambda: control.results.recording is not old and control.results.recording.last > old.last + 0.2)
    assert not old.is_ghost  # the new one contains all of it
    (told,) = control.results.recording.interventions
    assert (told["name"], told["before"], told["after"], told["t"]) == ("D1.damping", 0.2, 5.0, old.last)
    finished(qtbot, control, until=0.2)
    assert not control.can_continue


def test_a_run_that_was_changed_branches_before_and_behind_the_change(qtbot, control):
    control.document.replace(damped_pendulum())
    running(qtbot, control, rows=40)
    for value in (1.0, 2.0):
        with qtbot.waitSignal(control.edits.changed):
            set_value(control, "D1.damping", value)
        qtbot.waitUntil(lambda: control.results.recording.last > control.results.recording.interventions[-1]["t"] + 0.2)
    results = control.results
    for where in (0.1, -0.1):
        old = results.recording
        control.seek(old.interventions[0]["t"] + where)
        control.toggle_pause()
        qtbot.waitUntil(lambda old=old: results.recording is not old and results.recording.last > results.recording.begin + 0.5)
    assert len(control.results.runs) == 3 and control.state == "running"


@pytest.mark.slow
def test_a_dead_worker_ends_the_run_and_nothing_is_lost(qtbot, control, client):
    control.document.replace(damped_pendulum())
    running(qtbot, control, rows=40)
    recording = control.results.recording
    with qtbot.waitSignal(control.failed) as told:
        os.kill(client.process_id, signal.SIGKILL)
    assert "kept" in told.args[0]["message"] and control.state == "finished" and recording.count > 40
    control.results.watch("test", ["SB1.1.F.x"])  # from the states on disk, by another process
    qtbot.waitUntil(lambda: not recording.unknown_times("SB1.1.F.x").size)
    expected = mars.simulate(damped_pendulum(), until=recording.last).at(recording.times, "SB1.1.F.x")["SB1.1.F.x"]
    np.testing.assert_allclose(recording.column("SB1.1.F.x"), expected, atol=1e-9)
    control.seek(0.1)
    control.toggle_pause()
    qtbot.waitUntil(lambda: control.state == "running" and control.results.recording is not recording)
    running_anew = control.results.recording
    control.run()
    control.stop()
    running(qtbot, control)
    assert control.results.recording is not running_anew


def test_a_run_that_needs_too_much_memory_fails_with_a_message(qtbot, control, client):
    resource = pytest.importorskip("resource")
    running(qtbot, control)
    control.stop()
    pid = client.process_id
    resource.prlimit(pid, resource.RLIMIT_DATA, (64 * 2**20, resource.RLIM_INFINITY))
    control.document.replace(mars.load(CIRCUITS / "stewart_platform.mars"))
    with qtbot.waitSignal(control.failed) as told:
        control.run()
    assert told.args[0]["message"]
    if client.process_id == pid:  # it survived
        os.kill(pid, signal.SIGKILL)
        qtbot.waitUntil(lambda: client.process_id != pid)
    control.document.replace(damped_pendulum())
    running(qtbot, control)


def test_a_failure_names_its_component_and_keeps_the_results(qtbot, control):
    control.document.replace(mars.load(FAILURES / "spring_that_snaps.mars"))
    control.set_speed(None)
    with qtbot.waitSignal(control.failed) as told:
        control.run()
    failure = told.args[0]
    with pytest.raises(mars.RunError) as expected:
        mars.simulate(control.document.circuit)
    assert failure["message"] == str(expected.value)
    assert failure["components"] and set(failure["components"]) <= set(control.document.circuit.components)
    assert control.state == "finished" and control.results.recording.last == failure["t"] == control.cursor.t


def test_a_circuit_that_cannot_start_is_a_failure_too(qtbot, control):
    control.document.replace(mars.load(FAILURES / "open_port.mars"))
    with qtbot.waitSignal(control.failed) as told:
        control.run()
    assert told.args[0]["complaints"] and told.args[0]["components"] and control.state == "idle"
    assert not list(control.results.stored_runs._root.iterdir())  # its folder was removed


def test_results_older_than_the_drawing_are_marked(qtbot, control):
    finished(qtbot, control, until=0.1)
    assert not control.results.is_stale
    set_value(control, "SB1.mass", 17)
    assert control.results.is_stale
    control.document.undo_stack.undo()
    qtbot.waitUntil(lambda: not control.results.is_stale)
    control.document.edit("Note", lambda circuit: setattr(circuit, "note", "new"))
    assert not control.results.is_stale
    set_value(control, "SB1.mass", 18)
    finished(qtbot, control)
    assert not control.results.is_stale


def test_another_document_ends_the_run_and_clears_the_shelf(qtbot, control):
    running(qtbot, control)
    folder = control.results.recording.origin.folder
    assert any(folder.iterdir())
    control.document.replace(mars.load(CIRCUITS / "four_bar.mars"))
    assert control.state == "idle" and control.results.recording is None and not control.results.runs and not folder.exists()


def test_earlier_runs_are_kept_by_name_and_shown_beside(qtbot, control):
    first = finished(qtbot, control, until=0.2)
    second = finished(qtbot, control)
    control.results.rename_run(first, "soft spring")
    control.results.overlay_run(first, True)
    control.results.watch("test", ["SB1.1.F.x"])
    qtbot.waitUntil(lambda: not any(r.unknown_times("SB1.1.F.x").size for r in (first, second)))
    assert control.results.runs == [first, second] and first.label == "soft spring"
    control.results.drop_run(second)
    assert second in control.results.runs  # not the current one
    control.stop()
    control.show_results(first)
    assert control.results.recording is first
    control.results.drop_run(second)
    assert control.results.runs == [first]
    for _ in range(10):
        finished(qtbot, control)
    assert first in control.results.runs and len(control.results.runs) <= 10  # overlaid ones stay


def test_the_ledger_up_to_a_time(qtbot, control):
    control.document.replace(damped_pendulum())
    finished(qtbot, control, until=3)
    answers = []
    control.questions.ledger(1.5, answers.append)
    qtbot.waitUntil(lambda: bool(answers))
    lost = {entry["component"]: entry["lost"] for entry in answers[0]["entries"]}
    expected = mars.simulate(damped_pendulum(), until=1.5).ledger()
    assert lost["D1"] == pytest.approx(expected["D1"].lost, rel=1e-9) and lost["D1"] > 0
    assert answers[0]["relative_residual"] < 1e-8


def test_results_are_played_back(qtbot, control):
    finished(qtbot, control, until=0.3)
    control.set_speed(1.0)
    moments = []
    control.cursor.moved.connect(moments.append)
    control.playback.toggle()
    qtbot.waitUntil(lambda: not control.playback.is_playing)
    assert moments[0] == 0.0 and moments[-1] == control.results.recording.last and len(moments) > 5
    assert all(a <= b for a, b in itertools.pairwise(moments))
    control.playback.toggle()
    control.seek(0.1)
    assert not control.playback.is_playing and control.cursor.t == 0.1


def test_the_end_of_the_run_can_be_moved_while_it_goes_on(qtbot, control):
    running(qtbot, control)
    control.document.edit("Shorten", lambda circuit: circuit.run.update(until=control.results.recording.last + 2.0))
    qtbot.waitUntil(lambda: control.state == "finished")
    assert control.results.recording.last == pytest.approx(control.document.circuit.run["until"])


def test_an_end_that_is_past_already_ends_the_run(qtbot, control):
    running(qtbot, control, rows=20)
    control.document.edit("Shorten", lambda circuit: circuit.run.update(until=0.01))
    qtbot.waitUntil(lambda: control.state == "finished")
    assert control.results.recording.last < 100


def test_snapshots_of_a_run_go_on_headless(qtbot, control, tmp_path):
    finished(qtbot, control, until=0.5)
    done = []
    folder = str(control.results.recording.origin.folder)
    control.worker.ask("snapshot", lambda *told: done.append(told), folder=folder, path=str(tmp_path / "s.json"))
    qtbot.waitUntil(lambda: bool(done))
    assert done[0][0] == "saved"
    snapshot = Snapshot.load(tmp_path / "s.json")
    later = mars.simulate(control.document.circuit, until=1.0, resume=snapshot)
    whole = mars.simulate(control.document.circuit, until=1.0)
    assert later["KN1.angle"][-1] == pytest.approx(whole["KN1.angle"][-1], abs=1e-9)
