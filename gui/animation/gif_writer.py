"""Writes a GIF frame by frame: one palette for all frames, to avoid flicker, and only the changed area of each frame."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtGui import QImage

from mars.files import Replacement

from .gif_palette import ColourTable, chosen_colours

SAMPLES = 5
COLOURS = 255  # plus one for "unchanged"
LOOP_FOR_EVER = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"


def pixels_of(image: QImage) -> np.ndarray:
    """Rows of RGB values."""
    image = image.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return rows[:, : 3 * image.width()].reshape(image.height(), image.width(), 3).copy()


def sample_times(times: Sequence[float]) -> list[float]:
    """Evenly spaced times whose frames represent the colours of all."""
    return [times[i] for i in np.unique(np.linspace(0, len(times) - 1, SAMPLES).astype(int)).tolist()]


class GifWriter:
    """`samples` are the frames from which the colours are chosen. An unfinished GIF leaves no file behind."""

    def __init__(self, path: Path, samples: Iterable[QImage], fps: float):
        from PIL import Image

        self.path, self.fps = path, fps
        self._image: Any = Image
        self.palette = ColourTable(chosen_colours(np.concatenate([pixels_of(sample) for sample in samples]), COLOURS))
        self.before: np.ndarray | None = None
        self.count = 0
        self._due = 0.0  # end of the next frame, in hundredths of a second
        self._written = 0
        self._file = Replacement(path)

    def add(self, picture: QImage) -> None:
        from PIL.GifImagePlugin import getdata

        numbers = self.palette.numbers(pixels_of(picture))
        if self.before is None:
            self._file.write(self._header(picture.width(), picture.height()))
        self._due += 100 / self.fps
        hundredths = max(2, round(self._due) - self._written)  # many programs slow down shorter frames
        self._written += hundredths
        changed = np.ones_like(numbers, dtype=bool) if self.before is None else numbers != self.before
        rows, columns = np.flatnonzero(changed.any(axis=1)), np.flatnonzero(changed.any(axis=0))
        top, left = (int(rows[0]), int(columns[0])) if len(rows) else (0, 0)
        bottom, right = (int(rows[-1]) + 1, int(columns[-1]) + 1) if len(rows) else (1, 1)
        kept = np.where(changed, numbers, COLOURS)[top:bottom, left:right].astype(np.uint8)
        piece = self._image.fromarray(kept, "P")
        for data in getdata(piece, (left, top), duration=10 * hundredths, transparency=COLOURS, disposal=1):
            self._file.write(data)
        self.before = numbers
        self.count += 1

    def _header(self, width: int, height: int) -> bytes:
        table = self.palette.colours.tobytes().ljust(768, b"\0")
        return b"GIF89a" + width.to_bytes(2, "little") + height.to_bytes(2, "little") + b"\xf7\x00\x00" + table + LOOP_FOR_EVER

    def finish(self) -> None:
        """Complete the file."""
        self._file.write(b";")
        self._file.finish()

    def cancel(self) -> None:
        self._file.cancel()
