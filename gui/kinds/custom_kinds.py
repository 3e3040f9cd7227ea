"""Custom kinds of the file and of the user's library, whose folder is watched."""

from __future__ import annotations

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

from mars.component.base import Component
from mars.errors import Complaint, MarsError
from mars.kinds import library
from mars.kinds.definitions import hash_of, kind_of, kinds_of
from mars.kinds.hierarchy import unused
from mars.messages import Message

from .. import edits
from ..document.changes import Change
from ..document.document import Document
from ..edits.definitions import LIBRARY
from ..i18n import translate
from .kind_groups import KindGroup

QUIET = 200  # ms: a file is often written in several steps
FILE_GROUP, LIBRARY_GROUP = "own.file", "own.library"  # keys of the two headings in the palette


class CustomKinds(QObject):
    """`kinds` by the names under which they are placed: as in the file, and `library:NAME` for library kinds."""

    changed = Signal()

    def __init__(self, document: Document, parent: QObject | None = None):
        super().__init__(parent)
        self.document = document
        self.library_entries: dict[str, library.LibraryEntry] = {}
        self.complaints: list[Complaint] = []  # about files of the library
        self.kinds: dict[str, type[Component]] = {}
        self.newer: list[str] = []  # kinds of the file with another version in the library
        self.unused: list[str] = []  # kinds of the file that the main sheet does not use
        self._watcher = QFileSystemWatcher(self)
        self._timer = QTimer(self, singleShot=True, interval=QUIET)
        self._timer.timeout.connect(self.reload)
        self._watcher.directoryChanged.connect(lambda _: self._timer.start())
        self._watcher.fileChanged.connect(lambda _: self._timer.start())
        document.root_changed.connect(self._edited)
        document.replaced.connect(self._look)
        self.reload()

    def reload(self) -> None:
        """Read the library again."""
        self._timer.stop()
        before = self.complaints
        try:
            self.library_entries, self.complaints = library.entries()
        except (MarsError, OSError) as error:
            self.library_entries = {}
            self.complaints = [Complaint("", Message("cannot read the library: {error}", error=error), "", "warning", "library")]
        self._watch()
        if not self._look() and self.complaints != before:
            self.changed.emit()

    def groups(self) -> list[KindGroup]:
        """The headings of the palette with their kinds; empty ones are left out."""
        own = tuple(kind for kind in self.kinds if not kind.startswith(LIBRARY))
        shelved = tuple(kind for kind in self.kinds if kind.startswith(LIBRARY))
        found = [
            KindGroup(FILE_GROUP, translate("Kinds", "This file"), translate("Kinds", "this file"), own),
            KindGroup(LIBRARY_GROUP, translate("Kinds", "My library"), translate("Kinds", "my library"), shelved),
        ]
        return [group for group in found if group.kinds]

    def why_not(self, kind: str) -> str:
        """Why a kind cannot be placed on the current sheet; empty if it can."""
        circuit, name = self.document.root, kind.removeprefix(LIBRARY)
        if name != kind and not self._is_in_file(name):
            return ""  # it would get another name
        return edits.ring(circuit, self.document.sheet, name)

    def _is_in_file(self, name: str) -> bool:
        present, shelved = self.document.root.definitions.get(name), self.library_entries.get(name)
        return present is not None and shelved is not None and hash_of(present) == hash_of(shelved.definition)

    def _look(self) -> bool:
        """Update the lists; whether anything changed."""
        shelved = {f"{LIBRARY}{name}": kind_of(name, each.definition) for name, each in self.library_entries.items()}
        kinds = {**kinds_of(self.document.root.definitions), **shelved}
        newer = library.newer(self.document.root, self.library_entries)
        now = (kinds, newer, unused(self.document.root))
        is_new = now != (self.kinds, self.newer, self.unused)
        if is_new:
            self.kinds, self.newer, self.unused = now
            self.changed.emit()
        return is_new

    def _edited(self, change: Change) -> None:
        if "definitions" in change.sections:
            self._look()
        elif "components" in change.sections and self.document.root.definitions:
            now = unused(self.document.root)
            if now != self.unused:
                self.unused = now
                self.changed.emit()

    def _watch(self) -> None:
        folder = library.folder()
        wanted = {str(folder), *(str(path) for path in folder.glob("*.mars"))} if folder.is_dir() else set()
        now = {*self._watcher.files(), *self._watcher.directories()}
        if gone := sorted(now - wanted):
            self._watcher.removePaths(gone)
        if fresh := sorted(wanted - now):
            self._watcher.addPaths(fresh)
