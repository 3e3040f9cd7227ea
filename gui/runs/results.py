"""What is shown of runs: the current recording, those that are kept, what is watched of them, the one time cursor."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from PySide6.QtCore import QObject, Signal

from ..document.document import Document
from .recording import Recording
from .stored_runs import StoredRuns
from .watched_variables import WatchedVariables
from .worker_client import WorkerClient


class Results(QObject):
    """`recording` is the current run, `t` the time of it that plots, drawing and motion show.

    `is_stale`: the circuit has changed since.
    """

    recording_changed = Signal(object)  # Recording or None: another run is shown
    runs_changed = Signal()  # which runs there are, and which are shown beside
    filled = Signal(object)  # names whose columns were fetched
    moved = Signal(float)  # the time cursor
    variables_changed = Signal()
    stale_changed = Signal(bool)

    def __init__(self, document: Document, worker: WorkerClient, parent: QObject | None = None):
        super().__init__(parent)
        self.document, self.worker = document, worker
        self.recording: Recording | None = None
        self.t = 0.0
        self.is_stale = False
        self.stored_runs = StoredRuns()
        self._checked: dict[str, str] = {}  # variables that the last check found
        self._is_back = False  # somebody looks at an earlier moment
        self._watches = WatchedVariables(worker, lambda: self.is_active, self._shown, self)
        self._watches.filled.connect(self.filled)

    @property
    def is_active(self) -> bool:
        """Whether the worker has a run under way."""
        raise NotImplementedError

    @property
    def runs(self) -> list[Recording]:
        """All that are kept, oldest first."""
        return self.stored_runs.recordings

    @property
    def overlaid(self) -> list[Recording]:
        """Those shown beside the current one."""
        return [each for each in self.runs if each.is_overlaid and each is not self.recording]

    @property
    def variables(self) -> dict[str, str]:
        """All variables with their units: of the current run, else of the circuit as it was last checked."""
        return self.recording.variables if self.recording is not None else self._checked

    @property
    def is_at_end(self) -> bool:
        """Whether the cursor is where the run is, and goes with it."""
        return not self._is_back

    def set_checked_variables(self, variables: dict[str, str]) -> None:
        if variables != self._checked:
            self._checked = variables
            if self.recording is None:
                self.variables_changed.emit()

    def watch(self, owner: str, names: Iterable[str]) -> None:
        """What an owner wants to see; known for all of the run after a moment (`filled`)."""
        self._watches.watch(owner, names)

    def overlay_run(self, recording: Recording, shown: bool) -> None:
        """Show an earlier run beside the current one, or hide it."""
        recording.origin.is_overlaid = shown
        self._watches.fetch()
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
                self.worker.forget(recording.origin.folder)
            self.runs_changed.emit()

    def ask_ledger(self, until: float | None, answer: Callable[[dict[str, Any]], None]) -> None:
        """Energy of each component up to a time of the run shown; `answer` has {"words"} alone where there is none."""
        recording = self.recording
        if recording is None or recording.origin.folder is None or not recording.count:
            return

        def take(word: str, content: dict[str, Any]) -> None:
            answer({"words": ""} | content if word == "ledger" else {"words": content["words"], "entries": []})

        self.worker.ask("ledger", take, folder=str(recording.origin.folder), until=until)

    def ask_equations(self, name: str, answer: Callable[[dict[str, Any]], None]) -> None:
        """Those of a component, with the numbers of the run shown at the cursor, or of the start where there is no such run."""
        recording, is_start = self.recording, True
        asked: dict[str, Any] = {"name": name}
        if recording is not None and recording.origin.folder is not None and recording.count and not self.is_stale:
            asked |= {"folder": str(recording.origin.folder), "t": self.t}
            is_start = False
        else:
            asked["data"] = self.document.root.to_data()

        def take(word: str, content: dict[str, Any]) -> None:
            found = content if word == "equations" else {"name": name, "t": None, "words": content["words"], "rows": []}
            answer(found | {"is_start": is_start})

        self.worker.ask("equations", take, **asked)

    def _shown(self) -> list[Recording]:
        """Recordings on show, the current one first."""
        return ([self.recording] if self.recording is not None else []) + self.overlaid

    def _show_recording(self, recording: Recording | None) -> None:
        self.recording, self._is_back = recording, False
        self.recording_changed.emit(recording)
        self.variables_changed.emit()

    def _compare(self) -> None:
        """An edit that was undone, or one of the run's settings alone, makes no other motion."""
        if self.recording is not None:
            self._set_stale(self.document.root.physics_hash() != self.recording.origin.physics)

    def _set_stale(self, stale: bool) -> None:
        if stale != self.is_stale:
            self.is_stale = stale
            self.stale_changed.emit(stale)
