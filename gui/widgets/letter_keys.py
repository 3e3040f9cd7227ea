"""Letter keys as commands, independent of a Russian keyboard layout."""

from __future__ import annotations

from PySide6.QtGui import QKeyEvent

_LATIN = dict(zip("ЙЦУКЕНГШЩЗФЫВАПРОЛДЯЧСМИТЬ", "QWERTYUIOPASDFGHJKLZXCVBNM", strict=True))  # the letter on the same key


def key_of(event: QKeyEvent) -> int:
    """As `event.key()`, with the Latin letter of a key that types a Russian one."""
    letter = chr(event.key()) if event.key() <= 0xFFFF else ""  # Qt numbers letter keys by Unicode
    return ord(_LATIN[letter]) if letter in _LATIN else event.key()
