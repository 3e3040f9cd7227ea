"""The worker: checks and runs in a process of its own, answers everything, dies of nothing but the end of its pipe."""

import math
import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import mars
from mars.records.live import Live
from mars.records.real_time import FRAME, Paced
from mars.worker import ONE_THREAD, start
from tests.helpers.paths import CIRCUITS, FAILURES
from tests.helpers.waits import LIMIT, wait_until
from tests.helpers.worker import Desk, data_of, frames_of


@pytest.fixture
def desk():
    return Desk()


@pytest.fixture(scope="module")
def process():
    made, connection = start()
    yield made, connection
    connection.close()
    made.join(LIMIT)
    assert not made.is_alive(), "the worker outlives its pipe"


def wait_for(connection, *words: str) -> list[tuple[str, dict]]:
    found = []
    while not any(word in words for word, _ in found):
        assert connection.poll(LIMIT), f"no {words}, only {[word for word, _ in found]}"
        found.append(connection.recv())
    return found


def test_a_report_is_what_mars_check_says_and_more(desk):
    desk.ask("check", revision=7, data=data_of("four_bar"))
    ((word, report),) = desk.turn()
    expected = mars.check(mars.load(CIRCUITS / "four_bar.mars")).to_data()
    assert word == "report" and report["revision"] == 7 and report["can_run"]
    for key in ("nodes", "branches", "tree", "freedoms", "loops", "complaints", "states"):
        assert report[key] == expected[key]
    assert len(report["node_list"]) == report["nodes"]["vector"] + report["nodes"]["scalar"]
    assert any({"domain": "frame", "ports": node["ports"]} == node and len(node["ports"]) > 1 for node in report["node_list"])
    begin = Live(mars.load(CIRCUITS / "four_bar.mars"))
    np.testing.assert_allclose(list(report["coordinates"].values()), begin.frames([0.0])[0])
    assert list(report["coordinates"]) == begin.names


def test_only_the_newest_check_is_answered(desk):
    for revision in range(5):
        desk.ask("check", revision=revision, data=data_of("pendulum"))
    assert [content["revision"] for _, content in desk.turn(3)] == [4]


def test_a_run_as_fast_as_possible_gives_every_sample_once(desk):
    desk.ask("run", run=3, revision=9, data=data_of("double_pendulum", until=2), speed=None)
    said = desk.until("finished", "failed")
    words = [word for word, _ in said]
    assert words[0] == "started" and words[-1] == "finished" and {*words[1:-1]} == {"frames"}
    begun, ended = said[0][1], said[-1][1]
    assert (begun["run"], begun["revision"], begun["begin"], begun["end"]) == (3, 9, 0.0, 2.0)
    assert (ended["run"], ended["status"], ended["t"]) == (3, "finished", 2.0) and ended["steps"] > 10
    times, values = frames_of(said)
    assert times[0] == 0.0 and times[-1] == 2.0 and np.all(np.diff(times) > 0) and np.diff(times).max() < 1.01e-3
    assert begun["units"]["KN1.angle"] == "rad" and begun["variables"]["SB1.1.F.x"] == "N"
    run = mars.simulate(mars.load(CIRCUITS / "double_pendulum.mars"), 2.0)
    np.testing.assert_array_equal(values, np.column_stack(list(run.at(times, *list(begun["units"])).values())))


@pytest.mark.slow
def test_checks_are_answered_between_the_frames_of_a_run(process):
    _, connection = process
    wait_for(connection, "warm")
    connection.send(("run", {"run": 1, "data": data_of("pendulum", until=1000), "speed": 1.0}))
    wait_for(connection, "frames")
    connection.send(("check", {"revision": 2, "data": data_of("pendulum")}))
    wait_for(connection, "report")
    wait_for(connection, "frames")
    connection.send(("stop", {"run": 1}))
    assert wait_for(connection, "finished")[-1][1]["status"] == "stopped"
    connection.send(("check", {"revision": 3, "data": data_of("pendulum")}))
    assert [word for word, _ in wait_for(connection, "report")] == ["report"]


