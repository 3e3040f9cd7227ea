"""Watched variables of a run; missing values are fetched from the stored states."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal

from .recording import Recording
from .worker_client import WorkerClient

PATIENCE = 3000  # ms that unwanted variables are still watched: the mouse may return
AT_ONCE = 20_000  # rows per query


class WatchedVariables(QObject):
    """Owners (plots, motion, hover …) register variables; their union is watched in the run and fetched for its past."""

    filled = Signal(object)  # names of columns that have new values

    def __init__(self, worker: WorkerClient, is_live: Callable[[], bool], shown: Callable[[], list[Recording]], parent: QObject):
        """`is_live`: whether a run is in progress; `shown`: the displayed recordings, the current one first."""
        super().__init__(parent)
        self._worker, self._is_live, self._shown = worker, is_live, shown
        self._wanted: dict[str, list[str]] = {}
        self._watched: list[str] = []  # variables the run watches
        self._asked: set[str] = set()  # requested columns, by recording
        self._settled: WeakKeyDictionary[Recording, dict[str, float]] = WeakKeyDictionary()  # end time of a fetched column
        self._dropping = QTimer(self, singleShot=True, interval=PATIENCE)
        self._dropping.timeout.connect(self._tell_run)

    @property
    def names(self) -> list[str]:
        """All registered variables."""
        return list(dict.fromkeys(name for names in self._wanted.values() for name in names))

    def watch(self, owner: str, names: Iterable[str]) -> None:
        wanted = list(dict.fromkeys(names))
        if wanted == self._wanted.get(owner, []):
            return
        self._wanted[owner] = wanted
        if self._is_live():
            if set(self.names) <= set(self._watched):
                self._dropping.start()
            else:
                self._tell_run()
        self.fetch()

    def begun(self, names: list[str]) -> None:
        """A run starts that watches these names."""
        self._watched = names
        if self.names != names:
            self._tell_run()

    def _tell_run(self) -> None:
        if self._is_live() and self.names != self._watched:
            self._watched = self.names
            self._worker.watch(self._watched)

    def fetch(self) -> None:
        """Request what the displayed recordings lack. New rows contain the watched variables."""
        shown = self._shown()
        for recording in shown:
            newest = recording is shown[0] if shown else False
            self._fetch_for(recording, live=newest and self._is_live())

    def _fetch_for(self, recording: Recording, *, live: bool) -> None:
        folder = recording.origin.folder
        if folder is None or recording.count == 0:
            return
        wanted = [name for name in self.names if name in recording.variables and _key(recording, name) not in self._asked]
        if live:  # variables that the run does not watch yet follow once it confirms them
            wanted = [name for name in wanted if name in recording.units]
        else:
            recording.add_columns({name: recording.variables[name] for name in wanted})
        settled = self._settled.setdefault(recording, {})
        by_times: dict[bytes, tuple[np.ndarray, list[str]]] = {}
        for name in wanted:
            times = recording.unknown_times(name)
            times = times[times > settled.get(name, -np.inf)]  # values that do not exist are not requested repeatedly
            if times.size:
                by_times.setdefault(times.tobytes(), (times, []))[1].append(name)
        for times, names in by_times.values():
            self._ask(recording, names, times[::-1])  # newest first

    def _ask(self, recording: Recording, names: list[str], times: np.ndarray) -> None:
        """Times from newest to oldest."""
        newest = float(times[0])

        def fill(word: str, content: dict[str, Any]) -> None:
            is_over = content.get("is_last", True)
            if word == "values":
                recording.fill(content["names"], content["times"], content["values"])
                self.filled.emit(content["names"])
            if is_over and times.size > AT_ONCE and word == "values":
                self._ask(recording, names, times[AT_ONCE:])
            elif is_over:
                settled = self._settled.setdefault(recording, {})
                for name in names:
                    self._asked.discard(_key(recording, name))
                    settled[name] = max(settled.get(name, newest), newest)

        self._asked |= {_key(recording, name) for name in names}
        self._worker.ask("values", fill, folder=str(recording.origin.folder), names=names, times=times[:AT_ONCE])


def _key(recording: Recording, name: str) -> str:
    return f"{recording.origin.folder} {name}"
