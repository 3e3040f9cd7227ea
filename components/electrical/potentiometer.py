"""Potentiometer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mars.component import ELECTRICAL, Component, Icon, Parameter, Point, Port, Stroke, Track


@dataclass(frozen=True)
class Wiper(Track):
    """An arrow that moves along the resistor."""

    parameter: str = "position"
    begin: float = 16.0
    end: float = -16.0

    def part(self, values: Mapping[str, Any]) -> float:
        return float(values[self.parameter])

    def value(self, values: Mapping[str, Any], part: float) -> float:
        return round(min(1.0, max(0.0, part)), 3)

    def strokes(self, values: Mapping[str, Any]) -> tuple[Stroke, ...]:
        x = self._x(values)
        return (("line", f"M0,-20 h{x:g} v9"), ("solid", f"M{x:g},-7 l-4,-8 h8 z"))

    def is_at(self, point: Point, values: Mapping[str, Any], slack: float = 0.0) -> bool:
        return abs(point[0] - self._x(values)) <= 5 + slack and -21 - slack <= point[1] <= slack


class Potentiometer(Component, kind="electrical.potentiometer"):
    """Resistor with a wiper that is moved manually, on the drawing, also during a run."""

    letters = "R"
    p = Port(ELECTRICAL, at=(-30, 0), help="end at position 1")
    n = Port(ELECTRICAL, at=(30, 0), help="end at position 0")
    wiper = Port(ELECTRICAL, at=(0, -30), open="free", help="wiper")
    resistance = Parameter(1000.0, "Ω", "resistance between the two ends", above=0, key_parameter=True)
    position = Parameter(
        0.5, "1", "position of the wiper, 0 at n and 1 at p", minimum=0, maximum=1, by_hand=True, key_parameter=True
    )
    end_resistance = Parameter(0.01, "Ω", "residual resistance between the wiper and each end", above=0)
    handle = Wiper()
    icon = Icon(("lead", "M-30,0 h10 M20,0 h10"), ("lead:wiper", "M0,-30 v10"), ("face", "M-20,-7 h40 v14 h-40 z"))

    def equations(self):
        above = (1 - self.position) * self.resistance + self.end_resistance
        below = self.position * self.resistance + self.end_resistance
        yield self.p.current == (self.p.voltage - self.wiper.voltage) / above
        yield self.n.current == (self.n.voltage - self.wiper.voltage) / below
        yield self.wiper.current == -self.p.current - self.n.current

    def stored(self):
        return 0.0

    def loss(self):
        up, down = self.p.voltage - self.wiper.voltage, self.n.voltage - self.wiper.voltage
        return up * self.p.current + down * self.n.current
