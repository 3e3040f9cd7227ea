"""Where the editor keeps what belongs to the user and not to a file: snapshots, locks, thumbnails of examples."""

from __future__ import annotations

import os
import tempfile
from functools import cache
from pathlib import Path

from PySide6.QtCore import QStandardPaths


def user_folder(name: str) -> Path:
    """A folder of the user's for `name`, made if need be. MARS_STATE names another place.

    Where nothing can be written there (a home without room or rights), a folder that lasts as long as the system's others.
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


@cache
def _spare() -> Path:
    return Path(tempfile.mkdtemp(prefix="mars-"))
