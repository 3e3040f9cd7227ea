"""Positions on the sheet: reads and writes the looks of components, junctions, links and notes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from mars.component.icon_paths import Box, Point
from mars.document.circuit import Circuit, Link
from mars.editing.reroute import reroute
from mars.errors import DocumentError
from mars.pictures.sheet.symbols import Place, Symbol, known_variables, linked_ports, place_of, section, symbol_of
from mars.pictures.sheet.wire_shape import extent, snapped

P = ParamSpec("P")
T = TypeVar("T")

FARTHEST = 1_000_000  # as in the file format


def drawn(function: Callable[Concatenate[Circuit, P], T]) -> Callable[Concatenate[Circuit, P], T]:
    """Store all positions and routes before an edit of the sheet, including those not in the file."""

    @wraps(function)
    def edit(circuit: Circuit, *arguments: P.args, **keywords: P.kwargs) -> T:
        looks, routes = section(circuit.drawing, "components"), section(circuit.drawing, "links")
        if any("at" not in looks.get(name, ()) for name in circuit.components) or any(
            link.key not in routes for link in circuit.links
        ):
            reroute(circuit)
        return function(circuit, *arguments, **keywords)

    return edit


def part(circuit: Circuit, name: str) -> dict[str, Any]:
    """A section of the drawing to write to: components, links, junctions."""
    found = circuit.drawing.get(name)
    if not isinstance(found, dict):
        found = circuit.drawing[name] = {}
    return found


def place(circuit: Circuit, name: str) -> Place:
    return place_of(part(circuit, "components").get(name)) or Place()


def set_place(circuit: Circuit, name: str, new: Place) -> None:
    """Store a position; the label's side and everything else there is unchanged."""
    if max(map(abs, new.at)) > FARTHEST:
        raise DocumentError(
            "{name}: the position is outside the sheet. Place it closer to the other components", code="out-of-range", name=name
        )
    looks = part(circuit, "components")
    old = looks.get(name)
    rest = {key: value for key, value in old.items() if key not in ("at", "turn", "flip")} if isinstance(old, dict) else {}
    turn = {"turn": new.turn % 4} if new.turn % 4 else {}
    looks[name] = {"at": [int(new.at[0]), int(new.at[1])], **turn, **({"flip": True} if new.flip else {}), **rest}


def on_grid(point: Point | tuple[float, float]) -> tuple[int, int]:
    return snapped(point[0]), snapped(point[1])


def checked(circuit: Circuit, names: Iterable[str]) -> list[str]:
    """The names without repeats, in file order; an unknown one is refused."""
    wanted = {circuit.component(name).name for name in names}
    return [name for name in circuit.components if name in wanted]


def symbols_of(circuit: Circuit, names: Iterable[str]) -> dict[str, Symbol]:
    variables, linked = known_variables(circuit), linked_ports(circuit)
    return {name: symbol_of(circuit, name, linked.get(name, ()), variables) for name in names}


def link_of(circuit: Circuit, key: str) -> Link:
    found = next((link for link in circuit.links if link.key == key), None)
    if found is None:
        raise DocumentError("link {split}: not found. Check its ends", code="unknown-link", split=" – ".join(key.split(" ")))
    return found


def route_of(circuit: Circuit, link: Link) -> list[Point]:
    """The stored route of a link; empty if it has none."""
    look = part(circuit, "links").get(link.key)
    points = look.get("route") if isinstance(look, dict) else None
    return [(float(x), float(y)) for x, y in points] if isinstance(points, list) and len(points) > 1 else []


def set_route_of(circuit: Circuit, link: Link, points: Iterable[Point], mode: str) -> None:
    part(circuit, "links")[link.key] = {"route": [[round(x), round(y)] for x, y in points], "mode": mode}


def is_kept(circuit: Circuit, link: Link) -> bool:
    look = part(circuit, "links").get(link.key)
    return isinstance(look, dict) and look.get("mode") == "kept"


def junction_place(circuit: Circuit, junction: str) -> Point | None:
    at = part(circuit, "junctions").get(junction)
    return (float(at[0]), float(at[1])) if isinstance(at, list) and len(at) == 2 else None


def bounds_of(boxes: Iterable[Box]) -> Box:
    return extent([corner for box in boxes for corner in (box[:2], box[2:])])
