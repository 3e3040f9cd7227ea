"""Writes images to files, completely or not at all."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QImage

from mars.errors import DocumentError
from mars.files import write_atomic


def save_image(image: QImage, path: Path) -> None:
    """In the format of the file's suffix; raises DocumentError if the file cannot be written."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not image.save(buffer, path.suffix.lstrip(".").upper()):  # pyright: ignore[reportCallIssue, reportArgumentType]
        raise DocumentError("{path}: images are written as .png. Use this file extension", code="bad-format", path=path)
    write_atomic(path, bytes(buffer.data().data()))
