"""Object code on disk, in `$MARS_CACHE` or the user's cache folder: small, self-checking, and never a cause of failure.

A file is one line of numbers with the SHA-256 of the code, then the code. Files that cannot be read or do not match count as
missing.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import tempfile
from pathlib import Path

LIMIT = 500_000_000  # bytes; above it the least recently used files are deleted
SUFFIX = ".object"


def folder() -> Path:
    """The folder of compiled models."""
    chosen = os.environ.get("MARS_CACHE")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "mars" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "mars"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "mars"


def load(key: str) -> tuple[bytes, int, int] | None:
    """Object code, size of the work array and number of operations; None if there is no valid file."""
    try:
        path = folder() / (key + SUFFIX)
        head, code = path.read_bytes().split(b"\n", 1)
        work_size, operations, digest = head.split()
        if hashlib.sha256(code).hexdigest() != digest.decode():
            return None
        with contextlib.suppress(OSError):
            os.utime(path)  # marks it as used
        return code, int(work_size), int(operations)
    except (OSError, ValueError, RuntimeError):
        return None


def store(key: str, code: bytes, work_size: int, operations: int) -> None:
    """Write under another name, then rename: a reader never sees a partial file."""
    head = f"{work_size} {operations} {hashlib.sha256(code).hexdigest()}\n".encode()
    try:
        place = folder()
        place.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=place, suffix=".part")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(head + code)
            Path(temporary).replace(place / (key + SUFFIX))
        except OSError:
            Path(temporary).unlink(missing_ok=True)
            raise
        _prune(place)
    except (OSError, RuntimeError):
        return


def _prune(place: Path) -> None:
    """Delete the least recently used files until a fifth of the space is free again."""
    entries = [(entry.stat(), entry) for entry in place.glob("*" + SUFFIX)]
    total = sum(status.st_size for status, _ in entries)
    if total <= LIMIT:
        return
    for status, entry in sorted(entries, key=lambda pair: pair[0].st_mtime):
        entry.unlink(missing_ok=True)
        total -= status.st_size
        if total <= 0.8 * LIMIT:
            return
