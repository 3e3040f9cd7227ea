"""Storage of the points of a run while it is computed: in memory, or in files that survive the process.

Columns only grow and written data never changes, so readers may keep views. Files are mapped into memory: the system writes
them back, and everything is there even if the process is killed.
"""

from __future__ import annotations

import json
import mmap
import os
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from mars.errors import RunError

COUNT, ENDS, PARAMETERS, ABOUT = "count.i64", "ends.i64", "parameters.f64", "about.json"
ROOM = 128  # initial rows of files: many parts of a run are short


def column_file(number: int) -> str:
    """File name of a column: times, states, and further data of the method."""
    return ("t.f64", "x.f64", "more.f64")[number]


@contextmanager
def writing(folder: Path) -> Iterator[None]:
    """Turns errors of writing to a folder into a RunError."""
    try:
        yield
    except OSError as error:
        raise RunError(
            "cannot store the run in {folder}: {reason}. Free some disk space",
            code="cannot-write",
            folder=folder,
            reason=error.strerror or error,
        ) from None


class Store:
    """Columns of floats with one row for each point, and the segments: where each ends, and its parameters."""

    def __init__(self, shapes: Sequence[tuple[int, ...]], room: int):
        self.columns = [np.empty((room, *shape)) for shape in shapes]
        self.ends: list[int] = []  # number of steps at the end of each finished segment
        self.parameters: list[np.ndarray] = []

    def grow(self) -> None:
        self.columns = [np.concatenate([column, np.empty_like(column)]) for column in self.columns]

    def end_segment(self, steps: int) -> None:
        self.ends.append(steps)

    def begin_segment(self, p: np.ndarray) -> None:
        self.parameters.append(p.copy())

    def count(self, steps: int) -> None:
        """Mark so many steps as complete."""


class FileStore(Store):
    """The same in an existing folder. `about` is the metadata needed by `mars.records` to read it."""

    def __init__(self, shapes: Sequence[tuple[int, ...]], folder: Path, about: dict[str, Any]):
        self.ends, self.parameters = [], []
        self._folder, self._shapes = folder, shapes
        self._appended: dict[str, int] = {}  # open files: segments may be short
        self._counter = _mapped(folder / COUNT, 1, np.int64)
        self.columns = [self._column(i, ROOM) for i in range(len(shapes))]
        with writing(folder):
            (folder / ABOUT).write_text(json.dumps(about), "utf-8")

    def _column(self, number: int, room: int) -> np.ndarray:
        shape = self._shapes[number]
        flat = _mapped(self._folder / column_file(number), room * int(np.prod(shape, dtype=int)), np.float64)
        return flat.reshape(room, *shape)

    def grow(self) -> None:
        """Larger files, mapped again: nothing is copied, and views of the old mapping stay valid."""
        self.columns = [self._column(i, 2 * len(column)) for i, column in enumerate(self.columns)]

    def end_segment(self, steps: int) -> None:
        super().end_segment(steps)
        self._append(ENDS, np.array([steps], dtype=np.int64))

    def begin_segment(self, p: np.ndarray) -> None:
        super().begin_segment(p)
        self._append(PARAMETERS, p)

    def _append(self, name: str, numbers: np.ndarray) -> None:
        with writing(self._folder):
            if name not in self._appended:
                flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
                self._appended[name] = os.open(self._folder / name, flags, 0o666)
                weakref.finalize(self, os.close, self._appended[name])
            os.write(self._appended[name], numbers.tobytes())

    def count(self, steps: int) -> None:
        self._counter[0] = steps


def _mapped(path: Path, size: int, kind: Any) -> np.ndarray:
    """A file of `size` numbers as an array; a new one is filled with zeros."""
    length = max(1, size) * np.dtype(kind).itemsize
    with writing(path.parent), path.open("a+b") as file:
        file.truncate(length)
        if hasattr(os, "posix_fallocate"):  # a full disk is noticed here, not by a crash when a page is written
            os.posix_fallocate(file.fileno(), 0, length)
        return np.frombuffer(mmap.mmap(file.fileno(), length), dtype=kind)[:size]
