"""Repeated runs leak nothing: processes, open files, memory, folders."""

import os
from pathlib import Path

import pytest
from mars.gui.document.document import Document
from mars.gui.runs.run_control import RunControl
from mars.gui.runs.worker_client import WorkerClient

import mars
from tests.helpers.paths import CIRCUITS

RUNS, SETTLED = 50, 10


@pytest.fixture
def quick_workers():
    """Not here: the worker must be a child of this process, as in the editor."""


def files_of(process):
    return len(list(Path(f"/proc/{process}/fd").iterdir()))


def memory_of(process):
    """Private pages: file-backed ones can always be released."""
    _, resident, shared, *_ = Path(f"/proc/{process}/statm").read_text().split()
    return int(resident) - int(shared)


def children():
    return Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="counts with the system's own files")
def test_fifty_runs_leave_nothing_behind(qtbot):
    circuit = mars.load(CIRCUITS / "two_segment_manipulator.mars")
    circuit.run = {"until": 0.5}
    client = WorkerClient()
    control = RunControl(Document(circuit), client)
    control.set_speed(None)
    control.results.watch("test", ["SB1.1.F.x", "KN1.turn.torque"])
    seen = []
    try:
        with qtbot.waitSignal(client.warm):
            client.start()
        worker, before = str(client.process_id), children()
        for _ in range(RUNS):
            control.run()
            qtbot.waitUntil(lambda: control.state == "finished")
            both = (os.getpid(), client.process_id)
            seen.append([(files_of(process), memory_of(process)) for process in both])
        assert control.results.recording.count > 10 and children() == before and worker in before
        for name, early, late in zip(("editor", "worker"), seen[SETTLED - 1], seen[-1], strict=True):
            assert late[0] <= early[0] + 2, f"open files of the {name}: {early[0]}, then {late[0]}"
            assert late[1] <= 1.1 * early[1], f"memory of the {name}: {early[1]} pages, then {late[1]}"
        root = control.results.stored_runs._root
        assert len(list(root.iterdir())) == len(control.results.runs) < RUNS
    finally:
        control.close()
        client.shutdown()
    assert worker not in children() and not root.exists()
