"""Checks Qt's system libraries before Qt is imported: Qt itself blames xcb-cursor for any missing library."""

from __future__ import annotations

import ctypes
import os
import sys

from mars.messages import Message

ALWAYS = {
    "libglib-2.0.so.0": "libglib2.0-0",
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libfontconfig.so.1": "libfontconfig1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libxkbcommon.so.0": "libxkbcommon0",
}
ON_A_SCREEN = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}


def complaint(platform: str = sys.platform) -> str | None:
    """What prevents the editor from opening a window here, with the command that fixes it; None if nothing does."""
    if not platform.startswith("linux"):
        return None
    offscreen = os.environ.get("QT_QPA_PLATFORM", "").startswith(("offscreen", "minimal"))
    if not offscreen and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return (
            "the editor needs a display, but DISPLAY and WAYLAND_DISPLAY are not set. Run it on a "
            "desktop, or use commands that need no display, such as “mars run FILE” and “mars draw "
            "FILE -o F.svg” (see “mars --help”)"
        )
    needed = ALWAYS if offscreen else ALWAYS | ON_A_SCREEN
    missing = [package for library, package in needed.items() if not _loads(library)]
    if not missing:
        return None
    line = f"sudo apt-get install -y {' '.join(missing)}"
    newer = " (newer releases call the first package libglib2.0-0t64)" if "libglib2.0-0" in missing else ""
    return Message(
        "Qt needs system libraries that are not installed. On Debian or Ubuntu run{newer}:\n  {line}", newer=newer, line=line
    )


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True
