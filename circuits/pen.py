"""Draws the examples: a chain runs from left to right, sources and dampers are placed above the joints they act on."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from mars.document.circuit import Circuit
from mars.pictures.sheet.symbols import symbols

ABOVE = 120  # height of a source or damper over the chain
WIDTH = {"bodies": 80, "joints": 60, "sources": 60, "dynamics": 60, "meters": 60}
GAP = 60  # between two symbols of a chain

Place = tuple[int, int]


def place_of(circuit: Circuit, end: str) -> Place:
    """Position of a port or junction on the sheet."""
    if end.startswith("#"):
        x, y = circuit.drawing["junctions"][end]
    else:
        name, port = end.split(".", 1)
        x, y = symbols(circuit)[name].terminals[port].at
    return int(x), int(y)


def meet(circuit: Circuit, *ends: str, at: tuple[int, int]) -> None:
    """Link the ends; more than two meet in a junction at the given position."""
    links = circuit.connect(*ends)
    if len(ends) > 2:
        (junction,) = {end for link in links for end in (link.a, link.b) if end.startswith("#")}
        circuit.drawing.setdefault("junctions", {})[junction] = list(at)


def wire(circuit: Circuit, a: str, b: str, *corners: Place) -> None:
    """A link through the given corners, which the router leaves unchanged."""
    (link,) = circuit.connect(a, b)
    route = [list(point) for point in (place_of(circuit, a), *corners, place_of(circuit, b))]
    circuit.drawing.setdefault("links", {})[link.key] = {"route": route, "mode": "kept"}


def label(circuit: Circuit, side: str, *names: str) -> None:
    """Place the names of components on one side, regardless of other items there."""
    for name in names:
        circuit.drawing["components"][name]["label"] = side


def rail(circuit: Circuit, y: int, *ends: str) -> None:
    """Link the ends along a horizontal wire at height y, with a junction in each column except for single ends at its tips."""
    places = {end: place_of(circuit, end) for end in ends}
    columns: dict[int, list[str]] = {}
    for end in sorted(ends, key=lambda end: places[end][0]):
        columns.setdefault(places[end][0], []).append(end)
    tips = {min(columns), max(columns)}
    marks = []
    for x, hanging in columns.items():
        if x in tips and len(hanging) == 1:
            marks.append(hanging[0])
            continue
        mark = f"#{len(circuit.drawing.setdefault('junctions', {})) + 1}"
        circuit.drawing["junctions"][mark] = [x, y]
        marks.append(mark)
        for end in hanging:
            circuit.connect(mark, end)
    for a, b in pairwise(marks):
        circuit.connect(a, b)


class Pen:
    """Draws a circuit: `chain` continues to the right, `above` adds a component over a joint, `link` connects existing ports."""

    def __init__(self, title: str, note: str, **settings: Any):
        self.circuit = Circuit(title, note=note, **settings)
        self.end = ""  # the port from which the chain continues
        self.right = self.row = 0  # right edge of the last symbol, height of the row
        self.return_height = 0  # of the line that leads back to the left edge

    def base(self, name: str = "Base1", **values: Any) -> None:
        """The base at the left, its port towards the chain."""
        self.circuit.add("bodies.base", name, at=(0, self.row), turn=1, **values)
        self.end, self.right = f"{name}.1", 20

    def chain(self, kind: str, name: str, entry: str = "1", way_out: str = "2", **values: Any) -> None:
        """The next component of the chain, linked to the previous one. If entered from the right it is drawn flipped."""
        half = WIDTH[kind.partition(".")[0]] // 2
        x = (self.right + GAP + half + 19) // 20 * 20
        flip = kind.startswith("bodies.") and entry != "1"
        self.circuit.add(kind, name, at=(x, self.row), flip=flip, **values)
        self.right = x + half
        if self.end:
            self.link(self.end, f"{name}.{entry}")
        self.end = f"{name}.{way_out}"

    def fold(self, depth: int, room: int) -> None:
        """Continue in a new row: the next link runs back to the left edge, leaving room above that row."""
        self.row += depth
        self.right, self.return_height = 20, self.row - room

    def above(self, kind: str, name: str, port: str, aside: int = 0, turn: int = 0, **values: Any) -> None:
        """Add a component over a joint's scalar port or a junction, linked by its first declared port unless placed aside."""
        x, _ = place_of(self.circuit, port)
        self.circuit.add(kind, name, at=(x + aside, self.row - ABOVE), turn=turn, **values)
        if aside == 0:
            self.link(port, f"{name}.{next(iter(symbols(self.circuit)[name].terminals))}")

    def link(self, a: str, b: str, *corners: Place) -> None:
        """A link: straight, through the given corners, or back to the left edge if it leads down to another row."""
        circuit = self.circuit
        circuit.connect(a, b)
        start, stop = place_of(circuit, a), place_of(circuit, b)
        if not corners and start[1] != stop[1] and start[0] != stop[0]:
            right, left, height = start[0] + 40, stop[0] - 40, self.return_height
            corners = ((right, start[1]), (right, height), (left, height), (left, stop[1]))
        route = [list(point) for point in (start, *corners, stop)]
        circuit.drawing.setdefault("links", {})[f"{a} {b}"] = {"route": route}

    def junction(self, name: str, at: Place) -> None:
        self.circuit.drawing.setdefault("junctions", {})[name] = list(at)

    def finish(self, *, until: str, step: str, plots: list[list[str]], **start: Any) -> Circuit:
        """Run settings, plots and start values; `KN1__angle` in Python is `KN1.angle` in the circuit."""
        circuit = self.circuit
        circuit.run = {"until": until, "step": step}
        circuit.views = {"plots": plots}
        for name, value in start.items():
            circuit.set_start(name.replace("__", "."), value)
        return circuit
