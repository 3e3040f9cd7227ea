"""Entries of a run's event log: mode changes and impacts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mars.messages import Message

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True)
class Event:
    """A mode change."""

    t: float
    component: str
    what: str
    freedoms: int  # of the whole circuit from this time on

    def __str__(self) -> str:
        return str(self.message)

    @property
    def message(self) -> Message:
        left = "1 degree of freedom" if self.freedoms == 1 else Message("{freedoms} degrees of freedom", freedoms=self.freedoms)
        fields = {"t": self.t, "component": self.component, "what": Message(self.what), "left": left}
        return Message("t = {t:.9g} s  {component} {what} ({left})", self.code, **fields)

    @property
    def code(self) -> str:
        """`impact`, or `switch` for a mode change without one."""
        return Message(self.what).code or "switch"


@dataclass(frozen=True)
class Jump:
    """An impact: states before and after, impulses of all rows, parameters."""

    t: float
    before: np.ndarray
    after: np.ndarray
    impulses: np.ndarray
    p: np.ndarray
