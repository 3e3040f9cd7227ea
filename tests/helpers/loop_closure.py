"""How well the loops of a run are closed."""

from __future__ import annotations

import numpy as np

import mars


def closure_gap(run: mars.Run) -> float:
    """The largest gap of any loop at any output time, in metres or radians."""
    return float(np.abs(run.gaps()).max())
