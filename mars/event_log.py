"""What a run's log of events holds: modes that changed, and impacts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True)
class Event:
    """A mode that changed."""

    t: float
    component: str
    what: str
    freedoms: int  # of the whole circuit from then on

    def __str__(self) -> str:
        left = "1 freedom" if self.freedoms == 1 else f"{self.freedoms} freedoms"
        return f"t = {self.t:.9g} s  {self.component} {self.what} ({left})"


@dataclass(frozen=True)
class Jump:
    """An impact: states before and after, impulses of all rows, parameters."""

    t: float
    before: np.ndarray
    after: np.ndarray
    impulses: np.ndarray
    p: np.ndarray
