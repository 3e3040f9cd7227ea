"""Directions perpendicular to an axis."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mars.component import ca


def across(axis: Sequence[float]) -> ca.SX:
    """Two unit vectors perpendicular to a unit axis and to each other, as the columns of a matrix."""
    n = np.array(axis)
    first = np.eye(3)[np.abs(n).argmin()]
    first = first - n * (n @ first)
    first /= np.linalg.norm(first)
    return ca.SX(np.column_stack([first, np.cross(n, first)]))
