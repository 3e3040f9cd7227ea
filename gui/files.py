"""Files of the editor: new, open, save, save as, recent ones; a file that is open twice, newer or damaged."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, QSettings, Signal

from mars.circuit import Circuit
from mars.errors import DocumentError
from mars.pictures.rerouting import mend
from mars.storage import load, save

from .dialogs import Dialogs
from .document import Document
from .places import state_folder

MOST_RECENT = 12


class Files(QObject):
    """Moves circuits between the document and the disk. What cannot be read is told, and stays untouched."""

    opened = Signal()  # a circuit is on the sheet, new or from a file
    saved = Signal(object)  # path
    recent_changed = Signal()

    def __init__(self, document: Document, dialogs: Dialogs, parent: QObject | None = None):
        super().__init__(parent)
        self.document, self.dialogs = document, dialogs
        self._lock: QLockFile | None = None

    def new(self, circuit: Circuit) -> None:
        """Begin with a circuit that has no file yet."""
        self.leave(lambda: self._show(circuit, None))

    def open(self, path: Path) -> None:
        path = path.absolute()
        try:
            circuit = load(path)
        except DocumentError as error:
            self.dialogs.tell(self.tr("This file cannot be opened"), str(error), self.tr("The file is untouched."))
            self._forget(path)
            return
        self.leave(lambda: self._open_once(circuit, path))

    def ask_open(self) -> None:
        self.dialogs.ask_open_path(self.open)

    def open_copy(self, path: Path) -> None:
        """An example: its content without its file."""
        try:
            self.new(load(path))
        except DocumentError as error:
            self.dialogs.tell(self.tr("This file cannot be opened"), str(error))

    def recover(self, circuit: Circuit, path: Path | None) -> None:
        """Unsaved work of an earlier time: modified from the start."""

        def show() -> None:
            self._show(circuit, path)
            self.document.undo_stack.resetClean()

        self.leave(show)

    def save(self, then: Callable[[], None] | None = None) -> None:
        if self.document.path is None:
            self.save_as(then)
        else:
            self._write(self.document.path, then)

    def save_as(self, then: Callable[[], None] | None = None) -> None:
        proposed = self.document.path or self._folder() / f"{self._file_name()}.mars"
        self.dialogs.ask_save_path(proposed, lambda path: self._write(path, then))

    def leave(self, then: Callable[[], None]) -> None:
        """Go on once unsaved changes are saved or given up; not at all when the user thinks better of it."""
        if not self.document.is_modified:
            then()
            return

        def answered(answer: str) -> None:
            if answer == "save":
                self.save(then)
            elif answer == "discard":
                then()

        self.dialogs.ask_to_save(self.document.title, answered)

    def recent(self) -> list[Path]:
        stored = QSettings().value("recent") or []
        return [Path(each) for each in ([stored] if isinstance(stored, str) else stored)]

    def close(self) -> None:
        if self._lock is not None:
            self._lock.unlock()
            self._lock = None

    def _show(self, circuit: Circuit, path: Path | None) -> None:
        mend(circuit)
        self._hold(path)
        self.document.replace(circuit, path)
        if path is not None:
            self._remember(path)
        self.opened.emit()

    def _open_once(self, circuit: Circuit, path: Path) -> None:
        """A file that another window has open is opened after a warning only: the later save would win."""
        holder = self._other_holder(path)
        if holder is None:
            self._show(circuit, path)
            return
        choices = [self.tr("Open a copy"), self.tr("Open anyway")]
        text = self.tr("%1 is open in another window (process %2). Two windows overwrite each other's changes.")
        text = text.replace("%1", path.name).replace("%2", holder)

        def answered(choice: int) -> None:
            if choice >= 0:
                self._show(circuit, path if choice == 1 else None)

        self.dialogs.choose(self.tr("Open twice"), text, choices, answered)

    def _write(self, path: Path, then: Callable[[], None] | None) -> None:
        path = path.absolute()
        try:
            save(self.document.circuit, path)
        except DocumentError as error:
            self.dialogs.tell(self.tr("The file could not be saved"), str(error), self.tr("Your work is still in the window."))
            return
        if path != self.document.path:
            self._hold(path)
        self.document.set_path(path)
        self.document.undo_stack.setClean()
        self._remember(path)
        self.saved.emit(path)
        if then is not None:
            then()

    def _lock_of(self, path: Path) -> QLockFile:
        name = hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:24]
        lock = QLockFile(str(state_folder("locks") / f"{name}.lock"))
        lock.setStaleLockTime(0)
        return lock

    def _other_holder(self, path: Path) -> str | None:
        """The process that has the file open, if it is another one."""
        if self.document.path == path:
            return None
        lock = self._lock_of(path)
        if lock.tryLock(0):
            lock.unlock()
            return None
        _, process, *_ = lock.getLockInfo()
        return str(process)

    def _hold(self, path: Path | None) -> None:
        self.close()
        if path is not None:
            lock = self._lock_of(path)
            if lock.tryLock(0):
                self._lock = lock

    def _folder(self) -> Path:
        recent = self.recent()
        return recent[0].parent if recent and recent[0].parent.is_dir() else Path.home()

    def _file_name(self) -> str:
        kept = "".join(c if c.isalnum() else "_" for c in self.document.circuit.title.strip().lower())
        return kept[:60] or "mechanism"

    def _remember(self, path: Path) -> None:
        recent = [path, *(each for each in self.recent() if each != path)][:MOST_RECENT]
        QSettings().setValue("recent", [str(each) for each in recent])
        self.recent_changed.emit()

    def _forget(self, path: Path) -> None:
        if path in self.recent() and not path.exists():
            QSettings().setValue("recent", [str(each) for each in self.recent() if each != path])
            self.recent_changed.emit()
