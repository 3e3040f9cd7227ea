"""Positions for components without one: a layered layout along the tree of vector links.

Bodies and joints run from left to right, one column for each step away from the base and one row for each branch; components on
shafts and sliders stand over the port that they are linked to.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from math import inf

from mars.component.base import Base, Body, Joint
from mars.component.icon_paths import Box
from mars.document.circuit import Circuit
from mars.pictures.sheet.symbols import LEFT, RIGHT, UP, Direction, Place, Symbol, place_of, section, symbols
from mars.pictures.sheet.value_labels import value_label
from mars.pictures.style import NAME_SIZE, VALUE_SIZE
from mars.pictures.svg import text_width

COLUMN, GAP, LABEL = 120, 40, 36  # minimum pitch of columns; between symbols; height of a label
MOST_COLUMNS = 14  # a longer chain is folded

Neighbours = dict[str, list[tuple[str, str, str]]]  # component -> (own port, other component, its port)


def placed_symbols(circuit: Circuit) -> dict[str, Symbol]:
    """All symbols at their positions in the file, or at automatic ones."""
    found = symbols(circuit)
    looks = section(circuit.drawing, "components")
    missing = [name for name in found if place_of(looks.get(name)) is None]
    if not missing:
        return found
    layout = _Layout(circuit, found, set(missing))
    return {name: layout.done.get(name, symbol) for name, symbol in found.items()}


def auto_place(circuit: Circuit) -> None:
    """Write automatic positions into `circuit.drawing` for the components without one."""
    looks = section(circuit.drawing, "components")
    written = {name: look for name, look in looks.items() if name not in circuit.components}
    for name, symbol in placed_symbols(circuit).items():
        look = looks.get(name)
        if place_of(look) is None:
            place = symbol.place
            look = {
                **(look if isinstance(look, dict) else {}),
                "at": list(place.at),
                **({"turn": place.turn} if place.turn else {}),
                **({"flip": True} if place.flip else {}),
            }
        written[name] = look
    circuit.drawing["components"] = written


@dataclass
class _Stack:
    """The extent of a component with its label, and the components over or under its ports."""

    box: Box
    over: Box | None = None


class _Layout:
    def __init__(self, circuit: Circuit, found: dict[str, Symbol], missing: set[str]):
        self.circuit, self.found, self.missing = circuit, found, missing
        self.done: dict[str, Symbol] = {}
        self.neighbours = _neighbours(circuit)
        self.owner: dict[str, str] = {}
        self.claim()
        self.over_placed()
        self.rows()

    def is_spine(self, name: str) -> bool:
        symbol = self.found[name]
        kind = symbol.kind
        if kind is not None and issubclass(kind, Body | Joint | Base):
            return True
        return all(t.domain in ("frame", "") for t in symbol.terminals.values())

    def claim(self) -> None:
        """Assign every attachment to the first bearer from which it can be reached along scalar links."""
        self.children: dict[str, list[tuple[str, str, str]]] = defaultdict(list)
        queue = [name for name in self.found if self.is_spine(name)]
        for name in queue:  # grows during the loop
            for port, other, other_port in self.neighbours[name]:
                scalar = self.found[name].terminals[port].domain not in ("frame", "")
                if scalar and other in self.missing and other not in self.owner and not self.is_spine(other):
                    self.owner[other] = name
                    self.children[name].append((port, other, other_port))
                    queue.append(other)

    def stack(self, bearer: Symbol) -> _Stack:
        """Place the components over (or under) a placed component, level by level."""
        result = _Stack(_with_label(bearer, self.width(bearer)))
        level = [bearer]
        while level:
            following: list[Symbol] = []
            edge: dict[Direction, float] = {}
            for parent in level:
                for port, name, own_port in sorted(self.children[parent.name], key=lambda each: parent.terminals[each[0]].at[0]):
                    terminal = parent.terminals[port]
                    member = _facing(self.found[name], own_port, terminal.direction)
                    if terminal.direction[1] == 0:  # a bearer that is itself rotated: place upward anyway
                        member = _facing(self.found[name], own_port, UP)
                    direction = terminal.direction if terminal.direction[1] else UP
                    own = member.terminals[own_port].at
                    x = terminal.at[0] - own[0]
                    if direction in edge:
                        x = max(x, 10 * -(-(edge[direction] + 10 - member.box[0]) // 10))
                    y = terminal.at[1] + direction[1] * GAP - own[1]
                    member = member.put(Place((round(x), round(y)), member.place.turn, member.place.flip))
                    edge[direction] = member.box[2] + 10 + self.width(member)
                    following.append(member)
                    self.done[name] = member
                    box = (member.box[0], member.box[1], edge[direction], member.box[3])
                    result.over = _union(result.over or box, box)
            level = following
        return result

    def width(self, symbol: Symbol) -> float:
        line = value_label(self.circuit, symbol)
        return max(text_width(symbol.name, NAME_SIZE, 600), text_width(line, VALUE_SIZE))

    def over_placed(self) -> None:
        for name, symbol in self.found.items():
            if name not in self.missing and self.children[name]:
                self.stack(symbol)

    def rows(self) -> None:
        """Trees of the remaining components: columns by distance from the root, rows by branch."""
        rest = [name for name in self.found if name in self.missing and name not in self.owner]
        roots = sorted(rest, key=lambda name: not self.is_base(name))
        top = max((s.box[3] + 100 for n, s in self.found.items() if n not in self.missing), default=0.0)
        seen: set[str] = set()
        for root in roots:
            if root not in seen:
                tree = self.tree(root, seen, set(rest))
                top = self.place_tree(tree, top) + GAP

    def is_base(self, name: str) -> bool:
        kind = self.found[name].kind
        return kind is not None and issubclass(kind, Base)

    def tree(self, root: str, seen: set[str], allowed: set[str]) -> list[tuple[str, str, int, int]]:
        """(name, port by which it is entered, column, row), breadth first for the columns, depth first for the rows."""
        seen.add(root)
        entry, depth = {root: ""}, {root: 0}
        branches: dict[str, list[str]] = defaultdict(list)
        queue = [root]
        for name in queue:
            for _, other, other_port in self.neighbours[name]:
                if other in allowed and other not in seen:
                    seen.add(other)
                    entry[other], depth[other] = other_port, depth[name] + 1
                    branches[name].append(other)
                    queue.append(other)
        members, rows = [], 0
        waiting = [(root, 0)]
        while waiting:
            name, row = waiting.pop()
            if row < 0:
                rows += 1
                row = rows
            members.append((name, entry[name], depth[name], row))
            following = branches[name]
            waiting += [(other, -1) for other in reversed(following[1:])]
            if following:
                waiting.append((following[0], row))
        return members

    def place_tree(self, tree: list[tuple[str, str, int, int]], top: float) -> float:
        """Place a tree below `top`; returns its lower edge."""
        stacks: dict[str, _Stack] = {}
        turned: dict[str, Symbol] = {}
        for name, entry, _, _ in tree:
            turned[name] = self.along(name, entry)
            stacks[name] = self.stack(turned[name])
        columns, rows = max(c for *_, c, _ in tree) + 1, max(r for *_, r in tree) + 1
        per_band = -(-columns // -(-columns // MOST_COLUMNS))
        left, right = [0.0] * columns, [0.0] * columns
        left_over, right_over = [0.0] * columns, [-inf] * columns
        levels: dict[int, tuple[float, float]] = {}  # vertical extent of each row of each band
        for name, _, column, row in tree:
            box, over = stacks[name].box, stacks[name].over
            left[column], right[column] = min(left[column], box[0]), max(right[column], box[2])
            level = column // per_band * rows + row
            up, down = levels.get(level, (0.0, 0.0))
            up, down = min(up, box[1]), max(down, box[3])
            if over:
                left_over[column], right_over[column] = min(left_over[column], over[0]), max(right_over[column], over[2])
                up, down = min(up, over[1]), max(down, over[3])
            levels[level] = (up, down)
        xs: list[float] = []
        reach = -inf  # of everything over the columns so far
        for i in range(columns):
            if i % per_band == 0:
                x, reach = 0.0, -inf
            else:
                x = xs[-1] + max(COLUMN, right[i - 1] - left[i] + 20)
                if right_over[i] > -inf:
                    x = max(x, reach - left_over[i] + 10)
            xs.append(_snap(x))
            reach = max(reach, xs[-1] + right_over[i])
        ys: dict[int, float] = {}
        bottom = top
        for level in sorted(levels):
            up, down = levels[level]
            band_gap = 2 * GAP if level >= rows and level // rows != (level - 1) // rows else GAP / 2
            ys[level] = _snap(bottom - up + (band_gap if ys else 0))
            bottom = ys[level] + down
        for name, _, column, row in tree:
            symbol = turned[name]
            y = ys[column // per_band * rows + row]
            place = Place((round(xs[column]), round(y)), symbol.place.turn, symbol.place.flip)
            self.done[name] = symbol.put(place)
            self.stack(self.done[name])
        return bottom

    def along(self, name: str, entry: str) -> Symbol:
        """The symbol at the origin with its entry to the left; a root points to the right."""
        symbol = self.found[name].put(Place())
        if entry:
            return _facing(symbol, entry, RIGHT)
        linked = next((port for port, *_ in self.neighbours[name]), next(iter(symbol.terminals), ""))
        if symbol.terminals and symbol.terminals[linked].direction in (LEFT, RIGHT):
            return _facing(symbol, linked, LEFT)
        return symbol.put(Place(turn=1)) if self.is_base(name) else symbol


def _facing(symbol: Symbol, port: str, direction: Direction) -> Symbol:
    """Rotated so that the wire from its bearer, which leaves in `direction`, meets the port head on."""
    wanted = (-direction[0], -direction[1])
    upright = symbol.put(Place())
    present = upright.terminals[port].direction
    if present == wanted:
        return upright
    if present == direction and direction in (LEFT, RIGHT):
        return symbol.put(Place(flip=True))
    turns = (symbol.put(Place(turn=turn)) for turn in (1, 2, 3))
    return next(turned for turned in turns if turned.terminals[port].direction == wanted)


def _neighbours(circuit: Circuit) -> Neighbours:
    found: Neighbours = defaultdict(list)
    for node in circuit.nodes():
        ends = [end.split(".", 1) for end in node]
        for i, (owner, port) in enumerate(ends):
            found[owner] += [(port, other, far) for j, (other, far) in enumerate(ends) if j != i and other != owner]
    return found


def _with_label(symbol: Symbol, width: float) -> Box:
    left, top, right, bottom = symbol.box
    middle = (left + right) / 2
    return min(left, middle - width / 2), top, max(right, middle + width / 2), bottom + LABEL


def _union(a: Box, b: Box) -> Box:
    return min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])


def _snap(value: float) -> float:
    return 20.0 * -(-value // 20)
