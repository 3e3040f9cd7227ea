"""The editor's side of the worker: real processes, real pipes, nothing left behind."""

import os
import signal
import subprocess
import sys

import pytest
from mars.gui.document.document import Document
from mars.gui.runs.run_control import RunControl
from mars.gui.runs.worker_client import WorkerClient

import mars
from tests.helpers.paths import CIRCUITS

NEVER = 3_600_000  # milliseconds


@pytest.fixture
def pendulum(qapp):
    return Document(mars.load(CIRCUITS / "pendulum.mars"))


def test_a_report_comes_back_with_its_revision(qtbot, client, pendulum):
    with qtbot.waitSignal(client.report) as told:
        client.check(5, pendulum.circuit)
    report = told.args[0]
    assert report["revision"] == 5 and report["can_run"] and "KN1.angle" in report["coordinates"]


def test_of_many_wishes_the_newest_is_checked(qtbot, client, pendulum):
    seen = []
    client.report.connect(lambda report: seen.append(report["revision"]))
    for revision in range(10):
        client.check(revision, pendulum.circuit)
    qtbot.waitUntil(lambda: seen == [9])
    client._is_checking = True  # as if one were pending
    client.check(10, pendulum.circuit)
    qtbot.waitUntil(lambda: not client._quiet.isActive())
    client.check(11, pendulum.circuit)
    qtbot.waitUntil(lambda: not client._quiet.isActive())
    assert seen == [9]
    client._receive("report", {"revision": 9})
    qtbot.waitUntil(lambda: seen[-1] == 11)
    assert 10 not in seen


def test_a_worker_that_dies_is_said_and_started_again(qtbot, client, pendulum):
    with qtbot.waitSignal(client.ready):
        client.start()
    first = client.process_id
    with qtbot.waitSignal(client.died) as told:
        os.kill(first, signal.SIGKILL)
    assert "unexpectedly" in told.args[0] and "-9" in told.args[0] and not client.is_alive
    with qtbot.waitSignal(client.report):
        client.check(1, pendulum.circuit)
    assert client.process_id != first


def test_a_worker_that_hangs_is_left_when_something_new_is_wanted(qtbot, client, pendulum):
    with qtbot.waitSignal(client.warm):
        client.start()
    first = client.process_id
    os.kill(first, signal.SIGSTOP)
    client._patience.setInterval(50)
    client.check(1, pendulum.circuit)
    qtbot.waitUntil(lambda: client._is_checking and not client._patience.isActive())
    client._patience.setInterval(NEVER)
    with qtbot.waitSignal(client.started):
        client.run(pendulum.circuit)
    assert client.process_id != first


def test_a_worker_that_compiles_for_the_first_time_is_waited_for(qtbot, client, pendulum):
    with qtbot.waitSignal(client.warm):
        client.start()
    first = client.process_id
    client.is_warm = False  # as if it had not reported this, which it does once
    client._patience.setInterval(200)
    os.kill(first, signal.SIGSTOP)
    client.check(1, pendulum.circuit)
    qtbot.waitUntil(lambda: client._is_checking)
    client.check(2, pendulum.circuit)
    qtbot.waitUntil(lambda: not client._patience.isActive())
    os.kill(first, signal.SIGCONT)
    with qtbot.waitSignal(client.report, check_params_cb=lambda report: report["revision"] == 2):
        pass
    assert client.process_id == first


def test_a_full_pipe_does_not_keep_the_editor_waiting(qtbot, client, pendulum):
    """The worker is stopped and much more is sent than a pipe holds."""
    with qtbot.waitSignal(client.ready):
        client.start()
    os.kill(client.process_id, signal.SIGSTOP)
    pendulum.circuit.note = "long " * 200_000
    for _ in range(5):
        client.run(pendulum.circuit)
    os.kill(client.process_id, signal.SIGCONT)
    with qtbot.waitSignal(client.started) as told:
        pass
    assert told.args[0]["run"] == 5


def test_a_run_that_does_not_listen_is_stopped_by_force(qtbot, client, pendulum):
    with qtbot.waitSignal(client.warm):
        client.start()
    pendulum.circuit.run = {"until": 1000}
    with qtbot.waitSignal(client.frames):
        client.run(pendulum.circuit)
    first = client.process_id
    os.kill(first, signal.SIGSTOP)
    client._stopping.setInterval(50)
    client.stop()
    asked = client.run(pendulum.circuit)  # before it is noticed
    with qtbot.waitSignal(client.started) as told:
        pass
    assert told.args[0]["run"] == asked and client.process_id != first
    client._stopping.setInterval(NEVER)
    client.stop()
    with qtbot.waitSignal(client.finished):
        pass
    assert not client._stopping.isActive() and client.is_alive


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
        "import sys; import mars.gui.runs.worker_client, mars.gui.runs.run_control, mars.gui.plots.plot_panel;"
        "print([m for m in ('casadi', 'numba', 'scipy', 'pyqtgraph') if m in sys.modules])"
    )
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=environment)
    assert found.stdout.strip() == "[]"
