"""A requested run: its folder, the run it branches from, the variables it watches from the start."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .ghosts import hide_ghosts, keep_as_ghost
from .recording import Origin, Recording


@dataclass(frozen=True)
class RunRequest:
    origin: Origin = field(default_factory=Origin)
    branch: tuple[Path, float] | None = None  # folder and time of the run that it branches from
    names: list[str] = field(default_factory=list)

    def recording(self, started: dict[str, Any], runs: Sequence[Recording]) -> Recording:
        """The recording at the start: empty, or a branch with the rows shared with the run it leaves."""
        left = next((each for each in runs if self.branch and each.origin.folder == self.branch[0]), None)
        if left is not None:
            made = left.until(started["t"], self.origin)
            kept = [each for each in left.interventions if each["t"] <= started["t"]]
            made.interventions.extend([*kept, *started["interventions"]])
            keep_as_ghost(left, started["t"])
        else:
            made = Recording({}, started["begin"], started["end"], self.origin)
            hide_ghosts(runs)
        made.begin, made.end, made.variables = started["begin"], started["end"], started["variables"]
        return made
