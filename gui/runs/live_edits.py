"""Edits during a run: each is sent to the worker with the whole circuit, and the worker decides its effect on the run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal

from ..document.changes import Change
from ..document.document import Document
from .live_frames import LiveFrames
from .results import Results
from .time_cursor import TimeCursor
from .worker_client import WorkerClient


class LiveEdits(QObject):
    """One edit at a time is pending; of those made meanwhile only the newest counts."""

    changed = Signal(object)  # the worker's handling of an edit: {"how", "t", "words", …}
    pending_changed = Signal(object)  # names of components whose edit has not reached the run yet

    def __init__(
        self,
        document: Document,
        worker: WorkerClient,
        results: Results,
        cursor: TimeCursor,
        frames: LiveFrames,
        is_active: Callable[[], bool],
        parent: QObject,
    ):
        """`is_active`: whether the worker has a run in progress."""
        super().__init__(parent)
        self._document, self._worker = document, worker
        self._results, self._cursor, self._frames, self._is_active = results, cursor, frames, is_active
        self._newest = 0  # revision of the last edit that affects a run; looks and notes count as revisions too
        self._sent = 0  # last revision sent
        self._is_waiting = False  # for its answer, or for the run to start
        self._pending: set[str] = set()
        worker.changed.connect(self._answered)
        document.root_changed.connect(self._edited)

    def forget(self, *, until_begun: bool = False) -> None:
        """A new run, which gets nothing until it has started; or none."""
        self._is_waiting = until_begun
        self._set_pending(set())

    def begun(self, revision: int) -> None:
        """The run started with this revision; later edits are sent."""
        self._is_waiting, self._sent = False, revision
        self.send()

    def send(self) -> None:
        """Send the edits that the run does not have yet."""
        if self._sent < self._newest and not self._is_waiting:
            self._is_waiting, self._sent = True, self._document.revision
            self._worker.change(self._document.root, self._sent)

    def _edited(self, change: Change) -> None:
        if not change.is_physical:
            return
        self._newest = self._document.revision
        if self._is_active() and self._cursor.is_at_end:
            kinds, components = change.keys("definitions"), self._document.root.components.values()
            instances = {each.name for each in components if each.kind in kinds} if kinds else set()
            self._set_pending(self._pending | change.keys("components") | instances)
            self.send()
        elif self._results.recording is not None:
            self._results.edited()

    def _answered(self, content: dict[str, Any]) -> None:
        recording, taken = self._results.recording, content["how"] != "refused"
        if recording is None or not self._is_active():
            return
        if content["how"] == "rebuilt":
            recording.variables = content["variables"] | recording.variables
            self._frames.add_columns(recording, content["columns"], content["units"])
            self._results.variables_changed.emit()
        if taken:
            recording.end = content["end"]
            recording.interventions.extend(content["interventions"])
        self._is_waiting = False
        if self._sent >= self._newest:  # the run matches the drawing now
            self._set_pending(set())
            recording.origin.physics = self._document.root.physics_hash() if taken else recording.origin.physics
            self._results.set_stale(not taken)
        elif self._cursor.is_at_end:
            self.send()
        self.changed.emit(content)

    def _set_pending(self, names: set[str]) -> None:
        if names != self._pending:
            self._pending = names
            self.pending_changed.emit(names)
