"""Run, pause, resume, branch, stop: the states of a run, between document, worker and displays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from mars.translation import languages

from ..document.document import Document
from .live_edits import LiveEdits
from .live_frames import LiveFrames
from .playback import Playback
from .recording import Recording
from .results import Results
from .run_questions import RunQuestions
from .run_request import RunRequest
from .time_cursor import TimeCursor
from .worker_client import WorkerClient

STATES = ("idle", "starting", "running", "paused", "finished")


class RunControl(QObject):
    """`state` is one of `STATES`; `results` holds the displayed runs, `cursor` is the time cursor.

    Moving the cursor back pauses the run; continuing from there is a branch, and the previous run stays as its ghost.
    Finished, stopped and failed runs can be played back.
    """

    state_changed = Signal(str)
    failed = Signal(object)  # {"message", "complaints", "components", "t"}
    remarked = Signal(str)  # remarks on the results of the finished run

    def __init__(self, document: Document, worker: WorkerClient, parent: QObject | None = None):
        super().__init__(parent)
        self.document, self.worker = document, worker
        self.state = "idle"
        self.speed: float | None = 1.0
        self._request = RunRequest()  # of the run in progress

        def is_active() -> bool:
            return self.is_active

        self.results = Results(document, worker, is_active, self)
        self.cursor = TimeCursor(self.results, self)
        self.frames = LiveFrames(worker, self.results, self.cursor, is_active, self)
        self.edits = LiveEdits(document, worker, self.results, self.cursor, self.frames, is_active, self)
        self.questions = RunQuestions(document, worker, self.results, self.cursor)
        self.playback = Playback(self)
        worker.started.connect(self._started)
        worker.finished.connect(self._finished)
        worker.failed.connect(self._failed)
        worker.died.connect(self._died)
        document.replaced.connect(self.reset)

    @property
    def is_active(self) -> bool:
        """Whether the worker has a run in progress."""
        return self.state in ("starting", "running", "paused")

    @property
    def can_continue(self) -> bool:
        """Whether there is something to compute after the cursor: the run was stopped there, or the cursor was moved back."""
        recording = self.results.recording
        if recording is None or not recording.count or self.state not in ("paused", "finished"):
            return False
        return not self.cursor.is_at_end or recording.last < recording.end

    # Commands

    def run(self) -> None:
        """Start from the beginning; a paused run continues."""
        if self.state == "paused":
            self.resume()
        else:
            self._ask_for_run(None)

    def branch(self) -> None:
        """Continue from the cursor with the current circuit; the run so far stays as a ghost."""
        old = self.results.recording
        if old is not None and old.count and old.origin.folder is not None:
            cursor = self.cursor
            t = old.last if cursor.is_at_end else min(max(cursor.t, old.begin), old.last)  # the newest frame may not be shown yet
            self._ask_for_run((old.origin.folder, t))

    def _ask_for_run(self, branch: tuple[Path, float] | None) -> None:
        self.playback.stop()
        try:
            origin = self.results.stored_runs.new_origin(self.document.root.physics_hash())
        except OSError as error:
            message = self.tr("Cannot store the run: %1. Free some disk space.").replace("%1", str(error))
            self.failed.emit({"message": message, "complaints": [], "components": [], "t": self.cursor.t})
            return
        if self.is_active:
            self.worker.stop()
        if self.state == "starting":
            self.results.stored_runs.discard(self._request.origin)
        self.results.watches.watch("pose", [])  # the coordinates are in the frames of a run
        self._request = RunRequest(origin, branch, self.results.watches.names)
        self.frames.forget_columns()
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
        """Resume at the newest time, or branch from the cursor."""
        if self.state == "paused" and self.cursor.is_at_end:
            self.edits.send()  # edits made while an earlier time was shown
            self.worker.resume()
            self._set_state("running")
        elif self.can_continue:
            self.branch()

    def toggle_pause(self) -> None:
        self.pause() if self.state == "running" else self.resume()

    def step(self) -> None:
        """One frame forward."""
        recording = self.results.recording
        self.pause()
        if self.state == "paused" and self.cursor.is_at_end:
            self.edits.send()
            self.worker.step()
        elif recording is not None and self.state in ("paused", "finished"):
            later = recording.times[recording.times > self.cursor.t]
            self.seek(float(later[0]) if later.size else recording.last)

    def stop(self) -> None:
        """End the run and keep its results."""
        self.playback.stop()
        if self.is_active:
            self.worker.stop()
            self.frames.set_factor(None)
            self._rest()

    def reset(self) -> None:
        """Remove all results: another circuit."""
        self.stop()
        self.cursor.stop()
        self.results.clear()
        self.cursor.t = 0.0
        self.results.set_stale(False)
        self.frames.set_factor(None)
        self._set_state("idle")
        self.results.runs_changed.emit()

    def rewind(self) -> None:
        """Move the cursor to the start; the results stay."""
        self.stop()
        self.cursor.stop()
        recording = self.results.recording
        if recording is not None and recording.count:
            self.cursor.show(recording.begin)

    def set_speed(self, speed: float | None) -> None:
        """Relative to real time; None: as fast as possible."""
        self.speed = speed
        if self.is_active:
            self.worker.set_speed(speed)

    def seek(self, t: float) -> None:
        """Show a time of the results; pauses a run in progress."""
        self.playback.stop()
        self.pause()
        self.show_moment(t)

    def show_moment(self, t: float) -> None:
        """As `seek`, during playback."""
        recording = self.results.recording
        if self.state in ("paused", "finished") and recording is not None and recording.count:
            self.cursor.show(min(max(t, recording.begin), recording.last))

    def close(self) -> None:
        """The window closes; first the worker, which writes to the folders of the runs."""
        self.stop()
        self.cursor.stop()
        self.worker.shutdown()
        self.results.close()

    def take_over(self, other: RunControl) -> None:
        """Take the runs of a window being closed; one in progress ends there and can be continued here."""
        other.stop()
        self.results.stored_runs, other.results.stored_runs = other.results.stored_runs, self.results.stored_runs
        self.set_speed(other.speed)
        if other.results.recording is not None:
            self.show_results(other.results.recording)
            self.show_moment(other.cursor.t)

    def show_results(self, recording: Recording) -> None:
        """Show a finished run: a stored one, or one from a file."""
        if recording not in self.results.runs:
            self.results.stored_runs.add(recording)
        self.results.show(recording)
        self._set_state("finished")
        self.results.watches.watch("pose", [name for name in recording.units if recording.unknown_times(name).size])
        self.results.watches.fetch()
        self.cursor.show(recording.last)
        self.results.compare()
        self.results.runs_changed.emit()

    # Messages of the worker

    def _started(self, content: dict[str, Any]) -> None:
        if self.state != "starting":
            return
        recording = self._request.recording(content, self.results.runs)
        self.frames.add_columns(recording, 0, content["units"])
        self.results.stored_runs.add(recording)
        self.cursor.t = content["t"]
        self.results.show(recording)
        self.results.set_stale(False)
        self._set_state("running")
        self.results.watches.begun(self._request.names)
        self.results.runs_changed.emit()
        self.edits.begun(content["revision"])

    def _finished(self, content: dict[str, Any]) -> None:
        if self.is_active:
            self.cursor.show_newest()
            self.frames.set_factor(None)
            self._rest()
            if words := " ".join(map(languages.message, content.get("remarks", []))):
                self.remarked.emit(words)

    def _failed(self, content: dict[str, Any]) -> None:
        if self.is_active:
            if self.state != "starting":
                self.cursor.show_newest()
            self.frames.set_factor(None)
            self._rest()
            self.failed.emit(content)

    def _died(self, message: str) -> None:
        if self.is_active:
            kept = self.tr("The results so far are kept.") if self.state != "starting" else ""
            self._failed({"message": f"{message} {kept}".strip(), "complaints": [], "components": [], "t": self.cursor.t})

    def _rest(self) -> None:
        """Nothing is in progress; results, also of an earlier run, can be inspected."""
        self.edits.forget()
        if self.state == "starting":
            self.results.stored_runs.discard(self._request.origin)
        self._set_state("finished" if self.results.recording is not None and self.results.recording.count else "idle")
        self.results.compare()  # the last edit may have come too late

    def _set_state(self, state: str) -> None:
        if state != self.state:
            self.state = state
            self.worker.hold_checks(state == "running")
            self.state_changed.emit(state)
