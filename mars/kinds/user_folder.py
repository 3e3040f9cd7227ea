"""Where the user's library is."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def folder() -> Path:
    """Where the library is, whether or not there is one yet. MARS_LIBRARY names another place."""
    if given := os.environ.get("MARS_LIBRARY"):
        return Path(given)
    return _data_folder() / "mars" / "library"


def _data_folder() -> Path:
    """Where programs keep what belongs to the user."""
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or home / "AppData" / "Roaming")
    if sys.platform == "darwin":
        return home / "Library" / "Application Support"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")


def plugins_folder() -> Path:
    """Where the plug-ins are, whether or not there are any."""
    return folder() / "plugins"
