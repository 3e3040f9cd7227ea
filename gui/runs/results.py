"""The displayed runs: the current recording, stored ones, watched variables, whether they are out of date."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QObject, QTimer, Signal

from ..document.document import Document
from .recording import Recording
from .stored_runs import StoredRuns
from .watched_variables import WatchedVariables
from .worker_client import WorkerClient

SETTLED = 300  # ms after an edit before comparing physics: hashing a large circuit takes time


class Results(QObject):
    """`recording` is the current run; `is_stale`: the circuit has changed since."""

    recording_changed = Signal(object)  # Recording or None: the current run changed
    runs_changed = Signal()  # the list of runs, or which are overlaid
    filled = Signal(object)  # names of columns that were fetched
    variables_changed = Signal()
    stale_changed = Signal(bool)

    def __init__(self, document: Document, worker: WorkerClient, is_live: Callable[[], bool], parent: QObject):
        """`is_live`: whether the worker has a run in progress."""
        super().__init__(parent)
        self._document, self._worker = document, worker
        self.recording: Recording | None = None
        self.is_stale = False
        self.stored_runs = StoredRuns()
        self._checked: dict[str, str] = {}  # variables found by the last check
        self.watches = WatchedVariables(worker, is_live, self._on_show, self)
        self.watches.filled.connect(self.filled)
        self._settled = QTimer(self, singleShot=True, interval=SETTLED)
        self._settled.timeout.connect(self.compare)

    @property
    def runs(self) -> list[Recording]:
        """All stored runs, oldest first."""
        return self.stored_runs.recordings

    @property
    def overlaid(self) -> list[Recording]:
        """Those shown beside the current one."""
        return [each for each in self.runs if each.is_overlaid and each is not self.recording]

    @property
    def variables(self) -> dict[str, str]:
        """All variables with their units: of the current run, else of the last checked circuit."""
        return self.recording.variables if self.recording is not None else self._checked

    def set_checked_variables(self, variables: dict[str, str]) -> None:
        if variables != self._checked:
            self._checked = variables
            if self.recording is None:
                self.variables_changed.emit()

    def watch(self, owner: str, names: Iterable[str]) -> None:
        """Variables an owner wants; known for the whole run after a moment (`filled`)."""
        self.watches.watch(owner, names)

    # Which runs

    def show(self, recording: Recording | None) -> None:
        """Make a run the current one; None: no run."""
        self.recording = recording
        self.recording_changed.emit(recording)
        self.variables_changed.emit()

    def clear(self) -> None:
        """Remove all runs: another circuit."""
        self._settled.stop()
        self.stored_runs.clear()
        self.show(None)

    def close(self) -> None:
        """The window closes and deletes the folders of the runs."""
        self._settled.stop()
        self.stored_runs.close()

    def overlay_run(self, recording: Recording, shown: bool) -> None:
        """Show an earlier run beside the current one, or hide it."""
        recording.origin.is_overlaid = shown
        self.watches.fetch()
        self.runs_changed.emit()

    def rename_run(self, recording: Recording, label: str) -> None:
        if label.strip():
            recording.origin.label = label.strip()
            self.runs_changed.emit()

    def drop_run(self, recording: Recording) -> None:
        """Remove an earlier run; never the current one."""
        if recording is not self.recording:
            self.stored_runs.drop(recording)
            if recording.origin.folder is not None:
                self._worker.forget(recording.origin.folder)
            self.runs_changed.emit()

    def _on_show(self) -> list[Recording]:
        """Displayed recordings, the current one first."""
        return ([self.recording] if self.recording is not None else []) + self.overlaid

    # Whether the circuit is still that of the run

    def compare(self) -> None:
        """Compare physics: an undone edit, or one of the run settings only, does not make the run out of date."""
        if self.recording is not None:
            self.set_stale(self._document.root.physics_hash() != self.recording.origin.physics)

    def edited(self) -> None:
        """Assume out of date until edits pause and the circuits can be compared."""
        self.set_stale(True)
        self._settled.start()

    def set_stale(self, stale: bool) -> None:
        if stale != self.is_stale:
            self.is_stale = stale
            self.stale_changed.emit(stale)
