"""Turns components of a sheet into a subcircuit."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from mars.component.base import Component, Terminal
from mars.component.declarations import Port
from mars.document.circuit import Circuit
from mars.document.entries import Link, PlacedComponent, Variable
from mars.document.links import node_numbers, unlink
from mars.document.rename import with_new_names
from mars.errors import DocumentError
from mars.formulas.expressions import quantity
from mars.kinds.definitions import definition_of, kind_of
from mars.kinds.registry import kinds, kinds_in
from mars.kinds.subcircuit_kind import setting_unit, terminal_of
from mars.names import checked_name, component_of, first_free, fresh_name, initials
from mars.pictures.sheet.symbols import known_variables, symbol_of
from mars.plain_values import section, with_texts

MARGIN = 80  # between the contents of a sheet and its ports
APART = 40  # minimum distance between ports


@dataclass
class Cut:
    """A node cut by the outline of a new subcircuit: it becomes a port."""

    name: str
    kind: str  # of the terminal
    side: str
    inside: list[str]  # ports
    outside: list[str]


def make_subcircuit(circuit: Circuit, names: Iterable[str], kind: str, *, ports: Mapping[str, str] | None = None) -> str:
    """Move components to a new sheet; returns the name of the instance that replaces them.

    Nodes that are cut become ports; `ports` renames them from the names given by `cuts`. Variables used inside become parameters,
    which the instance sets to the variables of this sheet.
    """
    moved = _movable(circuit, names)
    kind = fresh_name(kind, "definition", circuit.definitions)
    found = cuts(circuit, moved)
    for cut in found:
        cut.name = checked_name((ports or {}).get(cut.name, cut.name), "port")
    taken = [cut.name for cut in found] + moved
    if len(set(taken)) < len(taken):
        twice = next(name for name in taken if taken.count(name) > 1)
        raise DocumentError(
            "port {twice}: this name is already used inside the subcircuit. Choose another name", code="name-taken", twice=twice
        )
    inner = Circuit(motions=circuit.motions)
    used = _used_variables(circuit, moved)
    inner.variables = {name: _settled(circuit, name) for name in used}
    _move_parts(circuit, inner, moved, found)
    middle = _lay_out(circuit, inner, moved, found)
    definition = definition_of(inner, {"parameters": used})
    kind_of(kind, definition)  # refuse before anything has changed
    instance = circuit.free_name(initials(kind))
    _replace(circuit, moved, instance, kind, used, found)
    circuit.definitions = {**circuit.definitions, kind: definition}
    if middle is not None:
        section(circuit.drawing, "components")[instance] = {"at": list(middle)}
    rename_results(circuit, lambda path: f"{instance}.{path}" if component_of(path) in moved else path)
    return instance


def cuts(circuit: Circuit, names: Iterable[str]) -> list[Cut]:
    """The ports that a subcircuit of these components would have."""
    moved, found = set(names), []
    taken = set(moved)
    variables = known_variables(circuit)
    declared = {name: symbol_of(circuit, name, (), variables).ports for name in moved}
    for node in circuit.nodes():
        inside, outside = ([end for end in node if (component_of(end) in moved) is there] for there in (True, False))
        if not (inside and outside):
            continue
        ports = [port for end in inside if (port := declared[component_of(end)].get(end.partition(".")[2])) is not None]
        if not ports:
            raise DocumentError(
                "{inside}: unknown kind, cannot be moved into a subcircuit. Remove it from the selection",
                code="unknown-kind",
                inside=inside[0],
            )
        name, gives = _port_name(inside, taken), any(port.gives for port in ports)
        taken.add(name)
        found.append(Cut(name, _terminal(ports[0], gives), _side(circuit, ports[0], inside, outside), inside, outside))
    return found


def _movable(circuit: Circuit, names: Iterable[str]) -> list[str]:
    chosen = {circuit.component(name).name for name in names}
    known = kinds_in(circuit)
    for name in chosen:
        if issubclass(known.get(circuit.components[name].kind, Component), Terminal):
            raise DocumentError(
                "{name} is a port of this sheet and cannot be moved. Remove it from the selection",
                code="bad-selection",
                name=name,
            )
    if not chosen:
        raise DocumentError("nothing selected. Select the components to include in the subcircuit", code="bad-selection")
    return [name for name in circuit.components if name in chosen]


def _terminal(port: Port, gives: bool) -> str:
    """The kind of terminal for a port of its domain; a signal produced inside gets an output."""
    for name, kind in kinds().items():
        if (
            issubclass(kind, Terminal)
            and kind.inside.domain is port.domain
            and (not port.domain.informs or kind.inside.gives != gives)
        ):
            return name
    raise DocumentError("a subcircuit cannot have a port for {name} links", code="unsupported-port", name=port.domain.name)


def _port_name(inside: list[str], taken: set[str]) -> str:
    """Named after the first port inside: `turn`, or `KN1_1` if the port is a number."""
    owner, _, port = inside[0].partition(".")
    name = port if not port[0].isdecimal() and port not in taken else f"{owner}_{port}"
    return name if name not in taken else first_free(f"{name}_", taken)


def _side(circuit: Circuit, port: Port, inside: list[str], outside: list[str]) -> str:
    """The side of the subcircuit towards its outer connections; signals go from left to right."""
    looks = section(circuit.drawing, "components")
    places = [
        [looks[component_of(e)]["at"] for e in ends if "at" in looks.get(component_of(e), {})] for ends in (inside, outside)
    ]
    if not all(places):
        return "left"
    middle, other = ([sum(along) / len(each) for along in zip(*each, strict=True)] for each in places)
    dx, dy = other[0] - middle[0], other[1] - middle[1]
    if abs(dy) > abs(dx) and not port.domain.informs:
        return "top" if dy < 0 else "bottom"
    return "left" if dx <= 0 else "right"


def _used_variables(circuit: Circuit, moved: list[str]) -> list[str]:
    """The variables used in formulas of these components."""
    known = kinds_in(circuit)
    typed: list[tuple[Any, Any]] = [(start.value, None) for key, start in circuit.start.items() if component_of(key) in moved]
    for entry in (circuit.components[name] for name in moved):
        declared = known[entry.kind].parameters if entry.kind in known else {}
        typed += [(value, declared.get(key)) for key, value in entry.values.items()]

    def is_used(name: str) -> bool:
        return any(with_new_names(value, parameter, {name: ""}) != value for value, parameter in typed)

    return [name for name in circuit.variables if is_used(name)]


def _settled(circuit: Circuit, name: str) -> Variable:
    """The variable with a value and limits that do not depend on other variables."""
    variable, known = circuit.variables[name], circuit.variable_values()
    unit = setting_unit(variable, known[name])
    limits = [
        each if each is None else quantity(each, known, variable.unit or unit) for each in (variable.minimum, variable.maximum)
    ]
    return Variable(known[name].value, unit, *limits, note=variable.note)


def _move_parts(circuit: Circuit, inner: Circuit, moved: list[str], found: list[Cut]) -> None:
    """Components, links of nodes entirely inside, links to the ports of the sheet, and start values."""
    inner.components = {name: copy.deepcopy(circuit.components[name]) for name in moved}
    for cut in found:
        inner.components[cut.name] = PlacedComponent(cut.name, cut.kind, {"side": cut.side} if cut.side != "left" else {})
    for link in _links_inside(circuit, moved):
        inner.links.append(link)
        look = section(circuit.drawing, "links").get(link.key)
        if look is not None:
            inner.drawing.setdefault("links", {})[link.key] = copy.deepcopy(look)
    junctions = {end for link in inner.links for end in link.ends if end.startswith("#")}
    places = {name: copy.deepcopy(at) for name, at in section(circuit.drawing, "junctions").items() if name in junctions}
    if places:
        inner.drawing["junctions"] = places
    for cut in found:
        inner.connect(f"{cut.name}.inside", *cut.inside)
    inner.start = {key: copy.deepcopy(start) for key, start in circuit.start.items() if component_of(key) in moved}


def _links_inside(circuit: Circuit, moved: list[str]) -> list[Link]:
    """The links of nodes whose ports are all inside."""
    number, chosen = node_numbers(circuit), set(moved)
    whole = {number[node[0]] for node in circuit.nodes() if all(component_of(end) in chosen for end in node)}
    return [link for link in circuit.links if number[link.a] in whole]


def _lay_out(circuit: Circuit, inner: Circuit, moved: list[str], found: list[Cut]) -> tuple[int, int] | None:
    """Lay out the components around the centre of the new sheet, with ports around them; returns the old centre."""
    looks = section(circuit.drawing, "components")
    places = {name: looks[name]["at"] for name in moved if "at" in looks.get(name, {})}
    if not places:
        return None
    (x0, x1), (y0, y1) = ((min(along), max(along)) for along in zip(*places.values(), strict=True))
    middle = int(round((x0 + x1) / 20) * 10), int(round((y0 + y1) / 20) * 10)
    inner.drawing["components"] = {name: copy.deepcopy(looks[name]) for name in moved if name in looks}
    shift(inner.drawing, -middle[0], -middle[1])
    for side, edge in (("left", x0 - MARGIN), ("right", x1 + MARGIN), ("top", y0 - MARGIN), ("bottom", y1 + MARGIN)):
        across, along = (0, 1) if side in ("left", "right") else (1, 0)
        inward = {cut.name: places.get(component_of(cut.inside[0]), middle)[along] for cut in found if cut.side == side}
        last = None
        for cut in sorted((cut for cut in found if cut.side == side), key=lambda cut: inward[cut.name]):
            last = inward[cut.name] if last is None else max(inward[cut.name], last + APART)
            at = {across: edge - middle[across], along: last - middle[along]}
            inner.drawing["components"][cut.name] = {"at": [at[0], at[1]], **_facing(cut)}
    return middle


def _facing(cut: Cut) -> dict[str, Any]:
    """Orientation of a terminal, so that it faces the centre of the sheet from its side."""
    kind = terminal_of(cut.kind)
    if kind is not None and kind.inside.at[0] < 0:  # drawn with its tag to the right
        return {"left": {"flip": True}, "right": {}, "top": {"turn": 3}, "bottom": {"turn": 1}}[cut.side]
    return {"left": {}, "right": {"flip": True}, "top": {"turn": 1}, "bottom": {"turn": 3}}[cut.side]


def shift(drawing: dict[str, Any], dx: float, dy: float) -> None:
    for look in section(drawing, "components").values():
        if "at" in look:
            look["at"] = [look["at"][0] + dx, look["at"][1] + dy]
    for look in section(drawing, "links").values():
        look["route"] = [[x + dx, y + dy] for x, y in look.get("route", [])]
    for name, (x, y) in section(drawing, "junctions").items():
        drawing["junctions"][name] = [x + dx, y + dy]


def _replace(circuit: Circuit, moved: list[str], instance: str, kind: str, used: list[str], found: list[Cut]) -> None:
    """Insert the instance where the first of its components was in the file, linked to the outer ports of the cut nodes."""
    number = node_numbers(circuit)
    cut_nodes = {number[cut.inside[0]] for cut in found}
    unlink(circuit, [link for link in circuit.links if number[link.a] in cut_nodes])
    order = list(circuit.components)
    remove_but_for_curves(circuit, *moved)
    circuit.components[instance] = PlacedComponent(instance, kind, {name: name for name in used})
    order = [instance if name == moved[0] else name for name in order if name == moved[0] or name not in moved]
    circuit.components = {name: circuit.components[name] for name in order}
    for cut in found:
        circuit.connect(f"{instance}.{cut.name}", *cut.outside)


def remove_but_for_curves(circuit: Circuit, *names: str) -> None:
    """Remove components but keep their curves, which get new names."""
    views = copy.deepcopy(circuit.views)
    circuit.remove(*names)
    circuit.views = views


def rename_results(circuit: Circuit, rename: Any) -> None:
    circuit.views = with_texts(circuit.views, rename, keys=True)
