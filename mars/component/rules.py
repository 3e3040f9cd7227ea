"""Switching rules for authors of kinds: sticking friction, stops, pieces of a law, grips, samples.

A component declares a `Hold` (a stream that enforces a constraint while it is on) and `Mode`s (numbers that are constant between
events), uses them in its equations, and yields from `switches()` the rules that govern them. The engine finds the events, selects
the modes and applies the impulses; one model covers all modes.

A hold is the force that the component exerts along the growing gap or rate, so that its power into the component is −hold·rate.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mars.clocks import Clock
from mars.component.lazy_casadi import ca

SLOW = 1e-8  # m/s: below this speed a slip keeps its initial direction


@dataclass
class Piece:
    """`mode` is 1 from where `enters` rises above zero until `leaves` falls below it, and −1 elsewhere."""

    mode: Any
    enters: Any
    leaves: Any = None  # None: the same expression
    words: tuple[str, str] | None = ("begins", "ends")  # for the event log; None: not an event worth reporting


@dataclass
class Floor:
    """`mode` is half above the largest whole number that is not above `value`, so that it is never zero."""

    mode: Any
    value: Any
    words: tuple[str, str] | None = None


@dataclass
class Sticks:
    """Coulomb's law: `hold` keeps `rate` at zero while it is within `limit` of `centre`; otherwise `direction` is the direction
    of slip.

    The component itself defines the force of slip, with `direction` (zero while it sticks) or with `unit_vector`. Rate and hold
    may be columns (a contact slips in a plane).
    """

    hold: Any
    rate: Any
    limit: Any
    direction: Any
    centre: Any = 0.0


@dataclass
class Stops:
    """One-sided: neither `gap` (or, without a gap, `rate`) nor `hold` is negative, and `hold` acts only where the gap is zero.

    A closing gap is an impact: the rate is reversed and multiplied by `restitution`; below `settle` it stays closed.
    """

    hold: Any
    gap: Any = None
    rate: Any = None
    restitution: Any = 0.0
    settle: Any = 1e-4


@dataclass
class Holds:
    """Always on: `hold` keeps `gap` at zero, as for the given motion of a point. Kinematic mode follows it without a hold."""

    hold: Any
    gap: Any
    rate: Any = None


@dataclass
class Grips:
    """While `mode` is above zero, `hold` keeps `gap` at zero; `reach` is the largest gap at which it can close.

    With a `pose`, pairs of (mode, expression), the modes take the values of the expressions on closing: the grip keeps the pose
    in which it closed.
    """

    hold: Any
    mode: Any
    gap: Any
    rate: Any
    reach: Any = 0.0
    pose: Any = ()


@dataclass
class Samples:
    """At the times offset + k·period, k = 0, 1, …, and at the start of a run, the `modes` take the `values`, all at the same
    time.

    Period and offset are numbers, so they come from structural parameters. In its values a component sees its own modes as they
    were before, and those of other components due at the same time as already updated: components are evaluated in order of their
    dependencies. A loop without a delay starts with its first component in the file, which sees the others as they were. Values
    need not be smooth: `floor` is allowed. Accelerations, and streams that depend on them, are those just before the sample.
    """

    modes: Any  # one or several, in a list or a column
    values: Any
    period: float
    offset: float = 0.0

    def __post_init__(self) -> None:
        self.modes, self.values = _column(self.modes), _column(self.values)
        if self.modes.shape != self.values.shape:
            raise ValueError(f"{self.modes.numel()} modes are to take {self.values.numel()} values")

    @property
    def clock(self) -> Clock:
        return Clock(float(self.period), float(self.offset))


Switch = Piece | Floor | Sticks | Stops | Holds | Grips | Samples


def unit_vector(rate: ca.SX, direction: ca.SX) -> ca.SX:
    """Unit vector of a slip in a plane; at zero rate the initial direction of the slip, which it never reverses."""
    along = ca.dot(rate, direction)
    slip = rate + (ca.fmax(along, 0.0) - along + SLOW) * direction
    return slip / ca.sqrt(ca.sumsqr(slip) + 1e-300)  # differentiable at zero too


def _column(numbers: Any) -> ca.SX:
    return ca.SX(ca.vertcat(*numbers)) if isinstance(numbers, list | tuple) else ca.SX(numbers)