def test_the_process_has_one_thread_and_leaves_our_environment_alone(process):
    wanted = {name: os.environ.get(name) for name in ONE_THREAD}
    made, connection = process
    environment = Path(f"/proc/{made.pid}/environ")
    if environment.exists():
        assert all(f"{name}=1".encode() in environment.read_bytes().split(b"\0") for name in ONE_THREAD)
    assert {name: os.environ.get(name) for name in ONE_THREAD} == wanted
    assert not connection.closed


def test_pause_step_resume_and_stop(desk):
    desk.ask("run", run=1, data=data_of("pendulum", until=1000), speed=1.0)
    desk.until("frames")
    desk.ask("pause", run=1)
    desk.turn()
    desk.ask("step", run=1)
    desk.worker._listen()
    ((word, first),) = desk.said()
    desk.ask("step", run=1)
    desk.worker._listen()
    ((_, second),) = desk.said()
    assert word == "frames" and second["times"][-1] - first["times"][-1] == pytest.approx(FRAME)
    desk.ask("resume", run=1)
    later = desk.until("frames")[-1][1]
    assert later["times"][0] > second["times"][-1]
    desk.ask("stop", run=1)
    assert [word for word, _ in desk.turn()] == ["finished"]


def test_a_run_that_is_stopped_or_replaced_before_it_begins_says_so(desk):
    desk.ask("run", run=1, data=data_of("pendulum"))
    desk.ask("stop", run=1)
    desk.ask("run", run=2, data=data_of("pendulum"))
    desk.ask("run", run=3, data=data_of("pendulum"), speed=None)
    said = desk.until("started")
    assert [(word, content["run"]) for word, content in said[:3]] == [("finished", 1), ("finished", 2), ("started", 3)]
    desk.ask("stop", run=1)  # of a run that is over
    assert desk.until("finished")[-1][1]["status"] == "finished"


def test_a_failed_run_speaks_as_the_command_line_and_keeps_its_frames(desk):
    with pytest.raises(mars.RunError) as expected:
        mars.simulate(mars.load(FAILURES / "spring_that_snaps.mars"))
    desk.ask("run", run=1, data=data_of("spring_that_snaps", FAILURES), speed=None)
    said = desk.until("failed", "finished")
    failure = said[-1][1]
    assert failure["message"] == str(expected.value) and failure["run"] == 1
    assert failure["components"] and failure["t"] > 0
    times, values = frames_of(said)
    assert times[-1] == failure["t"] and np.isfinite(values).all()


def test_a_circuit_that_cannot_run_fails_with_its_complaints(desk):
    desk.ask("run", run=1, data=data_of("massless_arm", FAILURES))
    ((word, failure),) = desk.turn()
    assert word == "failed" and failure["complaints"] and failure["components"]
    with pytest.raises(mars.CircuitError) as expected:
        mars.simulate(mars.load(FAILURES / "massless_arm.mars"))
    assert failure["message"] == str(expected.value)


HOSTILE = [
    None,
    "text",
    [],
    {},
    {"mars": 1, "circuit": []},
    {"mars": 1, "circuit": {"components": {"A": 3}}},
    {"mars": 1, "circuit": {"components": {"A": {"kind": "no.such"}}, "links": [["A.1", "B.2"]]}},
    {"mars": 1, "circuit": {"components": {"A": {"kind": "bodies.rod", "values": {"length": "__import__('os')"}}}}},
    {"mars": 1, "circuit": {"components": {"A": {"kind": "bodies.rod", "values": {"length": math.nan}}}}},
    {"mars": 1, "circuit": {"class": "Tx", "gravity": ["a", {}, 0]}, "run": {"until": "never"}},
    {"mars": 99, "circuit": {}},
]


@pytest.mark.parametrize("data", HOSTILE)
def test_whatever_is_sent_is_answered(desk, data):
    desk.ask("check", revision=1, data=data)
    ((word, report),) = desk.turn()
    assert word == "report" and not report["can_run"] and report["complaints"]
    desk.ask("run", run=1, data=data)
    ((word, failure),) = desk.turn()
    assert word == "failed" and failure["message"]
    desk.ask("check", revision=2, data=data_of("pendulum"))
    assert desk.turn()[-1][1]["can_run"]


