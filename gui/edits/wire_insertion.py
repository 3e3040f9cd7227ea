"""Inserts a placed component into a wire; `canvas.gestures.palette_drop` decides whether a drop does so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Any, NamedTuple

from mars.component.base import Base, Joint
from mars.component.icon_paths import Point
from mars.document.circuit import Circuit, Link
from mars.document.links import replace_link
from mars.editing.reroute import reroute
from mars.errors import DocumentError
from mars.kinds.registry import kind_in
from mars.names import component_of
from mars.pictures.sheet.symbols import Direction, Place, Symbol, symbol_of
from mars.pictures.sheet.wire_shape import is_orthogonal, nearest, shifted, snapped, tidy

from .link_rules import WORDS, LinkRules
from .links import join
from .placement import create, shift
from .sheet_positions import FARTHEST, drawn, is_kept, link_of, on_grid, part, place, route_of, set_place, set_route_of

MARGIN = 20  # room for a wire between two components
LIES = tuple((turn, flip) for turn in (0, 1, 3, 2) for flip in (False, True))  # shafts and sliders upward first


class WireFit(NamedTuple):
    """How a component fits in a wire: the ports towards its two ends, and its turn and flip."""

    first: str
    second: str
    turn: int
    flip: bool


@drawn
def insert(circuit: Circuit, name: str, link_key: str) -> None:
    """Insert a placed component into a wire; one with a single matching port is linked to the wire instead.

    A joint's side 1 goes to the side of the base. The outer pieces of the wire are unchanged; if there is too little room, the
    components on one side move away.
    """
    link, name = link_of(circuit, link_key), circuit.component(name).name
    if name in (component_of(link.a), component_of(link.b)):
        raise DocumentError("{name}: already connected to this wire. Drop another component here", code="linked-twice", name=name)
    _lift_off(circuit, name, link)
    refusals = LinkRules(circuit, link.a)
    symbol = symbol_of(circuit, name)
    open_ports = [port for port in symbol.terminals if f"{name}.{port}" not in refusals.links_at]
    ports = [port for port in open_ports if symbol.terminals[port].domain == refusals.domain]
    if not ports:
        word = WORDS.get(refusals.domain, refusals.domain)
        raise DocumentError(
            "{name} has no unconnected {word} port for this wire. Drop a component that has one",
            code="no-fitting-port",
            name=name,
            word=word,
        )
    orders = _orders(circuit, link, symbol, ports)
    if not orders:
        join(circuit, f"{name}.{ports[0]}", link_key, place(circuit, name).at)
        return
    points = route_of(circuit, link)
    index, middle = nearest(points, symbol.place.at)
    way = _way_along(points, index)
    fit = _fit(symbol, orders, way)
    _put(circuit, link, symbol.put(Place((round(middle[0]), round(middle[1])), fit.turn, fit.flip)), fit, points, index)


@drawn
def insert_new(
    circuit: Circuit,
    kind: str,
    link_key: str,
    at: tuple[float, float],
    *,
    turn: int = 0,
    flip: bool = False,
    name: str | None = None,
    values: Mapping[str, Any] | None = None,
) -> str:
    """Insert a new component into a wire at a point; returns its name."""
    added = create(circuit, kind, name, values)
    set_place(circuit, added, Place(on_grid(at), turn % 4, flip))
    insert(circuit, added, link_key)
    return added


def _lift_off(circuit: Circuit, name: str, link: Link) -> None:
    """The route of the wire without the component dropped on it, which it may have avoided."""
    if is_kept(circuit, link):
        return
    own = place(circuit, name)
    set_place(circuit, name, Place((own.at[0], FARTHEST), own.turn, own.flip))
    part(circuit, "links").pop(link.key, None)
    reroute(circuit)
    set_place(circuit, name, own)


def _way_along(points: list[Point], index: int) -> Direction:
    (ax, ay), (bx, by) = points[index], points[index + 1]
    return ((bx > ax) - (bx < ax), (by > ay) - (by < ay)) if (ax, ay) != (bx, by) else (1, 0)


def _orders(circuit: Circuit, link: Link, symbol: Symbol, ports: list[str]) -> list[tuple[str, str]]:
    """Possible pairs of ports towards the first and the second end of a wire; none if only a single port fits.

    A joint has side 1 towards the base; a signal enters at an input and leaves at an output.
    """
    declared = symbol.ports
    if all(port in declared and declared[port].domain.informs for port in ports):
        behind = LinkRules(circuit, link.b, without=link)
        comes_from_b = any(map(behind.gives_signal, behind.node))
        into, out = (next((port for port in ports if declared[port].gives is gives), None) for gives in (False, True))
        return [(out, into) if comes_from_b else (into, out)] if into and out else []
    if len(ports) == 1:
        return []
    ways = {port: symbol.terminals[port].direction for port in ports}
    opposite = (pair for pair in combinations(ports, 2) if ways[pair[0]] == tuple(-a for a in ways[pair[1]]))
    one, other = next(opposite, (ports[0], ports[1]))
    if symbol.kind is not None and issubclass(symbol.kind, Joint):
        return [(other, one) if _root_end(circuit, link) == link.b else (one, other)]
    return [(one, other), (other, one)]


def _fit(symbol: Symbol, orders: list[tuple[str, str]], way: Direction) -> WireFit:
    """Turn along the wire; unchanged if that fits."""
    back = (-way[0], -way[1])
    for turn, flip in ((symbol.place.turn, symbol.place.flip), *LIES):
        lying = symbol.put(Place((0, 0), turn, flip)).terminals
        for first, second in orders:
            if lying[first].direction == back and lying[second].direction == way:
                return WireFit(first, second, turn, flip)
    return WireFit(*orders[0], symbol.place.turn, symbol.place.flip)


def _put(circuit: Circuit, link: Link, symbol: Symbol, fit: WireFit, points: list[Point], index: int) -> None:
    """Move the symbol onto the segment, make room for it, and cut the wire there."""
    way = _way_along(points, index)
    axis = 0 if way[0] else 1
    sign = way[axis]
    first, second = (symbol.terminals[port].at for port in (fit.first, fit.second))
    start, end = points[index][axis] * sign, points[index + 1][axis] * sign
    before = MARGIN if index == 0 else 0
    after = MARGIN if index == len(points) - 2 else 0
    length = (second[axis] - first[axis]) * sign
    lacking = snapped(before + length + after - (end - start) + 4)
    moved: set[str] = set()
    if lacking > 0 and (side := _side_to_move(circuit, link)):
        far_end, members = side
        step = lacking if far_end == link.b else -lacking
        dx, dy = step * way[0], step * way[1]
        moved = shift(circuit, members, dx, dy)
        cut_at = index + 1
        if far_end == link.b:
            points = [*points[:cut_at], *shifted(points[cut_at:], dx, dy)]
        else:
            points = [*shifted(points[:cut_at], dx, dy), *points[cut_at:]]
        start, end = points[index][axis] * sign, points[index + 1][axis] * sign
    low, high = start + before, end - after - length
    wanted = max(low, min(high, first[axis] * sign)) if low <= high else snapped((low + high) / 2)
    along = wanted - first[axis] * sign
    across = points[index][1 - axis] - first[1 - axis]
    shift_x, shift_y = (along * sign, across) if axis == 0 else (across, along * sign)
    at = symbol.place.at
    set_place(circuit, symbol.name, Place((round(at[0] + shift_x), round(at[1] + shift_y)), fit.turn, fit.flip))
    _cut_open(circuit, link, symbol.name, fit, points, index)
    reroute(circuit, {symbol.name, *moved})


def _cut_open(circuit: Circuit, link: Link, name: str, fit: WireFit, points: list[Point], index: int) -> None:
    mode = "kept" if is_kept(circuit, link) else "auto"
    news = Link(link.a, f"{name}.{fit.first}"), Link(f"{name}.{fit.second}", link.b)
    replace_link(circuit, link, *news)
    placed = symbol_of(circuit, name).terminals
    pieces = [*points[: index + 1], placed[fit.first].at], [placed[fit.second].at, *points[index + 1 :]]
    for new, piece in zip(news, pieces, strict=True):
        route = tidy(piece)
        if route is not None and is_orthogonal(route):
            set_route_of(circuit, new, route, mode)


def _side_to_move(circuit: Circuit, link: Link) -> tuple[str, set[str]] | None:
    """The components on one side of a link that is the only connection between two sides: the side without a base, else the
    second."""
    ahead, behind = (_reachable(circuit, end, link) for end in (link.b, link.a))
    if ahead & behind:
        return None
    if any(_is_base(circuit, name) for name in ahead) and not any(_is_base(circuit, name) for name in behind):
        return link.a, behind
    return link.b, ahead


def _reachable(circuit: Circuit, end: str, without: Link) -> set[str]:
    """The components connected to an end when a link is removed."""
    return {name for name in _distances(circuit, [end], without) if not name.startswith("#")}


def _distances(circuit: Circuit, starts: Iterable[str], without: Link) -> dict[str, int]:
    """Number of links from the starts (ends or components) to every connected component and junction."""
    near: dict[str, set[str]] = {}
    for link in circuit.links:
        if link != without:
            a, b = (end if end.startswith("#") else component_of(end) for end in (link.a, link.b))
            near.setdefault(a, set()).add(b)
            near.setdefault(b, set()).add(a)
    found: dict[str, int] = {}
    level, distance = [end if end.startswith("#") else component_of(end) for end in starts], 0
    while level:
        following = []
        for name in level:
            if name not in found:
                found[name] = distance
                following += near.get(name, ())
        level, distance = following, distance + 1
    return found


def _root_end(circuit: Circuit, link: Link) -> str | None:
    """The end of a link that is closer to a base; None if no base is found."""
    bases = [name for name in circuit.components if _is_base(circuit, name)]
    far = _distances(circuit, bases, link)
    a, b = (far.get(end if end.startswith("#") else component_of(end)) for end in (link.a, link.b))
    if a is None and b is None:
        return None
    return link.b if a is None or (b is not None and b < a) else link.a


def _is_base(circuit: Circuit, name: str) -> bool:
    kind = kind_in(circuit, circuit.components[name].kind) if name in circuit.components else None
    return kind is not None and issubclass(kind, Base)
