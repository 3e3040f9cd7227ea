"""Run, pause, stop, reset: the states of a run between document, worker, plots and motion."""

from __future__ import annotations

from typing import Any, Protocol

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from ..changes import Change
from ..document import Document
from .recording import Recording
from .worker_client import WorkerClient

STATES = ("idle", "starting", "running", "paused", "finished")
SHORTEST = 16  # milliseconds between two poses
SETTLED = 300  # milliseconds after an edit before it is asked whether the motion is another one


class Plots(Protocol):
    """What is needed of the plot panel."""

    seek_requested: Any  # Signal(float)

    def prepare(self) -> None: ...
    def show_recording(self, recording: Recording | None) -> None: ...
    def set_running(self, running: bool) -> None: ...
    def set_stale(self, stale: bool) -> None: ...
    def set_cursor(self, t: float) -> None: ...


class RunControl(QObject):
    """`state` is one of `STATES`. Finished runs, also stopped and failed ones, can be played back by `seek`."""

    state_changed = Signal(str)
    coordinates = Signal(object, float)  # {name: value}, t: the pose to show now
    factor_changed = Signal(object)  # simulated seconds in one of the clock, if it cannot keep up or need not; else None
    failed = Signal(object)  # {"message", "complaints", "components", "t"}

    def __init__(self, document: Document, worker: WorkerClient, plots: Plots | None = None, parent: QObject | None = None):
        super().__init__(parent)
        self.document, self.worker, self.plots = document, worker, plots
        self.state = "idle"
        self.speed: float | None = 1.0
        self.recording: Recording | None = None
        self.t = 0.0  # shown
        self.is_stale = False
        self._factor: float | None = None
        self._physics = ""  # hash of the circuit that the results belong to
        self._asked_physics = ""
        self._since_pose = QElapsedTimer()
        self._pose = QTimer(self, singleShot=True)
        self._pose.timeout.connect(self._show_newest)
        self._settled = QTimer(self, singleShot=True, interval=SETTLED)
        self._settled.timeout.connect(self._compare)
        worker.started.connect(self._started)
        worker.frames.connect(self._frames)
        worker.finished.connect(self._finished)
        worker.failed.connect(self._failed)
        worker.died.connect(self._died)
        if plots is not None:
            plots.seek_requested.connect(self.seek)
        document.changed.connect(self._changed)
        document.replaced.connect(self.reset)

    @property
    def is_active(self) -> bool:
        """Whether the worker has a run under way."""
        return self.state in ("starting", "running", "paused")

    def run(self) -> None:
        """Start from the beginning; a paused run goes on."""
        if self.state == "paused":
            self.resume()
            return
        self._asked_physics = self.document.circuit.physics_hash()
        self._set_state("starting")
        self.worker.run(self.document.circuit, self.document.revision, self.speed)
        if not self.worker.is_alive:  # it has said why
            self._rest()
        elif self.plots is not None:
            self.plots.prepare()

    def pause(self) -> None:
        if self.state == "running":
            self.worker.pause()
            self._set_state("paused")

    def resume(self) -> None:
        if self.state == "paused":
            if self.recording is not None and self.t < self.recording.last:
                self._show(self.recording.last)  # somebody looked back
            self.worker.resume()
            self._set_state("running")

    def toggle_pause(self) -> None:
        self.resume() if self.state == "paused" else self.pause()

    def step(self) -> None:
        """One picture further."""
        self.pause()
        if self.state == "paused":
            self.worker.step()

    def stop(self) -> None:
        """End the run and keep its results."""
        if self.is_active:
            self.worker.stop()
            self._set_factor(None)
            self._rest()

    def reset(self) -> None:
        """Back to the start pose, without results."""
        self.stop()
        self._pose.stop()
        self._settled.stop()
        self.recording, self.t, self.is_stale = None, 0.0, False
        if self.plots is not None:
            self.plots.show_recording(None)
        self._set_factor(None)
        self._set_state("idle")

    def rewind(self) -> None:
        """Back to the start pose; the curves stay."""
        self.stop()
        if self.recording is None or not self._has_frames:
            self._set_state("idle")
            return
        self._pose.stop()
        self.t = self.recording.begin
        if self.plots is not None:
            self.plots.set_cursor(self.t)

    def set_speed(self, speed: float | None) -> None:
        """Against the clock; None: as fast as possible."""
        self.speed = speed
        if self.is_active:
            self.worker.set_speed(speed)

    def seek(self, t: float) -> None:
        """Show the pose at a time of the results; while it runs the newest is shown."""
        if self.state in ("paused", "finished") and self.recording is not None and self._has_frames:
            self._show(min(max(t, self.recording.begin), self.recording.last))

    def close(self) -> None:
        """The window goes."""
        self.stop()
        self._pose.stop()
        self._settled.stop()

    # What the worker says

    def _started(self, content: dict[str, Any]) -> None:
        if self.state != "starting":
            return
        self.recording = Recording(content["names"], content["units"], content["begin"], content["end"])
        self.t, self._physics = content["begin"], self._asked_physics
        self._set_stale(False)
        if self.plots is not None:
            self.plots.show_recording(self.recording)
        self._set_state("running")
        if content.get("revision") != self.document.revision:  # edited while it was being made ready
            self._settled.start()

    def _frames(self, content: dict[str, Any]) -> None:
        if self.recording is None or self.state not in ("running", "paused"):
            return
        self.recording.append(content["times"], content["values"])
        tells = content["behind"] or self.speed is None
        self._set_factor(content["factor"] if tells else None)
        if not self._pose.isActive():
            passed = self._since_pose.elapsed() if self._since_pose.isValid() else SHORTEST
            self._pose.start(max(0, SHORTEST - passed))

    def _finished(self, _: dict[str, Any]) -> None:
        if self.is_active:
            self._show_newest()
            self._set_factor(None)
            self._rest()

    def _failed(self, content: dict[str, Any]) -> None:
        if self.is_active:
            if self.state != "starting":
                self._show_newest()
            self._set_factor(None)
            self._rest()
            self.failed.emit(content)

    def _died(self, message: str) -> None:
        if self.is_active:
            self._failed({"message": message, "complaints": [], "components": [], "t": self.t})

    # What is shown

    @property
    def _has_frames(self) -> bool:
        return self.recording is not None and self.recording.count > 0

    def _show_newest(self) -> None:
        self._pose.stop()
        if self.recording is not None and self._has_frames:
            self._show(self.recording.last)

    def _show(self, t: float) -> None:
        assert self.recording is not None
        self._since_pose.start()
        self.t = t
        if self.plots is not None:
            self.plots.set_cursor(t)
        self.coordinates.emit(self.recording.at(t), t)

    def _rest(self) -> None:
        """Nothing is under way; results, be they of an earlier run, can be looked at."""
        self._set_state("finished" if self._has_frames else "idle")

    def _set_state(self, state: str) -> None:
        if state != self.state:
            self.state = state
            if self.plots is not None:
                self.plots.set_running(state == "running")
            self.state_changed.emit(state)

    def _set_factor(self, factor: float | None) -> None:
        old, same = self._factor, factor == self._factor
        if not same and (factor is None or old is None or abs(factor - old) > 0.02 * old):
            self._factor = factor
            self.factor_changed.emit(factor)

    # Results and the drawing

    def _changed(self, change: Change) -> None:
        if self.recording is not None and change.is_physical:
            self._set_stale(True)
            self._settled.start()

    def _compare(self) -> None:
        """An edit that was undone, or one of the run's settings alone, makes no other motion."""
        if self.recording is not None:
            self._set_stale(self.document.circuit.physics_hash() != self._physics)

    def _set_stale(self, stale: bool) -> None:
        if stale != self.is_stale:
            self.is_stale = stale
            if self.plots is not None:
                self.plots.set_stale(stale)
