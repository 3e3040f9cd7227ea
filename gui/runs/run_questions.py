"""Queries about the current run: its energy ledger, the equations of a component with numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..document.document import Document
from .results import Results
from .time_cursor import TimeCursor
from .worker_client import WorkerClient

Answer = Callable[[dict[str, Any]], None]


class RunQuestions:
    """The worker answers when it can; `answer` is called with its answer."""

    def __init__(self, document: Document, worker: WorkerClient, results: Results, cursor: TimeCursor):
        self._document, self._worker, self._results, self._cursor = document, worker, results, cursor

    def ledger(self, until: float | None, answer: Answer) -> None:
        """Energy of each component up to a time of the current run; `answer` gets only {"words"} if there is none."""
        recording = self._results.recording
        if recording is None or recording.origin.folder is None or not recording.count:
            return

        def take(word: str, content: dict[str, Any]) -> None:
            answer({"words": ""} | content if word == "ledger" else {"words": content["words"], "entries": []})

        self._worker.ask("ledger", take, folder=str(recording.origin.folder), until=until)

    def equations(self, name: str, answer: Answer) -> None:
        """Equations of a component, with the numbers of the current run at the cursor, or of the start if there is no such
        run."""
        recording, is_start = self._results.recording, True
        asked: dict[str, Any] = {"name": name}
        if recording is not None and recording.origin.folder is not None and recording.count and not self._results.is_stale:
            asked |= {"folder": str(recording.origin.folder), "t": self._cursor.t}
            is_start = False
        else:
            asked["data"] = self._document.root.to_data()

        def take(word: str, content: dict[str, Any]) -> None:
            found = content if word == "equations" else {"name": name, "t": None, "words": content["words"], "rows": []}
            answer(found | {"is_start": is_start})

        self._worker.ask("equations", take, **asked)
