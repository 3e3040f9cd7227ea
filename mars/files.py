"""Reading and writing of files: texts of a reasonable size, and every file that Mars writes completely or not at all."""

from __future__ import annotations

import os
import re
import secrets
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from mars.errors import DocumentError

LARGEST_FILE = 64 * 2**20
LEFT_OVER = 600  # seconds: a younger temporary file may be that of another computer, whose processes are not seen here
_TEMPORARY = re.compile(r"\..+\.(\d+)-[0-9a-f]{12}\.tmp")


def read_text(path: str | os.PathLike[str], wanted: str) -> str:
    """The text of a regular file of reasonable size."""
    path = Path(path)
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            what = "a folder" if stat.S_ISDIR(status.st_mode) else "not a regular file"
            raise DocumentError(
                "{path}: this is {what}. Choose {wanted}", code="wrong-file-type", path=path, what=what, wanted=wanted
            )
        if status.st_size > LARGEST_FILE:
            raise DocumentError(
                "{path}: the file is larger than 64 MB, too large for a circuit. Choose {wanted}",
                code="file-too-large",
                path=path,
                wanted=wanted,
            )
        content = path.read_bytes()
    except FileNotFoundError:
        raise DocumentError("{path}: no such file. Check the name and the folder", code="file-not-found", path=path) from None
    except (OSError, ValueError) as error:
        raise DocumentError(
            "{path}: cannot read the file ({reason})", code="file-unreadable", path=path, reason=_reason(error)
        ) from None
    if content.startswith(b"PK\x03\x04"):  # a zip archive, as stored runs are
        raise DocumentError(
            "{path}: this is a stored run (.marsrun) or another archive. Choose {wanted}, or open a stored run with mars run",
            code="wrong-file-type",
            path=path,
            wanted=wanted,
        )
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise DocumentError(
            "{path}: line {line} is not valid UTF-8. Choose {wanted}, or save the file as UTF-8",
            code="file-damaged",
            path=path,
            line=line,
            wanted=wanted,
        ) from None


def write_atomic(path: str | os.PathLike[str], content: str | bytes, *, durable: bool = True) -> None:
    """Write completely or not at all; an existing file keeps its mode, a symbolic link is preserved."""
    replacement = Replacement(path, durable=durable)
    try:
        replacement.write(content.encode() if isinstance(content, str) else content)
        replacement.finish()
    finally:
        replacement.cancel()


class Replacement:
    """The next content of a file, in a hidden file beside it until `finish`; `cancel` leaves everything as it was.

    `durable` waits for the disk, so that the content survives a power failure too.
    """

    def __init__(self, path: str | os.PathLike[str], *, durable: bool = True):
        self.path, self._durable = path, durable
        self._file: BinaryIO | None = None
        with self._reporting():
            self._target = Path(path).resolve()
            self._mode = stat.S_IMODE(self._target.stat().st_mode) if self._target.exists() else None
            if self._mode is not None and not (self._target.is_file() and os.access(self._target, os.W_OK)):
                raise DocumentError(
                    "{path}: write-protected or not a regular file. Save under another name", code="cannot-write", path=path
                )
            clear_left_over(self._target.parent)
            mark = f"{os.getpid()}-{secrets.token_hex(6)}"
            self._temporary = self._target.with_name(f".{self._target.name[:100]}.{mark}.tmp")
            # os.open rather than tempfile: a new file gets the permissions of the user's umask.
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
            self._file = os.fdopen(os.open(self._temporary, flags, 0o666), "wb")

    def write(self, data: bytes) -> None:
        assert self._file is not None
        with self._reporting():
            self._file.write(data)

    def finish(self) -> None:
        """Put the new content in the place of the old one."""
        file = self._file
        assert file is not None
        with self._reporting():
            file.flush()
            if self._durable:
                os.fsync(file.fileno())
            file.close()
            if self._mode is not None:
                self._temporary.chmod(self._mode)
            self._temporary.replace(self._target)
        self._file = None
        if self._durable:
            _sync_folder(self._target.parent)

    def cancel(self) -> None:
        """Remove the new content, unless it is finished."""
        file, self._file = self._file, None
        if file is not None:
            with suppress(OSError):
                file.close()
            self._temporary.unlink(missing_ok=True)

    @contextmanager
    def _reporting(self) -> Iterator[None]:
        try:
            yield
        except (OSError, ValueError) as error:
            self.cancel()
            remedy = "Check the folder and its permissions, or choose another location"
            raise DocumentError(
                "{path}: cannot write the file ({reason}). {remedy}",
                code="cannot-write",
                path=self.path,
                reason=_reason(error),
                remedy=remedy,
            ) from None


def clear_left_over(folder: Path) -> None:
    """Remove the temporary files of processes that died while writing into a folder."""
    with suppress(OSError):
        for entry in os.scandir(folder):
            found = _TEMPORARY.fullmatch(entry.name) if entry.name.startswith(".") else None
            if found and not is_alive(int(found[1])):
                with suppress(OSError):
                    if time.time() - entry.stat(follow_symlinks=False).st_mtime > LEFT_OVER:
                        Path(entry.path).unlink()


def is_alive(process: int) -> bool:
    """Whether a process of this computer is running."""
    if sys.platform == "win32":
        return True  # sending signal 0 would end it; its files are left alone
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True  # of another user
    return True


def _sync_folder(folder: Path) -> None:
    """A new name survives a power failure once its folder is written; not every system and file system can do that."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _reason(error: Exception) -> str:
    return (getattr(error, "strerror", None) or str(error)).lower()
