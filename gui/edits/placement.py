"""Components on the sheet: add, remove, move, turn, flip, align, distribute, disable."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from mars.component.icon_paths import Point
from mars.document.circuit import Circuit
from mars.document.links import unlink
from mars.editing.reroute import SheetWiring, reroute
from mars.errors import DocumentError
from mars.kinds.registry import kind_in, suggestion
from mars.messages import one_of
from mars.names import component_of
from mars.pictures.sheet.labels import SIDES as LABEL_SIDES
from mars.pictures.sheet.symbols import Place
from mars.pictures.sheet.wire_shape import GRID, extent, snapped

from .definitions import embedded
from .notes import move_notes, remove_notes
from .sheet_positions import (
    checked,
    drawn,
    is_kept,
    junction_place,
    link_of,
    on_grid,
    part,
    place,
    route_of,
    set_place,
    set_route_of,
    symbols_of,
)

SIDES = ("left", "centre", "right", "top", "middle", "bottom")
AXES = ("across", "down")


@drawn
def add(
    circuit: Circuit,
    kind: str,
    at: tuple[float, float],
    *,
    turn: int = 0,
    flip: bool = False,
    name: str | None = None,
    values: Mapping[str, Any] | None = None,
) -> str:
    """Place a new component on the grid; returns its name."""
    added = create(circuit, kind, name, values)
    set_place(circuit, added, Place(on_grid(at), turn % 4, flip))
    reroute(circuit, {added})
    return added


def create(circuit: Circuit, kind: str, name: str | None = None, values: Mapping[str, Any] | None = None) -> str:
    """A new component without a position; the definition of a library kind is added with it."""
    kind = embedded(circuit, kind)
    if kind_in(circuit, kind) is None:
        raise DocumentError("unknown kind {kind!r}. {suggestion}", code="unknown-kind", kind=kind, suggestion=suggestion(kind))
    added = circuit.add(kind, name).name
    for parameter, value in (values or {}).items():
        circuit.set(f"{added}.{parameter}", value)
    return added


@drawn
def remove(
    circuit: Circuit,
    components: Iterable[str],
    links: Iterable[str] = (),
    junctions: Iterable[str] = (),
    notes: Iterable[int] = (),
) -> None:
    """Remove components with their links, links by key, junctions with all links at them, and notes."""
    gone = set(junctions)
    found = {link_of(circuit, key) for key in links}
    found |= {link for link in circuit.links if link.a in gone or link.b in gone}
    unlink(circuit, [link for link in circuit.links if link in found])
    circuit.remove(*checked(circuit, components))
    remove_notes(circuit, notes)
    reroute(circuit)


@drawn
def move(
    circuit: Circuit,
    components: Iterable[str],
    dx: float,
    dy: float,
    junctions: Iterable[str] = (),
    notes: Iterable[int] = (),
) -> None:
    """Move by whole grid steps; junctions that join only moved components move too."""
    dx, dy = on_grid((dx, dy))
    names = checked(circuit, components)
    move_notes(circuit, notes, dx, dy)
    if not dx and not dy:
        return
    wiring = SheetWiring(circuit)
    reroute(circuit, shift(circuit, names, dx, dy, junctions, wiring), wiring=wiring)


def shift(
    circuit: Circuit,
    names: Iterable[str],
    dx: int,
    dy: int,
    junctions: Iterable[str] = (),
    wiring: SheetWiring | None = None,
) -> set[str]:
    """Move components with the junctions and wires among them; returns what moved. Other wires are not updated."""

    def moved(point: Point) -> Point:
        return point[0] + dx, point[1] + dy

    return _carry(circuit, wiring or SheetWiring(circuit), checked(circuit, names), junctions, moved, lambda old: old)


def turn(circuit: Circuit, components: Iterable[str], quarters: int = 1, about: tuple[float, float] | None = None) -> None:
    """Turn clockwise by quarter turns, one about its own position, several about their common centre."""
    _transform(circuit, components, Place(turn=quarters % 4), about)


def flip(circuit: Circuit, components: Iterable[str], about: tuple[float, float] | None = None, upright: bool = False) -> None:
    """Mirror left to right, or top to bottom if `upright` is set."""
    _transform(circuit, components, Place(flip=True, turn=2 if upright else 0), about)


@drawn
def _transform(circuit: Circuit, components: Iterable[str], change: Place, about: tuple[float, float] | None) -> None:
    names = checked(circuit, components)
    if not names or change == Place():
        return
    cx, cy = on_grid(about) if about is not None else _centre([place(circuit, name).at for name in names], change.turn % 2 == 1)

    def turned(point: Point) -> Point:
        x, y = change.turned((point[0] - cx, point[1] - cy))
        return x + cx, y + cy

    def lie(old: Place) -> Place:
        # A symbol is flipped first and turned afterwards, so mirroring reverses its turn.
        turns = change.turn + (-old.turn if change.flip else old.turn)
        return Place(old.at, turns % 4, old.flip != change.flip)

    wiring = SheetWiring(circuit)
    reroute(circuit, _carry(circuit, wiring, names, (), turned, lie), wiring=wiring)


def _carry(
    circuit: Circuit,
    wiring: SheetWiring,
    names: list[str],
    junctions: Iterable[str],
    moved: Callable[[Point], Point],
    lie: Callable[[Place], Place],
) -> set[str]:
    """Move components, junctions and the wires among them; returns what moved."""
    offsets: dict[str, tuple[float, float]] = dict.fromkeys([*names, *junctions], (1.0, 1.0))
    inner = {*offsets, *wiring.carried(offsets)}
    for link in circuit.links:  # the owner of a junction's name is the junction itself
        if component_of(link.a) in inner and component_of(link.b) in inner:
            points = route_of(circuit, link)
            if points:
                set_route_of(circuit, link, map(moved, points), "kept" if is_kept(circuit, link) else "auto")
    for name in names:
        old = place(circuit, name)
        x, y = moved(old.at)
        new = lie(old)
        set_place(circuit, name, Place((round(x), round(y)), new.turn, new.flip))
    for junction in inner:
        at = junction_place(circuit, junction) if junction.startswith("#") else None
        if at is not None:
            x, y = moved(at)
            part(circuit, "junctions")[junction] = [round(x), round(y)]
    return inner


def _centre(places: list[tuple[int, int]], quarter: bool) -> tuple[float, float]:
    """The centre of some positions, chosen so that all stay on the grid and four quarter turns restore the start."""
    left, top, right, bottom = extent(places)
    x, y = (left + right) / 2, (top + bottom) / 2
    half = GRID / 2
    x, y = half * round(x / half), half * round(y / half)
    if not quarter or (x + y) % GRID == 0:
        return x, y
    # Between lines in one direction only: of the two adjacent lines, the one on a white square of the chessboard.
    if x % GRID:
        return (x - half if (x - half + y) % (2 * GRID) == 0 else x + half), y
    return x, (y - half if (x + y - half) % (2 * GRID) == 0 else y + half)


@drawn
def align(circuit: Circuit, names: Iterable[str], side: str) -> None:
    """Align components: their left, right, upper or lower edges, or their middles."""
    if side not in SIDES:
        raise DocumentError(
            "cannot align components by {side!r}. Use one of: {sides}", code="bad-option", sides=", ".join(SIDES), side=side
        )
    members = checked(circuit, names)
    boxes = {name: symbol.box for name, symbol in symbols_of(circuit, members).items()}
    if len(members) < 2:
        return
    axis = 0 if side in SIDES[:3] else 1
    if side in ("centre", "middle"):
        ats = sorted(place(circuit, name).at[axis] for name in members)
        line = snapped((ats[0] + ats[-1]) / 2)
        steps = {name: line - place(circuit, name).at[axis] for name in members}
    elif side in ("left", "top"):
        line = min(box[axis] for box in boxes.values())
        steps = {name: snapped(line - box[axis]) for name, box in boxes.items()}
    else:
        line = max(box[axis + 2] for box in boxes.values())
        steps = {name: snapped(line - box[axis + 2]) for name, box in boxes.items()}
    _apart(circuit, steps, axis)


@drawn
def distribute(circuit: Circuit, names: Iterable[str], axis: str = "across") -> None:
    """Equal steps between the positions of components; the outermost two stay."""
    if axis not in AXES:
        raise DocumentError("cannot distribute components {axis!r}. Use {axes}", code="bad-option", axes=one_of(AXES), axis=axis)
    along = AXES.index(axis)
    members = sorted(checked(circuit, names), key=lambda name: place(circuit, name).at[along])
    if len(members) < 3:
        return
    first, last = (place(circuit, members[i]).at[along] for i in (0, -1))
    pitch = (last - first) / (len(members) - 1)
    inner = list(enumerate(members))[1:-1]
    _apart(circuit, {name: snapped(first + i * pitch) - place(circuit, name).at[along] for i, name in inner}, along)


def _apart(circuit: Circuit, steps: Mapping[str, float], axis: int) -> None:
    for name, step in steps.items():
        old = place(circuit, name)
        dx, dy = (round(step), 0) if axis == 0 else (0, round(step))
        set_place(circuit, name, Place((old.at[0] + dx, old.at[1] + dy), old.turn, old.flip))
    reroute(circuit, {name for name, step in steps.items() if step})


def set_disabled(circuit: Circuit, names: Iterable[str], disabled: bool = True) -> None:
    """A disabled component stays on the sheet but is ignored in a run."""
    for name in checked(circuit, names):
        circuit.components[name].disabled = disabled


def set_label(circuit: Circuit, names: Iterable[str], side: str | None) -> None:
    """Fix the side of the label; None places it where there is room."""
    if side is not None and side not in LABEL_SIDES:
        raise DocumentError(
            "{side!r} is not a label position. Use one of: {label_sides}",
            code="bad-option",
            label_sides=", ".join(LABEL_SIDES),
            side=side,
        )
    for name in checked(circuit, names):
        look = part(circuit, "components").setdefault(name, {})
        look.pop("label", None)
        if side is not None:
            look["label"] = side
