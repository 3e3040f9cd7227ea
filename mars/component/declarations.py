"""Declarations for authors of kinds: ports, parameters, states, results, an icon."""

from __future__ import annotations

from dataclasses import dataclass

from mars.component.domains import Domain
from mars.component.list_parameters import Grid, Numbers, Points, Table
from mars.component.parameters import (
    Axis,
    Choice,
    Count,
    Flag,
    Formula,
    Inertia,
    LawOf,
    Make,
    Orientation,
    Parameter,
    Text,
    Vector,
    Written,
    listed,
)

__all__ = [
    "Attitude", "Axis", "Choice", "Coordinate", "Count", "Demand", "Flag", "Formula", "Grid", "Hold", "Icon", "Inertia",
    "LawOf", "Make", "Mode", "Numbers", "Orientation", "Parameter", "Points", "Port", "Result", "State", "Table", "Text",
    "Vector", "Written", "listed",
]  # fmt: skip


@dataclass
class Port:
    """A declared terminal. `open` says what an unlinked port means: required, free or reference.

    `gives`: the component defines the value of the signal here, `self.<port>.value == …`; other signal ports are inputs. A bundle
    of signals has a `size`; an input bundle without a size takes the size of its source.
    """

    domain: Domain
    at: tuple[int, int]
    open: str = "required"
    name: str = ""
    help: str = ""
    gives: bool = False
    size: int = 0

    def __set_name__(self, owner: type, name: str) -> None:
        self.attribute = name
        self.name = self.name or name


@dataclass
class State:
    """A variable of the component whose rate is given by `der(state) == …`. The absolute tolerance of a run is relative to its
    `scale`: a pressure need not be known to 1e-10 Pa, while a volume in m³ needs a smaller tolerance."""

    unit: str
    help: str = ""
    start: float = 0.0
    name: str = ""
    scale: float = 1.0

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name


@dataclass
class Result:
    """A variable computed from others by `self.<name> == …`, as in meters."""

    unit: str
    help: str = ""
    name: str = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name


@dataclass
class Hold:
    """A stream that enforces a constraint of the component while it is on (`mars.component.rules`); zero while it is off."""

    unit: str
    help: str = ""
    size: int = 1
    name: str = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name


@dataclass
class Mode:
    """A number of the component that changes only at events (`mars.component.rules`)."""

    help: str = ""
    size: int = 1
    name: str = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name


@dataclass
class Demand:
    """Streams that the mechanism needs for given accelerations (`Component.demands`).

    There is one for each shaft and slider of the component, in the order of its ports.
    """

    help: str = ""
    name: str = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name


@dataclass
class Coordinate:
    """Position of one degree of freedom of a joint; its rate is the potential of the scalar port named `port`."""

    port: str
    help: str = ""
    name: str = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name


@dataclass
class Attitude:
    """A relative orientation kept as a unit quaternion; `ports` carry the angular velocity in the basis of side 1."""

    ports: tuple[str, str, str]
    help: str = ""
    name: str = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name


class Icon:
    """Vector drawing in roles, not styles.

    line, thin, dash (thin and dashed), solid, face (tint and line), letter (a line that stays upright when the symbol is turned),
    frame (vector lead), lead (in the colour of the first scalar port's domain), `lead:<port>` (in that of the named port's).
    """

    roles = ("line", "thin", "dash", "solid", "face", "letter", "frame", "lead")

    def __init__(self, *strokes: tuple[str, str]):
        for role, _ in strokes:
            if role not in self.roles and not role.startswith("lead:"):
                raise ValueError(f"unknown icon role {role!r}; the roles are {', '.join(self.roles)}, lead:<port>")
        self.strokes = strokes
