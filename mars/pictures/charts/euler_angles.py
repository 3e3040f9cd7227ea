"""Attitudes in readable form: three rotations about the fixed x, then y, then z axes, instead of a quaternion.

`S1.attitude.turn_x` is computed from `S1.attitude.w` … `.z`. Numbers only, so the editor can use it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

_TURNS = ("turn_x", "turn_y", "turn_z")


def quaternion_of(name: str) -> list[str]:
    """The four variables from which an angle is computed; empty if the name is not such an angle."""
    head, _, last = name.rpartition(".")
    return [f"{head}.{letter}" for letter in "wxyz"] if head.count(".") == 1 and last in _TURNS else []


def turns_among(names: Iterable[str]) -> dict[str, list[str]]:
    """For each quaternion among the names, by its first variable: its three angles."""
    known = dict.fromkeys(names)
    return {
        name: [f"{name[:-2]}.{turn}" for turn in _TURNS]
        for name in known
        if name.endswith(".w") and name.count(".") == 2 and all(f"{name[:-1]}{letter}" in known for letter in "xyz")
    }


def turn(name: str, parts: Sequence[np.ndarray], before: float | None = None) -> np.ndarray:
    """An angle in radians from the columns w x y z; it continues beyond half a turn, starting from `before`."""
    w, x, y, z = parts
    if name.endswith("_x"):
        angles = np.arctan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y))
    elif name.endswith("_y"):
        return np.arcsin(np.clip(2 * (w * y - z * x), -1.0, 1.0))
    else:
        angles = np.arctan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))
    if before is None:
        return np.unwrap(angles)
    return np.unwrap(np.concatenate([[before], angles]))[1:]
