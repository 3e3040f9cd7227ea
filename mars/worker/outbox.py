"""Outgoing answers: sent by a thread, so that a run never waits for a busy reader."""

from __future__ import annotations

import threading
from collections import deque
from multiprocessing.connection import Connection
from typing import Any

import numpy as np

Answer = tuple[str, dict[str, Any]]


class Gone(BaseException):
    """The connection is closed."""


class Post:
    """`send` never blocks. Waiting frames are merged into one message, so that a slow reader catches up."""

    def __init__(self, connection: Connection):
        self._connection = connection
        self._waiting: deque[Answer] = deque()
        self._changed = threading.Condition()
        self._is_closed = self._is_broken = False
        self._thread = threading.Thread(target=self._deliver, daemon=True)
        self._thread.start()

    def send(self, word: str, content: dict[str, Any]) -> None:
        with self._changed:
            if self._is_broken:
                raise Gone
            self._waiting.append((word, content))
            self._changed.notify()

    def close(self) -> None:
        """Pending answers are still sent, if they are read."""
        with self._changed:
            self._is_closed = True
            self._changed.notify()
        self._thread.join(1.0)

    def _deliver(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._is_closed)
                if not self._waiting:
                    return
                answer = _joined(self._waiting)
            try:
                self._connection.send(answer)
            except (OSError, ValueError):
                with self._changed:
                    self._is_broken = True
                return


def _joined(waiting: deque[Answer]) -> Answer:
    """The next answer, merged with the frames of the same run and columns queued directly after it."""
    word, content = waiting.popleft()
    batch = [content]
    while word == "frames" and waiting and waiting[0][0] == word and _alike(content, waiting[0][1]):
        batch.append(waiting.popleft()[1])
    if len(batch) == 1:
        return word, content
    return word, batch[-1] | {part: np.concatenate([each[part] for each in batch]) for part in ("times", "values")}


def _alike(one: dict[str, Any], other: dict[str, Any]) -> bool:
    rises = one["times"].size == 0 or other["times"].size == 0 or other["times"][0] > one["times"][-1]
    return one["run"] == other["run"] and one["columns"] == other["columns"] and rises
