"""Run, pause, resume, branch, stop: the states of a run between document, worker and all that shows it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from ..document.changes import Change
from ..document.document import Document
from .live_edits import LiveEdits
from .playback import Playback
from .recording import Recording
from .results import Results
from .run_request import RunRequest
from .worker_client import WorkerClient

STATES = ("idle", "starting", "running", "paused", "finished")
SHORTEST = 16  # milliseconds between two frames
SETTLED = 300  # milliseconds after an edit before it is asked whether the motion is another one


class RunControl(Results):
    """`state` is one of `STATES`; `t` is the one time cursor that plots, drawing and motion show.

    While the run is in progress the cursor is at its newest time. Moving it back pauses the run; continuing from there is a
    branch, and the run it left stays as its ghost. Finished runs, also stopped and failed ones, are played back.
    """

    state_changed = Signal(str)
    grew = Signal()
    factor_changed = Signal(object)  # simulated seconds in one of the clock; None: nobody knows
    failed = Signal(object)  # {"message", "complaints", "components", "t"}
    changed = Signal(object)  # what the worker made of an edit: {"how", "t", "words", …}
    remarked = Signal(str)  # what the finished run computed, but cannot be in nature

    def __init__(self, document: Document, worker: WorkerClient, parent: QObject | None = None):
        super().__init__(document, worker, parent)
        self.state = "idle"
        self.speed: float | None = 1.0
        self.playback = Playback(self)
        self.edits = LiveEdits(document, worker, self)
        self._request = RunRequest()  # of the run under way
        self._column_sets: dict[int, list[str]] = {}
        self._factor: float | None = None
        self._since_frame = QElapsedTimer()
        self._frame_timer = QTimer(self, singleShot=True)
        self._frame_timer.timeout.connect(self._show_newest)
        self._settled = QTimer(self, singleShot=True, interval=SETTLED)
        self._settled.timeout.connect(self._compare)
        worker.started.connect(self._started)
        worker.frames.connect(self._frames)
        worker.changed.connect(self._changed)
        worker.watching.connect(self._watching)
        worker.finished.connect(self._finished)
        worker.failed.connect(self._failed)
        worker.died.connect(self._died)
        document.root_changed.connect(self._edited)
        document.replaced.connect(self.reset)

    @property
    def is_active(self) -> bool:
        """Whether the worker has a run under way."""
        return self.state in ("starting", "running", "paused")

    @property
    def can_continue(self) -> bool:
        """Whether there is something behind the cursor to compute: the run was stopped there, or somebody went back."""
        recording = self.recording
        if recording is None or not recording.count or self.state not in ("paused", "finished"):
            return False
        return self._is_back or recording.last < recording.end

    # Commands

    def run(self) -> None:
        """Start from the beginning; a paused run continues."""
        if self.state == "paused":
            self.resume()
        else:
            self._ask_for_run(None)

    def branch(self) -> None:
        """Continue from the cursor with the circuit as it is now; the run so far stays as a ghost."""
        old = self.recording
        if old is not None and old.count and old.origin.folder is not None:
            t = old.last if self.is_at_end else min(max(self.t, old.begin), old.last)  # the newest frame may not be shown yet
            self._ask_for_run((old.origin.folder, t))

    def _ask_for_run(self, branch: tuple[Path, float] | None) -> None:
        self.playback.stop()
        try:
            origin = self.stored_runs.new_origin(self.document.root.physics_hash())
        except OSError as error:
            message = self.tr("There is no place to keep the run: %1. Make room there.").replace("%1", str(error))
            self.failed.emit({"message": message, "complaints": [], "components": [], "t": self.t})
            return
        if self.is_active:
            self.worker.stop()
        if self.state == "starting":
            self.stored_runs.discard(self._request.origin)
        self._watches.watch("pose", [])  # the coordinates are in the frames of a run
        self._request, self._column_sets = RunRequest(origin, branch, self._watches.names), {}
        self.edits.forget(until_begun=True)
        self._set_state("starting")
        circuit, revision = self.document.root, self.document.revision
        self.worker.run(circuit, revision, self.speed, self._request.names, origin.folder, branch)
        if not self.worker.is_alive:  # it has reported why
            self._rest()

    def pause(self) -> None:
        if self.state == "running":
            self.worker.pause()
            self._set_state("paused")

    def resume(self) -> None:
        """From where the cursor is: behind it the run becomes another one."""
        if self.state == "paused" and self.is_at_end:
            self.edits.send()  # what was edited while an earlier time was shown
            self.worker.resume()
            self._set_state("running")
        elif self.can_continue:
            self.branch()

    def toggle_pause(self) -> None:
        self.pause() if self.state == "running" else self.resume()

    def step(self) -> None:
        """One frame forward."""
        self.pause()
        if self.state == "paused" and self.is_at_end:
            self.edits.send()
            self.worker.step()
        elif self.recording is not None and self.state in ("paused", "finished"):
            later = self.recording.times[self.recording.times > self.t]
            self.seek(float(later[0]) if later.size else self.recording.last)

    def stop(self) -> None:
        """End the run and keep its results."""
        self.playback.stop()
        if self.is_active:
            self.worker.stop()
            self._set_factor(None)
            self._rest()

    def reset(self) -> None:
        """Without results: another circuit."""
        self.stop()
        self._frame_timer.stop()
        self._settled.stop()
        self.stored_runs.clear()
        self._show_recording(None)
        self.t = 0.0
        self._set_stale(False)
        self._set_factor(None)
        self._set_state("idle")
        self.runs_changed.emit()

    def rewind(self) -> None:
        """The cursor back to the beginning; the results stay."""
        self.stop()
        self._frame_timer.stop()
        if self.recording is not None and self.recording.count:
            self._show(self.recording.begin)

    def set_speed(self, speed: float | None) -> None:
        """Against the clock; None: as fast as possible."""
        self.speed = speed
        if self.is_active:
            self.worker.set_speed(speed)

    def seek(self, t: float) -> None:
        """Show a time of the results; a run in progress pauses for it."""
        self.playback.stop()
        self.pause()
        self.show_moment(t)

    def show_moment(self, t: float) -> None:
        """As `seek`, while results are played back."""
        if self.state in ("paused", "finished") and self.recording is not None and self.recording.count:
            self._show(min(max(t, self.recording.begin), self.recording.last))

    def close(self) -> None:
        """The window goes, and before it the worker, which writes into the folders of the runs."""
        self.stop()
        self._frame_timer.stop()
        self._settled.stop()
        self.worker.shutdown()
        self.stored_runs.close()

    def take_over(self, other: RunControl) -> None:
        """The runs of a window that goes; one in progress ends there and can be continued here."""
        other.stop()
        self.stored_runs, other.stored_runs = other.stored_runs, self.stored_runs
        self.set_speed(other.speed)
        if other.recording is not None:
            self.show_results(other.recording)
            self.show_moment(other.t)

    def show_run(self, recording: Recording) -> None:
        """Look at an earlier run."""
        if recording is not self.recording:
            self.stop()
            self.show_results(recording)

    def show_results(self, recording: Recording) -> None:
        """A run that is over: a kept one, or one from a file."""
        if recording not in self.runs:
            self.stored_runs.add(recording)
        self._show_recording(recording)
        self._set_state("finished")
        self._watches.watch("pose", [name for name in recording.units if recording.unknown_times(name).size])
        self._watches.fetch()
        self._show(recording.last)
        self._compare()
        self.runs_changed.emit()

    # Messages of the worker

    def _started(self, content: dict[str, Any]) -> None:
        if self.state != "starting":
            return
        recording = self._request.recording(content, self.runs)
        self._add_columns(recording, 0, content["units"])
        self.stored_runs.add(recording)
        self.t = content["t"]
        self._show_recording(recording)
        self._set_stale(False)
        self._set_state("running")
        self._watches.begun(self._request.names)
        self.runs_changed.emit()
        self.edits.begun(content["revision"])

    def _frames(self, content: dict[str, Any]) -> None:
        names = self._column_sets.get(content["columns"])
        if self.recording is None or self.state not in ("running", "paused") or names is None:
            return
        self.recording.append(content["times"], names, content["values"])
        self._set_factor(content["factor"])
        self.grew.emit()
        if not self._frame_timer.isActive() and not self._is_back:
            passed = self._since_frame.elapsed() if self._since_frame.isValid() else SHORTEST
            self._frame_timer.start(max(0, SHORTEST - passed))

    def _watching(self, content: dict[str, Any]) -> None:
        if self.recording is not None and self.is_active:
            self._add_columns(self.recording, content["columns"], content["units"])
            self._watches.fetch()

    def _changed(self, content: dict[str, Any]) -> None:
        recording, taken = self.recording, content["how"] != "refused"
        if recording is None or not self.is_active:
            return
        if content["how"] == "rebuilt":
            recording.variables = content["variables"] | recording.variables
            self._add_columns(recording, content["columns"], content["units"])
            self.variables_changed.emit()
        if taken:
            recording.end = content["end"]
            recording.interventions.extend(content["interventions"])
        if self.edits.answered():
            recording.origin.physics = self.document.root.physics_hash() if taken else recording.origin.physics
            self._set_stale(not taken)
        elif self.is_at_end:
            self.edits.send()
        self.changed.emit(content)

    def _add_columns(self, recording: Recording, number: int, units: dict[str, str]) -> None:
        """Frames name their set of columns by its number."""
        recording.add_columns(units)
        self._column_sets[number] = list(units)

    def _finished(self, content: dict[str, Any]) -> None:
        if self.is_active:
            self._show_newest()
            self._set_factor(None)
            self._rest()
            if words := " ".join(content.get("remarks", [])):
                self.remarked.emit(words)

    def _failed(self, content: dict[str, Any]) -> None:
        if self.is_active:
            if self.state != "starting":
                self._show_newest()
            self._set_factor(None)
            self._rest()
            self.failed.emit(content)

    def _died(self, message: str) -> None:
        if self.is_active:
            kept = self.tr("What was computed is kept.") if self.state != "starting" else ""
            self._failed({"message": f"{message} {kept}".strip(), "complaints": [], "components": [], "t": self.t})

    # What is shown

    def _show_newest(self) -> None:
        if self.recording is not None and self.recording.count:
            self._show(self.recording.last)

    def _show(self, t: float) -> None:
        self._frame_timer.stop()
        self._since_frame.start()
        self.t = t
        self._is_back = self.recording is not None and t < self.recording.last
        self.moved.emit(t)

    def _rest(self) -> None:
        """Nothing is in progress; results, also of an earlier run, can be inspected."""
        self.edits.forget()
        if self.state == "starting":
            self.stored_runs.discard(self._request.origin)
        self._set_state("finished" if self.recording is not None and self.recording.count else "idle")
        self._compare()  # the last edit may have come too late

    def _set_state(self, state: str) -> None:
        if state != self.state:
            self.state = state
            self.worker.hold_checks(state == "running")
            self.state_changed.emit(state)

    def _set_factor(self, factor: float | None) -> None:
        old, same = self._factor, factor == self._factor
        if not same and (factor is None or old is None or abs(factor - old) > 0.02 * old):
            self._factor = factor
            self.factor_changed.emit(factor)

    def _edited(self, change: Change) -> None:
        if not change.is_physical:
            return
        self.edits.note()
        if self.is_active and self.is_at_end:
            self.edits.take(change)
        elif self.recording is not None:
            self._set_stale(True)
            self._settled.start()
