"""Answers on their way out: a thread sends them, so that a run never waits for a reader who is busy."""

from __future__ import annotations

import threading
from collections import deque
from multiprocessing.connection import Connection
from typing import Any

import numpy as np

Answer = tuple[str, dict[str, Any]]


class Gone(BaseException):
    """Nobody listens any more."""


class Post:
    """`send` returns at once. Frames that have to wait become one message, so that a late reader catches up in one go."""

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
        """What waits is still sent, if somebody reads it."""
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
    """The next answer, with the frames of the same run and columns that wait right behind it."""
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
