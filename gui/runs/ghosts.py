"""Ghosts: runs that a branch has left, drawn pale beside it (`gui/plots/compared_runs.py`, `gui/view3d/run_overlays.py`)."""

from __future__ import annotations

from collections.abc import Iterable

from .recording import Recording


def keep_as_ghost(left: Recording, t: float) -> None:
    """Show the run that a branch leaves at t beside the branch, unless the branch holds all of it."""
    left.origin.is_ghost = left.origin.is_overlaid = t < left.last


def hide_ghosts(runs: Iterable[Recording]) -> None:
    """When a new run starts, the ghosts of earlier ones are no longer drawn."""
    for run in runs:
        if run.is_ghost:
            run.origin.is_overlaid = False
