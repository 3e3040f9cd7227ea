"""Where the editor keeps what belongs to the user and not to a file: snapshots, locks, pictures of examples."""

from __future__ import annotations

import os
from pathlib import Path

from PySide6.QtCore import QStandardPaths


def state_folder(name: str) -> Path:
    """A folder of the user's for `name`, made if need be. MARS_STATE names another place."""
    given = os.environ.get("MARS_STATE")
    root = Path(given or QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppLocalDataLocation))
    folder = root / name
    folder.mkdir(parents=True, exist_ok=True)
    return folder
