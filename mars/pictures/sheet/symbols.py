"""The symbols of a circuit on the sheet: strokes, box and terminals, rotated and flipped into place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import ceil, inf
from typing import Any

from mars.component.base import Component, PointedBody
from mars.component.declarations import Port
from mars.component.icon_paths import Box, Point, Stroke, bounds, distance, grown
from mars.document.circuit import Circuit
from mars.errors import DocumentError
from mars.formulas.expressions import Quantity
from mars.kinds.registry import kind_in
from mars.kinds.resolved import default_ports, default_values, resolve_values
from mars.pictures.style import OPEN_REACH, TIE_REACH

Direction = tuple[int, int]
LEFT, RIGHT, UP, DOWN = (-1, 0), (1, 0), (0, -1), (0, 1)


@dataclass(frozen=True)
class Place:
    """The position of a symbol's origin; it is flipped left to right first, then rotated clockwise in quarter turns."""

    at: tuple[int, int] = (0, 0)
    turn: int = 0
    flip: bool = False

    def moved(self, point: Point) -> Point:
        x, y = self.turned(point)
        return x + self.at[0], y + self.at[1]

    def turned(self, vector: Point) -> Point:
        x, y = vector
        if self.flip:
            x = -x
        for _ in range(self.turn % 4):
            x, y = -y, x
        return x, y

    def box(self, box: Box) -> Box:
        (a, b), (c, d) = self.moved(box[:2]), self.moved(box[2:])
        return min(a, c), min(b, d), max(a, c), max(b, d)


@dataclass(frozen=True)
class SymbolPort:
    """A port on the sheet. `domain` is empty if unknown; `open` is the meaning of the unlinked port."""

    name: str
    domain: str
    at: Point
    direction: Direction
    open: str = "free"
    reads: bool = False  # a signal input: its arrow points into the symbol

    @property
    def points(self) -> Direction:
        """The direction of its marker: with the flow of a signal, else out of the symbol."""
        return (-self.direction[0], -self.direction[1]) if self.reads else self.direction


@dataclass(frozen=True)
class Shape:
    """A symbol before it is placed: strokes and ports relative to its origin."""

    strokes: tuple[Stroke, ...]
    terminals: tuple[SymbolPort, ...]
    box: Box


@dataclass(frozen=True)
class Symbol:
    """A placed component."""

    name: str
    kind_name: str
    kind: type[Component] | None
    values: Mapping[str, Any]
    shape: Shape
    place: Place
    terminals: dict[str, SymbolPort]
    box: Box
    disabled: bool = False
    wrong: frozenset[str] = field(default_factory=frozenset)  # parameters with unreadable values

    @property
    def ports(self) -> Mapping[str, Port]:
        """The ports declared by its kind for its values."""
        return self.kind.ports_for(self.values) if self.kind is not None else {}

    def put(self, place: Place) -> Symbol:
        """The same symbol at another position."""
        return symbol(self.name, self.kind_name, self.kind, self.values, self.shape, place, self.disabled, self.wrong)


def symbol(
    name: str,
    kind_name: str,
    kind: type[Component] | None,
    values: Mapping[str, Any],
    shape: Shape,
    place: Place,
    disabled: bool = False,
    wrong: frozenset[str] = frozenset(),
) -> Symbol:
    terminals = {}
    for t in shape.terminals:
        direction = place.turned(t.direction)
        turned = (int(direction[0]), int(direction[1]))
        terminals[t.name] = SymbolPort(t.name, t.domain, place.moved(t.at), turned, t.open, t.reads)
    return Symbol(name, kind_name, kind, values, shape, place, terminals, place.box(shape.box), disabled, wrong)


def shape_of(kind: type[Component], ports: Mapping[str, Port] | None = None, values: Mapping[str, Any] | None = None) -> Shape:
    """The symbol of a kind; plates grow to cover the ports of further points, handles are positioned by the values."""
    ports = default_ports(kind) if ports is None else ports
    values = default_values(kind) if values is None else values
    declared = tuple((p.name, p.domain.name, p.at, p.open, p.domain.informs and not p.gives) for p in ports.values())
    shape = _shape(kind, declared, kind.icon_for(values).strokes)
    if kind.handle is None:
        return shape
    return replace(shape, strokes=shape.strokes + kind.handle.strokes(values))


Declared = tuple[str, str, tuple[int, int], str, bool]  # a port: name, domain, position, open, reads


@lru_cache(1024)
def _shape(kind: type[Component], ports: tuple[Declared, ...], strokes: tuple[Stroke, ...]) -> Shape:
    box = bounds(d for _, d in strokes)
    lowest = max((at[1] for _, _, at, _, _ in ports), default=0)
    right = max((bounds([d])[2] for role, d in strokes if role == "face"), default=-inf)
    if issubclass(kind, PointedBody) and lowest > 0 and right >= 40:
        strokes = grown(strokes, lowest)
    strokes += _missing_leads(strokes, ports)
    box = bounds(d for _, d in strokes)
    terminals = tuple(SymbolPort(name, domain, at, side(at, box), open_, reads) for name, domain, at, open_, reads in ports)
    return Shape(strokes, terminals, box)


def _missing_leads(strokes: tuple[Stroke, ...], ports: tuple[Declared, ...]) -> tuple[Stroke, ...]:
    """A lead to the centre line for every port that no stroke of the symbol meets."""
    drawn = [d for _, d in strokes]
    left, _, right, _ = bounds(d for role, d in strokes if role == "face")
    leads = []
    for name, _, (x, y), _, _ in ports:
        if distance((x, y), drawn) > 1:
            inner = x - 10 if x > 0 else x + 10
            edge = right if x > 0 else left
            leads.append((f"lead:{name}", f"M{x},{y} H{inner} V0 H{edge:g}"))
    return tuple(leads)


def side(at: Point, box: Box) -> Direction:
    """The outward direction at a port: through the nearest side of the box."""
    x, y = at
    sides = ((x - box[0], LEFT), (box[2] - x, RIGHT), (y - box[1], UP), (box[3] - y, DOWN))
    return min(sides, key=lambda each: each[0])[1]


def ghost_shape(ports: list[str]) -> Shape:
    """The dashed box of a kind that is not installed: its linked ports alternate left and right."""
    rows = max(1, ceil(len(ports) / 2))
    box = (-40.0, -20.0, 40.0, 20.0 * rows)
    places = [((-40, 20 * (i // 2)), LEFT) if i % 2 == 0 else ((40, 20 * (i // 2)), RIGHT) for i in range(len(ports))]
    terminals = tuple(SymbolPort(name, "", at, direction) for name, (at, direction) in zip(ports, places, strict=True))
    outline = f"M-40,-20 H40 V{20 * rows} H-40 z"
    return Shape((("dash", outline),), terminals, box)


def symbols(circuit: Circuit) -> dict[str, Symbol]:
    """All components in file order, at their positions; one without a position is at the origin."""
    variables = known_variables(circuit)
    linked = linked_ports(circuit)
    return {name: symbol_of(circuit, name, linked.get(name, ()), variables) for name in circuit.components}


def symbol_of(
    circuit: Circuit, name: str, linked: Sequence[str] | None = None, variables: Mapping[str, Quantity] | None = None
) -> Symbol:
    """One component; linked ports and the circuit's variables may be given if they are already known."""
    component = circuit.components[name]
    kind = kind_in(circuit, component.kind)
    place = place_of(section(circuit.drawing, "components").get(name)) or Place()
    if linked is None:
        linked = linked_ports(circuit).get(name, ())
    if kind is None:
        return symbol(name, component.kind, None, {}, ghost_shape(list(linked)), place, component.disabled)
    values, wrong = lenient_values(kind, name, component.values, known_variables(circuit) if variables is None else variables)
    shape = _with_unknown(shape_of(kind, kind.ports_for(values), values), linked)
    return symbol(name, component.kind, kind, values, shape, place, component.disabled, wrong)


_MAPPINGS, _PAIRS, _NUMBERS = (dict, Mapping), (list, tuple), (int, float)


def known_variables(circuit: Circuit) -> dict[str, Quantity]:
    """The evaluated variables; empty if one of them cannot be evaluated."""
    try:
        return circuit.variable_values()
    except DocumentError:
        return {}


def linked_ports(circuit: Circuit) -> dict[str, list[str]]:
    """For every component its linked ports, in the order of the links."""
    linked: dict[str, list[str]] = {}
    for link in circuit.links:
        for end in (link.a, link.b):
            owner, dot, port = end.partition(".")
            if dot and port not in linked.setdefault(owner, []):
                linked[owner].append(port)
    return linked


def _with_unknown(shape: Shape, linked: Sequence[str]) -> Shape:
    """Ports that are linked but unknown to the kind are shown below the symbol, so that their wires are visible."""
    known = {t.name for t in shape.terminals}
    extra = [port for port in linked if port not in known]
    if not extra:
        return shape
    bottom = 10 * ceil(shape.box[3] / 10 + 0.5)
    lost = tuple(SymbolPort(name, "", (20 * i - 10 * (len(extra) // 2) * 2, bottom), DOWN) for i, name in enumerate(extra))
    return Shape(shape.strokes, shape.terminals + lost, (*shape.box[:3], float(bottom)))


def lenient_values(
    kind: type[Component], name: str, typed: Mapping[str, Any], variables: Mapping[str, Quantity]
) -> tuple[dict[str, Any], frozenset[str]]:
    """The values as numbers, with defaults for unreadable ones, and the names of those."""
    values, complaints = resolve_values(kind, name, typed, variables)
    wrong = frozenset(p for p in kind.parameters if p not in values) if complaints else frozenset[str]()
    if wrong:
        spare = default_values(kind)
        values |= {p: spare[p] for p in wrong if p in spare}
    if "points" in wrong and isinstance(typed.get("points"), Mapping):
        values["points"] = dict.fromkeys(typed["points"])
    return values, wrong


def outer_box(symbol: Symbol, linked: set[str], margin: float = 0) -> Box:
    """The symbol's box with its open ports and ties; `linked` names the linked ports."""
    left, top, right, bottom = symbol.box
    left, top, right, bottom = left - margin, top - margin, right + margin, bottom + margin
    for terminal in symbol.terminals.values():
        if f"{symbol.name}.{terminal.name}" not in linked:
            reach = TIE_REACH if terminal.open == "reference" else OPEN_REACH
            (x, y), (dx, dy) = terminal.at, terminal.direction
            left, right = min(left, x - OPEN_REACH, x + dx * reach), max(right, x + OPEN_REACH, x + dx * reach)
            top, bottom = min(top, y - OPEN_REACH, y + dy * reach), max(bottom, y + OPEN_REACH, y + dy * reach)
    return left, top, right, bottom


def place_of(look: Any) -> Place | None:
    """The position stored in the file, or None; invalid data counts as missing. Fast: called for every component."""
    at = look.get("at") if isinstance(look, _MAPPINGS) else None
    if not isinstance(at, _PAIRS) or len(at) != 2:
        return None
    x, y = at
    if not isinstance(x, _NUMBERS) or not isinstance(y, _NUMBERS):
        return None
    turn = look.get("turn", 0)
    return Place((round(x), round(y)), turn % 4 if isinstance(turn, int) else 0, bool(look.get("flip")))


def section(drawing: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = drawing.get(name)
    return found if isinstance(found, Mapping) else {}
