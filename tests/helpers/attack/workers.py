"""Breaks the process behind the editor in every way, and looks whether the editor says so and the next run works.

`python -m tests.helpers.attack.workers COUNT FOLDER [FAULT ...]` prints a JSON report; it has an editor without a screen.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from tests.helpers.paths import CIRCUITS, ROOT

LIMIT = 300_000  # ms for anything to happen, on any machine
ROWS = 3  # of a run before it is disturbed


@dataclass
class Report:
    faults: dict[str, int] = field(default_factory=dict)  # how often each was tried
    broken: list[str] = field(default_factory=list)  # what the editor did not say, or did not survive

    def table(self) -> str:
        return f"{sum(self.faults.values())} faults of {len(self.faults)} kinds, {len(self.broken)} not survived"


def disturb(count: int, folder: Path, *faults: str) -> Report:
    """Each fault, or the given ones, a number of times, in a process of its own."""
    command = [sys.executable, "-m", "tests.helpers.attack.workers", str(count), str(folder), *faults]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen", "MARS_STATE": str(folder)}
    found = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return Report(**json.loads(found.stdout.splitlines()[-1]))


def main() -> None:
    from mars.gui.app import application
    from mars.gui.document.document import Document
    from mars.gui.runs.run_control import RunControl
    from mars.gui.runs.worker_client import WorkerClient

    import mars

    count, app, report = int(sys.argv[1]), application(), Report()
    client = WorkerClient()
    circuit = mars.load(CIRCUITS / "pendulum.mars")
    circuit.run = {"until": 1000}
    control = RunControl(Document(circuit), client)
    said = list[str]()
    client.died.connect(said.append)
    client.heartbeat.missed.connect(client.restart)
    for name in sys.argv[3:] or FAULTS:
        for _ in range(count):
            said.clear()
            report.faults[name] = report.faults.get(name, 0) + 1
            client.start()
            is_warm = _until(app, lambda: client.is_warm)  # silence is reported later while it loads
            control.run()
            if not is_warm or not _until(app, lambda: control.state == "running" and control.results.recording.count > ROWS):
                report.broken.append(f"{name}: no run begins")
                continue
            FAULTS[name](client)
            if not _until(app, lambda: bool(said) and control.state != "running"):
                report.broken.append(f"{name}: the editor says nothing")
            control.stop()
    control.run()
    if not _until(app, lambda: control.state == "running"):
        report.broken.append("no run begins after all faults")
    control.close()
    client.shutdown()
    sys.stdout.write(json.dumps(asdict(report)) + "\n")


def _until(app: Any, is_so: Callable[[], bool]) -> bool:
    """Handle events until something is so."""
    from PySide6.QtCore import QDeadlineTimer, QEventLoop, QTimer

    end, looks = QDeadlineTimer(LIMIT), QTimer(app, interval=20)  # an event comes at least so often, in ms
    looks.start()
    while not is_so() and not end.hasExpired():
        app.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
    looks.stop()
    return is_so()


def _by_signal(number: int) -> Callable[[Any], None]:
    return lambda client: os.kill(client.process_id, number)


FAULTS: dict[str, Callable[[Any], None]] = {
    "killed": _by_signal(signal.SIGKILL),
    "crashed": _by_signal(signal.SIGSEGV),
    "aborted": _by_signal(signal.SIGABRT),
    "ended": _by_signal(signal.SIGTERM),
    "silent": _by_signal(signal.SIGSTOP),  # the user restarts it when the editor says so
}


if __name__ == "__main__":
    main()
