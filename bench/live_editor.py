"""Measures the whole editor while it runs the Panda: `python -m bench.live_editor [--quick]` prints its figures as JSON.

A separate process, because a first run, a cold worker and the memory of the editor are among the figures.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

CURVES = [f"KN{i}.angle" for i in range(1, 7)]
BEAT = 16  # milliseconds between two readings of the clock
PATIENCE = 60.0


class Bench:
    """The window, with timed actions."""

    def __init__(self) -> None:
        from mars.gui.app import application
        from mars.gui.window.main_window import MainWindow

        from mars.document.storage import load

        self.app, self.window = application(), MainWindow()
        self.window.show()
        circuit = load(Path(__file__).parents[1] / "circuits/panda.mars")
        circuit.run = {"until": 3600.0}
        circuit.views = {"plots": [CURVES]}
        self.circuit = circuit
        self.window.files.new(circuit)
        self.app.processEvents()

    def wait(self, condition: Callable[[], bool], seconds: float = PATIENCE) -> float:
        """Seconds until a condition holds; the window stays responsive."""
        begun = time.perf_counter()
        while not condition():
            self.app.processEvents()
            time.sleep(0.0005)
            if time.perf_counter() - begun > seconds:
                raise TimeoutError("the editor did not get there")
        return time.perf_counter() - begun

    def first_curve(self) -> float:
        """From the command to the first frame with a curve."""
        run_control = self.window.run_control
        results = run_control.results
        old, begun = results.recording, time.perf_counter()
        self.window.run_display.run()
        self.wait(lambda: results.recording is not old and results.recording is not None and results.recording.count > 1)
        self.window.plots.refresh()
        self.window.plots.repaint()
        return time.perf_counter() - begun

    def beats(self, seconds: float, each: Callable[[], None] = lambda: None) -> np.ndarray:
        """Milliseconds between the ticks of a timer, which any long task delays."""
        from PySide6.QtCore import Qt, QTimer

        seen: list[float] = []
        timer = QTimer(interval=BEAT, timerType=Qt.TimerType.PreciseTimer)

        def beat() -> None:
            seen.append(time.perf_counter())
            each()

        timer.timeout.connect(beat)
        timer.start()
        self.wait(lambda: bool(seen) and time.perf_counter() - seen[0] > seconds)
        timer.stop()
        return 1e3 * np.diff(seen)

    def change_seen(self) -> float:
        """From the edit of a damper to a frame of the changed motion."""
        run_control, seen = self.window.run_control, []
        run_control.edits.changed.connect(seen.append)
        begun = time.perf_counter()
        value = 1.1 + 0.1 * (len(run_control.results.recording.interventions) % 7)
        self.window.document.edit("Turn", lambda circuit: circuit.set("D1.damping", value))
        self.wait(lambda: bool(seen) and run_control.cursor.t > seen[0]["t"])
        self.window.plots.refresh()
        self.window.plots.repaint()
        spent = time.perf_counter() - begun
        run_control.edits.changed.disconnect(seen.append)
        assert seen[0]["how"] == "parameters"
        return spent

    def apart(self) -> tuple[Callable[[dict[str, Any]], None], list[float]]:
        """Collects the difference between simulated and wall time whenever frames arrive."""
        found: list[float] = []
        begun: list[tuple[float, float]] = []

        def frames(content: dict[str, Any]) -> None:
            now, t = time.perf_counter(), float(content["times"][-1])
            begun.append((now, t))
            found.append(abs((now - begun[0][0]) - (t - begun[0][1])))

        return frames, found


def memory() -> float:
    """MB of this process."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def measured(quick: bool) -> dict[str, Any]:
    bench, found = Bench(), {}
    window = bench.window
    found["first_run_s"] = bench.first_curve()
    window.run_control.stop()
    bench.wait(lambda: window.worker.is_warm)
    found["run_s"] = sorted(_stopped(bench) for _ in range(3 if quick else 7))
    idle = bench.beats(3 if quick else 8)
    with_damper(bench)
    bench.first_curve()
    bench.wait(lambda: window.run_control.results.recording is not None and window.run_control.results.recording.last > 0.5)
    collect, apart = bench.apart()
    window.worker.frames.connect(collect)
    live = bench.beats(6 if quick else 20)
    found["apart_ms"] = 1e3 * max(apart)
    window.worker.frames.disconnect(collect)
    found["change_ms"] = sorted(1e3 * bench.change_seen() for _ in range(5 if quick else 20))
    found["idle_ms"], found["live_ms"] = (np.percentile(beats, [50, 99, 100]).tolist() for beats in (idle, live))
    window.run_control.stop()
    found["memory_before_mb"] = memory()
    window.run_control.set_speed(None)
    bench.first_curve()
    found["hour_s"] = bench.wait(lambda: window.run_control.state == "finished", 600.0)
    found["memory_hour_mb"], found["rows"] = memory(), window.run_control.results.recording.count
    window.document.undo_stack.setClean()
    window.close()
    return found


def _stopped(bench: Bench) -> float:
    spent = bench.first_curve()
    bench.window.run_control.stop()
    return spent


def with_damper(bench: Bench) -> None:
    def add(circuit: Any) -> None:
        circuit.add("dynamics.damper", "D1", damping=1.0)
        circuit.connect("D1.a", "KN2.turn")

    bench.window.document.edit("Damp", add)


if __name__ == "__main__":
    sys.stdout.write(json.dumps(measured("--quick" in sys.argv)))
