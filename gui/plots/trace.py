"""One line of a plot, and the state shared by all plots of the panel."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from PySide6.QtGui import QColor, QPen

from ..theme import Theme
from .axis import Axis
from .polylines import mixed, pen
from .series import Series

WIDTH, GHOST_WIDTH, GHOST, STALE = 1.75, 1.0, 0.45, 0.5


@dataclass(eq=False)
class PlotContext:
    """The view: time range, cursors, and latest time shown."""

    time: Axis = field(default_factory=lambda: Axis("s"))
    a: float = 0.0  # the time cursor
    b: float | None = None  # the second one
    until: float = math.inf  # while the view is paused nothing newer is shown
    is_stale: bool = False  # the circuit has changed since

    @property
    def end(self) -> float:
        return min(self.time.high, self.until)

    @property
    def beside_a(self) -> float:
        """A visible position for a second cursor: a quarter of the range earlier, or later near the start."""
        apart = (self.end - self.time.low) / 4
        return self.a - apart if self.a - apart > self.time.low else self.a + apart


@dataclass(eq=False)
class Trace:
    """One line. For an earlier run (`run` is its index) it is thin and dashed."""

    series: Series
    axis: Axis
    number: int  # of its colour
    run: int | None = None
    x: Series | None = None  # the x variable, if not time
    is_hidden: bool = False

    @property
    def name(self) -> str:
        return self.series.name

    def pen(self, theme: Theme, is_stale: bool) -> QPen:
        colour, panel = curve_colour(theme, self.number), theme.colour("panel")
        if self.run is not None:
            return pen(mixed(panel, colour, GHOST), GHOST_WIDTH)
        return pen(mixed(colour, panel, STALE) if is_stale else colour, WIDTH)


def curve_colour(theme: Theme, number: int) -> QColor:
    """In the order of the theme; beyond it the same colours closer to the text colour, then paler."""
    colours = theme.colours["curves"]
    colour, lap = QColor(colours[number % len(colours)]), number // len(colours) % 3
    return (colour, mixed(colour, theme.colour("text"), 0.55), mixed(colour, theme.colour("panel"), 0.45))[lap]


def axes_for(units: list[tuple[str, float]]) -> list[Axis]:
    """One per shown unit, in order of appearance."""
    return [Axis(unit, scale) for unit, scale in dict.fromkeys(units)]
