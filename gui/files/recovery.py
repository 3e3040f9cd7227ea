"""Snapshots of unsaved work, one second after the last edit and at least every five while editing; offered at the next start."""

from __future__ import annotations

import json
import secrets
import time
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, QTimer, Signal

from mars.document.circuit import Circuit
from mars.document.storage import check, parsed
from mars.errors import DocumentError
from mars.files import read_text, write_atomic

from ..document.document import Document
from .user_folders import user_folder

QUIET, LONGEST = 1.0, 5.0  # seconds after the last edit; maximum between two snapshots


@dataclass(frozen=True)
class UnsavedWork:
    """Work left by a process that has ended."""

    file: Path
    path: Path | None  # of the document
    title: str
    revision: int
    when: float

    def circuit(self) -> Circuit:
        """The recovered circuit; a snapshot is checked like any file."""
        data = _read(self.file)["content"]
        check(data)
        return Circuit.from_data(data)

    def discard(self) -> None:
        self.file.unlink(missing_ok=True)


class Recovery(QObject):
    """Stores one snapshot of one document. A lock beside it shows whether its process is still running."""

    written = Signal(int)  # revision

    def __init__(self, document: Document, parent: QObject | None = None):
        super().__init__(parent)
        self.document = document
        self.file = user_folder("recovery") / f"{secrets.token_hex(8)}.json"
        self._lock = QLockFile(str(self.file.with_suffix(".lock")))
        self._lock.setStaleLockTime(0)  # held by a running process, for any time
        self._lock.tryLock(0)
        self._first: float | None = None  # time of the oldest edit not in a snapshot
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.write)
        document.root_changed.connect(self._edited)
        document.modified_changed.connect(self._modified_changed)
        document.replaced.connect(self.forget)

    def _edited(self, _: object) -> None:
        if not self.document.is_modified:
            self.forget()
            return
        now = time.monotonic()
        self._first = self._first if self._first is not None else now
        self._timer.start(round(1000 * max(0.0, min(QUIET, self._first + LONGEST - now))))

    def _modified_changed(self, modified: bool) -> None:
        if modified:
            self._edited(None)
        else:
            self.forget()

    def write(self) -> None:
        """Write the snapshot now."""
        self._timer.stop()
        self._first = None
        document = self.document
        content = {
            "mars recovery": 1,
            "path": _written(str(document.path)) if document.path else None,
            "title": _written(document.title) or "",
            "revision": document.revision,
            "when": time.time(),
            "content": document.root.to_data(),
        }
        try:
            write_atomic(self.file, json.dumps(content, ensure_ascii=False))
        except DocumentError:  # disk full: the next edit tries again
            return
        self.written.emit(document.revision)

    def forget(self) -> None:
        """Everything is saved, or was discarded deliberately."""
        self._timer.stop()
        self._first = None
        self.file.unlink(missing_ok=True)

    def close(self) -> None:
        self.forget()
        self._lock.unlock()


def unsaved_work() -> list[UnsavedWork]:
    """Snapshots of ended processes, newest first. Broken ones are left out."""
    results = []
    for file in user_folder("recovery").glob("*.json"):
        lock = QLockFile(str(file.with_suffix(".lock")))
        lock.setStaleLockTime(0)
        if not lock.tryLock(0):
            continue  # its process is running
        lock.unlock()
        try:
            data = _read(file)
        except DocumentError:
            continue
        path = Path(data["path"]) if data["path"] else None
        results.append(UnsavedWork(file, path, data["title"], data["revision"], data["when"]))
    return sorted(results, key=lambda each: -each.when)


def _written(text: str) -> str | None:
    """A text that a file can hold; None for file names that are not valid text."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return None
    return text


def _read(file: Path) -> dict:
    data = parsed(read_text(file, "a snapshot"))
    wanted = {"path": (str, type(None)), "title": str, "revision": int, "when": (int, float), "content": dict}
    if not isinstance(data, dict) or not all(isinstance(data.get(key), types) for key, types in wanted.items()):
        raise DocumentError("{file}: not a snapshot of the editor", code="wrong-file", file=file)
    return data
