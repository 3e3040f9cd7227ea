"""The shape of wires: drag a segment, keep a route, reset it to automatic routing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mars.component.icon_paths import Point
from mars.document.circuit import Circuit
from mars.editing.reroute import reroute
from mars.errors import DocumentError
from mars.pictures.sheet.wire_shape import is_orthogonal, segment_moved, snapped, tidy

from .links import terminal_of
from .sheet_positions import drawn, link_of, part, route_of, set_route_of


def dragged_segment(circuit: Circuit, link_key: str, index: int, delta: float) -> list[Point] | None:
    """The wire with one segment moved sideways by delta, on the grid; None if that is impossible."""
    link = link_of(circuit, link_key)
    points = route_of(circuit, link)
    if not 0 <= index < len(points) - 1:
        return None
    line = points[index][1] if points[index][1] == points[index + 1][1] else points[index][0]
    step = snapped(line + delta) - line
    ways = [terminal.direction if (terminal := terminal_of(circuit, end)) else None for end in (link.a, link.b)]
    return segment_moved(points, index, step, *ways) if step else points


@drawn
def move_segment(circuit: Circuit, link_key: str, index: int, delta: float) -> None:
    """Drag one segment of a wire sideways; the wire then keeps its shape."""
    link = link_of(circuit, link_key)
    old = route_of(circuit, link)
    if not 0 <= index < len(old) - 1:
        raise DocumentError(
            "link {a} – {b}: no such segment. Number of segments: {count}",
            code="out-of-range",
            a=link.a,
            b=link.b,
            count=max(0, len(old) - 1),
        )
    points = dragged_segment(circuit, link_key, index, delta)
    if points is None:
        raise DocumentError(
            "link {a} – {b}: not enough room to bend it. Move the components apart", code="no-room", a=link.a, b=link.b
        )
    if points != old:
        set_route_of(circuit, link, points, "kept")


@drawn
def set_route(circuit: Circuit, link_key: str, points: Sequence[tuple[float, float]], mode: str = "kept") -> None:
    """Give a wire a fixed route, from its first end to its second, along grid lines."""
    link = link_of(circuit, link_key)
    if not route_of(circuit, link):
        reroute(circuit)
    old = route_of(circuit, link)
    found = tidy((float(x), float(y)) for x, y in points) if points else None
    if found is None or not is_orthogonal(found) or found[0] != old[0] or found[-1] != old[-1]:
        raise DocumentError(
            "link {a} – {b}: a route must run from end to end in horizontal and vertical segments. Draw it again",
            code="bad-route",
            a=link.a,
            b=link.b,
        )
    if mode not in ("auto", "kept"):
        raise DocumentError(
            "link {a} – {b}: the route mode must be auto or kept, not {mode!r}", code="bad-option", a=link.a, b=link.b, mode=mode
        )
    set_route_of(circuit, link, found, mode)


@drawn
def straighten(circuit: Circuit, link_keys: Iterable[str]) -> None:
    """Let wires be routed automatically again."""
    for key in link_keys:
        part(circuit, "links").pop(link_of(circuit, key).key, None)
    reroute(circuit)
