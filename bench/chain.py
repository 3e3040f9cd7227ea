"""The mechanisms of the bench and the states in which they are measured, as plain numbers for every contestant."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

import numpy as np

from mars.verification.formalisms.chain import SerialChain

SIZES: tuple[int | str, ...] = (2, 7, 20, 50, 200, "panda")
DAMPING = 0.3  # N·m·s/rad in every joint, in the `simulate` bench only
START = 0.5  # rad, every joint, at rest
END_TIME = 3.0  # s
ACCURACY = 1e-7  # rad, of every coordinate at END_TIME
SIMULATED = 7  # joints of the `simulate` bench

_PANDA = Path(__file__).parents[1] / "tests" / "refs" / "robot_panda.json"


@lru_cache
def chain(size: int | str) -> SerialChain:
    """The spatial chain of `size` bodies (see `SerialChain.spatial`), or the Panda arm."""
    if size == "panda":
        return SerialChain.from_reference(json.loads(_PANDA.read_text())["parameters"])
    return SerialChain.spatial(int(size))


def state(size: int | str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """q, q̇ and drives of the `forward_dynamics` bench: all in motion, none of them zero."""
    n = len(chain(size))
    order = np.arange(n)
    return np.full(n, START), np.cos(order), 0.5 * np.sin(1.0 + order)
