"""Handles of inputs that are moved manually: their appearance at a value, where they can be grabbed, how far they move.

Everything is in the coordinates of the symbol; travel is a fraction of the handle's whole range, from 0 to 1.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Point = tuple[float, float]
Stroke = tuple[str, str]
STEPS = 200  # positions on the whole range that a user can distinguish


@dataclass(frozen=True)
class Handle:
    """Moves one parameter between two others."""

    parameter: str = "value"
    lowest: str = "lowest"
    highest: str = "highest"

    def part(self, values: Mapping[str, Any]) -> float:
        """The position of the handle in its range, from 0 to 1; a value beyond an end is shown at that end."""
        low, high = values[self.lowest], values[self.highest]
        return min(1.0, max(0.0, (values[self.parameter] - low) / (high - low))) if high != low else 0.5

    def value(self, values: Mapping[str, Any], part: float) -> float:
        """The value at a fraction of the range, rounded; the ends exactly."""
        low, high = values[self.lowest], values[self.highest]
        if part <= 0.0 or part >= 1.0:
            return low if part <= 0.0 else high
        digits = _digits(abs(high - low))
        found = round(low + part * (high - low), digits)
        return found if digits > 0 else float(round(found))

    def strokes(self, values: Mapping[str, Any]) -> tuple[Stroke, ...]:
        raise NotImplementedError

    def is_at(self, point: Point, values: Mapping[str, Any], slack: float = 0.0) -> bool:
        """Whether a point is on the handle."""
        raise NotImplementedError

    def travel(self, before: Point, after: Point) -> float:
        """The fraction of its range by which the handle moves when dragged from one point to another."""
        raise NotImplementedError


@dataclass(frozen=True)
class Track(Handle):
    """A handle on a straight track along x."""

    begin: float = -24.0
    end: float = 24.0

    def _x(self, values: Mapping[str, Any]) -> float:
        return round(2 * (self.begin + self.part(values) * (self.end - self.begin))) / 2

    def strokes(self, values: Mapping[str, Any]) -> tuple[Stroke, ...]:
        return (("face", f"M{self._x(values) - 4:g},-9 h8 v18 h-8 z"),)

    def is_at(self, point: Point, values: Mapping[str, Any], slack: float = 0.0) -> bool:
        return abs(point[0] - self._x(values)) <= 5 + slack and abs(point[1]) <= 10 + slack

    def travel(self, before: Point, after: Point) -> float:
        return (after[0] - before[0]) / (self.end - self.begin)


@dataclass(frozen=True)
class Dial(Handle):
    """A round knob with a pointer, from lower left over the top to lower right."""

    radius: float = 12.0
    sweep: float = 270.0  # degrees

    def strokes(self, values: Mapping[str, Any]) -> tuple[Stroke, ...]:
        turn = math.radians(round(self.sweep * (self.part(values) - 0.5) / 2) * 2)  # from straight up, clockwise
        x, y = math.sin(turn), -math.cos(turn)
        r = self.radius
        pointer = f"M{0.35 * r * x:.2f},{0.35 * r * y:.2f} L{0.95 * r * x:.2f},{0.95 * r * y:.2f}"
        return ("face", f"M{-r:g},0 a{r:g},{r:g} 0 1 1 {2 * r:g},0 a{r:g},{r:g} 0 1 1 {-2 * r:g},0 z"), ("line", pointer)

    def is_at(self, point: Point, values: Mapping[str, Any], slack: float = 0.0) -> bool:
        return math.hypot(*point) <= self.radius + 1 + slack

    def travel(self, before: Point, after: Point) -> float:
        """By the angle about the centre."""
        turn = math.atan2(after[1], after[0]) - math.atan2(before[1], before[0])
        return math.degrees((turn + math.pi) % (2 * math.pi) - math.pi) / self.sweep


@dataclass(frozen=True)
class Cap(Handle):
    """A button that is up or down."""

    parameter: str = "pressed"
    radius: float = 11.0

    def part(self, values: Mapping[str, Any]) -> float:
        return float(values[self.parameter] >= 0.5)

    def value(self, values: Mapping[str, Any], part: float) -> float:
        return float(part >= 0.5)

    def strokes(self, values: Mapping[str, Any]) -> tuple[Stroke, ...]:
        r = self.radius
        role = "solid" if self.part(values) else "face"
        return ((role, f"M{-r:g},0 a{r:g},{r:g} 0 1 1 {2 * r:g},0 a{r:g},{r:g} 0 1 1 {-2 * r:g},0 z"),)

    def is_at(self, point: Point, values: Mapping[str, Any], slack: float = 0.0) -> bool:
        return math.hypot(*point) <= self.radius + 1 + slack

    def travel(self, before: Point, after: Point) -> float:
        return 0.0


def _digits(span: float) -> int:
    """Number of decimals that resolves `STEPS` values on the range."""
    return -math.floor(math.log10(span / STEPS)) if span > 0 and math.isfinite(span) else 3
