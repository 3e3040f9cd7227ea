"""The command that sets how much memory the simulation may use."""

from __future__ import annotations

from PySide6.QtCore import QObject

from ..runs import memory_limit
from ..runs.worker_client import WorkerClient
from ..widgets.dialogs import Dialogs


class MemoryDialog(QObject):
    def __init__(self, worker: WorkerClient, dialogs: Dialogs, parent: QObject):
        super().__init__(parent)
        self._worker, self._dialogs = worker, dialogs

    def ask(self) -> None:
        """It applies at once, also to a run in progress."""
        title, text = self.tr("Memory limit"), self.tr("Most memory that the simulation may use, in GB:")
        self._dialogs.ask_number(title, text, memory_limit.range_in_gb(), self._set)

    def _set(self, gigabytes: float) -> None:
        memory_limit.choose(gigabytes)
        self._worker.limit_memory()
