"""The surroundings of a point on the sheet: symbols made on demand, their boxes, and which of them are near."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import cached_property

from mars.component.icon_paths import Box
from mars.document.circuit import Circuit
from mars.formulas.expressions import Quantity
from mars.pictures.sheet.symbols import Place, Symbol, known_variables, linked_ports, outer_box, place_of, section, symbol_of

Offsets = Mapping[str, tuple[float, float]]  # component or junction -> how far it is dragged
Cell = tuple[int, int]

CELL = 200  # components are grouped into squares of this size
REACH = 100  # no plain symbol extends further from its position


class Surroundings:
    """The symbols of a circuit, each made on first use; valid while the circuit does not change.

    `symbols` are ready-made ones; their positions may have changed since, but not their values.
    """

    def __init__(self, circuit: Circuit, symbols: Mapping[str, Symbol] | None = None):
        self.circuit = circuit
        self.linked = linked_ports(circuit)
        self.given = symbols or {}
        self.symbols: dict[str, Symbol] = {}
        self.offsets: Offsets = {}
        self._variables: dict[str, Quantity] | None = None
        self._boxes: dict[str, Box] = {}
        self._dragged: dict[str, Symbol] = {}
        self._dragged_boxes: dict[str, Box] = {}
        self._dragged_cells: dict[Cell, list[str]] = {}

    @cached_property
    def places(self) -> dict[str, Place]:
        looks = section(self.circuit.drawing, "components")
        return {name: place for name in self.circuit.components if (place := place_of(looks.get(name))) is not None}

    @cached_property
    def _sorted(self) -> tuple[dict[Cell, list[str]], list[str]]:
        """Components by cell of the sheet; those whose plate or ghost may be large are listed separately."""
        cells: dict[Cell, list[str]] = defaultdict(list)
        large = []
        for name, place in self.places.items():
            points = self.circuit.components[name].values.get("points")
            if len(self.linked.get(name, ())) > 8 or (isinstance(points, dict | list) and len(points) > 3):
                large.append(name)
            else:
                cells[_cell(place.at)].append(name)
        return cells, large

    def symbol(self, name: str) -> Symbol:
        """A symbol at its current position, including the offset while it is dragged."""
        found = self.symbols.get(name)
        if found is None:
            component, ports = self.circuit.components[name], self.linked.get(name, ())
            found = self.given.get(name)
            if found is None or found.kind_name != component.kind or any(port not in found.terminals for port in ports):
                if self._variables is None:
                    self._variables = known_variables(self.circuit)
                found = symbol_of(self.circuit, name, ports, self._variables)
            place = self.places.get(name, Place())
            self.symbols[name] = found = found if found.place == place else found.put(place)
        if name in self.offsets:
            if name not in self._dragged:
                (dx, dy), (x, y) = self.offsets[name], found.place.at
                self._dragged[name] = found.put(Place((round(x + dx), round(y + dy)), found.place.turn, found.place.flip))
            return self._dragged[name]
        return found

    def box(self, name: str) -> Box:
        """Bounding box of a symbol with its open ports."""
        boxes = self._dragged_boxes if name in self.offsets else self._boxes
        if name not in boxes:
            boxes[name] = outer_box(self.symbol(name), {f"{name}.{port}" for port in self.linked.get(name, ())})
        return boxes[name]

    def near(self, region: Box) -> list[Box]:
        """Boxes of the symbols in a region."""
        left, top, right, bottom = region
        cells, large = self._sorted
        names = list(large)
        for cell in self._cells_in((left - REACH, top - REACH, right + REACH, bottom + REACH)):
            names += [name for name in cells.get(cell, ()) if name not in self.offsets]
            names += self._dragged_cells.get(cell, ())
        boxes = map(self.box, names)
        return [box for box in boxes if box[0] < right and left < box[2] and box[1] < bottom and top < box[3]]

    def _cells_in(self, region: Box) -> list[Cell]:
        """The cells of a region; only occupied ones if the region is large."""
        (left, top), (right, bottom) = _cell(region[:2]), _cell(region[2:])
        cells, _ = self._sorted
        if (right - left + 1) * (bottom - top + 1) > len(cells) + len(self._dragged_cells):
            used = {*cells, *self._dragged_cells}
            return [cell for cell in used if left <= cell[0] <= right and top <= cell[1] <= bottom]
        return [(i, j) for i in range(left, right + 1) for j in range(top, bottom + 1)]

    def drag(self, offsets: Offsets) -> None:
        """Treat the sheet as if these items had moved by their offsets."""
        self.offsets, self._dragged, self._dragged_boxes = offsets, {}, {}
        self._dragged_cells = defaultdict(list)
        for name in offsets:
            if name in self.places and name not in self._sorted[1]:
                self._dragged_cells[_cell(self.symbol(name).place.at)].append(name)


def _cell(at: tuple[float, float]) -> Cell:
    return int(at[0] // CELL), int(at[1] // CELL)
