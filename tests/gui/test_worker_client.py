"""The editor's side of the worker, and the states of a run: real processes, real pipes, nothing left behind."""

import itertools
import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from mars.gui.document import Document
from mars.gui.running.recording import Recording
from mars.gui.running.run_control import RunControl
from mars.gui.running.worker_client import WorkerClient
from PySide6.QtCore import QObject, Signal

import mars

CIRCUITS = Path(__file__).parents[2] / "circuits"
FAILURES = Path(__file__).parents[1] / "failures"
LONG = 60_000


@pytest.fixture
def client(qtbot):
    made = WorkerClient()
    yield made
    made.shutdown()


@pytest.fixture
def pendulum(qapp):
    return Document(mars.load(CIRCUITS / "pendulum.mars"))


class Panel(QObject):
    """What the plot panel is told."""

    seek_requested = Signal(float)

    def __init__(self):
        super().__init__()
        self.recording, self.running, self.stale, self.cursor = None, False, False, 0.0

    def prepare(self):
        pass

    def show_recording(self, recording):
        self.recording, self.stale = recording, False

    def set_running(self, running):
        self.running = running

    def set_stale(self, stale):
        self.stale = stale

    def set_cursor(self, t):
        self.cursor = t


@pytest.fixture
def control(client, pendulum):
    made = RunControl(pendulum, client, Panel())
    yield made
    made.close()


def test_a_report_comes_back_with_its_revision(qtbot, client, pendulum):
    with qtbot.waitSignal(client.report, timeout=LONG) as told:
        client.check(5, pendulum.circuit)
    report = told.args[0]
    assert report["revision"] == 5 and report["can_run"] and "KN1.angle" in report["coordinates"]


def test_of_many_wishes_the_newest_is_checked(qtbot, client, pendulum):
    seen = []
    client.report.connect(lambda report: seen.append(report["revision"]))
    for revision in range(10):
        client.check(revision, pendulum.circuit)
    qtbot.waitUntil(lambda: seen == [9], timeout=LONG)
    client._is_checking = True  # as if one were under way
    client.check(10, pendulum.circuit)
    qtbot.waitUntil(lambda: not client._quiet.isActive(), timeout=LONG)
    client.check(11, pendulum.circuit)
    qtbot.waitUntil(lambda: not client._quiet.isActive(), timeout=LONG)
    assert seen == [9]
    client._hear("report", {"revision": 9})
    qtbot.waitUntil(lambda: seen[-1] == 11, timeout=LONG)
    assert 10 not in seen


def test_a_worker_that_dies_is_said_and_started_again(qtbot, client, pendulum):
    with qtbot.waitSignal(client.ready, timeout=LONG):
        client.start()
    first = client.process_id
    with qtbot.waitSignal(client.died, timeout=LONG) as told:
        os.kill(first, signal.SIGKILL)
    assert "unexpectedly" in told.args[0] and "-9" in told.args[0] and not client.is_alive
    with qtbot.waitSignal(client.report, timeout=LONG):
        client.check(1, pendulum.circuit)
    assert client.process_id != first


def test_a_worker_that_hangs_is_left_when_something_new_is_wanted(qtbot, client, pendulum):
    with qtbot.waitSignal(client.warm, timeout=4 * LONG):
        client.start()
    first = client.process_id
    os.kill(first, signal.SIGSTOP)
    client._patience.setInterval(50)
    client.check(1, pendulum.circuit)
    qtbot.waitUntil(lambda: client._is_checking and not client._patience.isActive(), timeout=LONG)
    client._patience.setInterval(LONG)
    with qtbot.waitSignal(client.started, timeout=LONG):
        client.run(pendulum.circuit)
    assert client.process_id != first


def test_a_worker_that_compiles_for_the_first_time_is_waited_for(qtbot, client, pendulum):
    with qtbot.waitSignal(client.ready, timeout=LONG):
        client.start()
    first = client.process_id
    client.is_warm = False
    client._patience.setInterval(1)
    client.check(1, pendulum.circuit)
    qtbot.waitUntil(lambda: client._is_checking, timeout=LONG)
    client.check(2, pendulum.circuit)
    with qtbot.waitSignal(client.report, timeout=LONG, check_params_cb=lambda report: report["revision"] == 2):
        pass
    assert client.process_id == first


