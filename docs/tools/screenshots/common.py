"""Common parts of all screenshots: their registry, circuits, runs, waiting."""

from __future__ import annotations

from collections.abc import Callable
from math import isnan
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication, QDialog

if TYPE_CHECKING:
    from mars.gui.window.main_window import MainWindow
    from PySide6.QtWidgets import QWidget

PATIENCE = 60.0  # seconds
Shot = Callable[["MainWindow"], "QWidget | None"]
SHOTS: dict[str, Shot] = {}


def shot(function: Shot) -> Shot:
    """Register a screenshot: the function prepares the window and returns the widget to take (None: the whole window)."""
    SHOTS[function.__name__] = function
    return function


def opened(window: MainWindow, name: str) -> None:
    """Open one of the circuits that come with the program."""
    from importlib.resources import files

    window.document.undo_stack.setClean()
    window.files.open_copy(Path(str(files("mars.circuits") / f"{name}.mars")))
    window.actions_by_name["explode"].setChecked(False)
    window.scene.set_exploded(False)


def inspected(window: MainWindow, circuit: str, *names: str) -> QWidget:
    opened(window, circuit)
    window.selection.set(names)
    return window.inspector


def topmost(window: MainWindow) -> QWidget | None:
    return next((each for each in reversed(window.findChildren(QDialog)) if each.isVisible()), None)


def until(condition: Callable[[], bool], patience: float = PATIENCE) -> None:
    end = monotonic() + patience
    while not condition() and monotonic() < end:
        QApplication.processEvents()


def settle(window: MainWindow) -> None:
    """Wait until the window is complete."""
    running = window.run_control.state == "running"  # then nothing comes to rest
    until(lambda: running or not (window.motion.is_rough or window.problems.check.is_waiting))
    if not running:
        complete(window)
    for _ in range(20):
        QApplication.processEvents()


# Runs


def ran(window: MainWindow, circuit: str, seen_at: float | None = None, plots: list | None = None) -> None:
    """A run to its end at full speed; then a time of it."""
    opened(window, circuit)
    if plots is not None:
        window.document.edit("Plots", lambda circuit: circuit.views.update(plots=plots))
    run_again(window, seen_at)


def run_again(window: MainWindow, seen_at: float | None = None) -> None:
    window.run_control.set_speed(None)
    window.run_display.run()
    until(lambda: window.run_control.state == "finished")
    if seen_at is not None:
        window.run_control.seek(seen_at)


def runs_now(window: MainWindow, circuit: str, seconds: float) -> None:
    """A run in progress, slow enough not to end before the screenshot."""
    opened(window, circuit)
    window.run_control.set_speed(0.25)
    window.run_display.run()
    reach(window, seconds)


def reach(window: MainWindow, seconds: float) -> None:
    until(lambda: window.run_control.cursor.t >= seconds or window.run_control.state in ("idle", "finished"))


def branched(window: MainWindow, t: float, name: str, value: object, seen_at: float | None = None) -> None:
    """Back to an earlier time, another value, and continue from there: the earlier run stays as a ghost."""
    window.run_control.seek(t)
    window.document.edit("Set", lambda circuit: circuit.set(name, value))
    window.run_control.set_speed(None)
    window.run_control.branch()
    until(lambda: window.run_control.state == "finished")
    if seen_at is not None:
        window.run_control.seek(seen_at)


def complete(window: MainWindow) -> None:
    """Wait for columns that were only just requested; some have no value there."""
    running = window.run_control
    runs = [each for each in running.results.runs if each is running.results.recording or each.is_overlaid]
    moments = {id(run): min(running.cursor.t, run.last) for run in runs}
    until(lambda: not any(isnan(run.value(name, moments[id(run)])) for run in runs for name in run.units), 4.0)


def live(window: MainWindow, *what: str) -> None:
    """Values, streams and power on the drawing; the others off."""
    for each in ("values", "streams", "power"):
        action = window.actions_by_name[f"{each}_live"]
        action.setChecked(each in what)
        window.run_display.show_live(each)
