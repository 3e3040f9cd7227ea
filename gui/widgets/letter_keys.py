"""Letters as commands: what counts is the key, also while the keyboard writes Russian."""

from __future__ import annotations

from PySide6.QtGui import QKeyEvent

_LATIN = dict(zip("ЙЦУКЕНГШЩЗФЫВАПРОЛДЯЧСМИТЬ", "QWERTYUIOPASDFGHJKLZXCVBNM", strict=True))  # what is on the same key


def key_of(event: QKeyEvent) -> int:
    """As `event.key()`, with the Latin letter of a key that writes a Russian one."""
    letter = chr(event.key()) if event.key() <= 0xFFFF else ""  # Qt numbers the keys of letters as Unicode does
    return ord(_LATIN[letter]) if letter in _LATIN else event.key()