def test_a_full_pipe_does_not_keep_the_editor_waiting(qtbot, client, pendulum):
    """The worker stands still and much more is sent than a pipe holds."""
    with qtbot.waitSignal(client.ready, timeout=LONG):
        client.start()
    os.kill(client.process_id, signal.SIGSTOP)
    pendulum.circuit.note = "long " * 200_000
    for _ in range(5):
        client.run(pendulum.circuit)
    os.kill(client.process_id, signal.SIGCONT)
    with qtbot.waitSignal(client.started, timeout=LONG) as told:
        pass
    assert told.args[0]["run"] == 5


def test_nothing_starts_after_the_shutdown(client, pendulum):
    client.start()
    client.shutdown()
    client.check(1, pendulum.circuit)
    client.run(pendulum.circuit)
    assert not client.is_alive and not client._quiet.isActive()


def test_what_cannot_be_started_is_said(qtbot, pendulum):
    def refuse():
        raise OSError("no more processes")

    client = WorkerClient(start=refuse)
    control = RunControl(pendulum, client)
    with qtbot.waitSignal(client.died) as told:
        control.run()
    assert "no more processes" in told.args[0] and control.state == "idle"


def test_the_editor_side_imports_no_engine():
    script = (
        "import sys; import mars.gui.running.worker_client, mars.gui.running.run_control, mars.gui.running.plots;"
        "print([m for m in ('casadi', 'numba', 'scipy', 'pyqtgraph') if m in sys.modules])"
    )
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=environment)
    assert found.stdout.strip() == "[]"


def test_run_pause_step_resume_stop_and_reset(qtbot, control):
    states, poses = [], []
    control.state_changed.connect(states.append)
    control.coordinates.connect(lambda values, t: poses.append((t, values)))
    control.document.circuit.run = {"until": 1000}
    control.run()
    assert control.state == "starting"
    qtbot.waitUntil(lambda: len(poses) > 5, timeout=LONG)
    assert control.state == "running" and control.plots.running
    assert poses[0][0] == 0.0 and poses[0][1]["KN1.angle"] == pytest.approx(np.pi)
    assert all(a[0] < b[0] for a, b in itertools.pairwise(poses))
    control.toggle_pause()
    assert control.state == "paused" and not control.plots.running
    seen = control.recording.count
    control.step()
    qtbot.waitUntil(lambda: control.recording.count > seen, timeout=LONG)
    control.seek(0.0)
    assert control.t == 0.0 == control.plots.cursor
    last = control.recording.last
    control.toggle_pause()
    qtbot.waitUntil(lambda: control.t > last and control.state == "running", timeout=LONG)
    control.stop()
    assert control.state == "finished" and control.recording.count > seen
    control.reset()
    assert control.state == "idle" and control.recording is None and control.plots.recording is None and control.t == 0.0
    assert states == ["starting", "running", "paused", "running", "finished", "idle"]


def test_a_finished_run_plays_back_and_runs_anew(qtbot, control):
    control.document.circuit.run = {"until": 2}
    control.set_speed(None)
    control.run()
    qtbot.waitUntil(lambda: control.state == "finished", timeout=LONG)
    run = mars.simulate(control.document.circuit)
    assert control.t == control.recording.last == 2.0
    with qtbot.waitSignal(control.coordinates) as told:
        control.seek(0.777)
    values, t = told.args
    assert t == 0.777 and values["KN1.angle"] == pytest.approx(run.at([0.777], "KN1.angle")["KN1.angle"][0], abs=1e-5)
    control.seek(99.0)
    assert control.t == 2.0
    first = control.recording
    control.run()
    assert control.recording is first  # until the new one begins
    qtbot.waitUntil(lambda: control.state == "finished" and control.recording is not first, timeout=LONG)


