"""A palette of 255 colours for all frames of a film, and the nearest colour for each pixel."""

from __future__ import annotations

import numpy as np

COMMON = 96  # colours kept exactly: background, bodies, lines
CHUNK = 2048


def packed(pixels: np.ndarray) -> np.ndarray:
    """Each pixel packed into one number."""
    red, green, blue = (pixels[..., k].astype(np.uint32) for k in range(3))
    return red << 16 | green << 8 | blue


def unpacked(numbers: np.ndarray) -> np.ndarray:
    return np.stack([numbers >> 16 & 255, numbers >> 8 & 255, numbers & 255], axis=-1).astype(np.uint8)


def chosen_colours(pixels: np.ndarray, count: int) -> np.ndarray:
    """The most frequent colours exactly, so that a smooth background shows no blotches, and the best fit for the rest."""
    from PIL import Image

    numbers, times = np.unique(packed(pixels), return_counts=True)
    if len(numbers) <= count:
        return unpacked(numbers)
    order = np.argsort(-times, kind="stable")
    common, rest = numbers[order[:COMMON]], order[COMMON:]
    others = np.repeat(numbers[rest], np.minimum(times[rest], 64))  # rare colours count too
    image = Image.fromarray(unpacked(others)[None])
    found = image.quantize(count - COMMON, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).getpalette() or []
    return np.concatenate([unpacked(common), np.array(found, dtype=np.uint8).reshape(-1, 3)[: count - COMMON]])


class ColourTable:
    """Caches its lookups: successive frames have few new colours."""

    def __init__(self, colours: np.ndarray):
        self.colours = colours  # (n, 3)
        self._known = np.full(1 << 24, -1, dtype=np.int16)

    def numbers(self, pixels: np.ndarray) -> np.ndarray:
        """Index of the nearest colour for each pixel."""
        wanted = packed(pixels)
        found = self._known[wanted]
        missing = np.unique(wanted[found < 0])
        for k in range(0, len(missing), CHUNK):
            part = missing[k : k + CHUNK]
            apart = unpacked(part)[:, None].astype(np.int32) - self.colours[None]
            self._known[part] = (apart * apart).sum(axis=2).argmin(axis=1)
        return (self._known[wanted] if len(missing) else found).astype(np.uint8)
