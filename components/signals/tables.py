"""Look-up tables in one and two variables; the corners of linear pieces are located exactly."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from mars.component import (
    SIGNAL,
    Choice,
    Component,
    DocumentError,
    Grid,
    Message,
    Mode,
    Numbers,
    Piece,
    Pieces,
    Port,
    Table,
    characteristic,
    piecewise,
)

from .block import Block, OneInput, box, glyph
from .limits import weight
from .linear import dot

MANY = 50  # knots whose corners are located; in finer tables this is left to step-size control


@dataclass
class Knots:
    """The position of x among increasing knots. Watched knots have a mode, on while x is beyond them; the table is extrapolated
    linearly beyond ends that have none."""

    x: Any
    places: Sequence[float]
    modes: Mapping[int, Any]

    def pieces(self) -> Iterator[Piece]:
        for i, mode in self.modes.items():
            place = self.places[i]
            yield Piece(
                mode,
                self.x - place,
                words=(Message("rises above {place:g}", place=place), Message("falls below {place:g}", place=place)),
            )

    def beyond(self, i: int) -> Any:
        return weight(self.modes[i]) if i in self.modes else float(i == 0)

    def kept(self) -> Any:
        """x, clipped to the watched ends."""
        first, last = self.places[0], self.places[-1]
        return first + self.beyond(0) * (self.x - first) + self.beyond(len(self.places) - 1) * (last - self.x)

    def shares(self) -> list[Any]:
        """Weights of the knots in the linear interpolation at x; they add up to 1."""
        count = len(self.places)
        shares: list[Any] = [1 - self.beyond(0), *[0.0] * (count - 2), self.beyond(count - 1)]
        for i, (low, high) in enumerate(pairwise(self.places)):
            here, along = self.beyond(i) - self.beyond(i + 1), (self.x - low) / (high - low)
            shares[i] += here * (1 - along)
            shares[i + 1] += here * along
        return shares


class Tabled(Component):
    """Has modes at knots along one or two axes."""

    @staticmethod
    def modes_at(axis: str, watched: Sequence[int]) -> dict[str, Mode]:
        names = [f"{axis}{i + 1}" for i in watched]
        return {name: Mode("1 beyond this knot of the table, −1 before it", name=name) for name in names}

    def knots_along(self, axis: str, x: Any, places: Sequence[float], watched: Sequence[int]) -> Knots:
        return Knots(x, places, {i: getattr(self, f"{axis}{i + 1}") for i in watched})


class Lookup(Tabled, OneInput, kind="signals.lookup"):
    """Looks a signal up in a table of pairs, with linear or smooth monotonic interpolation. Beyond its ends the table is held or
    extended."""

    letters = "TAB"
    table = Table(((-1, -1), (0, 0), (1, 0.5)), "", "pairs of signal and result, in ascending order of the signal")
    between = Choice("linear", help="interpolation between the pairs", options=("linear", "smooth"))
    ends = Choice("held", help="continuation beyond the ends", options=("held", "extended"))
    icon = box(glyph("M-13,-13 v25 h26 M-13,7 L-4,-3 L4,2 L12,-11"))

    @staticmethod
    def watched(table: Sequence[Any], between: str, ends: str) -> list[int]:
        """The knots that are corners: those of linear interpolation, and held ends."""
        inner = range(1, len(table) - 1) if between == "linear" and len(table) <= MANY else ()
        return [0, *inner, len(table) - 1] if ends == "held" else [*inner]

    @classmethod
    def modes_for(cls, values):
        return cls.modes_at("knot", cls.watched(values["table"], values["between"], values["ends"]))

    def knots(self) -> Knots:
        watched = self.watched(self.table, self.between, self.ends)
        return self.knots_along("knot", self.in_.value, [x for x, _ in self.table], watched)

    def equations(self):
        knots, (x, y) = self.knots(), np.transpose(self.table)
        if self.between == "smooth":
            yield self.out.value == piecewise(characteristic(self.table), knots.kept())
        elif len(x) <= MANY:
            yield self.out.value == dot(knots.shares(), y.tolist())
        else:
            yield self.out.value == piecewise(Pieces(x.tolist(), np.array([np.diff(y) / np.diff(x), y[:-1]])), knots.kept())

    def switches(self):
        yield from self.knots().pieces()


class Lookup2D(Tabled, Block, kind="signals.lookup_2d"):
    """Looks two signals up in a grid of numbers, with linear interpolation along x and y, held beyond its edges."""

    letters = "TAB"
    in_x = Port(SIGNAL, at=(-30, -10), name="x", help="signal that selects the row")
    in_y = Port(SIGNAL, at=(-30, 10), name="y", help="signal that selects the column")
    knots_x = Numbers((0, 1), "1", "x value of each row, ascending", least=2, structural=True)
    knots_y = Numbers((0, 1), "1", "y value of each column, ascending", least=2, structural=True)
    table = Grid(((0, 0), (0, 1)), "1", "results: one row per x value, one column per y value", structural=True)
    icon = box(("thin", "M-12,-12 h24 v24 h-24 z M-12,-4 h24 M-12,4 h24 M-4,-12 v24 M4,-12 v24"), reads=("x", "y"))

    @classmethod
    def check(cls, values):
        for name, word, found in (("knots_x", "rows", len(values["table"])), ("knots_y", "columns", len(values["table"][0]))):
            knots = values[name]
            if any(b <= a for a, b in pairwise(knots)):
                raise DocumentError(
                    "its {name} must be increasing. Sort them together with the {word} of its table",
                    code="not-increasing",
                    name=name,
                    word=word,
                )
            if found != len(knots):
                raise DocumentError(
                    "its table has {found} {word} for {count} {name}. There must be one for each",
                    code="size-mismatch",
                    found=found,
                    word=word,
                    count=len(knots),
                    name=name,
                )

    @classmethod
    def modes_for(cls, values):
        along_x, along_y = (cls.modes_at(axis, range(len(values[f"knots_{axis}"]))) for axis in "xy")
        return along_x | along_y

    def knots(self) -> tuple[Knots, Knots]:
        x, y = self.knots_x, self.knots_y
        along_x = self.knots_along("x", self.in_x.value, x, range(len(x)))
        return along_x, self.knots_along("y", self.in_y.value, y, range(len(y)))

    def equations(self):
        by_x, by_y = (knots.shares() for knots in self.knots())
        yield self.out.value == dot(by_x, [dot(by_y, row) for row in self.table])

    def switches(self):
        for knots in self.knots():
            yield from knots.pieces()