def test_a_failure_names_its_component_and_keeps_the_results(qtbot, control):
    control.document.replace(mars.load(FAILURES / "spring_that_snaps.mars"))
    control.set_speed(None)
    with qtbot.waitSignal(control.failed, timeout=LONG) as told:
        control.run()
    failure = told.args[0]
    with pytest.raises(mars.RunError) as expected:
        mars.simulate(control.document.circuit)
    assert failure["message"] == str(expected.value)
    assert failure["components"] and set(failure["components"]) <= set(control.document.circuit.components)
    assert control.state == "finished" and control.recording.last == failure["t"] == control.t


def test_a_circuit_that_cannot_start_is_a_failure_too(qtbot, control):
    control.document.replace(mars.load(FAILURES / "open_port.mars"))
    with qtbot.waitSignal(control.failed, timeout=LONG) as told:
        control.run()
    assert told.args[0]["complaints"] and told.args[0]["components"] and control.state == "idle"


def test_a_dead_worker_ends_the_run(qtbot, control, client):
    control.document.circuit.run = {"until": 1000}
    control.run()
    qtbot.waitUntil(lambda: control.state == "running" and control.recording.count > 1, timeout=LONG)
    with qtbot.waitSignal(control.failed, timeout=LONG):
        os.kill(client.process_id, signal.SIGKILL)
    assert control.state == "finished"


def test_results_older_than_the_drawing_are_marked(qtbot, control):
    document = control.document
    document.edit("Shorten", lambda circuit: circuit.run.update(until=0.1))
    control.run()
    qtbot.waitUntil(lambda: control.state == "finished", timeout=LONG)
    assert not control.plots.stale
    body = next(name for name, c in document.circuit.components.items() if "mass" in c.values)
    document.edit("Heavier", lambda circuit: circuit.set(f"{body}.mass", 17))
    assert control.plots.stale and control.is_stale
    document.undo_stack.undo()
    qtbot.waitUntil(lambda: not control.plots.stale, timeout=LONG)
    document.edit("Note", lambda circuit: setattr(circuit, "note", "new"))
    assert not control.plots.stale
    document.edit("Heavier", lambda circuit: circuit.set(f"{body}.mass", 18))
    control.run()
    qtbot.waitUntil(lambda: control.state == "finished", timeout=LONG)
    assert not control.plots.stale


def test_another_document_ends_the_run(qtbot, control):
    control.document.circuit.run = {"until": 1000}
    control.run()
    qtbot.waitUntil(lambda: control.state == "running", timeout=LONG)
    control.document.replace(mars.load(CIRCUITS / "four_bar.mars"))
    assert control.state == "idle" and control.recording is None


def test_a_recording_grows_and_gives_values_between_its_rows():
    names = ["J.angle", "B.attitude.w", "B.attitude.x", "B.attitude.y", "B.attitude.z"]
    recording = Recording(names, ["rad", "1", "1", "1", "1"], 0.0, 10.0)
    assert recording.at(0.0) == {} and recording.last == 0.0
    times = np.linspace(0, 10, 5001)
    half = 0.05 * times
    rows = np.column_stack([times**2, np.cos(half), np.sin(half), 0 * times, 0 * times])
    rows[2501:, 1:] *= -1  # the same attitudes
    for part in np.array_split(np.arange(times.size), 7):
        recording.append(times[part], rows[part])
    np.testing.assert_array_equal(recording.times, times)
    np.testing.assert_array_equal(recording.values, rows)
    assert recording.quaternions == [[1, 2, 3, 4]]
    for t in (0.0, 1.2345, times[2500] + 1e-3, 10.0):
        values = recording.at(t)
        assert values["J.angle"] == pytest.approx(t**2, abs=1e-5)
        assert sum(values[name] ** 2 for name in names[1:]) == pytest.approx(1.0)
        assert abs(values["B.attitude.x"]) == pytest.approx(np.sin(0.05 * t), abs=1e-6)
    assert recording.at(-5) == recording.at(0) and recording.at(50) == recording.at(10)
