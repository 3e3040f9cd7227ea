"""What the author of a kind says about switching: friction that sticks, stops, pieces of a law, grips, samples.

A component declares a `Hold` (a stream that a constraint needs while it is on) and `Mode`s (numbers that are constant between
events), writes its equations with them, and yields from `switches()` which of these rules they obey. The engine finds the events,
chooses the modes and applies the impulses; there is one model for all modes.

A hold is the force that the component exerts along the growing gap or rate, so that its power into the component is −hold·rate.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mars.clocks import Clock
from mars.component.lazy_casadi import ca

SLOW = 1e-8  # m/s: slower than this a slip keeps the direction in which it began


@dataclass
class Piece:
    """`mode` is 1 from where `enters` rises above zero to where `leaves` falls below it, and −1 elsewhere."""

    mode: Any
    enters: Any
    leaves: Any = None  # None: the same expression
    words: tuple[str, str] = ("begins", "ends")  # for the log of events


@dataclass
class Sticks:
    """Coulomb's law: `hold` keeps `rate` at zero while it is within `limit`; else `direction` is the sense of the slip.

    The component itself gives the force of slip, with `direction` (zero while it sticks) or with `unit_vector`. Rate and hold may
    be columns (a contact slips in a plane).
    """

    hold: Any
    rate: Any
    limit: Any
    direction: Any


@dataclass
class Stops:
    """One-sided: `gap` (or, without a gap, `rate`) is not negative, and neither is `hold`, which acts only where it is zero.

    A gap that closes is an impact: the rate is turned round and multiplied by `restitution`; below `settle` it stays closed.
    """

    hold: Any
    gap: Any = None
    rate: Any = None
    restitution: Any = 0.0
    settle: Any = 1e-4


@dataclass
class Holds:
    """Always on: `hold` keeps `gap` at zero, as the given motion of a point does. Kinematic mode follows it without a hold."""

    hold: Any
    gap: Any
    rate: Any = None


@dataclass
class Grips:
    """While `mode` is above zero, `hold` keeps `gap` at zero; `reach` is how large the gap may be at the closing.

    With a `pose`, pairs of (mode, expression), the modes take the values of the expressions at the closing: the grip keeps what
    it finds.
    """

    hold: Any
    mode: Any
    gap: Any
    rate: Any
    reach: Any = 0.0
    pose: Any = ()


@dataclass
class Samples:
    """At the times offset + k·period, k = 0, 1, …, and where a run begins, the `modes` take the `values`, all at the same time.

    Period and offset are numbers, so they come from structural parameters. In its values a component finds its own modes as they
    were before, those of others due at the same time as they are then: who depends on whom comes later. A ring without a delay
    begins with its first component in the file, which finds the others as they were. Nothing here has to be smooth: `floor` is
    welcome. Accelerations, and streams that depend on them, are those just before.
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


Switch = Piece | Sticks | Stops | Holds | Grips | Samples


def unit_vector(rate: ca.SX, direction: ca.SX) -> ca.SX:
    """Unit vector of a slip in a plane; at rate zero the direction in which the slip began, from which it never turns back."""
    along = ca.dot(rate, direction)
    slip = rate + (ca.fmax(along, 0.0) - along + SLOW) * direction
    return slip / ca.sqrt(ca.sumsqr(slip) + 1e-300)  # has a slope at zero too


def _column(numbers: Any) -> ca.SX:
    return ca.SX(ca.vertcat(*numbers)) if isinstance(numbers, list | tuple) else ca.SX(numbers)
