"""Location of the user library."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def folder() -> Path:
    """The library folder, whether or not it exists. MARS_LIBRARY overrides it."""
    if given := os.environ.get("MARS_LIBRARY"):
        return Path(given)
    return _data_folder() / "mars" / "library"


def _data_folder() -> Path:
    """The user's data folder."""
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or home / "AppData" / "Roaming")
    if sys.platform == "darwin":
        return home / "Library" / "Application Support"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")


def plugins_folder() -> Path:
    """The plug-in folder, whether or not it exists."""
    return folder() / "plugins"
