"""Takes all screenshots, or the named ones: see the package."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from .capture import take

LOOKS = ("light1", "dark1", "light2", "dark2")  # theme and scale


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "build/screenshots").absolute()
    folder.mkdir(parents=True, exist_ok=True)
    for look in os.environ.get("MARS_SHOTS", ",".join(LOOKS)).split(","):
        environment = os.environ | {
            "QT_QPA_PLATFORM": "offscreen",
            "QT_SCALE_FACTOR": look[-1],
            "MARS_STATE": str(folder / "state"),
            "MARS_LIBRARY": str(folder / "library"),
            "MARS_SCREENSHOT": look[:-1],
        }
        subprocess.run([sys.executable, "-m", "docs.tools.screenshots", *sys.argv[1:]], env=environment, check=True)


if __name__ == "__main__":
    theme = os.environ.get("MARS_SCREENSHOT")
    if theme is None:
        main()
    else:
        take(Path(sys.argv[1] if len(sys.argv) > 1 else "build/screenshots").absolute(), theme, sys.argv[2:])
