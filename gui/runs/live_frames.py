"""Rows that arrive during a run, and its speed relative to real time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal

from .recording import Recording
from .results import Results
from .time_cursor import TimeCursor
from .worker_client import WorkerClient

LEAST_CHANGE = 0.02  # minimum relative change of the speed to show: less is clock noise


class LiveFrames(QObject):
    """The worker's frames refer to their set of columns by number; the current recording takes them."""

    grew = Signal()
    factor_changed = Signal(object)  # simulated seconds per real second; None: unknown

    def __init__(
        self, worker: WorkerClient, results: Results, cursor: TimeCursor, is_active: Callable[[], bool], parent: QObject
    ):
        super().__init__(parent)
        self._results, self._cursor, self._is_active = results, cursor, is_active
        self._column_sets: dict[int, list[str]] = {}
        self._factor: float | None = None
        worker.frames.connect(self._take)
        worker.watching.connect(self._watching)

    def forget_columns(self) -> None:
        """Another run was requested: frames still arriving belong to the previous one."""
        self._column_sets = {}

    def add_columns(self, recording: Recording, number: int, units: dict[str, str]) -> None:
        """Add a set of columns, which frames refer to by number."""
        recording.add_columns(units)
        self._column_sets[number] = list(units)

    def set_factor(self, factor: float | None) -> None:
        old, same = self._factor, factor == self._factor
        if not same and (factor is None or old is None or abs(factor - old) > LEAST_CHANGE * old):
            self._factor = factor
            self.factor_changed.emit(factor)

    def _take(self, content: dict[str, Any]) -> None:
        names, recording = self._column_sets.get(content["columns"]), self._results.recording
        if recording is None or not self._is_active() or names is None:
            return
        recording.append(content["times"], names, content["values"])
        self.set_factor(content["factor"])
        self.grew.emit()
        self._cursor.show_newest_soon()

    def _watching(self, content: dict[str, Any]) -> None:
        recording = self._results.recording
        if recording is not None and self._is_active():
            self.add_columns(recording, content["columns"], content["units"])
            self._results.watches.fetch()
