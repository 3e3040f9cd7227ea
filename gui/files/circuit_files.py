"""Files of the editor: new, open, save, save as, recent ones; handles files that are open twice, newer or damaged."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, QSettings, Signal

from mars.document.circuit import Circuit
from mars.document.storage import load, save
from mars.editing.reroute import complete_drawing
from mars.errors import DocumentError
from mars.translation.example_texts import translated

from ..document.document import Document
from ..widgets.dialogs import Dialogs
from .user_folders import user_folder

MOST_RECENT = 12
RUN = ".marsrun"
Stamp = tuple[int, int, int]


class CircuitFiles(QObject):
    """Moves circuits between the document and the disk. Unreadable files are reported and left unchanged."""

    settling = Signal()  # the circuit is about to be written or closed: enter unfinished input now
    opened = Signal()  # a new or opened circuit is on the sheet
    saved = Signal(object)  # path
    recent_changed = Signal()
    run_chosen = Signal(object)  # path of a stored run, which is opened elsewhere

    def __init__(self, document: Document, dialogs: Dialogs, parent: QObject | None = None):
        super().__init__(parent)
        self.document, self.dialogs = document, dialogs
        self._lock: QLockFile | None = None
        self._is_asking = False
        self._seen: Stamp | None = None  # of the document's file when last read or written

    def new(self, circuit: Circuit, then: Callable[[], None] | None = None) -> None:
        """Start from a circuit without a file. `then` is called once it is on the sheet."""

        def show() -> None:
            self._show(circuit, None)
            if then is not None:
                then()

        self.leave(show)

    def open(self, path: Path) -> None:
        path = path.absolute()
        if path.suffix.lower() == RUN:
            self.run_chosen.emit(path)
            return
        self.settling.emit()
        stamp, circuit = _stamp(path), self._read(path)
        if circuit is None:
            self._forget(path)
            return

        def show() -> None:
            # Unsaved changes may have been written to this very file meanwhile.
            newest = circuit if _stamp(path) == stamp else self._read(path)
            if newest is not None:
                self._open_once(newest, path, self._show)

        self.leave(show)

    def ask_open(self) -> None:
        self.dialogs.ask_open_path(self.open)

    def open_copy(self, path: Path) -> None:
        """Open an example: its content without its file, title and notes in the current language."""
        try:
            self.new(translated(load(path), path))
        except DocumentError as error:
            self.dialogs.tell(self.tr("Could not open the file"), error.message)

    def recover(self, circuit: Circuit, path: Path | None, then: Callable[[], None] | None = None) -> None:
        """Open unsaved work of an earlier session: modified from the start. `then` is called once it is on the sheet."""

        def show(circuit: Circuit, path: Path | None) -> None:
            self._show(circuit, path)
            self.document.undo_stack.resetClean()
            if then is not None:
                then()

        self.leave(lambda: self._open_once(circuit, path, show))

    def save(self, then: Callable[[], None] | None = None) -> None:
        self.settling.emit()
        path = self.document.path
        if path is None:
            self.save_as(then)
        elif self._seen is None or _stamp(path) in (self._seen, None):
            self._write(path, then)
        else:
            self._ask_to_overwrite(path, then)

    def save_as(self, then: Callable[[], None] | None = None) -> None:
        self.settling.emit()
        proposed = self.document.path or self.proposed(".mars")

        def chosen(path: Path) -> None:
            holder = self._other_holder(path.absolute())
            if holder is None:
                self._write(path, then)
            else:
                title, detail = self.tr("Could not save the file"), self.tr("Choose another name.")
                self.dialogs.tell(title, self._held_text(path, holder), detail)

        self.dialogs.ask_save_path(proposed, chosen)

    def proposed(self, suffix: str) -> Path:
        """A path derived from the title, for a circuit without a file."""
        kept = "".join(c if c.isalnum() else "_" for c in self.document.root.title.strip().lower())
        return self._folder() / f"{kept[:60] or 'mechanism'}{suffix}"

    def leave(self, then: Callable[[], None]) -> None:
        """Continue once unsaved changes are saved or discarded; not if the user cancels."""
        self.settling.emit()
        if not self.document.is_modified:
            then()
            return
        if self._is_asking:  # one question at a time: its answer must be about the circuit that it names
            return
        self._is_asking = True

        def answered(answer: str) -> None:
            self._is_asking = False
            if answer == "save":
                self.save(then)
            elif answer == "discard":
                then()

        self.dialogs.ask_to_save(self.document.title, answered)

    def recent(self) -> list[Path]:
        stored = QSettings().value("recent") or []
        return [Path(each) for each in ([stored] if isinstance(stored, str) else stored)]

    def take_over(self, other: CircuitFiles) -> None:
        """Take the circuit of a window being closed, with its history; the file lock is kept."""
        self.document.take_over(other.document)
        self._lock, other._lock = other._lock, None
        self._seen = other._seen
        self.opened.emit()

    def close(self) -> None:
        if self._lock is not None:
            self._lock.unlock()
            self._lock = None

    def _show(self, circuit: Circuit, path: Path | None) -> None:
        complete_drawing(circuit)
        self._hold(path)
        self._seen = _stamp(path) if path is not None else None
        self.document.replace(circuit, path)
        if path is not None:
            self._remember(path)
        self.opened.emit()

    def _read(self, path: Path) -> Circuit | None:
        """The circuit of a file; None if it cannot be read, which is reported."""
        try:
            return load(path)
        except DocumentError as error:
            self.dialogs.tell(self.tr("Could not open the file"), error.message, self.tr("The file has not been changed."))
            return None

    def _open_once(self, circuit: Circuit, path: Path | None, show: Callable[[Circuit, Path | None], None]) -> None:
        """A file that another window has open is opened only after a warning: the later save would win."""
        holder = self._other_holder(path) if path is not None else None
        if path is None or holder is None:
            show(circuit, path)
            return

        def answered(choice: int) -> None:
            if choice >= 0:
                show(circuit, path if choice == 1 else None)

        warning = self.tr("Changes saved in one window will overwrite those made in the other.")
        text = f"{self._held_text(path, holder)} {warning}"
        self.dialogs.choose(self.tr("File already open"), text, [self.tr("Open a copy"), self.tr("Open anyway")], answered)

    def _held_text(self, path: Path, holder: str) -> str:
        text = self.tr("%1 is open in another window (process %2).")
        return text.replace("%1", path.name).replace("%2", holder)

    def _ask_to_overwrite(self, path: Path, then: Callable[[], None] | None) -> None:
        """Another program has written the file since it was read: ask before discarding either version."""
        text = self.tr("%1 has been changed by another program since you opened it. Saving will overwrite those changes.")

        def answered(choice: int) -> None:
            if choice == 0:
                self.save_as(then)
            elif choice == 1:
                self._write(path, then)

        choices = [self.tr("Save as…"), self.tr("Replace")]
        self.dialogs.choose(self.tr("File changed on disk"), text.replace("%1", path.name), choices, answered)

    def _write(self, path: Path, then: Callable[[], None] | None) -> None:
        path = path.absolute()
        try:
            save(self.document.root, path)
        except DocumentError as error:
            self.dialogs.tell(
                self.tr("Could not save the file"), error.message, self.tr("Your changes are still in this window.")
            )
            return
        self._seen = _stamp(path)
        if path != self.document.path:
            self._hold(path)
        self.document.set_path(path)
        self.document.undo_stack.setClean()
        self._remember(path)
        self.saved.emit(path)
        if then is not None:
            then()

    def _lock_of(self, path: Path) -> QLockFile:
        name = hashlib.sha256(os.fsencode(path.resolve())).hexdigest()[:24]
        lock = QLockFile(str(user_folder("locks") / f"{name}.lock"))
        lock.setStaleLockTime(0)
        return lock

    def _other_holder(self, path: Path) -> str | None:
        """The process that has the file open, if it is another one."""
        lock = self._lock_of(path)
        if self._lock is not None and self._lock.fileName() == lock.fileName():
            return None
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

    def _remember(self, path: Path) -> None:
        recent = [path, *(each for each in self.recent() if each != path)][:MOST_RECENT]
        QSettings().setValue("recent", [str(each) for each in recent])
        self.recent_changed.emit()

    def _forget(self, path: Path) -> None:
        if path in self.recent() and not path.exists():
            QSettings().setValue("recent", [str(each) for each in self.recent() if each != path])
            self.recent_changed.emit()


def _stamp(path: Path) -> Stamp | None:
    """Changes whenever the file is written; None if it does not exist."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino
