"""Positions on the sheet: symbols, wires, dots and labels of the document."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from mars.component.base import Joint
from mars.component.icon_paths import Box, Point
from mars.document.circuit import Circuit
from mars.document.entries import Link
from mars.pictures.sheet import junctions
from mars.pictures.sheet.draw import link_domains, link_looks
from mars.pictures.sheet.labels import Clutter, place_labels
from mars.pictures.sheet.layout import placed_symbols
from mars.pictures.sheet.router import route
from mars.pictures.sheet.symbols import Place, Symbol, outer_box, section
from mars.pictures.sheet.walls import Walls
from mars.pictures.sheet.wires import routes, stored_route, without_doubles

from ..document.instance_values import SheetInstance, line_there

FARTHEST = 1_000_000  # anything a file places farther out is shown here
MANY = 12  # this many wires without a route are routed together
TOO_MANY = 1500  # beyond this they are drawn straight, so that the user need not wait


class SheetLayout:
    """Reads the circuit and never changes it; positions and routes missing in the file are computed here."""

    def __init__(self, circuit: Circuit, where: SheetInstance | None = None):
        self.circuit, self.where = circuit, where
        self.symbols: dict[str, Symbol] = {name: near(symbol) for name, symbol in placed_symbols(circuit).items()}
        self.lines = {name: self.line(symbol) for name, symbol in self.symbols.items()}
        self.read_links()
        self.read_domains()
        self.junctions = self.junction_places()
        self.wires: dict[str, list[Point]] = {}
        self.route(self.links)
        self.drawn: dict[str, list[Point]] = {}
        self.dots: dict[str, list[Point]] = {}
        self.draw_nodes(self.nodes)
        self.boxes = {name: self.box(name) for name in self.symbols}
        self.clutter = Clutter()
        looks = section(circuit.drawing, "components")
        self.labels = place_labels(self.symbols, self.boxes, self.wires.values(), self.lines, looks, self.clutter)

    def line(self, symbol: Symbol) -> str:
        """The values below a symbol."""
        return line_there(self.circuit, symbol, self.where)

    def read_domains(self) -> None:
        self.domains = link_domains(self.circuit, self.symbols)
        self.looks = link_looks(self.circuit, self.symbols, self.domains)

    def read_links(self) -> None:
        circuit = self.circuit
        self.links: dict[str, Link] = {link.key: link for link in circuit.links}
        self.linked = {end for link in circuit.links for end in (link.a, link.b)}
        self.links_at: dict[str, list[str]] = defaultdict(list)  # component or junction -> keys of links that end there
        for key, link in self.links.items():
            for end in (link.a, link.b):
                self.links_at[end.partition(".")[0]].append(key)
        self.node = junctions.node_names(circuit)  # end -> name of its node
        self.nodes: dict[str, list[Link]] = defaultdict(list)
        for link in circuit.links:
            self.nodes[self.node[link.a]].append(link)

    def ports_linked(self, name: str) -> list[str]:
        """The ports of a component that wires end on, in the order of the links."""
        links = (self.links[key] for key in self.links_at.get(name, ()))
        ends = (end.partition(".") for link in links for end in (link.a, link.b))
        return list(dict.fromkeys(port for owner, _, port in ends if owner == name))

    def junction_places(self) -> dict[str, Point]:
        stored = section(self.circuit.drawing, "junctions")
        wanted = [end for end in self.linked if end.startswith("#")]
        found = {end: at for end in wanted if (at := _point(stored.get(end))) is not None}
        if len(found) == len(wanted):
            return found
        return {end: _clamped(at) for end, at in junctions.junction_places(self.circuit, self.symbols).items()}

    def end_place(self, end: str) -> tuple[Point, tuple[int, int] | None]:
        """Position of an end, and the direction out of its port; a junction has none."""
        return junctions.end_place(end, self.symbols, self.junctions)

    def has_end(self, end: str) -> bool:
        if end.startswith("#"):
            return end in self.junctions
        owner, _, port = end.partition(".")
        return owner in self.symbols and port in self.symbols[owner].terminals

    def route(self, keys: Iterable[str]) -> None:
        """The wires of links: as stored, else unchanged if they still meet both ends, else routed."""
        looks = section(self.circuit.drawing, "links")
        waiting = []
        for key in keys:
            link = self.links[key]
            (a, _), (b, _) = self.end_place(link.a), self.end_place(link.b)
            stored = stored_route(looks.get(key), a, b)
            old = self.wires.get(key)
            if stored and all(max(abs(x), abs(y)) <= 2 * FARTHEST for x, y in stored):
                self.wires[key] = stored
            elif not (old and old[0] == a and old[-1] == b):
                waiting.append(key)
        if len(waiting) > TOO_MANY:
            walls = Walls()
        elif len(waiting) > MANY:
            together = routes(self.circuit, self.symbols, self.junctions)
            self.wires |= {key: together[key] for key in waiting}
            return
        else:
            walls = Walls(outer_box(each, self.linked) for each in self.symbols.values()) if waiting else Walls()
        for key in waiting:
            link = self.links[key]
            self.wires[key] = route(*self.end_place(link.a), *self.end_place(link.b), walls)

    def draw_nodes(self, names: Iterable[str]) -> None:
        """Compute the strokes of the wires of these nodes, and their dots."""
        for name in names:
            links = self.nodes[name]
            self.drawn |= self.stroked(links, self.wires)
            self.dots[name] = self.parted(links, self.wires)

    def stroked(self, links: list[Link], wires: Mapping[str, list[Point]]) -> dict[str, list[Point]]:
        """The wires of one node, each without the parts another covers; those of disabled components come last."""
        if len(links) == 1:
            return {links[0].key: wires[links[0].key]}
        ordered = sorted(links, key=self.is_off)
        return without_doubles((link.key, "", wires[link.key]) for link in ordered)

    def parted(
        self, links: list[Link], wires: Mapping[str, list[Point]], symbols: dict[str, Symbol] | None = None
    ) -> list[Point]:
        """Where the wires of one node branch; `symbols` if some are about to move."""
        if len(links) == 1:
            return []
        part = Circuit()
        part.links = links
        symbols = self.symbols if symbols is None else symbols
        return [at for at, _ in junctions.branch_points(part, symbols, self.junctions, wires)]

    def is_off(self, link: Link) -> bool:
        """Whether a link ends on a disabled component."""
        owners = (end.partition(".")[0] for end in (link.a, link.b) if not end.startswith("#"))
        return any(self.symbols[owner].disabled for owner in owners)

    def box(self, name: str) -> Box:
        """A symbol's box including its open ports and ties."""
        return outer_box(self.symbols[name], self.linked, 1)

    def is_crowded(self, name: str) -> bool:
        """Whether a wire or a symbol is behind a label."""
        box = self.labels[name].box
        return self.clutter.covered(box) > 1.0 + (box[2] - box[0]) * (box[3] - box[1])

    def extent(self) -> Box | None:
        """Bounding box of everything but notes; None for an empty sheet."""
        boxes = [*self.boxes.values(), *(label.box for label in self.labels.values())]
        boxes += [(x, y, x, y) for points in self.wires.values() for x, y in points]
        if not boxes:
            return None
        lefts, tops, rights, bottoms = zip(*boxes, strict=True)
        return min(lefts), min(tops), max(rights), max(bottoms)

    def is_joint(self, name: str) -> bool:
        kind = self.symbols[name].kind
        return kind is not None and issubclass(kind, Joint)


def near(symbol: Symbol) -> Symbol:
    """Bring a symbol that a damaged file places out of reach to the edge of the sheet."""
    x, y = symbol.place.at
    if max(abs(x), abs(y)) <= FARTHEST:
        return symbol
    return symbol.put(Place((round(_limited(x)), round(_limited(y))), symbol.place.turn, symbol.place.flip))


def _limited(value: float) -> float:
    return max(-FARTHEST, min(FARTHEST, value))


def _clamped(at: Point) -> Point:
    return _limited(at[0]), _limited(at[1])


def _point(stored: Any) -> Point | None:
    if isinstance(stored, list | tuple) and len(stored) == 2 and all(isinstance(a, int | float) for a in stored):
        return _clamped((float(stored[0]), float(stored[1])))
    return None
