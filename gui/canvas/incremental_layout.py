"""Updates the layout of the sheet after an edit: only the affected items are recomputed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from mars.component.icon_paths import Box, Point
from mars.pictures.sheet.labels import place_label, wire_boxes
from mars.pictures.sheet.layout import placed_symbols
from mars.pictures.sheet.symbols import Symbol, known_variables, place_of, section, symbol_of

from ..document.changes import Change
from .sheet_layout import SheetLayout, near


@dataclass
class EditedItems:
    """The items on the sheet changed by an edit, including removed ones."""

    components: set[str] = field(default_factory=set)
    links: set[str] = field(default_factory=set)
    nodes: set[str] = field(default_factory=set)
    labels: set[str] = field(default_factory=set)


def follow(layout: SheetLayout, change: Change) -> EditedItems:
    """Update the layout to the current state of its circuit; returns the items that look different."""
    circuit, touched = layout.circuit, EditedItems()
    before, after = change.links_before_and_after()
    ends = {end.partition(".")[0] for key in before ^ after for end in key.split(" ") if not end.startswith("#")}
    redefined = _redefined(layout, change)
    touched.components = change.components | ends | _relabelled(layout, change) | redefined
    for name in touched.components - circuit.components.keys():
        _forget(layout, name)
    old_nodes, old_looks = layout.nodes, layout.looks
    if "links" in change.sections:
        layout.read_links()
    _read_symbols(layout, touched.components & circuit.components.keys())
    _keep_file_order(layout, change)
    if redefined or change.sections.keys() & {"links", "components"}:
        layout.read_domains()
    if layout.nodes is not old_nodes:
        names = old_nodes.keys() | layout.nodes.keys()
        touched.nodes = {name for name in names if old_nodes.get(name) != layout.nodes.get(name)}
    if layout.looks is not old_looks:
        touched.links = {key for key in layout.links if old_looks.get(key) != layout.looks[key]}
    touched.links |= {key for key in change.links | before | after if key not in layout.links}
    _follow_wires(layout, change, touched)
    _follow_labels(layout, change, touched)
    return touched


def _redefined(layout: SheetLayout, change: Change) -> set[str]:
    """Components of kinds whose definitions changed."""
    kinds = change.keys("definitions")
    return {name for name, each in layout.circuit.components.items() if each.kind in kinds} if kinds else set()


def _relabelled(layout: SheetLayout, change: Change) -> set[str]:
    """Components whose value labels change: formulas of a changed variable, start values."""
    found = {key.partition(".")[0] for key in change.keys("start")} & layout.symbols.keys()
    if "variables" in change.sections:
        circuit = layout.circuit
        found |= {name for name, each in circuit.components.items() if _has_text(each.values)}
        found |= {key.partition(".")[0] for key, start in circuit.start.items() if _has_text(start.value)}
    return found


def _has_text(value: Any) -> bool:
    if isinstance(value, str):
        return True
    if isinstance(value, Mapping):
        return any(map(_has_text, value.values()))
    return isinstance(value, list | tuple) and any(map(_has_text, value))


def _forget(layout: SheetLayout, name: str) -> None:
    if name in layout.symbols:
        layout.clutter.remove(layout.boxes.pop(name))
        layout.clutter.remove(layout.labels.pop(name).box)
        del layout.symbols[name], layout.lines[name]


def _read_symbols(layout: SheetLayout, names: set[str]) -> None:
    circuit = layout.circuit
    looks = section(circuit.drawing, "components")
    variables = known_variables(circuit) if names else {}
    automatic: dict[str, Symbol] | None = None
    for name in names:
        symbol = symbol_of(circuit, name, layout.ports_linked(name), variables)
        if place_of(looks.get(name)) is None:
            old = layout.symbols.get(name)
            if old is not None:  # if it was shown
                symbol = symbol.put(old.place)
            else:
                automatic = automatic or placed_symbols(circuit)
                symbol = automatic[name]
        layout.symbols[name] = near(symbol)
        layout.lines[name] = layout.line(symbol)


def _keep_file_order(layout: SheetLayout, change: Change) -> None:
    difference = change.sections.get("components")
    if difference is not None and difference.order is not None:
        layout.symbols = {name: layout.symbols[name] for name in layout.circuit.components}


def _follow_wires(layout: SheetLayout, change: Change, touched: EditedItems) -> None:
    junctions = layout.junction_places() if layout.junctions or "links" in change.sections else {}
    moved = {end for end in junctions if layout.junctions.get(end) != junctions[end]}
    layout.junctions = junctions
    keys = {key for key in change.links if key in layout.links}
    keys |= {key for owner in touched.components | moved for key in layout.links_at.get(owner, ())}
    old = {key: layout.wires.get(key) for key in keys}
    for key in touched.links - layout.links.keys():
        _unclutter(layout, layout.wires.pop(key, None))
        layout.drawn.pop(key, None)
    layout.route(keys)
    for key in keys:
        if old[key] != layout.wires[key]:
            _unclutter(layout, old[key])
            for box in wire_boxes(layout.wires[key]):
                layout.clutter.add(box)
    touched.links |= keys
    touched.nodes |= {layout.node[layout.links[key].a] for key in keys}
    for name in touched.nodes - layout.nodes.keys():
        layout.dots.pop(name, None)
    present = touched.nodes & layout.nodes.keys()
    layout.draw_nodes(present)
    touched.links |= {link.key for name in present for link in layout.nodes[name]}


def _unclutter(layout: SheetLayout, points: list[Point] | None) -> None:
    for box in wire_boxes(points or ()):
        layout.clutter.remove(box)


def _follow_labels(layout: SheetLayout, change: Change, touched: EditedItems) -> None:
    circuit = layout.circuit
    if "motions" in change.sections:  # a planar circuit shows fewer numbers
        layout.lines = {name: layout.line(symbol) for name, symbol in layout.symbols.items()}
        touched.labels = set(layout.symbols)
    fresh = [name for name in touched.components if name in layout.symbols]
    for name in fresh:
        if name in layout.boxes:
            layout.clutter.remove(layout.boxes[name])
        layout.boxes[name] = layout.box(name)
        layout.clutter.add(layout.boxes[name])
    touched.labels |= set(fresh) | _crowded(layout, touched)
    looks = section(circuit.drawing, "components")
    for name in [name for name in layout.symbols if name in touched.labels]:
        if name in layout.labels:
            layout.clutter.remove(layout.labels[name].box)
        label = place_label(layout.symbols[name], layout.boxes[name], layout.lines[name], looks.get(name), layout.clutter)
        layout.labels[name] = label
        layout.clutter.add(label.box)


def _crowded(layout: SheetLayout, touched: EditedItems) -> set[str]:
    """Labels that something new overlaps."""
    new = [layout.boxes[name] for name in touched.components if name in layout.boxes]
    new += [box for key in touched.links if key in layout.wires for box in wire_boxes(layout.wires[key])]
    if not new:
        return set()
    lefts, tops, rights, bottoms = zip(*new, strict=True)
    around = (min(lefts), min(tops), max(rights), max(bottoms))
    close = [(name, label.box) for name, label in layout.labels.items() if _meet(label.box, around)]
    return {name for name, box in close if any(_meet(box, other) for other in new)}


def _meet(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
