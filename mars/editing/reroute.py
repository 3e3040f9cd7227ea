"""Updates wires after an edit: every link has a stored route again, and only those that must change are rerouted.

`reroute` writes the routes into the circuit, `preview` shows them during a drag; both plan in the same way, so the routes shown
under the mouse are the ones kept on release.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cached_property

from mars.component.icon_paths import Box, Point
from mars.document.circuit import Circuit, Link
from mars.editing.neighbourhood import Offsets, Surroundings
from mars.names import component_of
from mars.pictures.sheet.junctions import free_place_amid
from mars.pictures.sheet.layout import auto_place
from mars.pictures.sheet.occupancy import Occupancy
from mars.pictures.sheet.router import WINDOW, faces, leaves, route
from mars.pictures.sheet.symbols import Direction, Symbol, section
from mars.pictures.sheet.walls import CLEARANCE, Walls
from mars.pictures.sheet.wire_shape import extent, is_orthogonal, lies_on, parted, pulled, shifted

Plan = dict[str, tuple[list[Point], str]]  # key of a link -> its route and its mode

QUICK = 40  # a preview of more wires than this does not search for routes around components


def reroute(
    circuit: Circuit,
    moved: Iterable[str] = (),
    symbols: Mapping[str, Symbol] | None = None,
    wiring: SheetWiring | None = None,
) -> dict[str, list[Point]]:
    """Give every link a route after components, junctions or ends (`moved`) have moved.

    `symbols`, if given, saves making those that have not changed; so does a `wiring` that was used for nothing but `carried`
    before the move. Returns the routes that changed.
    """
    wiring = wiring or SheetWiring(circuit, symbols)
    if len(wiring.places) < len(circuit.components):
        auto_place(circuit)
        wiring = SheetWiring(circuit, symbols)
    plan, junctions = wiring.plan(set(moved))
    if plan and not isinstance(circuit.drawing.get("links"), dict):
        circuit.drawing["links"] = {}
    for key, (points, mode) in plan.items():
        look = circuit.drawing["links"].get(key)
        route = {"route": [[round(x), round(y)] for x, y in points], "mode": mode}
        circuit.drawing["links"][key] = {**look, **route} if isinstance(look, dict) else route
    if junctions and not isinstance(circuit.drawing.get("junctions"), dict):
        circuit.drawing["junctions"] = {}
    for name, (x, y) in junctions.items():
        circuit.drawing["junctions"][name] = [round(x), round(y)]
    return {key: points for key, (points, _) in plan.items()}


def complete_drawing(circuit: Circuit) -> dict[str, list[Point]]:
    """Complete the drawing: missing positions and routes, and new routes where stored ones do not end at their ports."""
    wiring = SheetWiring(circuit)
    for link in circuit.links:
        points = wiring.wire(link.key)
        if points and [points[0], points[-1]] != [wiring.end(end, {})[0] for end in (link.a, link.b)]:
            circuit.drawing["links"].pop(link.key)
    return reroute(circuit)


def preview(circuit: Circuit, symbols: Mapping[str, Symbol] | None, offsets: Offsets) -> dict[str, list[Point]]:
    """Routes of wires if components and junctions were moved by these offsets; the circuit is not changed.

    For repeated calls during a drag, keep a `SheetWiring` and call its `preview`.
    """
    return SheetWiring(circuit, symbols).preview(offsets)


class SheetWiring(Surroundings):
    """The wires of a circuit as stored, for quick queries while the circuit does not change."""

    def __init__(self, circuit: Circuit, symbols: Mapping[str, Symbol] | None = None):
        super().__init__(circuit, symbols)
        self._wires: dict[str, list[Point]] = {}
        self.links_at: dict[str, list[Link]] = defaultdict(list)
        for link in circuit.links:
            self.links_at[link.a].append(link)
            self.links_at[link.b].append(link)

    @cached_property
    def junctions(self) -> dict[str, Point]:
        return {
            name: (float(at[0]), float(at[1]))
            for name, at in section(self.circuit.drawing, "junctions").items()
            if isinstance(at, list | tuple) and len(at) == 2 and all(isinstance(a, int | float) for a in at)
        }

    @cached_property
    def kept(self) -> set[str]:
        looks = section(self.circuit.drawing, "links")
        return {key for key, look in looks.items() if isinstance(look, Mapping) and look.get("mode") == "kept"}

    @cached_property
    def extents(self) -> dict[str, Box]:
        """Bounding boxes of all stored routes."""
        looks = section(self.circuit.drawing, "links")
        found: dict[str, Box] = {}
        for link in self.circuit.links:
            key = link.key
            points = _stored(looks.get(key))
            if points:
                try:
                    found[key] = extent(points)
                except (TypeError, ValueError):
                    continue
        return found

    def wire(self, key: str) -> list[Point]:
        """The stored route of a link; empty if it has none."""
        if key not in self._wires:
            points = _stored(section(self.circuit.drawing, "links").get(key)) if key in self.extents else []
            self._wires[key] = [(x, y) for x, y in points]
        return self._wires[key]

    def preview(self, offsets: Offsets) -> dict[str, list[Point]]:
        """As the function of the same name; junctions between moved items move along."""
        self.drag({**offsets, **self.carried(offsets)})
        try:
            plan, _ = self.plan(set(self.offsets), QUICK)
            return {key: points for key, (points, _) in plan.items()}
        finally:
            self.drag({})

    def carried(self, offsets: Offsets) -> dict[str, tuple[float, float]]:
        """Junctions that connect only items moved by the same offset."""
        found: dict[str, tuple[float, float]] = {}
        reached = [end for name in offsets for end in self._ends_of(name)]
        seen: set[str] = set()
        for end in reached:
            for link in self.links_at[end]:
                junction = link.other(end)
                if not junction.startswith("#") or junction in seen or junction in offsets:
                    continue
                group = self._junctions_from(junction)
                seen |= group
                around = {other for name in group for link in self.links_at[name] for other in link.ends} - group
                moves = {offsets.get(other if other.startswith("#") else component_of(other)) for other in around}
                if len(moves) == 1 and (move := moves.pop()) is not None:
                    found.update(dict.fromkeys(group, move))
        return found

    def _ends_of(self, name: str) -> list[str]:
        return [name] if name.startswith("#") else [f"{name}.{port}" for port in self.linked.get(name, ())]

    def _junctions_from(self, first: str) -> set[str]:
        group, queue = set(), [first]
        while queue:
            name = queue.pop()
            if name not in group:
                group.add(name)
                queue += [link.other(name) for link in self.links_at[name] if link.other(name).startswith("#")]
        return group

    def end(self, end: str, junctions: Mapping[str, Point]) -> tuple[Point, Direction | None]:
        """Position and outward direction of an end of a link."""
        if end.startswith("#"):
            return junctions.get(end) or self.junctions.get(end, (0.0, 0.0)), None
        owner, _, port = end.partition(".")
        terminal = self.symbol(owner).terminals[port]
        return terminal.at, terminal.direction

    def plan(self, moved: set[str], most: int | None = None) -> tuple[Plan, dict[str, Point]]:
        """New routes and junction positions after `moved` have moved; above `most` routes, quick and simple ones."""
        components = {name for name in moved if name in self.circuit.components}
        boxes = [self.box(name) for name in components]
        junctions = self._junction_places(boxes)
        touched = self._keys_at(moved | junctions.keys())
        covered = self._covered(boxes, touched)
        plan: Plan = {}
        waiting: list[Link] = []
        for link in self.circuit.links:
            key = link.key
            if key not in self.extents:
                waiting.append(link)
            elif key in touched:
                found = self._followed(link, junctions)
                if found is None:
                    waiting.append(link)
                elif found != self.wire(key):
                    plan[key] = (found, "kept" if key in self.kept else "auto")
            elif key in covered and key not in self.kept:
                waiting.append(link)
        quick = most is not None and len(waiting) > most
        for key, points in self._routed(waiting, plan, junctions, quick):
            plan[key] = (points, "auto")
        for junction in sorted({end for link in waiting for end in (link.a, link.b) if end.startswith("#")}):
            self._slide(junction, plan, junctions)
        return plan, junctions

    def _keys_at(self, moved: set[str]) -> set[str]:
        """Keys of the links that end at these components, junctions or ends."""
        ends = {end for name in moved for end in (name, *self._ends_of(name))}
        return {link.key for end in ends if end in self.links_at for link in self.links_at[end]}

    def _slide(self, junction: str, plan: Plan, junctions: dict[str, Point]) -> None:
        """Move a junction of three wires to the point where they separate: two of them may leave it along the same line."""
        links = self.links_at[junction]
        wires = [plan[link.key][0] if link.key in plan else self.wire(link.key) for link in links]
        if len(links) != 3 or any(len(points) < 2 for points in wires):
            return
        outward = [points if link.a == junction else points[::-1] for link, points in zip(links, wires, strict=True)]
        slid = parted(outward)
        if slid is None:
            return
        junctions[junction] = slid[0][0]
        for link, points in zip(links, slid, strict=True):
            mode = plan[link.key][1] if link.key in plan else "kept" if link.key in self.kept else "auto"
            plan[link.key] = (points if link.a == junction else points[::-1], mode)

    def _junction_places(self, boxes: list[Box]) -> dict[str, Point]:
        """Positions of junctions that have none, are dragged, or lie under moved items."""
        found: dict[str, Point] = {}
        for end in self.links_at:
            if not end.startswith("#"):
                continue
            at = self.junctions.get(end)
            if at is not None and end in self.offsets:
                dx, dy = self.offsets[end]
                found[end] = at = (at[0] + dx, at[1] + dy)
            if at is None:
                around = [
                    self.end(link.other(end), found) for link in self.links_at[end] if self._has_place(link.other(end), found)
                ]
                points = [(x + 20 * direction[0], y + 20 * direction[1]) if direction else (x, y) for (x, y), direction in around]
                found[end] = self._free_place(points or [(0.0, 0.0)])
            elif any(box[0] < at[0] < box[2] and box[1] < at[1] < box[3] for box in boxes):
                found[end] = self._free_place([at])
        return found

    def _has_place(self, end: str, junctions: Mapping[str, Point]) -> bool:
        return not end.startswith("#") or end in junctions or end in self.junctions

    def _free_place(self, points: list[Point]) -> Point:
        left, top, right, bottom = extent(points)
        walls = Walls(self.near((left - WINDOW, top - WINDOW, right + WINDOW, bottom + WINDOW)))
        return free_place_amid(points, walls, set(self.junctions.values()))

    def _followed(self, link: Link, junctions: Mapping[str, Point]) -> list[Point] | None:
        """The stored wire moved along with its ends, or None if it must be rerouted."""
        points = self.wire(link.key)
        (a, a_direction), (b, b_direction) = (self.end(end, junctions) for end in (link.a, link.b))
        by_a, by_b = (a[0] - points[0][0], a[1] - points[0][1]), (b[0] - points[-1][0], b[1] - points[-1][1])
        kept = link.key in self.kept
        together = by_a == by_b
        found = shifted(points, *by_a) if together else pulled(points, a, b) if kept else None
        if found is None or not is_orthogonal(found) or not leaves(found, a_direction, b_direction):
            return None
        own = [self.symbol(component_of(end)).box for end in (link.a, link.b) if not end.startswith("#")]
        if any(lies_on(found, box, -1) for box in own):
            return None
        if not kept and any(lies_on(found, box) for box in self.near(extent(found))):
            return None
        return found

    def _covered(self, boxes: list[Box], touched: set[str]) -> set[str]:
        """Keys of the other wires that pass through or close to one of the boxes."""
        margin, found = CLEARANCE - 1, set()
        others = [(key, box) for key, box in self.extents.items() if key not in touched] if boxes else []
        for box in boxes:
            left, top, right, bottom = _grown(box, margin)
            close = [key for key, (x, y, far_x, far_y) in others if x <= right and left <= far_x and y <= bottom and top <= far_y]
            found |= {key for key in close if key not in found and lies_on(self.wire(key), box, margin)}
        return found

    def _routed(
        self, waiting: list[Link], plan: Plan, junctions: Mapping[str, Point], quick: bool
    ) -> Iterable[tuple[str, list[Point]]]:
        """New routes, straight and short ones first."""
        if not waiting:
            return
        lying = {key: points for key, (points, _) in plan.items()}  # all others as they are stored
        extents = self.extents | {key: extent(points) for key, points in lying.items()}
        for link in waiting:
            extents.pop(link.key, None)
        ordered = []
        for index, link in enumerate(waiting):
            (a, a_direction), (b, b_direction) = (self.end(end, junctions) for end in (link.a, link.b))
            far = abs(a[0] - b[0]) + abs(a[1] - b[1])
            ends = (a, a_direction, b, b_direction)
            ordered.append(((0 if faces(*ends) else 1e6) + far, index, link, ends))
        for _, _, link, (a, a_direction, b, b_direction) in sorted(ordered, key=lambda each: each[:2]):
            if quick:
                yield link.key, route(a, a_direction, b, b_direction)
                continue
            own = self._node(link)
            points = self._round(link.key, a, a_direction, b, b_direction, own, lying, extents)
            lying[link.key], extents[link.key] = points, extent(points)
            yield link.key, points

    def _round(self, key, a, a_direction, b, b_direction, own: set[str], lying, extents) -> list[Point]:
        """A route around nearby obstacles; if it leads further out, the obstacles there are included too."""
        region = _grown(extent([a, b]), WINDOW)
        points: list[Point] = [a, b]
        for _ in range(3):
            boxes = self.near(region)
            points = route(a, a_direction, b, b_direction, Walls(boxes), self._occupancy(region, own, lying, extents))
            reached = extent(points)
            if _is_within(reached, region):
                break
            if not any(lies_on(points, box) for box in self.near(reached) if box not in boxes):
                break
            region = _grown(extent([region[:2], region[2:], reached[:2], reached[2:]]), WINDOW)
        return points

    def _occupancy(self, region: Box, own: set[str], lying, extents) -> Occupancy:
        left, top, right, bottom = region
        occupancy = Occupancy(own="own")
        for key, box in extents.items():
            if box[0] <= right and left <= box[2] and box[1] <= bottom and top <= box[3]:
                occupancy.add(lying[key] if key in lying else self.wire(key), "own" if key in own else "")
        return occupancy

    def _node(self, link: Link) -> set[str]:
        """Keys of all links of the node."""
        found, ends, queue = set(), set(), [link.a]
        while queue:
            end = queue.pop()
            if end not in ends:
                ends.add(end)
                for each in self.links_at[end]:
                    found.add(each.key)
                    queue.append(each.other(end))
        return found


def _stored(look: object) -> list[Point]:
    """The stored route, if there is one."""
    points = look.get("route") if isinstance(look, dict) else None
    return points if isinstance(points, list) and len(points) > 1 else []


def _grown(box: Box, margin: float) -> Box:
    return box[0] - margin, box[1] - margin, box[2] + margin, box[3] + margin


def _is_within(box: Box, outer: Box) -> bool:
    return outer[0] <= box[0] and outer[1] <= box[1] and box[2] <= outer[2] and box[3] <= outer[3]
