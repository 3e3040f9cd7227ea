"""Switches: closed by a signal, or manually."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mars.component import SIGNAL, Cap, Choice, Icon, Mode, Parameter, Piece, Point, Port, Stroke

from .poles import Passive

LEADS = ("lead", "M-30,0 h14 M16,0 h14")
CONTACTS = ("solid", "M-17,0 a3,3 0 1 1 6,0 a3,3 0 1 1 -6,0 z M11,0 a3,3 0 1 1 6,0 a3,3 0 1 1 -6,0 z")
OPEN_ARM = ("line", "M-14,0 l26,-12")


class SwitchLaw(Passive):
    """A small resistance while closed and a large one while open; subclasses define `closed_part()`, 1 or 0."""

    letters = "S"
    on_resistance = Parameter(1e-3, "Ω", "resistance while closed", above=0)
    off_resistance = Parameter(1e8, "Ω", "resistance while open", above=0)

    def closed_part(self):
        raise NotImplementedError

    def law_between(self):
        part = self.closed_part()
        return self.p.current == self.across() * (part / self.on_resistance + (1 - part) / self.off_resistance)


class Switch(SwitchLaw, kind="electrical.switch"):
    """Switch: closed while a signal is above a threshold."""

    signal = Port(SIGNAL, at=(0, -30), help="control signal")
    threshold = Parameter(0.5, "1", "threshold above which it is closed", key_parameter=True)
    is_closed = Mode("1 while closed, −1 while open")
    icon = Icon(LEADS, ("lead:signal", "M0,-30 v22"), CONTACTS, OPEN_ARM)

    def closed_part(self):
        return (1 + self.is_closed) / 2

    def switches(self):
        yield Piece(self.is_closed, self.signal.value - self.threshold, words=("closes", "opens"))


@dataclass(frozen=True)
class Arm(Cap):
    """The arm of a switch, open or closed."""

    parameter: str = "closed"

    def strokes(self, values: Mapping[str, Any]) -> tuple[Stroke, ...]:
        return (("line", "M-14,0 h28") if self.part(values) else OPEN_ARM,)

    def is_at(self, point: Point, values: Mapping[str, Any], slack: float = 0.0) -> bool:
        return abs(point[0]) <= 14 + slack and -14 - slack <= point[1] <= 5 + slack


class HandSwitch(SwitchLaw, kind="electrical.hand_switch"):
    """Switch operated manually on the drawing, also during a run."""

    mode = Choice("toggle", help="whether it springs back when released", options=("toggle", "momentary"))
    closed = Parameter(0.0, "1", "1 while closed, else 0", minimum=0, maximum=1, by_hand=True)
    handle = Arm()
    icon = Icon(LEADS, CONTACTS)

    def closed_part(self):
        return self.closed
