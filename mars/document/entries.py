"""The entries of a circuit: variables, components, links and start values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass
class Variable:
    """A number available in the whole circuit; a bare number is in `unit`, a formula may use earlier variables."""

    value: float | str
    unit: str = ""
    minimum: float | str | None = None
    maximum: float | str | None = None
    note: str = ""
    extra: dict[str, Any] = field(default_factory=dict)


@dataclass
class PlacedComponent:
    """One placed instance of a kind; `values` holds only those that differ from the kind's defaults."""

    name: str
    kind: str
    values: dict[str, Any] = field(default_factory=dict)
    disabled: bool = False
    extra: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Link:
    """A drawn connection; each end is a port (`KN1.2`) or a junction (`#1`)."""

    a: str
    b: str

    @property
    def key(self) -> str:
        return f"{self.a} {self.b}"

    @property
    def ends(self) -> frozenset[str]:
        return frozenset((self.a, self.b))

    def other(self, end: str) -> str:
        return self.b if end == self.a else self.a


@dataclass
class Start:
    """A start value: `fixed` is kept, `guess` may be changed to fit the circuit, `free` is computed."""

    value: float | str | list[float | str] | dict[str, Any] | None  # an attitude as in `mars.component.orientations`
    how: str = "fixed"
    extra: dict[str, Any] = field(default_factory=dict)
