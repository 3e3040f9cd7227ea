"""Edits while a run is in progress: each is sent to the worker with the whole circuit, which decides its effect on the run."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from ..document.changes import Change
from ..document.document import Document
from .worker_client import WorkerClient


class LiveEdits(QObject):
    """One edit at a time is under way; of those that come meanwhile the newest counts."""

    pending_changed = Signal(object)  # names of components whose edit the run has not taken yet

    def __init__(self, document: Document, worker: WorkerClient, parent: QObject):
        super().__init__(parent)
        self._document, self._worker = document, worker
        self._newest = 0  # revision of the last edit that a run would feel; looks and notes count as revisions too
        self._sent = 0  # revision that was sent last
        self._is_waiting = False  # for the answer to it, or for the run to begin
        self._pending: set[str] = set()

    def forget(self, *, until_begun: bool = False) -> None:
        """Another run, to which nothing is sent until it has started; or none."""
        self._is_waiting = until_begun
        self._set_pending(set())

    def begun(self, revision: int) -> None:
        """With this revision; what was edited meanwhile is sent."""
        self._is_waiting, self._sent = False, revision
        self.send()

    def note(self) -> None:
        """There was an edit that decides the motion."""
        self._newest = self._document.revision

    def take(self, change: Change) -> None:
        """It is to be felt by the run under way."""
        kinds, components = change.keys("definitions"), self._document.root.components.values()
        instances = {each.name for each in components if each.kind in kinds} if kinds else set()
        self._set_pending(self._pending | change.keys("components") | instances)
        self.send()

    def send(self) -> None:
        """What the run does not know yet."""
        if self._sent < self._newest and not self._is_waiting:
            self._is_waiting, self._sent = True, self._document.revision
            self._worker.change(self._document.root, self._sent)

    def answered(self) -> bool:
        """Whether the run is that of the drawing now."""
        self._is_waiting = False
        is_newest = self._sent >= self._newest
        if is_newest:
            self._set_pending(set())
        return is_newest

    def _set_pending(self, names: set[str]) -> None:
        if names != self._pending:
            self._pending = names
            self.pending_changed.emit(names)
