"""Object code on disk, in `$MARS_CACHE` or the user's cache folder: small, self-checking, and never a cause of failure.

The code is executed, so the folder is used only if nobody else can write to it. A file is one line of numbers with the SHA-256 of
the code, then the code. Files that cannot be read or do not match count as missing.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
import sys
from pathlib import Path

from mars.errors import DocumentError
from mars.files import write_atomic

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


def own_folder(place: Path) -> Path:
    """The folder, created for this user alone; raises PermissionError if other users own it or may write to it."""
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    if hasattr(os, "getuid"):  # elsewhere, folders of the user's profile are private
        status = place.stat()
        if status.st_uid != os.getuid() or status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
            raise PermissionError(f"{place} belongs to another user, or others may write to it")
    return place


def load(key: str) -> tuple[bytes, int, int] | None:
    """Object code, size of the work array and number of operations; None if there is no valid file."""
    try:
        path = own_folder(folder()) / (key + SUFFIX)
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
    """A reader never sees a partial file."""
    head = f"{work_size} {operations} {hashlib.sha256(code).hexdigest()}\n".encode()
    try:
        place = own_folder(folder())
        write_atomic(place / (key + SUFFIX), head + code, durable=False)
        _prune(place)
    except (OSError, RuntimeError, DocumentError):
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