def test_requests_that_make_no_sense_are_logged(desk):
    desk.ours.send("nonsense")
    desk.ours.send(("check", 5))
    desk.ask("run", run=1, data=data_of("pendulum", until=1000))
    said = desk.until("frames")
    assert [word for word, _ in said[:2]] == ["log", "log"]
    desk.ask("dance", run=1)
    desk.ask("speed", run=1, speed="fast")
    assert [word for word, _ in desk.turn() if word == "log"] == ["log", "log"]


def test_wrong_settings_of_the_run_are_a_complaint(desk):
    desk.ask("check", revision=1, data=data_of("pendulum", method="magic"))
    ((_, report),) = desk.turn()
    assert not report["can_run"] and any("magic" in complaint["cause"] for complaint in report["complaints"])


class Clock:
    def __init__(self):
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_simulated_time_follows_the_clock_times_the_speed():
    clock = Clock()
    paced = Paced(Live(mars.load(CIRCUITS / "pendulum.mars"), until=50), 2.0, clock)
    assert paced.beat().times.tolist() == [0.0]
    for _ in range(20):
        clock.now += 0.1
        frames = paced.beat()
        assert not frames.behind
        assert frames.times[-1] == pytest.approx(2 * (clock.now - 100.0))
    assert frames.factor == pytest.approx(2.0)
    paced.pause()
    clock.now += 30
    paced.resume()
    clock.now += 0.1
    assert paced.beat().times[-1] == pytest.approx(4.2)
    paced.set_speed(0.1)
    clock.now += 1.0
    assert paced.beat().times[-1] == pytest.approx(4.3)


def test_a_machine_that_is_too_slow_does_not_race_later():
    clock = Clock()
    paced = Paced(Live(mars.load(CIRCUITS / "double_pendulum.mars"), until=1e4), 1e6, clock)
    paced.beat()
    clock.now += 0.3
    slow = paced.beat()
    assert slow.behind and slow.factor is not None and 0 < slow.factor < 1e6
    reached = slow.times[-1]
    paced.set_speed(1.0)
    clock.now += 0.01
    assert paced.beat().times[-1] == pytest.approx(reached + 0.01)


@pytest.mark.slow
def test_dear_frames_are_given_in_portions():
    """A whole run is stepped in a moment, but nobody waits until all of its frames are made."""
    live = Live(mars.load(CIRCUITS / "slider_crank.mars"), mode="kinematic", until=1.0)
    paced, beats = Paced(live, None), []
    while not paced.is_over:
        beats.append(paced.beat())
    assert live.status == "finished" and len(beats) > 20
    times = np.concatenate([frames.times for frames in beats])
    assert times[0] == 0.0 and times[-1] == 1.0 and np.all(np.diff(times) > 0) and times.size >= 2001


def test_a_law_without_a_value_is_not_drawn(desk):
    desk.ask("run", run=1, data=data_of("root_of_a_negative", FAILURES), speed=None)
    said = desk.until("failed", "finished")
    assert said[-1][0] == "failed" and "is not finite at t = 1 s" in said[-1][1]["message"]
    assert np.isfinite(frames_of(said)[1]).all()


@pytest.mark.slow
def test_the_worker_ends_with_a_program_that_is_killed():
    script = "import mars.worker, time\np, c = mars.worker.start()\nc.recv()\nprint(p.pid, flush=True)\ntime.sleep(3600)"
    program = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert program.stdout is not None
    worker = int(program.stdout.readline())
    program.send_signal(signal.SIGKILL)
    program.wait()
    program.stdout.close()
    wait_until(lambda: not _is_alive(worker), "the worker ends")


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/stat")
    return not (status.exists() and status.read_text().rpartition(")")[2].split()[0] == "Z")


@pytest.mark.slow
def test_importing_the_worker_imports_no_engine():
    script = "import mars.worker, sys; print([m for m in ('casadi', 'numba', 'scipy', 'networkx') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.strip() == "[]"
