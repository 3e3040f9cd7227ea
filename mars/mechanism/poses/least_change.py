"""The smallest change of coordinates that closes gaps to first order, in order of precedence.

Coordinates without a start value move first; those with a guess move only as far as the others leave gaps, and as little as that
allows. Used by the editor's search and by the model's assembly.
"""

from __future__ import annotations

import numpy as np

VANISHING = 1e-12  # of the largest row: not scaled up
CUTOFF = 1e-9  # of the largest singular value, for the least change
CLOSED = 1e-12  # of the gap: nothing is left for the guesses


def least_change(K: np.ndarray, gap: np.ndarray, free: np.ndarray, guessed: np.ndarray | None = None) -> np.ndarray:
    """d with K d = −gap, by least squares where that cannot be met; rank-revealing, rows scaled.

    `free` and `guessed` are masks of coordinates: only free ones move, of those the guessed ones last.
    """
    if not K.size or not np.all(np.isfinite(K)) or not np.all(np.isfinite(gap)):
        return np.zeros(K.shape[1])
    K = K * free
    scale = np.linalg.norm(K, axis=1)
    scale = np.where(scale > VANISHING * max(1e-300, float(scale.max())), 1 / np.maximum(scale, 1e-300), 0.0)
    K, gap = K * scale[:, None], gap * scale
    if guessed is None or not np.any(guessed * free):
        return free * (np.linalg.pinv(K, rcond=CUTOFF) @ -gap)
    first = K * (guessed == 0)
    inverse = np.linalg.pinv(first, rcond=CUTOFF)
    step = inverse @ -gap
    left = gap + first @ step
    if np.abs(left).max(initial=0.0) > CLOSED * np.abs(gap).max(initial=0.0):
        last = K * (guessed != 0)
        rest = last - first @ (inverse @ last)  # what the others cannot do
        rest[np.abs(rest) < CUTOFF] = 0.0  # rows have unit length
        moved = np.linalg.pinv(rest, rcond=CUTOFF) @ -left
        step = moved + inverse @ -(gap + last @ moved)
    return free * step
