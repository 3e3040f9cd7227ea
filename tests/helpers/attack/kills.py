"""Kills processes while they save a circuit, and editors while someone edits, and looks at what is left.

`python -m tests.helpers.attack.kills saves|edits COUNT SEED FOLDER` prints a JSON report. It forks, so it runs by itself.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random

from tests.helpers.paths import ROOT

COMPONENTS = 40  # in the circuit that is saved: a file of several kB
SAVING = (0.001, 0.06)  # s until a process that saves is killed
EDITING = (1.5, 7.0)  # s until an editor is killed, after its first edit
EVERY = 20  # ms between two edits
MOST_LOST = 5.0  # s of edits that may be lost
NUMBER = "number"  # the variable that counts


@dataclass
class Report:
    kills: int = 0
    broken: list[str] = field(default_factory=list)  # what was wrong with a file
    longest_loss: float = 0.0  # s of edits

    def table(self) -> str:
        return f"{self.kills} kills, {len(self.broken)} broken, at most {self.longest_loss:.1f} s of edits lost"


def kill(what: str, count: int, seed: int, folder: Path) -> Report:
    """In a process of its own, since it forks."""
    command = [sys.executable, "-m", "tests.helpers.attack.kills", what, str(count), str(seed), str(folder)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"}
    found = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return Report(**json.loads(found.stdout.splitlines()[-1]))


def _killed(child: Callable[[int], None], wait: float, *, from_first: bool) -> list[str]:
    """Run `child` in a fork with the writing end of a pipe, kill it after a time; the complete lines that it wrote."""
    reading, writing = os.pipe()
    process = os.fork()
    if process == 0:
        os.close(reading)
        try:
            child(writing)
        finally:
            os._exit(1)
    os.close(writing)
    with os.fdopen(reading) as answers:
        first = answers.readline() if from_first else ""
        time.sleep(wait)
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        return [line.strip() for line in [first, *answers] if line.endswith("\n")]


def kill_saves(count: int, seed: int, folder: Path) -> Report:
    from mars.document.circuit import Circuit
    from mars.document.storage import load, save
    from mars.errors import MarsError

    random, report, file = Random(seed), Report(), folder / "circuit.mars"
    circuit = Circuit("killed")
    for i in range(COMPONENTS):
        circuit.add("bodies.rod", f"SB{i}", length="0.5 m", mass="1 kg")
    circuit.add_variable(NUMBER, 0)
    save(circuit, file)
    number = 0

    def saves(writing: int) -> None:
        for current in range(number + 1, 10**9):
            circuit.variables[NUMBER].value = current
            save(circuit, file)
            os.write(writing, f"{current}\n".encode())

    for _ in range(count):
        said = _killed(saves, random.uniform(*SAVING), from_first=False)
        report.kills += 1
        try:
            loaded = load(file)
        except MarsError as error:
            report.broken.append(str(error)[:200])
            save(circuit, file)
            continue
        kept = int(loaded.variables[NUMBER].value)
        if kept < int(said[-1] if said else number):
            report.broken.append(f"{said[-1]} was saved, {kept} is in the file")
        number = kept
    return report


def kill_edits(count: int, seed: int, folder: Path) -> Report:
    os.environ["MARS_STATE"] = str(folder)
    from mars.gui.files.recovery import unsaved_work
    from mars.gui.window import main_window  # noqa: F401 (imported once, for all forks)

    from mars.errors import MarsError

    random, report = Random(seed), Report()
    for _ in range(count):
        said = _killed(_edits, random.uniform(*EDITING), from_first=True)
        end = time.monotonic()
        report.kills += 1
        times = {int(number): float(at) for number, at in (line.split() for line in said)}
        try:
            left = unsaved_work()
            kept = int(left[0].circuit().variables[NUMBER].value) if left else 0
            for each in left:
                each.discard()
        except MarsError as error:
            report.broken.append(str(error)[:200])
            continue
        lost = [at for number, at in times.items() if number > kept]
        report.longest_loss = max(report.longest_loss, end - min(lost, default=end))
    return report


def _edits(writing: int) -> None:
    """An editor in which someone edits."""
    from mars.gui import edits
    from mars.gui.app import application
    from mars.gui.theme import Theme
    from mars.gui.window.main_window import MainWindow
    from PySide6.QtCore import QTimer

    app = application()
    window = MainWindow(Theme(app, "light"))
    window.show()
    number = 0

    def edit() -> None:
        nonlocal number
        number += 1
        change = edits.set_variable if number > 1 else edits.add_variable
        window.document.edit("count", lambda circuit: change(circuit, NUMBER, value=number))
        os.write(writing, f"{number} {time.monotonic()}\n".encode())

    timer = QTimer(window, interval=EVERY)
    timer.timeout.connect(edit)
    timer.start()
    app.exec()


def main() -> None:
    what, count, seed, folder = sys.argv[1:]
    report = {"saves": kill_saves, "edits": kill_edits}[what](int(count), int(seed), Path(folder))
    sys.stdout.write(json.dumps(asdict(report)) + "\n")


if __name__ == "__main__":
    main()
