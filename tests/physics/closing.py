"""How well the loops of a run are closed."""

from __future__ import annotations

import numpy as np

import mars


def closure_gap(run: mars.Run) -> float:
    """The largest gap of any loop at any output time, in metres or radians."""
    model = run.model
    none = np.zeros(model.loops.size)
    gaps = [np.array(model.closure(x, none, model.parameters(t), t)[0]) for t, x in zip(run.time, run.states, strict=True)]
    return float(np.abs(gaps).max())
