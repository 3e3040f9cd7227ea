"""A worker that stays silent is reported, with time not counted while the editor itself stood still; Stop ends any worker."""

import os
import signal
from types import SimpleNamespace

import pytest
from mars.gui.document.document import Document
from mars.gui.runs import heartbeat
from mars.gui.runs.heartbeat import BEAT, SILENCE, Heartbeat
from mars.gui.runs.run_control import RunControl
from mars.gui.window.unresponsive_notice import UnresponsiveNotice
from PySide6.QtCore import QObject

import mars
from tests.helpers.paths import CIRCUITS


@pytest.fixture
def quiet(qapp):
    """A heartbeat driven by hand, of a worker that never answers."""
    made = SimpleNamespace(now=0.0, asked=0, expecting=True, warm=True, told=[], parent=QObject())

    def ask():
        made.asked += 1

    made.heart = Heartbeat(ask, lambda: made.expecting, lambda: made.warm, made.parent)
    made.heart._clock = lambda: made.now
    made.heart.missed.connect(lambda: made.told.append("missed"))
    made.heart.back.connect(lambda: made.told.append("back"))

    def beat(times=1, seconds=BEAT / 1000):
        for _ in range(times):
            made.now += seconds
            made.heart._beat()

    made.beat = beat
    made.heart.begin()
    yield made
    made.heart.end()


ENOUGH = SILENCE // BEAT


def test_silence_is_reported_after_three_seconds_and_its_end_too(quiet):
    quiet.beat(ENOUGH - 1)
    assert quiet.told == [] and quiet.asked == 1  # one question is enough
    quiet.beat()
    assert quiet.told == ["missed"] and SILENCE == 3000
    quiet.heart.heard()
    assert quiet.told == ["missed", "back"]
    quiet.beat(ENOUGH)
    assert quiet.told == ["missed", "back", "missed"] and quiet.asked == 2


def test_a_computer_that_slept_has_not_been_waiting(quiet):
    quiet.beat(ENOUGH - 1)
    quiet.beat(seconds=3600)
    quiet.beat(ENOUGH - 1)
    assert quiet.told == []
    quiet.beat()
    assert quiet.told == ["missed"]


def test_whoever_waits_is_asked_again_later(quiet):
    quiet.beat(ENOUGH)
    quiet.heart.wait()
    quiet.beat(2 * ENOUGH - 1)
    assert quiet.told == ["missed", "back"]
    quiet.beat()
    assert quiet.told[-1] == "missed" and len(quiet.told) == 3


def test_a_worker_that_is_still_loading_has_more_time(quiet):
    quiet.warm = False
    quiet.beat(2 * ENOUGH)
    assert quiet.told == []
    quiet.beat(heartbeat.FIRST_SILENCE // BEAT)
    assert quiet.told == ["missed"]


def test_nothing_is_asked_while_nothing_is_expected(quiet):
    quiet.expecting = False
    quiet.beat(3 * ENOUGH)
    assert quiet.asked == 0 and quiet.told == [] and not quiet.heart._timer.isActive()


@pytest.fixture
def control(client):
    circuit = mars.load(CIRCUITS / "pendulum.mars")
    circuit.run = {"until": 1000}
    made = RunControl(Document(circuit), client)
    yield made
    made.close()


def running(qtbot, control):
    control.run()
    qtbot.waitUntil(lambda: control.state == "running" and control.results.recording.count > 5)


def stopped_until_noticed(qtbot, control, client):
    """The process stands still; the notice."""
    notice = UnresponsiveNotice(client, None)
    qtbot.addWidget(notice)
    os.kill(client.process_id, signal.SIGSTOP)
    qtbot.waitUntil(lambda: not notice.isHidden())
    return notice


def test_a_run_that_stands_still_is_noticed_and_goes_on(qtbot, control, client):
    with qtbot.waitSignal(client.warm):
        client.start()
    running(qtbot, control)
    notice, first = stopped_until_noticed(qtbot, control, client), client.process_id
    notice.wait.click()
    assert notice.isHidden()
    os.kill(first, signal.SIGCONT)
    count = control.results.recording.count
    qtbot.waitUntil(lambda: control.results.recording.count > count)
    assert control.state == "running" and client.process_id == first


def test_a_run_that_stands_still_is_restarted_and_its_results_stay(qtbot, control, client):
    with qtbot.waitSignal(client.warm):
        client.start()
    running(qtbot, control)
    notice, first = stopped_until_noticed(qtbot, control, client), client.process_id
    told, last = [], control.results.recording.last
    control.failed.connect(lambda failure: told.append(failure["message"]))
    notice.restart.click()
    assert notice.isHidden() and client.is_alive and client.process_id != first
    assert control.state == "finished" and control.results.recording.last == last and "are kept" in told[0]
    control.results.watch("test", ["SB1.1.F.y"])  # from the states on disk
    qtbot.waitUntil(lambda: not control.results.recording.unknown_times("SB1.1.F.y").size)
    running(qtbot, control)


def test_a_check_that_hangs_is_asked_again_after_a_restart(qtbot, client):
    with qtbot.waitSignal(client.warm):
        client.start()
    os.kill(client.process_id, signal.SIGSTOP)
    client.check(7, mars.load(CIRCUITS / "pendulum.mars"))
    with qtbot.waitSignal(client.heartbeat.missed):
        pass
    with qtbot.waitSignal(client.report) as told:
        client.restart()
    assert told.args[0]["revision"] == 7


@pytest.mark.parametrize("again", [False, True])
def test_stop_ends_a_worker_that_is_still_loading(qtbot, control, client, again):
    """The process has not got to its first request yet: it imports, or compiles."""
    client.start()
    first = client.process_id
    os.kill(first, signal.SIGSTOP)
    client._stopping.setInterval(50)
    control.run()
    assert control.state == "starting" and not client.is_warm
    control.stop()
    assert control.state == "idle"
    if again:
        control.run()
    qtbot.waitUntil(lambda: client.process_id not in (None, first))
    client._stopping.setInterval(3_600_000)
    if not again:
        control.run()
    qtbot.waitUntil(lambda: control.state == "running")
