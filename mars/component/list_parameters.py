"""Parameters that hold several values: tables, named points, rows of numbers, matrices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from mars.component import algebra
from mars.component.domains import AXES
from mars.component.parameters import Make, Orientation, Parameter, Vector, listed, short
from mars.errors import DocumentError
from mars.formulas.expressions import Quantity
from mars.messages import Message


@dataclass
class Table(Parameter):
    """Pairs (x, y) with increasing x. Structural."""

    structural: bool = True

    def resolve(self, typed: Any, variables: Mapping[str, Quantity], where: str) -> list[list[float]]:
        if not isinstance(typed, list | tuple) or not 2 <= len(typed) <= 2000:
            raise DocumentError(
                "{where} must be a list of 2 to 2000 pairs [x, y], such as [[0, 0], [1, 5]]", code="bad-value", where=where
            )
        pairs = [[self.number(a, variables, where) for a in listed(pair, 2, where)] for pair in typed]
        if any(b[0] <= a[0] for a, b in pairwise(pairs)):
            raise DocumentError("{where}: the x values must increase. Sort the pairs by x", code="bad-value", where=where)
        return pairs


@dataclass
class Points(Parameter):
    """Named points of a body: {"2": [x, y, z]} or {"2": {"place": […], "orientation": […]}}; each is a vector port."""

    unit: str = "m"
    help: str = ""

    def resolve(self, typed: Any, variables: Mapping[str, Quantity], where: str) -> dict[str, tuple[list[float], list[float]]]:
        if not isinstance(typed, Mapping):
            raise DocumentError(
                '{where} must give points by name, such as {{"2": [0.5, 0, 0]}}, not {given}',
                code="bad-value",
                where=where,
                given=short(typed),
            )
        place, turn = Vector(0, "m", ""), Orientation()
        points = {}
        for name, point in typed.items():
            if name == "1" or not name or "." in name:
                raise DocumentError(
                    "{where}: “{name}” cannot be used as a point name. Point 1 is the origin; use 2, 3, … or a word",
                    code="bad-name",
                    where=where,
                    name=name,
                )
            data = point if isinstance(point, Mapping) else {"place": point}
            at = place.resolve(data.get("place", [0, 0, 0]), variables, f"{where}.{name}")
            orientation = turn.resolve(data.get("orientation", [0, 0, 0]), variables, f"{where}.{name}.orientation")
            points[name] = (at, orientation)
        return points

    def symbolise(self, value: dict[str, Any], make: Make) -> dict[str, Any]:
        return {
            name: ([make(f"{name}.{axis}", a) for axis, a in zip(AXES, place, strict=True)], algebra.fixed_angles(turn))
            for name, (place, turn) in value.items()
        }


@dataclass
class Numbers(Parameter):
    """An ordered list of numbers."""

    least: int = 1
    most: int = 50

    def resolve(self, typed: Any, variables: Mapping[str, Quantity], where: str) -> list[float]:
        typed = typed.tolist() if isinstance(typed, np.ndarray) else typed
        if not isinstance(typed, list | tuple) or not self.least <= len(typed) <= self.most:
            count = f"{self.least}" if self.least == self.most else Message("{least} to {most}", least=self.least, most=self.most)
            example = ", ".join(["1", "0.5", "0.2"][i % 3] for i in range(max(self.least, 2)))
            raise DocumentError(
                "{where} must be a list of {count} numbers, such as [{example}], not {given}",
                code="bad-value",
                where=where,
                count=count,
                given=short(typed),
                example=example,
            )
        return [self.number(item, variables, Message("{where} item {i}", where=where, i=i + 1)) for i, item in enumerate(typed)]

    def symbolise(self, value: list[float], make: Make) -> list[Any]:
        return value if self.structural else [make(str(i + 1), number) for i, number in enumerate(value)]


@dataclass
class Grid(Parameter):
    """Rows of numbers of equal length; zero `rows` or `columns` means any number."""

    rows: int = 0
    columns: int = 0

    def resolve(self, typed: Any, variables: Mapping[str, Quantity], where: str) -> list[list[float]]:
        typed = typed.tolist() if isinstance(typed, np.ndarray) else typed
        listed_rows = isinstance(typed, list | tuple) and typed and all(isinstance(row, list | tuple) for row in typed)
        if not listed_rows or len({len(row) for row in typed}) != 1 or not typed[0]:
            raise DocumentError(
                "{where} must be a list of rows of equal length, such as [[1, 0], [0, 1]], not {given}",
                code="bad-value",
                where=where,
                given=short(typed),
            )
        size = len(typed), len(typed[0])
        for wanted, found, word in zip((self.rows, self.columns), size, ("rows", "columns"), strict=True):
            if wanted and wanted != found:
                raise DocumentError(
                    "{where}: expected {wanted} {word}, found {found}",
                    code="bad-value",
                    where=where,
                    found=found,
                    word=word,
                    wanted=wanted,
                )
        if size[0] * size[1] > 2000:
            raise DocumentError(
                "{where}: {rows} × {columns} numbers exceed the limit of 2000. Use a smaller table",
                code="bad-value",
                where=where,
                rows=size[0],
                columns=size[1],
            )
        places = [
            [Message("{where} row {i}, column {j}", where=where, i=i + 1, j=j + 1) for j in range(size[1])]
            for i in range(size[0])
        ]
        return [
            [self.number(item, variables, at) for item, at in zip(*both, strict=True)] for both in zip(typed, places, strict=True)
        ]

    def symbolise(self, value: list[list[float]], make: Make) -> list[list[Any]]:
        if self.structural:
            return value
        return [[make(f"{i + 1}.{j + 1}", number) for j, number in enumerate(row)] for i, row in enumerate(value)]
