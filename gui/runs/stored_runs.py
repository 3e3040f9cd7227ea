"""Stored runs: the current one, the ghosts of its branches, earlier ones by name; and their folders on disk."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from ..files.user_folders import user_folder
from ..i18n import translate
from .recording import Origin, Recording

KEPT = 8  # besides the displayed ones; the oldest are removed first


class StoredRuns:
    """Folders live as long as the program; those left by a crash are removed at the next start."""

    def __init__(self) -> None:
        self.recordings: list[Recording] = []  # oldest first
        self._count = 0
        self._folders = 0  # created so far; a name is never reused, since the worker may still write
        self._root: Path | None = None
        self._unwanted: list[Path] = []  # folders that the worker was still writing to when they were removed

    def new_origin(self, physics: str) -> Origin:
        """Name and folder of a new run."""
        self._count += 1
        if self._root is None:
            self._root = _own_folder()
        self._sweep()
        self._folders += 1
        folder = self._root / f"run-{self._folders}"
        folder.mkdir()
        return Origin(translate("Runs", "Run %1").replace("%1", str(self._count)), folder, physics)

    def add(self, recording: Recording) -> None:
        self.recordings.append(recording)
        spare = [each for each in self.recordings[:-1] if not each.is_overlaid]
        for each in spare[: max(0, len(spare) - KEPT)]:
            self.drop(each)

    def drop(self, recording: Recording) -> None:
        if recording in self.recordings:
            self.recordings.remove(recording)
        self.discard(recording.origin)

    def discard(self, origin: Origin) -> None:
        """Discard a run that is empty or no longer wanted. Opened files belong to the user and stay."""
        if origin.folder is not None and self._root is not None and origin.folder.parent == self._root:
            self._unwanted.append(origin.folder)
            self._sweep()

    def _sweep(self) -> None:
        for folder in self._unwanted:
            shutil.rmtree(folder, ignore_errors=True)
        self._unwanted = [folder for folder in self._unwanted if folder.exists()]

    def clear(self) -> None:
        for recording in list(self.recordings):
            self.drop(recording)
        self._count = 0

    def close(self) -> None:
        self.clear()
        if self._root is not None:
            shutil.rmtree(self._root, ignore_errors=True)


def _own_folder() -> Path:
    """For this process; those of ended processes are removed."""
    root = user_folder("runs")
    for folder in root.iterdir():
        process = folder.name.partition("-")[0]
        if process.isdigit() and not _is_alive(int(process)):
            shutil.rmtree(folder, ignore_errors=True)
    folder, number = root / str(os.getpid()), 0
    while folder.exists():  # another window of the same process
        number += 1
        folder = root / f"{os.getpid()}-{number}"
    folder.mkdir(parents=True)
    return folder


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:  # belongs to another user, or cannot be checked on this system
        return True
    return True
