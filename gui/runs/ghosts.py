"""Ghosts: runs left by a branch, drawn pale beside it (`gui/plots/compared_runs.py`, `gui/view3d/run_overlays.py`)."""

from __future__ import annotations

from collections.abc import Iterable

from .recording import Recording


def keep_as_ghost(left: Recording, t: float) -> None:
    """Show the run left by a branch at t beside the branch, unless the branch contains all of it."""
    left.origin.is_ghost = left.origin.is_overlaid = t < left.last


def hide_ghosts(runs: Iterable[Recording]) -> None:
    """A new run hides the ghosts of earlier ones."""
    for run in runs:
        if run.is_ghost:
            run.origin.is_overlaid = False
