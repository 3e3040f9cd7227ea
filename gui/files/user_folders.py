"""Where the editor stores user data outside circuit files: snapshots, locks, thumbnails of examples."""

from __future__ import annotations

import os
import tempfile
from functools import cache
from pathlib import Path

from PySide6.QtCore import QLockFile, QStandardPaths

from mars.files import clear_left_over


def user_folder(name: str) -> Path:
    """The user's folder for `name`, created if needed. MARS_STATE sets another location.

    If it cannot be written (disk full, no permission), a temporary folder of the system.
    """
    given = os.environ.get("MARS_STATE")
    root = Path(given or QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppLocalDataLocation))
    folder = root / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        folder = _spare() / name
        folder.mkdir(exist_ok=True)
    return folder


def clear_dead_files() -> None:
    """Remove the temporary files and the locks of processes that died: called when the editor starts."""
    for name in ("recovery", "locks", "pictures"):
        folder = user_folder(name)
        clear_left_over(folder)
        for path in folder.glob("*.lock"):
            lock = QLockFile(str(path))
            lock.setStaleLockTime(0)  # held by a running process, for any time
            if lock.tryLock(0):
                lock.unlock()  # removes it


@cache
def _spare() -> Path:
    return Path(tempfile.mkdtemp(prefix="mars-"))
