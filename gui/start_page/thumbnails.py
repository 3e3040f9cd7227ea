"""Thumbnails of circuit files, drawn without Qt and cached on disk by content, theme and language."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtGui import QPixmap

from mars.document.circuit import Circuit
from mars.document.storage import load
from mars.errors import MarsError
from mars.files import write_atomic
from mars.pictures.sheet.draw import draw
from mars.pictures.svg import png
from mars.translation.example_texts import translated
from mars.translation.languages import current, message

from ..files.user_folders import user_folder

VERSION = 1  # incremented when the appearance changes
WIDTH = 480
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[^\W\d_])")  # «Fig. 1» does not end a sentence


@dataclass(frozen=True)
class FilePreview:
    """Preview of a file without opening it."""

    title: str
    sentence: str
    circuit: Circuit | None  # None: the file cannot be read


def read_preview(path: Path) -> FilePreview:
    """Title and the first sentence of the note, in the current language."""
    try:
        circuit = translated(load(path), path)
    except MarsError as error:
        return FilePreview(path.stem, message(error.message), None)
    first = _SENTENCE.split(circuit.note.strip(), maxsplit=1)[0]
    return FilePreview(circuit.title or path.stem, f"{first}." if first and first[-1] not in ".!?" else first, circuit)


def picture_file(path: Path, theme: str) -> Path:
    """Where the thumbnail of a file is stored."""
    content = hashlib.sha256(path.read_bytes()).hexdigest()[:24]
    return user_folder("pictures") / f"{content}_{theme}_{current()}_{VERSION}.png"


def picture(path: Path, circuit: Circuit | None, theme: str) -> QPixmap:
    """The thumbnail, from the cache if possible; an empty one if it cannot be drawn."""
    try:
        file = picture_file(path, theme)
        found = QPixmap(str(file)) if file.exists() else QPixmap()
        if found.isNull() and circuit is not None:
            data = png(draw(circuit, theme=theme, width=WIDTH), scale=1.0)
            found.loadFromData(data)
            write_atomic(file, data)
    except (OSError, MarsError):
        return QPixmap()
    return found
