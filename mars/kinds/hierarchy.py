"""Paths through the sheets of a file: which sheet an instance opens, where a sheet is used, and names that pass through one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from mars.component.base import Component, Terminal
from mars.document.circuit import Circuit
from mars.document.entries import Link
from mars.errors import DocumentError
from mars.formulas.expressions import Quantity, measure, parse, quantity
from mars.formulas.units import parse_unit
from mars.kinds.definitions import definition_of, entries_of, is_sheet, read_sheet, sheet_of, with_parts
from mars.kinds.registry import kinds_in
from mars.kinds.subcircuit_kind import Subcircuit, terminal_of
from mars.names import component_of
from mars.plain_values import is_value, with_texts

InstancePath = tuple[str, ...]  # names of instances, from the main sheet inward


def _opened(circuit: Circuit, sheet: Circuit, name: str) -> Circuit | None:
    """The sheet opened by a component, if it is an instance of one."""
    entry = sheet.components.get(name)
    return read_sheet(circuit, entry.kind) if entry is not None and is_sheet(circuit, entry.kind) else None


def sheets(circuit: Circuit) -> list[str]:
    """The definitions that have a sheet, in the order of the file."""
    return [name for name in circuit.definitions if is_sheet(circuit, name)]


def sheet_at(circuit: Circuit, instances: Iterable[str]) -> str | None:
    """The definition at a path: "" for the main sheet, None if the path does not exist."""
    name = ""
    for instance in instances:
        if name:  # without reading the sheet, which is slow for a large one
            kind = entries_of(circuit.definitions[name]).get(instance, {}).get("kind", "")
        else:
            kind = circuit.components[instance].kind if instance in circuit.components else ""
        if not is_sheet(circuit, kind):
            return None
        name = kind
    return name


def split(circuit: Circuit, path: str) -> tuple[InstancePath, str]:
    """`Axis1.KN1.angle` as the path (Axis1,) and `KN1.angle` on its sheet; `Axis1.base` is a port of Axis1."""
    instances: list[str] = []
    sheet, rest = circuit, path
    while True:
        name, _, tail = rest.partition(".")
        inner = _opened(circuit, sheet, name) if tail else None
        entry = inner.components.get(component_of(tail)) if inner is not None else None
        if inner is None or entry is None or terminal_of(entry.kind) is not None or len(instances) > 50:
            return tuple(instances), rest
        instances.append(name)
        sheet, rest = inner, tail


def uses(circuit: Circuit, name: str) -> Iterator[tuple[str, list[str]]]:
    """Sheets ("" is the main one) with instances of a definition, and the names of these instances."""
    for host in ("", *sheets(circuit)):
        sheet = read_sheet(circuit, host) if host else circuit
        found = [entry.name for entry in sheet.components.values() if entry.kind == name]
        if found:
            yield host, found


def holds(circuit: Circuit, kind: str, part: str) -> bool:
    """Whether the sheet of definition `kind` contains an instance of `part`, at any depth, or is `part` itself.

    An instance of `kind` on the sheet of `part` would then contain itself.
    """
    sheets_inside = with_parts([kind], circuit.definitions).values()
    return kind == part or any(entry["kind"] == part for sheet in sheets_inside for entry in entries_of(sheet).values())


def times_used(circuit: Circuit) -> Counter[str]:
    """Number of instances of each definition in the whole circuit, at any depth."""
    found = Counter(entry.kind for entry in circuit.components.values())
    inward = reversed(with_parts(list(found), circuit.definitions).items())  # a sheet comes before its contents
    for name, definition in inward:
        for entry in entries_of(definition).values():
            found[entry["kind"]] += found[name]
    return found


def values_there(circuit: Circuit, path: InstancePath) -> dict[str, Quantity]:
    """The variables of the sheet at a path, as set by its instances; those that cannot be evaluated are left out."""
    sheet, known = circuit, _evaluated(circuit, {}, {}, {})
    for instance in path:
        entry, inner = sheet.components.get(instance), _opened(circuit, sheet, instance)
        kind = kinds_in(circuit).get(entry.kind) if entry is not None else None
        if entry is None or inner is None or kind is None:  # the path no longer exists, or a definition on it is damaged
            return {}
        parameters = kind.parameters
        given = {name: value for name, value in entry.values.items() if name in parameters and is_value(value)}
        known = _evaluated(inner, given, {name: parameters[name].unit for name in given}, known)
        sheet = inner
    return known


def _evaluated(
    sheet: Circuit, given: Mapping[str, Any], units: Mapping[str, str], around: Mapping[str, Quantity]
) -> dict[str, Quantity]:
    """The variables of a sheet; given values are evaluated with the variables of the surrounding sheet."""
    found: dict[str, Quantity] = {}
    for name, variable in sheet.variables.items():
        value, words = (given[name], around) if name in given else (variable.value, found)
        unit = units.get(name, variable.unit)
        try:
            is_known = not isinstance(value, str) or parse(value).names <= words.keys()
            if is_known and unit:
                found[name] = Quantity(quantity(value, words, unit), parse_unit(unit).dimension)
            elif is_known:
                found[name] = measure(value, words)
        except DocumentError:
            continue
    return found


def unused(circuit: Circuit) -> list[str]:
    """Definitions not used by the main sheet, at any depth."""
    used = with_parts([entry.kind for entry in circuit.components.values()], circuit.definitions)
    return [name for name in circuit.definitions if name not in used]


def first_path(circuit: Circuit, name: str) -> InstancePath:
    """A path from the main sheet to a definition; empty if the main sheet does not use it."""
    waiting: list[tuple[InstancePath, Circuit]] = [((), circuit)]
    seen: set[str] = set()
    for path, sheet in waiting:
        for entry in sheet.components.values():
            if entry.kind == name:
                return (*path, entry.name)
            if entry.kind not in seen and (inner := _opened(circuit, sheet, entry.name)) is not None:
                seen.add(entry.kind)
                waiting.append(((*path, entry.name), inner))
    return ()


def ends_behind(circuit: Circuit, kind: str, port: str, around: tuple[str, ...] = ()) -> list[str] | None:
    """The ports inside a subcircuit on the same node as one of its ports; None if another of its ports is on that node too."""
    known, sheet = kinds_in(circuit), read_sheet(circuit, kind)
    here = f"{port}.inside"
    found: list[str] = []
    for end in next((node for node in sheet.nodes() if here in node), ()):
        owner, _, inner = end.partition(".")
        entry = sheet.components[owner]
        cls = known.get(entry.kind, Component)
        if end == here or entry.disabled:
            continue
        if issubclass(cls, Terminal):
            return None
        if issubclass(cls, Subcircuit):
            is_ring = entry.kind in (kind, *around)
            behind = ends_behind(circuit, entry.kind, inner, (kind, *around)) if not is_ring else None
            if behind is None:
                return None
            found += [f"{owner}.{each}" for each in behind]
        else:
            found.append(end)
    return found


def rename_inside(circuit: Circuit, name: str, old: str, new: str | None) -> None:
    """Update names after a component on the sheet of a definition was renamed or removed.

    These are start values and curves of the surrounding sheets (`Axis1.KN1.angle`) and, if it is a port, the links to it.
    """
    entry = read_sheet(circuit, name).components.get(new or old)
    if new is not None and entry is not None and terminal_of(entry.kind) is not None:
        for host, instances in list(uses(circuit, name)):
            _rename_ports(circuit, host, instances, old, new)
    follow = _follower(circuit, name, old, new)
    for host in ("", *sheets(circuit)):
        sheet = sheet_of(circuit, host) if host else circuit
        start = {after: value for key, value in sheet.start.items() if (after := follow(sheet, key))}
        if list(start) != list(sheet.start):
            sheet.start = start
            _put_back(circuit, host, sheet)
    if new is not None:
        views = with_texts(circuit.views, lambda text: follow(circuit, text) or text, keys=True)
        if views != circuit.views:
            circuit.views = views


def _follower(circuit: Circuit, name: str, old: str, new: str | None) -> Callable[[Circuit, str], str]:
    """The new name of a path on a sheet; empty if it passes through a removed component."""

    def follow(sheet: Circuit, path: str) -> str:
        owner, dot, rest = path.partition(".")
        inner = _opened(circuit, sheet, owner) if dot else None
        if inner is None:
            return path
        if sheet.components[owner].kind == name and (rest == old or rest.startswith(f"{old}.")):
            return f"{owner}.{new}{rest.removeprefix(old)}" if new is not None else ""
        after = follow(inner, rest)
        return f"{owner}.{after}" if after else ""

    return follow


def _rename_ports(circuit: Circuit, host: str, instances: list[str], old: str, new: str) -> None:
    sheet = sheet_of(circuit, host) if host else circuit
    ends = {f"{instance}.{old}": f"{instance}.{new}" for instance in instances}
    if not any(end in ends for link in sheet.links for end in link.ends):
        return

    def rewritten(key: str) -> str:
        return " ".join(ends.get(end, end) for end in key.split(" "))

    sheet.links = [Link(*rewritten(link.key).split(" ")) for link in sheet.links]
    routes = sheet.drawing.get("links")
    if isinstance(routes, dict):
        sheet.drawing["links"] = {rewritten(str(key)): look for key, look in routes.items()}
    _put_back(circuit, host, sheet)


def _put_back(circuit: Circuit, host: str, sheet: Circuit) -> None:
    if host:
        circuit.definitions[host] = definition_of(sheet, circuit.definitions[host])
